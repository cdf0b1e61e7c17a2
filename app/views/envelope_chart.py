"""What an arm may carry at which distance from its flange, and where its payload is in there."""

from dataclasses import dataclass
from math import isfinite

import numpy as np
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QFontMetricsF, QPainter, QPen, QPolygonF, QTransform
from PySide6.QtWidgets import QWidget

from app.payload_rows import value_text
from app.speech.units import KILOGRAM, MILLIMETRE, NO_BREAK, number
from app.theme import current_theme
from app.views.glyphs import Glyph, paint_glyph
from app.views.marked_plot import MarkedLines, MarkedPlot
from app.views.plot import Curve
from app.views.strip_lines import Stroke
from app.views.text import BOLD
from app.work.load_diagram import LoadDiagram
from core.recording import FloatArray

_ROOM = 1.18
"""Beyond the farthest and the heaviest."""
_DOUBT_STD = 2.0
_FILL_OPACITY, _HATCH_OPACITY, _DOUBT_OPACITY = 0.10, 0.35, 0.25
_POINT_PX, _LEAST_PX = 6.0, 7.0
_SIGN_PX, _BESIDE_PX = 16.0, 6.0
_GROUND_OPACITY = 0.8


@dataclass(frozen=True)
class Point:
    """The payload in the units of the axes, with two standard deviations."""

    x: float
    y: float
    x_doubt: float
    y_doubt: float
    allowed: bool | None
    words: str


class EnvelopeLines(MarkedLines):
    """What is allowed as a filled area, what is not hatched, the payload with its doubt."""

    outline: tuple[FloatArray, FloatArray] = (np.empty(0), np.empty(0))
    point: Point | None = None

    def _paint_guides(self, painter: QPainter, onto: QTransform, view: QRectF) -> None:
        super()._paint_guides(painter, onto, view)
        x, y = self.outline
        if x.size < 2:
            return
        corners = [onto.map(QPointF(float(a), float(b))) for a, b in zip(x, y, strict=True)]
        foot = [onto.map(QPointF(float(x[-1]), 0.0)), onto.map(QPointF(float(x[0]), 0.0))]
        inside = QPolygonF([*corners, *foot])
        self._paint_outside(painter, inside, view)
        good = current_theme().colour("good")
        good.setAlphaF(_FILL_OPACITY)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(good)
        painter.drawPolygon(inside)
        painter.setBrush(Qt.BrushStyle.NoBrush)

    def _paint_outside(self, painter: QPainter, inside: QPolygonF, view: QRectF) -> None:
        hatch = current_theme().colour("error")
        hatch.setAlphaF(_HATCH_OPACITY)
        outside = QPolygonF(view).subtracted(inside)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QBrush(hatch, Qt.BrushStyle.BDiagPattern))
        painter.drawPolygon(outside)

    def _paint_labels(self, painter: QPainter, onto: QTransform, view: QRectF) -> None:
        super()._paint_labels(painter, onto, view)
        if self.point is not None:
            _paint_point(painter, onto, self.point, room=view)


def _paint_point(painter: QPainter, onto: QTransform, point: Point, *, room: QRectF) -> None:
    theme = current_theme()
    middle = onto.map(QPointF(point.x, point.y))
    corner = onto.map(QPointF(point.x + point.x_doubt, point.y + point.y_doubt))
    wide = max(abs(corner.x() - middle.x()), _LEAST_PX)
    high = max(abs(corner.y() - middle.y()), _LEAST_PX)
    colour = theme.colour("measured")
    pale = theme.colour("measured")
    pale.setAlphaF(_DOUBT_OPACITY)
    painter.setPen(QPen(colour, 1.0))
    painter.setBrush(pale)
    painter.drawEllipse(middle, wide, high)
    painter.setPen(QPen(theme.colour("surface"), 1.5))
    painter.setBrush(colour)
    painter.drawEllipse(middle, _POINT_PX, _POINT_PX)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    _paint_words(painter, QPointF(middle.x() + wide + _BESIDE_PX, middle.y()), point, room)


def _paint_words(painter: QPainter, at: QPointF, point: Point, room: QRectF) -> None:
    """What it is, on a ground that keeps it readable; with a sign where it is too much."""
    theme = current_theme()
    painter.setFont(theme.font(weight=BOLD))
    metrics = QFontMetricsF(painter.font())
    sign = _SIGN_PX + _BESIDE_PX if point.allowed is False else 0.0
    place = QRectF(
        at.x(),
        at.y() - metrics.height() / 2.0,
        metrics.horizontalAdvance(point.words) + sign,
        metrics.height(),
    )
    place.moveRight(min(place.right(), room.right() - _BESIDE_PX))
    ground = theme.colour("surface")
    ground.setAlphaF(_GROUND_OPACITY)
    painter.fillRect(place.adjusted(-3.0, -1.0, 3.0, 1.0), ground)
    if sign:
        square = QRectF(place.left(), place.center().y() - _SIGN_PX / 2.0, _SIGN_PX, _SIGN_PX)
        paint_glyph(painter, square, Glyph.CROSS, theme.tokens)
    painter.setPen(theme.colour("text"))
    side = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft | Qt.TextFlag.TextDontClip
    painter.drawText(place.adjusted(sign, 0.0, 0.0, 0.0), side, point.words)


class EnvelopeChart(MarkedPlot):
    """Mass over the distance of the centre of mass from the flange."""

    lines_kind = EnvelopeLines

    def __init__(self, name: str, *, parent: QWidget | None = None) -> None:
        super().__init__(name, parent=parent)
        self.leave_room_above()
        self.name_axes(
            self.tr("Centre of mass from the flange"), MILLIMETRE.symbol, self.tr("Mass"), KILOGRAM.symbol
        )
        if self.lines is not None:
            self.lines.names_at_right = True

    @property
    def point(self) -> Point | None:
        """The payload, where it is drawn."""
        return self.lines.point if isinstance(self.lines, EnvelopeLines) else None

    def show_diagram(self, found: LoadDiagram | None, *, summary: str = "") -> None:
        """Show an arm's diagram with its payload; ``summary`` says the same in words."""
        lines = self.lines
        assert isinstance(lines, EnvelopeLines)
        lines.point, lines.outline, strokes = None, (np.empty(0), np.empty(0)), []
        self.curves = ()
        self.setAccessibleDescription(summary)
        if found is not None:
            x, y = MILLIMETRE.shown(found.distance), KILOGRAM.shown(found.mass)
            if x.size > 1:
                x, y = np.append(x, x[-1]), np.append(y, 0.0)
                lines.outline = (x, y)
                strokes = [Stroke(x, y, QPen(current_theme().colour("good"), 1.0), is_whole=True)]
            lines.point = _point_of(found)
            self.curves = (Curve(self.tr("Largest mass"), KILOGRAM.symbol, x, y, "measured"),)
            self._fit(x, y)
        lines.show_strokes(strokes)

    def take_theme(self) -> None:
        """Colour everything by the present theme."""
        super().take_theme()
        if isinstance(self.lines, EnvelopeLines) and self.lines.outline[0].size:
            pen = QPen(current_theme().colour("good"), 1.0)
            self.lines.show_strokes([Stroke(*self.lines.outline, pen, is_whole=True)])

    def visible_range(self) -> tuple[float, float]:
        """All of the diagram is saved."""
        edges = [edge for curve in self.curves for edge in (curve.x[0], curve.x[-1]) if curve.x.size]
        return (float(min(edges)), float(max(edges))) if edges else (0.0, 0.0)

    def _fit(self, x: FloatArray, y: FloatArray) -> None:
        point = self.point
        far = [float(x.max(initial=0.0))]
        heavy = [float(y.max(initial=0.0))]
        if point is not None:
            far.append(point.x + point.x_doubt)
            heavy.append(point.y + point.y_doubt)
        self.setXRange(0.0, _ROOM * max(*far, 1.0), padding=0)
        self.setYRange(0.0, _ROOM * max(*heavy, 0.1), padding=0)


def _point_of(found: LoadDiagram) -> Point | None:
    if not isfinite(found.lever + found.payload):
        return None
    per_metre, per_kg = MILLIMETRE.per_si, KILOGRAM.per_si
    return Point(
        found.lever * per_metre,
        found.payload * per_kg,
        _DOUBT_STD * found.lever_std * per_metre,
        _DOUBT_STD * found.payload_std * per_kg,
        found.allowed,
        _words(found),
    )


def _words(found: LoadDiagram) -> str:
    mass, _, _ = value_text(found.payload, found.payload_std).partition(" ± ")
    lever = number(MILLIMETRE.shown(found.lever), decimals=0)
    return f"{mass}{NO_BREAK}{KILOGRAM.symbol} · {lever}{NO_BREAK}{MILLIMETRE.symbol}"
