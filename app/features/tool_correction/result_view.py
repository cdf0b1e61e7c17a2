"""Corrected joint positions for the robot's own program: shown, copied, or saved as a table."""

from pathlib import Path

from PySide6.QtCore import Signal, Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.features.tool_correction.presentation import headline, positions, reasons
from app.features.tool_correction.tasks import write_corrected_table
from app.jobs.messages import MessageBus, Severity
from app.jobs.task import Task
from app.look.theme import TextSize
from app.look.tokens import GRID
from app.visit.open_visit import OpenVisit
from app.widgets.card import Card
from app.widgets.file_choice import ask_where_to_save
from app.widgets.presentation_view import show_table, shown_cells
from app.widgets.rows_table import RowsTable
from app.widgets.text import BOLD, Button, Text, paragraph
from core.robot.model import RobotModel
from core.stiffness.compensation_result import CompensationResult

_FILE = "corrected-places.csv"


class CompensateResult(Card):
    """Table with a row per corrected place, and the reasons against the corrections."""

    again_asked = Signal()
    """The same places are to be corrected again."""

    def __init__(self, visit: OpenVisit, bus: MessageBus, *, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
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
