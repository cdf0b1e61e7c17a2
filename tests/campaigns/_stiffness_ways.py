"""A loaded virtual arm corrected in several ways, and what each leaves of the tool's shift.

Every way starts from a fresh arrival at the place. The ways that follow [Mikhel] 2.2 take steps as the
program does, each from deflection at a standstill; the full model knows the load and goes there at once.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from _stiffness_arm import ArmToLookAt, Load, Look, Place

from core.errors import TorsionError
from core.recording import FloatArray
from core.robot.model import RobotModel
from core.stiffness.backward_jacobian import spring_columns
from core.stiffness.cartesian import full_compliance, reduced_compliance
from core.stiffness.correction import CorrectionStep, StepEnd, next_step
from core.stiffness.experiment import LoadTest, identify_from_loads
from core.stiffness.model import StiffnessModel, stiffness_model
from core.stiffness.prediction import tool_shift_of_turns
from core.stiffness.reduction import reduce_stiffness
from core.stiffness.result import ReducedStiffness, SpringSource

JOINTS = "joints alone"
REDUCED = "reduced model"
FULL = "full model"
REDUCED_MEASURED = "reduced model, springs within 5 %"
FULL_MEASURED = "full model, springs within 5 %"
EXPERIMENT = "reduced model by load tests"
SPRINGS_OFF = 0.05
"""By which springs are known wrongly at most, all errors as likely."""
TRACKER_M = 20e-6
"""Noise per axis of each of the two places whose difference is a shift."""


@dataclass(frozen=True, eq=False)
class Stepping:
    """By deflection, with the reduced model."""

    reduced: ReducedStiffness


@dataclass(frozen=True, eq=False)
class Foretelling:
    """By all springs and the known load."""

    model: StiffnessModel


Way = Stepping | Foretelling


@dataclass(frozen=True, eq=False)
class Outcome:
    """What one way left of a shift: (3,) m before and after each step; why there were no more."""

    left: tuple[FloatArray, ...]
    end: str

    @property
    def first(self) -> FloatArray:
        """(3,) m after one step."""
        return self.left[min(1, self.steps)]

    @property
    def last(self) -> FloatArray:
        """(3,) m in the end."""
        return self.left[-1]

    @property
    def steps(self) -> int:
        """How many were taken."""
        return len(self.left) - 1


@dataclass(frozen=True, eq=False)
class Corrected:
    """One place: the ``shift`` (3,) m that the load brought, ``joints_share`` of it by the full model.

    ``stray`` (n,) rad is how far the gears' twist was from their springs', ``loop`` m how far the tool was
    off because the loop had not arrived.
    """

    place: Place
    shift: FloatArray
    stray: FloatArray
    loop: float
    foretold: FloatArray
    """(3,) m by the full model."""
    joints_share: float
    outcomes: Mapping[str, Outcome] = field(default_factory=dict)


def true_model(robot: RobotModel) -> StiffnessModel:
    """All springs as the virtual arm has them."""
    return stiffness_model(robot)


def measured_model(robot: RobotModel, generator: np.random.Generator) -> StiffnessModel:
    """The joints' springs as a person measured them, links as described."""
    assert robot.joint_stiffness is not None
    off = SPRINGS_OFF * generator.uniform(-1.0, 1.0, robot.joint_count)
    known = robot.joint_stiffness * (1.0 + off)
    std = SPRINGS_OFF / np.sqrt(3.0) * known
    return stiffness_model(robot, joint_stiffness=known, joint_stiffness_std=std, source=SpringSource.TWIST)


def ways_of(robot: RobotModel, generator: np.random.Generator) -> dict[str, Way]:
    """All that need no experiment."""
    exact, measured = true_model(robot), measured_model(robot, generator)
    return {
        JOINTS: Stepping(reduce_stiffness(exact.with_rigid_links())),
        REDUCED: Stepping(reduce_stiffness(exact)),
        FULL: Foretelling(exact),
        REDUCED_MEASURED: Stepping(reduce_stiffness(measured)),
        FULL_MEASURED: Foretelling(measured),
    }


def by_load_tests(
    robot: RobotModel,
    *,
    load: Load,
    places: Sequence[Place],
    unloaded: Sequence[Look],
    loaded: Sequence[Look],
    generator: np.random.Generator,
) -> ReducedStiffness:
    """From shifts that a laser tracker saw, springs known within 5 % for the factors."""
    wrench = load.wrench(robot, np.array([place.goal for place in places]))
    tests = []
    for number, (place, before, after) in enumerate(zip(places, unloaded, loaded, strict=True)):
        shift = after.tool - before.tool + TRACKER_M * np.sqrt(2.0) * generator.standard_normal(3)
        force, moment = wrench[number, :3], wrench[number, 3:]
        tests.append(
            LoadTest(f"{number + 1}", place.goal, force, shift, moment, std=TRACKER_M * float(np.sqrt(2.0)))
        )
    return identify_from_loads(robot, tests, model=measured_model(robot, generator))


def corrected_places(
    arm: ArmToLookAt,
    robot: RobotModel,
    *,
    load: Load,
    places: Sequence[Place],
    unloaded: Sequence[Look],
    ways: Mapping[str, Way],
) -> Iterator[Corrected]:
    """Go to every place under the load, once for its shift and once for each way."""
    model = true_model(robot)
    for place, empty in zip(places, unloaded, strict=True):
        look = arm.arrive(place)
        springs = model.joint_compliance * _torques(model, place, load)
        stray = look.deflection - empty.deflection + springs
        off = tool_shift_of_turns(robot, place.goal, look.behind - empty.behind)
        foretold = full_shift(model, place, load)
        own = reduced_shift(model, model.joint_compliance, place, load)
        share = float(own @ foretold / (foretold @ foretold))
        outcomes = {
            name: _corrected(arm, robot, way, load=load, place=place, empty=empty)
            for name, way in ways.items()
        }
        loop = float(np.linalg.norm(off))
        yield Corrected(place, look.tool - empty.tool, stray, loop, foretold, share, outcomes)


def full_shift(model: StiffnessModel, place: Place, load: Load) -> FloatArray:
    """(3,) m by all springs."""
    pose = place.goal[np.newaxis]
    return np.asarray(full_compliance(model, pose)[0, :3] @ load.wrench(model.robot, pose)[0])


def reduced_shift(model: StiffnessModel, compliance: FloatArray, place: Place, load: Load) -> FloatArray:
    """(3,) m by joints of ``compliance`` (n,) alone."""
    pose = place.goal[np.newaxis]
    matrix = reduced_compliance(model.robot, compliance, pose)[0]
    return np.asarray(matrix[:3] @ load.wrench(model.robot, pose)[0])


def _torques(model: StiffnessModel, place: Place, load: Load) -> FloatArray:
    """(n,) N·m with which the load turns the joints."""
    pose = place.goal[np.newaxis]
    return np.asarray(model.columns(pose).joint[0].T @ load.wrench(model.robot, pose)[0])


def _corrected(
    arm: ArmToLookAt, robot: RobotModel, way: Way, *, load: Load, place: Place, empty: Look
) -> Outcome:
    look = arm.arrive(place)
    if isinstance(way, Stepping):
        return _by_steps(arm, robot, way.reduced, place=place, empty=empty, look=look)
    columns = spring_columns(robot, (), robot.flange, place.goal[np.newaxis]).joint[0]
    # directions in which the arm hardly moves are left as they are
    turns = -np.linalg.pinv(columns[:3], rcond=0.02) @ full_shift(way.model, place, load)
    left = (look.tool - empty.tool, arm.step(place.goal + turns).tool - empty.tool)
    return Outcome(left, "done")


def _by_steps(
    arm: ArmToLookAt,
    robot: RobotModel,
    reduced: ReducedStiffness,
    *,
    place: Place,
    empty: Look,
    look: Look,
) -> Outcome:
    left, commanded = [look.tool - empty.tool], place.goal
    previous: CorrectionStep | None = None
    while True:
        try:
            step = next_step(
                robot,
                reduced,
                goal=place.goal,
                commanded=commanded,
                deflection=look.deflection - empty.deflection,
                previous=previous,
            )
        except TorsionError as error:
            return Outcome(tuple(left), str(error.code))
        if step.ends is StepEnd.DONE:
            return Outcome(tuple(left), "done")
        look = arm.step(step.target)
        left.append(look.tool - empty.tool)
        previous, commanded = step, step.target
        if step.ends is StepEnd.LAST:
            return Outcome(tuple(left), "last")
