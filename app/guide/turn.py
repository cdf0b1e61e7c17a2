"""State of a page for the guide that goes on by itself, with the reason if it stops. No Qt."""

from dataclasses import dataclass
from enum import StrEnum


class Stage(StrEnum):
    """Stage of the work of a page."""

    READY = "ready"
    """The work can start, without a person."""
    WORKING = "working"
    """The work is under way; the page emits ``state_changed`` at its end."""
    HOLD = "hold"
    """A motion is prepared; a person has to check it and hold the button."""
    DONE = "done"
    """The work is done."""
    PASS = "pass"
    """There is no work to do here, and no later step needs any."""
    AGAIN = "again"
    """The work ended early; to go on means to do it again."""
    DECIDE = "decide"
    """The work is done, and a person has to decide if the result can be used; to go on accepts it."""


@dataclass(frozen=True)
class Turn:
    """Stage of a page, with the reason if a person is needed."""

    stage: Stage
    why: str = ""
    wants_clear_cell: bool = False
    """True if the clear cell has to be confirmed before the button can be held."""

    @property
    def goes_on(self) -> bool:
        """True if the guide may go to the next step."""
        return self.stage in {Stage.DONE, Stage.PASS}

    @property
    def needs_person(self) -> bool:
        """True if the guide stays here until a person acts."""
        return self.stage in {Stage.AGAIN, Stage.DECIDE}
