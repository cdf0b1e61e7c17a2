"""The legend of residuals in a table: a bar for the residual, a line for noise alone."""

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPen
from PySide6.QtWidgets import QWidget

from app.look.theme import current_theme
from app.speech.language import translate
from app.widgets.painted_legend import PaintedLegend


def _tr(text: str) -> str:
    return translate("PayloadLegend", text)


def _bar(painter: QPainter, room: QRectF) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(current_theme().colour("measured"))
    painter.drawRoundedRect(QRectF(room.left(), room.center().y() - 5.0, room.width(), 10.0), 2, 2)


def _noise(painter: QPainter, room: QRectF) -> None:
    painter.setPen(QPen(current_theme().colour("model"), 2.0))
    painter.drawLine(QPointF(room.center().x(), room.top()), QPointF(room.center().x(), room.bottom()))


class ResidualLegend(PaintedLegend):
    """The legend above a table of residuals."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        entries = ((_bar, _tr("left over")), (_noise, _tr("noise alone")))
        super().__init__(entries, parent=parent)
