"""Page that runs the planned motion, slowly first, and shows the result."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from app.arm.link import RobotLink
from app.arm.procedure import RepeatSettings
from app.errors.text import reason_text
from app.features.excitation.planning import Planning
from app.features.excitation.presentation import condition_text
from app.features.excitation.run_presentation import SHOWN, numbers, run_headline, table
from app.guide.motion_rows import MotionRows
from app.guide.page import RESULT, Page, lay_out_in_turn
from app.guide.procedure_answers import Answers
from app.guide.procedure_form import ProcedureForm
from app.guide.procedure_run import ProcedureRun
from app.guide.run_words import (
    WIDTHS,
    RunEnd,
    forecast_word,
    part_under_way,
    recorded_words,
    stage_columns,
    stage_rows,
    stage_word,
)
from app.jobs.messages import MessageBus
from app.look.tokens import GRID
from app.speech.units import seconds
from app.visit.open_visit import OpenVisit
from app.widgets.facts import Facts
from app.widgets.glyphs import VERDICT_GLYPHS, Glyph
from app.widgets.layouts import SignedText, fill, in_card, in_column
from app.widgets.presentation_view import show_table
from app.widgets.setting_fields import SettingFields
from app.widgets.table import Cell, RowsTable
from app.widgets.text import emphasis, paragraph
from core.excitation.runs.excitation_run import ExcitationRun
from core.workflow import Product

if TYPE_CHECKING:
    from app.arm.procedure import Outcome, PlannedMotion, Prepared, Procedure
    from app.features.excitation.procedure import ExciteProcedure
    from app.features.excitation.tasks import ShownPlan
    from core.excitation.excitation_plan import ExcitationPlan


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
        self.form = ExciteForm()
        answers = Answers(
            procedure=self._procedure,
            ended=self._ended,
            doing=self._doing,
        )
        self.run = ProcedureRun(self, link, visit, bus, answers=answers, form=self.form)
        self.motion = self.run.card
        self.run.found.connect(self._take_forecast)
        table = RowsTable(self.tr("Stages of the motion"), stage_columns(), widths=WIDTHS)
        self.rows = MotionRows(self.run, table, take=self._take, rows=self._rows)
        self.result = ExciteResult(visit)
        views = (self.tr("Stages"), self.tr("Result"))
        self.views = lay_out_in_turn(self, self.run, views, self.rows, self.result)
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
        from devices.safety.stage_forecast import StageForecast

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


class ExciteForm(ProcedureForm):
    """The plan in two lines, and two fields whose defaults are good enough."""

    def __init__(self) -> None:
        super().__init__()
        self._title, self._plan = emphasis(self.tr("The planned motion")), paragraph()
        self._fields = SettingFields(RepeatSettings())
        self.cycles = self._fields.field("cycles")
        self.watch(self._fields)
        self.column.setSpacing(GRID)
        fields = (self._fields.captioned("cycles"), self.flange.captioned("payload_mass"))
        fill(self.column, self._title, self._plan, *fields)
        self.end()
        self.show_plan(None)

    def procedure(self, plan: str) -> "ExciteProcedure | None":
        """The run of the visit's plan with this key; None while a field cannot be read."""
        from app.features.excitation.procedure import ExciteProcedure

        if not self.is_understood:
            return None
        return ExciteProcedure(plan, cycles=self._fields.settings.cycles, payload_mass=self.payload_mass)

    def show_plan(self, plan: "ExcitationPlan | None") -> None:
        """Show period and condition number of the planned motion; None without one."""
        if plan is None:
            self._plan.setText(self.tr("None is planned yet."))
            return
        self._plan.setText(
            self.tr("{period} a period, condition number {value}.").format(
                period=seconds(plan.settings.period_s), value=condition_text(plan.condition_number)
            )
        )


_WIDTHS = (0, 196, 210, 178, 132, 148)
_ROW_HEIGHT = 34
"""Height of rows that cannot be chosen, px."""
_ROOM_FOR_CARDS = 380
"""Height, px, from which there is room for cards; a line has the same numbers below it."""


class ExciteResult(QWidget):
    """Verdict, cards and table of the newest run; a sentence before the first."""

    def __init__(self, visit: OpenVisit) -> None:
        super().__init__()
        self._visit = visit
        self.run: ExcitationRun | None = None
        self._verdict = SignedText(wrap=True)
        self.facts = Facts(("",) * 4)
        self.table = RowsTable(self.tr("The run, joint by joint"), (), widths=())
        self.model = self.table.rows_model
        self.table.set_row_height(_ROW_HEIGHT)
        self._lay_out()
        self.show_run(None)

    @property
    def words(self) -> str:
        """The verdict, for tests and screen readers."""
        return self._verdict.accessibleName()

    def show_run(self, run: ExcitationRun | None) -> None:
        """Show a run; None without one."""
        self.run = run
        for part in (self.facts, self._table_card):
            part.setVisible(run is not None)
        summary = self._visit.summary
        if run is None or summary is None:
            self._verdict.show_text(Glyph.EMPTY, self.tr("The motion has not been run to its end yet."))
            return
        self._show_verdict(run)
        self.facts.show_rows(numbers(run, slides=summary.prismatic).rows)
        found = table(run, joints=summary.joint_names, slides=summary.prismatic).only(*SHOWN)
        show_table(self.table, found, widths=_WIDTHS)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show cards where there is room for them."""
        super().resizeEvent(event)
        self.facts.show_roomy(roomy=self.height() >= _ROOM_FOR_CARDS)

    def _show_verdict(self, run: ExcitationRun) -> None:
        verdict = run.judgement.verdict
        words = [run_headline(verdict), *(reason_text(reason) for reason in run.judgement.reasons)]
        self._verdict.show_text(VERDICT_GLYPHS[verdict], " ".join(words[:2]))
        self._verdict.setToolTip("\n".join(words[1:]))

    def _lay_out(self) -> None:
        self._table_card = in_card(self.table)
        in_column(self._verdict, self.facts, (self._table_card, 1), 0, of=self, spacing=GRID)
