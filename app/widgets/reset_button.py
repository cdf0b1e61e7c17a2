"""A narrow button with a turning arrow that puts one field back to its default."""

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QWidget

from app.look.theme import current_theme
from app.look.tokens import TARGET_HEIGHT
from app.widgets.text import Button

_RADIUS = 6


class ResetButton(Button):
    """The button; who uses it gives it a name for screen readers."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(role="quiet", parent=parent)
        self.setFixedWidth(TARGET_HEIGHT)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the arrow over the frame."""
        super().paintEvent(event)
        theme = current_theme()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colour = theme.colour("accent" if self.isEnabled() else "muted")
        painter.setPen(QPen(colour, theme.scaled(2)))
        radius, middle = float(theme.scaled(_RADIUS)), QPointF(self.rect().center())
        around = QRectF(middle.x() - radius, middle.y() - radius, 2.0 * radius, 2.0 * radius)
        painter.drawArc(around, 16 * 130, 16 * 290)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        tip = middle + QPointF(-0.64 * radius, -0.77 * radius)  # where the arc begins, at 130°
        size = 0.55 * radius
        painter.drawPolygon(
            QPolygonF([tip + QPointF(-size, -size), tip + QPointF(-size, size), tip + QPointF(size, size)])
        )
        painter.end()
