"""Known answers and the paper's tables again: [Mikhel]'s arms reduced by algebra and by experiment.

Experiments without noise are drawn as the published program draws them: poses at random over the joints'
ranges, forces of 100 N in the positive octant. With noise the tests say how well they were measured.
"""

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from _stiffness_paper import (
    DRAWS,
    ERROR_BY_TESTS_M,
    FORCE_N,
    LARGEST,
    MEAN_ERROR_M,
    STIFFNESS,
    cells,
    coefficient,
)

from core.recording import FloatArray
from core.robot.library import load_robot
from core.robot.link_spring import LinkSpring
from core.robot.model import RobotModel
from core.stiffness.cartesian import full_compliance, reduced_compliance
from core.stiffness.experiment import LoadTest, identify_from_loads
from core.stiffness.load_plan import LoadPlanSettings, LoadTestPlan, Pushes
from core.stiffness.model import StiffnessModel, stiffness_model
from core.stiffness.pose_selection import plan_load_tests
from core.stiffness.quadrature import joint_ranges
from core.stiffness.reduction import reduce_stiffness
from core.stiffness.result import ReducedStiffness
from core.stiffness.settings import StiffnessSettings

K3 = (178287.47, 287417.91, 94080.93)
K4 = (271417.958, 414060.786, 245385.200, 71458.470, 111858.303, 1000.968)
"""N·m/rad."""
UPRIGHT = (262197.593, 379697.141, 260810.774, 80402.574, 127659.250, 1224.960)
"""N·m/rad of the six-link arm with the tubes of links 1 and 2 mounted the right way up."""
THREE, SIX = "mikhel-3", "mikhel-6"
MANY_POSES, SOME_POSES = 20_000, 2_000
PLANS = 10
"""For each number of loads, repeated in turn."""
WITHIN_95 = 1.96
Numbers = dict[str, float]


def known_answers() -> Numbers:
    """K3, K4, the upright tubes, and Table 2 cell by cell."""
    numbers: Numbers = {}
    for name, robot, wanted in (
        ("K3", load_robot(THREE), K3),
        ("K4", load_robot(SIX), K4),
        ("K4 with upright tubes", with_upright_tubes(load_robot(SIX)), UPRIGHT),
    ):
        began = time.perf_counter()
        found = reduce_stiffness(stiffness_model(robot))
        numbers[f"{name}: seconds"] = time.perf_counter() - began
        for joint, stiffness in zip(found.joints, found.stiffness, strict=True):
            numbers[f"{name}: {joint.joint}, N·m/rad"] = float(stiffness)
        numbers[f"{name}: largest relative error"] = float(np.abs(found.stiffness / wanted - 1.0).max())
        numbers[f"{name}: mean error at {found.error.poses} poses, m"] = found.error.mean
        numbers[f"{name}: poses looked at"] = found.poses
    return {**numbers, **_table_2()}


def with_upright_tubes(robot: RobotModel) -> RobotModel:
    """The six-link arm whose first two links bend and tilt as a tube that stands on its foot."""

    def upright(spring: LinkSpring) -> LinkSpring:
        # shifts and tilts are coupled by products of one length, whose sign alone was turned
        sign = np.where(np.arange(6) < 3, 1.0, -1.0)
        return LinkSpring(spring.link, spring.placement, spring.compliance * np.outer(sign, sign))

    return replace(
        robot, link_springs=tuple(upright(one) if one.link < 2 else one for one in robot.link_springs)
    )


def _table_2() -> Numbers:
    found = reduce_stiffness(stiffness_model(load_robot(THREE)))
    coefficients = np.stack([one.coefficient for one in found.contributions])
    values = {cell: coefficient(cell, coefficients) for cell in cells()}
    kinds = {
        "decimals": [cell for cell in values if not cell.is_power and not cell.is_nothing],
        "powers of ten": [cell for cell in values if cell.is_power],
        "zeros": [cell for cell in values if cell.is_nothing],
    }
    numbers: Numbers = {
        "Table 2: largest coefficient": max(values.values()),
        "Table 2: largest coefficient in the paper": LARGEST,
        "Table 2: cells": len(values),
        "Table 2: cells that agree": sum(cell.is_met(value) for cell, value in values.items()),
    }
    for kind, chosen in kinds.items():
        numbers[f"Table 2: {kind}"] = len(chosen)
        numbers[f"Table 2: {kind} that agree"] = sum(cell.is_met(values[cell]) for cell in chosen)
    numbers["Table 2: decimals that agree without rounding before the division"] = sum(
        cell.is_met_unrounded(values[cell]) for cell in kinds["decimals"]
    )
    for cell, value in values.items():
        if not cell.is_met(value):
            numbers[f"Table 2: {cell.name}, {cell.printed} in the paper"] = value / LARGEST
    return numbers


@dataclass(frozen=True, eq=False)
class Loads:
    """Poses (m, n) and forces (m, 3), with the shifts (m, 3) by the full model."""

    q: FloatArray
    force: FloatArray
    shift: FloatArray

    @classmethod
    def drawn(
        cls, model: StiffnessModel, count: int, generator: np.random.Generator, *, octant: bool = True
    ) -> "Loads":
        """At random; in all directions alike, or with the published program in one octant."""
        lower, upper = joint_ranges(model.robot, StiffnessSettings())
        is_open = ~np.isfinite(upper - lower)
        low, high = np.where(is_open, -np.pi, lower), np.where(is_open, np.pi, upper)
        q = generator.uniform(low, high, (count, low.size))
        force = generator.random((count, 3)) if octant else generator.standard_normal((count, 3))
        force *= FORCE_N / np.linalg.norm(force, axis=1, keepdims=True)
        return cls(q, force, _shifts(full_compliance(model, q), force))

    @classmethod
    def planned(cls, model: StiffnessModel, plan: LoadTestPlan) -> "Loads":
        """Of a plan."""
        return cls(plan.poses, plan.forces, _shifts(full_compliance(model, plan.poses), plan.forces))

    def tests(self, *, noise: float = 0.0, generator: np.random.Generator | None = None) -> list[LoadTest]:
        """As measured, with ``noise`` m per axis."""
        scatter = (
            np.zeros(self.shift.shape) if generator is None else generator.standard_normal(self.shift.shape)
        )
        measured = self.shift + noise * scatter
        told = noise if noise > 0.0 else float("nan")
        rows = zip(self.q, self.force, measured, strict=True)
        return [LoadTest(f"{number}", *row, std=told) for number, row in enumerate(rows, start=1)]


def _shifts(compliance: FloatArray, force: FloatArray) -> FloatArray:
    shifts: FloatArray = np.einsum("kij,kj->ki", compliance[:, :3, :3], force)
    return shifts


def mean_error(model: StiffnessModel, compliance: FloatArray, loads: Loads) -> float:
    """M that joints alone leave on average."""
    reduced = reduced_compliance(model.robot, compliance, loads.q, tool=model.tool)
    return float(np.linalg.norm(_shifts(reduced, loads.force) - loads.shift, axis=1).mean())


def tables_3_and_4(*, seed: int, repeats: int) -> Numbers:
    """Experiments of 25 to 100 loads ``repeats`` times, against the algebra."""
    model = stiffness_model(load_robot(THREE))
    generator = np.random.default_rng([seed, 3])
    algebra = reduce_stiffness(model)
    many = Loads.drawn(model, MANY_POSES, generator)
    draws = [mean_error(model, algebra.compliance, Loads.drawn(model, DRAWS, generator)) for _ in range(400)]
    low, high = np.quantile(draws, (0.025, 0.975))
    numbers: Numbers = {
        "Table 4: algebra, mean error over many poses, m": mean_error(model, algebra.compliance, many),
        "Table 4: algebra, mean error in the paper, m": MEAN_ERROR_M["algebra"],
        f"Table 4: algebra, mean of {DRAWS} draws, 2.5 %, m": float(low),
        f"Table 4: algebra, mean of {DRAWS} draws, 97.5 %, m": float(high),
        f"Table 4: algebra, means of {DRAWS} draws below the paper's": float(
            np.mean(np.array(draws) <= MEAN_ERROR_M["algebra"])
        ),
        "Table 4: algebra, seconds": algebra.seconds,
        "Table 4: algebra, digits as printed": _as_printed(algebra.stiffness),
    }
    for count in ERROR_BY_TESTS_M:
        numbers |= _by_experiment(model, algebra, many, count, generator=generator, repeats=repeats)
    return numbers


def _as_printed(stiffness: FloatArray) -> float:
    """How many of the three joints come out as [Mikhel] printed them."""
    return float(np.sum(np.round(stiffness / 1e5, 2) == np.array(STIFFNESS) / 1e5))


def _by_experiment(
    model: StiffnessModel,
    algebra: ReducedStiffness,
    many: Loads,
    count: int,
    *,
    generator: np.random.Generator,
    repeats: int,
) -> Numbers:
    errors, away, stiffness, seconds = [], [], [], []
    for _ in range(repeats):
        tests = Loads.drawn(model, count, generator).tests()
        found = identify_from_loads(model.robot, tests, model=model)
        errors.append(mean_error(model, found.compliance, many))
        away.append(np.abs(found.stiffness / algebra.stiffness - 1.0))
        stiffness.append(found.stiffness)
        seconds.append(found.seconds)
    of = f"Table 3: {count} loads"
    numbers = {
        f"{of}: mean error over many poses, mean, m": float(np.mean(errors)),
        f"{of}: mean error over many poses, worst, m": float(np.max(errors)),
        f"{of}: mean error in the paper, m": ERROR_BY_TESTS_M[count],
        f"{of}: seconds": float(np.median(seconds)),
    }
    for joint, values in zip(model.robot.joint_names, np.array(away).T, strict=True):
        numbers[f"{of}: {joint}: off the algebra, mean"] = float(values.mean())
        numbers[f"{of}: {joint}: off the algebra, worst"] = float(values.max())
    for joint, mean in zip(model.robot.joint_names, np.mean(stiffness, axis=0), strict=True):
        numbers[f"{of}: {joint}, N·m/rad"] = float(mean)
    return numbers


def with_noise(*, seed: int, repeats: int, noises: Sequence[float], counts: Sequence[int]) -> Numbers:
    """Experiments with the noise of a laser tracker: random and planned poses, intervals against truth.

    Intervals are held against two truths: with links, the algebra, from which an experiment at few poses
    strays beyond its noise; and with rigid links, the springs that the arm has.
    """
    numbers: Numbers = {}
    for name in (THREE, SIX):
        model = stiffness_model(load_robot(name))
        for way, one in (("", model), (", rigid links", model.with_rigid_links())):
            for count in counts:
                plans = [planned_poses(one, count, seed=seed + number) for number in range(PLANS)]
                for noise in noises:
                    of = f"tests with noise: {name}{way}: {count} loads: {1e6 * noise:.0f} µm"
                    generator = np.random.default_rng([seed, count, round(1e6 * noise)])
                    drawn = _Drawn(one, count, noise, generator)
                    for poses, chosen in (("random", []), ("planned", plans)):
                        for what, value in drawn.numbers(repeats, chosen).items():
                            numbers[f"{of}: {poses}: {what}"] = value
    return numbers


def planned_poses(model: StiffnessModel, count: int, *, seed: int) -> Loads:
    """The poses that the program plans for pushes of 100 N along the base's axes."""
    settings = LoadPlanSettings(seed=seed)
    plan = plan_load_tests(model, count=count, loads=Pushes(FORCE_N), settings=settings)
    return Loads.planned(model, plan)


@dataclass(frozen=True, eq=False)
class _Drawn:
    """Repeated experiments with one arm."""

    model: StiffnessModel
    count: int
    noise: float
    generator: np.random.Generator

    def numbers(self, repeats: int, plans: Sequence[Loads]) -> Mapping[str, float]:
        """Errors of joints that an experiment tells, against stated doubt; what is left at the tool."""
        truth = reduce_stiffness(self.model).compliance
        everywhere = Loads.drawn(self.model, SOME_POSES, self.generator, octant=False)
        errors, ratios, left = [], [], []
        for found in self._found(repeats, plans):
            told = np.isfinite(found.compliance)
            std = np.array([joint.compliance_std for joint in found.joints])
            off = found.compliance - truth
            errors.append(np.abs(off / truth)[told])
            ratios.append((off / std)[told])
            left.append(mean_error(self.model, found.usable_compliance, everywhere))
        every, ratio = np.concatenate(errors), np.concatenate(ratios)
        return {
            "joints told": every.size / repeats,
            "relative error, median": float(np.median(every)),
            "relative error, 95 %": float(np.quantile(every, 0.95)),
            "95 % intervals that hold the truth": float(np.mean(np.abs(ratio) < WITHIN_95)),
            "mean error at the tool, m": float(np.mean(left)),
        }

    def _found(self, repeats: int, plans: Sequence[Loads]) -> Iterator[ReducedStiffness]:
        for number in range(repeats):
            drawn = None if plans else Loads.drawn(self.model, self.count, self.generator, octant=False)
            loads = drawn or plans[number % len(plans)]
            tests = loads.tests(noise=self.noise, generator=self.generator)
            yield identify_from_loads(self.model.robot, tests, model=self.model)
