"""Excite: run the planned motion, slowly first, and see what came of it."""

from typing import TYPE_CHECKING

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QWidget

from app.arm.link import RobotLink
from app.features.excitation.form import ExciteForm
from app.features.excitation.planning import Planning
from app.features.excitation.result_view import ExciteResult
from app.features.excitation.run_presentation import run_headline
from app.guide.motions_page import RESULT, MotionsPage
from app.guide.procedure_page import PageWords
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
from app.jobs.messages import MessageBus
from app.visit.open_visit import OpenVisit
from app.widgets.glyphs import VERDICT_GLYPHS, Glyph
from app.widgets.planned_picture import PlannedPicture
from app.widgets.rows_table import RowsTable
from core.workflow import Product

if TYPE_CHECKING:
    from app.arm.procedure import Outcome, PlannedMotion, Prepared, Procedure
    from app.features.excitation.plan_tasks import ShownPlan


class ExcitePage(MotionsPage):
    """Look at the stages, hold, follow them, read how well it went."""

    form: ExciteForm

    def __init__(
        self,
        link: RobotLink,
        visit: OpenVisit,
        planning: Planning,
        bus: MessageBus,
        *,
        parent: QWidget | None = None,
    ) -> None:
        self.swept = PlannedPicture()
        self._shown: ShownPlan | None = None
        self._motions: tuple[PlannedMotion, ...] = ()
        self._foretold: dict[float, str] = {}
        words = PageWords(
            self.tr("Run the planned motion"),
            self.tr("Slowly first. Each stage is measured, and the next one runs only where that allows it."),
            (self.tr("Stages"), self.tr("Result")),
        )
        super().__init__(
            link,
            visit,
            bus,
            words,
            form=ExciteForm(),
            rows=RowsTable(self.tr("Stages of the motion"), stage_columns(), widths=WIDTHS),
            picture=self.swept,
            parent=parent,
        )
        self._planning = planning
        self.result = ExciteResult(visit)
        self.lay_out_below(self.rows, self.result)
        planning.looked.connect(self._looked)
        planning.planned.connect(self._planned)

    @property
    def start_words(self) -> str:
        """What holding the button starts."""
        return self.tr("Hold to run the motion")

    @property
    def primary_enabled(self) -> bool:
        """With a recording to go on with, and nothing moving."""
        return self.has_recording and super().primary_enabled

    @property
    def stages_done(self) -> int:
        """How many of the motions are over."""
        return max(self._now, 0)

    def entered(self) -> None:
        """The plan of the visit, and what would happen."""
        self._planning.look()
        super().entered()

    def initial_focus(self) -> QWidget | None:
        """What is likely to be changed; holding to start takes a pointer."""
        return self.form.cycles.edit

    def make_procedure(self) -> "Procedure | None":
        """Run the plan of the visit; None while a field cannot be read, or there is no plan."""
        summary = self._visit.summary
        if summary is None or not summary.key(Product.PLAN):
            return None
        return self.form.procedure(summary.key(Product.PLAN))

    def begun(self) -> None:
        """Follow the stages."""
        self._foretold = {}
        super().begun()

    def show_found(self, result: object) -> None:
        """The forecast of the next stage."""
        from devices.safety.ramp import StageForecast

        if isinstance(result, StageForecast):
            self._foretold[result.fraction] = forecast_word(result.share)
            self.show_rows()

    def doing_words(self, text: str) -> str:
        """Which stage runs now; its row says so too."""
        part = part_under_way(text)
        if part is None or part[0] > len(self._motions):
            return self.tr("Judging the run")
        number, count = part
        self.row_begins(number - 1)
        words = stage_word(self._motions[number - 1])
        return self.tr("{stage} ({number} of {count})").format(stage=words, number=number, count=count)

    def outcome_words(self, outcome: "Outcome") -> tuple[Glyph, str, str]:
        """What the run is worth, or what is on the disk all the same."""
        self.ended(outcome)
        self._planning.look_again()
        found = outcome.excitation
        if found is None:
            return recorded_words(outcome)
        self.result.show_run(found)
        self.show_view(RESULT)
        saved = self.tr("Saved as {labels}.").format(
            labels=", ".join(f"“{label}”" for label in outcome.recordings)
        )
        verdict = found.judgement.verdict
        return VERDICT_GLYPHS[verdict], run_headline(verdict), saved

    @property
    def row_count(self) -> int:
        """A row for each stage."""
        return len(self._motions)

    def take_motions(self, prepared: "Prepared") -> None:
        """The stages; nothing is foretold of them yet."""
        self._motions, self._foretold = prepared.motions, {}

    def forget_motions(self) -> None:
        """No stages, nothing foretold."""
        self._motions, self._foretold = (), {}

    def show_rows(self, end: RunEnd = RunEnd.NOT_YET) -> None:
        """A row per stage."""
        rows = stage_rows(self._motions, foretold=self._foretold, now=self._now, end=end)
        self.model.show_rows(rows)

    @Slot()
    def _looked(self) -> None:
        self._show_plan(self._planning.shown)
        if not self.is_running:
            self.result.show_run(self._planning.run)

    @Slot()
    def _planned(self) -> None:
        """Another motion was planned: what was looked at is of no use."""
        if not self.is_running:
            self.forget_look()
            self.forget_rows()
        self._looked()

    def _show_plan(self, shown: "ShownPlan | None") -> None:
        """Which motion it is, in words and as what it sweeps through."""
        if shown is self._shown and shown is not None:
            return
        self._shown = shown
        self.form.show_plan(shown.plan if shown is not None else None)
        if shown is None:
            self.swept.set_robot(None)
            return
        around = shown.plan.settings
        boxes = around.boxes if around.collision else ()
        self.swept.set_robot(shown.robot, floor_height=around.floor_height, boxes=boxes)
        self.swept.show_motion(shown.motion.position, shown.time, closest=shown.approach)
