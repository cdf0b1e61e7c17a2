"""A page of the window: a title, a sentence, content, and the action of the primary button.

Every page is a direct subclass. Common parts are objects that a page holds and passes its own functions to:
the run of a procedure, the rows of its motions; here also the views of which one is in front, the question
to a visit that is asked once, and the common objects of a window's pages.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSize, Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QLayout, QLayoutItem, QVBoxLayout, QWidget

from app.guide.primary_action import Meaning, Primary, Stage, Turn, helping
from app.guide.procedure_run import ProcedureRun
from app.jobs.task import Task
from app.look.tokens import GRID
from app.visit.open_visit import OpenVisit
from app.visit.summaries import RecordingSummary
from app.widgets.fields import CheckedField, is_wrong, show_field
from app.widgets.layouts import ViewStack, bare_column, bare_row, in_column
from app.widgets.segmented import Segmented
from app.widgets.text import Button, ElidedText, Text, paragraph, title
from core.monitor import Monitor
from core.recording import Mark

if TYPE_CHECKING:
    from PySide6.QtCore import SignalInstance

    from app.arm.link import RobotLink
    from app.arm.live_feed import LiveFeed
    from app.jobs.messages import MessageBus
    from app.jobs.runner import JobRunner
    from app.visit.settings import SettingsStore
    from app.visit.summaries import FileToImport

_ALL = 100
"""Share of the title: it gets all the width before it wraps."""
MOTIONS, RESULT = 0, 1
"""Numbers of the usual two views."""
MOTION_SHARE, OTHERS_SHARE = 3, 1
"""Shares of the height that is left for the motion, and for what is below it."""
_FOLLOWED = {QEvent.Type.ShowToParent, QEvent.Type.HideToParent}
_WAS_SET = Qt.WidgetAttribute.WA_WState_ExplicitShowHide
"""Set once a widget was shown or hidden by itself; before, all widgets are hidden."""


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


class MotionFolds(QObject):
    """The form and the list of motions of a page, each behind a button below the picture of the motion.

    Before the motion the picture and the facts have the room; afterwards the list shows what is kept.
    ``place`` holds the form, ``row`` the buttons, ``below`` the list. ``words`` names a list that is not of
    motions.
    """

    def __init__(self, run: ProcedureRun, motions: QWidget | None, *, words: str = "") -> None:
        super().__init__(run)
        self._run, self._form, self._has_list = run, run.form, motions is not None
        self.place, self.below, self.row = QWidget(), QWidget(), QWidget()
        self.settings_button = _fold_button(self.tr("Settings"))
        self.settings_button.setToolTip(
            self.tr("How it is measured; the usual values are good enough to begin")
        )
        self.motions_button = _fold_button(words or self.tr("Motions one by one"))
        in_column(*([(motions, 1)] if motions is not None else []), of=self.below)
        bare_row(self.settings_button, self.motions_button, None, of=self.row)
        if (form := self._form) is not None:
            in_column((form, 1), of=self.place)
            form.installEventFilter(self)
            form.pointed.connect(lambda: self.settings_button.setChecked(True))
        for button in (self.settings_button, self.motions_button):
            button.toggled.connect(self._arrange)
        run.card.turned.connect(self._arrange)
        self._arrange()

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Follow the form, which is hidden while the arm moves."""
        if event.type() in _FOLLOWED:
            self._arrange()
        return False

    @Slot()
    def _arrange(self) -> None:
        form, is_before = self._form, self._run.card.is_before
        # a place without its form would leave its distance to the picture
        has_form = form is not None and not (form.isHidden() and form.testAttribute(_WAS_SET))
        self.settings_button.setVisible(has_form)
        self.motions_button.setVisible(is_before and self._has_list)
        for widget, is_wanted in (
            (self.place, has_form and self.settings_button.isChecked()),
            (self.below, self._has_list and (self.motions_button.isChecked() or not is_before)),
            (self.row, has_form or (is_before and self._has_list)),
        ):
            if widget.parentWidget() is not None or not is_wanted:  # else it would be a window of its own
                widget.setVisible(is_wanted)

    def column(self, *, kept: QWidget | None = None) -> QVBoxLayout:
        """A column with the motion, its form and its list; ``kept`` stays in sight below the motion."""
        motion = bare_row(self.place, (self._run.card, 1), spacing=2 * GRID)
        parts = [self.row] if kept is None else [kept, self.row]
        return bare_column((motion, MOTION_SHARE), *parts, (self.below, OTHERS_SHARE), spacing=GRID)


def _fold_button(words: str) -> Button:
    button = Button(words, role="segment")
    button.setCheckable(True)
    return button


class Views(QObject):
    """A stack of views; the first comes to the front when a procedure starts."""

    shown = Signal(int)
    """Carries the number of the view that came to the front."""

    def __init__(self, run: ProcedureRun, names: Sequence[str] = ()) -> None:
        super().__init__(run)
        self.tabs = Segmented(self.tr("View"), names)
        self.stack = ViewStack()
        self.tabs.chosen.connect(self.show)
        self.shown.connect(run.changed)
        run.begun.connect(self._follow)

    @property
    def index(self) -> int:
        """Number of the view in front."""
        return self.stack.currentIndex()

    @Slot(int)
    def show(self, index: int) -> None:
        """Bring a view to the front."""
        self.tabs.choose(index)
        self.stack.setCurrentIndex(index)
        self.shown.emit(index)

    @Slot()
    def _follow(self) -> None:
        self.show(0)


def form_beside_motion(run: ProcedureRun) -> QHBoxLayout:
    """A row with the form at the left, and the motion beside it."""
    form = run.form
    return bare_row((run.card, 1)) if form is None else bare_row(form, (run.card, 1), spacing=2 * GRID)


def lay_out_in_turn(
    page: Page,
    run: ProcedureRun,
    names: Sequence[str],
    below_motion: QWidget | None,
    *others: QWidget,
    folds: bool = True,
    kept: QWidget | None = None,
) -> Views:
    """Lay out views with these names: form, motion and ``below_motion``, then others that fill the page.

    Form and ``below_motion`` fold, unless one has to go through them; ``kept`` stays in sight.
    """
    views, first = Views(run, names), QWidget()
    page.head.addStretch(1)
    if folds:
        bare_column((MotionFolds(run, below_motion).column(kept=kept), 1), of=first)
    elif below_motion is not None:
        motion = form_beside_motion(run)
        bare_column((motion, MOTION_SHARE), (below_motion, OTHERS_SHARE), of=first, spacing=2 * GRID)
    page.head.addWidget(views.tabs)
    for view in (first, *others):
        views.stack.addWidget(view)
    page.column.addWidget(views.stack, 1)
    return views


class LooksIntoVisit(Protocol):
    """A function of a module that reads something from a visit file."""

    def __call__(self, monitor: Monitor, *, path: Path) -> object:
        """Read it; None if the visit does not have it."""


class VisitLook(QObject):
    """Reads once from each visit, and passes the result to ``take``."""

    def __init__(self, visit: OpenVisit, take: Callable[[object], None], *, parent: QObject) -> None:
        super().__init__(parent)
        self._visit, self._take = visit, take
        self.asked: tuple[Path, str] | None = None
        """Visit and key of the last request."""
        visit.opened.connect(self._forget)

    def ask(self, look: LooksIntoVisit, *, key: str = "") -> None:
        """Read with ``look`` from the visit; once, and again for another ``key``."""
        if self._visit.summary is None:
            return
        asked = (self._visit.path, key)
        if self.asked == asked:
            return
        self.asked = asked
        job = self._visit.look_beside(Task(look, path=asked[0]))
        job.succeeded.connect(lambda found: self.take(asked, found))

    def take(self, asked: tuple[Path, str], found: object) -> None:
        """Take a result, unless another visit or key was requested since."""
        if self._visit.summary is not None and self.asked == asked and found is not None:
            self._take(found)

    @Slot()
    def _forget(self) -> None:
        self.asked = None


@dataclass(frozen=True, eq=False)
class Surroundings:
    """Objects from which the features make their pages.

    Parameters
    ----------
    robots_listed
        Signal that carries the shipped robots (``Sequence[RobotChoice]``).
    open_step
        Goes to the step with this key if it can be opened.
    make_visit
        Makes a visit to a robot and goes on at a step; an empty name means the robot of the chosen
        controller.
    make_visit_from_files
        Makes a visit to a robot and reads these files into it.
    """

    link: "RobotLink"
    visit: "OpenVisit"
    settings: "SettingsStore"
    runner: "JobRunner"
    bus: "MessageBus"
    feed: "LiveFeed"
    robots_listed: "SignalInstance"
    open_step: Callable[[str], None]
    make_visit: Callable[[str, str], None]
    make_visit_from_files: "Callable[[str, Sequence[FileToImport]], None]"
