"""One process unpacks a made recording; another, this file again, shows it and goes to and fro in it."""

import json
import pickle
import subprocess
import sys
import time
from pathlib import Path
from statistics import median
from types import SimpleNamespace

import numpy as np

from core.monitor import NullMonitor
from core.recording import Quantity, Recording
from core.robot.library import load_robot
from core.storage.unpacked import unpack

RATE_HZ, JOINTS = 1000.0, 6
QUANTITIES = (
    Quantity.POSITION,
    Quantity.MOTOR_POSITION,
    Quantity.LINK_POSITION,
    Quantity.VELOCITY,
    Quantity.CURRENT,
    Quantity.TEMPERATURE,
)


class Made:
    """A column (N, 6) that is made where it is read: joints that swing, and noise."""

    def __init__(self, count, place):
        self.shape, self._place = (count, JOINTS), place

    def __len__(self):
        return self.shape[0]

    def __getitem__(self, rows):
        first, last, _ = rows.indices(self.shape[0])
        moment = np.arange(first, last)[:, np.newaxis] / RATE_HZ
        noise = np.random.default_rng([first, self._place]).normal(0.0, 1e-5, (last - first, JOINTS))
        return np.sin(2 * np.pi * 0.1 * np.arange(1, JOINTS + 1) * moment) + noise


def unpacked(seconds, folder):
    count = round(seconds * RATE_HZ)
    columns = {quantity: Made(count, place) for place, quantity in enumerate(QUANTITIES)}
    recording = Recording("made", np.arange(count) / RATE_HZ, columns)
    began = time.perf_counter()
    made = unpack(recording, np.arange(count), load_robot("ec66"), folder, monitor=NullMonitor())
    return made, time.perf_counter() - began


def memory_mb(key):
    lines = Path("/proc/self/status").read_text().splitlines()
    return round(next(int(line.split()[1]) for line in lines if line.startswith(key)) / 1024)


def queued_s():
    """Time in which this thread could have run, and other processes had the processors."""
    return int(Path("/proc/thread-self/schedstat").read_text().split()[1]) / 1e9


def timed(name, do, rows):
    """Times of each of many: by the clock, of the processor, and by the clock without the others' turns."""
    times = []
    for row in rows:
        began, worked, queued = time.perf_counter(), time.process_time(), queued_s()
        do(row)
        took = time.perf_counter() - began
        times.append((took, time.process_time() - worked, took - (queued_s() - queued)))
    for kind, each in zip(("", "_cpu", "_alone"), zip(*times, strict=True), strict=True):
        yield f"{name}{kind}_median_ms", round(1e3 * median(each), 1)
        yield f"{name}{kind}_most_ms", round(1e3 * max(each), 1)


def shown(made, places):
    from PySide6.QtCore import QObject, Signal
    from PySide6.QtWidgets import QApplication

    from app.features.live.controls import LiveTools
    from app.features.live.frames import LiveFrames
    from app.features.live.recorded import RecordedStream
    from app.features.live.view import LiveView
    from app.look.theme import current_theme
    from app.look.tokens import ThemeName

    class Link(QObject):
        closed = Signal()
        acquisition = session = identity = None

    application = QApplication([])
    current_theme().apply(ThemeName.LIGHT)
    view = LiveView(LiveFrames(Link()), LiveTools())
    view.resize(1248, 640)
    view.show()
    application.processEvents()
    before = memory_mb("VmRSS")
    view.look_at(RecordedStream(made))
    found = {"memory_before_mb": before}
    random = np.random.default_rng(1)

    def gone_to(row):
        view.bar.went.emit(row)
        view.grab()

    def scrubbed(begin=""):
        for window, name in enumerate(("2_s", "10_s", "60_s", "whole")):
            view.window_choice.press(window)
            application.processEvents()
            yield from timed(f"{begin}{name}", gone_to, random.integers(0, made.count, places).tolist())

    found |= dict(scrubbed())
    view.compare_with(RecordedStream(made), "the same")
    found |= dict(scrubbed("compared_"))
    view.compare_with(None)
    view.tools.cursors.setChecked(True)

    def marked(row):
        end = made.count - 1
        view.charts.cursors.move((row - end) / RATE_HZ, (row // 2 - end) / RATE_HZ)
        for place in range(len(view.charts.charts)):
            view.charts.numbers_of(place)

    found |= dict(timed("marked_numbers", marked, random.integers(0, made.count, places).tolist()))
    return found | {"memory_mb": memory_mb("VmRSS"), "peak_memory_mb": memory_mb("VmHWM")}


if __name__ == "__main__":
    if len(sys.argv) > 3:
        seconds, places, folder = float(sys.argv[1]), int(sys.argv[2]), Path(sys.argv[3])
        made, took = unpacked(seconds, folder)
        about = SimpleNamespace(unpack_s=round(took, 1), unpack_peak_mb=memory_mb("VmHWM"))
        child = subprocess.run(
            [sys.executable, __file__, str(places)],
            input=pickle.dumps(made),
            stdout=subprocess.PIPE,
            check=True,
        )
        sys.stdout.write(json.dumps(vars(about) | {"samples": made.count} | json.loads(child.stdout)))
    else:
        sys.stdout.write(json.dumps(shown(pickle.load(sys.stdin.buffer), int(sys.argv[1]))))
