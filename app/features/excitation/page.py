"""Page that runs the planned motion, slowly first, and shows the result."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QWidget

from app.arm.link import RobotLink
from app.features.excitation.form import ExciteForm
from app.features.excitation.planning import Planning
from app.features.excitation.result_view import ExciteResult
from app.features.excitation.run_presentation import run_headline
from app.guide.answers import Answers
from app.guide.motion_rows import MotionRows
from app.guide.page import Page
from app.guide.procedure_run import ProcedureRun
from app.guide.record_words import recorded_words
from app.guide.run_words import (
    WIDTHS,
    RunEnd,
    forecast_word,
    part_under_way,
    stage_columns,
    stage_rows,
    stage_word,
)
from app.guide.views import RESULT, Views, lay_out_in_turn
from app.jobs.messages import MessageBus
from app.visit.open_visit import OpenVisit
from app.widgets.glyphs import VERDICT_GLYPHS, Glyph
from app.widgets.motion_card import LINES_WITH_QUESTION, MotionCard
from app.widgets.rows_table import RowsTable
from app.widgets.table import Cell
from core.excitation.runs.excitation_run import ExcitationRun
from core.workflow import Product

if TYPE_CHECKING:
    from app.arm.procedure import Outcome, PlannedMotion, Prepared, Procedure
    from app.features.excitation.plan_tasks import ShownPlan


class ExcitePage(Page):
    """Stages to look at and to follow, a button to hold, and the result of the run."""

    run: ProcedureRun

    def __init__(self, link: RobotLink, visit: OpenVisit, planning: Planning, bus: MessageBus) -> None:
        super().__init__(
            self.tr("Run the planned motion"),
            self.tr("Slowly first. Each stage is measured, and the next one runs only where that allows it."),
        )
        self._visit, self._planning = visit, planning
        self._shown: ShownPlan | None = None
        self._motions: tuple[PlannedMotion, ...] = ()
        self._forecasts: dict[float, str] = {}
        self.form, self.motion = ExciteForm(), MotionCard(lines=LINES_WITH_QUESTION)
        answers = Answers(
            procedure=self._procedure,
            ended=self._ended,
            start_words=lambda: self.tr("Hold to run the motion"),
            doing=self._doing,
        )
        self.run = ProcedureRun(self, link, visit, bus, card=self.motion, answers=answers, form=self.form)
        self.run.changed.connect(self.state_changed)
        self.run.found.connect(self._take_forecast)
        table = RowsTable(self.tr("Stages of the motion"), stage_columns(), widths=WIDTHS)
        self.rows = MotionRows(self.run, table, take=self._take, rows=self._rows)
        self.views = Views(self.run, (self.tr("Stages"), self.tr("Result")))
        self.result = ExciteResult(visit)
        lay_out_in_turn(self, self.run, self.views, self.rows, self.result)
        planning.looked.connect(self._looked)
        planning.planned.connect(self._planned)

    @property
    def primary_enabled(self) -> bool:
        """True with recordings to identify with, while nothing moves."""
        return self._visit.makes_model and super().primary_enabled

    def entered(self) -> None:
        """Read the plan of the visit, and look at what would happen."""
        self._planning.look()
        super().entered()

    def initial_focus(self) -> QWidget | None:
        """The field for the periods: holding to start takes a pointer."""
        return self.form.cycles.edit

    def _procedure(self) -> "Procedure | None":
        """Run the plan of the visit; None while a field cannot be read, or there is no plan."""
        summary = self._visit.summary
        if summary is None or not summary.key(Product.PLAN):
            return None
        return self.form.procedure(summary.key(Product.PLAN))

    @Slot(object)
    def _take_forecast(self, result: object) -> None:
        """Show the forecast of the next stage."""
        from devices.safety.ramp import StageForecast

        if isinstance(result, StageForecast):
            self._forecasts[result.fraction] = forecast_word(result.share)
            self.rows.show_rows()

    def _doing(self, text: str) -> str:
        """Words for the stage that runs, which is marked in its row too."""
        part = part_under_way(text)
        if part is None or part[0] > len(self._motions):
            return self.tr("Judging the run")
        number, count = part
        self.rows.begins(number - 1)
        words = stage_word(self._motions[number - 1])
        return self.tr("{stage} ({number} of {count})").format(stage=words, number=number, count=count)

    def _ended(self, outcome: "Outcome") -> tuple[Glyph, str, str]:
        """Verdict of the run; without one, the recordings that were kept."""
        self._planning.look_again()
        found = outcome.found
        if not isinstance(found, ExcitationRun):
            return recorded_words(outcome)
        self.result.show_run(found)
        self.views.show(RESULT)
        saved = self.tr("Saved as {labels}.").format(
            labels=", ".join(f"“{label}”" for label in outcome.recordings)
        )
        verdict = found.judgement.verdict
        return VERDICT_GLYPHS[verdict], run_headline(verdict), saved

    def _take(self, prepared: "Prepared | None") -> None:
        """Keep the stages; nothing is forecast of them yet."""
        self._motions, self._forecasts = prepared.motions if prepared is not None else (), {}

    def _rows(self, now: int, end: RunEnd) -> Sequence[tuple[Cell, ...]]:
        """Rows of the table, one for each stage."""
        return stage_rows(self._motions, forecasts=self._forecasts, now=now, end=end)

    @Slot()
    def _looked(self) -> None:
        self._show_plan(self._planning.shown)
        if not self.run.is_running:
            self.result.show_run(self._planning.run)

    @Slot()
    def _planned(self) -> None:
        """Forget the look at the motion before: another one was planned."""
        if not self.run.is_running:
            self.run.forget_look()
            self.rows.forget()
        self._looked()

    def _show_plan(self, shown: "ShownPlan | None") -> None:
        """Show the planned motion in words."""
        if shown is self._shown and shown is not None:
            return
        self._shown = shown
        self.form.show_plan(shown.plan if shown is not None else None)
