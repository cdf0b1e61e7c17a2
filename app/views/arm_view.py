"""The arm in its pose, every joint tinted by how far its gear is twisted; painted without OpenGL."""

from PySide6.QtWidgets import QWidget

from core.recording import FloatArray
from core.robot.model import RobotModel


class ArmView(QWidget):
    """An arm from the side and a little from above; a drag turns the view, a double-click turns it back."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.exaggeration = 0.0

    def set_robot(self, robot: RobotModel | None) -> None:
        """Show another arm, or none; it appears with its first pose."""

    def set_mark(self, word: str) -> None:
        """What no real arm carries: VIRTUAL, REPLAY; empty for a real one."""

    def set_exaggeration(self, factor: float) -> None:
        """Draw the twisted arm a second time, twisted ``factor`` times as far; not at all with 0."""

    def show_pose(
        self,
        pose: FloatArray,
        *,
        deflection: FloatArray | None,
        full_scale: float,
        tool: FloatArray | None = None,
        is_stale: bool = False,
    ) -> None:
        """Show a pose (n,) of the model with the joints' deflection (n,), rad or m.

        ``deflection`` is NaN where a joint has no link encoder, None where no joint has one.
        ``full_scale`` (rad, and m at sliding joints) has the full tint. ``tool`` (n,) m is how
        far each joint's deflection moves the tool; only the words use it.
        """
