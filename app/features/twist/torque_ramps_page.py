"""Page of the torque ramps: motors wind gears whose outputs are locked, and their loops are judged."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Slot

from app.arm.link import RobotLink
from app.features.twist.result_view import TwistResult
from app.features.twist.results import TorqueRampsFound
from app.features.twist.sentences import arm_sentence
from app.guide.motion_rows import MotionRows
from app.guide.page import MOTIONS, RESULT, Page, lay_out_in_turn
from app.guide.procedure_answers import Answers
from app.guide.procedure_form import ProcedureForm, beside
from app.guide.procedure_run import ProcedureRun
from app.guide.run_words import RunEnd, recorded_words, state_text
from app.jobs.messages import MessageBus
from app.jobs.runner import JobRunner
from app.speech.entries import Entry
from app.speech.quantities import SHARE, read_one
from app.visit.open_visit import OpenVisit
from app.widgets.glyphs import VERDICT_GLYPHS, Glyph
from app.widgets.layouts import fill
from app.widgets.setting_fields import SettingFields
from app.widgets.table import Cell, Column, RowsTable
from core.elasticity.torque_ramp import TorqueRampSettings

if TYPE_CHECKING:
    from app.arm.procedure import Outcome, Prepared
    from app.features.twist.torque_ramps_procedure import TorqueRampsProcedure


_WIDTHS = (0, 152)


class TorqueRampsPage(Page):
    """Preview of the motors' range, the button to hold, the torque under way, and what the gears are like."""

    run: ProcedureRun

    def __init__(self, link: RobotLink, visit: OpenVisit, runner: JobRunner, bus: MessageBus) -> None:
        super().__init__(
            self.tr("Wind locked gears by their motors"),
            self.tr(
                "For a gear on a bench whose output is locked: its motor winds it up and down in small "
                "steps. An arm that can move is refused."
            ),
        )
        self._visit = visit
        self._is_prepared = False
        self.form = TorqueRampsForm()
        answers = Answers(
            procedure=self.form.procedure,
            ended=self._ended,
            doing=self._doing,
        )
        self.run = ProcedureRun(self, link, visit, bus, answers=answers, form=self.form)
        self.motion = self.run.card
        columns = (Column(self.tr("Gear"), stretches=True), Column(self.tr("State")))
        table = RowsTable(self.tr("Gears that are wound"), columns, widths=_WIDTHS)
        self.rows = MotionRows(self.run, table, take=self._take, rows=self._rows)
        self.result = TwistResult(visit, runner, bus)
        views = (self.tr("Ramps"), self.tr("Result"))
        self.views = lay_out_in_turn(self, self.run, views, self.rows, self.result)
        visit.opened.connect(self._forget_result)

    def _ended(self, outcome: "Outcome") -> tuple[Glyph, str, str]:
        """Show what the gears are like; without a result, what was recorded."""
        found = outcome.found
        if not isinstance(found, TorqueRampsFound):
            return recorded_words(outcome)
        self.result.show_elasticity(found.elasticity)
        self.views.show(RESULT)
        _, saved, _ = recorded_words(outcome)
        verdict = found.elasticity.judgement.verdict
        return VERDICT_GLYPHS[verdict], arm_sentence(found.elasticity), saved

    def _doing(self, text: str) -> str:
        """Gear and torque under way; marks its row as well."""
        name, _, torque = text.partition(": ")
        summary = self._visit.summary
        names = summary.joint_names if summary is not None else ()
        if name not in names:
            return self.tr("Looking at the twist")
        self.rows.begins(names.index(name))
        return self.tr("{joint} is wound: {torque}").format(joint=name, torque=torque)

    def _take(self, prepared: "Prepared | None") -> None:
        """Show rows only for prepared ramps."""
        self._is_prepared = prepared is not None

    def _rows(self, now: int, end: RunEnd) -> Sequence[tuple[Cell, ...]]:
        """A row for each gear."""
        summary = self._visit.summary
        names = summary.joint_names if summary is not None and self._is_prepared else ()
        return tuple((name, state_text(place, now=now, end=end)) for place, name in enumerate(names))

    @Slot()
    def _forget_result(self) -> None:
        """Show the motions: another visit is open."""
        self.views.show(MOTIONS)


class TorqueRampsForm(ProcedureForm):
    """Five fields with defaults that suit most gears."""

    def __init__(self) -> None:
        super().__init__()
        self.payload.setParent(self)  # not shown: nothing hangs on a gear that is locked
        self.payload.hide()
        self._fields = SettingFields(TorqueRampSettings())
        share = Entry(lambda text: read_one(text, SHARE), lambda value: f"{100.0 * value:g} %")
        self.torque = self._fields.field("torque_share", entry=share)
        names = ("rounds", "steps", "most_wind", "speed")
        self.rounds, self.steps, self.wind, self.speed = map(self._fields.field, names)
        self.watch(self._fields)
        torque, rounds, steps, wind, speed = map(self._fields.captioned, ("torque_share", *names))
        self.column.setSpacing(2)
        fill(self.column, torque, beside(rounds, steps), beside(wind, speed))
        self.end()

    def procedure(self) -> "TorqueRampsProcedure | None":
        """Procedure with the settings of the fields; None while a field cannot be read."""
        from app.features.twist.torque_ramps_procedure import TorqueRampsProcedure

        return TorqueRampsProcedure(self._fields.settings) if self.is_understood else None
