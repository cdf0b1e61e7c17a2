"""The part of the pages that sweep for a payload: the run, its rows, the coverage, the virtual flange."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Slot
from PySide6.QtWidgets import QWidget

from app.arm.link import RobotLink
from app.features.payload.coverage_chart import CoverageChart
from app.features.payload.form import PayloadForm
from app.features.payload.found import PayloadFound
from app.features.payload.measure_words import (
    found_words,
    moment_words,
    next_sentence,
    note_sentences,
    plan_sentence,
    sweep_columns,
    sweep_rows,
)
from app.features.payload.under_way import PayloadMoment, PayloadUnderWay
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
from app.widgets.glyphs import Glyph
from app.widgets.layouts import bare_column, bare_row
from app.widgets.motion_card import LINES_WITH_QUESTION, MotionCard
from app.widgets.rows_table import RowsTable
from app.widgets.scrolled import scrolled
from app.widgets.table import Cell
from app.widgets.text import paragraph
from core.payload.plan import Coverage, PayloadPlan
from core.payload.result import PayloadResult

if TYPE_CHECKING:
    from app.arm.procedure import Outcome, PlannedMotion, Prepared, Procedure

_WIDTHS = (0, 112, 176, 112, 96)
_COVERAGE_WIDTH = 368
_ANALYSING = 0.97
"""Share of the progress that is shown while parts of the result arrive."""


class Sweeping(QObject):
    """The run of payload sweeps on a page: preview, rows one by one, coverage.

    ``ended`` words the outcome for the card; its second argument is the finding, None without one.
    """

    def __init__(
        self,
        page: Page,
        link: RobotLink,
        visit: OpenVisit,
        bus: MessageBus,
        *,
        form: PayloadForm,
        procedure: Callable[[], "Procedure | None"],
        ended: Callable[["Outcome", PayloadFound | None], tuple[Glyph, str, str]],
    ) -> None:
        super().__init__(page)
        self._page, self._visit, self._form, self._words_of_end = page, visit, form, ended
        self._is_reference = form.load is PayloadRun.UNLOADED
        self._under_way: PayloadUnderWay | None = None
        self.motion = MotionCard(lines=LINES_WITH_QUESTION)
        answers = Answers(
            procedure=procedure,
            ended=self._ended,
            start_words=self._start_words,
            follow=self._follow,
            names=self._name,
        )
        self.run = ProcedureRun(page, link, visit, bus, card=self.motion, answers=answers, form=form)
        self.run.changed.connect(page.state_changed)
        self.run.found.connect(self._take_found)
        self.flange = VirtualFlange(link, is_for_reference=self._is_reference)
        self.flange.asked.connect(self.run.forget_look)
        self.flange.changed.connect(self._flange_changed)
        self.run.begun.connect(self.flange.show_state)
        self.coverage = CoverageChart(self.tr("What the sweeps cover"))
        self._next = paragraph()
        self._next.setAccessibleName(self.tr("What helps most next"))
        table = RowsTable(self.tr("Sweeps, one after the other"), sweep_columns(), widths=_WIDTHS)
        self.rows = MotionRows(self.run, table, take=self._take, rows=self._rows)
        self.below_motion = self._lay_out()

    @property
    def plan(self) -> PayloadPlan | None:
        """Plan of the prepared sweeps; None before the preview."""
        return self._under_way.plan if self._under_way is not None else None

    @property
    def next_words(self) -> str:
        """The shown sentence about the sweep that helps most next."""
        return self._next.text()

    def show_coverage(self, coverage: Coverage | None) -> None:
        """Show the coverage of the finished sweeps, and the sweep that helps most next."""
        self.coverage.show_coverage(coverage)
        self._next.setText(next_sentence(coverage, self.plan))

    def say_plan(self) -> None:
        """Describe the planned sweeps below the title of the page."""
        if self.plan is not None:
            self._page.say(" ".join((plan_sentence(self.plan), *note_sentences(self.plan))))

    def _start_words(self) -> str:
        if self._is_reference:
            return self.tr("Hold to sweep the empty arm")
        return self.tr("Hold to sweep with the payload")

    def _ended(self, outcome: "Outcome") -> tuple[Glyph, str, str]:
        found = outcome.found if isinstance(outcome.found, PayloadFound) else None
        self.flange.show_state()
        self.show_coverage(None if found is None else found.coverage)
        return self._words_of_end(outcome, found)

    @Slot()
    def _flange_changed(self) -> None:
        """Copy the mass on the virtual flange into the form, and preview the motions again."""
        if self.flange.hung_mass and not self._is_reference:
            self._form.payload.show_text(self.flange.mass.edit.text())
        self.run.look_where_seen()

    @Slot(object)
    def _take_found(self, result: object) -> None:
        """Show the coverage after each sweep, and later the known part of the payload."""
        if isinstance(result, Coverage):
            self.show_coverage(result)
        elif isinstance(result, PayloadResult):
            self.motion.show_running(_ANALYSING, found_words(result))

    def _take(self, prepared: "Prepared | None") -> None:
        """Keep the prepared sweeps, and show the coverage of those that were done before."""
        if prepared is None:
            self._under_way = None
            self.coverage.show_plan(None)
            self.show_coverage(None)
            return
        from app.features.payload.procedure import PreparedPayload

        if not isinstance(prepared, PreparedPayload):
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
        """Words of the present motion, which is also marked in its row and in the chart."""
        from app.arm.sweeping import MOVING_SHARE

        if self._under_way is None:
            return None
        if fraction >= MOVING_SHARE:
            self.coverage.show_now(0)
            return (
                self.tr("Looking at the sweeps") if self._is_reference else self.tr("Working out the payload")
            )
        moment = self._under_way.at(fraction / MOVING_SHARE)
        if moment is None:
            return ""
        self.rows.begins(moment.row)
        self.coverage.show_now(0 if moment.is_on_the_way else moment.number)
        return moment_words(moment, self._under_way.plan)

    def _name(self, planned: "PlannedMotion") -> str:
        """Joint and way of a sweep."""
        number = planned.facts.get("number")
        if self.plan is None or not isinstance(number, int):
            return ""
        return moment_words(PayloadMoment(0, number, is_on_the_way=False), self.plan)

    def _lay_out(self) -> QWidget:
        covered = Card(margin=GRID)
        covered.column.addWidget(self.coverage)
        covered.column.addWidget(self._next)
        covered.column.addStretch(1)
        below, left = QWidget(), bare_column(self.flange, (self.rows, 1))
        bare_row((left, 1), scrolled(covered, width=_COVERAGE_WIDTH), of=below, spacing=2 * GRID)
        return below
