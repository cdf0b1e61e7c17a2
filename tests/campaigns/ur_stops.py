"""How soon an arm of Universal Robots stands after STOP, on a computer that is as busy as it gets.

The emulated controller, with drives and physics, is a process of its own; heavy loads run beside.
STOP comes while the arm goes from pose to pose, jogs, or follows a trajectory, while the
program is still on its way, after a protective stop, and with a single way to stop left. The time is
the controller's: from its newest package before the call to the last in which a joint moved.
"""

import argparse
import json
from collections.abc import Iterator
from contextlib import contextmanager

import _load
import numpy as np
from _measurement import write_measurement
from _stops import SEED, WORST_S, Kind, heavy_load, numbers_of, stand, stopped

from devices.driving.followed import STILL_RAD_S
from devices.driving.pulse import Heartbeat
from devices.universal_robots.moving import Moving

COUNTS = {"move": 45, "jog": 45, "trajectory": 45, "sending": 35, "fault": 10}
WAYS = {"program": 8, "dashboard": 8, "silence": 4}
"""Tries with this way to stop alone."""
UR = Kind(
    "ur:ur10e",
    "ur10e",
    np.array([0.1, -1.4, 1.2, -1.3, -1.5, 0.2]),
    time=lambda state: float(state.timestamp),
    runs=lambda state: bool(state.is_program_under_way),
    still_rad_s=STILL_RAD_S,
    fault="protective-stop",
)


def main() -> int:
    """Run the campaign; ``--quick`` stops a few times and judges no time."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="one stop of each kind instead of two hundred")
    quick = parser.parse_args().quick
    found: dict[str, list[float]] = {}
    with heavy_load(_load.LOADS[: 0 if quick else 2]), stand(UR) as made:
        for what, count in COUNTS.items():
            times = [stopped(made, what, longest="trajectory") for _ in range(1 if quick else count)]
            found[what.replace("fault", UR.fault)] = times
            print(f"{what}: {max(times):.3f} s at most", flush=True)
        for way, count in WAYS.items():
            with only(way):
                times = [stopped(made, "move", longest="trajectory") for _ in range(1 if quick else count)]
            found[f"{way} alone"] = times
            print(f"{way} alone: {max(times):.3f} s at most", flush=True)
    numbers = numbers_of(found)
    print(json.dumps(numbers, indent=2))
    if quick:
        return 0 if np.isfinite(list(numbers.values())).all() else 1
    write_measurement("ur_stops", seed=SEED, numbers=numbers)
    return 0 if numbers["worst_s"] <= WORST_S and not numbers["not_standing"] else 1


@contextmanager
def only(way: str) -> Iterator[None]:
    """Cut the other ways to stop."""
    places: dict[str, tuple[type, str]] = {
        "program": (Moving, "_stop_by_program"),
        "dashboard": (Moving, "_stop_by_dashboard"),
        "silence": (Heartbeat, "fall_silent"),
    }
    before = {name: getattr(*place) for name, place in places.items()}
    for name, (owner, method) in places.items():
        if name != way:
            setattr(owner, method, lambda _self: None)
    try:
        yield
    finally:
        for name, (owner, method) in places.items():
            setattr(owner, method, before[name])


if __name__ == "__main__":
    raise SystemExit(main())
