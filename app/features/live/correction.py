"""Words below the corrected angles: their use, and the zero that they count from."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from app.features.live.words import corrected_words, correction_more_words
from app.look.tokens import GRID
from app.widgets.arranged import in_column
from app.widgets.text import Text
from core.stiffness.live_correction import LiveCorrection


class CorrectionWords(QWidget):
    """Text alone: nothing here is connected to anything that moves."""

    def __init__(self) -> None:
        super().__init__()
        self.text = Text(role="muted", wrap=True)
        self.text.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        in_column(self.text, of=self, margins=(GRID // 2, 0, 0, 0))

    def show_correction(self, found: LiveCorrection) -> None:
        """Show use, zero and gaps of the corrected angles that are shown now."""
        words, more = corrected_words(found), correction_more_words(found)
        if words != self.text.text():
            self.text.setText(words)
            self._make_room()
        if more != self.text.toolTip():
            self.text.setToolTip(more)
            self.text.setAccessibleDescription(more)

    def hasHeightForWidth(self) -> bool:
        """Return False, although the text wraps: else the whole page would become higher."""
        return False

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Set the height again: at another width the lines break elsewhere."""
        super().resizeEvent(event)
        self._make_room()

    def _make_room(self) -> None:
        """Fix the height that the text needs at this width."""
        height = self.text.heightForWidth(self.width() - GRID // 2)
        if height >= 0 and height != self.text.minimumHeight():
            self.text.setFixedHeight(height)
