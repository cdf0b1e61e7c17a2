"""What to record: how long, whether the arm moves meanwhile, how fast, and what hangs on its flange."""

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from app.pages.load_steps_form import parse_seconds
from app.pages.procedure_form import ProcedureForm
from app.tokens import GRID
from app.views.choice import Choice
from app.views.fields import CheckedField
from app.views.text import muted
from core.bounds import DURATION

if TYPE_CHECKING:
    from app.procedures.record import RecordProcedure

FIRST_SECONDS = "10 s"
STILL, SWAY = "still", "sway"
"""The motions by the names of ``app.procedures.record``, which is loaded when a robot is connected."""
_SPEEDS = (None, 0.25, 0.5, 1.0)


class RecordForm(ProcedureForm):
    """Four fields with defaults that are good enough."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self.seconds = CheckedField(
            self.tr("How long"), parse_seconds, bounds=DURATION, accepts=FIRST_SECONDS
        )
        self.seconds.show_text(FIRST_SECONDS)
        self.motion = Choice(self.tr("Motion"))
        self.speed = Choice(self.tr("Speed"))
        self.speed.offer([(speed, self._speed_word(speed)) for speed in _SPEEDS])
        self.watch((self.seconds,))
        self.motion.picked.connect(self._motion_picked)
        self.speed.picked.connect(self.changed)
        self.offer_motion(can_move=True)
        self._lay_out()

    @property
    def seconds_value(self) -> float:
        """S."""
        return float(str(self.seconds.value))

    @property
    def motion_value(self) -> str:
        """What the arm does meanwhile."""
        return str(self.motion.value)

    @property
    def speed_value(self) -> float | None:
        """Share of the joints' speed; None for so slow that nobody has to leave the cell."""
        speed = self.speed.value
        return None if speed is None else float(str(speed))

    @property
    def procedure(self) -> "RecordProcedure | None":
        """The recording as the fields say; None while one of them cannot be read."""
        from app.procedures.record import RecordProcedure
        from app.procedures.settings import RecordedMotion

        if not self.is_understood:
            return None
        return RecordProcedure(
            seconds=self.seconds_value,
            motion=RecordedMotion(self.motion_value),
            speed=self.speed_value,
            payload_mass=self.payload_mass,
        )

    def offer_motion(self, *, can_move: bool) -> None:
        """Offer motion only where the controller takes any."""
        still = (STILL, self.tr("Standing still"))
        sway = (SWAY, self.tr("Swaying, all joints"))
        self.motion.offer((still, sway) if can_move else (still,))
        self._show_speed()

    def _motion_picked(self) -> None:
        self._show_speed()
        self.changed.emit()

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
            (self.tr("How long"), self.seconds, 0, 0, 1),
            (self.tr("Payload"), self.payload, 0, 1, 1),
            (self.tr("Motion"), self.motion, 1, 0, 2),
            (self.tr("Speed"), self.speed, 2, 0, 2),
        )
        for caption, widget, row, column, span in places:
            cell = QVBoxLayout()
            cell.setSpacing(2)
            cell.addWidget(muted(caption))
            cell.addWidget(widget)
            grid.addLayout(cell, row, column, 1, span)
        self.column.addLayout(grid)
        self.column.addStretch(1)
