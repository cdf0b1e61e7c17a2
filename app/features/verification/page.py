"""The page of the verification: motions that the model has not seen, and how well it predicts them."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QWidget

from app.arm.link import RobotLink
from app.features.verification.form import VerifyForm
from app.features.verification.presentation import (
    JOINTS,
    MOTIONS,
    model_sentence,
    passed_sentence,
    present,
)
from app.features.verification.tasks import judge_verification, verification_of_visit, verified_motion
from app.features.verification.words import stage_of_part
from app.guide.joint_views import MeasuredView
from app.guide.motion_rows import MotionRows
from app.guide.page import RESULT, Page, VisitLook, lay_out_in_turn
from app.guide.procedure_answers import Answers
from app.guide.procedure_run import ProcedureRun
from app.guide.recordings_button import RecordingsButton
from app.guide.run_words import (
    WIDTHS,
    RunEnd,
    forecast_word,
    part_under_way,
    recorded_words,
    stage_columns,
    stage_rows,
)
from app.jobs.messages import MessageBus
from app.jobs.runner import JobRunner
from app.jobs.task import Task
from app.look.theme import TextSize
from app.look.tokens import GRID
from app.presentation import REASONS, UNSEEN, reason_line
from app.visit.open_visit import OpenVisit
from app.widgets.choice import Choice
from app.widgets.glyphs import VERDICT_GLYPHS, Glyph
from app.widgets.layouts import SignedText, bare_column, in_column, in_row, keep_least
from app.widgets.presentation_view import SectionsView
from app.widgets.table import Cell, RowsTable
from app.widgets.text import paragraph
from core.identification.verification_result import Verification
from devices.capabilities import MotionKind

if TYPE_CHECKING:
    from app.arm.procedure import Outcome, Prepared
    from app.features.verification.procedure import PreparedPart

MEASURED = 2
"""Number of the view of curves, after those of the motions and of the result."""


class VerifyResult(QWidget):
    """Verdict and tables of a verification; one sentence before the first one."""

    def __init__(self, visit: OpenVisit) -> None:
        super().__init__()
        self._visit = visit
        self.found: Verification | None = None
        self._verdict = SignedText(size=TextSize.EMPHASIS, wrap=True)
        self._sentence = paragraph()
        self.sections = SectionsView(self.tr("The verification, joint by joint"))
        column = bare_column(self._verdict, self._sentence, (self.sections, 1), of=self)
        column.addStretch(0)
        self.show_verification(None)

    @property
    def words(self) -> str:
        """Words above the tables, for tests and screen readers."""
        return f"{self._verdict.accessibleName()} {self._sentence.text()}".strip()

    def show_verification(self, found: Verification | None) -> None:
        """Show a verification; None where there is none yet."""
        self.found = found
        summary = self._visit.summary
        is_shown = found is not None and summary is not None
        self.sections.setVisible(is_shown)
        self._sentence.setVisible(is_shown)
        if found is None or summary is None:
            self._verdict.show_text(Glyph.EMPTY, self.tr("The model was not compared with a new motion yet."))
            return
        shown = present(found, slides=summary.prismatic)
        self._verdict.show_text(VERDICT_GLYPHS[found.judgement.verdict], passed_sentence(found))
        self._sentence.setText(model_sentence(found))
        self.setToolTip("\n".join(reason_line(row) for row in shown.reasons))
        offered = {one.name: one for one in shown.sections}
        names = (JOINTS, *([REASONS] if shown.reasons else []), UNSEEN, MOTIONS)
        self.sections.show_sections([offered[name] for name in names if name in offered])


class VerifyPage(Page):
    """Runs the motions of a verification, and shows its result and curves."""

    run: ProcedureRun

    def __init__(self, link: RobotLink, visit: OpenVisit, runner: JobRunner, bus: MessageBus) -> None:
        super().__init__(
            self.tr("Verify the model"),
            self.tr("A new motion tests the model: what it predicts is compared with what the arm takes."),
        )
        self._link, self._visit = link, visit
        self._parts: tuple[PreparedPart, ...] = ()
        self._forecasts: dict[float, str] = {}
        self._before = 0
        self.form = VerifyForm()
        answers = Answers(
            procedure=self.form.procedure,
            ended=self._ended,
            doing=self._doing,
            will_do=_passed,
        )
        self.run = ProcedureRun(self, link, visit, bus, answers=answers, form=self.form)
        self.motion = self.run.card
        self.run.found.connect(self._take_found)
        table = RowsTable(self.tr("Motions of the verification"), stage_columns(), widths=WIDTHS)
        self.rows = MotionRows(self.run, table, take=self._take, rows=self._rows)
        self.result = VerifyResult(visit)
        self.measured = MeasuredView(visit, runner, bus)
        self.recording = Choice(self.tr("Recording"))
        keep_least(self.recording, width=240)
        self.recording.picked.connect(self._show_measured)
        curves = QWidget()
        in_column(in_row(1, self.recording), (self.measured, 1), of=curves, spacing=GRID)
        views = (self.tr("Motions"), self.tr("Result"), self.tr("Measured against model"))
        self.views = lay_out_in_turn(self, self.run, views, self.rows, self.result, curves)
        self.views.shown.connect(self._show_measured)
        self._stored = VisitLook(visit, self._show_stored, parent=self)
        RecordingsButton(
            self,
            visit,
            purpose=self.tr("Verification"),
            find=self._find,
            suits=lambda one: one.makes_model,
        )
        visit.opened.connect(self._forget_result)
        visit.changed.connect(self._show_measured)

    def entered(self) -> None:
        """Show the verification of the visit, and preview the motions."""
        session, summary = self._link.session, self._visit.summary
        if session is not None and summary is not None:
            runs = MotionKind.TRAJECTORY in session.capabilities.motions
            self.form.show_arm(joints=len(summary.joint_names), runs_trajectories=runs)
        self._stored.ask(verification_of_visit)
        super().entered()

    def initial_focus(self) -> QWidget | None:
        """The field of the limit: it is changed most often, and the start button takes a pointer."""
        return self.form.limit.edit

    @Slot(object)
    def _take_found(self, result: object) -> None:
        """Note which motion begins, and the forecast of its next stage."""
        from app.features.verification.procedure import PartBegins
        from devices.safety.stage_forecast import StageForecast

        if isinstance(result, PartBegins):
            self._forecasts, self._before = {}, result.motions_before
        elif isinstance(result, StageForecast):
            self._forecasts[result.fraction] = forecast_word(result.share)
            self.rows.show_rows()

    def _doing(self, text: str) -> str:
        """Words of the motion that runs, which is also marked in its row."""
        part = part_under_way(text)
        if part is None:
            return self.tr("Judging the model")
        place = self._before + part[0] - 1
        self.rows.begins(place)
        words = self._stage_words()
        stage = words[place] if place < len(words) else ""
        return self.tr("{stage} ({number} of {count})").format(
            stage=stage, number=place + 1, count=len(words)
        )

    def _ended(self, outcome: "Outcome") -> tuple[Glyph, str, str]:
        """The verdict in words; without one the state of the recordings."""
        found = outcome.found
        if not isinstance(found, Verification):
            return recorded_words(outcome)
        self._show_verification(found)
        self.views.show(RESULT)
        return VERDICT_GLYPHS[found.judgement.verdict], passed_sentence(found), model_sentence(found)

    def _find(self, labels: Sequence[str]) -> Task[Verification]:
        """Task that judges the model on recordings of the visit."""
        motions = {label: verified_motion(label) for label in labels}
        return Task(judge_verification, visit=self._visit.path, motions=motions, limits=None)

    def _take(self, prepared: "Prepared | None") -> None:
        """Keep the prepared motions; forecasts come later."""
        if prepared is None:
            self._parts, self._forecasts, self._before = (), {}, 0
            return
        from app.features.verification.procedure import PreparedVerification

        if not isinstance(prepared, PreparedVerification):
            return
        self._parts, self._forecasts, self._before = prepared.parts, {}, 0

    def _stage_words(self) -> list[str]:
        return [stage_of_part(motion, part) for part in self._parts for motion in part.motions]

    def _rows(self, now: int, end: RunEnd) -> Sequence[tuple[Cell, ...]]:
        """A row per stage; forecasts are known only of the motion that runs."""
        motions = [motion for part in self._parts for motion in part.motions]
        rows = stage_rows(motions, forecasts={}, now=now, end=end)
        words = self._stage_words()
        return [
            (word, *row[1:-1], self._forecast_of(place))
            for place, (word, row) in enumerate(zip(words, rows, strict=True))
        ]

    def _forecast_of(self, place: int) -> str:
        """Forecast of the stage at an index; a dash for stages of other motions than the running one."""
        first = 0
        for part in self._parts:
            if first == self._before and first <= place < first + len(part.motions):
                fraction = part.motions[place - first].facts.get("fraction")
                return self._forecasts.get(fraction, "–") if isinstance(fraction, float) else "–"
            first += len(part.motions)
        return "–"

    def _show_stored(self, found: object) -> None:
        """Show the visit's verification, unless a newer one is shown."""
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
        """Show the curves of the chosen recording; they are computed only while the view is visible."""
        label = self.recording.value
        is_seen = self.views.index == MEASURED and self.isVisible()
        if isinstance(label, str) and self._visit.result is not None and is_seen:
            self.measured.show_recording(label)

    @Slot()
    def _forget_result(self) -> None:
        """Forget the verification of the visit that was open before."""
        self.result.show_verification(None)
        self.recording.offer(())


def _passed(outcome: "Outcome") -> bool:
    """True if every joint keeps its limit; otherwise a person has to decide how to go on."""
    return isinstance(outcome.found, Verification) and outcome.found.passed
