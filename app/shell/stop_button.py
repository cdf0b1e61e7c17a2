"""STOP: on every page, always enabled, and acting on the press, not on the release."""

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QIcon, QKeyEvent, QShowEvent
from PySide6.QtWidgets import QSizePolicy

from app.look.theme import current_theme
from app.look.tokens import STOP_SIZE
from app.widgets.glyphs import Glyph, glyph_pixmap
from app.widgets.text import Button


class StopButton(Button):
    """Button *STOP motion*, large enough for a glove; emits ``stop_pressed`` on the press."""

    stop_pressed = Signal()

    def __init__(self) -> None:
        super().__init__(self.tr("STOP motion (Esc)"), role="stop")
        self.setText(f"  {self.text()}")  # Qt leaves too little between icon and text
        self.setAccessibleDescription(
            self.tr("Stops a moving robot. It does not replace the emergency stop.")
        )
        self.setToolTip(self.accessibleDescription())
        self.setMinimumSize(*STOP_SIZE)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setIconSize(QSize(20, 20))
        self.pressed.connect(self.stop_pressed)
        current_theme().changed.connect(self._take_icon)
        self._take_icon()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave Space to the window, where it stops a moving arm and does nothing else."""
        if event.key() == Qt.Key.Key_Space:
            event.ignore()
            return
        super().keyPressEvent(event)

    def showEvent(self, event: QShowEvent) -> None:
        """Measure the words again: only now the button has the style of its window."""
        super().showEvent(event)
        self._take_icon()

    def _take_icon(self) -> None:
        pixmap = glyph_pixmap(Glyph.STOP, 20, current_theme().tokens, ratio=self.devicePixelRatioF())
        self.setIcon(QIcon(pixmap))
        self.ensurePolished()
        self.setMinimumWidth(max(STOP_SIZE[0], self.sizeHint().width()))  # its words are never cut
