"""The mark of data that are not from a real arm: on the top bar, and on saved pictures and plots."""

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QBrush, QFontMetrics, QPainter, QPen

from app.look.theme import TextSize, current_theme
from app.widgets.text import BOLD

STRIPE_WIDTH = 12
STRIPE_OPACITY = 0.22
_PADDING = 10.0
_CORNER = 6.0


def paint_stripes(painter: QPainter, place: QRectF, *, width: int = STRIPE_WIDTH) -> None:
    """Paint diagonal stripes in the warning colour, faint enough for words on them."""
    painter.save()
    painter.setClipRect(place)
    painter.setOpacity(STRIPE_OPACITY)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(QBrush(current_theme().colour("warning")), width))
    height = round(place.height())
    for x in range(round(place.left()), round(place.right()) + height, 3 * width):
        painter.drawLine(x, round(place.top()) - width, x - height, round(place.bottom()) + width)
    painter.restore()


def paint_ribbon(painter: QPainter, place: QRectF, word: str, *, at_foot: bool = False) -> None:
    """Paint the mark ``word`` at the right of ``place``, at the top or foot; nothing if it is empty."""
    if not word:
        return
    theme = current_theme()
    font = theme.font(TextSize.BODY, weight=BOLD)
    metrics = QFontMetrics(font)
    width, height = metrics.horizontalAdvance(word) + 2 * _PADDING, metrics.height() + _PADDING / 2
    top = place.bottom() - height - _PADDING / 2 if at_foot else place.top() + _PADDING
    chip = QRectF(place.right() - width - _PADDING, top, width, height)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.colour("warning"))
    painter.drawRoundedRect(chip, _CORNER, _CORNER)
    painter.setFont(font)
    painter.setPen(theme.colour("on_warning"))
    painter.drawText(chip, Qt.AlignmentFlag.AlignCenter, word)
    painter.restore()
