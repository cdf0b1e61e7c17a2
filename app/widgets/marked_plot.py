"""A plot whose curves, dots, guides and labels are one item of the scene, as in a strip chart.

The names of its axes are inside the plot, which saves space.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import pyqtgraph as pg
from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen, QTransform
from PySide6.QtWidgets import QWidget

from app.look.theme import current_theme
from app.widgets.arm_chips import nearest_edge
from app.widgets.arm_labels import push_apart
from app.widgets.legend import Curve
from app.widgets.painting import ink_on
from app.widgets.plot import Plot
from app.widgets.strip_lines import StripLines
from app.widgets.text import BOLD

_PAD, _ABOVE_PX, _BESIDE_PX, _NAME_PAD = 4.0, 8.0, 7.0, 4.0
_LABELS_SHARE = 0.45
"""Largest share of a plot's height for labels, one below the other."""
_GUIDE_OPACITY, _CHIP_OPACITY, _NAME_OPACITY = 0.55, 0.88, 0.7
_ROOM, _LEAST_FILL = 0.12, 0.3
"""Space beyond the curves, and the least share of the range that they fill."""


@dataclass(frozen=True)
class Dot:
    """A marked point with a number in it."""

    x: float
    y: float
    colour: QColor
    text: str = ""
    radius: float = 9.0


@dataclass(frozen=True)
class Label:
    """A text beside a point, after a number on the colour of its joint."""

    x: float
    y: float
    colour: QColor
    text: str
    figure: str = ""


@dataclass(frozen=True)
class Guide:
    """A faint line at a value of an axis."""

    place: float
    is_level: bool = False


class MarkedLines(StripLines):
    """Lines of a plot, with dots, labels and guides."""

    def __init__(self, *, axes: tuple[pg.AxisItem, pg.AxisItem]) -> None:
        super().__init__(axes=axes)
        self.dots: Sequence[Dot] = ()
        self.labels: Sequence[Label] = ()
        self.guides: Sequence[Guide] = ()
        self.names = ("", "")
        self.names_at_right = False
        """True if the name of the vertical axis is at the right, where a spectrum is low."""
        self.name_places: list[QRectF] = []
        """Places of the names of the axes when they were last painted, pixels."""
        self.label_places: list[QRectF] = []
        """Places of the labels when they were last painted, pixels."""

    def paint(self, painter: QPainter, *_: object) -> None:
        """Paint grid and curves, then guides, names, dots and labels over them."""
        super().paint(painter)
        onto = painter.transform()
        view = onto.mapRect(self.boundingRect())
        if view.isEmpty():
            return
        painter.save()
        painter.setTransform(QTransform())
        painter.setClipRect(view)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_guides(painter, onto, view)
        self._paint_names(painter, view)
        for dot in self.dots:
            _paint_dot(painter, onto, dot)
        self._paint_labels(painter, onto, view)
        painter.restore()

    def _paint_guides(self, painter: QPainter, onto: QTransform, view: QRectF) -> None:
        painter.setPen(QPen(current_theme().colour("muted", _GUIDE_OPACITY), 1.0, Qt.PenStyle.DotLine))
        for guide in self.guides:
            at = onto.map(QPointF(guide.place, guide.place))
            if guide.is_level:
                painter.drawLine(QPointF(view.left(), at.y()), QPointF(view.right(), at.y()))
            else:
                painter.drawLine(QPointF(at.x(), view.top()), QPointF(at.x(), view.bottom()))

    def _paint_names(self, painter: QPainter, view: QRectF) -> None:
        """Paint the names of the axes in corners, on a readable ground."""
        theme = current_theme()
        painter.setFont(theme.font())
        metrics = QFontMetricsF(painter.font())
        ground = theme.colour("surface", _NAME_OPACITY)
        inner = view.adjusted(_NAME_PAD, 2.0, -_NAME_PAD, -2.0)
        self.name_places = []
        for name, at_right, at_foot in (
            (self.names[0], True, True),
            (self.names[1], self.names_at_right, False),
        ):
            place = QRectF(0.0, 0.0, metrics.horizontalAdvance(name), metrics.height())
            place.moveLeft(inner.right() - place.width() if at_right else inner.left())
            place.moveTop(inner.bottom() - place.height() if at_foot else inner.top())
            self.name_places.append(place.adjusted(-2.0, 0.0, 2.0, 0.0))
            painter.fillRect(self.name_places[-1], ground)
            painter.setPen(theme.colour("muted"))
            painter.drawText(place, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextDontClip, name)

    def beside_names(self, place: QRectF, room: QRectF) -> QRectF:
        """A place for a label within ``room``, below or above the name of an axis that it would cover."""
        moved = inside(place, room)
        for name in self.name_places:
            if moved.intersects(name):
                at_foot = name.center().y() > room.center().y()
                moved.moveTop(name.top() - moved.height() if at_foot else name.bottom())
        return moved

    def _paint_labels(self, painter: QPainter, onto: QTransform, view: QRectF) -> None:
        """Paint as many labels as fit into the height, from the first."""
        font = current_theme().font()
        metrics = QFontMetricsF(font)
        height = metrics.height() + 2.0
        shown = self.labels[: max(int(_LABELS_SHARE * view.height() / height), 1)]
        points = [onto.map(QPointF(label.x, label.y)) for label in shown]
        wanted = []
        for label, at in zip(shown, points, strict=True):
            width = metrics.horizontalAdvance(label.text) + height + 2.0 * _PAD
            wanted.append(QRectF(at.x() + _BESIDE_PX, at.y() - _ABOVE_PX, width, height))
        self.label_places = push_apart(wanted, room=view.adjusted(2, 2, -2, -2))
        painter.setFont(font)
        for label, place, at in zip(shown, self.label_places, points, strict=True):
            _paint_chip(painter, label, place, at)


def inside(place: QRectF, room: QRectF) -> QRectF:
    """The same rectangle, moved into a room; at its upper left where it is too large for it."""
    moved = QRectF(place)
    moved.moveLeft(max(min(moved.left(), room.right() - moved.width()), room.left()))
    moved.moveTop(max(min(moved.top(), room.bottom() - moved.height()), room.top()))
    return moved


def _paint_dot(painter: QPainter, onto: QTransform, dot: Dot) -> None:
    theme = current_theme()
    at = onto.map(QPointF(dot.x, dot.y))
    painter.setPen(QPen(theme.colour("surface"), 1.5))
    painter.setBrush(dot.colour)
    painter.drawEllipse(at, dot.radius, dot.radius)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(ink_on(dot.colour))
    painter.setFont(theme.font(weight=BOLD))
    inside = QRectF(at.x() - dot.radius, at.y() - dot.radius, 2.0 * dot.radius, 2.0 * dot.radius)
    painter.drawText(inside, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextDontClip, dot.text)


def _paint_chip(painter: QPainter, label: Label, place: QRectF, at: QPointF) -> None:
    theme = current_theme()
    painter.setPen(QPen(label.colour, 1.0))
    painter.drawLine(at, nearest_edge(at, place))
    painter.setPen(QPen(theme.colour("hairline"), 1.0))
    painter.setBrush(theme.colour("surface", _CHIP_OPACITY))
    painter.drawRoundedRect(place, 4, 4)
    disc = QRectF(place.left(), place.top(), place.height(), place.height()).adjusted(1.5, 1.5, -1.5, -1.5)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(label.colour)
    painter.drawEllipse(disc)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(ink_on(label.colour))
    painter.drawText(disc, Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextDontClip, label.figure)
    painter.setPen(theme.colour("text"))
    inner = place.adjusted(place.height() + 2.0, 0.0, 0.0, 0.0)
    painter.drawText(inner, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, label.text)


class MarkedPlot(Plot):
    """A plot of curves with marks; its ranges follow the curves."""

    axis_width = 52
    lines_kind: type[MarkedLines] = MarkedLines
    """Class that paints the curves; a plot that paints more has its own."""

    def __init__(self, name: str, *, parent: QWidget | None = None) -> None:
        super().__init__(name, parent=parent)
        self.lines: MarkedLines = self.lines_kind(axes=(self.axis("bottom"), self.axis("left")))
        self.box.addItem(self.lines, ignoreBounds=True)
        self.box.disableAutoRange()
        self.box.setMouseEnabled(x=False, y=False)
        self._leave_grid_to_lines()

    def leave_room_above(self) -> None:
        """Add a margin at the top, so that a number at the end of the axis is not cut."""
        self.area.grid.setContentsMargins(0.0, _ABOVE_PX, 0.0, 0.0)

    def name_axes(self, x: str, x_unit: str, y: str, y_unit: str) -> None:
        """Set the names of both axes, inside the plot."""
        self.x_label, self.y_label = (x, x_unit), (y, y_unit)
        self.lines.names = (f"{x} ({x_unit})" if x_unit else x, f"{y} ({y_unit})" if y_unit else y)
        self.lines.update()

    def take_theme(self) -> None:
        """Apply the present theme; the grid belongs to the lines."""
        super().take_theme()
        self._leave_grid_to_lines()

    def _leave_grid_to_lines(self) -> None:
        for side in ("left", "bottom"):
            self.axis(side).setGrid(False)

    def _draw(self) -> None:
        self.lines.update()

    def pixel_size(self) -> tuple[float, float]:
        """Width and height of a pixel, in the units of the axes."""
        width, height = self.box.viewPixelSize()
        return float(width), float(height)


def whole_range(curves: Sequence[Curve]) -> tuple[float, float]:
    """Smallest and largest x of all curves; zeros without any."""
    edges = [float(edge) for curve in curves if curve.x.size for edge in (curve.x[0], curve.x[-1])]
    return min(edges, default=0.0), max(edges, default=0.0)


def followed(
    shown: tuple[float, float], low: float, high: float, *, least_span: float
) -> tuple[float, float] | None:
    """New range of an axis; None if the curves are inside the shown range and fill enough of it."""
    span = max(high - low, least_span)
    inside = shown[0] <= low and high <= shown[1]
    if inside and _LEAST_FILL * (shown[1] - shown[0]) < span:
        return None
    middle, half = (low + high) / 2.0, (0.5 + _ROOM) * span
    return middle - half, middle + half
