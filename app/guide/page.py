"""What every page is to the window: a title, a sentence, content, and what its primary button does.

A page is one class above this one. What several pages share is a part that a page holds and hands its
own functions to: the run of a procedure, the rows of its motions, the views that take turns.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.guide.turn import Stage, Turn
from app.look.tokens import GRID
from app.widgets.text import ElidedText, paragraph, title
from core.recording import Mark

if TYPE_CHECKING:
    from app.guide.procedure_run import ProcedureRun


@dataclass(frozen=True)
class ShownArm:
    """The arm of the results on a page, for the bar at the top of the window."""

    robot: str
    serial: str
    marks: tuple[Mark, ...]


class Page(QWidget):
    """One question; the window draws the frame around it."""

    state_changed = Signal()
    """The primary button's words or state are different now."""
    place_changed = Signal()
    """The words in the foot are different now."""
    next_asked = Signal()
    """The page is done."""

    shows_rail = True
    """Whether the list of steps is shown beside the page; a page that needs the whole width hides it."""

    run: "ProcedureRun | None" = None
    """The run of its procedure; None on a page that moves no arm."""

    def __init__(
        self,
        heading: str,
        sentence: str,
        *,
        primary_text: str = "",
        is_on_one_line: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._primary_text = primary_text or self.tr("Next")
        self.setProperty("role", "page")
        self.setAccessibleName(heading)
        # a sentence that changes all the time is shortened: wrapping it would move what is below
        self._sentence = ElidedText(sentence) if is_on_one_line else paragraph(sentence)
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.setSpacing(2 * GRID)
        top = QVBoxLayout()
        top.setSpacing(GRID)
        self.head = QHBoxLayout()
        self.head.setSpacing(2 * GRID)
        self._heading = title(heading)
        self._heading.setWordWrap(True)
        self.head.addWidget(self._heading, 100)  # before it wraps, what stretches beside it gives way
        top.addLayout(self.head)
        top.addWidget(self._sentence)
        self.column.addLayout(top)

    def say(self, sentence: str) -> None:
        """Show another sentence below the title, or none."""
        self._sentence.setText(sentence)
        self._sentence.setVisible(bool(sentence))

    @property
    def place_words(self) -> str:
        """Words of the foot in place of the number of the step; empty for that number."""
        return ""

    @property
    def primary_text(self) -> str:
        """Words of the primary button."""
        return self._primary_text

    @property
    def primary_enabled(self) -> bool:
        """Whether the primary button can be pressed; not while the page's arm moves."""
        return self.run is None or self.run.is_free

    def primary(self) -> None:
        """Do what the primary button says."""
        self.next_asked.emit()

    def go_back(self) -> bool:
        """Go back within the page; False where *Back* leaves it."""
        return False

    @property
    def by_itself(self) -> Turn:
        """State of the page for whoever goes through the steps without touching it."""
        if self.run is not None:
            return self.run.turn
        return Turn(Stage.DONE if self.primary_enabled else Stage.WORKING)

    def begin_by_itself(self) -> None:
        """Begin what the page is for, or begin it again; never a motion."""
        if self.run is not None:
            self.run.look_again()
        else:
            self.primary()

    @property
    def seconds_left(self) -> float | None:
        """Time that the work in hand still takes, s, where the page knows it; None for the usual time."""
        return None if self.run is None else self.run.seconds_left

    def entered(self) -> None:
        """Show the present state; called when the page comes to the front."""
        if self.run is not None:
            self.run.entered()

    @property
    def shown_arm(self) -> ShownArm | None:
        """Arm of the results on the page; None where it is the arm of the open visit."""
        return None

    def initial_focus(self) -> QWidget | None:
        """Widget that gets the keyboard first; None for the primary button."""
        return None
