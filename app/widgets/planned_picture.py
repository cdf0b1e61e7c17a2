"""What a planned motion sweeps through, where a card would show the outline of a preview."""

from PySide6.QtWidgets import QSizePolicy, QWidget

from app.widgets.arm_picture import SweptVolume
from app.widgets.motion_view import MotionView


class PlannedPicture(MotionView):
    """The motion is set by whoever planned it; the card only says what stands behind it."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self.setMinimumSize(0, 0)  # the card gives what it has
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored)

    def show_swept(
        self, _swept: SweptVolume | None, *, summary: str = "", mark: str = "", nothing: str = ""
    ) -> None:
        """The sweep of the preview is that of the motion, and of the slow way to its start."""
        if summary or nothing:
            self.set_mark(mark)
