"""Common form of pages with a procedure: fields with a signal for changes, and the payload on the flange."""

from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from app.arm.procedure import FlangeSettings
from app.look.tokens import GRID
from app.widgets.fields import CheckedField, show_field
from app.widgets.layouts import Card, bare_row, keep_size
from app.widgets.setting_fields import SettingFields, reset_button

WIDTH = 264


class ProcedureForm(Card):
    """Fields of a procedure's settings, all with defaults; subclasses add their own fields."""

    changed = Signal()
    """Emitted when a setting has changed, which makes the preview invalid."""
    pointed = Signal()
    """Emitted before the focus goes to a field that cannot be read, so that the form is in sight."""

    def __init__(self, *, margin: int = 2 * GRID) -> None:
        super().__init__(margin=margin)
        keep_size(self, width=WIDTH)
        self._watched: list[SettingFields[Any] | CheckedField] = []
        self.flange = SettingFields(FlangeSettings())
        self.payload = self.flange.field("payload_mass")
        self.watch(self.flange)

    def watch(self, *fields: "SettingFields[Any] | CheckedField") -> None:
        """Signal changes of these fields too; ``is_understood`` includes them."""
        for one in fields:
            one.changed.connect(self.changed)
            self._watched.append(one)

    def end(self) -> None:
        """Complete the column with a button that resets the fields."""
        self.column.addWidget(reset_button(*(one for one in self._watched if isinstance(one, SettingFields))))
        self.column.addStretch(1)

    @property
    def is_understood(self) -> bool:
        """True if every field can be read."""
        return all(one.is_understood for one in self._watched)

    def point_to_wrong(self) -> None:
        """Put the focus on the first field that cannot be read."""
        self.pointed.emit()
        wrong = next((one for one in self.findChildren(CheckedField) if not one.is_understood), None)
        if wrong is not None:
            show_field(wrong)

    @property
    def payload_mass(self) -> float | None:
        """Payload on the flange, kg; None if the field is empty."""
        mass: float | None = self.flange.value("payload_mass")
        return mass


def beside(*cells: QWidget) -> QWidget:
    """A row of cells with the same width."""
    content = QWidget()
    row = bare_row(of=content)
    for cell in cells:
        row.addWidget(cell, 1)
    return content
