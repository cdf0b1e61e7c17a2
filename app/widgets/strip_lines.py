"""Paints grid, curves and cursors of a strip chart as one item, directly in pixels.

One item per curve would change the bounds of the scene in every frame, and a grid of the axes would have both
axes painted again. As one item, a frame is a few polylines.
"""

from collections.abc import Sequence

import pyqtgraph as pg
from pyqtgraph.functions import arrayToQPolygonF
from pyqtgraph.graphicsItems.PlotCurveItem import arrayToLineSegments
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPen, QTransform

from app.look.theme import TextSize, current_theme
from app.widgets.text import BOLD
from core.recording import FloatArray

CURSOR_NAMES = ("A", "B")
_GRID_OPACITY = 0.25
_TAG_PADDING = 5.0
_LEAST_POINTS = 2


class Stroke:
    """One curve: points (M,) in the units of the axes, and its pen.

    ``is_whole`` is True without NaN; a NaN breaks the line, which is painted slower.
    """

    __slots__ = ("is_whole", "pen", "x", "y")

    def __init__(self, x: FloatArray, y: FloatArray, pen: QPen, *, is_whole: bool) -> None:
        self.x, self.y, self.pen, self.is_whole = x, y, pen, is_whole


class StripLines(pg.GraphicsObject):
    """All lines of a strip chart; the item fills its view box."""

    def __init__(self, *, axes: tuple[pg.AxisItem, pg.AxisItem]) -> None:
        super().__init__()
        self._axes = axes
        self._strokes: Sequence[Stroke] = ()
        self._cursors: tuple[float, float] | None = None
        self._current = 0
        self._marks: Sequence[tuple[float, str]] = ()
        self._place = QRectF()
        self._ticks: tuple[tuple[float, ...], tuple[float, ...]] = ((), ())
        self._ticks_of: tuple[float, ...] = ()

    @property
    def strokes(self) -> Sequence[Stroke]:
        """The painted curves."""
        return self._strokes

    def show_strokes(self, strokes: Sequence[Stroke]) -> None:
        """Set the curves to paint."""
        self._strokes = strokes
        self.update()

    def show_cursors(self, places: tuple[float, float] | None, *, current: int) -> None:
        """Set the cursors to paint, or none; the current one has a filled tag."""
        self._cursors, self._current = places, current
        self.update()

    def show_marks(self, marks: Sequence[tuple[float, str]]) -> None:
        """Set the events to paint: their places on the horizontal axis, and words, which may be empty."""
        if marks or self._marks:
            self._marks = marks
            self.update()

    def boundingRect(self) -> QRectF:
        """The visible range of the axes, so that a new frame repaints nothing outside."""
        return self._place

    def viewRangeChanged(self) -> None:
        """Fill the new range of the view."""
        self.prepareGeometryChange()
        box = self.getViewBox()  # the item's own view rectangle is still the old one
        if box is not None:
            self._place = box.viewRect()

    def paint(self, painter: QPainter, *_: object) -> None:
        """Paint everything in pixels, because lines of one pixel are the fastest."""
        if self._place.isEmpty():
            return
        onto = painter.transform()
        view = onto.mapRect(self._place)
        painter.save()
        painter.setTransform(QTransform())
        self._paint_grid(painter, onto, view)
        for stroke in self._strokes:
            _paint_stroke(painter, onto, stroke)
        if self._marks:
            self._paint_marks(painter, onto, view)
        if self._cursors is not None:
            self._paint_cursors(painter, onto, view, self._cursors)
        painter.restore()

    def _paint_grid(self, painter: QPainter, onto: QTransform, view: QRectF) -> None:
        painter.setPen(QPen(current_theme().colour("control_border", _GRID_OPACITY), 1.0))
        upright, level = self._grid(view)
        lines = [_upright(round(onto.m11() * x + onto.dx()), view) for x in upright]
        for y in level:
            height = round(onto.m22() * y + onto.dy())
            lines.append(QLineF(view.left(), height, view.right(), height))
        painter.drawLines(lines)

    def _grid(self, view: QRectF) -> tuple[tuple[float, ...], tuple[float, ...]]:
        """Values of the numbered ticks of both axes; computed again only when the view has changed."""
        place = self._place
        shown = (place.left(), place.right(), place.top(), place.bottom(), view.width(), view.height())
        if shown != self._ticks_of:
            bottom, left = self._axes
            self._ticks = (
                _main_ticks(bottom, place.left(), place.right(), view.width()),
                _main_ticks(left, place.top(), place.bottom(), view.height()),
            )
            self._ticks_of = shown
        return self._ticks

    def _paint_marks(self, painter: QPainter, onto: QTransform, view: QRectF) -> None:
        """Paint a dashed line for each event, and its words where those of the one before leave room."""
        theme = current_theme()
        font = theme.font(TextSize.BODY)
        metrics, free_from = QFontMetricsF(font), view.left()
        # below the tags of the cursors, which would hide words
        top = view.top() + (0.0 if self._cursors is None else metrics.height() + _TAG_PADDING)
        painter.setFont(font)
        for place, words in self._marks:
            x = round(onto.m11() * place + onto.dx())
            painter.setPen(QPen(theme.colour("muted"), 1.0, Qt.PenStyle.DashLine))
            painter.drawLine(_upright(x, view))
            width = metrics.horizontalAdvance(words) + 2 * _TAG_PADDING
            left = min(float(x), view.right() - width)
            if words and left >= free_from:
                painter.setPen(theme.colour("text"))
                room = QRectF(left + _TAG_PADDING, top, width, metrics.height())
                painter.drawText(room, Qt.AlignmentFlag.AlignLeft, words)
                free_from = left + width

    def _paint_cursors(
        self, painter: QPainter, onto: QTransform, view: QRectF, places: tuple[float, float]
    ) -> None:
        theme = current_theme()
        font = theme.font(TextSize.BODY, weight=BOLD)
        metrics = QFontMetricsF(font)
        painter.setFont(font)
        styles = (Qt.PenStyle.SolidLine, Qt.PenStyle.DashLine)
        for number, (place, style) in enumerate(zip(places, styles, strict=True)):
            x = round(onto.m11() * place + onto.dx())
            painter.setPen(QPen(theme.colour("text"), 1.0, style))
            painter.drawLine(_upright(x, view))
            width, height = metrics.horizontalAdvance("A") + 2 * _TAG_PADDING, metrics.height()
            left = min(max(x - width / 2, view.left()), view.right() - width)
            tag = QRectF(left, view.top(), width, height)
            in_use = number == self._current
            painter.setPen(QPen(theme.colour("text"), 1.0))
            painter.setBrush(theme.colour("text" if in_use else "surface"))
            painter.drawRect(tag)
            painter.setPen(theme.colour("surface" if in_use else "text"))
            painter.drawText(tag, Qt.AlignmentFlag.AlignCenter, CURSOR_NAMES[number])


def _paint_stroke(painter: QPainter, onto: QTransform, stroke: Stroke) -> None:
    if stroke.x.size < _LEAST_POINTS:
        return
    x = stroke.x * onto.m11() + onto.dx()
    y = stroke.y * onto.m22() + onto.dy()
    painter.setPen(stroke.pen)
    if stroke.is_whole:
        painter.drawPolyline(arrayToQPolygonF(x, y))
    else:
        painter.drawLines(*arrayToLineSegments(x, y, "finite", finiteCheck=True).drawargs())


def _upright(x: float, view: QRectF) -> QLineF:
    return QLineF(QPointF(x, view.top()), QPointF(x, view.bottom()))


def _main_ticks(axis: pg.AxisItem, low: float, high: float, length: float) -> tuple[float, ...]:
    levels = axis.tickValues(low, high, length)
    return tuple(float(value) for value in levels[0][1]) if levels else ()
