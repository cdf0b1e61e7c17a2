"""What the rectangle at the foot of a page is for now, and where the page stands for a guide by itself."""

from dataclasses import dataclass
from enum import Enum, StrEnum, auto
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from PySide6.QtWidgets import QAbstractButton


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


class Meaning(Enum):
    """What a press of the rectangle does."""

    GO_ON = auto()
    """The page's own action, mostly *Next*."""
    HOLD = auto()
    """A hold starts the arm."""
    HELP = auto()
    """What has to be done before the arm can be started."""
    BUSY = auto()
    """Progress; there is nothing to press."""


@dataclass(frozen=True, eq=False)
class Primary:
    """The rectangle: its words, the reason for them at its left, and the button that fills it."""

    meaning: Meaning
    text: str
    line: str = ""
    """Second line of words."""
    reason: str = ""
    """Words left of the rectangle; empty for the place in the guide."""
    button: "QAbstractButton | None" = None
    """Button of the page that fills the rectangle; None for the frame's own one."""
    is_enabled: bool = True
    is_due: bool = True
    """True where it is the thing to do now, and has the accent."""
    opens: bool = False
    """True where a press leads to the connection."""
    act: "Callable[[], object] | None" = None
    """What a press does in place of the page's own action; None for that."""
    fraction: float = 0.0
    """Completed share of the work, 0 to 1; for ``BUSY``."""

    @property
    def is_progress(self) -> bool:
        """True where nothing can be pressed."""
        return self.meaning is Meaning.BUSY


def helping(text: str, act: "Callable[[], object]", *, reason: str = "") -> Primary:
    """What the rectangle is for where something has to be done before the page's own action."""
    return Primary(Meaning.HELP, text, reason=reason, act=act)
