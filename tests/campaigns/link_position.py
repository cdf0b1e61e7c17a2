"""How often the check of the link position errs: made-up joints of every kind, each on one slow sweep.

``python tests/campaigns/link_position.py [--quick]``
"""

import argparse
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import partial

from _link_joints import KINDS, swept_joint
from _measurement import write_measurement

from core.encoders.link_position import sweep_answer
from core.recording import LinkPosition

JOINTS = 200


def answer(kind: str, seed: int) -> str:
    """The check's answer for one joint."""
    sweep = swept_joint(seed, kind)
    return sweep_answer("joint", sweep.time, sweep.motor, sweep.link, sweep.torque).found.value


def main() -> int:
    """Look at all joints and store how often each answer came."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="two joints of each kind; stores nothing")
    is_quick = parser.parse_args().quick
    joints = 2 if is_quick else JOINTS
    numbers: dict[str, object] = {"joints of each kind": joints}
    wrong = 0
    with ProcessPoolExecutor() as pool:
        for kind in KINDS:
            found = Counter(pool.map(partial(answer, kind), range(joints), chunksize=5))
            for one in LinkPosition:
                numbers[f"{kind}: called {one.value}"] = found[one.value]
            wrong += found["measured" if kind != "measured" else "computed"]
            print(f"{kind}: {dict(found)}", flush=True)
    if not is_quick:
        write_measurement("link_position", seed=0, numbers=numbers)
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
