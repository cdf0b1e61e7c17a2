"""A motion to look at: play, pause, go to any moment, faster."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from app.views.motion_view import MotionView
from core.recording import FloatArray
from core.robot.model import RobotModel
from core.robot.surroundings import Box
from core.robot.swept_volume import ClosestApproach


class MotionPlayer(QWidget):
    """The motion above; button, slider, speed and time below."""

    moment_changed = Signal(float)
    """s into the motion: for charts that show the same moment."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.view = MotionView()

    def set_robot(
        self, robot: RobotModel | None, *, floor_height: float | None = None, boxes: Sequence[Box] = ()
    ) -> None:
        """Show another arm, or none, and what stands around it."""

    def set_mark(self, word: str) -> None:
        """What no real arm carries: VIRTUAL, REPLAY; empty for a real one."""

    def show_motion(
        self, poses: FloatArray, times: FloatArray, *, closest: ClosestApproach | None = None
    ) -> None:
        """Show a motion through ``poses`` (K, n) rad or m at ``times`` (K,) s, from its beginning."""

    def show_at(self, seconds: float) -> None:
        """Go to a moment."""
