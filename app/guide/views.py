"""Views of a page of which one is in front, the buttons that choose it, and the usual layouts."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QObject, Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.guide.page import Page
from app.guide.procedure_form import ProcedureForm
from app.guide.procedure_run import ProcedureRun
from app.look.theme import current_theme
from app.look.tokens import GRID
from app.widgets.layouts import bare_column, bare_row, in_column
from app.widgets.segmented import Segmented
from app.widgets.text import Button
from app.widgets.view_stack import ViewStack

MOTIONS, RESULT = 0, 1
"""Numbers of the usual two views."""
MOTION_SHARE, OTHERS_SHARE = 3, 1
"""Shares of the height that is left for the motion, and for what is below it."""
_WIDE_FROM = 900
"""Width of a page, px, from which form and picture have room beside each other."""
_FOLLOWED = {QEvent.Type.Resize, QEvent.Type.ShowToParent, QEvent.Type.HideToParent}
_WAS_SET = Qt.WidgetAttribute.WA_WState_ExplicitShowHide
"""Set once a widget was shown or hidden by itself; before, all widgets are hidden."""


class FormFold(QObject):
    """The form of a page, which a narrow page puts behind ``button`` in its head; ``place`` holds it."""

    def __init__(self, page: Page, form: ProcedureForm) -> None:
        super().__init__(page)
        self._page, self._form, self.place = page, form, QWidget()
        in_column((form, 1), of=self.place)
        self.button = Button(self.tr("Settings"), role="segment")
        self.button.setToolTip(self.tr("How it is measured; the usual values are good enough to begin"))
        self.button.setCheckable(True)
        self.button.toggled.connect(self._arrange)
        page.head.addWidget(self.button)
        for followed in (page, form):
            followed.installEventFilter(self)
        current_theme().changed.connect(self._arrange)
        self._arrange()

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        """Follow the width of the page, and the form, which is hidden while the arm moves."""
        if event.type() in _FOLLOWED:
            self._arrange()
        return False

    @Slot()
    def _arrange(self) -> None:
        is_narrow = self._page.width() < current_theme().scaled(_WIDE_FROM)
        self.button.setVisible(is_narrow)
        # a place without its form would leave its distance to the picture
        is_empty = self._form.isHidden() and self._form.testAttribute(_WAS_SET)
        self.place.setVisible(not is_empty and (self.button.isChecked() or not is_narrow))


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


def form_beside_motion(run: ProcedureRun, *, folding: Page | None = None) -> QHBoxLayout:
    """A row with the form at the left, and the motion beside it; the form folds where a page is named."""
    form = run.form
    if form is None:
        return bare_row((run.card, 1))
    return bare_row(
        form if folding is None else FormFold(folding, form).place, (run.card, 1), spacing=2 * GRID
    )


def lay_out_below(page: Page, run: ProcedureRun, views: Views, *shown: QWidget) -> None:
    """Lay out the form and the motion above, as low as they can be, and the views below them."""
    page.column.addLayout(form_beside_motion(run))
    page.column.addLayout(bare_column(bare_row(views.tabs, None), (_in_turn(views, shown), 1)), 1)


def lay_out_in_turn(
    page: Page,
    run: ProcedureRun,
    views: Views,
    below_motion: QWidget,
    *others: QWidget,
    folds: bool = True,
) -> None:
    """Lay out a first view of form, motion and ``below_motion``, and other views that fill the page.

    In a narrow page the form folds, unless one has to go through it.
    """
    first = QWidget()
    page.head.addStretch(1)
    motion = form_beside_motion(run, folding=page if folds else None)
    bare_column((motion, MOTION_SHARE), (below_motion, OTHERS_SHARE), of=first, spacing=2 * GRID)
    page.head.addWidget(views.tabs)
    page.column.addWidget(_in_turn(views, (first, *others)), 1)


def _in_turn(views: Views, shown: Sequence[QWidget]) -> ViewStack:
    for view in shown:
        views.stack.addWidget(view)
    return views.stack
