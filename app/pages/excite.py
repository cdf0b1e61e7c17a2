"""Excite: run the planned motion, slowly first, and see what came of it."""

import re
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer, Slot
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from app.excite_words import RunEnd, forecast_word, run_sentence, stage_columns, stage_rows, stage_word
from app.messages import MessageBus
from app.pages.excite_form import ExciteForm
from app.pages.excite_result import ExciteResult
from app.pages.record_words import recorded_words
from app.pages.robot_page import RobotPage
from app.planning import Planning
from app.robot_link import RobotLink
from app.tokens import GRID
from app.views.card import Card
from app.views.glyphs import VERDICT_GLYPHS, Glyph
from app.views.motion_card import LINES_WITH_QUESTION
from app.views.planned_picture import PlannedPicture
from app.views.segmented import Segmented
from app.views.table import RowsModel, Table
from app.visit import OpenVisit

if TYPE_CHECKING:
    from app.procedures.procedure import Outcome, PlannedMotion, Prepared, Procedure
    from app.work.plans import ShownPlan

STAGES, RESULT = 0, 1
_SETTLE_MS = 400
_WIDTHS = (0, 152, 96, 120, 128, 216)
_ROW_HEIGHT = 38
"""Rows that only show, low enough for a whole ramp."""
_PART = re.compile(r"(?:approach|stage|move) (\d+) of (\d+)")


class ExcitePage(RobotPage):
    """Look at the stages, hold, follow them, read how well it went."""

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
        super().__init__(
            link,
            bus,
            self.tr("Run the planned motion"),
            self.tr("Slowly first. Each stage is measured, and the next one runs only where that allows it."),
            lines=LINES_WITH_QUESTION,
            picture=self.swept,
            parent=parent,
        )
        self._visit, self._planning = visit, planning
        self._shown: ShownPlan | None = None
        self._motions: tuple[PlannedMotion, ...] = ()
        self._foretold: dict[float, str] = {}
        self._now = -1
        self.form = ExciteForm()
        self._settle = QTimer(self)
        self._settle.setSingleShot(True)
        self._settle.setInterval(_SETTLE_MS)
        self._settle.timeout.connect(self.look_again)
        self.form.changed.connect(self._form_changed)
        self.model = RowsModel(stage_columns())
        self.table = Table(self.tr("Stages of the motion"))
        self.table.setModel(self.model)
        self.table.verticalHeader().setDefaultSectionSize(_ROW_HEIGHT)
        self.table.fit_columns(self.model.columns, widths=_WIDTHS)
        self.result = ExciteResult(visit)
        self.tabs = Segmented(self.tr("View"), (self.tr("Stages"), self.tr("Result")))
        self._lower = QStackedWidget()
        self.tabs.chosen.connect(self._lower.setCurrentIndex)
        self._lay_out()
        link.prepared.connect(self._show_prepared)
        planning.looked.connect(self._looked)
        planning.planned.connect(self._planned)
        visit.changed.connect(self.state_changed)

    @property
    def start_words(self) -> str:
        """What holding the button starts."""
        return self.tr("Hold to run the motion")

    @property
    def primary_enabled(self) -> bool:
        """With a recording to go on with, and nothing moving."""
        recorded = any(recording.makes_model for recording in self._visit.recordings)
        return recorded and not self.is_running and not self._visit.is_busy

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
        if summary is None or not summary.plan_key:
            return None
        return self.form.procedure(summary.plan_key)

    def begun(self) -> None:
        """Follow the stages."""
        self.form.setEnabled(False)
        self._foretold, self._now = {}, -1
        self._show_lower(STAGES)
        self._show_stages()

    def show_found(self, result: object) -> None:
        """The forecast of the next stage."""
        from devices.safety.ramp import StageForecast

        if isinstance(result, StageForecast):
            self._foretold[result.fraction] = forecast_word(result.share)
            self._show_stages()

    def doing_words(self, text: str) -> str:
        """Which stage runs now; its row says so too."""
        part = _PART.fullmatch(text)
        if part is None or int(part[1]) > len(self._motions):
            return self.tr("Judging the run")
        place = int(part[1]) - 1
        if place != self._now:
            self._now = place
            self._show_stages()
        words = stage_word(self._motions[place])
        return self.tr("{stage} ({number} of {count})").format(stage=words, number=part[1], count=part[2])

    def outcome_words(self, outcome: "Outcome") -> tuple[Glyph, str, str]:
        """What the run is worth, or what is on the disk all the same."""
        self.form.setEnabled(True)
        if outcome.is_complete:
            self._now = len(self._motions)
        self._show_stages(RunEnd.WHOLE if outcome.is_complete else RunEnd.EARLY)
        self._planning.look_again()
        found = outcome.excitation
        if found is None:
            return recorded_words(outcome)
        self.result.show_run(found)
        self._show_lower(RESULT)
        saved = self.tr("Saved as {labels}.").format(
            labels=", ".join(f"“{label}”" for label in outcome.recordings)
        )
        verdict = found.judgement.verdict
        return VERDICT_GLYPHS[verdict], run_sentence(verdict), saved

    def begun_in_vain(self) -> None:
        """Nothing was recorded."""
        self.form.setEnabled(True)
        self._show_stages(RunEnd.EARLY)

    def start_over(self) -> None:
        """Another visit or another connection."""
        super().start_over()
        self._settle.stop()
        self.form.setEnabled(True)
        self._motions, self._foretold, self._now = (), {}, -1
        self._show_stages()

    @Slot()
    def _form_changed(self) -> None:
        if not self.is_running:
            self.forget_look()
            self._settle.start()

    @Slot(object)
    def _show_prepared(self, prepared: "Prepared") -> None:
        if self.is_prepared and not self.is_running and self.isVisible():
            self._motions, self._foretold, self._now = prepared.motions, {}, -1
            self._show_stages()

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
            self._motions, self._foretold, self._now = (), {}, -1
            self._show_stages()
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

    def _show_stages(self, end: RunEnd = RunEnd.NOT_YET) -> None:
        rows = stage_rows(self._motions, foretold=self._foretold, now=self._now, end=end)
        self.model.show_rows(rows)

    def _show_lower(self, index: int) -> None:
        self.tabs.choose(index)
        self._lower.setCurrentIndex(index)

    def _lay_out(self) -> None:
        upper = QHBoxLayout()
        upper.setSpacing(2 * GRID)
        upper.addWidget(self.form)
        upper.addWidget(self.motion, 1)
        stages = Card(margin=GRID)
        stages.column.addWidget(self.table)
        for view in (stages, self.result):
            self._lower.addWidget(view)
        below = QVBoxLayout()
        below.setSpacing(GRID)
        chooser = QHBoxLayout()
        chooser.addWidget(self.tabs)
        chooser.addStretch(1)
        below.addLayout(chooser)
        below.addWidget(self._lower, 1)
        self.column.addLayout(upper)
        self.column.addLayout(below, 1)
