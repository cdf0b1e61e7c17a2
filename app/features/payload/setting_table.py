"""The table of the controller's payload setting against the measured payload, with the differences."""

from dataclasses import replace
from math import isfinite

from PySide6.QtGui import QResizeEvent

from app.features.payload.basis import set_value
from app.features.payload.presentation import quantity, values
from app.look.theme import current_theme
from app.presentation import value_text
from app.speech.unit_system import beside
from app.speech.units import NO_BREAK
from app.speech.values import Value, write
from app.widgets.rows_table import RowsTable
from app.widgets.scaled import keep_least
from app.widgets.table import Cell, Column
from core.payload.result import QUANTITIES, PayloadEstimate
from devices.controller import PayloadSetting

_ROW_HEIGHTS = (40, 60)
_NAME_WIDTH, _RIM = 88, 4


class SettingTable(RowsTable):
    """A row per quantity; an unknown value is a dash."""

    def __init__(self, name: str) -> None:
        super().__init__(name, (), widths=())
        self._columns = (
            Column(""),
            Column(self.tr("Set in the robot"), is_number=True, stretches=True),
            Column(self.tr("Measured"), is_number=True, stretches=True),
            Column(self.tr("Difference"), is_number=True, stretches=True),
        )
        keep_least(self, height=_ROW_HEIGHTS[0] * (len(QUANTITIES) + 1) + _RIM)
        self.show_setting(None, None)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Make the rows as high as the view allows with all of them visible."""
        super().resizeEvent(event)
        least, most = (current_theme().scaled(height) for height in _ROW_HEIGHTS)
        height = self.viewport().height() // len(QUANTITIES)
        self.verticalHeader().setDefaultSectionSize(min(max(height, least), most))

    def show_setting(self, setting: PayloadSetting | None, measured: PayloadEstimate | None) -> None:
        """Show the controller's setting beside the measured payload; None where unknown."""
        rows = tuple(_row(setting, measured, place) for place in range(len(QUANTITIES)))
        self.rows_model.show_rows(rows, columns=self._columns)
        self.fit_columns(self._columns, widths=(_NAME_WIDTH,))
        spoken = self.tr("{name}: {old} set, {new} measured, difference {difference}.")
        self.setAccessibleDescription(
            " ".join(spoken.format(name=row[0], old=row[1], new=row[2], difference=row[3]) for row in rows)
        )


def _row(setting: PayloadSetting | None, measured: PayloadEstimate | None, place: int) -> tuple[Cell, ...]:
    old = set_value(setting, place)
    label = values(None).rows[place].label
    if measured is None:
        return label, value_text(old), "–", "–"
    new = quantity(measured, place)
    moved = replace(new, si=new.si - old.si)
    return label, value_text(old), value_text(new), _signed(moved)


def _signed(moved: Value) -> str:
    """A difference with its sign, and with the second unit where the user has chosen one."""
    if not isfinite(moved.si):
        return "–"
    written = write(moved)  # with the digits of the measured value: its ± is that of the difference
    sign = "+" if moved.si > 0.0 and written.value.strip("0.,") else ""
    other = f"{sign}{written.other}" if written.other else ""
    return beside(f"{sign}{written.value}{NO_BREAK}{written.unit}", other)
