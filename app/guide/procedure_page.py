"""What the pages around a procedure with settings share: a form beside the motion, and views in turn.

Changing the form makes what was looked at void, and it is looked at anew once nobody types. While
the procedure runs, the form cannot be changed. The views take turns: what moves or arrives, the
result, and what else a page has to show.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QTimer, Slot
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from app.arm.link import RobotLink
from app.guide.procedure_form import ProcedureForm
from app.guide.robot_page import RobotPage
from app.guide.turn import Stage, Turn
from app.jobs.messages import MessageBus
from app.look.tokens import GRID
from app.visit.open_visit import OpenVisit
from app.widgets.motion_card import LINES_WITH_QUESTION
from app.widgets.planned_picture import PlannedPicture
from app.widgets.segmented import Segmented
from app.widgets.view_stack import ViewStack

_SETTLE_MS = 400
"""How long nobody may have changed anything before it is looked at anew."""


@dataclass(frozen=True)
class PageWords:
    """What stands above a page, and the names of its views."""

    heading: str
    sentence: str
    views: tuple[str, ...] = ()


class ProcedurePage(RobotPage):
    """Set, look, hold, follow, read. Subclasses make the procedure, its views, and lay them out."""

    form: ProcedureForm

    def __init__(
        self,
        link: RobotLink,
        visit: OpenVisit,
        bus: MessageBus,
        words: PageWords,
        *,
        form: ProcedureForm,
        picture: PlannedPicture | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(
            link,
            bus,
            words.heading,
            words.sentence,
            lines=LINES_WITH_QUESTION,
            picture=picture,
            parent=parent,
        )
        self._visit = visit
        self.form = form
        self._settle = QTimer(self)
        self._settle.setSingleShot(True)
        self._settle.setInterval(_SETTLE_MS)
        self._settle.timeout.connect(self.look_again)
        self.form.changed.connect(self._form_changed)
        self.tabs = Segmented(self.tr("View"), words.views)
        self._views = ViewStack()
        self.tabs.chosen.connect(self.show_view)

    @property
    def primary_enabled(self) -> bool:
        """While nothing moves."""
        return not self.is_running and not self._visit.is_busy

    @property
    def by_itself(self) -> Turn:
        """While somebody sets something, nothing else happens."""
        return Turn(Stage.WORKING) if self._settle.isActive() else super().by_itself

    @property
    def has_recording(self) -> bool:
        """Whether the visit has a recording to go on with."""
        return any(recording.makes_model for recording in self._visit.recordings)

    @property
    def shown_view(self) -> int:
        """Number of the view in front."""
        return self._views.currentIndex()

    @Slot(int)
    def show_view(self, index: int) -> None:
        """Bring a view to the front."""
        self.tabs.choose(index)
        self._views.setCurrentIndex(index)

    def begun(self) -> None:
        """Follow it in the first view; nothing can be set meanwhile."""
        self.form.setEnabled(False)
        self.show_view(0)

    def begun_in_vain(self) -> None:
        """Nothing came of it: it may be set anew."""
        self.form.setEnabled(True)

    def start_over(self) -> None:
        """Another visit or another connection."""
        super().start_over()
        self._settle.stop()
        self.form.setEnabled(True)

    @Slot()
    def _form_changed(self) -> None:
        if not self.is_running:
            self.forget_look()
            self._settle.start()

    def lay_out_below(self, *views: QWidget, beside_tabs: Sequence[QWidget] = ()) -> None:
        """The form and the motion above, the views in turn below them."""
        chooser = QHBoxLayout()
        chooser.addWidget(self.tabs)
        chooser.addStretch(1)
        for widget in beside_tabs:
            chooser.addWidget(widget)
        below = QVBoxLayout()
        below.setSpacing(GRID)
        below.addLayout(chooser)
        below.addWidget(self._in_turn(views), 1)
        self.column.addLayout(self._form_and_motion())
        self.column.addLayout(below, 1)

    def lay_out_in_turn(self, below_motion: QWidget, *views: QWidget) -> None:
        """Either the form, the motion and what is below them, or another view in the whole page."""
        first = QWidget()
        column = QVBoxLayout(first)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2 * GRID)
        column.addLayout(self._form_and_motion())
        column.addWidget(below_motion, 1)
        self.head.addStretch(1)
        self.head.addWidget(self.tabs)
        self.column.addWidget(self._in_turn((first, *views)), 1)

    def _form_and_motion(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(2 * GRID)
        row.addWidget(self.form)
        row.addWidget(self.motion, 1)
        return row

    def _in_turn(self, views: Sequence[QWidget]) -> QStackedWidget:
        for view in views:
            self._views.addWidget(view)
        return self._views
