"""The page of the encoder check: a small motion of each joint, and a verdict on its encoders."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import Slot

from app.arm.channels import LiveQuantity
from app.arm.link import RobotLink
from app.arm.link_state import Return
from app.features.encoders.presentation import columns, headline, remarks, table
from app.guide.page import MotionFolds, Page
from app.guide.procedure_answers import Answers
from app.guide.procedure_run import ProcedureRun
from app.jobs.messages import MessageBus
from app.look.tokens import GRID
from app.speech.language import tr
from app.visit.open_visit import OpenVisit
from app.visit.recordings import StoredCheck
from app.widgets.glyphs import VERDICT_GLYPHS, Glyph
from app.widgets.layouts import Card
from app.widgets.presentation_view import show_table, shown_column
from app.widgets.table import Cell, RowsTable
from app.widgets.text import Text
from core.encoders.result import EncoderCheck

if TYPE_CHECKING:
    from app.arm.procedure import Outcome, Procedure

_WIDTHS = (0, 160, 112, 168, 112, 112, 168)
_LEAST = (2, 1, 5)
"""Columns of direction, comparison and travel, which a narrow page leaves out: the reasons name them."""
_LINES = 11.0
"""Height of the motion in lines of text: all joints of most arms have room below it."""


class CheckPage(Page):
    """Runs the check joint after joint, and shows its table with reasons."""

    run: ProcedureRun

    def __init__(self, link: RobotLink, visit: OpenVisit, bus: MessageBus) -> None:
        super().__init__(
            self.tr("Check the encoders"),
            self.tr("Each joint moves a little, one after the other, by at most two degrees. Keep clear."),
        )
        self._link, self._visit = link, visit
        link.came_back.connect(self._robot_is_back)  # before the run looks again
        answers = Answers(
            procedure=_procedure,
            ended=self._ended,
            doing=self._doing,
            watched=LiveQuantity.TWIST,
        )
        self.run = ProcedureRun(self, link, visit, bus, answers=answers, lines=_LINES)
        self.motion = self.run.card
        self.run.begun.connect(self._begun)
        self.run.found.connect(self._take_found)
        self.check: EncoderCheck | None = None
        self._moving = ""
        heads = [shown_column(one, stretches=place == 0) for place, one in enumerate(columns())]
        self.table = RowsTable(self.tr("Result of the check per joint"), heads, widths=_WIDTHS)
        self.table.may_leave_out(*_LEAST)
        self.model = self.table.rows_model
        self.model.modelReset.connect(self._keep_rows)
        self.table.selectionModel().currentRowChanged.connect(lambda now, _: self._show_reasons(now.row()))
        self._reasons = Text(role="muted", wrap=True)
        self._reasons.setContentsMargins(GRID, 0, GRID, 0)
        self._lay_out()
        visit.opened.connect(self._visit_opened)
        link.connected.connect(self._show_stored)

    @property
    def primary_enabled(self) -> bool:
        """True while connected and not running; the check may be left out, the record page warns then."""
        return not self.run.is_running and self._link.is_connected

    @Slot()
    def _keep_rows(self) -> None:
        """Have room for all joints: the page scrolls, not the table."""
        self.table.keep_rows(self.model.rowCount())

    @Slot()
    def _begun(self) -> None:
        """Show empty rows for the joints to come."""
        self.check, self._moving = None, ""
        self._show_waiting()

    @Slot(object)
    def _take_found(self, result: object) -> None:
        """Show the joints that are checked so far."""
        if isinstance(result, EncoderCheck):
            self._show_check(result)

    def _doing(self, text: str) -> str:
        """Words of the joint that moves now, which is also marked in its row."""
        summary = self._visit.summary
        names = summary.joint_names if summary else ()
        if text == "watching":
            return self.tr("Watching what moves")
        if text not in names:
            return self.tr("Comparing the encoders")
        if text != self._moving:
            self._moving = text
            self.model.show_rows(_waiting_rows(names, moving=names.index(text)))
        return self.tr("Joint {number} of {count}").format(number=names.index(text) + 1, count=len(names))

    def _ended(self, outcome: "Outcome") -> tuple[Glyph, str, str]:
        """The verdict in words, or the reason why there is none."""
        found = outcome.found
        if isinstance(found, StoredCheck):
            self._show_check(found.check)
            verdict = found.check.judgement.verdict
            return VERDICT_GLYPHS[verdict], headline(verdict), self._advice(outcome)
        if outcome.stopped:
            return (
                Glyph.WARNING,
                self.tr("The check was stopped. The arm stands still."),
                self.tr("A STOP discards the motion. The start pose is checked again before the next one."),
            )
        return (
            Glyph.CROSS,
            self.tr("The check did not come to its end. The arm was ordered to stop."),
            self.tr("Mend what the message above names, then check again."),
        )

    def _advice(self, outcome: "Outcome") -> str:
        check = self.check
        if not outcome.is_complete:
            return self.tr("It ended early. The joints that had moved until then are judged below.")
        if check is None or not check.faults:
            return self.tr("The offsets hold until the controller is switched off.")
        return self.tr("Mend what is named below the table before the arm moves further.")

    @Slot(object)
    def _robot_is_back(self, back: Return) -> None:
        """Forget the check after a power cycle; the reason for an early end stays visible."""
        if back.was_off and not self.run.is_running:
            self.check = None
            self._show_waiting()
            if self.run.is_complete:
                self.run.forget_look()

    @Slot()
    def _visit_opened(self) -> None:
        self.check = None
        self._show_waiting()

    @Slot()
    def _show_stored(self) -> None:
        """Show the check of this power-on, which is still valid."""
        session = self._link.session
        if session is not None and session.last_check is not None and session.encoders_checked:
            self._show_check(session.last_check.check)

    def _show_waiting(self) -> None:
        summary = self._visit.summary
        self.model.show_rows(_waiting_rows(summary.joint_names if summary else ()))
        self._reasons.hide()
        self._folds.motions_button.setChecked(False)

    def _show_check(self, check: EncoderCheck) -> None:
        self.check = check
        self._folds.motions_button.setChecked(True)
        summary = self._visit.summary
        slides = summary.prismatic if summary else (False,) * len(check.joints)
        show_table(self.table, table(check, slides=slides), widths=_WIDTHS)
        worst = next((place for place, joint in enumerate(check.joints) if joint.judgement.reasons), 0)
        self._show_reasons(worst)

    def _show_reasons(self, row: int) -> None:
        if self.check is not None and 0 <= row < len(self.check.joints):
            joint = self.check.joints[row]
            self._reasons.setText(remarks(joint))
            self._reasons.setVisible(bool(joint.judgement.reasons))

    def _lay_out(self) -> None:
        card = Card(margin=GRID)
        card.column.addWidget(self.table, 1)
        card.column.addWidget(self._reasons)
        self._folds = MotionFolds(self.run, card, words=self.tr("Joint by joint"))
        self.head.addStretch(1)
        self.column.addLayout(self._folds.column(), 1)
        self.head.addWidget(self._folds.row)  # so that all joints fit below the motion


def _procedure() -> "Procedure":
    """The procedure of the check, which has no settings."""
    from app.features.encoders.procedure import CheckProcedure

    return CheckProcedure()


def _waiting_rows(names: Sequence[str], *, moving: int = -1) -> tuple[tuple[Cell, ...], ...]:
    """Rows of the joints before the result; ``moving`` is the joint that moves now, -1 for none."""

    def state(number: int) -> str:
        if number == moving:
            return tr("moving now")
        return tr("moved") if number < moving else tr("not yet")

    unknown = ("–",) * (len(columns()) - 2)
    return tuple((name, *unknown, state(number)) for number, name in enumerate(names))
