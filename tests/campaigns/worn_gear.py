"""Whether a worn gear is told from a healthy one, and a healthy one from noise.

Each virtual arm is visited, and visited again later: once with nothing changed but the power-on, the
noise and how warm the joints are, and once with one gear worn besides, its stiffness a fifth less and
its backlash twice what it was. Every visit records two excitations and slow load steps, identifies a
model of its own and analyses the deflections; then two visits are compared as the program compares
them. The worn gear is one that gravity can load, with some backlash to begin with.

Told are the shares of faults that were found, and of arms and joints where something was found that
did not happen. The comparison promises 1 % of the arms.
"""

import argparse
import json
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path

import numpy as np
from _measurement import write_measurement
from _twist_visits import (
    load_plan,
    model_of,
    one_thread,
    plan_motions,
    record_visit,
    twist_of,
)
from _virtual_twist import VirtualTwistArm, virtual_twist, wear

from core.elasticity.comparison import compare_elasticity
from core.elasticity.comparison_result import Change, ElasticityComparison, TwistQuantity
from core.elasticity.result import Elasticity

SEED, SEEDS = 5000, 100
"""Of the first arm, and how many."""
ROBOTS = ("ec66", "generic-6r")
"""Taken in turn."""
STIFFNESS_LEFT, BACKLASH_GROWN = 0.8, 2.0
BEFORE, UNCHANGED, WORN = "before", "unchanged", "worn"
FAULTS = (TwistQuantity.STIFFNESS, TwistQuantity.BACKLASH)
COOL_K, WARM_K = 298.15, 308.15
"""Between which an arm's joints are at the beginning of a visit."""
PROCESSES = 2


@dataclass(frozen=True)
class Case:
    """One arm, and where its recordings are kept."""

    robot: str
    seed: int
    quick: bool = False
    kept: Path | None = None

    def file(self, what: str) -> Path | None:
        """The file of a visit."""
        return None if self.kept is None else self.kept / f"{self.robot}-{self.seed}-{what}.h5"


@dataclass(frozen=True, eq=False)
class Judged:
    """One arm: which gear (from 0) wore, and what the comparisons with the two later visits say."""

    case: Case
    joint: int
    unchanged: ElasticityComparison
    worn: ElasticityComparison
    seconds: float

    def fault(self, quantity: TwistQuantity) -> Change | None:
        """What was found of a fault, where both visits have the quantity."""
        change = self.worn.joints[self.joint].change_of(quantity)
        return change if change is not None and change.is_compared else None

    def is_found(self, quantity: TwistQuantity) -> bool:
        """Whether the fault was reported, in the right direction."""
        change = self.fault(quantity)
        return change is not None and change.is_beyond_noise and bool(change.is_worse)


def main() -> int:
    """Run the campaign; ``--quick`` takes one arm and short motions."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="one arm, short motions")
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
    if not arguments.quick and arguments.seeds == SEEDS:
        write_measurement("worn_gear", seed=SEED, numbers=numbers)
    return 0


def _run(cases: Sequence[Case], *, processes: int) -> Iterator[Judged]:
    if processes == 1:
        yield from (_told(_judged(case)) for case in cases)
        return
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        for judged in pool.map(_judged, cases):
            yield _told(judged)


def _judged(case: Case) -> Judged:
    one_thread()
    began = time.perf_counter()
    rng = np.random.default_rng([case.seed, 12])
    blocks = load_plan(case.robot, quick=case.quick).blocks
    joint = int(rng.choice([block.joint for block in blocks]))
    visits = {
        what: _visited(case, _arm(case, what, joint, temperature=rng.uniform(COOL_K, WARM_K)), what, joint)
        for what in (BEFORE, UNCHANGED, WORN)
    }
    unchanged, worn = (compare_elasticity(visits[BEFORE], visits[what]) for what in (UNCHANGED, WORN))
    return Judged(case, joint, unchanged, worn, time.perf_counter() - began)


def _arm(case: Case, what: str, joint: int, *, temperature: float) -> VirtualTwistArm:
    change = wear(joint, stiffness=STIFFNESS_LEFT, backlash=BACKLASH_GROWN) if what == WORN else None
    return virtual_twist(
        case.robot, case.seed, worn=(joint,), change=change, power_on=what, temperature=temperature
    )


def _visited(case: Case, arm: VirtualTwistArm, what: str, joint: int) -> Elasticity:
    motions = plan_motions(arm, seed=case.seed, quick=case.quick, joints=(joint,))
    recordings = record_visit(arm, motions, kept=case.file(what))
    return twist_of(arm, recordings, model_of(arm, recordings), fit=tuple(recordings))


def _told(judged: Judged) -> Judged:
    """Print one arm as a line of JSON."""
    case = judged.case
    line = {
        "robot": case.robot,
        "seed": case.seed,
        "joint": judged.joint,
        "seconds": round(judged.seconds, 1),
        "faults": {str(quantity): _sizes(judged.fault(quantity)) for quantity in FAULTS},
        "false, unchanged": _alarms(judged.unchanged),
        "beyond the fault, worn": _alarms(judged.worn, but=judged.joint),
    }
    print(json.dumps(line), flush=True)
    return judged


def _sizes(change: Change | None) -> list[float] | None:
    """The relative change, and how many standard deviations it is."""
    if change is None:
        return None
    relative = float("nan") if change.relative is None else change.relative.value
    return [round(relative, 3), round(change.stds, 1)]


def _alarms(comparison: ElasticityComparison, *, but: int | None = None) -> list[list[object]]:
    return [
        [joint.number, str(change.quantity), round(change.stds, 1)]
        for joint, change in comparison.found
        if joint.number != but
    ]


def _numbers(arms: Sequence[Judged]) -> dict[str, float]:
    numbers: dict[str, float] = {"arms": len(arms)}
    for quantity in FAULTS:
        numbers |= {f"{quantity}: {what}": value for what, value in _detected(arms, quantity).items()}
    found = [[arm.is_found(quantity) for quantity in FAULTS] for arm in arms]
    numbers["worn gears told, by either"] = float(np.mean(np.any(found, axis=1)))
    unchanged = [arm.unchanged for arm in arms]
    return {
        **numbers,
        **{f"unchanged: {what}": value for what, value in _false_alarms(unchanged).items()},
        "worn: arms with an alarm at another joint": float(
            np.mean([bool(_alarms(arm.worn, but=arm.joint)) for arm in arms])
        ),
    }


def _detected(arms: Sequence[Judged], quantity: TwistQuantity) -> Mapping[str, float]:
    """Of the faults of one kind."""
    changes = [arm.fault(quantity) for arm in arms]
    told = np.array([arm.is_found(quantity) for arm in arms])
    measured = np.array([change is not None for change in changes])
    numbers = {"told of all": float(told.mean()), "measured in both visits": float(measured.mean())}
    if measured.any():
        numbers["told of the measured"] = float(told[measured].mean())
    relative = [
        change.relative.value for change in changes if change is not None and change.relative is not None
    ]
    if relative:
        numbers |= {"change found, median": float(np.median(relative))}
        numbers |= {"change found, spread": float(np.std(relative))}
    return numbers


def _false_alarms(comparisons: Sequence[ElasticityComparison]) -> Mapping[str, float]:
    """Of visits between which nothing changed."""
    joints = [
        joint for one in comparisons for joint in one.joints if any(c.is_compared for c in joint.changes)
    ]
    changes = [change for joint in joints for change in joint.changes if change.is_compared]
    numbers = {
        "arms with any alarm": float(np.mean([bool(one.found) for one in comparisons])),
        "arms with an alarm for the worse": float(np.mean([bool(one.worse) for one in comparisons])),
        "joints compared": float(len(joints)),
        "joints with any alarm": float(np.mean([bool(joint.found) for joint in joints])),
        "rms of change over stated deviation": float(np.sqrt(np.mean([c.stds**2 for c in changes]))),
    }
    for quantity in dict.fromkeys(change.quantity for change in changes):
        alarms = [change.is_beyond_noise for change in changes if change.quantity is quantity]
        numbers[f"{quantity}: alarms of {len(alarms)}"] = float(sum(alarms))
    return numbers


if __name__ == "__main__":
    raise SystemExit(main())
