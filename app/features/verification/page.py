"""Verify: run motions that the model has not seen, and see how well it predicts them."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QWidget

from app.arm.link import RobotLink
from app.features.verification.form import VerifyForm
from app.features.verification.presentation import model_sentence, passed_sentence
from app.features.verification.result_view import VerifyResult, sign_of
from app.features.verification.tasks import verification_of_visit
from app.features.verification.words import stage_of_part
from app.guide.answers import Answers
from app.guide.joint_views import MeasuredView
from app.guide.motion_rows import MotionRows
from app.guide.page import Page
from app.guide.procedure_run import ProcedureRun
from app.guide.record_words import recorded_words
from app.guide.run_words import WIDTHS, RunEnd, forecast_word, part_under_way, stage_columns, stage_rows
from app.guide.views import RESULT, Views, lay_out_below
from app.guide.visit_look import VisitLook
from app.jobs.messages import MessageBus
from app.jobs.runner import JobRunner
from app.visit.open_visit import OpenVisit
from app.widgets.choice import Choice
from app.widgets.glyphs import Glyph
from app.widgets.motion_card import LINES_WITH_QUESTION, MotionCard
from app.widgets.motion_view import MotionView
from app.widgets.rows_table import RowsTable
from app.widgets.scaled import keep_least
from app.widgets.table import Cell
from core.identification.verification_result import Verification
from devices.capabilities import MotionKind

if TYPE_CHECKING:
    from app.arm.procedure import Outcome, Prepared
    from app.features.verification.procedure import PreparedPart

MEASURED = 2
"""The view behind those of the motions and of the result."""


class VerifyPage(Page):
    """Look at the motions, hold, follow them, read what the model is worth."""

    run: ProcedureRun

    def __init__(
        self,
        link: RobotLink,
        visit: OpenVisit,
        runner: JobRunner,
        bus: MessageBus,
        *,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(
            self.tr("Verify the model"),
            self.tr("The arm moves as it has not moved before. The model is compared with what it takes."),
            parent=parent,
        )
        self._link, self._visit = link, visit
        self._parts: tuple[PreparedPart, ...] = ()
        self._foretold: dict[float, str] = {}
        self._before = 0
        self.form, self.swept = VerifyForm(), MotionView(is_in_card=True)
        self.motion = MotionCard(lines=LINES_WITH_QUESTION, picture=self.swept)
        answers = Answers(
            procedure=self.form.procedure,
            ended=self._ended,
            start_words=lambda: self.tr("Hold to run the motions"),
            doing=self._doing,
            will_do=_passed,
        )
        self.run = ProcedureRun(self, link, visit, bus, card=self.motion, answers=answers, form=self.form)
        self.run.changed.connect(self.state_changed)
        self.run.found.connect(self._take_found)
        table = RowsTable(self.tr("Motions of the verification"), stage_columns(), widths=WIDTHS)
        self.rows = MotionRows(self.run, table, take=self._take, rows=self._rows)
        views = (self.tr("Motions"), self.tr("Result"), self.tr("Measured against model"))
        self.views = Views(self.run, views)
        self.views.shown.connect(self._view_shown)
        self.result = VerifyResult(visit)
        self.measured = MeasuredView(visit, runner, bus)
        self.recording = Choice(self.tr("Recording"))
        keep_least(self.recording, width=240)
        self.recording.picked.connect(self._show_measured)
        self.recording.hide()
        shown = (self.rows, self.result, self.measured)
        lay_out_below(self, self.run, self.views, *shown, beside_tabs=(self.recording,))
        self._stored = VisitLook(visit, self._show_stored, parent=self)
        visit.opened.connect(self._forget_result)
        visit.changed.connect(self._show_measured)

    @property
    def primary_text(self) -> str:
        """On to the report."""
        return self.tr("Go to the report")

    def entered(self) -> None:
        """The verification of the visit, and what would happen."""
        session, summary = self._link.session, self._visit.summary
        if session is not None and summary is not None:
            runs = MotionKind.TRAJECTORY in session.capabilities.motions
            self.form.show_arm(joints=len(summary.joint_names), runs_trajectories=runs)
            self.swept.set_robot(session.robot)
        self._stored.ask(verification_of_visit)
        super().entered()

    def initial_focus(self) -> QWidget | None:
        """What is likely to be changed; holding to start takes a pointer."""
        return self.form.limit.edit

    @Slot(object)
    def _take_found(self, result: object) -> None:
        """Which motion begins, and the forecast of the next stage."""
        from app.features.verification.procedure import PartBegins
        from devices.safety.ramp import StageForecast

        if isinstance(result, PartBegins):
            self._foretold, self._before = {}, result.motions_before
        elif isinstance(result, StageForecast):
            self._foretold[result.fraction] = forecast_word(result.share)
            self.rows.show_rows()

    def _doing(self, text: str) -> str:
        """Which motion runs now; its row says so too."""
        part = part_under_way(text)
        if part is None:
            return self.tr("Judging the model")
        place = self._before + part[0] - 1
        self.rows.begins(place)
        words = self._stage_words()
        count = len(words)
        stage = words[place] if place < count else ""
        return self.tr("{stage} ({number} of {count})").format(stage=stage, number=place + 1, count=count)

    def _ended(self, outcome: "Outcome") -> tuple[Glyph, str, str]:
        """What the model is worth, or what is on the disk all the same."""
        found = outcome.found
        if not isinstance(found, Verification):
            return recorded_words(outcome)
        self._show_verification(found)
        self.views.show(RESULT)
        return sign_of(found), passed_sentence(found), model_sentence(found)

    def _take(self, prepared: "Prepared | None") -> None:
        """Keep the motions, and show the picture of all of them; nothing is forecast yet."""
        if prepared is None:
            self._parts, self._foretold, self._before = (), {}, 0
            return
        from app.features.verification.procedure import PreparedVerification

        if not isinstance(prepared, PreparedVerification):
            return
        self._parts, self._foretold, self._before = prepared.parts, {}, 0
        motion = prepared.shown_motion
        if motion is not None:
            self.swept.show_motion(motion.position, motion.time, closest=None)

    def _stage_words(self) -> list[str]:
        return [stage_of_part(motion, part) for part in self._parts for motion in part.motions]

    def _rows(self, now: int, end: RunEnd) -> Sequence[tuple[Cell, ...]]:
        """A row per stage; what is foretold is known of the motion that runs."""
        motions = [motion for part in self._parts for motion in part.motions]
        rows = stage_rows(motions, foretold={}, now=now, end=end)
        words = self._stage_words()
        return [
            (word, *row[1:-1], self._forecast_of(place))
            for place, (word, row) in enumerate(zip(words, rows, strict=True))
        ]

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
    def _view_shown(self, index: int) -> None:
        """Only the curves have a recording to choose."""
        self.recording.setVisible(index == MEASURED)
        if index == MEASURED:
            self._show_measured()

    def _show_stored(self, found: object) -> None:
        """Show the verification that the visit holds, unless a newer one is shown."""
        if isinstance(found, Verification) and self.result.found is None:
            self._show_verification(found)
            self.views.show(RESULT)

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
        looked_at = self.views.index == MEASURED and self.isVisible()
        if isinstance(label, str) and self._visit.result is not None and looked_at:
            self.measured.show_recording(label)

    @Slot()
    def _forget_result(self) -> None:
        """Another visit: its verification is not known yet."""
        self.result.show_verification(None)
        self.recording.offer(())


def _passed(outcome: "Outcome") -> bool:
    """Whether every joint keeps its limit; else a person has to say what follows from it."""
    return isinstance(outcome.found, Verification) and outcome.found.passed
