"""Page of the load steps: gravity bends the gears slowly, one joint after the other, on a recording."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QWidget

from app.arm.channels import LiveQuantity
from app.arm.link import RobotLink
from app.features.twist.load_steps_presentation import LoadStepsUnderWay, moment_words, not_loaded, planned
from app.features.twist.results import LoadStepsFound
from app.features.twist.sentences import arm_sentence
from app.features.twist.tasks import analyse_twist
from app.guide.motion_rows import MotionRows
from app.guide.page import MOTIONS, Page, lay_out_in_turn
from app.guide.procedure_answers import Answers
from app.guide.procedure_form import ProcedureForm
from app.guide.procedure_run import ProcedureRun
from app.guide.recordings_button import RecordingsButton
from app.guide.run_words import RunEnd, columns_with_state, recorded_words, rows_with_state
from app.jobs.messages import MessageBus
from app.jobs.task import Task
from app.look.tokens import GRID
from app.presentation import value_text
from app.speech.entries import place_or_none
from app.visit.open_visit import OpenVisit
from app.widgets.glyphs import VERDICT_GLYPHS, Glyph
from app.widgets.layouts import Card, captioned
from app.widgets.setting_fields import SettingFields, caption_of, setting_field
from app.widgets.table import Cell, RowsTable
from app.widgets.text import emphasis, paragraph
from core.elasticity.load_steps_plan import KnownPayload, LoadStepSettings
from core.elasticity.result import Elasticity
from core.setting import declared

if TYPE_CHECKING:
    from app.arm.procedure import Outcome, Prepared
    from app.features.twist.load_steps_procedure import LoadStepsProcedure

_SHOWN = ("joint", "range", "load", "speed", "takes")
_WIDTHS = (0, 120, 152, 184, 104, 88)


class LoadStepsForm(ProcedureForm):
    """Four fields with defaults that suit most arms."""

    def __init__(self) -> None:
        super().__init__(margin=GRID)
        self._fields = SettingFields(LoadStepSettings())
        self.joints, self.seconds = self._fields.field("joints"), self._fields.field("seconds")
        place = declared(KnownPayload)["center"]
        self.center = setting_field(place, place_or_none())
        self.center.offer_emptying(self.tr("unknown"))
        self.watch(self._fields, self.center)
        self.column.setSpacing(2)
        self.column.addWidget(self._fields.captioned("joints"))
        self.column.addWidget(self.flange.captioned("payload_mass"))
        self.column.addWidget(captioned(caption_of(place), self.center))
        self.column.addWidget(self._fields.captioned("seconds"))
        self.end()

    def procedure(self) -> "LoadStepsProcedure | None":
        """Procedure with the settings of the fields; None while a field cannot be read."""
        from app.features.twist.load_steps_procedure import LoadStepsProcedure

        if not self.is_understood:
            return None
        mass, center = self.payload_mass, self.center.value
        known = KnownPayload(mass, center) if mass and isinstance(center, tuple) else None
        return LoadStepsProcedure(self._fields.settings, payload=known, payload_mass=mass)

    def show_arm(self, *, joints: int) -> None:
        """Accept the numbers of this many joints."""
        self._fields.joint_count = joints


class LoadStepsPage(Page):
    """Preview of the strokes, the button to hold, their progress; joints that gravity cannot load."""

    run: ProcedureRun

    def __init__(self, link: RobotLink, visit: OpenVisit, bus: MessageBus) -> None:
        super().__init__(
            self.tr("Load the gears by gravity"),
            self.tr(
                "One joint after the other goes slowly there and back where its load changes most. "
                "This may be left out."
            ),
        )
        self._link, self._visit = link, visit
        self._steps: LoadStepsUnderWay | None = None
        self.form = LoadStepsForm()
        answers = Answers(
            procedure=self.form.procedure,
            ended=self._ended,
            follow=self._follow,
            watched=LiveQuantity.TWIST,
        )
        self.run = ProcedureRun(self, link, visit, bus, answers=answers, form=self.form)
        self.motion = self.run.card
        table = RowsTable(
            self.tr("Load steps, joint by joint"),
            columns_with_state(planned().only(*_SHOWN)),
            widths=_WIDTHS,
        )
        self.rows = MotionRows(self.run, table, take=self._take, rows=self._rows)
        self.summary, self.left_out = emphasis(), paragraph()
        self.left_out.setAccessibleName(self.tr("Joints that gravity does not load enough"))
        aside = Card()
        aside.column.setSpacing(GRID)
        aside.column.addWidget(self.summary)
        aside.column.addWidget(self.left_out)
        aside.column.addStretch(1)
        views = (self.tr("Strokes"), self.tr("Not loaded"))
        self.views = lay_out_in_turn(self, self.run, views, self.rows, aside)
        RecordingsButton(
            self,
            visit,
            purpose=self.tr("Twist of the gears"),
            find=self._find,
            suits=lambda one: one.has_twist,
        )
        visit.opened.connect(self._forget_result)

    def entered(self) -> None:
        """Preview the strokes of the connected arm."""
        session = self._link.session
        if session is not None:
            self.form.show_arm(joints=session.robot.joint_count)
        super().entered()

    def initial_focus(self) -> QWidget | None:
        """Field that is changed most often; holding to start takes a pointer."""
        return self.form.payload.edit

    def _find(self, labels: Sequence[str]) -> Task[Elasticity]:
        """Task that analyses the twist in recordings of the visit."""
        return Task(analyse_twist, visit=self._visit.path, fit=tuple(labels))

    def _ended(self, outcome: "Outcome") -> tuple[Glyph, str, str]:
        """Words of the outcome: the recording, and the step that reports the twist."""
        glyph, words, line = recorded_words(outcome)
        if not outcome.is_complete:
            return glyph, words, line
        found = outcome.found
        if isinstance(found, Elasticity):
            words = self.tr("The step Twist says what the gears are like.")
            return VERDICT_GLYPHS[found.judgement.verdict], arm_sentence(found), words
        if isinstance(found, LoadStepsFound) and found.elasticity is not None:
            return glyph, words, self.tr("The step Twist says what the gears are like.")
        return (
            glyph,
            words,
            self.tr(
                "How far the gears twist is said once a model is identified: go on to the step Twist then."
            ),
        )

    def _take(self, prepared: "Prepared | None") -> None:
        """Keep the prepared strokes, and show which joints have none."""
        if prepared is None:
            self._steps = None
        else:
            from app.features.twist.load_steps_procedure import PreparedLoadSteps

            if isinstance(prepared, PreparedLoadSteps) and prepared.plan is not None:
                self._steps = LoadStepsUnderWay(prepared.motions, prepared.plan)
        self._show_left_out()

    @Slot()
    def _forget_result(self) -> None:
        """Show the motions: another visit is open."""
        self.views.show(MOTIONS)

    def _follow(self, fraction: float) -> str | None:
        """Joint that moves now in words; marks its row as well."""
        from app.arm.sweeping import MOVING_SHARE

        if self._steps is None:
            return None
        if fraction >= MOVING_SHARE:
            return self.tr("Looking at the twist")
        moment, summary = self._steps.at(fraction / MOVING_SHARE), self._visit.summary
        if moment is None or summary is None:
            return ""
        self.rows.begins(moment.row)
        return moment_words(moment, self._steps.plan, joints=summary.joint_names)

    def _show_left_out(self) -> None:
        """Show in the second view which joints gravity does not load, and why."""
        summary, steps = self._visit.summary, self._steps
        if summary is None or steps is None:
            self.summary.setText("")
            self.left_out.setText("")
            return
        names, slides = summary.joint_names, summary.prismatic
        others = not_loaded(steps.plan, joints=names, slides=slides)
        self.summary.setText(others.title)
        self.left_out.setText("\n\n".join(value_text(row.value) for row in others.rows))

    def _rows(self, now: int, end: RunEnd) -> Sequence[tuple[Cell, ...]]:
        """Rows of the table: one per loaded joint."""
        summary, steps = self._visit.summary, self._steps
        if summary is None or steps is None:
            return ()
        table = planned(steps.plan, joints=summary.joint_names, slides=summary.prismatic)
        return rows_with_state(table.only(*_SHOWN), now=now, end=end)
