"""What both pages that sweep for a payload share: the sweeps as rows, what they cover, the virtual flange."""

from typing import TYPE_CHECKING

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.arm.link import RobotLink
from app.features.payload.coverage_chart import CoverageChart
from app.features.payload.form import PayloadForm
from app.features.payload.measure_words import (
    found_words,
    moment_words,
    next_sentence,
    note_sentences,
    plan_sentence,
    sweep_columns,
    sweep_rows,
)
from app.features.payload.under_way import PayloadUnderWay
from app.guide.motions_page import MotionsPage
from app.guide.procedure_page import PageWords
from app.guide.run_words import RunEnd
from app.guide.virtual_flange import VirtualFlange
from app.jobs.messages import MessageBus
from app.look.tokens import GRID
from app.visit.open_visit import OpenVisit
from app.visit.payload_runs import PayloadRun
from app.widgets.card import Card
from app.widgets.rows_table import RowsTable
from app.widgets.scrolled import scrolled
from app.widgets.text import paragraph
from core.payload.plan import Coverage, PayloadPlan
from core.payload.result import PayloadResult

if TYPE_CHECKING:
    from app.arm.procedure import Prepared

_WIDTHS = (0, 112, 176, 112, 96)
_COVERAGE_WIDTH = 368


class PayloadMotionsPage(MotionsPage):
    """Look at the sweeps, hold, follow them one by one, and see what they cover."""

    form: PayloadForm

    def __init__(
        self,
        link: RobotLink,
        visit: OpenVisit,
        bus: MessageBus,
        words: PageWords,
        *,
        load: PayloadRun,
        parent: QWidget | None = None,
    ) -> None:
        self._under_way: PayloadUnderWay | None = None
        super().__init__(
            link,
            visit,
            bus,
            words,
            form=PayloadForm(load),
            rows=RowsTable(self.tr("Sweeps, one after the other"), sweep_columns(), widths=_WIDTHS),
            parent=parent,
        )
        self.flange = VirtualFlange(link, is_for_reference=load is PayloadRun.UNLOADED)
        self.flange.asked.connect(self.forget_look)
        self.flange.changed.connect(self.flange_changed)
        self.coverage = CoverageChart(self.tr("What the sweeps cover"))
        self._next = paragraph()
        self._next.setAccessibleName(self.tr("What helps most next"))
        link.progressed.connect(self._follow)

    @property
    def plan(self) -> PayloadPlan | None:
        """The sweeps that are prepared."""
        return self._under_way.plan if self._under_way is not None else None

    @property
    def next_words(self) -> str:
        """What helps most next, as it is shown."""
        return self._next.text()

    @property
    def row_count(self) -> int:
        """A row for each joint with the flange held in one way."""
        return 0 if self._under_way is None else len(self._under_way.rows)

    def initial_focus(self) -> QWidget | None:
        """What is likely to be changed; holding to start takes a pointer."""
        return self.form.payload.edit

    def entered(self) -> None:
        """What hangs there now, and what would happen."""
        self.flange.show_state()
        super().entered()

    def below_motion(self) -> QWidget:
        """The flange of a virtual robot, the sweeps, and what they cover."""
        covered = Card(margin=GRID)
        covered.column.addWidget(self.coverage)
        covered.column.addWidget(self._next)
        covered.column.addStretch(1)
        beside = QHBoxLayout()
        beside.setContentsMargins(0, 0, 0, 0)
        beside.setSpacing(2 * GRID)
        left = QVBoxLayout()
        left.setSpacing(GRID)
        left.addWidget(self.flange)
        left.addWidget(self.rows, 1)
        beside.addLayout(left, 1)
        beside.addWidget(scrolled(covered, width=_COVERAGE_WIDTH))
        below = QWidget()
        below.setLayout(beside)
        return below

    def doing_words(self, text: str) -> str:
        """What follows from how much is done says more; see ``_follow``."""
        return "" if self._under_way is not None else super().doing_words(text)

    def begun(self) -> None:
        """Nothing of it is covered yet, but for what was done before."""
        super().begun()
        self.flange.show_state()

    def show_found(self, result: object) -> None:
        """What the sweeps that are done cover; later what is known of the payload."""
        if isinstance(result, Coverage):
            self.show_coverage(result)
        elif isinstance(result, PayloadResult):
            self.motion.show_running(_ANALYSING, found_words(result))

    def show_coverage(self, coverage: Coverage | None) -> None:
        """What is covered by now, and what helps most next."""
        self.coverage.show_coverage(coverage)
        self._next.setText(next_sentence(coverage, self.plan))

    def take_motions(self, prepared: "Prepared") -> None:
        """The sweeps, and what those that were done before cover."""
        from app.features.payload.procedure import PreparedPayload

        if not isinstance(prepared, PreparedPayload) or prepared.staged is None:
            return
        self._under_way = PayloadUnderWay(prepared.motions, prepared.plan)
        self.coverage.show_plan(prepared.plan)
        self.show_coverage(prepared.staged.before)
        self.say_plan()

    def say_plan(self) -> None:
        """How the joints sweep, below the title."""
        if self.plan is not None:
            self.say(" ".join((plan_sentence(self.plan), *note_sentences(self.plan))))

    def forget_motions(self) -> None:
        """No sweeps."""
        self._under_way = None
        self.coverage.show_plan(None)
        self.show_coverage(None)

    def show_rows(self, end: RunEnd = RunEnd.NOT_YET) -> None:
        """A row per joint and way of holding the flange."""
        summary, under_way = self._visit.summary, self._under_way
        if summary is None or under_way is None:
            self.model.show_rows(())
            return
        self.model.show_rows(sweep_rows(under_way, prismatic=summary.prismatic, now=self._now, end=end))

    @Slot()
    def flange_changed(self) -> None:
        """Something else hangs there: what was looked at is void."""
        if self.isVisible() and not self.is_running:
            self.look_again()

    @Slot(float, str)
    def _follow(self, fraction: float, _text: str) -> None:
        """Say which joint goes now; its row and the chart say so too."""
        from app.arm.sweeping import MOVING_SHARE

        if not self.is_running or self._under_way is None:
            return
        if fraction >= MOVING_SHARE:
            self.coverage.show_now(0)
            self.motion.show_running(fraction, self.analysing_words())
            return
        moment = self._under_way.at(fraction / MOVING_SHARE)
        if moment is None:
            return
        if moment.row != self._now:
            self.row_begins(moment.row)
            self.table.scrollTo(self.model.index(moment.row, 0))
        self.coverage.show_now(0 if moment.is_on_the_way else moment.number)
        self.motion.show_running(fraction, moment_words(moment, self._under_way.plan))

    def analysing_words(self) -> str:
        """What is done once nothing moves any more."""
        return self.tr("Looking at the sweeps")


_ANALYSING = 0.97
"""Shown of the progress while parts of the result come in."""
