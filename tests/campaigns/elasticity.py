"""Whether the twist of every gear is found as it is: errors against the truth of virtual arms.

Arms of two types, two worn gears in each, with everything that makes them imperfect: friction of none of
the fitted forms, hysteresis, transmission error, following error, lags, quantised encoders, noise, and
drive gains that are up to 3 % from the data sheet that the loads are reckoned with. Each arm does what
an identification needs anyway (two excitations), then slow load steps, and both again with a payload
on its flange. The deflection is analysed from ordinary motion alone, with the load steps, and with load
steps and payload. Every quantity of every joint that is not called not measurable is held against
what the arm was built with. Stated are 95 % intervals as value ± 1.96 standard deviations.
"""

import argparse
import json
import math
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

import numpy as np
from _measurement import write_measurement
from _twist_truth import STRAY, TOLERATED, Compared, compared
from _twist_visits import (
    ORDINARY,
    PAYLOADS,
    is_measured,
    model_of,
    one_thread,
    plan_motions,
    record_visit,
    twist_of,
    worn_joints,
)
from _virtual_twist import virtual_twist

from core.elasticity.result import Elasticity
from core.quality import Judgement, Verdict
from core.recording import FloatArray
from core.robot.library import load_robot

SEED, SEEDS = 3000, 20
"""Of the first arm, and how many arms."""
ROBOTS = ("ec66", "generic-6r")
"""In turn."""
PLAIN, STEPS, LOADED = "ordinary motion", "with load steps", "with load steps and a payload"
SESSIONS = (PLAIN, STEPS, LOADED)
PROCESSES = 2
WITHIN_95 = 1.96
LOWEST_COVERAGE, HIGHEST_COVERAGE = 0.90, 0.99
SMALLEST_RATIO, LARGEST_RATIO = 0.7, 1.5


@dataclass(frozen=True)
class Case:
    """One arm, and where its recordings are kept."""

    robot: str
    seed: int
    quick: bool = False
    kept: Path | None = None

    @property
    def worn(self) -> tuple[int, ...]:
        """Joints with backlash, from 0."""
        return worn_joints(self.seed, joints=load_robot(self.robot).joint_count)

    def file(self, what: str) -> Path | None:
        """The visit of a session."""
        return None if self.kept is None else self.kept / f"{self.robot}-{self.seed}-{what}.h5"


@dataclass(frozen=True, eq=False)
class Judged:
    """One arm: by session the joints that are measured (n,), and every quantity against its truth."""

    case: Case
    measured: Mapping[str, FloatArray]
    judgements: Mapping[str, tuple[Judgement, ...]]
    """Of each joint."""
    found: Mapping[str, tuple[Compared, ...]]
    seconds: float


def main() -> int:
    """Run the campaign; ``--quick`` takes one arm, short motions and no payload."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="one arm, short motions, no payload")
    parser.add_argument("--seeds", type=int, default=SEEDS, help="how many arms")
    parser.add_argument("--keep", type=Path, metavar="DIR", help="keep recordings here, and use those there")
    arguments = parser.parse_args()
    if arguments.keep is not None:
        arguments.keep.mkdir(parents=True, exist_ok=True)
    cases = [
        Case(ROBOTS[number % len(ROBOTS)], SEED + number, arguments.quick, arguments.keep)
        for number in range(1 if arguments.quick else arguments.seeds)
    ]
    arms = list(_run(cases, processes=1 if len(cases) == 1 else PROCESSES))
    numbers = _numbers(arms)
    for what, value in numbers.items():
        print(f"{what}: {value:.4g}", flush=True)
    if arguments.quick:
        return 0
    if arguments.seeds == SEEDS:
        write_measurement("elasticity", seed=SEED, numbers=numbers)
    return 0 if _holds(numbers) else 1


def _run(cases: Sequence[Case], *, processes: int) -> Iterator[Judged]:
    if processes == 1:
        for case in cases:
            yield _told(_judged(case))
        return
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        for judged in pool.map(_judged, cases):
            yield _told(judged)


def _judged(case: Case) -> Judged:
    one_thread()
    began = time.perf_counter()
    measured, judgements, found = {}, {}, {}
    for session, twist, truths in _analysed(case):
        measured[session] = np.array(
            [is_measured(joint) and joint.stiffness is not None for joint in twist.joints]
        )
        judgements[session] = tuple(joint.judgement for joint in twist.joints)
        found[session] = truths
    return Judged(case, measured, judgements, found, time.perf_counter() - began)


def _analysed(case: Case) -> Iterator[tuple[str, Elasticity, tuple[Compared, ...]]]:
    """Session by session; what the recordings without a payload say first."""
    for payload, sessions in ((None, (PLAIN, STEPS)), (PAYLOADS[case.robot], (LOADED,))):
        if payload is not None and case.quick:
            return
        what = "plain" if payload is None else "payload"
        arm = virtual_twist(case.robot, case.seed, worn=case.worn, payload=payload, power_on=what)
        motions = plan_motions(arm, seed=case.seed, quick=case.quick, loaded=payload is not None)
        recordings = record_visit(arm, motions, kept=case.file(what))
        model = model_of(arm, recordings)
        for session in sessions:
            fit = ORDINARY if session == PLAIN else tuple(recordings)
            twist = twist_of(arm, recordings, model, fit=fit)
            yield session, twist, tuple(compared(twist, arm.truth))


def _told(judged: Judged) -> Judged:
    """Print one arm as a line of JSON."""
    sessions = {
        session: {
            "measured": np.flatnonzero(judged.measured[session]).tolist(),
            "verdicts": [
                [one.verdict, *(reason.code for reason in one.reasons)] for one in judged.judgements[session]
            ],
            **{
                quantity: [
                    [one.joint, float(f"{one.error:.4g}"), round(one.stds, 2)][: 2 + (one.quantity != STRAY)]
                    for one in found
                    if one.quantity == quantity
                ]
                for quantity in dict.fromkeys(one.quantity for one in found)
            },
        }
        for session, found in judged.found.items()
    }
    case = judged.case
    head = {"robot": case.robot, "seed": case.seed, "worn": case.worn, "seconds": round(judged.seconds, 1)}
    print(json.dumps({**head, **sessions}), flush=True)
    return judged


def _numbers(arms: Sequence[Judged]) -> dict[str, float]:
    numbers: dict[str, float] = {"arms": len(arms)}
    everything: list[Compared] = []
    for session in SESSIONS:
        there = [arm for arm in arms if session in arm.found]
        if not there:
            continue
        for robot in dict.fromkeys(arm.case.robot for arm in there):
            chosen = [arm for arm in there if arm.case.robot == robot]
            joints = np.concatenate([arm.measured[session] for arm in chosen])
            numbers[f"{session}: {robot}: joints"] = joints.size
            numbers[f"{session}: {robot}: joints measured"] = float(joints.sum())
            verdicts = [one.verdict for arm in chosen for one in arm.judgements[session]]
            numbers |= {
                f"{session}: {robot}: joints called {verdict}": verdicts.count(verdict) for verdict in Verdict
            }
        found = [one for arm in there for one in arm.found[session]]
        everything += found
        for quantity in dict.fromkeys(one.quantity for one in found):
            summary = _summary([one for one in found if one.quantity == quantity])
            numbers |= {f"{session}: {quantity}: {what}": value for what, value in summary.items()}
        numbers |= {f"{session}: all: {what}": value for what, value in _calibration(found).items()}
    return numbers | {f"all: {what}": value for what, value in _calibration(everything).items()}


def _summary(found: Sequence[Compared]) -> dict[str, float]:
    """Of one quantity."""
    error = np.abs([one.error for one in found])
    numbers = {
        "found": float(error.size),
        "median error": float(np.median(error)),
        "worst error": float(error.max()),
    }
    if found[0].quantity in TOLERATED:
        numbers["within tolerance"] = float(np.mean([one.is_tolerable for one in found]))
    return numbers | _calibration(found)


def _calibration(found: Sequence[Compared]) -> dict[str, float]:
    ratio = np.array([one.stds for one in found if not math.isnan(one.stds)])
    if not ratio.size:
        return {}
    return {
        "95 % intervals that hold the truth": float(np.mean(np.abs(ratio) < WITHIN_95)),
        "rms of error over stated deviation": float(np.sqrt(np.mean(ratio**2))),
    }


def _holds(numbers: Mapping[str, float]) -> bool:
    within = [value for what, value in numbers.items() if what.endswith("within tolerance")]
    coverage = numbers["all: 95 % intervals that hold the truth"]
    ratio = numbers["all: rms of error over stated deviation"]
    return (
        min(within) == 1.0
        and LOWEST_COVERAGE <= coverage <= HIGHEST_COVERAGE
        and SMALLEST_RATIO <= ratio <= LARGEST_RATIO
    )


if __name__ == "__main__":
    raise SystemExit(main())
