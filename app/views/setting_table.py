"""What the controller has set against what was measured: mass and centre, old, new and by how much."""

from math import isfinite

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from app.payload_rows import quantity_unit, quantity_word, value_and_std, value_text
from app.speech.unit_system import beside, other_text
from app.speech.units import NO_BREAK, DisplayUnit, number
from app.theme import current_theme
from app.views.rows_table import RowsTable
from app.views.table import Cell, Column
from core.payload.result import QUANTITIES, PayloadEstimate
from devices.controller import PayloadSetting

_ROW_HEIGHTS = (44, 60)
_NAME_WIDTH = 88
_DECIMALS = (3, 1)
"""Of kg and of mm as a controller holds them."""
_OTHER_DECIMALS = 3
"""Of pounds and of inches."""


class SettingTable(RowsTable):
    """A row per quantity; what nobody knows is a dash."""

    def __init__(self, name: str, *, parent: QWidget | None = None) -> None:
        super().__init__(name, (), widths=(), parent=parent)
        self._columns = (
            Column(""),
            Column(self.tr("Set in the robot"), is_number=True, stretches=True),
            Column(self.tr("Measured"), is_number=True, stretches=True),
            Column(self.tr("Difference"), is_number=True, stretches=True),
        )
        self.show_setting(None, None)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Rows as high as there is room for all of them."""
        super().resizeEvent(event)
        least, most = (current_theme().scaled(height) for height in _ROW_HEIGHTS)
        height = self.viewport().height() // len(QUANTITIES)
        self.verticalHeader().setDefaultSectionSize(min(max(height, least), most))

    def show_setting(self, setting: PayloadSetting | None, measured: PayloadEstimate | None) -> None:
        """Show what is set beside what was measured; None for what is not known."""
        rows = tuple(_row(setting, measured, place) for place in range(len(QUANTITIES)))
        self.rows_model.show_rows(rows, columns=self._columns)
        self.fit_columns(self._columns, widths=(_NAME_WIDTH,))
        spoken = self.tr("{name}: {old} set, {new} measured, difference {difference}.")
        self.setAccessibleDescription(
            " ".join(spoken.format(name=row[0], old=row[1], new=row[2], difference=row[3]) for row in rows)
        )


def _row(setting: PayloadSetting | None, measured: PayloadEstimate | None, place: int) -> tuple[Cell, ...]:
    unit, decimals = quantity_unit(place), _DECIMALS[min(place, 1)]
    old = _set_value(setting, place)
    shown = "–" if old is None else _plain(old, unit, decimals=decimals)
    if measured is None:
        return quantity_word(place), shown, "–", "–"
    value, std = value_and_std(measured, place)
    if not isfinite(value):
        return quantity_word(place), shown, "–", "–"
    new = f"{value_text(value, std)}{NO_BREAK}{unit.symbol}"
    new = beside(new, other_text(unit.symbol, value, std, write=value_text))
    if old is None:
        return quantity_word(place), shown, new, "–"
    moved = round(value - old, decimals) + 0.0
    return quantity_word(place), shown, new, _plain(moved, unit, decimals=decimals, is_signed=True)


def _plain(value: float, unit: DisplayUnit, *, decimals: int, is_signed: bool = False) -> str:
    """A value without ±, and what people chose to see beside it."""
    sign = "+" if is_signed and value > 0.0 else ""

    def write(shown: float, _std: float) -> str:
        return f"{sign}{number(shown, decimals=_OTHER_DECIMALS)}"

    other = other_text(unit.symbol, value, 0.0, write=write, is_change=is_signed)
    return beside(f"{sign}{number(value, decimals=decimals)}{NO_BREAK}{unit.symbol}", other)


def _set_value(setting: PayloadSetting | None, place: int) -> float | None:
    """One quantity of a setting in its unit on the screen."""
    if setting is None:
        return None
    if place == 0:
        return setting.mass * quantity_unit(0).per_si
    return None if setting.center is None else setting.center[place - 1] * quantity_unit(place).per_si
