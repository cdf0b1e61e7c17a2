"""Form of the friction sweeps: joints, thoroughness, speeds, poses, and the load on the flange."""

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from app.arm.settings import SweepFormSettings
from app.guide.procedure_form import ProcedureForm, beside
from app.look.tokens import GRID
from app.widgets.captioned import captioned
from app.widgets.choice import Choice
from app.widgets.setting_fields import SettingFields, caption_of
from core.friction.sweeps.settings import QUICK, SweepSettings
from core.setting import declared

if TYPE_CHECKING:
    from app.features.friction.procedure import FrictionProcedure

THOROUGH, SHORT = SweepSettings(), QUICK


class FrictionForm(ProcedureForm):
    """Six fields with defaults that suit most arms."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(margin=GRID, parent=parent)
        self._manner, self._fields = SettingFields(SweepFormSettings()), SettingFields(THOROUGH)
        self.form = Choice(caption_of(declared(SweepFormSettings)["is_quick"]))
        self.form.offer(((THOROUGH, self.tr("Thorough, load too")), (SHORT, self.tr("Quick, without load"))))
        self.tool_speed = self._manner.choice(
            "slow", ((False, self.tr("Up to the joints' limits")), (True, self.tr("Slow, ≤ 250 mm/s")))
        )
        self.joints, self.speeds, self.poses = map(self._fields.field, ("joints", "speeds", "poses"))
        self.form.picked.connect(self._form_picked)
        self.watch(self._manner, self._fields)
        self._lay_out()

    def procedure(self) -> "FrictionProcedure | None":
        """Procedure with the settings of the fields; None while a field cannot be read."""
        from app.features.friction.procedure import FrictionProcedure

        if not self.is_understood:
            return None
        return FrictionProcedure(
            self._fields.settings, slow=self._manner.settings.slow, payload_mass=self.payload_mass
        )

    def show_arm(self, *, joints: int) -> None:
        """Accept the numbers of this many joints."""
        self._fields.joint_count = joints

    def _form_picked(self) -> None:
        """Fill in the numbers of the form that was picked; the chosen joints stay."""
        form = self.form.value
        assert isinstance(form, SweepSettings)
        joints = self._fields.value("joints")
        self._fields.start_from(form)
        self._fields.show(replace(form, joints=joints))
        self.changed.emit()

    def _lay_out(self) -> None:
        self.column.setSpacing(2)
        self.column.addWidget(captioned(self.form.accessibleName(), self.form))
        joints, payload = self._fields.captioned("joints"), self.flange.captioned("payload_mass")
        self.column.addWidget(beside(joints, payload))
        self.column.addWidget(beside(self._fields.captioned("speeds"), self._fields.captioned("poses")))
        self.column.addWidget(self._manner.captioned("slow"))
        self.end()
