"""Views of a page that take turns, the buttons that choose between them, and the usual layouts."""

from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.guide.page import Page
from app.guide.procedure_run import ProcedureRun
from app.look.tokens import GRID
from app.widgets.segmented import Segmented
from app.widgets.view_stack import ViewStack

MOTIONS, RESULT = 0, 1
"""The usual two views."""


class Views(QObject):
    """One view is in front; the first one while a procedure runs."""

    shown = Signal(int)
    """Number of the view that came to the front."""

    def __init__(self, run: ProcedureRun, names: Sequence[str] = ()) -> None:
        super().__init__(run)
        self.tabs = Segmented(self.tr("View"), names)
        self.stack = ViewStack()
        self.tabs.chosen.connect(self.show)
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
    """The form at the left, the motion beside it."""
    row = QHBoxLayout()
    row.setSpacing(2 * GRID)
    if run.form is not None:
        row.addWidget(run.form)
    row.addWidget(run.card, 1)
    return row


def lay_out_below(
    page: Page, run: ProcedureRun, views: Views, *shown: QWidget, beside_tabs: Sequence[QWidget] = ()
) -> None:
    """The form and the motion above, the views in turn below them."""
    chooser = QHBoxLayout()
    chooser.addWidget(views.tabs)
    chooser.addStretch(1)
    for widget in beside_tabs:
        chooser.addWidget(widget)
    below = QVBoxLayout()
    below.setSpacing(GRID)
    below.addLayout(chooser)
    below.addWidget(_in_turn(views, shown), 1)
    page.column.addLayout(form_beside_motion(run))
    page.column.addLayout(below, 1)


def lay_out_in_turn(
    page: Page, run: ProcedureRun, views: Views, below_motion: QWidget, *others: QWidget
) -> None:
    """Either the form, the motion and what is below them, or another view in the whole page."""
    first = QWidget()
    column = QVBoxLayout(first)
    column.setContentsMargins(0, 0, 0, 0)
    column.setSpacing(2 * GRID)
    column.addLayout(form_beside_motion(run))
    column.addWidget(below_motion, 1)
    page.head.addStretch(1)
    page.head.addWidget(views.tabs)
    page.column.addWidget(_in_turn(views, (first, *others)), 1)


def _in_turn(views: Views, shown: Sequence[QWidget]) -> ViewStack:
    for view in shown:
        views.stack.addWidget(view)
    return views.stack
