"""Statistics of the visible range: mean, spread and range of every curve, and its values at the cursors."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtWidgets import QWidget

from app.speech.units import DisplayUnit, number
from app.widgets.signal_units import decimals_of
from app.widgets.table import Cell, Column, RowsModel, Table
from core.diagnostics.statistics import Statistics


@dataclass(frozen=True)
class CurveNumbers:
    """Statistics of a curve in SI units; the values at the cursors are NaN without cursors."""

    name: str
    """``Joint 2 deflection``."""
    unit: DisplayUnit
    newest: float
    found: Statistics
    at_a: float
    at_b: float


class _NumbersModel(RowsModel):
    """Rows that change in place, because a reset twice a second would lose the scrolling and the widths."""

    def show_rows(self, rows: Sequence[tuple[Cell, ...]], *, columns: Sequence[Column] | None = None) -> None:
        is_same_shape = len(rows) == len(self._rows) and (columns is None or tuple(columns) == self.columns)
        if not rows or not is_same_shape:
            super().show_rows(rows, columns=columns)
            return
        self._rows = tuple(rows)
        last = self.index(len(rows) - 1, len(self.columns) - 1)
        self.dataChanged.emit(self.index(0, 0), last)


class StatisticsTable(Table):
    """A row of statistics for every shown curve."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__("", parent=parent)
        self.setAccessibleName(self.tr("Statistics of what is visible"))
        self._rows_model = _NumbersModel(self._columns(cursors=False))
        self.setModel(self._rows_model)
        self.fit_columns(self._rows_model.columns)

    def show_numbers(self, rows: Sequence[CurveNumbers], *, cursors: bool = False) -> None:
        """Show the rows; with ``cursors``, also the values at A and B and their difference."""
        columns = self._columns(cursors=cursors)
        is_new = columns != self._rows_model.columns or len(rows) != self._rows_model.rowCount()
        self._rows_model.show_rows([_cells(row, cursors=cursors) for row in rows], columns=columns)
        if is_new:
            self.fit_columns(columns)

    def _columns(self, *, cursors: bool) -> tuple[Column, ...]:
        headings = [
            self.tr("Newest"),
            self.tr("Mean"),
            self.tr("± std"),
            self.tr("Smallest"),
            self.tr("Largest"),
            self.tr("Range"),
        ]
        if cursors:
            headings += [self.tr("At A"), self.tr("At B"), self.tr("Δ, B − A")]
        numbers = (Column(heading, is_number=True) for heading in headings)
        return (Column(self.tr("Curve"), stretches=True), *numbers)


def _cells(row: CurveNumbers, *, cursors: bool) -> tuple[str, ...]:
    unit, found = row.unit, row.found
    values = [unit.shown(row.newest), unit.shown(found.mean), found.std * unit.per_si]
    values += [unit.shown(found.low), unit.shown(found.high), found.peak_to_peak * unit.per_si]
    if cursors:
        values += [unit.shown(row.at_a), unit.shown(row.at_b), (row.at_b - row.at_a) * unit.per_si]
    decimals = decimals_of(unit)
    shown = (number(round(value, decimals) + 0.0, decimals=decimals) for value in values)
    return (f"{row.name} ({unit.symbol})", *shown)
