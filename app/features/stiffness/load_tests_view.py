"""Measured load tests as rows of a table: ticked are those that count, a bar shows what each leaves."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from PySide6.QtCore import QAbstractTableModel, QModelIndex, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from app.look.tokens import GRID
from app.speech.units import MILLIMETRE, NEWTON, NO_BREAK, number
from app.widgets.card import Card
from app.widgets.residual_legend import ResidualLegend
from app.widgets.sweep_residuals import CELL_ROLE, ResidualCell, ResidualDelegate, TickDelegate, turn_tick
from app.widgets.table import Column, Index, Table, alignment
from app.widgets.text import Button, Text
from core.stiffness.result import LoadTestResidual, ReducedStiffness

USE, NAME, FORCE, SHIFT, RESIDUAL = range(5)
_WIDTHS = (48, 150, 110, 110)
_ROOM = 1.1
"""Of the longest bar."""
_NOISE_AXES = 3.0


class LoadTestModel(QAbstractTableModel):
    """A row per test."""

    ticked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._found: ReducedStiffness | None = None
        self._used: list[bool] = []
        self.columns = (
            Column(self.tr("Use")),
            Column(self.tr("Test")),
            Column(self.tr("Force"), is_number=True),
            Column(self.tr("Measured"), is_number=True),
            Column(self.tr("Left by the model"), stretches=True),
        )

    @property
    def tests(self) -> tuple[LoadTestResidual, ...]:
        """The rows."""
        return self._found.tests if self._found is not None else ()

    @property
    def left_out(self) -> tuple[str, ...]:
        """Names of those that are not ticked."""
        return tuple(test.name for test, used in zip(self.tests, self._used, strict=True) if not used)

    def show_stiffness(self, found: ReducedStiffness) -> None:
        """Show the tests of another result."""
        self.beginResetModel()
        self._found, self._used = found, [test.is_used for test in found.tests]
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  # Qt's own default
        """Number of tests."""
        return 0 if parent.isValid() else len(self.tests)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  # Qt's own default
        """Number of columns."""
        return 0 if parent.isValid() else len(self.columns)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """The first column is ticked."""
        plain = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        return plain | Qt.ItemFlag.ItemIsUserCheckable if index.column() == USE else plain

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Tick, or take the tick away."""
        if index.column() != USE or role != Qt.ItemDataRole.CheckStateRole:
            return False
        self._used[index.row()] = Qt.CheckState(value) is Qt.CheckState.Checked
        self.dataChanged.emit(index, self.index(index.row(), RESIDUAL))
        self.ticked.emit()
        return True

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """What a cell shows."""
        test, column, is_used = self.tests[index.row()], index.column(), self._used[index.row()]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return alignment(number=self.columns[column].is_number)
        if column == USE and role == Qt.ItemDataRole.CheckStateRole:
            return Qt.CheckState.Checked if is_used else Qt.CheckState.Unchecked
        if column == RESIDUAL and role == CELL_ROLE:
            return self._bar(test, is_used=is_used)
        if role in {Qt.ItemDataRole.AccessibleTextRole, Qt.ItemDataRole.ToolTipRole}:
            return self._spoken(test, column, is_used=is_used)
        if role == Qt.ItemDataRole.DisplayRole and column in {NAME, FORCE, SHIFT}:
            return self._spoken(test, column, is_used=is_used)
        return None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """The headings."""
        if orientation is not Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self.columns[section].heading
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return alignment(number=self.columns[section].is_number)
        return None

    def _spoken(self, test: LoadTestResidual, column: int, *, is_used: bool) -> str:
        if column == USE:
            return self.tr("counts") if is_used else self.tr("left out")
        if column == NAME:
            return test.name
        if column == FORCE:
            return f"{number(float(np.linalg.norm(test.force)))}{NO_BREAK}{NEWTON.symbol}"
        return _mm(float(np.linalg.norm(test.measured)) if column == SHIFT else test.size)

    def _bar(self, test: LoadTestResidual, *, is_used: bool) -> ResidualCell:
        assert self._found is not None
        longest = max(one.size for one in self.tests) * _ROOM
        noise = float(self._found.noise) * _NOISE_AXES**0.5
        worst = max(self.tests, key=lambda one: one.size)
        if longest <= 0.0:
            return ResidualCell(0.0, float("nan"), _mm(test.size), is_used=is_used)
        words = _mm(test.size)
        return ResidualCell(
            test.size / longest, noise / longest, words, is_used=is_used, is_worst=test is worst
        )


class _TestTable(Table):
    """Space turns the tick of the row, wherever in it the keyboard is."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space and self.currentIndex().isValid():
            turn_tick(self.currentIndex().siblingAtColumn(USE))
            return
        super().keyPressEvent(event)


class TestsView(QWidget):
    """The table; what is not ticked is left out as soon as somebody asks."""

    left_out_changed = Signal(object)
    """Names (a tuple) that are not to count from now on."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model = LoadTestModel()
        self.model.ticked.connect(self._ticked)
        self.table = _TestTable(self.tr("Load tests"))
        self.table.setModel(self.model)
        self.table.setItemDelegateForColumn(USE, TickDelegate(self.table))
        self.table.setItemDelegateForColumn(RESIDUAL, ResidualDelegate(self.table))
        self.table.fit_columns(self.model.columns, widths=_WIDTHS)
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
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(GRID)
        column.addWidget(card, 1)
        column.addLayout(below)

    def show_stiffness(self, found: ReducedStiffness) -> None:
        """Show the tests of another result."""
        self.model.show_stiffness(found)
        self._used = self.model.left_out
        self._ticked()

    def leave_out(self, names: Sequence[str]) -> None:
        """Take the ticks of these away, as a person does."""
        for row, test in enumerate(self.model.tests):
            if test.name in names:
                place = self.model.index(row, USE)
                self.model.setData(place, Qt.CheckState.Unchecked, Qt.ItemDataRole.CheckStateRole)

    def _ticked(self) -> None:
        out, count = len(self.model.left_out), len(self.model.tests)
        self._state.setText(self.tr("{used} of {count} count").format(used=count - out, count=count))
        self.again_button.setEnabled(self.model.left_out != self._used)


def _mm(value: float) -> str:
    return f"{number(value * MILLIMETRE.per_si, digits=3)}{NO_BREAK}{MILLIMETRE.symbol}"
