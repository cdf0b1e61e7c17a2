"""A motion as a body of air: what the arm sweeps through, with the arm at one moment in front of it."""

from collections.abc import Sequence

from PySide6.QtWidgets import QWidget

from app.views.turned_by_hand import TurnedByHand
from core.recording import FloatArray
from core.robot.model import RobotModel
from core.robot.surroundings import Box
from core.robot.swept_volume import ClosestApproach


class MotionView(TurnedByHand):
    """The swept volume, the way of the tool, and the arm; a drag turns the view."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)

    def set_robot(
        self, robot: RobotModel | None, *, floor_height: float | None = None, boxes: Sequence[Box] = ()
    ) -> None:
        """Show another arm, or none, and what stands around it."""

    def set_mark(self, word: str) -> None:
        """What no real arm carries: VIRTUAL, REPLAY; empty for a real one."""

    def show_motion(
        self, poses: FloatArray, times: FloatArray, *, closest: ClosestApproach | None = None
    ) -> None:
        """Show a motion through ``poses`` (K, n) rad or m at ``times`` (K,) s."""

    def show_at(self, seconds: float) -> None:
        """Show the arm as it is at this moment of the motion."""
