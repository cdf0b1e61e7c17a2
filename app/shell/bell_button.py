"""The bell in the bar: messages that have left, and how many of them were not looked at."""

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QPainter, QPaintEvent

from app.look.theme import current_theme
from app.widgets.glyphs import Glyph, paint_glyph
from app.widgets.text import Button

_SIGN = 24
_SIDE = 44


class BellButton(Button):
    """Hidden until there is a message; a dot says that some were not looked at."""

    def __init__(self) -> None:
        super().__init__(role="quiet")
        self.unread = 0
        self.setFixedSize(_SIDE, _SIDE)
        self.show_count(0)
        self.hide()

    def show_count(self, unread: int) -> None:
        """Show the bell, with a dot where messages are unread."""
        self.unread = unread
        words = self.tr("Messages")
        if unread:
            words = self.tr("Messages, {count} not looked at").format(count=unread)
        self.setToolTip(words)
        self.setAccessibleName(words)
        self.show()
        self.update()

    def sizeHint(self) -> QSize:
        """A square that a finger hits."""
        return QSize(_SIDE, _SIDE)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the button with the bell, and the dot."""
        super().paintEvent(event)
        tokens = current_theme().tokens
        with QPainter(self) as painter:
            place = QRectF(0, 0, _SIGN, _SIGN)
            place.moveCenter(QRectF(self.rect()).center())
            paint_glyph(painter, place, Glyph.BELL, tokens)
            if self.unread:
                painter.setRenderHint(QPainter.RenderHint.Antialiasing)
                painter.setPen(current_theme().colour("surface"))
                painter.setBrush(current_theme().colour("error"))
                painter.drawEllipse(QRectF(place.right() - 8, place.top() - 1, 10, 10))
