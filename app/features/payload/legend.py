"""The legends of a payload's pictures: shifts of the estimate, and the load diagram."""

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QPainter, QPen

from app.features.payload.shift_view import BAND_OPACITY
from app.look.theme import current_theme
from app.speech.language import tr
from app.widgets.legend import PaintedLegend
from app.widgets.painting import faded

_FILL_OPACITY, _HATCH_OPACITY = 0.10, 0.45


def _estimate(painter: QPainter, room: QRectF) -> None:
    theme = current_theme()
    painter.fillRect(room, faded(theme.colour("measured"), BAND_OPACITY))
    painter.setPen(QPen(theme.colour("measured"), 2.0))
    painter.drawLine(QPointF(room.center().x(), room.top()), QPointF(room.center().x(), room.bottom()))


def _without(painter: QPainter, room: QRectF) -> None:
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(current_theme().colour("model"))
    painter.drawEllipse(room.center(), 5.0, 5.0)


def _allowed(painter: QPainter, room: QRectF) -> None:
    theme = current_theme()
    painter.setPen(QPen(theme.colour("good"), 1.0))
    painter.setBrush(faded(theme.colour("good"), _FILL_OPACITY))
    painter.drawRect(room.adjusted(0.5, 1.5, -0.5, -1.5))


def _outside(painter: QPainter, room: QRectF) -> None:
    hatch = faded(current_theme().colour("error"), _HATCH_OPACITY)
    painter.fillRect(room.adjusted(0.0, 1.0, 0.0, -1.0), QBrush(hatch, Qt.BrushStyle.BDiagPattern))


def _payload(painter: QPainter, room: QRectF) -> None:
    theme = current_theme()
    painter.setPen(QPen(theme.colour("measured"), 1.0))
    painter.setBrush(faded(theme.colour("measured"), 0.25))
    painter.drawEllipse(room.center(), 9.0, 7.0)
    painter.setBrush(theme.colour("measured"))
    painter.drawEllipse(room.center(), 4.0, 4.0)


def shift_legend() -> PaintedLegend:
    """Legend of the shifts: the estimate with its ±, and its value without a sweep."""
    return PaintedLegend(((_estimate, tr("now, ±")), (_without, tr("without it"))))


def envelope_legend() -> PaintedLegend:
    """Legend of the load diagram: allowed loads, too large loads, this payload."""
    return PaintedLegend(
        (
            (_allowed, tr("allowed")),
            (_outside, tr("too much")),
            (_payload, tr("this payload, 95 %")),
        )
    )
