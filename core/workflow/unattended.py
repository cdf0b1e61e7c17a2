"""How a guide goes on without anybody: which steps take part, which wait for a hand, which are left out.

Nothing here moves an arm. A step that is ``held`` gets as far as its preview, and then waits for a
person who looks at the cell and holds the button.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from core.workflow.guide import Guide, GuideStep
from core.workflow.guides import ON_ROBOT, guide_named
from core.workflow.journey import Journey, StepState


class LeftOut(StrEnum):
    """Why a step that a guide has is not gone through by itself."""

    PERSON_STARTS = "person-starts"
    """It is where a person begins, and looks at what is ready."""
    OTHER_WAY = "other-way"
    """Another step that takes part makes the same, and better."""
    WANTS_HANDS = "wants-hands"
    """Somebody has to hang a load, or to choose a place, before it makes sense."""


@dataclass(frozen=True)
class Unattended:
    """Which steps of a guide go by themselves, by their keys."""

    of_guide: str
    held: frozenset[str]
    """They move the arm: prepared by themselves, started by a person."""
    alone: frozenset[str]
    """They need nobody at all."""
    left_out: Mapping[str, LeftOut] = field(default_factory=dict)

    @property
    def guide(self) -> Guide:
        """The guide, with the steps that features add to it; those are left out."""
        return guide_named(self.of_guide)

    def takes(self, step: str) -> bool:
        """Whether a step takes part."""
        return step in self.held or step in self.alone

    def following(self, journey: Journey, step: str) -> str | None:
        """The step to go on to; None after the last.

        Passed over are those that are left out, those that lead nowhere with the controller that
        is connected, and those whose product stands already. Of these, a step that only shows a
        product is gone over all the same: it is where a verdict stops whoever goes on. So is the
        last, whose report tells of everything before it.
        """
        later = self.guide.steps[self.guide.keys.index(step) + 1 :]
        return next((each.key for each in later if self._is_to_be_done(journey, each)), None)

    def steps_left(self, journey: Journey, step: str) -> tuple[str, ...]:
        """The steps that will be gone through, the one in hand among them unless it is done."""
        steps = self.guide.steps[self.guide.keys.index(step) :]
        return tuple(each.key for each in steps if self._is_to_be_done(journey, each))

    def seconds_left(self, journey: Journey, step: str, *, in_hand: float | None = None) -> float:
        """How long the steps that are left usually take; ``in_hand`` s where the step itself knows better."""
        return sum(
            in_hand if key == step and in_hand is not None else journey.usual_seconds(key)
            for key in self.steps_left(journey, step)
        )

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
    },
)
"""From the first hold to the written report; on a controller that runs no motions as far as *record*."""

UNATTENDED: Mapping[str, Unattended] = {COMMISSIONING.of_guide: COMMISSIONING}


def unattended(guide: str) -> Unattended | None:
    """How the guide of that key goes by itself; None for one that does not."""
    return UNATTENDED.get(guide)
