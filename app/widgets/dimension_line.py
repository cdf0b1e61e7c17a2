"""Paints the distance between two bodies as a dimension line: arrows, and the number beside it."""

from dataclasses import dataclass

from PySide6.QtCore import QLineF, QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPainterPath, QPainterPathStroker, QPen, QPolygonF

from app.look.theme import current_theme
from app.speech.units import MILLIMETRE, number
from app.widgets.arm_chips import nearest_edge
from app.widgets.arm_labels import Anchor
from app.widgets.arm_painting import Page
from app.widgets.painting import round_pen
from app.widgets.text import BOLD
from core.recording import FloatArray

_LINE_PX, _HALO_PX = 1.6, 4.2
_ARROW_PX, _ARROW_HALF_PX = 7.0, 3.2
_OUTSIDE_PX, _TAIL_PX = 22.0, 15.0
"""Length below which the arrows are outside, and the length of their tails."""
_AWAY_PX = 18.0
"""Distance of the label from the middle of the line, beside the usual distance of labels."""
_PAD_PX, _CORNER_PX = 6.0, 5.0
_ONE_DECIMAL_BELOW_MM = 10.0
_DASHES = (4.0, 3.0)
_NOTHING_PX = 0.5


def millimetres(distance: float) -> str:
    """A distance in m as text in mm, with one decimal if it is small."""
    value = MILLIMETRE.per_si * distance
    decimals = 1 if abs(value) < _ONE_DECIMAL_BELOW_MM else 0
    return f"{number(round(value, decimals) + 0.0, decimals=decimals)} {MILLIMETRE.symbol}"


@dataclass(frozen=True)
class DimensionLine:
    """A dimension line between two points on the page, with its distance as text."""

    start: QPointF
    end: QPointF
    words: str

    @property
    def middle(self) -> QPointF:
        """The point halfway between the ends."""
        return (self.start + self.end) / 2.0

    @property
    def is_short(self) -> bool:
        """True if the arrows are outside."""
        return QLineF(self.start, self.end).length() < _OUTSIDE_PX

    def anchor(self) -> Anchor:
        """Anchor for placing the label."""
        metrics = QFontMetricsF(current_theme().font(weight=BOLD))
        size = QSizeF(metrics.horizontalAdvance(self.words) + 2.0 * _PAD_PX, metrics.height() + 4.0)
        return Anchor(self.middle, _AWAY_PX, size)


def paint_dimension(painter: QPainter, line: DimensionLine, place: QRectF, *, colour: QColor) -> None:
    """Paint a dimension line with its label at this place."""
    halo, along = current_theme().colour("surface"), _direction(line.start, line.end)
    pieces = [*_pieces(line, along), QLineF(line.middle, nearest_edge(line.middle, place))]
    painter.setPen(round_pen(halo, _HALO_PX))
    painter.drawLines(pieces)
    painter.setPen(round_pen(colour, _LINE_PX))
    painter.drawLines(pieces[:-1])
    painter.setPen(round_pen(colour, 1.0))
    painter.drawLine(pieces[-1])
    painter.setPen(round_pen(halo, 1.0))
    painter.setBrush(colour)
    for tip, towards in ((line.start, -along), (line.end, along)):
        painter.drawPolygon(_arrow(tip, -towards if line.is_short else towards))
    _paint_label(painter, place, line.words, colour)


def paint_bodies(
    painter: QPainter, page: Page, tubes: FloatArray, radii: FloatArray, *, colour: QColor
) -> None:
    """Paint the dashed outline of tubes (T, 2, 3) m: the two bodies at their closest approach."""
    outline = QPainterPath()
    for (start, end), radius in zip(tubes, radii.tolist(), strict=True):
        first, last = page.point(start), page.point(end)
        line = QPainterPath(first)
        line.lineTo(last if QLineF(first, last).length() > _NOTHING_PX else first + QPointF(_NOTHING_PX, 0.0))
        stroker = QPainterPathStroker()
        stroker.setWidth(2.0 * radius * page.per_metre)
        stroker.setCapStyle(Qt.PenCapStyle.RoundCap)
        outline = outline.united(stroker.createStroke(line))
    pen = round_pen(colour, 1.2)
    pen.setDashPattern(_DASHES)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(outline.simplified())


def _direction(start: QPointF, end: QPointF) -> QPointF:
    """Unit vector from start to end; to the right if both are at the same point."""
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
