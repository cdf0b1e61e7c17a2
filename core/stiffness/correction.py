"""Correction of joint positions for the deflection under a load.

[Mikhel] 2.2, with deflection as motor minus link position. The links follow the motors less where a
load acts against them. The motors must therefore move further by the deflection of the gears, and by
that of the links in addition.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

import numpy as np

from core.bounds import Bounds, Count, Length, check_bounds
from core.errors import BadRequest, Infeasible
from core.recording import FloatArray
from core.robot.model import RobotModel
from core.robot.placement import shift
from core.stiffness.backward_jacobian import spring_columns
from core.stiffness.prediction import tool_shift_of_turns
from core.stiffness.result import ReducedStiffness

_LITTLE = 1e-3
"""Smallest lever relative to the largest for which a joint has a lifting direction."""


class ControlLoop(StrEnum):
    """On which encoder a controller closes its position loop."""

    MOTOR = "motor"
    LINK = "link"
    """The link encoder: the gears' deflection is corrected by the controller, the links' is not."""


class StepEnd(StrEnum):
    """Action after a step."""

    CONTINUE = "continue"
    """Take the step, wait for standstill, and measure again."""
    DONE = "done"
    """The remaining error is not worth a motion."""
    LAST = "last"
    """Take the step; it is the last one allowed."""


TURN = Bounds("rad", 0.0, 1.0, above=True)


@dataclass(frozen=True)
class CorrectionLimits:
    """Limits of a correction.

    ``turn`` rad per joint and step, ``shift`` m of the tool (and of a slide) per step, ``steps`` in
    all; ``settled`` m at the tool, below which the correction is complete.
    """

    turn: Annotated[float, TURN] = float(np.radians(0.2))
    shift: Length = 5.0e-3
    steps: Count = 3
    settled: Length = 3.0e-5

    def __post_init__(self) -> None:
        """Refuse impossible values at once, with the name of the setting."""
        check_bounds(self)


@dataclass(frozen=True, eq=False)
class CorrectionStep:
    """One step of a correction at standstill.

    Attributes
    ----------
    number
        From 1.
    target
        (n,) rad (m) positions to command; the previous ones if the correction is complete.
    change
        (n,) rad (m) from there.
    remaining
        (n,) rad (m) of a full correction; ``change`` is the part within the limits.
    shift, remaining_shift
        Shift of the tool by ``change``, and by ``remaining``, m.
    unseen
        Joints without a measured deflection, which are not corrected.
    """

    number: int
    target: FloatArray
    change: FloatArray
    remaining: FloatArray
    shift: float
    remaining_shift: float
    ends: StepEnd
    unseen: tuple[int, ...] = ()


def corrected_position(
    goal: FloatArray, deflection: FloatArray, factor: FloatArray, *, loop: ControlLoop = ControlLoop.MOTOR
) -> FloatArray:
    """Joint positions (..., n) to command so that the tool is at the unloaded position of ``goal`` (..., n).

    Parameters
    ----------
    deflection
        (..., n) rad (m) of motor minus link, minus the same at the same pose without load.
    factor
        (n,) reduced compliance times own spring.
    loop
        On which encoder the controller closes its loop.
    """
    beyond = factor if loop is ControlLoop.MOTOR else factor - 1.0
    return np.asarray(goal + beyond * deflection)


def next_step(
    robot: RobotModel,
    reduced: ReducedStiffness,
    *,
    goal: FloatArray,
    commanded: FloatArray,
    deflection: FloatArray,
    previous: CorrectionStep | None = None,
    loop: ControlLoop = ControlLoop.MOTOR,
    limits: CorrectionLimits | None = None,
) -> CorrectionStep:
    """The next correction step for a deflection averaged at standstill.

    Parameters
    ----------
    goal
        (n,) rad (m) goal for the unloaded arm.
    commanded
        (n,) rad (m) positions commanded so far.
    deflection
        (n,) rad (m) as for :func:`corrected_position`; NaN for joints without a link encoder.
    previous
        The step that was taken before, if any.

    Raises
    ------
    BadRequest
        ``correction-unseen`` where no joint's deflection is known; ``motion-shape``.
    Infeasible
        ``correction-too-large`` where all steps together are too small, with the ``share`` of their
        limit; ``correction-grows`` where more remains than before the last step, in mm;
        ``correction-over`` where all steps were taken.
    """
    allowed = limits or CorrectionLimits()
    number = 1 if previous is None else previous.number + 1
    if number > allowed.steps:
        raise Infeasible("correction-over", steps=allowed.steps)
    asked, unseen = _asked(robot, reduced, goal, deflection, loop)
    remaining = asked - commanded
    left = _shift(robot, reduced, goal, remaining)
    use = _use_of_limits(robot, remaining, left, allowed)
    if left <= allowed.settled:
        nothing = np.zeros_like(remaining)
        return CorrectionStep(number, commanded, nothing, remaining, 0.0, left, StepEnd.DONE, unseen)
    if previous is not None and left > max(previous.remaining_shift, allowed.settled):
        raise Infeasible("correction-grows", before=1e3 * previous.remaining_shift, now=1e3 * left)
    if use > allowed.steps - number + 1:
        raise Infeasible("correction-too-large", share=use / (allowed.steps - number + 1), shift=1e3 * left)
    change = remaining / max(use, 1.0)
    ends = StepEnd.LAST if number == allowed.steps else StepEnd.CONTINUE
    moved = _shift(robot, reduced, goal, change)
    return CorrectionStep(number, commanded + change, change, remaining, moved, left, ends, unseen)


def _asked(
    robot: RobotModel, reduced: ReducedStiffness, goal: FloatArray, deflection: FloatArray, loop: ControlLoop
) -> tuple[FloatArray, tuple[int, ...]]:
    n = robot.joint_count
    if not (goal.shape == deflection.shape == reduced.usable_factor.shape == (n,)):
        raise BadRequest("motion-shape", expected=(n,), found=deflection.shape)
    is_seen = np.isfinite(deflection)
    if not is_seen.any():
        raise BadRequest("correction-unseen")
    asked = corrected_position(goal, np.where(is_seen, deflection, 0.0), reduced.usable_factor, loop=loop)
    return asked, tuple(np.flatnonzero(~is_seen).tolist())


def _shift(robot: RobotModel, reduced: ReducedStiffness, goal: FloatArray, turns: FloatArray) -> float:
    return float(np.linalg.norm(tool_shift_of_turns(robot, goal, turns, tool=reduced.settings.tool)))


def _use_of_limits(robot: RobotModel, remaining: FloatArray, shift: float, limits: CorrectionLimits) -> float:
    """Size of the remaining correction in steps of the limits."""
    most = np.where(robot.is_prismatic, limits.shift, limits.turn)
    return max(float(np.max(np.abs(remaining) / most)), shift / limits.shift)


# Direction of approach to a place that winds the gears up equally every time.
#
# Gears keep a part of their twist after a reversal. A payload lowers the tool and a correction lifts it.
# Joints that approach a place against the weight are therefore corrected onwards, without a reversal.


def lifting_direction(
    robot: RobotModel, q: FloatArray, *, tool: tuple[float, float, float] = (0.0, 0.0, 0.0)
) -> FloatArray:
    """Sign (n,) of each joint's motion that lifts the tool point at a pose (n,); +1 where neither does.

    Raises
    ------
    BadRequest
        ``motion-shape`` where ``q`` does not fit the robot.
    """
    tip = robot.flange @ shift(*tool)
    columns = spring_columns(robot, (), tip, np.asarray(q, dtype=np.float64)[np.newaxis]).joint[0]
    lift = -robot.gravity @ columns[:3]
    largest = float(np.max(np.abs(lift), initial=0.0))
    return np.where(lift < -_LITTLE * largest, -1.0, 1.0)
