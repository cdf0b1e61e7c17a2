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

from core.base_parameters import find_base_parameters, standard_regressor
from core.friction.models import FrictionKind
from core.identification.identify import identify
from core.identification.settings import IdentificationSettings
from core.quality import Verdict
from core.recognition.reading import look_at, read_recordings
from core.recognition.user_answers import parse_answers
from core.robot.model import RobotModel
from tests.core.recognition.strangers import FAULTS, UNITS, Outcome, arms, outcome, stranger, written

SEED = 41
RECORDINGS, ARMS = 1056, 66
ARMS_OF_RESULTS = 5
RESULT_FAULTS = ("", "zero", "late", "torque sign", "sign", "order", "placeholder", "held")
SETTINGS = IdentificationSettings(friction=FrictionKind.COULOMB_VISCOUS)
USUAL = {
    "unseen-gain", "unseen-gain-unknown", "unseen-turn", "unseen-last-zero", "unseen-lean",
    "unseen-small-zero", "unseen-lag", "unseen-gain-of-joints", "unseen-still",
}  # fmt: skip
"""What is said beside every result, and names no cause."""


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


def identified(number: int, *, seed: int) -> tuple[str, str]:
    """What a model says that was identified with one recording, by true and by wrong answers, and a line.

    The stated truth is the torque of the arm's own masses: a model is wrong that is farther from it, for a
    joint, than a tenth of that joint's torque and three of its own standard deviations.
    """
    random = np.random.default_rng([seed, number])
    fault = RESULT_FAULTS[number % len(RESULT_FAULTS)]
    robot = [one for one in robots(seed) if one.inertial_parameters is not None][number % ARMS_OF_RESULTS]
    how = {"unit": "rad", "wrapped": False, "units": True, "rate": 125.0, "form": "csv", "fault": fault}
    made = stranger(robot, random, **how)
    with tempfile.TemporaryDirectory() as folder:
        path, said = written(made, Path(folder)), list[str]()
        found, is_as_it_is = look_at(path, robot=robot), bool(number // len(RESULT_FAULTS) % 2)
        for _ in range(3):
            said += [one.answer(one.choices[1 if is_as_it_is else 0]) for one in found.questions]
            found = look_at(path, robot=robot, answers=parse_answers(said)) if said else found
        if not found.is_complete:
            return "not taken", ""
        (recording,) = read_recordings(path, found=found, robot=robot)
        result = identify({"run": recording}, robot, fit=("run",), settings=SETTINGS)
    codes = [one.code for one in result.judgement.reasons]
    codes += [one.code for one in result.unseen if one.code not in USUAL] if result.setup else []
    base = find_base_parameters(robot, rotor_inertia=True)
    assert robot.inertial_parameters is not None
    truth = base.values(np.concatenate([robot.inertial_parameters.ravel(), np.zeros(robot.joint_count)]))
    off = result.estimate[: truth.size] - truth
    position = robot.position_from_reported(made.position[::10])
    velocity = (made.velocity * robot.reported_sign)[::10]
    acceleration = np.gradient(velocity, made.time[::10], axis=0)
    rows = base.columns(standard_regressor(robot, position, velocity, acceleration, rotor_inertia=True))
    error = np.sqrt(np.mean((rows @ off) ** 2, axis=0))
    spread = np.einsum("nji,ik,njk->nj", rows, result.covariance[: truth.size, : truth.size], rows)
    size = np.std(made.torque, axis=0)
    is_wrong = bool(np.any((error > 0.1 * size) & (error > 3.0 * np.sqrt(spread.mean(axis=0)))))
    verdict = result.judgement.verdict
    is_believed = verdict in {Verdict.GOOD, Verdict.USABLE}
    remarks = [one.code for one in recording.dropped if not one.rows]
    end = "right" if not is_wrong else "wrong, not believed" if not is_believed else "wrong with a reason"
    if is_wrong and is_believed and not codes and not remarks:
        end = "silently wrong"
    return f"{fault or 'none'}, {'as it is' if is_as_it_is else 'first answer'}: {end}", (
        f"{number} {robot.name} {fault} {end} {verdict} {codes} {remarks} "
        f"{np.round(error / size, 2).tolist()}"
    )


def results(count: int, *, seed: int) -> dict[str, int]:
    """Identify with recordings of the campaign, one after the other."""
    ends: Counter[str] = Counter()
    for number in range(count):
        end, line = identified(number, seed=seed)
        ends[end] += 1
        print(line or f"{number} {end}", flush=True)
    return dict(ends)


def main() -> int:
    """Run the campaign; exit 1 for one that is silently wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--recordings", type=int, default=RECORDINGS)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--results", type=int, default=0, help="identify with so many recordings besides")
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
    if arguments.results:
        numbers["identified"] = results(arguments.results, seed=arguments.seed)
    print(numbers, f"{time.monotonic() - started:.0f} s")
    if arguments.write:
        write_measurement("foreign", seed=arguments.seed, numbers=numbers)
    return 1 if ends[Outcome.WRONG] else 0


if __name__ == "__main__":
    sys.exit(main())
