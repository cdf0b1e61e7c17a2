"""Recordings as strangers make them, on many arms: none may end silently wrong.

Each combination of unit (rad, deg, rev, counts), wrapped or not, with and without units in the names,
and fault (none, a reversed speed, exchanged speeds, gaps, joints by the alphabet with their names in
cells, a second program, other zeros, late speeds, numbers that stand for none, joints counted at their
motors, a reversed torque) is written in turn, with rate, form and motion drawn from the seed, on one arm
after the other.
Counted is what comes of it; *needless* are questions about files whose names say everything plainly.
"""

import argparse
import os
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import lru_cache, partial
from itertools import product
from multiprocessing import get_context
from pathlib import Path

import numpy as np
from _measurement import write_measurement
from _twist_visits import one_thread

from core.robot.model import RobotModel
from tests.core.recognition.strangers import FAULTS, UNITS, Outcome, arms, outcome, stranger, written

SEED = 41
RECORDINGS, ARMS = 1056, 66


CASES = tuple(product(UNITS, (False, True), (False, True), FAULTS))


@lru_cache(maxsize=1)
def robots(seed: int) -> list[RobotModel]:
    """The arms of the campaign."""
    return arms(ARMS, seed=seed)


def one(number: int, *, seed: int) -> tuple[Outcome, tuple[str, bool], str]:
    """One recording: what came of it, its fault, whether it says everything plainly, and a line about it."""
    random = np.random.default_rng([seed, number])
    whole = np.random.default_rng([seed, number // len(CASES)]).permutation(len(CASES))
    unit, wrapped, units, fault = CASES[int(whole[number % len(CASES)])]
    robot = robots(seed)[number % ARMS]
    made = stranger(robot, random, unit=unit, wrapped=wrapped, units=units, fault=fault)
    with tempfile.TemporaryDirectory() as folder:
        end = outcome(made, written(made, Path(folder)))
    is_needless = made.says_plainly and end is not Outcome.RIGHT
    line = ""
    if end in {Outcome.WRONG, Outcome.ASKED_OTHERWISE} or is_needless:
        words = (
            "units" if units else "no units",
            "wrapped" if wrapped else "plain",
            made.fault or "no fault",
        )
        line = f"{number} {end}: {robot.name} {unit} {' '.join(words)} {made.rate:g} Hz {made.form}"
    return end, (made.fault, made.says_plainly), line


def main() -> int:
    """Run the campaign; exit 1 for one that is silently wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--recordings", type=int, default=RECORDINGS)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--write", action="store_true", help="keep the numbers as a measurement")
    arguments = parser.parse_args()
    started = time.monotonic()
    ends: Counter[str] = Counter()
    plain: Counter[bool] = Counter()
    by_fault: dict[str, Counter[str]] = {fault or "none": Counter() for fault in FAULTS}
    context = get_context("spawn")
    with ProcessPoolExecutor(arguments.processes, context, initializer=one_thread) as pool:
        each = partial(one, seed=arguments.seed)
        for end, made, line in pool.map(each, range(arguments.recordings), chunksize=8):
            ends[end] += 1
            by_fault[made[0] or "none"][end] += 1
            if made[1]:
                plain[end is Outcome.RIGHT] += 1
            if line:
                print(line, flush=True)
    numbers = {
        "recordings": ends.total(),
        "robots": ARMS,
        "silently_wrong": ends[Outcome.WRONG],
        "outcomes": {str(end): count for end, count in ends.items()},
        "by_fault": {fault: {str(end): n for end, n in count.items()} for fault, count in by_fault.items()},
        "said_plainly": plain.total(),
        "needless_questions": plain[False],
        "needless_share": round(plain[False] / max(plain.total(), 1), 4),
    }
    print(numbers, f"{time.monotonic() - started:.0f} s")
    if arguments.write:
        write_measurement("foreign", seed=arguments.seed, numbers=numbers)
    return 1 if ends[Outcome.WRONG] else 0


if __name__ == "__main__":
    sys.exit(main())
