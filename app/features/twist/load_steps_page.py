"""Load steps: let gravity bend the gears slowly, one joint after the other, and record how far."""

from typing import TYPE_CHECKING

from PySide6.QtCore import Slot
from PySide6.QtWidgets import QWidget

from app.arm.link import RobotLink
from app.features.twist.load_steps_form import LoadStepsForm
from app.features.twist.load_steps_presentation import moment_words, not_loaded, planned
from app.features.twist.load_steps_under_way import LoadStepsUnderWay
from app.guide.motions_page import MOTIONS, MotionsPage
from app.guide.procedure_page import PageWords
from app.guide.record_words import recorded_words
from app.guide.run_words import RunEnd, columns_with_state, rows_with_state
from app.jobs.messages import MessageBus
from app.look.tokens import GRID
from app.presentation import value_text
from app.visit.open_visit import OpenVisit
from app.widgets.card import Card
from app.widgets.glyphs import Glyph
from app.widgets.rows_table import RowsTable
from app.widgets.text import emphasis, paragraph

if TYPE_CHECKING:
    from app.arm.procedure import Outcome, Prepared, Procedure

_SHOWN = ("joint", "range", "load", "speed", "takes")
_WIDTHS = (0, 120, 152, 184, 104, 88)


class LoadStepsPage(MotionsPage):
    """Look at the strokes, hold, follow them; which joints gravity cannot load is said beside."""

    form: LoadStepsForm

    def __init__(
        self, link: RobotLink, visit: OpenVisit, bus: MessageBus, *, parent: QWidget | None = None
    ) -> None:
        self._steps: LoadStepsUnderWay | None = None
        words = PageWords(
            self.tr("Load the gears by gravity"),
            self.tr(
                "One joint after the other goes slowly there and back where its load changes most. "
                "This may be left out."
            ),
            (self.tr("Strokes"), self.tr("Not loaded")),
        )
        super().__init__(
            link,
            visit,
            bus,
            words,
            form=LoadStepsForm(),
            rows=RowsTable(
                self.tr("Load steps, joint by joint"),
                columns_with_state(planned().only(*_SHOWN)),
                widths=_WIDTHS,
            ),
            parent=parent,
        )
        self.summary, self.left_out = emphasis(), paragraph()
        self.left_out.setAccessibleName(self.tr("Joints that gravity does not load enough"))
        aside = Card()
        aside.column.setSpacing(GRID)
        aside.column.addWidget(self.summary)
        aside.column.addWidget(self.left_out)
        aside.column.addStretch(1)
        self.lay_out_in_turn(self.rows, aside)
        link.progressed.connect(self._follow)

    @property
    def start_words(self) -> str:
        """What holding the button starts."""
        return self.tr("Hold to load the joints")

    def entered(self) -> None:
        """What would happen, for the arm that is there."""
        session = self._link.session
        if session is not None:
            self.form.show_arm(joints=session.robot.joint_count)
        super().entered()

    def initial_focus(self) -> QWidget | None:
        """What is likely to be changed; holding to start takes a pointer."""
        return self.form.payload.edit

    def make_procedure(self) -> "Procedure | None":
        """The strokes as the form says."""
        return self.form.procedure()

    def doing_words(self, text: str) -> str:
        """What follows from how much is done says more; see ``_follow``."""
        return "" if self._steps is not None else super().doing_words(text)

    def outcome_words(self, outcome: "Outcome") -> tuple[Glyph, str, str]:
        """What is on the disk, and where the twist is told."""
        self.ended(outcome)
        glyph, words, line = recorded_words(outcome)
        if not outcome.is_complete:
            return glyph, words, line
        if outcome.elasticity is not None:
            return glyph, words, self.tr("The step Twist says what the gears are like.")
        return (
            glyph,
            words,
            self.tr(
                "How far the gears twist is said once a model is identified: go on to the step Twist then."
            ),
        )

    @property
    def row_count(self) -> int:
        """A row for each joint that is loaded."""
        return 0 if self._steps is None else len(self._steps.plan.blocks)

    def take_motions(self, prepared: "Prepared") -> None:
        """The strokes, joint by joint, and which joints have none."""
        from app.features.twist.load_steps_procedure import PreparedLoadSteps

        if isinstance(prepared, PreparedLoadSteps) and prepared.plan is not None:
            self._steps = LoadStepsUnderWay(prepared.motions, prepared.plan)

    def forget_motions(self) -> None:
        """No strokes."""
        self._steps = None

    def forget_result(self) -> None:
        """Another visit."""
        self.show_view(MOTIONS)

    @Slot(float, str)
    def _follow(self, fraction: float, _text: str) -> None:
        """Say which joint goes now; its row says so too."""
        from app.features.twist.load_steps_procedure import MOVING_SHARE

        if not self.is_running or self._steps is None:
            return
        if fraction >= MOVING_SHARE:
            self.motion.show_running(fraction, self.tr("Looking at the twist"))
            return
        moment = self._steps.at(fraction / MOVING_SHARE)
        if moment is None:
            return
        if moment.row != self._now:
            self.row_begins(moment.row)
            self.table.scrollTo(self.model.index(moment.row, 0))
        self.motion.show_running(fraction, moment_words(moment, self._steps.plan))

    def show_rows(self, end: RunEnd = RunEnd.NOT_YET) -> None:
        """A row per joint, and the sentences about those that gravity does not load."""
        summary, steps = self._visit.summary, self._steps
        if summary is None or steps is None:
            self.model.show_rows(())
            self.summary.setText("")
            self.left_out.setText("")
            return
        names, slides = summary.joint_names, summary.prismatic
        table = planned(steps.plan, joints=names, slides=slides).only(*_SHOWN)
        self.model.show_rows(rows_with_state(table, now=self._now, end=end))
        others = not_loaded(steps.plan, joints=names, slides=slides)
        self.summary.setText(others.title)
        self.left_out.setText("\n\n".join(value_text(row.value) for row in others.rows))
