"""Page of the correction: measure places without the load, then with it, and correct in small moves."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.arm.channels import LiveQuantity
from app.arm.link import RobotLink
from app.features.tool_correction.form import CompensateForm
from app.features.tool_correction.presentation import (
    headline,
    place_columns,
    place_text,
    places,
    positions,
    reasons,
    under_way,
)
from app.features.tool_correction.result import CompensationFound
from app.features.tool_correction.tasks import places_of_file, stored_compensation, write_corrected_table
from app.guide.motion_rows import MotionRows
from app.guide.page import MOTIONS, Page, VisitLook, lay_out_in_turn
from app.guide.procedure_answers import Answers
from app.guide.procedure_run import ProcedureRun
from app.guide.run_words import RunEnd, recorded_words, state_text
from app.guide.virtual_flange import VirtualFlange
from app.jobs.messages import MessageBus, Severity
from app.jobs.task import Task
from app.look.theme import TextSize
from app.look.tokens import GRID
from app.speech.language import tr
from app.visit.open_visit import OpenVisit
from app.widgets.choice import ask_for_files, ask_where_to_save
from app.widgets.glyphs import VERDICT_GLYPHS, Glyph
from app.widgets.layouts import Card, in_column, stacked
from app.widgets.presentation_view import show_table, shown_cells, shown_column
from app.widgets.table import Cell, Column, RowsTable
from app.widgets.text import BOLD, Button, Text, paragraph
from core.recording import FloatArray
from core.robot.model import RobotModel
from core.stiffness.compensation_result import CompensationResult, CompensationRun

if TYPE_CHECKING:
    from app.arm.procedure import Outcome
    from app.arm.session import RobotSession
    from app.features.tool_correction.tasks import StoredCompensation
    from core.monitor import Monitor


_FILE = "corrected-places.csv"


class CompensateResult(Card):
    """Table with a row per corrected place, and the reasons against the corrections."""

    again_asked = Signal()
    """The same places are to be corrected again."""

    def __init__(self, visit: OpenVisit, bus: MessageBus) -> None:
        super().__init__()
        self._visit, self._bus = visit, bus
        self._found: CompensationResult | None = None
        self._robot: RobotModel | None = None
        self.summary = Text(size=TextSize.EMPHASIS, weight=BOLD, wrap=True)
        self.reasons = paragraph()
        self.summary.setAccessibleName(self.tr("Tool before and after"))
        self.reasons.setAccessibleName(self.tr("Reasons against the corrected positions"))
        self.table = RowsTable(
            self.tr("Corrected joint positions as the controller reports them"), (), widths=()
        )
        self.model = self.table.rows_model
        self.copy_button = Button(self.tr("Copy"))
        self.save_button = Button(self.tr("Save as a table …"))
        self.again_button = Button(self.tr("Correct these again"))
        self.again_button.clicked.connect(self.again_asked)
        self.copy_button.clicked.connect(self.copy)
        self.save_button.clicked.connect(self._ask_where)
        self._lay_out()
        self.show_result(None, None)

    @property
    def text(self) -> str:
        """Text of the table: a line per place, tabs between the numbers."""
        found, robot = self._found, self._robot
        if found is None or robot is None:
            return ""
        shown = positions(found, robot)
        heads = [column.head for column in shown.columns]
        rows = (shown_cells(line.cells, shown.columns) for line in shown.lines)
        return "\n".join("\t".join(map(str, row)) for row in (heads, *rows))

    def show_result(self, found: CompensationResult | None, robot: RobotModel | None) -> None:
        """Show another result for an arm; none where one of them is None."""
        self._found, self._robot = found, robot
        is_there = found is not None and robot is not None and bool(found.corrected)
        self.copy_button.setEnabled(is_there)
        self.save_button.setEnabled(is_there)
        self.again_button.setEnabled(found is not None and robot is not None)
        if found is None or robot is None:
            self.model.show_rows(())
            self.summary.setText(self.tr("Nothing is corrected yet."))
            self.reasons.setText("")
            return
        show_table(self.table, positions(found, robot))
        self.summary.setText(headline(found))
        self.reasons.setText("\n\n".join(str(row.value) for row in reasons(found).rows))

    @Slot()
    def copy(self) -> None:
        """Copy the table to the clipboard."""
        QGuiApplication.clipboard().setText(self.text)
        self._bus.show(self.tr("The corrected positions are in the clipboard."), severity=Severity.GOOD)

    @Slot()
    def _ask_where(self) -> None:
        ask_where_to_save(self, self.tr("Save the corrected positions"), _FILE, self.save)

    def save(self, path: Path) -> None:
        """Save the corrected positions as a table in a file."""
        if self._found is None or self._robot is None:
            return
        job = self._visit.look_beside(
            Task(write_corrected_table, path=path, found=self._found, robot=self._robot)
        )
        words = self.tr("Saved: {file}.").format(file=path.name)
        job.succeeded.connect(lambda _: self._bus.show(words, severity=Severity.GOOD))

    def _lay_out(self) -> None:
        buttons = QHBoxLayout()
        buttons.setSpacing(GRID)
        buttons.addWidget(self.copy_button)
        buttons.addWidget(self.save_button)
        buttons.addWidget(self.again_button)
        buttons.addStretch(1)
        self.column.setSpacing(GRID)
        self.column.addWidget(self.summary)
        self.column.addWidget(self.table, 1)
        self.column.addLayout(buttons)
        self.column.addWidget(self.reasons)


STANDING = "compensate-standing-pose"
_WIDTHS = (64, 112, 0, 128, 128, 64, 104)
_SHOWN = ("before", "after", "steps", "verdict")


def shown_columns() -> tuple[Column, ...]:
    """Columns of the place and its state, then those of its result."""
    columns = (shown_column(one) for one in place_columns() if one.name in _SHOWN)
    place, state = Column(tr("Place"), is_number=True), Column(tr("State"))
    return (place, state, Column(tr("Joint positions, ° (mm)"), stretches=True), *columns)


def shown_rows(
    at: Sequence[FloatArray], robot: RobotModel, found: CompensationResult | None, *, now: int, end: RunEnd
) -> tuple[tuple[Cell, ...], ...]:
    """Rows of the places, (n,) each as the controller reports it; ``found`` is the result so far."""
    known: dict[str, tuple[Cell, ...]] = {}
    if found is not None:
        shown = places(found).only(*_SHOWN)
        known = {line.name: shown_cells(line.cells, shown.columns) for line in shown.lines}

    def result(name: str) -> tuple[Cell, ...]:
        return known.get(name, ("–",) * len(_SHOWN))

    return tuple(
        (str(row + 1), state_text(row, now=now, end=end), place_text(place, robot), *result(str(row + 1)))
        for row, place in enumerate(at)
    )


class CompensatePage(Page):
    """Places, the two runs without and with the load, and the corrected positions."""

    run: ProcedureRun

    def __init__(self, link: RobotLink, visit: OpenVisit, bus: MessageBus) -> None:
        super().__init__(
            self.tr("Bring the tool back under load"),
            self.tr(
                "How far a load bends the arm at some places, and joint positions that bring the tool back. "
                "The arm is corrected standing, by at most 0.2° a joint and 5 mm at once, three times."
            ),
        )
        self._link, self._visit, self._bus = link, visit, bus
        self._found: CompensationResult | None = None
        self._described: RobotModel | None = None
        """Arm of the visit, used while none is connected."""
        self.form = CompensateForm()
        answers = Answers(
            procedure=self.form.procedure,
            ended=self._ended,
            doing=self._doing,
            again_words=self._again_words,
            watched=LiveQuantity.TWIST,
        )
        self.run = ProcedureRun(self, link, visit, bus, answers=answers, form=self.form)
        self.motion = self.run.card
        self.run.begun.connect(self._begun)
        self.run.found.connect(self._take_found)
        table = RowsTable(self.tr("Places, one after the other"), shown_columns(), widths=_WIDTHS)
        self.rows = MotionRows(self.run, table, take=lambda _prepared: None, rows=self._rows)
        self.result = CompensateResult(visit, bus)
        self.bare_flange = VirtualFlange(link, is_for_reference=True)
        self.flange = VirtualFlange(link, is_for_reference=False)
        for flange in (self.bare_flange, self.flange):
            flange.asked.connect(self.run.forget_look)
            flange.changed.connect(self._flange_changed)
        self.form.changed.connect(self._show_places)
        self.form.here_asked.connect(self._ask_where_it_stands)
        self.form.remove_asked.connect(self._remove)
        self.form.file_asked.connect(self._ask_for_places)
        self.result.again_asked.connect(self._correct_again)
        views = (self.tr("Places"), self.tr("Corrected positions"))
        self.views = lay_out_in_turn(self, self.run, views, self._below_motion(), self.result, folds=False)
        self._stored = VisitLook(visit, self._show_stored, parent=self)
        visit.opened.connect(self._forget_result)
        link.answered.connect(self._take_answer)
        link.failed.connect(self._take_refusal)

    def entered(self) -> None:
        """Show the connected arm, or that of the visit, and the stored runs."""
        session = self._link.session
        self.form.show_robot(self._described if session is None else session.robot)
        self._stored.ask(stored_compensation)
        self._show_flange()
        self.rows.show_rows()
        super().entered()

    def initial_focus(self) -> QWidget | None:
        """Field that is filled in first; holding to start takes a pointer."""
        return self.form.place.edit

    def _show_stored(self, found: object) -> None:
        """Show the stored run without the load, and the stored corrections."""
        stored: StoredCompensation = found  # type: ignore[assignment]
        self._described = stored.robot
        if self._link.session is None:
            self.form.show_robot(stored.robot)
        if self.form.reference is None and stored.reference is not None:
            self.form.show_reference(stored.reference)
        if self._found is None and stored.result is not None:
            self._show_result(stored.result)
        self.rows.show_rows()
        self.run.go_on()  # the preview may wait for these places

    def _doing(self, text: str) -> str:
        """Work under way in words; marks the row of its place as well."""
        now = under_way(text)
        if now is None:
            return text[:1].upper() + text[1:]
        self.rows.begins(now[0])
        return now[1]

    @Slot()
    def _begun(self) -> None:
        """Clear the places of the run before."""
        self._found = None
        self.rows.show_rows()
        self._show_flange()

    @Slot(object)
    def _take_found(self, result: object) -> None:
        """Show the places that are corrected so far."""
        if isinstance(result, CompensationResult):
            self._found = result
            self.rows.show_rows()

    def _ended(self, outcome: "Outcome") -> tuple[Glyph, str, str]:
        """Show the outcome: the remaining shift of the tool, or the next run."""
        run = outcome.found if isinstance(outcome.found, CompensationFound) else CompensationFound()
        found, reference = run.result, run.reference
        if found is not None:
            self._show_result(found)
        self._show_flange()
        glyph, words, line = recorded_words(outcome)
        if found is not None:
            sign = VERDICT_GLYPHS[found.judgement.verdict]
            return sign, headline(found), self._result_line(found, line, outcome)
        if reference is not None:
            self.form.show_reference(reference)
            self.form.choose(CompensationRun.LOADED)
            self._show_flange()
            line = self.tr("Leave the robot switched on, put the load on, and go on with the second run.")
        return glyph, words, line

    @Slot()
    def _forget_result(self) -> None:
        """Clear the result: another visit is open."""
        self._found, self._described = None, None
        self.form.forget()
        self.result.show_result(None, None)
        self.rows.show_rows()

    def _rows(self, now: int, end: RunEnd) -> Sequence[tuple[Cell, ...]]:
        """Rows of the table: one per place."""
        session = self._link.session
        robot = self._described if session is None else session.robot
        if robot is None:
            return ()
        return shown_rows(self.form.places, robot, self._found, now=now, end=end)

    def _again_words(self) -> str:
        """Words of the button after the run without the load, which leads to the one with it."""
        is_next = self.form.load is CompensationRun.LOADED and self._found is None
        return self.tr("Go on with the load") if is_next else ""

    def _result_line(self, found: CompensationResult, line: str, outcome: "Outcome") -> str:
        if not outcome.is_complete:
            return line
        good = len(found.corrected)
        words = self.tr("{good} of {count} places are corrected. The second view has their positions.")
        return words.format(good=good, count=len(self.form.places))

    def _show_result(self, found: CompensationResult) -> None:
        self._found = found
        session = self._link.session
        self.result.show_result(found, self._described if session is None else session.robot)

    def _show_flange(self) -> None:
        is_bare = self.form.load is CompensationRun.UNLOADED
        for flange, is_meant in ((self.bare_flange, is_bare), (self.flange, not is_bare)):
            flange.show_state()
            place = flange.parentWidget()
            assert place is not None
            place.setVisible(is_meant)

    def _below_motion(self) -> QWidget:
        below = QWidget()
        column = QVBoxLayout(below)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GRID)
        places = (_placed(flange) for flange in (self.bare_flange, self.flange))
        column.addLayout(in_column(*places, spacing=0))
        column.addWidget(self.rows, 1)
        return below

    @Slot()
    def _show_places(self) -> None:
        """Clear the result, which belongs to other places or another run."""
        if not self.run.is_running:
            self._found = None
            self._show_flange()
            self.rows.forget()

    @Slot()
    def _flange_changed(self) -> None:
        self._show_flange()
        self.run.look_where_seen()

    @Slot()
    def _ask_where_it_stands(self) -> None:
        self._link.ask(STANDING, _standing_pose)

    @Slot()
    def _remove(self) -> None:
        chosen = self.rows.table.selectionModel().selectedRows()
        self.form.remove(chosen[0].row() if chosen else len(self.form.places) - 1)

    @Slot()
    def _ask_for_places(self) -> None:
        filters = (self.tr("Tables of places (*.csv)"), self.tr("All files (*)"))
        ask_for_files(
            self, self.tr("Choose places"), filters, lambda paths: self.read_places(paths[0]), folder=""
        )

    def read_places(self, path: Path) -> None:
        """Take the places of a table, such as one that was saved here, to measure and correct them."""
        if self.form.robot is None or self.run.is_running:
            return
        job = self._visit.look_beside(Task(places_of_file, path=path, robot=self.form.robot))
        job.succeeded.connect(self.form.take_places)

    @Slot()
    def _correct_again(self) -> None:
        """Offer the run with the load again, for the same places; nothing has to be measured again."""
        self.form.choose(CompensationRun.LOADED)
        self.views.show(MOTIONS)
        self._show_flange()
        self.run.forget_look()
        self.run.look_again()

    @Slot(str, object)
    def _take_answer(self, work: str, answer: object) -> None:
        if work == STANDING:
            self.form.add(answer)  # type: ignore[arg-type]

    @Slot(str, object)
    def _take_refusal(self, work: str, error: BaseException) -> None:
        if work == STANDING and self.isVisible():
            self._bus.show_error(error)


def _placed(flange: VirtualFlange) -> QWidget:
    """Parent of the flange; hides it in one run, whatever the flange shows or hides itself."""
    place = QWidget()
    stacked(place, flange)
    return place


def _standing_pose(session: "RobotSession", _monitor: "Monitor") -> "FloatArray":
    """Present pose (n,) of the arm, as its controller reports it."""
    return session.robot.position_as_reported(session.standing_pose())
