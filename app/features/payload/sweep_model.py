"""The table model of a payload's sweeps: those that count are ticked."""

from collections.abc import Sequence
from math import isfinite
from typing import Any

from PySide6.QtCore import QModelIndex, Qt, Signal

from app.features.payload.sweeps import SWEEPS, worst_sweep
from app.look.theme import current_theme
from app.presentation import Bar, Presentation, cell_text, value_text
from app.presentation import Column as ShownColumn
from app.presentation import Table as Shown
from app.speech.values import Value
from app.speech.words import verdict_word
from app.widgets.sweep_residuals import CELL_ROLE, ResidualCell
from app.widgets.table import Column, ColumnsModel, Index, alignment
from core.payload.result import PayloadResult, SweepResidual
from core.payload.settings import SweepKey

USE, SWEEP, RANGE, SPEED, SAMPLES, RESIDUAL = range(6)
_NAMES = {SWEEP: "sweep", RANGE: "range", SPEED: "speed", SAMPLES: "samples", RESIDUAL: "left"}
"""Names of the columns in the presentation."""
_ROOM = 1.1
"""Width of a cell as a multiple of the longest bar."""


class SweepModel(ColumnsModel):
    """A row per sweep; ticked are those that count."""

    ticked = Signal(int, bool)
    """Row whose tick was turned, and whether its sweep counts from now on."""

    def __init__(self) -> None:
        super().__init__()
        self._found: PayloadResult | None = None
        self._shown: Shown | None = None
        self._used: dict[SweepKey, bool] = {}
        self._longest = 1.0
        self._worst: SweepKey | None = None
        self.can_tick = True
        self.columns = (
            Column(self.tr("Use")),
            Column(self.tr("Sweep")),
            Column(self.tr("Range, °"), is_number=True),
            Column(self.tr("Speed, °/s"), is_number=True),
            Column(self.tr("Samples"), is_number=True),
            Column("", stretches=True),
        )

    @property
    def sweeps(self) -> tuple[SweepResidual, ...]:
        """Sweeps in the order of the rows."""
        return self._found.sweeps if self._found is not None else ()

    @property
    def left_out(self) -> tuple[SweepKey, ...]:
        """Keys of the sweeps that are not ticked."""
        return tuple(key for key, is_used in self._used.items() if not is_used)

    def show_payload(
        self, found: PayloadResult | None, shown: Presentation | None, *, left_out: Sequence[SweepKey]
    ) -> None:
        """Show another result with its words; the sweeps ``left_out`` are not ticked."""
        self.beginResetModel()
        self._found, self._shown = found, shown.table(SWEEPS) if shown is not None else None
        self._used = {sweep.key: sweep.key not in left_out for sweep in self.sweeps}
        self._longest = _ROOM * max((_size(sweep) for sweep in self.sweeps), default=1.0)
        self._worst = worst_sweep(found) if found is not None else None
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  # Qt's own default
        """Number of sweeps; the table has no tree."""
        return 0 if parent.isValid() else len(self.sweeps)

    def heading(self, section: int) -> str:
        """Text of a heading; that of the residual has its unit."""
        return self._residual_heading() if section == RESIDUAL else super().heading(section)

    def flags(self, index: Index) -> Qt.ItemFlag:
        """The first cell of a row can be ticked."""
        flags = super().flags(index)
        if index.column() == USE and self.can_tick:
            flags |= Qt.ItemFlag.ItemIsUserCheckable
        return flags

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Turn the tick of a row; the last tick stays."""
        if role != Qt.ItemDataRole.CheckStateRole or not self.can_tick:
            return False
        key, is_used = self.sweeps[index.row()].key, Qt.CheckState(value) is Qt.CheckState.Checked
        if is_used == self._used[key] or (not is_used and sum(self._used.values()) == 1):
            return False
        self._used[key] = is_used
        self.dataChanged.emit(self.index(index.row(), 0), self.index(index.row(), RESIDUAL))
        self.ticked.emit(index.row(), is_used)
        return True

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """Text, tick, bar or colour of a cell, by the role."""
        column = index.column()
        is_used = self._used[self.sweeps[index.row()].key]
        if role == Qt.ItemDataRole.CheckStateRole and column == USE:
            return Qt.CheckState.Checked if is_used else Qt.CheckState.Unchecked
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return alignment(number=self.columns[column].is_number)
        if role == Qt.ItemDataRole.ForegroundRole and not is_used:
            return current_theme().colour("muted")
        if role == CELL_ROLE and column == RESIDUAL:
            return self._bar(index.row(), is_used=is_used)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self._spoken(index.row(), column, is_used=is_used)
        return self._text(index.row(), column) if role == Qt.ItemDataRole.DisplayRole else None

    def _residual_heading(self) -> str:
        unit = self._place(RESIDUAL)[0].unit if self._shown is not None else None
        return self.tr("Left over, rms in {unit}").format(unit=unit.symbol) if unit is not None else ""

    def _place(self, column: int) -> tuple[ShownColumn, int]:
        """Column of the presentation for a column of the model, and its number there."""
        assert self._shown is not None
        columns = self._shown.columns
        number = next(n for n, one in enumerate(columns) if one.name == _NAMES[column])
        return columns[number], number

    def _text(self, row: int, column: int) -> str | None:
        if column not in _NAMES or column == RESIDUAL:
            return None
        assert self._shown is not None
        head, number = self._place(column)
        return cell_text(self._shown.lines[row].cells[number], head)

    def _bar_of(self, row: int) -> Bar:
        assert self._shown is not None
        bar = self._shown.lines[row].cells[self._place(RESIDUAL)[1]]
        assert isinstance(bar, Bar)
        return bar

    def _spoken(self, row: int, column: int, *, is_used: bool) -> str:
        if column == USE:
            return self.tr("counts") if is_used else self.tr("left out")
        if column == RESIDUAL:
            return self._bar_words(row)
        return self._text(row, column) or ""

    def _bar(self, row: int, *, is_used: bool) -> ResidualCell:
        bar = self._bar_of(row)
        return ResidualCell(
            rms=bar.value.si / self._longest,
            expected=bar.mark / self._longest,
            words=cell_text(bar, self._place(RESIDUAL)[0]),
            verdict=bar.verdict,
            is_used=is_used,
            is_worst=self.sweeps[row].key == self._worst,
        )

    def _bar_words(self, row: int) -> str:
        bar = self._bar_of(row)
        words = self.tr("{rms} left over, {expected} expected of noise, {verdict}").format(
            rms=value_text(bar.value),
            expected=value_text(Value(bar.mark, bar.value.unit)),
            verdict=verdict_word(bar.verdict).lower(),
        )
        is_worst = self.sweeps[row].key == self._worst
        return self.tr("{words}, the largest").format(words=words) if is_worst else words


def _size(sweep: SweepResidual) -> float:
    return max((one for one in (sweep.rms, sweep.expected) if isfinite(one)), default=0.0)
