"""Ten minutes of everything at once: a serial arm at 1 kHz, a recording, and the live page beside them.

The emulated arm streams six fast channels of six joints through a pseudo-terminal that is
as slow as its 2 Mbaud. The window sways the arm and records it, while the live page draws
the deflection and the torque of all joints. Counted: samples that did not arrive or did not
reach the file, the processor time of the whole program and of its threads, frames a second, latency,
memory. What recording costs without a window is ``recording_process``.
"""

import argparse
import json
import os
import sys
import tempfile
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import numpy as np
from _live_watch import numbers_of, watch
from _measurement import write_measurement
from _serial_window import BAUD, SerialStand, serial_stand
from _stop_window import spin, wait_for
from PySide6.QtWidgets import QApplication

from app.arm.procedure import RecordedMotion
from app.features.live.page import LivePage
from app.features.recording.procedure import RecordProcedure
from app.visit.steps import Step
from core.storage.visit import Visit
from devices.virtual.settings import VirtualSettings

ROBOT, SEED = "ec66", 3
MINUTES, QUICK_MINUTES = 10.0, 0.05
WARM_UP_S, QUICK_WARM_UP_S = 3.0, 1.0
FEWEST_FRAMES, PROCESS_PERCENT = 29.0, 60.0
_CLOSING_S = 300.0


def main() -> int:
    """Run the campaign; ``--quick`` takes some seconds and judges no speed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="some seconds instead of ten minutes")
    parser.add_argument("--minutes", type=float, default=MINUTES)
    given = parser.parse_args()
    minutes = QUICK_MINUTES if given.quick else given.minutes
    warm_up_s = QUICK_WARM_UP_S if given.quick else WARM_UP_S
    _application = QApplication(sys.argv[:1])
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        settings = VirtualSettings(ROBOT, seed=SEED, stream="full", black_box=folder / "box.jsonl")
        with serial_stand(folder, settings) as stand:
            numbers = _live(stand, 60.0 * minutes, warm_up_s=warm_up_s)
    print(json.dumps(numbers, indent=2))
    if given.quick:
        return 0 if _is_whole(numbers) else 1
    write_measurement("serial_live", seed=SEED, numbers=numbers)
    return 0 if _is_whole(numbers) and _is_light(numbers) else 1


def _live(stand: SerialStand, seconds: float, *, warm_up_s: float) -> dict[str, float]:
    page = stand.window.pages[Step.LIVE]
    assert isinstance(page, LivePage)
    procedure = RecordProcedure(seconds + 2.0 * warm_up_s, motion=RecordedMotion.SWAY, label="live")
    stand.settle()
    prepared = stand.prepare(procedure)
    stand.run(procedure, prepared)
    wait_for(lambda: stand.link.acquisition is not None and stand.link.acquisition.recording is not None, "")
    spin(warm_up_s)
    found = watch(stand, seconds, chart=page.view.charts.charts[0].viewport(), frames=page.view.frames)
    session = stand.link.session
    assert session is not None
    counters = session.controller.counters
    deadline = _CLOSING_S
    while stand.link.is_working and deadline > 0.0:
        spin(0.5)
        deadline -= 0.5
    share = 100.0 / found.seconds
    return {
        **numbers_of(found),
        "curves": float(sum(len(chart.legend_entries) for chart in page.view.charts.charts)),
        "baud": float(BAUD),
        "samples": float(counters.samples),
        "samples_missed": float(counters.missed),
        "frames_damaged": float(counters.damaged),
        "acquisition_thread_percent_of_a_core": share * found.threads.get("acquisition", 0.0),
        "reader_thread_percent_of_a_core": share * found.threads.get("open-arm-reader", 0.0),
        "window_thread_percent_of_a_core": share * found.threads.get("MainThread", 0.0),
        **_in_the_file(stand),
    }


def _in_the_file(stand: SerialStand) -> dict[str, float]:
    wait_for(lambda: bool(stand.outcomes) and not stand.window.visit.is_busy, "the recording in the visit")
    error = stand.outcomes[-1].error
    if error is not None:
        print(f"The recording ended early: {error!r}", flush=True)
    with Visit.open(stand.window.visit.path, recover=False) as visit:
        recording = visit.recording(stand.outcomes[-1].recordings[-1])
        clock = np.asarray(recording.time[:], dtype=np.float64)
        return {
            "ended_early": float(error is not None),
            "samples_in_the_file": float(clock.shape[0]),
            "samples_missing_in_the_file": float(sum(hole.missing for hole in recording.missing)),
            "longest_step_in_the_file_s": float(np.diff(clock).max()),
        }


def _is_whole(numbers: dict[str, float]) -> bool:
    nothing = ("samples_missed", "frames_damaged", "samples_missing_in_the_file", "ended_early")
    steady = numbers["longest_step_in_the_file_s"] < 1.5e-3
    return steady and all(numbers[name] == 0.0 for name in nothing) and numbers["samples_in_the_file"] > 0.0


def _is_light(numbers: dict[str, float]) -> bool:
    enough = numbers["frames_per_s_median"] >= FEWEST_FRAMES
    return enough and numbers["process_percent_of_a_core"] <= PROCESS_PERCENT


if __name__ == "__main__":
    sys.exit(main())
