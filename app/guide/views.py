"""Views of a page of which one is in front, the buttons that choose it, and the usual layouts."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.guide.page import Page
from app.guide.procedure_run import ProcedureRun
from app.look.tokens import GRID
from app.widgets.layouts import bare_column, bare_row, in_column
from app.widgets.segmented import Segmented
from app.widgets.text import Button
from app.widgets.view_stack import ViewStack

MOTIONS, RESULT = 0, 1
"""Numbers of the usual two views."""
MOTION_SHARE, OTHERS_SHARE = 3, 1
"""Shares of the height that is left for the motion, and for what is below it."""
_FOLLOWED = {QEvent.Type.ShowToParent, QEvent.Type.HideToParent}
_WAS_SET = Qt.WidgetAttribute.WA_WState_ExplicitShowHide
"""Set once a widget was shown or hidden by itself; before, all widgets are hidden."""


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
