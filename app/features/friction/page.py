"""Friction: sweep the joints both ways at steady speeds, and see what turning them takes."""

from typing import TYPE_CHECKING

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QWidget

from app.arm.link import RobotLink
from app.features.friction.form import FrictionForm
from app.features.friction.planned import moment_words, planned
from app.features.friction.result_view import FrictionResult
from app.features.friction.sentences import joint_sentence, sweeps_sentence
from app.features.friction.sweeps_under_way import SweepsUnderWay
from app.guide.motions_page import MOTIONS, RESULT, MotionsPage
from app.guide.procedure_page import PageWords
from app.guide.record_words import recorded_words
from app.guide.run_words import RunEnd, columns_with_state, rows_with_state
from app.jobs.messages import MessageBus
from app.jobs.runner import JobRunner
from app.visit.open_visit import OpenVisit
from app.visit.stored_sweeps import sweeps_of_visit
from app.widgets.glyphs import VERDICT_GLYPHS, Glyph
from app.widgets.rows_table import RowsTable
from core.friction.sweeps.result import FrictionSweeps
from core.workflow import Product

if TYPE_CHECKING:
    from app.arm.procedure import Outcome, Prepared, Procedure

_WIDTHS = (0, 152, 216, 120, 128)


class FrictionPage(MotionsPage):
    """Look at the sweeps, hold, follow them, read what each joint's friction is."""

    form: FrictionForm

    def __init__(
        self,
        link: RobotLink,
        visit: OpenVisit,
        runner: JobRunner,
        bus: MessageBus,
        *,
        parent: QWidget | None = None,
    ) -> None:
        self._sweeps: SweepsUnderWay | None = None
        words = PageWords(
            self.tr("Measure the friction"),
            self.tr("One joint after the other turns there and back at steady speeds. This may be left out."),
            (self.tr("Sweeps"), self.tr("Result")),
        )
        super().__init__(
            link,
            visit,
            bus,
            words,
            form=FrictionForm(),
            rows=RowsTable(planned().title, columns_with_state(planned()), widths=_WIDTHS),
            parent=parent,
        )
        self.result = FrictionResult(visit, runner, bus)
        self.lay_out_in_turn(self.rows, self.result)
        link.progressed.connect(self._follow)

    @property
    def start_words(self) -> str:
        """What holding the button starts."""
        return self.tr("Hold to sweep the joints")

    def entered(self) -> None:
        """The friction that the visit knows, and what would happen."""
        session = self._link.session
        if session is not None:
            self.form.show_arm(joints=session.robot.joint_count)
        summary = self._visit.summary
        if summary is not None and (key := summary.key(Product.FRICTION)):
            self.look_into_visit(sweeps_of_visit, key=key)
        super().entered()

    def initial_focus(self) -> QWidget | None:
        """What is likely to be changed; holding to start takes a pointer."""
        return self.form.joints.edit

    def make_procedure(self) -> "Procedure | None":
        """The sweeps as the form says."""
        return self.form.procedure()

    def doing_words(self, text: str) -> str:
        """What follows from how much is done says more; see ``_follow``."""
        return "" if self._sweeps is not None else super().doing_words(text)

    def outcome_words(self, outcome: "Outcome") -> tuple[Glyph, str, str]:
        """What the friction is, or what is on the disk all the same."""
        self.ended(outcome)
        found = outcome.friction
        if found is None:
            return recorded_words(outcome)
        self.result.show_sweeps(found)
        if not outcome.is_complete:
            return recorded_words(outcome)
        self.show_view(RESULT)
        measured = next((joint for joint in found.joints if joint.points.speed.size), None)
        line = "" if measured is None else joint_sentence(measured)
        return VERDICT_GLYPHS[found.judgement.verdict], sweeps_sentence(found), line

    @property
    def row_count(self) -> int:
        """A row for each joint in each pose."""
        return 0 if self._sweeps is None else len(self._sweeps.rows)

    def take_motions(self, prepared: "Prepared") -> None:
        """The sweeps, joint by joint."""
        session = self._link.session
        if session is not None:
            limit = session.robot.velocity_limit
            self._sweeps = SweepsUnderWay(prepared.motions, velocity_limit=limit)

    def forget_motions(self) -> None:
        """No sweeps."""
        self._sweeps = None

    @Slot(float, str)
    def _follow(self, fraction: float, _text: str) -> None:
        """Say which joint moves now, and how fast; its row says so too."""
        from app.features.friction.procedure import MOVING_SHARE

        if not self.is_running or self._sweeps is None:
            return
        if fraction >= MOVING_SHARE:
            self.motion.show_running(fraction, self.tr("Measuring the friction"))
            return
        moment = self._sweeps.at(fraction / MOVING_SHARE)
        summary = self._visit.summary
        if moment is None or summary is None:
            return
        if moment.row != self._now:
            self.row_begins(moment.row)
            self.table.scrollTo(self.model.index(moment.row, 0))
        row = self._sweeps.rows[moment.row]
        words = moment_words(moment, row, slides=summary.prismatic[row.joint])
        self.motion.show_running(fraction, words)

    def show_rows(self, end: RunEnd = RunEnd.NOT_YET) -> None:
        """A row per joint and pose, with its speeds."""
        summary, sweeps = self._visit.summary, self._sweeps
        if summary is None or sweeps is None:
            self.model.show_rows(())
            return
        table = planned(sweeps.rows, names=summary.joint_names, prismatic=summary.prismatic)
        self.model.show_rows(rows_with_state(table, now=self._now, end=end))

    def show_stored(self, found: object) -> None:
        """The sweeps that the visit holds."""
        if isinstance(found, FrictionSweeps) and self.result.found is None:
            self.result.show_sweeps(found)
            if not self.is_running:
                self.show_view(RESULT)

    def forget_result(self) -> None:
        """Another visit: its friction is not known yet."""
        self.result.show_sweeps(None)
        self.show_view(MOTIONS)
