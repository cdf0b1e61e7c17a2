"""Friction: sweep the joints both ways at steady speeds, and see what turning them takes."""

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer, Slot
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from app.excite_words import RunEnd
from app.jobs.runner import JobRunner
from app.messages import MessageBus
from app.pages.friction_form import FrictionForm
from app.pages.friction_result import FrictionResult
from app.pages.record_words import recorded_words
from app.pages.robot_page import RobotPage
from app.robot_link import RobotLink
from app.sweep_words import joint_sentence, moment_words, sweep_columns, sweep_rows, sweeps_sentence
from app.sweeps_under_way import SweepsUnderWay
from app.tokens import GRID
from app.views.card import Card
from app.views.glyphs import VERDICT_GLYPHS, Glyph
from app.views.motion_card import LINES_WITH_QUESTION
from app.views.segmented import Segmented
from app.views.table import RowsModel, Table
from app.visit import OpenVisit
from core.friction.sweeps.result import FrictionSweeps

if TYPE_CHECKING:
    from app.procedures.procedure import Outcome, Prepared, Procedure

SWEEPS, RESULT = 0, 1
_SETTLE_MS = 400
_WIDTHS = (0, 152, 216, 120, 128)
_ROW_HEIGHT = 38
"""Rows that only show."""


class FrictionPage(RobotPage):
    """Look at the sweeps, hold, follow them, read what each joint's friction is."""

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
            link,
            bus,
            self.tr("Measure the friction"),
            self.tr("One joint after the other turns there and back at steady speeds. This may be left out."),
            lines=LINES_WITH_QUESTION,
            parent=parent,
        )
        self._visit = visit
        self._sweeps: SweepsUnderWay | None = None
        self._now = -1
        self._looked_into: tuple[Path, str] | None = None
        self.form = FrictionForm()
        self._settle = QTimer(self)
        self._settle.setSingleShot(True)
        self._settle.setInterval(_SETTLE_MS)
        self._settle.timeout.connect(self.look_again)
        self.form.changed.connect(self._form_changed)
        self.model = RowsModel(sweep_columns())
        self.table = Table(self.tr("Sweeps, joint by joint"))
        self.table.setModel(self.model)
        self.table.verticalHeader().setDefaultSectionSize(_ROW_HEIGHT)
        self.table.fit_columns(self.model.columns, widths=_WIDTHS)
        self.result = FrictionResult(visit, runner, bus)
        self.tabs = Segmented(self.tr("View"), (self.tr("Sweeps"), self.tr("Result")))
        self._views = QStackedWidget()
        self.tabs.chosen.connect(self._views.setCurrentIndex)
        self._lay_out()
        link.prepared.connect(self._show_prepared)
        link.progressed.connect(self._follow)
        visit.opened.connect(self._forget_visit)
        visit.changed.connect(self._visit_changed)

    @property
    def start_words(self) -> str:
        """What holding the button starts."""
        return self.tr("Hold to sweep the joints")

    @property
    def primary_enabled(self) -> bool:
        """While nothing moves; sweeps may be left out."""
        return not self.is_running and not self._visit.is_busy

    @property
    def shows_result(self) -> bool:
        """Whether the result is in front, not the sweeps."""
        return self._views.currentIndex() == RESULT

    def entered(self) -> None:
        """The friction that the visit knows, and what would happen."""
        session = self._link.session
        if session is not None:
            self.form.show_arm(joints=session.robot.joint_count)
        self._look_into_visit()
        super().entered()

    def initial_focus(self) -> QWidget | None:
        """What is likely to be changed; holding to start takes a pointer."""
        return self.form.joints.edit

    def make_procedure(self) -> "Procedure | None":
        """The sweeps as the form says."""
        return self.form.procedure()

    def begun(self) -> None:
        """Follow the sweeps."""
        self.form.setEnabled(False)
        self._now = -1
        self.show_view(SWEEPS)
        self._show_rows()

    def doing_words(self, text: str) -> str:
        """What follows from how much is done says more; see ``_follow``."""
        return "" if self._sweeps is not None else super().doing_words(text)

    def outcome_words(self, outcome: "Outcome") -> tuple[Glyph, str, str]:
        """What the friction is, or what is on the disk all the same."""
        self.form.setEnabled(True)
        if outcome.is_complete and self._sweeps is not None:
            self._now = len(self._sweeps.rows)
        self._show_rows(RunEnd.WHOLE if outcome.is_complete else RunEnd.EARLY)
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

    def begun_in_vain(self) -> None:
        """Nothing was recorded."""
        self.form.setEnabled(True)
        self._show_rows(RunEnd.EARLY)

    def start_over(self) -> None:
        """Another visit or another connection."""
        super().start_over()
        self._settle.stop()
        self.form.setEnabled(True)
        self._sweeps, self._now = None, -1
        self._show_rows()

    def show_view(self, index: int) -> None:
        """Bring the sweeps or the result to the front."""
        self.tabs.choose(index)
        self._views.setCurrentIndex(index)

    @Slot()
    def _form_changed(self) -> None:
        if not self.is_running:
            self.forget_look()
            self._settle.start()

    @Slot(object)
    def _show_prepared(self, prepared: "Prepared") -> None:
        session = self._link.session
        if not self.is_prepared or self.is_running or not self.isVisible() or session is None:
            return
        self._sweeps = SweepsUnderWay(prepared.motions, velocity_limit=session.robot.velocity_limit)
        self._now = -1
        self._show_rows()

    @Slot(float, str)
    def _follow(self, fraction: float, _text: str) -> None:
        """Say which joint moves now, and how fast; its row says so too."""
        from app.procedures.friction import MOVING_SHARE

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
            self._now = moment.row
            self._show_rows()
            self.table.scrollTo(self.model.index(moment.row, 0))
        row = self._sweeps.rows[moment.row]
        words = moment_words(moment, row, slides=summary.prismatic[row.joint])
        self.motion.show_running(fraction, words)

    def _show_rows(self, end: RunEnd = RunEnd.NOT_YET) -> None:
        summary, sweeps = self._visit.summary, self._sweeps
        if summary is None or sweeps is None:
            self.model.show_rows(())
            return
        names, slides = summary.joint_names, summary.prismatic
        self.model.show_rows(sweep_rows(sweeps.rows, names=names, prismatic=slides, now=self._now, end=end))

    def _look_into_visit(self) -> None:
        """Ask for the sweeps that the visit holds."""
        summary = self._visit.summary
        if summary is None or not summary.sweeps_key:
            return
        place = (self._visit.path, summary.sweeps_key)
        if self._looked_into == place:
            return
        self._looked_into = place
        job = self._visit.look_beside("app.work.stored_sweeps:sweeps_of_visit", {"path": place[0]})
        job.succeeded.connect(lambda found: self._take_stored(place, found))

    def _take_stored(self, place: tuple[Path, str], found: FrictionSweeps | None) -> None:
        if self._looked_into == place and self.result.found is None and found is not None:
            self.result.show_sweeps(found)
            if not self.is_running:
                self.show_view(RESULT)

    @Slot()
    def _forget_visit(self) -> None:
        self._looked_into = None
        self.result.show_sweeps(None)
        self.show_view(SWEEPS)

    @Slot()
    def _visit_changed(self) -> None:
        self.state_changed.emit()

    def _lay_out(self) -> None:
        upper = QHBoxLayout()
        upper.setSpacing(2 * GRID)
        upper.addWidget(self.form)
        upper.addWidget(self.motion, 1)
        rows = Card(margin=GRID)
        rows.column.addWidget(self.table)
        sweeps = QWidget()
        column = QVBoxLayout(sweeps)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2 * GRID)
        column.addLayout(upper)
        column.addWidget(rows, 1)
        for view in (sweeps, self.result):
            self._views.addWidget(view)
        self.head.addStretch(1)
        self.head.addWidget(self.tabs)
        self.column.addWidget(self._views, 1)
