"""How good the planned excitation trajectories are, robot by robot and kind by kind.

One problem throughout: [Liu]'s limits, five harmonics, 20 s, 200 samples, the condition number of the
base regressor by the convention that is printed with every plan. First without regard to floor and
body, as the papers compare, five seeds each: generic-6r after 3, 10 and 60 s, with the quintic too,
EC66 and UR10e after 10 s, [Liu]'s published trajectory on the same arms, and random motions. Then what
is left of it when floor, body and rated torques are kept clear of. Last the trajectories of [Liu]'s
block index and of the condition number side by side (its Table 2).
"""

import argparse
from statistics import median

import numpy as np
from _measurement import write_measurement

from core.excitation.evaluate import evaluate_trajectory
from core.excitation.optimisers.problem import Problem
from core.excitation.plan import ExcitationPlan, plan_excitation
from core.excitation.settings import CriterionName, ExcitationSettings, TrajectoryKind
from core.robot.library import load_robot
from tests.core.excitation.published import liu_series

SEEDS, QUICK_SEEDS = range(5), range(1)
MOMENTS_S, QUICK_MOMENTS_S = (3.0, 10.0, 60.0), (1.0,)
PLAN_S, QUICK_PLAN_S = 10.0, 1.0
ARMS = ("generic-6r", "ec66", "ur10e")
RANDOM_MOTIONS = 300

Numbers = dict[str, float]


def main() -> int:
    """Run the campaign; ``--quick`` plans for a second with one seed and judges nothing."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="one seed, a second each")
    quick = parser.parse_args().quick
    seeds, plan_s = (QUICK_SEEDS, QUICK_PLAN_S) if quick else (SEEDS, PLAN_S)
    _warm_up()
    numbers: Numbers = {}
    numbers |= _published()
    numbers |= _by_chance()
    numbers |= _over_time(seeds, QUICK_MOMENTS_S if quick else MOMENTS_S)
    for robot in ("ec66", "ur10e"):
        numbers |= _after(f"{robot} fourier", seeds, robot=robot, seconds=plan_s)
    numbers |= _after("generic-6r quintic", seeds, robot="generic-6r", seconds=plan_s, kind="quintic")
    for robot in ARMS:
        numbers |= _kept_clear(robot, seeds, plan_s)
    numbers |= _block_against_condition(plan_s)
    if not quick:
        write_measurement("excitation_plans", seed=0, numbers=numbers)
    return 0


def _settings(
    *, seconds: float, seed: int, kind: str = "fourier", criterion: CriterionName = CriterionName.COND
) -> ExcitationSettings:
    return ExcitationSettings(
        kind=TrajectoryKind(kind),
        limits="liu",
        collision=False,
        torque=False,
        seconds=seconds,
        seed=seed,
        criterion=criterion,
    )


def _warm_up() -> None:
    """Kernels are compiled once for all; nothing waits for that twice."""
    for robot in ARMS:
        plan_excitation(load_robot(robot), _settings(seconds=0.5, seed=99))


def _published() -> Numbers:
    found = {}
    for robot in ARMS:
        plan = evaluate_trajectory(load_robot(robot), liu_series(), _settings(seconds=1.0, seed=0))
        found[f"published trajectory on {robot}"] = plan.condition_number
    return _told(found)


def _by_chance() -> Numbers:
    """Properties of unplanned motions: random ones that use nine tenths of the same limits."""
    found = {}
    for robot in ARMS:
        problem = Problem(load_robot(robot), _settings(seconds=1.0, seed=0))
        generator = np.random.default_rng(0)
        values = [problem.value(problem.random(generator)) for _ in range(RANDOM_MOTIONS)]
        found |= {
            f"{share:g} % of {RANDOM_MOTIONS} random motions of {robot} are below": float(
                np.percentile(values, share)
            )
            for share in (5.0, 50.0, 95.0)
        }
    return _told(found)


def _over_time(seeds: range, moments: tuple[float, ...]) -> Numbers:
    """One run per seed: the steps do not depend on when the time is over."""
    reached: dict[float, list[float]] = {moment: [] for moment in moments}
    for seed in seeds:
        plan = plan_excitation(load_robot("generic-6r"), _settings(seconds=max(moments), seed=seed))
        for moment, values in reached.items():
            values.append(min(value for at, value in plan.history if at <= moment))
        _check(plan)
    return _told(
        {
            f"generic-6r fourier after {moment:g} s, {word} of {len(seeds)} seeds": float(take(values))
            for moment, values in reached.items()
            for word, take in (("worst", max), ("median", median), ("best", min))
        }
    )


def _after(what: str, seeds: range, *, robot: str, seconds: float, kind: str = "fourier") -> Numbers:
    plans = [
        plan_excitation(load_robot(robot), _settings(seconds=seconds, seed=seed, kind=kind)) for seed in seeds
    ]
    for plan in plans:
        _check(plan)
    values = [plan.condition_number for plan in plans]
    return _told(
        {
            f"{what} after {seconds:g} s, worst of {len(seeds)} seeds": max(values),
            f"{what} after {seconds:g} s, median of {len(seeds)} seeds": median(values),
        }
    )


def _kept_clear(robot: str, seeds: range, seconds: float) -> Numbers:
    """The same problem with floor, body and rated torques, under the worst permitted payload."""
    arm, values = load_robot(robot), []
    for seed in seeds:
        plan = plan_excitation(arm, ExcitationSettings(limits="liu", seconds=seconds, seed=seed))
        _check(plan)
        assert plan.closest is not None
        assert plan.closest.distance >= 0.01, plan.closest
        assert not [short for short in plan.shortfalls if short.blocking], plan.shortfalls
        values.append(plan.condition_number)
    what = f"{robot} fourier, keeping clear of floor, body and rated torques, after {seconds:g} s"
    return _told(
        {
            f"{what}, worst of {len(seeds)} seeds": max(values),
            f"{what}, median of {len(seeds)} seeds": median(values),
        }
    )


def _block_against_condition(seconds: float) -> Numbers:
    """The four condition numbers of both criteria's trajectories, and [Liu]'s index."""
    found = {}
    for criterion in (CriterionName.BLOCK, CriterionName.COND):
        settings = _settings(seconds=seconds, seed=0, criterion=criterion)
        block = plan_excitation(load_robot("generic-6r"), settings).numbers.block
        words = ("Y", "Ya", "Yb", "Yc")
        found |= {
            f"optimised by {criterion}: cond {word}": float(value)
            for word, value in zip(words, block.condition_numbers, strict=True)
        }
        found[f"optimised by {criterion}: block index"] = float(block.index)
    return _told(found)


def _check(plan: ExcitationPlan) -> None:
    assert plan.limit_use <= 1.0, plan.limit_use
    assert plan.boundary_error <= 1e-9, plan.boundary_error


def _told(numbers: Numbers) -> Numbers:
    for what, value in numbers.items():
        print(f"{what}: {value:.4g}", flush=True)
    return numbers


if __name__ == "__main__":
    raise SystemExit(main())
