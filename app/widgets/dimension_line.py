"""The distance between two bodies as a draughtsman shows it: a line with arrows, and the number beside it."""

from dataclasses import dataclass

from PySide6.QtCore import QLineF, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPainterPath, QPainterPathStroker, QPen, QPolygonF

from app.look.theme import current_theme
from app.speech.units import MILLIMETRE, number
from app.widgets.arm_chips import nearest_edge
from app.widgets.arm_labels import Anchor
from app.widgets.arm_painting import Page
from app.widgets.text import BOLD
from core.recording import FloatArray

_LINE_PX, _HALO_PX = 1.6, 4.2
_ARROW_PX, _ARROW_HALF_PX = 7.0, 3.2
_OUTSIDE_PX, _TAIL_PX = 22.0, 15.0
"""Shorter distances have their arrows outside, with tails of this length."""
_AWAY_PX = 18.0
"""What is kept free around the middle of the line, besides what labels keep anyway."""
_PAD_PX, _CORNER_PX = 6.0, 5.0
_ONE_DECIMAL_BELOW_MM = 10.0
_DASHES = (4.0, 3.0)
_NOTHING_PX = 0.5


def millimetres(distance: float) -> str:
    """A distance in m in words: tenths of a millimetre where it is small."""
    value = MILLIMETRE.per_si * distance
    decimals = 1 if abs(value) < _ONE_DECIMAL_BELOW_MM else 0
    return f"{number(round(value, decimals) + 0.0, decimals=decimals)} {MILLIMETRE.symbol}"


@dataclass(frozen=True)
class DimensionLine:
    """Two points on the page and how far apart they are in words."""

    start: QPointF
    end: QPointF
    words: str

    @property
    def middle(self) -> QPointF:
        """Halfway."""
        return (self.start + self.end) / 2.0

    @property
    def is_short(self) -> bool:
        """Whether the arrows stand outside."""
        return QLineF(self.start, self.end).length() < _OUTSIDE_PX

    def anchor(self) -> Anchor:
        """What a place for the words is looked for with."""
        metrics = QFontMetricsF(current_theme().font(weight=BOLD))
        size = QSizeF(metrics.horizontalAdvance(self.words) + 2.0 * _PAD_PX, metrics.height() + 4.0)
        return Anchor(self.middle, _AWAY_PX, size)


def paint_dimension(painter: QPainter, line: DimensionLine, place: QRectF, *, colour: QColor) -> None:
    """The line with its words at their place."""
    halo, along = current_theme().colour("surface"), _direction(line.start, line.end)
    pieces = [*_pieces(line, along), QLineF(line.middle, nearest_edge(line.middle, place))]
    painter.setPen(_pen(halo, _HALO_PX))
    painter.drawLines(pieces)
    painter.setPen(_pen(colour, _LINE_PX))
    painter.drawLines(pieces[:-1])
    painter.setPen(_pen(colour, 1.0))
    painter.drawLine(pieces[-1])
    painter.setPen(_pen(halo, 1.0))
    painter.setBrush(colour)
    for tip, towards in ((line.start, -along), (line.end, along)):
        painter.drawPolygon(_arrow(tip, -towards if line.is_short else towards))
    _paint_label(painter, place, line.words, colour)


def paint_bodies(
    painter: QPainter, page: Page, tubes: FloatArray, radii: FloatArray, *, colour: QColor
) -> None:
    """The outline of tubes (T, 2, 3) m, dashed: where the two bodies are when they are nearest."""
    outline = QPainterPath()
    for (start, end), radius in zip(tubes, radii.tolist(), strict=True):
        first, last = page.point(start), page.point(end)
        line = QPainterPath(first)
        line.lineTo(last if QLineF(first, last).length() > _NOTHING_PX else first + QPointF(_NOTHING_PX, 0.0))
        stroker = QPainterPathStroker()
        stroker.setWidth(2.0 * radius * page.per_metre)
        stroker.setCapStyle(Qt.PenCapStyle.RoundCap)
        outline = outline.united(stroker.createStroke(line))
    pen = _pen(colour, 1.2)
    pen.setDashPattern(_DASHES)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(outline.simplified())


def _direction(start: QPointF, end: QPointF) -> QPointF:
    """A unit vector; to the right where both are on one spot."""
    length = QLineF(start, end).length()
    return (end - start) / length if length > _NOTHING_PX else QPointF(1.0, 0.0)


def _pieces(line: DimensionLine, along: QPointF) -> list[QLineF]:
    if not line.is_short:
        return [QLineF(line.start, line.end)]
    tail = along * _TAIL_PX
    return [
        QLineF(line.start - tail, line.start),
        QLineF(line.start, line.end),
        QLineF(line.end, line.end + tail),
    ]


def _arrow(tip: QPointF, towards: QPointF) -> QPolygonF:
    aside = QPointF(-towards.y(), towards.x()) * _ARROW_HALF_PX
    foot = tip - towards * _ARROW_PX
    return QPolygonF([tip, foot + aside, foot - aside])


def _paint_label(painter: QPainter, place: QRectF, words: str, colour: QColor) -> None:
    theme = current_theme()
    painter.setPen(QPen(colour, 1.0))
    painter.setBrush(theme.colour("surface"))
    painter.drawRoundedRect(place, _CORNER_PX, _CORNER_PX)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setFont(theme.font(weight=BOLD))
    painter.setPen(theme.colour("text"))
    painter.drawText(place, Qt.AlignmentFlag.AlignCenter, words)


def _pen(colour: QColor, width: float) -> QPen:
    return QPen(colour, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)
