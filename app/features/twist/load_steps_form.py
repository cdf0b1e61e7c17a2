"""Form of the load steps: joints, time for each, and the payload on the flange."""

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from app.guide.procedure_form import ProcedureForm
from app.look.tokens import GRID
from app.speech.setting_entries import place_or_none
from app.widgets.captioned import captioned
from app.widgets.setting_fields import SettingFields, caption_of, setting_field
from core.elasticity.load_steps_settings import KnownPayload, LoadStepSettings
from core.setting import declared

if TYPE_CHECKING:
    from app.features.twist.load_steps_procedure import LoadStepsProcedure


class LoadStepsForm(ProcedureForm):
    """Four fields with defaults that suit most arms."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(margin=GRID, parent=parent)
        self._fields = SettingFields(LoadStepSettings())
        self.joints, self.seconds = self._fields.field("joints"), self._fields.field("seconds")
        place = declared(KnownPayload)["center"]
        self.center = setting_field(place, place_or_none())
        self.center.offer_emptying(self.tr("unknown"))
        self.watch(self._fields, self.center)
        self.column.setSpacing(2)
        self.column.addWidget(self._fields.captioned("joints"))
        self.column.addWidget(self.flange.captioned("payload_mass"))
        self.column.addWidget(captioned(caption_of(place), self.center))
        self.column.addWidget(self._fields.captioned("seconds"))
        self.end()

    def procedure(self) -> "LoadStepsProcedure | None":
        """Procedure with the settings of the fields; None while a field cannot be read."""
        from app.features.twist.load_steps_procedure import LoadStepsProcedure

        if not self.is_understood:
            return None
        mass, center = self.payload_mass, self.center.value
        known = KnownPayload(mass, center) if mass and isinstance(center, tuple) else None
        return LoadStepsProcedure(self._fields.settings, payload=known, payload_mass=mass)

    def show_arm(self, *, joints: int) -> None:
        """Accept the numbers of this many joints."""
        self._fields.joint_count = joints
