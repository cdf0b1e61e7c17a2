"""The numbers of what is visible: mean, spread and range of every curve, and its values at the cursors."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtWidgets import QWidget

from app.units import DisplayUnit
from app.views.table import Table
from core.diagnostics.statistics import Statistics


@dataclass(frozen=True)
class CurveNumbers:
    """One row: a curve in SI units; the values at the cursors are NaN while there are none."""

    name: str
    """``Joint 2 deflection``."""
    unit: DisplayUnit
    newest: float
    found: Statistics
    at_a: float
    at_b: float


class StatisticsTable(Table):
    """A row for every curve that is shown."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__("", parent=parent)

    def show_numbers(self, rows: Sequence[CurveNumbers], *, cursors: bool = False) -> None:
        """Show other numbers; with ``cursors``, also what stands at A and B and the difference."""
        raise NotImplementedError
