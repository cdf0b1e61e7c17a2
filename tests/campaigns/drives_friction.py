"""Friction sweeps of emulated drives on a CAN bus, by the command that a user types.

``torsion emulate cia402:ur10e`` plays drives and arm in real time, and each moves along its trajectories by
cyclic position: a computer that is busy with other things ends that. What is found is compared with the
friction that the emulated arm was made with.

``python tests/campaigns/drives_friction.py [--quick]``
"""

import argparse
import json

import numpy as np
from _emulated_cell import LATE, cell
from _measurement import write_measurement
from ur_whole import ROBOT, SEED, friction_errors

SERIAL = "402000001"
SWEEPS = ("--poses", "1", "--floor", "-1")
QUICK = (*SWEEPS, "--joints", "6", "--speeds", "5")
LATE_DRIVES = LATE | {"cia402-drive-silent", "not-ready"}
"""Also where a stream that faltered has just ended."""
MOST_OFF = 0.05


def main() -> int:
    """Run the campaign; ``--quick`` sweeps one joint at five speeds, and judges no figure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="one joint, five speeds; stores nothing")
    quick = parser.parse_args().quick
    with cell(f"cia402:{ROBOT}", robot=ROBOT, serial=SERIAL) as made:
        found = made.run("friction", *(QUICK if quick else SWEEPS), late=LATE_DRIVES)
        made.numbers |= friction_errors(found["friction"], made.visit("cell"))
    numbers = {what: round(value, 4) for what, value in made.numbers.items()}
    print(json.dumps(numbers, indent=2))
    if quick:
        return 0 if np.isfinite(list(numbers.values())).all() else 1
    write_measurement("drives_friction", seed=SEED, numbers=numbers)
    return 0 if numbers["friction, largest error"] < MOST_OFF else 1


if __name__ == "__main__":
    raise SystemExit(main())
