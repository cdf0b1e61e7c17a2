"""The form of a recording: duration, motion, speed, and payload on the flange."""

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QGridLayout

from app.arm.procedure import RecordedMotion, RecordSettings
from app.guide.procedure_form import ProcedureForm
from app.look.tokens import GRID
from app.widgets.setting_fields import SettingFields

if TYPE_CHECKING:
    from app.features.recording.procedure import RecordProcedure

FIRST = RecordSettings(10.0)
STILL, SWAY = RecordedMotion.STILL, RecordedMotion.SWAY
_SPEEDS = (None, 0.25, 0.5, 1.0)


class RecordForm(ProcedureForm):
    """Four fields with defaults that suit a first recording."""

    def __init__(self) -> None:
        super().__init__()
        self._fields = SettingFields(FIRST)
        self.seconds = self._fields.field("seconds")
        self.motion = self._fields.choice("motion", ())
        self.speed = self._fields.choice("speed", [(speed, self._speed_word(speed)) for speed in _SPEEDS])
        self._fields.changed.connect(self._show_speed)
        self.watch(self._fields)
        self.offer_motion(can_move=True)
        self._lay_out()

    @property
    def settings(self) -> RecordSettings:
        """Settings of the recording; every field has to be valid."""
        return self._fields.settings

    @property
    def procedure(self) -> "RecordProcedure | None":
        """The procedure with the settings of the fields; None while one is invalid."""
        from app.features.recording.procedure import RecordProcedure

        if not self.is_understood:
            return None
        chosen = self.settings
        return RecordProcedure(
            chosen.seconds, motion=chosen.motion, speed=chosen.speed, payload_mass=self.payload_mass
        )

    def offer_motion(self, *, can_move: bool) -> None:
        """Offer motion only for a controller that moves."""
        still = (STILL, self.tr("Standing still"))
        sway = (SWAY, self.tr("Swaying, all joints"))
        self.motion.offer((still, sway) if can_move else (still,))
        self._show_speed()

    def _show_speed(self) -> None:
        self.speed.setEnabled(self.motion.value == SWAY)

    def _speed_word(self, speed: float | None) -> str:
        if speed is None:
            return self.tr("Slow, ≤ 250 mm/s")
        return self.tr("{share} % of joint speed").format(share=round(100 * speed))

    def _lay_out(self) -> None:
        grid = QGridLayout()
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(2 * GRID)
        grid.setVerticalSpacing(GRID)
        places = (
            (self._fields.captioned("seconds"), 0, 0, 1),
            (self.flange.captioned("payload_mass"), 0, 1, 1),
            (self._fields.captioned("motion"), 1, 0, 2),
            (self._fields.captioned("speed"), 2, 0, 2),
        )
        for cell, row, column, span in places:
            grid.addWidget(cell, row, column, 1, span)
        self.column.addLayout(grid)
        self.end()
