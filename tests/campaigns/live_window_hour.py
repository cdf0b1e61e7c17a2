"""An hour of live diagnostics on the virtual robot in the program's own window: memory stays as it is.

The program is built as it is for a person, and a person's hour is played in it: the arm sways
and is watched, the views below the charts are changed every minute, the picture is held and
goes on, the help is opened, and every five minutes some seconds are recorded. Once a minute the
memory of the window and of its processes is noted, with everything else that could pile up, and how
many frames the curves and the drawn arm had and what they cost: the window's process with all of its
threads, and the one that draws the arm.
"""

import argparse
import gc
import json
import os
import sys
import tempfile
import threading
import time
from dataclasses import dataclass, field
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # as the program does

import numpy as np
from _live_watch import PaintCounter, PictureCounter, resident_mb
from _measurement import write_measurement
from _stop_window import spin, wait_for
from PySide6.QtCore import QObject, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from recording_process import process_seconds

from app.arm.link_state import LinkState
from app.features.live.lower import LOOPS, STATISTICS
from app.features.live.page import LivePage
from app.health.memory import set_aside_what_stays
from app.shell.gui import Program
from app.visit.settings import SettingsStore
from app.visit.steps import Step
from devices.capabilities import ControllerKind
from devices.virtual.settings import VirtualSettings

ROBOT, SEED = "ec66", 6
MINUTES, QUICK_MINUTES = 60, 3
MINUTE_S, QUICK_MINUTE_S = 60.0, 2.0
RECORD_EVERY, RECORDED_S, QUICK_RECORDED_S = 5, 20, 2
_TRIES = 5
SETTLED_MIN = 10
"""Until then everything has been opened once, and every buffer is full."""
MOST_GROWTH_MB_PER_HOUR = 10.0
LEFT = Qt.MouseButton.LeftButton
_PAGE_BYTES = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096


@dataclass
class Minutes:
    """What was there at the end of every minute."""

    window_mb: list[float] = field(default_factory=list)
    others_mb: list[float] = field(default_factory=list)
    """The worker and the virtual robot together."""
    files: list[float] = field(default_factory=list)
    threads: list[float] = field(default_factory=list)
    python_objects: list[float] = field(default_factory=list)
    qt_objects: list[float] = field(default_factory=list)
    frames_per_s: list[float] = field(default_factory=list)
    """Of the curves."""
    pictures_per_s: list[float] = field(default_factory=list)
    """Of the drawn arm."""
    core_percent: list[float] = field(default_factory=list)
    """Processor time of the window's process and of the one that draws the arm, of a core."""
    recordings: int = 0
    losses: int = 0


def main() -> int:
    """Run the campaign; ``--quick`` plays three short minutes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="three short minutes instead of an hour")
    parser.add_argument("--minutes", type=int, default=MINUTES, help="fewer of them are not kept")
    given = parser.parse_args()
    quick = given.quick
    application = QApplication(sys.argv[:1])
    with tempfile.TemporaryDirectory() as name:
        found = _hour(
            application,
            Path(name),
            minutes=QUICK_MINUTES if quick else given.minutes,
            minute_s=QUICK_MINUTE_S if quick else MINUTE_S,
        )
    numbers = _numbers(found, settled=1 if quick else SETTLED_MIN)
    print(json.dumps(numbers, indent=2))
    if quick:
        return 0 if found.recordings and min(found.frames_per_s) > 0.0 else 1
    if given.minutes < MINUTES:
        return 0
    write_measurement("live_window_hour", seed=SEED, numbers=numbers)
    return 0 if float(str(numbers["window_growth_mb_per_hour"])) < MOST_GROWTH_MB_PER_HOUR else 1


def _hour(application: QApplication, folder: Path, *, minutes: int, minute_s: float) -> Minutes:
    program = Program(application, SettingsStore(folder / "settings.json"), folder=folder / "visits")
    set_aside_what_stays()
    program.window.show()
    try:
        return _Person(program).watch(minutes, minute_s)
    finally:
        program.window.close()
        program.leave()


class _Person:
    """A person who watches an arm for an hour, with a mouse."""

    def __init__(self, program: Program) -> None:
        self.program, self.window, self.link = program, program.window, program.link
        page = self.window.pages[Step.LIVE]
        assert isinstance(page, LivePage)
        self.page = page
        self.found = Minutes()
        self.recorded_s = RECORDED_S
        self.link.lost.connect(self._lost)

    def watch(self, minutes: int, minute_s: float) -> Minutes:
        """From the start screen to the live page, and stay there."""
        self.recorded_s = RECORDED_S if minute_s == MINUTE_S else QUICK_RECORDED_S
        wait_for(lambda: self.window.guides.recordings_page.robot.count() > 0, "the list of robots")
        QTest.mouseClick(self.window.start_page.live_card, LEFT)
        settings = VirtualSettings(ROBOT, kind=ControllerKind.READ_ONLY, seed=SEED)
        self.window.on_robot.choice.show_uri(settings.uri)
        self._connect()
        self._press("Next")
        wait_for(lambda: bool(self.page.view.charts.charts), "the first charts")
        counter = PaintCounter(self.page.view.charts.charts[0].viewport())
        pictures = PictureCounter(self.page.view.side.arm)
        for minute in range(minutes):
            began, before = time.monotonic(), (counter.count, pictures.count, self._processor_s())
            self._do_something(minute)
            spin(began + minute_s - time.monotonic())
            passed = time.monotonic() - began
            after = counter.count, pictures.count, self._processor_s()
            frames, drawn, cores = ((b - a) / passed for a, b in zip(before, after, strict=True))
            self.found.frames_per_s.append(round(frames, 1))
            self.found.pictures_per_s.append(round(drawn, 1))
            self.found.core_percent.append(round(100.0 * cores, 1))
            self._note()
        return self.found

    def _processor_s(self) -> float:
        drawer = self.program.drawer.pid
        return time.process_time() + (0.0 if drawer is None else process_seconds(drawer))

    def _do_something(self, minute: int) -> None:
        self.page.view.below.tabs.press((LOOPS, STATISTICS)[minute % 2])
        QTest.mouseClick(self.page.tools.zero, LEFT)
        QTest.mouseClick(self.page.tools.hold, LEFT)
        QTest.mouseClick(self.page.tools.cursors, LEFT)
        spin(0.5)
        QTest.mouseClick(self.page.tools.cursors, LEFT)
        QTest.mouseClick(self.page.tools.hold, LEFT)
        if minute % RECORD_EVERY == 1:
            self._record()
        elif minute % RECORD_EVERY == 3:
            QTest.keyClick(self.window, Qt.Key.Key_F1)
            spin(0.5)
            self._press("Done")

    def _connect(self) -> None:
        """Again where a busy computer did not let the virtual robot answer in time."""
        for _ in range(_TRIES):
            self._press("Connect")
            wait_for(lambda: self.link.is_working, "an attempt to connect")
            wait_for(lambda: not self.link.is_working, "the end of an attempt to connect")
            if self.link.state is LinkState.READY:
                return
            wait_for(lambda: self.link.state is LinkState.OFF, "a robot that is let go")
        raise TimeoutError("no connection was made")

    def _press(self, words: str) -> None:
        button = self.window.footer.primary_button
        rectangle = self.window.footer.rectangle
        wait_for(
            lambda: button.isEnabled() and button.text() == words and not rectangle.is_deaf,
            f"a button {words}",
        )
        QTest.mouseClick(button, LEFT)

    def _record(self) -> None:
        """Record some seconds; where a busy computer cut the stream, begin again once it is back."""
        before = len(self.window.visit.recordings)
        for _ in range(_TRIES):
            self._try_to_record()
            spin(0.5)
            if len(self.window.visit.recordings) > before:
                self.found.recordings += 1
                return

    def _try_to_record(self) -> None:
        wait_for(lambda: self.link.state is LinkState.READY, "a connection")
        by_hand, rectangle = self.page.by_hand, self.window.footer.rectangle
        self._press("Record")
        spin(self.recorded_s)
        wait_for(lambda: not rectangle.is_deaf, "a rectangle that takes presses")
        if by_hand.can_end:
            QTest.mouseClick(self.window.footer.primary_button, LEFT)
        wait_for(lambda: not by_hand.is_recording, "the end of the recording")
        wait_for(lambda: not self.window.visit.is_busy, "the visit")

    def _lost(self, _error: object) -> None:
        self.found.losses += 1

    def _note(self) -> None:
        gc.collect()
        found = self.found
        found.window_mb.append(resident_mb())
        found.others_mb.append(sum(_resident_mb_of(child) for child in _children()))
        found.files.append(float(len(list(Path("/proc/self/fd").iterdir()))))
        found.threads.append(float(threading.active_count()))
        found.python_objects.append(float(len(gc.get_objects())))
        found.qt_objects.append(float(len(self.window.findChildren(QObject))))
        print(f"{len(found.window_mb)} min: {found.window_mb[-1]:.1f} + {found.others_mb[-1]:.1f} MB,"
              f" {found.files[-1]:.0f} files, {found.threads[-1]:.0f} threads,"
              f" {found.python_objects[-1]:.0f} + {found.qt_objects[-1]:.0f} objects,"
              f" {found.frames_per_s[-1]:.1f} frames/s, {found.pictures_per_s[-1]:.1f} pictures/s,"
              f" {found.core_percent[-1]:.1f} % of a core, {found.recordings} recordings",
              flush=True)  # fmt: skip


def _children() -> list[int]:
    lists = Path("/proc/self/task").glob("*/children")
    return [int(child) for found in lists for child in found.read_text(encoding="ascii").split()]


def _resident_mb_of(process: int) -> float:
    try:
        text = Path(f"/proc/{process}/statm").read_text(encoding="ascii")
    except OSError:
        return 0.0
    return int(text.split()[1]) * _PAGE_BYTES / 1e6


def _per_hour(values: list[float], *, settled: int) -> float:
    """The slope of a straight line through the settled minutes, per hour."""
    kept = np.array(values[settled:])
    if kept.size < 2:
        return 0.0
    return float(60.0 * np.polyfit(np.arange(kept.size), kept, 1)[0])


def _numbers(found: Minutes, *, settled: int) -> dict[str, object]:
    return {
        "minutes": float(len(found.window_mb)),
        "recordings": float(found.recordings),
        "connection_losses": float(found.losses),
        "frames_per_s_median": float(np.median(found.frames_per_s)),
        "frames_per_s_slowest": float(np.min(found.frames_per_s)),
        "arm_pictures_per_s_median": float(np.median(found.pictures_per_s)),
        "arm_pictures_per_s_slowest": float(np.min(found.pictures_per_s)),
        "percent_of_a_core": float(np.mean(found.core_percent)),
        "window_growth_mb_per_hour": _per_hour(found.window_mb, settled=settled),
        "others_growth_mb_per_hour": _per_hour(found.others_mb, settled=settled),
        "files_growth_per_hour": _per_hour(found.files, settled=settled),
        "threads_growth_per_hour": _per_hour(found.threads, settled=settled),
        "python_objects_growth_per_hour": _per_hour(found.python_objects, settled=settled),
        "qt_objects_growth_per_hour": _per_hour(found.qt_objects, settled=settled),
        "window_mb_by_minute": [round(value, 1) for value in found.window_mb],
        "others_mb_by_minute": [round(value, 1) for value in found.others_mb],
        "python_objects_by_minute": found.python_objects,
        "qt_objects_by_minute": found.qt_objects,
    }


if __name__ == "__main__":
    sys.exit(main())
