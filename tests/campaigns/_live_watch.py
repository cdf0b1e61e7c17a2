"""Watches a window that shows a live stream: frames, latency, memory, processor time of every thread."""

import os
import resource
import threading
import time
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from _serial_window import SerialStand
from _stop_window import spin
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QWidget

from app.widgets.arm_view import ArmView

_TICK_HZ = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100
_PAGE_BYTES = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096
LOOK_S = 1.0
BASE_S = 30.0
"""The promptest frame of this first while is what latency is counted from."""


def resident_mb() -> float:
    """Memory of this process now; the peak where the system does not tell."""
    try:
        with open("/proc/self/statm", encoding="ascii") as file:  # noqa: PTH123  # a kernel's file
            return int(file.read().split()[1]) * _PAGE_BYTES / 1e6
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3


def thread_seconds() -> dict[str, float]:
    """Processor time in s of every thread of this process, by name; empty where the system does not tell."""
    found: dict[str, float] = {}
    for thread in threading.enumerate():
        try:
            with open(f"/proc/self/task/{thread.native_id}/stat", encoding="ascii") as file:  # noqa: PTH123
                fields = file.read().rsplit(")", 1)[1].split()
        except OSError:
            continue
        found[thread.name] = found.get(thread.name, 0.0) + (int(fields[11]) + int(fields[12])) / _TICK_HZ
    return found


class PaintCounter(QObject):
    """Counts how often a widget was painted."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self.count = 0
        widget.installEventFilter(self)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:  # noqa: N802  # Qt's own name
        """Count, and let it be painted."""
        self.count += event.type() == QEvent.Type.Paint
        return False


class PictureCounter(QObject):
    """Counts the drawn pictures of an arm that a view has shown."""

    def __init__(self, view: ArmView) -> None:
        super().__init__(view)
        self.count = 0
        self._view, self._last = view, view._drawn.image
        view.installEventFilter(self)

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:  # noqa: N802  # Qt's own name
        """Count a picture once, and let it be painted."""
        if event.type() == QEvent.Type.Paint:
            picture = self._view._drawn.image
            self.count += picture is not None and picture is not self._last
            self._last = picture
        return False


@dataclass
class Watch:
    """What was seen, second by second."""

    frames: list[int] = field(default_factory=list)
    paints: list[int] = field(default_factory=list)
    lateness: list[float] = field(default_factory=list)
    """s from the device's sample to the frame that shows it, the worst of each second, less the promptest."""
    memory: list[float] = field(default_factory=list)
    longest_look: float = 0.0
    seconds: float = 0.0
    threads: dict[str, float] = field(default_factory=dict)
    process: float = 0.0


def watch(stand: SerialStand, seconds: float, *, chart: QWidget, frames: Any) -> Watch:
    """Let the window run for ``seconds``; ``frames`` is its feed, ``chart`` one of its charts."""
    found, counter = Watch(), PaintCounter(chart)
    latest, count = [], 0

    def arrived(_frame: object) -> None:
        nonlocal count
        count += 1
        acquisition = stand.link.acquisition
        if acquisition is not None:
            newest = acquisition.ring.newest(0.0)[0]
            if newest.size:
                latest.append(time.monotonic() - float(newest[-1]))

    frames.arrived.connect(arrived)
    threads, process = thread_seconds(), time.process_time()
    began = time.monotonic()
    while time.monotonic() - began < seconds:
        painted, count = counter.count, 0
        latest.clear()
        before = time.monotonic()
        spin(LOOK_S)
        passed = time.monotonic() - before
        found.frames.append(round(count / passed))
        found.paints.append(round((counter.count - painted) / passed))
        found.lateness.append(max(latest, default=np.nan))
        found.memory.append(resident_mb())
        if len(found.frames) % 60 == 0:
            print(f"{len(found.frames) // 60} min: {found.paints[-1]} frames/s, {found.memory[-1]:.0f} MB, "
                  f"{stand.link.status}", flush=True)  # fmt: skip
    frames.arrived.disconnect(arrived)
    found.seconds = time.monotonic() - began
    found.process = time.process_time() - process
    found.threads = {name: spent - threads.get(name, 0.0) for name, spent in thread_seconds().items()}
    return found


def numbers_of(found: Watch) -> dict[str, float]:
    """The frames, the latency and the memory of a watch as plain numbers."""
    lateness = np.array(found.lateness)
    base = float(np.nanmin(lateness[: round(BASE_S)]))
    quarter = max(len(found.memory) // 4, 1)
    return {
        "seconds": found.seconds,
        "frames_per_s_median": float(np.median(found.paints)),
        "frames_per_s_slowest_percent": float(np.percentile(found.paints, 1)),
        "latency_growth_s": float(np.nanmedian(lateness[-quarter:]) - np.nanmedian(lateness[:quarter])),
        "latency_spread_worst_s": float(np.nanmax(lateness)) - base,
        "memory_mb_second_quarter": float(np.median(found.memory[quarter : 2 * quarter] or found.memory)),
        "memory_mb_end": float(np.median(found.memory[-quarter:])),
        "process_percent_of_a_core": 100.0 * found.process / found.seconds,
    }
