"""What the forms beside a motion share: fields that are told about, and the payload on the flange."""

from collections.abc import Iterable

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from app.speech.quantities import NotUnderstood
from app.speech.units import parse_mass
from app.tokens import GRID
from app.views.card import Card
from app.views.fields import CheckedField
from app.views.scaled import keep_size
from core.bounds import PAYLOAD

WIDTH = 264


class ProcedureForm(Card):
    """Fields with defaults that are good enough; subclasses say which, and what they ask for."""

    changed = Signal()
    """Something else is wanted: what was looked at is of no use."""

    def __init__(self, *, margin: int = 2 * GRID, parent: QWidget | None = None) -> None:
        super().__init__(margin=margin, parent=parent)
        keep_size(self, width=WIDTH)
        self._fields: tuple[CheckedField, ...] = ()
        self.payload = CheckedField(
            self.tr("Payload on the flange"), parse_mass, bounds=PAYLOAD, accepts="2.4 kg"
        )
        self.watch((self.payload,))

    def watch(self, fields: Iterable[CheckedField]) -> None:
        """Tell of changes in these fields too; what is asked for needs all of them readable."""
        for field in fields:
            field.changed.connect(self.changed)
            self._fields += (field,)

    @property
    def is_understood(self) -> bool:
        """Whether every field can be read."""
        return all(field.is_understood for field in self._fields)

    @property
    def payload_mass(self) -> float | None:
        """kg; None when nobody said."""
        try:
            mass = self.payload.value
        except NotUnderstood:
            return None
        return None if mass is None else float(str(mass))
