"""What the pages around several motions share: a row for each, followed while they run, then their result.

What a visit holds from before is asked for once, and shown where nothing newer is.
"""

from abc import abstractmethod
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QWidget

from app.arm.link import RobotLink
from app.guide.procedure_form import ProcedureForm
from app.guide.procedure_page import PageWords, ProcedurePage
from app.guide.run_words import RunEnd
from app.jobs.messages import MessageBus
from app.jobs.task import Task
from app.look.tokens import GRID
from app.visit.open_visit import OpenVisit
from app.widgets.card import Card
from app.widgets.planned_picture import PlannedPicture
from app.widgets.rows_table import RowsTable
from core.monitor import Monitor

if TYPE_CHECKING:
    from app.arm.procedure import Outcome, Prepared

MOTIONS, RESULT = 0, 1


class LooksIntoVisit(Protocol):
    """A function of a module that finds something in a visit file."""

    def __call__(self, monitor: Monitor, *, path: Path) -> object:
        """What it found, None without any."""


class MotionsPage(ProcedurePage):
    """Look at the motions, hold, follow them row by row, read what they say.

    The first view is that of the rows, the second that of the result. Subclasses keep what was
    prepared (``take_motions``, ``forget_motions``), write the rows, and tell which one begins.
    """

    def __init__(
        self,
        link: RobotLink,
        visit: OpenVisit,
        bus: MessageBus,
        words: PageWords,
        *,
        form: ProcedureForm,
        rows: RowsTable,
        picture: PlannedPicture | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(link, visit, bus, words, form=form, picture=picture, parent=parent)
        self._now = -1
        """The row that moves; -1 before the first, their number after the last."""
        self._looked_into: tuple[Path, str] | None = None
        self.table, self.model = rows, rows.rows_model
        self.rows = Card(margin=GRID)
        self.rows.column.addWidget(self.table)
        visit.opened.connect(self._forget_visit)
        visit.changed.connect(self.state_changed)

    @property
    @abstractmethod
    def row_count(self) -> int:
        """How many rows the prepared motions take."""

    @abstractmethod
    def show_rows(self, end: RunEnd = RunEnd.NOT_YET) -> None:
        """Write the rows: those before ``_now`` are done; ``end`` says how it is over."""

    @abstractmethod
    def take_motions(self, prepared: "Prepared") -> None:
        """Keep what was prepared; the rows are written after it."""

    @abstractmethod
    def forget_motions(self) -> None:
        """Keep nothing of what was prepared."""

    def forget_result(self) -> None:
        """Another visit: what the one before held is not shown."""

    def show_stored(self, found: object) -> None:
        """Show what the visit holds from before, unless something newer is shown."""

    @property
    def shows_result(self) -> bool:
        """Whether the result is in front, not the motions."""
        return self.shown_view == RESULT

    def begun(self) -> None:
        """Follow the rows."""
        super().begun()
        self._now = -1
        self.show_rows()

    def row_begins(self, row: int) -> None:
        """Another row moves now; those before it are done."""
        if row != self._now:
            self._now = row
            self.show_rows()

    def ended(self, outcome: "Outcome") -> None:
        """The run is over: it may be set anew, and the rows say how far it came."""
        self.form.setEnabled(True)
        if outcome.is_complete:
            self._now = self.row_count
        self.show_rows(RunEnd.WHOLE if outcome.is_complete else RunEnd.EARLY)

    def begun_in_vain(self) -> None:
        """Nothing was recorded."""
        super().begun_in_vain()
        self.show_rows(RunEnd.EARLY)

    def start_over(self) -> None:
        """Another visit or another connection."""
        super().start_over()
        self.forget_rows()

    def forget_rows(self) -> None:
        """Nothing is prepared."""
        self._now = -1
        self.forget_motions()
        self.show_rows()

    def show_prepared(self, prepared: "Prepared") -> None:
        """The rows of what would move."""
        self._now = -1
        self.take_motions(prepared)
        self.show_rows()

    def look_into_visit(self, look: LooksIntoVisit, *, key: str = "") -> None:
        """Ask once for what ``look`` finds in the visit, again where ``key`` is another."""
        if self._visit.summary is None:
            return
        place = (self._visit.path, key)
        if self._looked_into == place:
            return
        self._looked_into = place
        job = self._visit.look_beside(Task(look, path=place[0]))
        job.succeeded.connect(lambda found: self._take_stored(place, found))

    def _take_stored(self, place: tuple[Path, str], found: object) -> None:
        if self._looked_into == place and found is not None:
            self.show_stored(found)
            self._go_on()  # it may be what was missing

    @Slot()
    def _forget_visit(self) -> None:
        self._looked_into = None
        self.forget_result()
