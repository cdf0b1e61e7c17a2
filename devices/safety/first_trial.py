"""The first trial of a real arm: what is tried, and what must be seen before the arm is moved freely.

The steps go from the smallest motion to those in which this computer fails. Each is done once for every
arm, by its serial number; a step that is not as it should be ends the trial.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from core.robot.model import RobotModel
from devices.errors import MotionRejected
from devices.motion import Jog, MotionPlan
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
ENDS_EARLY = frozenset({TrialStep.STOP, TrialStep.CABLE, TrialStep.WATCHDOG})
"""Steps in which the motion must not reach its end."""


@dataclass(frozen=True)
class Seen:
    """What was seen of the motion of a step."""

    finished: bool
    """It came to its planned end."""
    stop_asked: bool = False
    """A person pressed STOP, or this program stopped the arm."""
    link_lost: bool = False


def expect_trial_motion(robot: RobotModel, plan: MotionPlan) -> None:
    """Refuse every motion but a slow jog of the last joint by 2° at most, with which each step is tried.

    Raises
    ------
    MotionRejected
        ``first-trial-only``.
    """
    is_last = isinstance(plan, Jog) and plan.joint == robot.joint_count - 1
    if not is_last or any(jog_findings(robot, plan, proven=False)):
        raise MotionRejected("first-trial-only")


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
