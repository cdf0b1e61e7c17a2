"""A tick box without text, which can be clicked on its whole square of 44 pixels."""

from PySide6.QtCore import QPoint, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QCheckBox, QSizePolicy

from app.look.theme import current_theme
from app.look.tokens import TARGET_HEIGHT
from app.widgets.painting import smooth_painter

BOX = 22.0
_RING = 6.0


class TickBox(QCheckBox):
    """A tick box painted from the tokens, so that its border is visible in every theme."""

    def __init__(self) -> None:
        super().__init__()
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        current_theme().changed.connect(self.update)

    def sizeHint(self) -> QSize:
        """Size of a target."""
        return QSize(TARGET_HEIGHT, TARGET_HEIGHT)

    def hitButton(self, place: QPoint) -> bool:
        """True anywhere on the square."""
        return self.rect().contains(place)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the box, the tick, and a ring for the focus."""
        box = QRectF(_RING, (self.height() - BOX) / 2.0, BOX, BOX)  # aligned with its heading
        with smooth_painter(self) as painter:
            if self.hasFocus():
                painter.setPen(QPen(current_theme().colour("accent"), 2))
                painter.drawRoundedRect(box.adjusted(-4, -4, 4, 4), 6, 6)
            paint_tick(painter, box, is_ticked=self.isChecked())


def paint_tick(painter: QPainter, box: QRectF, *, is_ticked: bool) -> None:
    """Paint a square box, ticked or not."""
    theme = current_theme()
    painter.setPen(QPen(theme.colour("accent" if is_ticked else "control_border"), 1.5))
    painter.setBrush(theme.colour("accent" if is_ticked else "field"))
    painter.drawRoundedRect(box, 4, 4)
    if is_ticked:
        pen = QPen(theme.colour("on_accent"), 2.4)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.setPen(pen)
        corner = box.topLeft()
        marks = ((5.5, 11.5), (9.5, 15.5), (16.5, 7.0))
        painter.drawPolyline(QPolygonF([corner + QPointF(x, y) for x, y in marks]))
