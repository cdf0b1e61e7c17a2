"""The joints with what is measured of them now, and which of them are shown in the charts."""

from collections.abc import Iterable, Mapping, Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from core.recording import FloatArray
from core.robot.model import RobotModel


class JointList(QWidget):
    """One row a joint: a tick in its colour, its values and a bar against the scale."""

    chosen_changed = Signal(object)
    """The chosen joints as tuple[int, ...], counted from 0."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)

    @property
    def chosen(self) -> tuple[int, ...]:
        """The chosen joints, counted from 0."""
        return ()

    def set_robot(self, robot: RobotModel | None, *, has_link: Sequence[bool] = ()) -> None:
        """Rows for another arm; ``has_link`` says which joints carry a link encoder."""

    def choose(self, joints: Iterable[int]) -> None:
        """Choose joints without telling anybody."""

    def show_values(
        self,
        now: Mapping[str, FloatArray],
        *,
        full_scale: float,
        tool: FloatArray | None = None,
        is_stale: bool = False,
    ) -> None:
        """Show the newest values (n,) by ``core.diagnostics.signals.Signal``, in SI.

        ``tool`` (n,) m is how far each joint's deflection moves the tool; ``full_scale``
        (rad, and m at sliding joints) fills half a bar.
        """
