"""Which joints are swept, how thoroughly, and what hangs on the flange."""

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.pages.procedure_form import ProcedureForm
from app.plan_entries import parse_from_one, parse_joints
from app.speech.quantities import NotUnderstood
from app.tokens import GRID
from app.views.captioned import captioned
from app.views.choice import Choice
from app.views.fields import CheckedField
from core.bounds import JOINT
from core.errors import BadRequest
from core.friction.sweeps.settings import POSES, QUICK, SPEEDS, SweepSettings

if TYPE_CHECKING:
    from app.procedures.friction import FrictionProcedure

THOROUGH, SHORT = SweepSettings(), QUICK


class FrictionForm(ProcedureForm):
    """Six fields with defaults that are good enough."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(margin=GRID, parent=parent)
        self._joint_count = 0
        self.form = Choice(self.tr("How thoroughly"))
        self.form.offer(((THOROUGH, self.tr("Thorough, load too")), (SHORT, self.tr("Quick, without load"))))
        self.joints = CheckedField(
            self.tr("Joints"), self._parse_joints, bounds=JOINT, accepts=self.tr("all, or 1 2 3")
        )
        self.speeds = CheckedField(
            self.tr("Speeds of each joint"), self._parse_speeds, bounds=SPEEDS, accepts=str(THOROUGH.speeds)
        )
        self.poses = CheckedField(self.tr("Poses"), parse_from_one, bounds=POSES, accepts=str(THOROUGH.poses))
        self.tool_speed = Choice(self.tr("Speed of the tool"))
        self.tool_speed.offer(
            ((False, self.tr("Up to the joints' limits")), (True, self.tr("Slow, ≤ 250 mm/s")))
        )
        self._show_numbers()
        self.form.picked.connect(self._form_picked)
        self.tool_speed.picked.connect(self.changed)
        self.watch((self.joints, self.speeds, self.poses))
        self._lay_out()

    def procedure(self) -> "FrictionProcedure | None":
        """The sweeps as the fields say; None while one of them cannot be read."""
        from app.procedures.friction import FrictionProcedure

        if not self.is_understood:
            return None
        form, joints = self.form.value, self.joints.value
        assert isinstance(form, SweepSettings)
        assert isinstance(joints, tuple)
        settings = replace(
            form, joints=joints or None, speeds=int(str(self.speeds.value)), poses=int(str(self.poses.value))
        )
        return FrictionProcedure(
            settings,
            slow=self.tool_speed.value is True,
            payload_mass=self.payload_mass,
        )

    def show_arm(self, *, joints: int) -> None:
        """For an arm with so many joints."""
        self._joint_count = joints

    def _parse_joints(self, text: str) -> tuple[int, ...]:
        """Joints from 0; none for all of them."""
        joints = () if text.strip().casefold() == self.tr("all").casefold() else parse_joints(text)
        if self._joint_count and any(joint >= self._joint_count for joint in joints):
            raise NotUnderstood(text)
        return joints

    def _parse_speeds(self, text: str) -> int:
        speeds = parse_from_one(text)
        try:
            return SweepSettings(speeds=speeds).speeds
        except BadRequest as few:
            raise NotUnderstood(text) from few

    def _form_picked(self) -> None:
        self._show_numbers()
        self.changed.emit()

    def _show_numbers(self) -> None:
        """The numbers of the form that was picked; they can be changed."""
        form = self.form.value
        assert isinstance(form, SweepSettings)
        self.speeds.show_text(str(form.speeds))
        self.poses.show_text(str(form.poses))

    def _lay_out(self) -> None:
        self.column.setSpacing(2)
        self.column.addWidget(captioned(self.tr("How thoroughly"), self.form))
        self.column.addLayout(_beside((self.tr("Joints"), self.joints), (self.tr("Payload"), self.payload)))
        self.column.addLayout(_beside((self.tr("Speeds"), self.speeds), (self.tr("Poses"), self.poses)))
        self.column.addWidget(captioned(self.tr("Speed of the tool"), self.tool_speed))
        self.column.addStretch(1)


def _beside(*fields: tuple[str, QWidget]) -> QHBoxLayout:
    row = QHBoxLayout()
    row.setSpacing(GRID)
    for caption, field in fields:
        row.addWidget(captioned(caption, field))
    return row
