"""What the forms beside a motion share: fields whose changes are signalled, and the payload on the flange."""

from typing import Any

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.arm.settings import FlangeSettings
from app.look.tokens import GRID
from app.widgets.card import Card
from app.widgets.fields import CheckedField
from app.widgets.scaled import keep_size
from app.widgets.setting_fields import SettingFields, reset_button

WIDTH = 264


class ProcedureForm(Card):
    """Fields with defaults that are good enough; subclasses say which, and what they ask for."""

    changed = Signal()
    """Something else is wanted: what was looked at is of no use."""

    def __init__(self, *, margin: int = 2 * GRID, parent: QWidget | None = None) -> None:
        super().__init__(margin=margin, parent=parent)
        keep_size(self, width=WIDTH)
        self._watched: list[SettingFields[Any] | CheckedField] = []
        self.flange = SettingFields(FlangeSettings())
        self.payload = self.flange.field("payload_mass")
        self.watch(self.flange)

    def watch(self, *fields: "SettingFields[Any] | CheckedField") -> None:
        """Signal changes of these fields too; a procedure needs all of them readable."""
        for one in fields:
            one.changed.connect(self.changed)
            self._watched.append(one)

    def end(self) -> None:
        """Close the column, with a button that puts the fields back."""
        self.column.addWidget(reset_button(*(one for one in self._watched if isinstance(one, SettingFields))))
        self.column.addStretch(1)

    @property
    def is_understood(self) -> bool:
        """Whether every field can be read."""
        return all(one.is_understood for one in self._watched)

    @property
    def payload_mass(self) -> float | None:
        """Payload on the flange, kg; None where the field is empty."""
        mass: float | None = self.flange.value("payload_mass")
        return mass


def beside(*cells: QWidget) -> QWidget:
    """Cells of the same width in a row."""
    content = QWidget()
    row = QHBoxLayout(content)
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(GRID)
    for cell in cells:
        row.addWidget(cell, 1)
    return content
