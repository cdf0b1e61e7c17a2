"""Every joint of a motion against its limits: small charts side by side, one for each joint."""

from PySide6.QtWidgets import QWidget

from core.excitation.motion import Kinematics
from core.excitation.motion_limits import MotionLimits
from core.recording import FloatArray


class LimitChart(QWidget):
    """Position, velocity or acceleration of every joint, the limits hatched, how much is used in words."""

    def show_motion(
        self,
        time: FloatArray,
        motion: Kinematics,
        *,
        limits: MotionLimits,
        limit_use: FloatArray,
        slides: FloatArray,
    ) -> None:
        """Show a motion at ``time`` (N,) s; ``limit_use`` (n, 3) are shares of position, velocity,
        acceleration; ``slides`` (n,) says which joints slide."""

    def show_at(self, seconds: float) -> None:
        """Mark a moment."""
