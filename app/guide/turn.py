"""State of a page for the guide that goes on by itself, with the reason where it stops; no Qt."""

from dataclasses import dataclass
from enum import StrEnum


class Stage(StrEnum):
    """State of a page."""

    READY = "ready"
    """It can begin what it is for, without anybody."""
    WORKING = "working"
    """Something is under way; the page emits ``state_changed`` when it is over."""
    HOLD = "hold"
    """Everything is prepared; a person looks, and holds the button."""
    DONE = "done"
    """What it is for is done."""
    PASS = "pass"
    """There is nothing to be done here, and nothing is missing for it."""
    AGAIN = "again"
    """It did not come to its end; going on means doing it again."""
    DECIDE = "decide"
    """It came to its end, and a person has to decide whether the result can be used; going on accepts it."""


@dataclass(frozen=True)
class Turn:
    """State of a page, with the reason where a person is needed."""

    stage: Stage
    why: str = ""
    wants_clear_cell: bool = False
    """Whether something has to be ticked before the button can be held."""

    @property
    def goes_on(self) -> bool:
        """Whether the next step may come."""
        return self.stage in {Stage.DONE, Stage.PASS}

    @property
    def needs_person(self) -> bool:
        """Whether the guide stays here until a person repairs or decides something."""
        return self.stage in {Stage.AGAIN, Stage.DECIDE}
