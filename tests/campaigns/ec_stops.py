"""How soon an arm of Elite's EC series stands after STOP, on a computer that is as busy as it gets.

The emulated controller, with drives and physics, is a process of its own; heavy loads run beside. STOP
comes while the arm goes from pose to pose, while the move is still on its way, and after a collision. The
time is the controller's: from its newest frame before the call to the last in which a joint moved.
"""

import argparse
import json

import _load
import numpy as np
from _measurement import write_measurement
from _stops import SEED, WORST_S, Kind, heavy_load, numbers_of, stand, stopped

from devices.driving.followed import STILL_RAD_S
from devices.elite_ec.state import State

COUNTS = {"move": 130, "sending": 60, "fault": 10}
EC = Kind(
    "elite-ec:ec66",
    "ec66",
    np.array([0.0, 0.87, 1.05, -0.35, -0.61, -0.7]),
    time=lambda state: float(state.timestamp),
    runs=lambda state: state.state == State.RUNNING,
    still_rad_s=STILL_RAD_S,
    fault="collision",
    away=0.5,
    share=0.3,
)


def main() -> int:
    """Run the campaign; ``--quick`` stops a few times and judges no time."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="one stop of each kind instead of two hundred")
    quick = parser.parse_args().quick
    found: dict[str, list[float]] = {}
    with heavy_load(_load.LOADS[: 0 if quick else 2]), stand(EC) as made:
        for what, count in COUNTS.items():
            times = [stopped(made, what, longest="move") for _ in range(1 if quick else count)]
            found[what.replace("fault", EC.fault)] = times
            print(f"{what}: {max(times):.3f} s at most", flush=True)
    numbers = numbers_of(found)
    print(json.dumps(numbers, indent=2))
    if quick:
        return 0 if np.isfinite(list(numbers.values())).all() else 1
    write_measurement("ec_stops", seed=SEED, numbers=numbers)
    return 0 if numbers["worst_s"] <= WORST_S and not numbers["not_standing"] else 1


if __name__ == "__main__":
    raise SystemExit(main())
