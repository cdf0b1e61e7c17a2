"""Verify: run motions that the model has not seen, and see how well it predicts them."""

import re
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer, Slot
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from app.excite_words import RunEnd, forecast_word, stage_columns, stage_rows
from app.jobs.runner import JobRunner
from app.messages import MessageBus
from app.pages.record_words import recorded_words
from app.pages.result_plots import MeasuredView
from app.pages.robot_page import RobotPage
from app.pages.verify_form import VerifyForm
from app.pages.verify_result import VerifyResult
from app.robot_link import RobotLink
from app.tokens import GRID
from app.verify_words import passed_glyph, passed_sentence, stage_of_part, verification_sentence
from app.views.card import Card
from app.views.choice import Choice
from app.views.glyphs import Glyph
from app.views.motion_card import LINES_WITH_QUESTION
from app.views.planned_picture import PlannedPicture
from app.views.segmented import Segmented
from app.views.table import RowsModel, Table
from app.visit import OpenVisit
from core.identification.verification_result import Verification
from devices.capabilities import MotionKind

if TYPE_CHECKING:
    from app.procedures.procedure import Outcome, Prepared, Procedure
    from app.procedures.verify import PreparedPart

MOTIONS, RESULT, MEASURED = 0, 1, 2
_SETTLE_MS = 400
_WIDTHS = (0, 152, 96, 120, 128, 216)
_ROW_HEIGHT = 38
"""Rows that only show, low enough for a whole ramp."""
_PART = re.compile(r"(?:approach|stage|move) (\d+) of (\d+)")


class VerifyPage(RobotPage):
    """Look at the motions, hold, follow them, read what the model is worth."""

    def __init__(
        self,
        link: RobotLink,
        visit: OpenVisit,
        runner: JobRunner,
        bus: MessageBus,
        *,
        parent: QWidget | None = None,
    ) -> None:
        self.swept = PlannedPicture()
        super().__init__(
            link,
            bus,
            self.tr("Verify the model"),
            self.tr("The arm moves as it has not moved before. The model is compared with what it takes."),
            lines=LINES_WITH_QUESTION,
            picture=self.swept,
            parent=parent,
        )
        self._visit = visit
        self._parts: tuple[PreparedPart, ...] = ()
        self._foretold: dict[float, str] = {}
        self._before, self._now = 0, -1
        self._looked_into: Path | None = None
        self.form = VerifyForm()
        self._settle = QTimer(self)
        self._settle.setSingleShot(True)
        self._settle.setInterval(_SETTLE_MS)
        self._settle.timeout.connect(self.look_again)
        self.form.changed.connect(self._form_changed)
        self.model = RowsModel(stage_columns())
        self.table = Table(self.tr("Motions of the verification"))
        self.table.setModel(self.model)
        self.table.verticalHeader().setDefaultSectionSize(_ROW_HEIGHT)
        self.table.fit_columns(self.model.columns, widths=_WIDTHS)
        self.result = VerifyResult(visit)
        self.measured = MeasuredView(visit, runner, bus)
        self.recording = Choice(self.tr("Recording"))
        self.recording.setMinimumWidth(240)
        self.recording.picked.connect(self._show_measured)
        self.tabs = Segmented(
            self.tr("View"), (self.tr("Motions"), self.tr("Result"), self.tr("Measured against model"))
        )
        self._lower = QStackedWidget()
        self.tabs.chosen.connect(self._show_lower)
        self._lay_out()
        link.prepared.connect(self._show_prepared)
        visit.opened.connect(self._forget_visit)
        visit.changed.connect(self._visit_changed)

    @property
    def start_words(self) -> str:
        """What holding the button starts."""
        return self.tr("Hold to run the motions")

    @property
    def primary_text(self) -> str:
        """On to the report."""
        return self.tr("Go to the report")

    @property
    def primary_enabled(self) -> bool:
        """While nothing moves."""
        return not self.is_running and not self._visit.is_busy

    def entered(self) -> None:
        """The verification of the visit, and what would happen."""
        session, summary = self._link.session, self._visit.summary
        if session is not None and summary is not None:
            runs = MotionKind.TRAJECTORY in session.capabilities.motions
            self.form.show_arm(joints=len(summary.joint_names), runs_trajectories=runs)
            self.swept.set_robot(session.robot)
        self._look_into_visit()
        super().entered()

    def initial_focus(self) -> QWidget | None:
        """What is likely to be changed; holding to start takes a pointer."""
        return self.form.limit.edit

    def make_procedure(self) -> "Procedure | None":
        """The verification as the form says."""
        return self.form.procedure()

    def begun(self) -> None:
        """Follow the motions."""
        self.form.setEnabled(False)
        self._foretold, self._before, self._now = {}, 0, -1
        self._show_lower(MOTIONS)
        self._show_stages()

    def show_found(self, result: object) -> None:
        """Which motion begins, and the forecast of the next stage."""
        from app.procedures.verify import PartBegins
        from devices.safety.ramp import StageForecast

        if isinstance(result, PartBegins):
            self._foretold, self._before = {}, result.motions_before
        elif isinstance(result, StageForecast):
            self._foretold[result.fraction] = forecast_word(result.share)
            self._show_stages()

    def doing_words(self, text: str) -> str:
        """Which motion runs now; its row says so too."""
        part = _PART.fullmatch(text)
        if part is None:
            return self.tr("Judging the model")
        place = self._before + int(part[1]) - 1
        if place != self._now:
            self._now = place
            self._show_stages()
        words = self._stage_words()
        count = len(words)
        stage = words[place] if place < count else ""
        return self.tr("{stage} ({number} of {count})").format(stage=stage, number=place + 1, count=count)

    def outcome_words(self, outcome: "Outcome") -> tuple[Glyph, str, str]:
        """What the model is worth, or what is on the disk all the same."""
        self.form.setEnabled(True)
        if outcome.is_complete:
            self._now = sum(len(part.motions) for part in self._parts)
        self._show_stages(RunEnd.WHOLE if outcome.is_complete else RunEnd.EARLY)
        found = outcome.verification
        if found is None:
            return recorded_words(outcome)
        self._show_verification(found)
        self._show_lower(RESULT)
        return passed_glyph(found), passed_sentence(found), verification_sentence(found)

    def begun_in_vain(self) -> None:
        """Nothing was recorded."""
        self.form.setEnabled(True)
        self._show_stages(RunEnd.EARLY)

    def start_over(self) -> None:
        """Another visit or another connection."""
        super().start_over()
        self._settle.stop()
        self.form.setEnabled(True)
        self._parts, self._foretold, self._before, self._now = (), {}, 0, -1
        self._show_stages()

    @Slot()
    def _form_changed(self) -> None:
        if not self.is_running:
            self.forget_look()
            self._settle.start()

    @Slot(object)
    def _show_prepared(self, prepared: "Prepared") -> None:
        from app.procedures.verify import PreparedVerification

        if not isinstance(prepared, PreparedVerification) or not self.is_prepared or self.is_running:
            return
        self._parts, self._foretold, self._before, self._now = prepared.parts, {}, 0, -1
        self._show_stages()
        motion = prepared.shown_motion
        if motion is not None:
            self.swept.show_motion(motion.position, motion.time, closest=None)

    def _stage_words(self) -> list[str]:
        return [stage_of_part(motion, part) for part in self._parts for motion in part.motions]

    def _show_stages(self, end: RunEnd = RunEnd.NOT_YET) -> None:
        motions = [motion for part in self._parts for motion in part.motions]
        rows = stage_rows(motions, foretold={}, now=self._now, end=end)
        words = self._stage_words()
        shown = [
            (word, *row[1:-1], self._forecast_of(place))
            for place, (word, row) in enumerate(zip(words, rows, strict=True))
        ]
        self.model.show_rows(shown)

    def _forecast_of(self, place: int) -> str:
        """What the stage at a place was foretold to take; only those of the motion that runs are known."""
        first = 0
        for part in self._parts:
            if first == self._before and first <= place < first + len(part.motions):
                fraction = part.motions[place - first].facts.get("fraction")
                return self._foretold.get(fraction, "–") if isinstance(fraction, float) else "–"
            first += len(part.motions)
        return "–"

    @Slot(int)
    def _show_lower(self, index: int) -> None:
        self.tabs.choose(index)
        self._lower.setCurrentIndex(index)
        self.recording.setVisible(index == MEASURED)
        if index == MEASURED:
            self._show_measured()

    def _look_into_visit(self) -> None:
        """Ask for the verification that the visit holds."""
        if self._visit.summary is None or self._looked_into == self._visit.path:
            return
        path = self._looked_into = self._visit.path
        job = self._visit.look_beside("app.work.verification:verification_of_visit", {"path": path})
        job.succeeded.connect(lambda found: self._take_stored(path, found))

    def _take_stored(self, path: Path, found: Verification | None) -> None:
        if self._looked_into == path and self.result.found is None and found is not None:
            self._show_verification(found)
            self._show_lower(RESULT)

    def _show_verification(self, found: Verification) -> None:
        self.result.show_verification(found)
        labels = [one.recording for one in found.recordings]
        self.recording.offer([(label, label) for label in labels])
        self.recording.setCurrentIndex(0)
        self.measured.offer_joints(len(found.joints))

    @Slot()
    def _show_measured(self) -> None:
        """The curves of the chosen recording, computed when somebody looks."""
        label = self.recording.value
        looked_at = self._lower.currentIndex() == MEASURED and self.isVisible()
        if isinstance(label, str) and self._visit.result is not None and looked_at:
            self.measured.show_recording(label)

    @Slot()
    def _forget_visit(self) -> None:
        self._looked_into = None
        self.result.show_verification(None)
        self.recording.offer(())

    @Slot()
    def _visit_changed(self) -> None:
        self.state_changed.emit()
        self._show_measured()

    def _lay_out(self) -> None:
        upper = QHBoxLayout()
        upper.setSpacing(2 * GRID)
        upper.addWidget(self.form)
        upper.addWidget(self.motion, 1)
        stages = Card(margin=GRID)
        stages.column.addWidget(self.table)
        for view in (stages, self.result, self.measured):
            self._lower.addWidget(view)
        chooser = QHBoxLayout()
        chooser.addWidget(self.tabs)
        chooser.addStretch(1)
        chooser.addWidget(self.recording)
        self.recording.hide()
        below = QVBoxLayout()
        below.setSpacing(GRID)
        below.addLayout(chooser)
        below.addWidget(self._lower, 1)
        self.column.addLayout(upper)
        self.column.addLayout(below, 1)
