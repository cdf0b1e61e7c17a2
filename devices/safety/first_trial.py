"""The first trial of a real arm: what is tried, and what must be seen before the arm is moved freely.

The steps go from the smallest motion to those in which this computer fails. Each is done once for every
arm, by its serial number; a step that is not as it should be ends the trial.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from core.recording import FloatArray
from core.robot.model import RobotModel
from devices.capabilities import Capabilities
from devices.errors import MotionRejected
from devices.motion import Jog, MotionPlan, MoveTo
from devices.safety.motion_checks import jog_findings


class TrialStep(StrEnum):
    """The steps, in their order."""

    JOG = "jog"
    """One joint turns by 2° and back."""
    STOP = "stop"
    """A person presses STOP while a joint turns."""
    CABLE = "cable"
    """A person pulls the network cable while a joint turns."""
    WATCHDOG = "watchdog"
    """The program sends no heartbeat while a joint turns."""
    PAYLOAD = "payload"
    """The payload that is set is written again and read back."""


MOVES: Mapping[TrialStep, bool] = {step: step is not TrialStep.PAYLOAD for step in TrialStep}
"""True for the steps in which the arm moves."""
SAME_RAD = 1e-6
"""A joint whose target is this close to its start does not move."""
BY_ITSELF = frozenset({TrialStep.CABLE, TrialStep.WATCHDOG})
"""Steps in which the arm stops by itself; one that finishes a move alone has nothing to show in them."""


@dataclass(frozen=True)
class Seen:
    """Observations of the motion of a step."""

    finished: bool
    """It came to its planned end."""
    stop_asked: bool = False
    """A person pressed STOP, or this program stopped the arm."""
    link_lost: bool = False


def steps_of(capabilities: Capabilities) -> tuple[TrialStep, ...]:
    """Steps of an arm: the payload only where its controller takes one."""
    return tuple(
        step
        for step in TrialStep
        if (MOVES[step] or capabilities.payload_write_back)
        and (step not in BY_ITSELF or capabilities.stops_when_host_silent)
    )


def expect_trial_motion(robot: RobotModel, plan: MotionPlan, *, start: FloatArray) -> None:
    """Refuse every motion but a slow jog of the last joint by 2° at most, with which each step is tried.

    Of a controller without jogs it is a move from ``start`` (n,) by as much.

    Raises
    ------
    MotionRejected
        ``first-trial-only``.
    """
    jog = plan if isinstance(plan, Jog) else _jog_like(robot, plan, start=start)
    is_last = jog is not None and jog.joint == robot.joint_count - 1
    if jog is None or not is_last or any(jog_findings(robot, jog, proven=False)):
        raise MotionRejected("first-trial-only")


def _jog_like(robot: RobotModel, plan: MotionPlan, *, start: FloatArray) -> Jog | None:
    """The jog of the last joint that a move from pose to pose is; None for any other motion."""
    if not isinstance(plan, MoveTo) or np.shape(plan.target) != np.shape(start):
        return None
    way = plan.target - start
    if np.any(np.abs(way[:-1]) > SAME_RAD):
        return None
    speed = plan.speed_fraction * float(robot.velocity_limit[-1])
    return Jog(robot.joint_count - 1, float(way[-1]), speed) if np.isfinite(speed) else None


def shortcoming(step: TrialStep, seen: Seen) -> str:
    """Return the code of what is missing for the step to count; empty if it counts.

    ``trial-not-finished``, ``trial-went-on`` for a motion that should have been ended and was not,
    ``trial-stopped-otherwise`` if something else ended it.
    """
    if step is TrialStep.JOG:
        return "" if seen.finished else "trial-not-finished"
    if seen.finished:
        return "trial-went-on"
    by_what_is_tried = {
        TrialStep.STOP: seen.stop_asked and not seen.link_lost,
        TrialStep.CABLE: seen.link_lost and not seen.stop_asked,
        TrialStep.WATCHDOG: not seen.stop_asked and not seen.link_lost,
    }
    return "" if by_what_is_tried[step] else "trial-stopped-otherwise"
