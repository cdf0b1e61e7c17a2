"""Form of the torque ramps: torque, rounds, steps, range and speed."""

from typing import TYPE_CHECKING

from app.guide.procedure_form import ProcedureForm, beside
from app.speech.quantities import SHARE, read_one
from app.speech.setting_entries import Entry
from app.widgets.arranged import fill
from app.widgets.setting_fields import SettingFields
from core.elasticity.torque_ramp import TorqueRampSettings

if TYPE_CHECKING:
    from app.features.twist.torque_ramps_procedure import TorqueRampsProcedure


class TorqueRampsForm(ProcedureForm):
    """Five fields with defaults that suit most gears."""

    def __init__(self) -> None:
        super().__init__()
        self.payload.setParent(self)  # not shown: nothing hangs on a gear that is locked
        self.payload.hide()
        self._fields = SettingFields(TorqueRampSettings())
        share = Entry(lambda text: read_one(text, SHARE), lambda value: f"{100.0 * value:g} %")
        self.torque = self._fields.field("torque_share", entry=share)
        names = ("rounds", "steps", "most_wind", "speed")
        self.rounds, self.steps, self.wind, self.speed = map(self._fields.field, names)
        self.watch(self._fields)
        torque, rounds, steps, wind, speed = map(self._fields.captioned, ("torque_share", *names))
        self.column.setSpacing(2)
        fill(self.column, torque, beside(rounds, steps), beside(wind, speed))
        self.end()

    def procedure(self) -> "TorqueRampsProcedure | None":
        """Procedure with the settings of the fields; None while a field cannot be read."""
        from app.features.twist.torque_ramps_procedure import TorqueRampsProcedure

        return TorqueRampsProcedure(self._fields.settings) if self.is_understood else None
