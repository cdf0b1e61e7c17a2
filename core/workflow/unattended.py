"""Unattended execution of a guide: steps that run alone, steps held for a person, and steps left out.

This module moves no arm. A step that is ``held`` is prepared up to its preview, and then waits for a
person who watches the cell and holds the button.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from core.workflow.guide import Capability, Guide, GuideStep
from core.workflow.guides import ON_ROBOT, guide_named
from core.workflow.journey import Journey, Situation, StepState
from core.workflow.progress import Progress


class LeftOut(StrEnum):
    """Reason why a step of the guide does not run unattended."""

    PERSON_STARTS = "person-starts"
    """The person starts here and checks the preparations."""
    OTHER_WAY = "other-way"
    """Another step that takes part makes the same, and better."""
    WANTS_HANDS = "wants-hands"
    """A person must attach a load, lock an output or choose a place before it is useful."""


@dataclass(frozen=True)
class Unattended:
    """Keys of the steps of a guide that run unattended."""

    of_guide: str
    held: frozenset[str]
    """Steps that move the arm: prepared automatically, started by a person."""
    alone: frozenset[str]
    """Steps that need no person."""
    left_out: Mapping[str, LeftOut] = field(default_factory=dict)

    @property
    def guide(self) -> Guide:
        """The guide, with the steps that features add to it; those are left out."""
        return guide_named(self.of_guide)

    def takes(self, step: str) -> bool:
        """True if the step takes part."""
        return step in self.held or step in self.alone

    def following(self, journey: Journey, step: str) -> str | None:
        """The step to continue with; None after the last.

        Skipped are the steps that are left out, those that are useless with the connected controller,
        and those whose product is up to date. A step that only shows a product is visited all the
        same, because a verdict may stop the procedure there. So is the last one, whose report
        contains everything before it.
        """
        later = self.guide.steps[self.guide.keys.index(step) + 1 :]
        return next((each.key for each in later if self._is_to_be_done(journey, each)), None)

    def steps_left(self, journey: Journey, step: str) -> tuple[str, ...]:
        """The remaining steps, including the present one unless it is done."""
        steps = self.guide.steps[self.guide.keys.index(step) :]
        return tuple(each.key for each in steps if self._is_to_be_done(journey, each))

    def seconds_left(self, journey: Journey, step: str, *, in_hand: float | None = None) -> float:
        """Usual time of the remaining steps, s; ``in_hand`` is the present step's own estimate, s."""
        return sum(
            in_hand if key == step and in_hand is not None else journey.usual_seconds(key)
            for key in self.steps_left(journey, step)
        )

    def seconds_of(self, progress: Progress, *, sees_twist: bool) -> float:
        """Usual time of what is left of a guide before a robot is connected, s.

        ``sees_twist`` is True for an arm with link encoders. The controller is taken to run planned motions.
        """
        capabilities = {Capability.CONTROLLER, Capability.MOTION, Capability.TRAJECTORY}
        if sees_twist:
            capabilities.add(Capability.LINK_ENCODERS)
        journey = Journey(progress.following(self.of_guide), Situation(frozenset(capabilities)))
        return self.seconds_left(journey, self.guide.keys[0])

    def _is_to_be_done(self, journey: Journey, step: GuideStep) -> bool:
        if not self.takes(step.key) or not journey.leads_on(step.key):
            return False
        is_last = step is self.guide.steps[-1]
        return bool(step.shows) or is_last or journey.state(step.key) is not StepState.DONE


COMMISSIONING = Unattended(
    ON_ROBOT.key,
    held=frozenset({"check", "friction", "load-steps", "excite", "verify"}),
    alone=frozenset({"plan", "choose", "identify", "results", "twist", "stiffness", "report"}),
    left_out={
        "connect": LeftOut.PERSON_STARTS,
        "record": LeftOut.OTHER_WAY,
        "compensate": LeftOut.WANTS_HANDS,
        "gains": LeftOut.WANTS_HANDS,
        "payload-methods": LeftOut.WANTS_HANDS,
        "torque-ramps": LeftOut.WANTS_HANDS,
    },
)
"""From the first hold to the written report; on a controller that runs no motions as far as *record*."""

UNATTENDED: Mapping[str, Unattended] = {COMMISSIONING.of_guide: COMMISSIONING}


def unattended(guide: str) -> Unattended | None:
    """Unattended execution of the guide with that key; None if it has none."""
    return UNATTENDED.get(guide)
