"""Which joints are loaded, for how long each, and what hangs on the flange."""

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from app.pages.procedure_form import ProcedureForm
from app.plan_entries import parse_joints
from app.speech.quantities import TIME, NotUnderstood, read_place, read_positive
from app.tokens import GRID
from app.views.captioned import captioned
from app.views.fields import CheckedField
from core.bounds import DURATION, JOINT, PLACE
from core.elasticity.load_steps_settings import KnownPayload, LoadStepSettings

if TYPE_CHECKING:
    from app.procedures.load_steps import LoadStepsProcedure

_DEFAULT = LoadStepSettings()


class LoadStepsForm(ProcedureForm):
    """Four fields with defaults that are good enough."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(margin=GRID, parent=parent)
        self._joint_count = 0
        self.joints = CheckedField(
            self.tr("Joints"), self._parse_joints, bounds=JOINT, accepts=self.tr("loaded ones, or 2 3")
        )
        self.center = CheckedField(
            self.tr("Centre of the payload from the flange"), read_place, bounds=PLACE, accepts="0 80 120 mm"
        )
        self.seconds = CheckedField(
            self.tr("Time of each joint"), parse_seconds, bounds=DURATION, accepts=f"{_DEFAULT.seconds:g} s"
        )
        self.seconds.show_text(f"{_DEFAULT.seconds:g} s")
        self.watch((self.joints, self.center, self.seconds))
        self.column.setSpacing(2)
        for caption, field in (
            (self.tr("Joints"), self.joints),
            (self.tr("Payload"), self.payload),
            (self.tr("Centre of its mass x y z"), self.center),
            (self.tr("Time of each joint"), self.seconds),
        ):
            self.column.addWidget(captioned(caption, field))
        self.column.addStretch(1)

    def procedure(self) -> "LoadStepsProcedure | None":
        """The strokes as the fields say; None while one of them cannot be read."""
        from app.procedures.load_steps import LoadStepsProcedure

        if not self.is_understood:
            return None
        joints, mass, center = self.joints.value, self.payload_mass, self.center.value
        assert isinstance(joints, tuple)
        settings = replace(_DEFAULT, joints=joints or None, seconds=float(str(self.seconds.value)))
        known = None
        if mass and isinstance(center, tuple):
            known = KnownPayload(mass, (center[0], center[1], center[2]))
        return LoadStepsProcedure(settings, payload=known, payload_mass=mass)

    def show_arm(self, *, joints: int) -> None:
        """For an arm with so many joints."""
        self._joint_count = joints

    def _parse_joints(self, text: str) -> tuple[int, ...]:
        """Joints from 0; none for those that gravity loads."""
        joints = parse_joints(text)
        if self._joint_count and any(joint >= self._joint_count for joint in joints):
            raise NotUnderstood(text)
        return joints


def parse_seconds(text: str) -> float:
    """A time above zero from ``60 s``, ``60`` or ``1 min``.

    Raises
    ------
    NotUnderstood
        What is no such time.
    """
    return read_positive(text, TIME)
