"""A page of the window: a title, a sentence, content, and the action of the primary button.

Every page is a direct subclass. Common parts are objects that a page holds and passes its own functions to:
the run of a procedure, the rows of its motions, the views.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPoint, QRect, QSize, Signal
from PySide6.QtWidgets import QHBoxLayout, QLayout, QLayoutItem, QWidget

from app.guide.primary_action import Meaning, Primary, Stage, Turn, helping
from app.look.tokens import GRID
from app.visit.summaries import RecordingSummary
from app.widgets.fields import CheckedField, is_wrong, show_field
from app.widgets.layouts import bare_column
from app.widgets.text import ElidedText, Text, paragraph, title
from core.recording import Mark

if TYPE_CHECKING:
    from app.guide.procedure_run import ProcedureRun

_ALL = 100
"""Share of the title: it gets all the width before it wraps."""


class RecordingSource(QObject):
    """Result of a page that is computed from chosen recordings.

    Parameters
    ----------
    purpose
        Words for what the recordings are for, such as *Friction*.
    suits
        Tells which recordings of a visit are suggested.
    """

    asked = Signal()
    """Emitted when the user wants to choose recordings."""

    def __init__(self, *, purpose: str, suits: Callable[[RecordingSummary], bool], parent: QObject) -> None:
        super().__init__(parent)
        self.purpose, self.suits = purpose, suits

    @property
    def is_possible(self) -> bool:
        """True if recordings can be taken now."""
        raise NotImplementedError

    def take(self, labels: Sequence[str]) -> None:
        """Compute the page's result from these recordings of the visit."""
        raise NotImplementedError


@dataclass(frozen=True)
class ShownArm:
    """Arm of the results on a page, for the bar at the top of the window."""

    robot: str
    serial: str


class Page(QWidget):
    """A page of a guide; the window draws the frame around it."""

    state_changed = Signal()
    """Emitted when the caption or the state of the primary button has changed."""
    place_changed = Signal()
    """Emitted when the words in the foot have changed."""
    next_asked = Signal()
    """Emitted when the page is done."""

    shows_rail = True
    """True if the list of steps is shown beside the page; False for a page that needs the whole width."""

    run: "ProcedureRun | None" = None
    """Run of the page's procedure; None on a page without one."""

    source: "RecordingSource | None" = None
    """Recordings that can take the place of an arm; None on a page that needs no arm, or must have one."""

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
        # a sentence that changes all the time is shortened, because wrapping it would move the content
        self._sentence = ElidedText(sentence) if is_on_one_line else paragraph(sentence)
        self._heading = title(heading)
        self._heading.setWordWrap(True)
        self.head = HeadRow(self._heading, spacing=2 * GRID)
        self._usual = QWidget()
        self._usual.setProperty("role", "page")
        self.column = bare_column(bare_column(self.head, self._sentence), of=self._usual, spacing=2 * GRID)
        self._arm_alone: QWidget | None = None
        self._both = bare_column((self._usual, 1), of=self)

    def layout(self) -> QLayout:
        """Layout of what is in front, which says how much room the page needs."""
        shown = None if self._arm_alone is None else self._arm_alone.layout()
        return self.column if shown is None else shown

    @property
    def is_moving(self) -> bool:
        """True while the arm that moves has the whole page: no rail, nothing to press but STOP."""
        return self._arm_alone is not None

    def show_arm_alone(self, view: QWidget | None) -> None:
        """Give the whole page to this view of the moving arm; with None the page is as before."""
        if self._arm_alone is view:
            return
        if self._arm_alone is not None:
            self._arm_alone.hide()
        self._arm_alone = view
        if view is not None:
            if self._both.indexOf(view) < 0:
                self._both.addWidget(view, 1)
            view.show()
        self._usual.setVisible(view is None)

    def say(self, sentence: str) -> None:
        """Show a sentence below the title; none if it is empty."""
        self._sentence.setText(sentence)
        self._sentence.setVisible(bool(sentence))

    @property
    def place_words(self) -> str:
        """Words in the foot; if empty, the foot shows the number of the step."""
        return ""

    @property
    def primary_text(self) -> str:
        """Caption of the primary button."""
        return self._primary_text

    @property
    def primary_enabled(self) -> bool:
        """True if the primary button can be pressed; not while a procedure of the page runs."""
        return self.run is None or self.run.is_free

    def primary_is_due(self, *, is_undone: bool) -> bool:
        """True where the primary button is the thing to do now; on a page that moves, holding is at first."""
        return self.run is None or not is_undone

    def primary_now(self, *, is_undone: bool) -> Primary:
        """What the primary rectangle is for: the motion first, then the page's own action."""
        wanted = None if self.run is None else self.run.primary(goes_on=self.primary_enabled)
        if self.run is not None and self.run.is_refused and self.primary_enabled and not self.is_moving:
            return Primary(Meaning.GO_ON, self.primary_text, reason=self.run.card.words)
        if wanted is not None:
            return wanted
        if not self.primary_enabled and (helps := self.help_now) is not None:
            return helps
        is_due = self.primary_is_due(is_undone=is_undone)
        return Primary(Meaning.GO_ON, self.primary_text, is_enabled=self.primary_enabled, is_due=is_due)

    @property
    def help_now(self) -> Primary | None:
        """What has to be done before the primary button can be pressed; None where it waits for work."""
        wrong = next((one for one in self.findChildren(CheckedField) if is_wrong(one, self)), None)
        if wrong is None:
            return None
        return helping(self.tr("Show the field that cannot be read"), partial(show_field, wrong))

    def primary(self) -> None:
        """Act on a press of the primary button."""
        self.next_asked.emit()

    def go_back(self) -> bool:
        """Go back within the page; return False if *Back* leaves the page."""
        return False

    @property
    def by_itself(self) -> Turn:
        """State of the page for a guide that goes on by itself."""
        if self.run is not None:
            return self.run.turn
        return Turn(Stage.DONE if self.primary_enabled else Stage.WORKING)

    def begin_by_itself(self) -> None:
        """Start the work of the page, or start it again; never a motion."""
        if self.run is not None:
            self.run.look_again()
        else:
            self.primary()

    @property
    def seconds_left(self) -> float | None:
        """Remaining time of the present work, s; None if the page does not know it."""
        return None if self.run is None else self.run.seconds_left

    def entered(self) -> None:
        """Show the present state; called when the page comes to the front."""
        if self.run is not None:
            self.run.entered()

    @property
    def shown_arm(self) -> ShownArm | None:
        """Arm of the results on the page; None for the arm of the open visit."""
        return None

    @property
    def marks(self) -> tuple[Mark, ...]:
        """Marks of what the page shows, beside those of the open visit and its arm."""
        return ()

    def initial_focus(self) -> QWidget | None:
        """Widget that gets the focus first; None for the primary button."""
        return None


class HeadRow(QHBoxLayout):
    """A title and widgets in one row; the widgets take rows of their own where it is too narrow for both."""

    def __init__(self, title: Text, *, spacing: int) -> None:
        super().__init__()
        self.setContentsMargins(0, 0, 0, 0)
        self.setSpacing(spacing)
        self._title = title
        self.folds = True
        """False for a head that shortens its words instead."""
        self.addWidget(title, _ALL)

    def is_folded(self, width: int) -> bool:
        """True if the title does not fit on one line beside the others at this width."""
        others = self._others()
        if not self.folds or not others:
            return False
        needed = self._title.fontMetrics().horizontalAdvance(self._title.text())
        needed += sum(item.sizeHint().width() + self.spacing() for item in others)
        return needed > width

    def hasHeightForWidth(self) -> bool:
        """Return True, because the title wraps."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Height of all rows at this width, px."""
        if not self.is_folded(width):
            return int(super().heightForWidth(width))
        return self._lay_out(QRect(0, 0, width, 0), moves=False)

    def minimumHeightForWidth(self, width: int) -> int:
        """Height of all rows at this width, px."""
        return self.heightForWidth(width)

    def minimumSize(self) -> QSize:
        """Least size: a row of its own for everything, where rows may be."""
        least = super().minimumSize()
        others = [item.minimumSize().width() for item in self._others()]
        if not self.folds or not others:
            return least
        return QSize(max(self._title.minimumSizeHint().width(), *others), least.height())

    def setGeometry(self, place: QRect) -> None:
        """Place title and widgets."""
        if self.is_folded(place.width()):
            QLayout.setGeometry(self, place)
            self._lay_out(place, moves=True)
        else:
            super().setGeometry(place)

    def _others(self) -> list[QLayoutItem]:
        items = (self.itemAt(number) for number in range(1, self.count()))
        return [item for item in items if item is not None and not item.isEmpty()]

    def _lay_out(self, place: QRect, *, moves: bool) -> int:
        high = _height_of(self._title, place.width())
        if moves:
            self._title.setGeometry(QRect(place.topLeft(), QSize(place.width(), high)))
        top, left, line = place.top() + high + self.spacing() // 2, place.left(), 0
        for item in self._others():
            size = item.sizeHint().boundedTo(QSize(place.width(), item.sizeHint().height()))
            if left > place.left() and left + size.width() > place.left() + place.width():
                top, left, line = top + line + self.spacing() // 2, place.left(), 0
            if moves:
                item.setGeometry(QRect(QPoint(left, top), size))
            left, line = left + size.width() + self.spacing(), max(line, size.height())
        return top + line - place.top()


def _height_of(widget: QWidget, width: int) -> int:
    return widget.heightForWidth(width) if widget.hasHeightForWidth() else widget.sizeHint().height()
