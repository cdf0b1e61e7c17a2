"""The legend above the picture of a motion, in one line."""

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPen

from app.look.theme import current_theme
from app.speech.language import translate
from app.widgets.painting import faded
from app.widgets.swept_painting import SweptColours

LEGEND_HEIGHT = 24.0
_SAMPLE, _GAP, _BETWEEN = 20.0, 7.0, 15.0
_LEFT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft


def _tr(text: str) -> str:
    return translate("MotionView", text)


def paint_legend(painter: QPainter, room: QRectF, *, has_gap: bool, colours: SweptColours) -> None:
    """Paint samples with their names from the left; those that do not fit are left out."""
    theme = current_theme()
    painter.setFont(theme.font())
    metrics = QFontMetricsF(theme.font())
    entries = [(_area, _tr("Swept volume")), (_path, _tr("Tool path"))]
    if has_gap:
        entries.append((_arrow, _tr("Closest approach")))
    left, middle = room.left(), room.center().y()
    for paint, words in entries:
        width = _SAMPLE + _GAP + metrics.horizontalAdvance(words)
        if left + width > room.right():
            return
        paint(painter, QPointF(left, middle), colours)
        painter.setPen(theme.colour("muted"))
        painter.drawText(QRectF(left + _SAMPLE + _GAP, room.top(), width, room.height()), _LEFT, words)
        left += width + _BETWEEN


def _area(painter: QPainter, place: QPointF, colours: SweptColours) -> None:
    painter.setPen(QPen(faded(colours.volume, 0.8), 1.2))
    painter.setBrush(faded(colours.volume, 0.25))
    painter.drawRoundedRect(QRectF(place.x(), place.y() - 6.0, _SAMPLE, 12.0), 6.0, 6.0)
    painter.setBrush(Qt.BrushStyle.NoBrush)


def _path(painter: QPainter, place: QPointF, colours: SweptColours) -> None:
    painter.setPen(QPen(colours.path, 2.0))
    painter.drawLine(place, place + QPointF(_SAMPLE, 0.0))


def _arrow(painter: QPainter, place: QPointF, colours: SweptColours) -> None:
    painter.setPen(QPen(colours.ink, 1.6))
    end = place + QPointF(_SAMPLE, 0.0)
    painter.drawLine(place, end)
    for tip, side in ((place, 1.0), (end, -1.0)):
        painter.drawLine(tip, tip + QPointF(side * 5.0, -3.5))
        painter.drawLine(tip, tip + QPointF(side * 5.0, 3.5))
