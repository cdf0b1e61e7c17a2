"""What a page tells whoever goes through the steps by itself: how it stands, and why it stops; no Qt."""

from dataclasses import dataclass
from enum import StrEnum


class Stage(StrEnum):
    """How a page stands."""

    READY = "ready"
    """It can begin what it is for, without anybody."""
    WORKING = "working"
    """Something is under way, and the page tells when it is over."""
    HOLD = "hold"
    """Everything is prepared; a person looks, and holds the button."""
    DONE = "done"
    """What it is for is done."""
    PASS = "pass"
    """There is nothing to be done here, and nothing is missing for it."""
    AGAIN = "again"
    """It did not come to its end; going on means doing it again."""
    DECIDE = "decide"
    """It came to its end, and somebody has to decide whether that will do; going on means that it does."""


@dataclass(frozen=True)
class Turn:
    """How a page stands, with the reason where somebody is wanted."""

    stage: Stage
    why: str = ""
    wants_clear_cell: bool = False
    """Whether something has to be ticked before the button can be held."""

    @property
    def goes_on(self) -> bool:
        """Whether the next step may come."""
        return self.stage in {Stage.DONE, Stage.PASS}

    @property
    def wants_somebody(self) -> bool:
        """Whether it stays here until a person mends or decides something."""
        return self.stage in {Stage.AGAIN, Stage.DECIDE}
