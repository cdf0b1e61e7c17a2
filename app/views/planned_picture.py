"""What a planned motion sweeps through, where a card would show the outline of a preview."""

from app.views.arm_picture import SweptVolume
from app.views.motion_view import MotionView


class PlannedPicture(MotionView):
    """The motion is set by whoever planned it; the card only says what stands behind it."""

    def show_swept(
        self, _swept: SweptVolume | None, *, summary: str = "", mark: str = "", nothing: str = ""
    ) -> None:
        """The sweep of the preview is that of the motion, and of the slow way to its start."""
        if summary or nothing:
            self.set_mark(mark)
