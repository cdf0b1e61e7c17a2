"""An hour of the live page on a serial arm: memory stays, latency stays, and both counters wrap.

The emulated arm sways by itself (it only tells) and says that it has been on for 4,275 s,
so that its clock of 32 bits in µs wraps within the first half minute; the sample counter of
16 bits wraps every 65 s, the frames' own counter every eleven minutes.
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
from _serial_window import SerialStand, serial_stand
from _stop_window import spin
from PySide6.QtWidgets import QApplication

from app.features.live.page import LivePage
from app.visit.steps import Step
from devices.capabilities import ControllerKind
from devices.virtual.settings import VirtualSettings

ROBOT, SEED = "ec66", 4
MINUTES, QUICK_MINUTES = 60.0, 0.05
UPTIME_S, QUICK_UPTIME_S = 4280.0, 4286.0
CLOCK_WRAPS_S = 2**32 * 1e-6
WARM_UP_S = 2.0
BEYOND_WRAP_S = 1.5
KEPT_S = 60.0
"""What the ring holds: everything since the connection was made."""
LATENCY_GROWTH_S, MEMORY_GROWTH_MB = 0.02, 20.0


def main() -> int:
    """Run the campaign; ``--quick`` takes some seconds, with one wrap of the clock."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="some seconds instead of an hour")
    parser.add_argument("--minutes", type=float, default=MINUTES)
    given = parser.parse_args()
    minutes = QUICK_MINUTES if given.quick else given.minutes
    _application = QApplication(sys.argv[:1])
    with tempfile.TemporaryDirectory() as name:
        settings = VirtualSettings(
            ROBOT,
            seed=SEED,
            kind=ControllerKind.READ_ONLY,
            uptime=QUICK_UPTIME_S if given.quick else UPTIME_S,
            stream="full",
        )
        with serial_stand(Path(name), settings) as stand:
            numbers = _live(stand, 60.0 * minutes)
    print(json.dumps(numbers, indent=2))
    if given.quick:
        return 0 if _is_whole(numbers) else 1
    write_measurement("live_hour", seed=SEED, numbers=numbers)
    return 0 if _is_whole(numbers) and _is_steady(numbers) else 1


def _live(stand: SerialStand, seconds: float) -> dict[str, float]:
    page = stand.window.pages[Step.LIVE]
    assert isinstance(page, LivePage)
    spin(WARM_UP_S)
    acquisition, session = stand.link.acquisition, stand.link.session
    assert acquisition is not None
    assert session is not None
    first = acquisition.ring.newest_block(KEPT_S)
    to_the_wrap = CLOCK_WRAPS_S - float(acquisition.ring.newest_block(1.0).device_time[-1])
    seconds = max(seconds, to_the_wrap + BEYOND_WRAP_S)
    found = watch(stand, seconds, chart=page.view.charts.charts[0].viewport(), frames=page.view.frames)
    last = acquisition.ring.newest_block(1.0)
    assert stand.link.acquisition is acquisition, "the link was lost meanwhile"
    counters = session.controller.counters
    passed_s = float(last.device_time[-1] - first.device_time[0])
    return {
        **numbers_of(found),
        "samples": float(counters.samples),
        "samples_missed": float(counters.missed),
        "frames_damaged": float(counters.damaged),
        "device_clock_passed_its_wrap": float(first.device_time[0] < CLOCK_WRAPS_S < last.device_time[-1]),
        "sample_counter_wraps": float(last.sequence[-1] // 2**16 - first.sequence[0] // 2**16),
        "clock_against_counter_s": abs(passed_s - 1e-3 * float(last.sequence[-1] - first.sequence[0])),
        "longest_step_s": float(np.diff(last.device_time).max()),
    }


def _is_whole(numbers: dict[str, float]) -> bool:
    nothing = numbers["samples_missed"] == 0.0 and numbers["frames_damaged"] == 0.0
    return (
        nothing
        and numbers["device_clock_passed_its_wrap"] == 1.0
        and numbers["clock_against_counter_s"] < 0.01
    )


def _is_steady(numbers: dict[str, float]) -> bool:
    memory = numbers["memory_mb_end"] - numbers["memory_mb_second_quarter"]
    return memory < MEMORY_GROWTH_MB and numbers["latency_growth_s"] < LATENCY_GROWTH_S


if __name__ == "__main__":
    sys.exit(main())
