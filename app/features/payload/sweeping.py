"""Sweeps for a payload, for the pages that make them: rows, what they cover, and the virtual flange."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot
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
from app.guide.answers import Answers
from app.guide.motion_rows import MotionRows
from app.guide.page import Page
from app.guide.procedure_run import ProcedureRun
from app.guide.run_words import RunEnd
from app.guide.virtual_flange import VirtualFlange
from app.jobs.messages import MessageBus
from app.look.tokens import GRID
from app.visit.open_visit import OpenVisit
from app.visit.payload_runs import PayloadRun
from app.widgets.card import Card
from app.widgets.motion_card import LINES_WITH_QUESTION, MotionCard
from app.widgets.rows_table import RowsTable
from app.widgets.scrolled import scrolled
from app.widgets.table import Cell
from app.widgets.text import paragraph
from core.payload.plan import Coverage, PayloadPlan
from core.payload.result import PayloadResult

if TYPE_CHECKING:
    from app.arm.procedure import Prepared

_WIDTHS = (0, 112, 176, 112, 96)
_COVERAGE_WIDTH = 368
_ANALYSING = 0.97
"""Shown of the progress while parts of the result come in."""


class Sweeping(QObject):
    """Look at the sweeps, hold, follow them one by one, and see what they cover."""

    def __init__(
        self,
        page: Page,
        link: RobotLink,
        visit: OpenVisit,
        bus: MessageBus,
        *,
        form: PayloadForm,
        answers: Answers,
        analysing: Callable[[], str],
    ) -> None:
        super().__init__(page)
        self._page, self._visit, self._analysing = page, visit, analysing
        self._under_way: PayloadUnderWay | None = None
        self.motion = MotionCard(lines=LINES_WITH_QUESTION)
        answers = replace(answers, follow=self._follow)
        self.run = ProcedureRun(page, link, visit, bus, card=self.motion, answers=answers, form=form)
        self.run.changed.connect(page.state_changed)
        self.run.found.connect(self._take_found)
        self.flange = VirtualFlange(link, is_for_reference=form.load is PayloadRun.UNLOADED)
        self.flange.asked.connect(self.run.forget_look)
        self.run.begun.connect(self.flange.show_state)
        self.coverage = CoverageChart(self.tr("What the sweeps cover"))
        self._next = paragraph()
        self._next.setAccessibleName(self.tr("What helps most next"))
        table = RowsTable(self.tr("Sweeps, one after the other"), sweep_columns(), widths=_WIDTHS)
        self.rows = MotionRows(self.run, table, take=self._take, rows=self._rows)
        self.below_motion = self._lay_out()

    @property
    def plan(self) -> PayloadPlan | None:
        """The sweeps that are prepared."""
        return self._under_way.plan if self._under_way is not None else None

    @property
    def next_words(self) -> str:
        """What helps most next, as it is shown."""
        return self._next.text()

    def show_coverage(self, coverage: Coverage | None) -> None:
        """Show what is covered by now, and what helps most next."""
        self.coverage.show_coverage(coverage)
        self._next.setText(next_sentence(coverage, self.plan))

    def say_plan(self) -> None:
        """Say below the title how the joints sweep."""
        if self.plan is not None:
            self._page.say(" ".join((plan_sentence(self.plan), *note_sentences(self.plan))))

    @Slot(object)
    def _take_found(self, result: object) -> None:
        """What the sweeps that are done cover; later what is known of the payload."""
        if isinstance(result, Coverage):
            self.show_coverage(result)
        elif isinstance(result, PayloadResult):
            self.motion.show_running(_ANALYSING, found_words(result))

    def _take(self, prepared: "Prepared | None") -> None:
        """Keep the sweeps, and show what those that were done before cover."""
        if prepared is None:
            self._under_way = None
            self.coverage.show_plan(None)
            self.show_coverage(None)
            return
        from app.features.payload.procedure import PreparedPayload

        if not isinstance(prepared, PreparedPayload) or prepared.staged is None:
            return
        self._under_way = PayloadUnderWay(prepared.motions, prepared.plan)
        self.coverage.show_plan(prepared.plan)
        self.show_coverage(prepared.staged.before)
        self.say_plan()

    def _rows(self, now: int, end: RunEnd) -> Sequence[tuple[Cell, ...]]:
        """A row per joint and way of holding the flange."""
        summary, under_way = self._visit.summary, self._under_way
        if summary is None or under_way is None:
            return ()
        return sweep_rows(under_way, prismatic=summary.prismatic, now=now, end=end)

    def _follow(self, fraction: float) -> str | None:
        """Which joint goes now; its row and the chart say so too."""
        from app.arm.sweeping import MOVING_SHARE

        if self._under_way is None:
            return None
        if fraction >= MOVING_SHARE:
            self.coverage.show_now(0)
            return self._analysing()
        moment = self._under_way.at(fraction / MOVING_SHARE)
        if moment is None:
            return ""
        self.rows.begins(moment.row)
        self.coverage.show_now(0 if moment.is_on_the_way else moment.number)
        return moment_words(moment, self._under_way.plan)

    def _lay_out(self) -> QWidget:
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
