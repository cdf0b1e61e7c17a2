"""Page of friction: sweep the joints both ways at steady speeds, and read the friction of each."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.arm.link import RobotLink
from app.arm.procedure import SweepFormSettings
from app.features.friction.planned_sweeps import SweepsUnderWay, moment_words, planned
from app.features.friction.presentation import (
    CURVES,
    MODELS,
    alone,
    coefficients,
    curves_of,
    joint_sentence,
    present,
    sweeps_sentence,
)
from app.features.friction.tasks import measure_friction, sweeps_of_visit, use_recordings
from app.guide.joint_views import JointView
from app.guide.motion_rows import MotionRows
from app.guide.page import MOTIONS, RESULT, Page, VisitLook, lay_out_in_turn
from app.guide.procedure_answers import Answers
from app.guide.procedure_form import ProcedureForm, beside
from app.guide.procedure_run import ProcedureRun
from app.guide.recordings_button import RecordingsButton
from app.guide.run_words import RunEnd, columns_with_state, recorded_words, rows_with_state
from app.jobs.messages import MessageBus
from app.jobs.runner import JobRunner
from app.jobs.task import Task
from app.look.theme import TextSize
from app.look.tokens import GRID
from app.presentation import value_text
from app.speech.language import joined_sentences, listed
from app.speech.units import NO_BREAK
from app.visit.open_visit import OpenVisit
from app.widgets.choice import Choice
from app.widgets.figure_view import FigurePlot
from app.widgets.glyphs import VERDICT_GLYPHS, Glyph
from app.widgets.layouts import SignedText, captioned, keep_size
from app.widgets.legend import Legend
from app.widgets.presentation_view import show_table
from app.widgets.setting_fields import SettingFields, caption_of
from app.widgets.table import Cell, RowsTable
from app.widgets.text import Button, Text, paragraph
from app.widgets.view_saving import PlotExport
from core.friction.sweeps.result import FrictionSweeps, JointSweeps
from core.friction.sweeps.settings import QUICK, SweepSettings
from core.setting import declared
from core.workflow import Product

if TYPE_CHECKING:
    from app.arm.procedure import Outcome, Prepared
    from app.features.friction.procedure import FrictionProcedure


_WIDTHS = (0, 152, 216, 120, 128)
THOROUGH, SHORT = SweepSettings(), QUICK


_SIDE_WIDTH = 568


class FrictionForm(ProcedureForm):
    """Six fields with defaults that suit most arms."""

    def __init__(self) -> None:
        super().__init__(margin=GRID)
        self._manner, self._fields = SettingFields(SweepFormSettings()), SettingFields(THOROUGH)
        self.form = Choice(caption_of(declared(SweepFormSettings)["is_quick"]))
        self.form.offer(((THOROUGH, self.tr("Thorough, load too")), (SHORT, self.tr("Quick, without load"))))
        self.tool_speed = self._manner.choice(
            "slow", ((False, self.tr("Up to the joints' limits")), (True, self.tr("Slow, ≤ 250 mm/s")))
        )
        self.joints, self.speeds, self.poses = map(self._fields.field, ("joints", "speeds", "poses"))
        self.form.picked.connect(self._form_picked)
        self.watch(self._manner, self._fields)
        self._lay_out()

    def procedure(self) -> "FrictionProcedure | None":
        """Procedure with the settings of the fields; None while a field cannot be read."""
        from app.features.friction.procedure import FrictionProcedure

        if not self.is_understood:
            return None
        return FrictionProcedure(
            self._fields.settings, slow=self._manner.settings.slow, payload_mass=self.payload_mass
        )

    def show_arm(self, *, joints: int) -> None:
        """Accept the numbers of this many joints."""
        self._fields.joint_count = joints

    def _form_picked(self) -> None:
        """Fill in the numbers of the form that was picked; the chosen joints stay."""
        form = self.form.value
        assert isinstance(form, SweepSettings)
        joints = self._fields.value("joints")
        self._fields.start_from(form)
        self._fields.show(replace(form, joints=joints))
        self.changed.emit()

    def _lay_out(self) -> None:
        self.column.setSpacing(2)
        self.column.addWidget(captioned(self.form.accessibleName(), self.form))
        joints, payload = self._fields.captioned("joints"), self.flange.captioned("payload_mass")
        self.column.addWidget(beside(joints, payload))
        self.column.addWidget(beside(self._fields.captioned("speeds"), self._fields.captioned("poses")))
        self.column.addWidget(self._manner.captioned("slow"))
        self.end()


class FrictionPage(Page):
    """Preview of the sweeps, the button to hold, their progress, and the friction of each joint."""

    run: ProcedureRun

    def __init__(self, link: RobotLink, visit: OpenVisit, runner: JobRunner, bus: MessageBus) -> None:
        super().__init__(
            self.tr("Measure the friction"),
            self.tr("One joint after the other turns there and back at steady speeds. This may be left out."),
        )
        self._link, self._visit = link, visit
        self._sweeps: SweepsUnderWay | None = None
        self.form = FrictionForm()
        answers = Answers(
            procedure=self.form.procedure,
            ended=self._ended,
            follow=self._follow,
        )
        self.run = ProcedureRun(self, link, visit, bus, answers=answers, form=self.form)
        self.motion = self.run.card
        table = RowsTable(planned().title, columns_with_state(planned()), widths=_WIDTHS)
        self.rows = MotionRows(self.run, table, take=self._take, rows=self._rows)
        self.result = FrictionResult(visit, runner, bus)
        self.result.replaced_asked.connect(self._use_earlier)
        views = (self.tr("Sweeps"), self.tr("Result"))
        self.views = lay_out_in_turn(self, self.run, views, self.rows, self.result)
        self._stored = VisitLook(visit, self._show_stored, parent=self)
        RecordingsButton(self, visit, purpose=self.tr("Friction"), find=self._find)
        visit.opened.connect(self._forget_result)

    def entered(self) -> None:
        """Show the friction that the visit holds, and preview the sweeps."""
        session = self._link.session
        if session is not None:
            self.form.show_arm(joints=session.robot.joint_count)
        summary = self._visit.summary
        if summary is not None and (key := summary.key(Product.FRICTION)):
            self._stored.ask(sweeps_of_visit, key=key)
        super().entered()

    def initial_focus(self) -> QWidget | None:
        """Field that is changed most often; holding to start takes a pointer."""
        return self.form.joints.edit

    def _ended(self, outcome: "Outcome") -> tuple[Glyph, str, str]:
        """Show the outcome: the friction, or what was recorded without a result."""
        found = outcome.found
        if not isinstance(found, FrictionSweeps):
            return recorded_words(outcome)
        self.result.show_sweeps(found)
        if not outcome.is_complete:
            return recorded_words(outcome)
        self.views.show(RESULT)
        measured = next((joint for joint in found.joints if joint.points.speed.size), None)
        line = "" if measured is None else joint_sentence(measured)
        return VERDICT_GLYPHS[found.judgement.verdict], sweeps_sentence(found), line

    def _take(self, prepared: "Prepared | None") -> None:
        """Keep the prepared sweeps for the rows of the table."""
        session = self._link.session
        if prepared is None:
            self._sweeps = None
        elif session is not None:
            limit = session.robot.velocity_limit
            self._sweeps = SweepsUnderWay(prepared.motions, velocity_limit=limit)

    def _follow(self, fraction: float) -> str | None:
        """Joint that moves now and its speed in words; marks its row as well."""
        from app.arm.sweeping import MOVING_SHARE

        if self._sweeps is None:
            return None
        if fraction >= MOVING_SHARE:
            return self.tr("Measuring the friction")
        moment = self._sweeps.at(fraction / MOVING_SHARE)
        summary = self._visit.summary
        if moment is None or summary is None:
            return ""
        self.rows.begins(moment.row)
        joint = self._sweeps.rows[moment.row].joint
        return moment_words(moment, summary.joint_names[joint], slides=summary.prismatic[joint])

    def _rows(self, now: int, end: RunEnd) -> Sequence[tuple[Cell, ...]]:
        """Rows of the table: one per joint and pose with its speeds."""
        summary, sweeps = self._visit.summary, self._sweeps
        if summary is None or sweeps is None:
            return ()
        table = planned(sweeps.rows, names=summary.joint_names, prismatic=summary.prismatic)
        return rows_with_state(table, now=now, end=end)

    def _find(self, labels: Sequence[str]) -> Task[FrictionSweeps]:
        """Task that measures the friction in recordings of the visit."""
        return Task(measure_friction, visit=self._visit.path, labels=tuple(labels))

    def _show_stored(self, found: object) -> None:
        """Show the sweeps that the visit holds, unless newer ones are shown."""
        if isinstance(found, FrictionSweeps) and self.result.found is None:
            self.result.show_sweeps(found)
            if not self.run.is_running:
                self.views.show(RESULT)

    @Slot(object, int)
    def _use_earlier(self, labels: tuple[str, ...], joint: int) -> None:
        """Let earlier recordings of a joint count again."""
        task = Task(use_recordings, visit=self._visit.path, labels=labels, joint=joint)
        self._visit.find(task, self.tr("Measuring the friction"), then=self._take_earlier)

    def _take_earlier(self, found: FrictionSweeps) -> None:
        summary = self._visit.summary
        assert summary is not None
        self._stored.asked = (self._visit.path, summary.key(Product.FRICTION))
        self.result.show_sweeps(found)

    @Slot()
    def _forget_result(self) -> None:
        """Clear the result: another visit is open."""
        self.result.show_sweeps(None)
        self.views.show(MOTIONS)


class FrictionResult(JointView):
    """Result of the sweeps, one joint at a time; empty before the first sweeps."""

    replaced_asked = Signal(object, int)
    """Labels (a tuple) of the earlier recordings that shall count for a joint, from 0."""

    def __init__(self, visit: OpenVisit, runner: JobRunner, bus: MessageBus) -> None:
        super().__init__(
            visit,
            Legend(
                (
                    ("measured", self.tr("measured ±")),
                    ("model", self.tr("marked model")),
                    ("stale", self.tr("others")),
                ),
                dots=("measured",),
            ),
        )
        self.found: FrictionSweeps | None = None
        self._verdict = SignedText(size=TextSize.EMPHASIS, wrap=True)
        self._sentence = paragraph()
        self._reasons = Text(role="muted", wrap=True)
        self._coefficients = Text(role="muted", wrap=True)
        self.plot = FigurePlot(self.tr("Friction over speed"))
        export = PlotExport((self.plot,), name=self._name, mark=visit.mark_word, runner=runner, bus=bus)
        self._export_by_button(export, self.plot)
        self.table = RowsTable(self.tr("Models of the joint's friction"), (), widths=())
        self.model = self.table.rows_model
        self.table.selectionModel().currentRowChanged.connect(lambda now, _: self._bring_to_front(now.row()))
        self.replaced_button = Button(self.tr("Let the earlier count instead"), role="quiet")
        self.replaced_button.clicked.connect(self._ask_replaced)
        self._lay_out()
        self.show_sweeps(None)

    @property
    def words(self) -> str:
        """Verdict, sentence and reasons of the joint that is shown, for tests and screen readers."""
        texts = (self._sentence, self._reasons)
        return " ".join(filter(None, (self._verdict.accessibleName(), *(text.text() for text in texts))))

    def show_sweeps(self, found: FrictionSweeps | None) -> None:
        """Show the sweeps, or for None that the friction was not measured yet."""
        self.found = found
        shown = found is not None and bool(found.joints)
        for widget in (self.plot, self._side, self._chooser, self._sentence):
            widget.setVisible(shown)
        self.replaced_button.setVisible(False)
        if found is None:
            self._verdict.show_text(Glyph.EMPTY, self.tr("The friction has not been measured yet."))
            return
        self._verdict.show_text(VERDICT_GLYPHS[found.judgement.verdict], sweeps_sentence(found))
        self.joint.show_words([str(joint.number + 1) for joint in found.joints])
        self._show_joint()

    @property
    def shown_joint(self) -> JointSweeps | None:
        """Joint that is chosen; None where there is none."""
        place = self.joint.index
        if self.found is None or not 0 <= place < len(self.found.joints):
            return None
        return self.found.joints[place]

    def _show_joint(self) -> None:
        joint = self.shown_joint
        if joint is None or self.found is None:
            return
        shown = present(alone(self.found, joint))
        curves, models = shown.figures(CURVES), shown.table(MODELS)
        assert curves is not None
        self._sentence.setText(value_text(curves.figure(joint.joint).summary.value))
        reasons = joined_sentences(*(value_text(row.value) for row in shown.reasons))
        self._reasons.setText(reasons)
        self._reasons.setVisible(bool(reasons))
        self._offer_replaced(joint)
        if models is not None:
            show_table(self.table, models.only("model", "error", "choice"))
        self.table.setVisible(models is not None)
        rows = self.table.verticalHeader().defaultSectionSize() * len(joint.fits)
        head = self.table.horizontalHeader().sizeHint().height()
        self.table.setFixedHeight(head + rows + 2 * self.table.frameWidth())
        chosen = next((row for row, fit in enumerate(joint.fits) if fit.kind is joint.chosen), None)
        if chosen is None:
            self._bring_to_front(-1)
        else:
            self.table.selectRow(chosen)

    def _offer_replaced(self, joint: JointSweeps) -> None:
        """Offer the earlier recordings of a joint that was measured again."""
        present_labels = {one.label for one in self._visit.recordings}
        self.replaced_button.setVisible(bool(joint.replaced) and present_labels.issuperset(joint.replaced))
        words = self.tr("Let {recordings} count instead").format(recordings=listed(joint.replaced))
        self.replaced_button.set_text(words)

    def _ask_replaced(self) -> None:
        joint = self.shown_joint
        if joint is not None and not self._visit.is_busy:
            self.replaced_asked.emit(joint.replaced, joint.number)

    def _bring_to_front(self, row: int) -> None:
        """Show the model of this row in front of the others, with its coefficients; -1 for no model."""
        joint = self.shown_joint
        if joint is None:
            return
        fit = joint.fits[row] if 0 <= row < len(joint.fits) else None
        self.plot.show_figure(curves_of(joint, front=None if fit is None else fit.kind))
        shown = () if fit is None else coefficients(fit)
        words = (f"{label} {value_text(value)}".replace(" ", NO_BREAK) for label, value in shown)
        self._coefficients.setText("     ".join(words))

    def _name(self) -> str:
        joint = self.shown_joint
        return "friction" if joint is None else f"friction-sweeps-joint-{joint.number + 1}"

    def _lay_out(self) -> None:
        self._side = QWidget()
        keep_size(self._side, width=_SIDE_WIDTH)
        beside = QVBoxLayout(self._side)
        beside.setContentsMargins(GRID, 0, GRID, 0)
        beside.setSpacing(GRID)
        beside.addWidget(self.table)
        for text in (self._coefficients, self._reasons):
            beside.addWidget(text)
        beside.addWidget(self.replaced_button)
        beside.addStretch(1)
        row = QHBoxLayout()
        row.setSpacing(GRID)
        row.addWidget(self.plot, 1)
        row.addWidget(self._side)
        self.column.insertWidget(0, self._verdict)
        self.column.insertWidget(1, self._sentence)
        self.column.addLayout(row, 1)
        self.column.addStretch(0)
