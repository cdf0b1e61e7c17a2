"""Table of measured load tests: ticked tests count, a bar shows the unexplained shift of each."""

from collections.abc import Sequence
from typing import Any

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.features.stiffness.presentation import tests
from app.look.tokens import GRID
from app.presentation import Bar, Line, cell_text
from app.presentation import Column as ShownColumn
from app.presentation import Table as Shown
from app.widgets.layouts import Card, stacked
from app.widgets.legend import ResidualLegend
from app.widgets.presentation_view import shown_column
from app.widgets.sweep_residuals import CELL_ROLE, ResidualCell, ResidualDelegate, TickDelegate, turn_tick
from app.widgets.table import Column, ColumnsModel, Index, Table, alignment
from app.widgets.text import Button, Text
from core.stiffness.result import ReducedStiffness

USE = 0
_SHOWN = ("test", "force", "measured", "left")
_WIDTHS = (48, 130, 176, 200)
_ROOM = 1.1
"""Length of the track, as a multiple of the longest bar."""


class LoadTestModel(ColumnsModel):
    """Rows of the load tests, in the order of the presentation; the first column has the ticks."""

    ticked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._heads: tuple[ShownColumn, ...] = ()
        self._lines: tuple[Line, ...] = ()
        self._used: list[bool] = []
        self.columns: tuple[Column, ...] = (Column(self.tr("Use")),)

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the tests, row by row."""
        return tuple(line.name for line in self._lines)

    @property
    def left_out(self) -> tuple[str, ...]:
        """Names of the tests that are not ticked."""
        return tuple(name for name, used in zip(self.names, self._used, strict=True) if not used)

    def show_tests(self, shown: Shown | None) -> None:
        """Show other tests; none for None."""
        self.beginResetModel()
        kept = None if shown is None else shown.only(*_SHOWN)
        self._heads, self._lines = ((), ()) if kept is None else (kept.columns, kept.lines)
        self._used = [not line.is_left_out for line in self._lines]
        heads = (shown_column(one, stretches=one.name == _SHOWN[-1]) for one in self._heads)
        self.columns = (self.columns[USE], *heads)
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  # Qt's own default
        """Number of rows, one per test."""
        return 0 if parent.isValid() else len(self._lines)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """Flags of a cell; the first column can be ticked."""
        plain = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        return plain | Qt.ItemFlag.ItemIsUserCheckable if index.column() == USE else plain

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Set or remove the tick of a row."""
        if index.column() != USE or role != Qt.ItemDataRole.CheckStateRole:
            return False
        self._used[index.row()] = Qt.CheckState(value) is Qt.CheckState.Checked
        self.dataChanged.emit(index, self.index(index.row(), len(self.columns) - 1))
        self.ticked.emit()
        return True

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Text, alignment, tick or bar of a cell."""
        column, is_used = index.column(), self._used[index.row()]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return alignment(number=self.columns[column].is_number)
        if column == USE:
            if role == Qt.ItemDataRole.CheckStateRole:
                return Qt.CheckState.Checked if is_used else Qt.CheckState.Unchecked
            is_spoken = role in {Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole}
            return (self.tr("counts") if is_used else self.tr("left out")) if is_spoken else None
        cell, head = self._lines[index.row()].cells[column - 1], self._heads[column - 1]
        if isinstance(cell, Bar) and role == CELL_ROLE:
            return self._bar(cell, cell_text(cell, head), is_used=is_used, is_worst=index.row() == 0)
        if role in {Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole}:
            return cell_text(cell, head)
        is_text = role == Qt.ItemDataRole.DisplayRole and not isinstance(cell, Bar)
        return cell_text(cell, head) if is_text else None

    def _bar(self, bar: Bar, words: str, *, is_used: bool, is_worst: bool) -> ResidualCell:
        sizes = (cell.value.si for line in self._lines for cell in line.cells if isinstance(cell, Bar))
        longest = max(sizes) * _ROOM
        if longest <= 0.0:
            return ResidualCell(0.0, float("nan"), words, is_used=is_used)
        return ResidualCell(
            bar.value.si / longest, bar.mark / longest, words, is_used=is_used, is_worst=is_worst
        )


class _TestTable(Table):
    """Table in which the space key turns the tick of the current row."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space and self.currentIndex().isValid():
            turn_tick(self.currentIndex().siblingAtColumn(USE))
            return
        super().keyPressEvent(event)


class TestsView(QWidget):
    """Table with a button that computes the stiffness again without the tests that are not ticked."""

    left_out_changed = Signal(object)
    """Names (a tuple) of the tests that do not count any more."""

    def __init__(self) -> None:
        super().__init__()
        self.shown_left_out: tuple[str, ...] = ()
        """Names of the tests that the shown result leaves out."""
        self.model = LoadTestModel()
        self.model.ticked.connect(self._ticked)
        self.table = _TestTable(self.tr("Load tests"))
        self.table.setModel(self.model)
        self.table.setItemDelegateForColumn(USE, TickDelegate(self.table))
        self.table.setItemDelegateForColumn(len(_SHOWN), ResidualDelegate(self.table))
        self._state = Text()
        self.again_button = Button(self.tr("Work it out again"))
        self.again_button.clicked.connect(lambda: self.left_out_changed.emit(self.model.left_out))
        self.again_button.setEnabled(False)
        card = Card(margin=GRID)
        card.column.addWidget(self.table, 1)
        below = QHBoxLayout()
        below.addWidget(ResidualLegend(), 1)
        below.addWidget(self._state)
        below.addWidget(self.again_button)
        stacked(self, card, below, picture=0)

    def show_stiffness(self, found: ReducedStiffness) -> None:
        """Show the load tests of another result."""
        self.model.show_tests(next(tests(found), None))
        self.table.fit_columns(self.model.columns, widths=_WIDTHS)
        self.shown_left_out = self.model.left_out
        self._ticked()

    def leave_out(self, names: Sequence[str]) -> None:
        """Remove the ticks of these tests, as a person does."""
        for row, name in enumerate(self.model.names):
            if name in names:
                place = self.model.index(row, USE)
                self.model.setData(place, Qt.CheckState.Unchecked, Qt.ItemDataRole.CheckStateRole)

    def _ticked(self) -> None:
        out, count = len(self.model.left_out), len(self.model.names)
        self._state.setText(self.tr("{used} of {count} count").format(used=count - out, count=count))
        self.again_button.setEnabled(self.model.left_out != self.shown_left_out)
