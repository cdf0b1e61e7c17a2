"""The sweeps of a payload as rows of a table: ticked are those that count."""

from collections.abc import Sequence
from math import isfinite
from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, Qt, Signal

from app.payload_rows import range_text, residual_unit, worst_sweep
from app.speech.units import DEGREE_PER_SECOND, NO_BREAK, number, whole
from app.theme import current_theme
from app.views.sweep_residuals import CELL_ROLE, ResidualCell
from app.views.table import Column, Index, alignment
from app.words import verdict_word
from core.payload.result import PayloadResult, SweepResidual
from core.payload.settings import SweepKey

USE, JOINT, ORIENTATION, RANGE, SPEED, SAMPLES, RESIDUAL = range(7)
_ROOM = 1.1
"""Of the longest bar."""


class SweepModel(QAbstractTableModel):
    """A row per sweep; ticked are those that count."""

    ticked = Signal(int, bool)
    """Which row, and whether it is to count."""

    def __init__(self) -> None:
        super().__init__()
        self._found: PayloadResult | None = None
        self._used: dict[SweepKey, bool] = {}
        self._longest = 1.0
        self._worst: SweepKey | None = None
        self.can_tick = True
        self.columns = (
            Column(self.tr("Use")),
            Column(self.tr("Joint"), is_number=True),
            Column(self.tr("Orientation"), is_number=True),
            Column(self.tr("Range"), is_number=True),
            Column(self.tr("Speed"), is_number=True),
            Column(self.tr("Samples"), is_number=True),
            Column("", stretches=True),
        )

    @property
    def sweeps(self) -> tuple[SweepResidual, ...]:
        """The rows."""
        return self._found.sweeps if self._found is not None else ()

    @property
    def left_out(self) -> tuple[SweepKey, ...]:
        """The sweeps that are not ticked."""
        return tuple(key for key, is_used in self._used.items() if not is_used)

    def show_payload(self, found: PayloadResult | None, *, left_out: Sequence[SweepKey]) -> None:
        """Show another result; ``left_out`` is what somebody wants left out by now."""
        self.beginResetModel()
        self._found = found
        self._used = {sweep.key: sweep.key not in left_out for sweep in self.sweeps}
        self._longest = _ROOM * max((_size(sweep) for sweep in self.sweeps), default=1.0)
        self._worst = worst_sweep(found) if found is not None else None
        self.endResetModel()

    def rowCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  # Qt's own default
        """Number of rows."""
        return 0 if parent.isValid() else len(self.sweeps)

    def columnCount(self, parent: Index = QModelIndex()) -> int:  # noqa: B008  # Qt's own default
        """Number of columns."""
        return 0 if parent.isValid() else len(self.columns)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole
    ) -> Any:
        """The headings."""
        if orientation is not Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self._residual_heading() if section == RESIDUAL else self.columns[section].heading
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return alignment(number=self.columns[section].is_number)
        return None

    def flags(self, index: Index) -> Qt.ItemFlag:
        """The first cell of a row can be ticked."""
        flags = super().flags(index)
        if index.column() == USE and self.can_tick:
            flags |= Qt.ItemFlag.ItemIsUserCheckable
        return flags

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Tick, or not; the last one that counts stays."""
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
        """What a cell shows."""
        sweep, column = self.sweeps[index.row()], index.column()
        is_used = self._used[sweep.key]
        if role == Qt.ItemDataRole.CheckStateRole and column == USE:
            return Qt.CheckState.Checked if is_used else Qt.CheckState.Unchecked
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return alignment(number=self.columns[column].is_number)
        if role == Qt.ItemDataRole.ForegroundRole and not is_used:
            return current_theme().colour("muted")
        if role == CELL_ROLE and column == RESIDUAL:
            return self._bar(sweep, is_used=is_used)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self._spoken(sweep, column, is_used=is_used)
        return self._text(sweep, column) if role == Qt.ItemDataRole.DisplayRole else None

    def _residual_heading(self) -> str:
        unit = residual_unit(self._found).symbol if self._found is not None else ""
        return self.tr("Left over, rms in {unit}").format(unit=unit) if unit else ""

    def _text(self, sweep: SweepResidual, column: int) -> str | None:
        if column == JOINT:
            return whole(sweep.key.joint + 1)
        if column == ORIENTATION:
            again = self.tr("{orientation} (round {round})") if sweep.key.round > 1 else "{orientation}"
            return again.format(orientation=sweep.key.orientation, round=sweep.key.round)
        if column == RANGE:
            return range_text(sweep)
        if column == SPEED:
            speed = number(DEGREE_PER_SECOND.shown(sweep.speed), digits=2)
            return f"{speed}{NO_BREAK}{DEGREE_PER_SECOND.symbol}"
        return whole(sweep.samples) if column == SAMPLES else None

    def _spoken(self, sweep: SweepResidual, column: int, *, is_used: bool) -> str:
        if column == USE:
            return self.tr("counts") if is_used else self.tr("left out")
        if column == RESIDUAL:
            return self._bar_words(sweep)
        return self._text(sweep, column) or ""

    def _bar(self, sweep: SweepResidual, *, is_used: bool) -> ResidualCell:
        assert self._found is not None
        return ResidualCell(
            rms=sweep.rms / self._longest,
            expected=sweep.expected / self._longest,
            words=number(sweep.rms * residual_unit(self._found).per_si, digits=2),
            verdict=sweep.judgement.verdict,
            is_used=is_used,
            is_worst=sweep.key == self._worst,
        )

    def _bar_words(self, sweep: SweepResidual) -> str:
        words = self.tr("{rms} left over, {expected} expected of noise, {verdict}").format(
            rms=self._size_words(sweep.rms),
            expected=self._size_words(sweep.expected),
            verdict=verdict_word(sweep.judgement.verdict).lower(),
        )
        return self.tr("{words}, the largest").format(words=words) if sweep.key == self._worst else words

    def _size_words(self, size: float) -> str:
        assert self._found is not None
        unit = residual_unit(self._found)
        return f"{number(size * unit.per_si, digits=2)}{NO_BREAK}{unit.symbol}"


def _size(sweep: SweepResidual) -> float:
    return max((one for one in (sweep.rms, sweep.expected) if isfinite(one)), default=0.0)
