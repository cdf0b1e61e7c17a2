"""The swept volume of a motion, from the side and from above, painted without OpenGL.

It shows the arm's line at several poses, the box around the volume, the floor, and the path of the tool.
Lengths are in m in the base frame; painting scales them to the page.
"""

from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, QSize, QSizeF, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.look.theme import TextSize, current_theme
from app.look.tokens import GRID
from app.speech.units import MILLIMETRE, number
from app.widgets.mark_ribbon import paint_ribbon
from app.widgets.painting import round_pen, smooth_painter
from app.widgets.text import BOLD
from core.recording import FloatArray

_MARGIN = 2.0 * GRID
_SCALE_BARS_M = (0.05, 0.1, 0.2, 0.5, 1.0, 2.0)
_LONGEST_BAR = 0.4
"""Longest scale bar, as a share of the view's width."""
_LONGEST_LENGTH = "1000 mm"
_FAINTEST, _STRONGEST = 0.12, 0.36
"""Opacity of the first and the last pose."""
_SHOWN_POSES = 24
"""Most poses; more would overlap to a blot."""
_SMALLEST_SPAN_M = 0.1
_Z = 2
"""Index of the axis against gravity."""
_HATCH_STEP, _HATCH_DEPTH = 10.0, 6.0
_SMALLEST_SIDE = 200


@dataclass(frozen=True, eq=False)
class SweptVolume:
    """Swept volume: ``outline`` (poses, points, 3) m of the arm, and its box from ``low`` to ``high`` (3,) m.

    ``floor_height`` is the height of the floor, m; None if unknown.
    """

    outline: FloatArray
    low: FloatArray
    high: FloatArray
    floor_height: float | None = None


def _heading() -> float:
    """Height of the heading, pixels."""
    return max(float(current_theme().line_height()), 3.0 * GRID)


class _View:
    """Map of two of the three axes to a rectangle of the page."""

    def __init__(self, place: QRectF, swept: SweptVolume, *, across: int, up: int) -> None:
        self.place, self._across, self._up = place, across, up
        low, high = _bounds(swept, with_floor=up == _Z)
        span = np.maximum(high - low, _SMALLEST_SPAN_M)
        above = _heading() + GRID
        room = place.adjusted(_MARGIN, above, -_MARGIN, -above)
        self.per_metre = min(room.width() / span[across], room.height() / span[up])
        self._centre = (low + high) / 2.0
        self._middle = room.center()

    def point(self, place: FloatArray) -> QPointF:
        """Place of a point (3,) m on the page."""
        return QPointF(
            self._middle.x() + self.per_metre * float(place[self._across] - self._centre[self._across]),
            self._middle.y() - self.per_metre * float(place[self._up] - self._centre[self._up]),
        )

    def line(self, points: FloatArray) -> QPolygonF:
        """Points (K, 3) m as a line on the page."""
        return QPolygonF([self.point(point) for point in points])

    def box(self, low: FloatArray, high: FloatArray) -> QRectF:
        """Rectangle of the box between two corners (3,) m."""
        return QRectF(self.point(low), self.point(high)).normalized()

    def height(self, value: float) -> float:
        """Vertical place of a height in m on the page."""
        corner = np.zeros(3)
        corner[self._up] = value
        return self.point(corner).y()


class ArmPicture(QWidget):
    """The swept volume of a motion, from the side and from above."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._swept: SweptVolume | None = None
        self._mark, self._nothing = "", ""
        self.setAccessibleName(self.tr("What the motion sweeps through"))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setMinimumHeight(_SMALLEST_SIDE)
        current_theme().changed.connect(self.update)

    @property
    def is_empty(self) -> bool:
        """True if no motion is shown."""
        return self._swept is None

    def sizeHint(self) -> QSize:
        """Usual size, with two views side by side."""
        return QSize(3 * _SMALLEST_SIDE, 3 * _SMALLEST_SIDE // 2)

    def show_swept(
        self, swept: SweptVolume | None, *, summary: str = "", mark: str = "", nothing: str = ""
    ) -> None:
        """Show a motion, or the words ``nothing`` if there is none.

        ``summary`` is for screen readers, ``mark`` for an arm that is not real.
        """
        self._swept, self._mark, self._nothing = swept, mark, nothing
        self.setAccessibleDescription(summary)
        self.update()

    def paintEvent(self, _event: object) -> None:
        """Paint both views, or the words if there is no motion."""
        with smooth_painter(self) as painter:
            if self._swept is not None:
                first, second, line = self._halves()
                painter.setPen(QPen(current_theme().colour("hairline"), 1))
                painter.drawLine(line)
                self._paint_views(painter, self._swept, first, second)
            else:
                painter.setPen(current_theme().colour("muted"))
                painter.setFont(current_theme().font())
                middle = int(Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap)
                painter.drawText(QRectF(self.rect()), middle, self._nothing)
            paint_ribbon(painter, QRectF(self.rect()), self._mark, at_foot=True)

    def _halves(self) -> tuple[QRectF, QRectF, QLineF]:
        """Rectangles of both views, side by side or one below the other, and the line between them."""
        metrics = QFontMetrics(current_theme().font(weight=BOLD))
        widest = max(metrics.horizontalAdvance(words) for words in self._headings())
        width, height = float(self.width()), float(self.height())
        of_scale = (metrics.horizontalAdvance(_LONGEST_LENGTH) + _MARGIN + 2 * GRID) / (1.0 - _LONGEST_BAR)
        if width / 2.0 >= max(widest + _MARGIN + GRID, of_scale):
            half = width / 2.0
            line = QLineF(half, GRID, half, height - GRID)
            return QRectF(0, 0, half, height), QRectF(half, 0, half, height), line
        half = height / 2.0
        line = QLineF(GRID, half, width - GRID, half)
        return QRectF(0, 0, width, half), QRectF(0, half, width, half), line

    def _headings(self) -> tuple[str, str]:
        return self.tr("From the side"), self.tr("From above")

    def _paint_views(self, painter: QPainter, swept: SweptVolume, left: QRectF, right: QRectF) -> None:
        """Paint both views at the same scale, with one scale bar."""
        from_side, from_above = self._headings()
        side, above = _View(left, swept, across=0, up=_Z), _View(right, swept, across=0, up=1)
        side.per_metre = above.per_metre = min(side.per_metre, above.per_metre)
        if swept.floor_height is not None:
            _paint_floor(painter, side, swept.floor_height)
        _paint_view(painter, side, swept, low=_above_floor(swept), words=from_side)
        _paint_view(painter, above, swept, low=swept.low, words=from_above)
        _paint_scale(painter, left, side.per_metre)


def _paint_view(painter: QPainter, view: _View, swept: SweptVolume, *, low: FloatArray, words: str) -> None:
    _paint_box(painter, view.box(low, swept.high))
    _paint_poses(painter, view, swept.outline)
    _paint_base(painter, view.point(swept.outline[0, 0]))
    theme = current_theme()
    painter.setFont(theme.font(weight=BOLD))
    painter.setPen(theme.colour("text"))
    room = view.place.adjusted(_MARGIN, GRID, 0, 0)
    line = QRectF(room.topLeft(), QSizeF(room.width(), _heading()))
    painter.drawText(line, int(Qt.AlignmentFlag.AlignLeft | Qt.TextFlag.TextDontClip), words)


def _bounds(swept: SweptVolume, *, with_floor: bool) -> tuple[FloatArray, FloatArray]:
    points = swept.outline.reshape(-1, 3)
    low = np.minimum(points.min(axis=0), swept.low)
    high = np.maximum(points.max(axis=0), swept.high)
    if with_floor and swept.floor_height is not None:
        low[2] = min(low[2], swept.floor_height)
    return low, high


def _above_floor(swept: SweptVolume) -> FloatArray:
    """The drawn lower corner: not below the floor, although the foot of the arm may be."""
    low = swept.low.copy()
    if swept.floor_height is not None:
        low[2] = max(low[2], swept.floor_height)
    return low


def _paint_floor(painter: QPainter, view: _View, height: float) -> None:
    theme = current_theme()
    y = view.height(height)
    left, right = view.place.left() + _MARGIN, view.place.right() - _MARGIN
    painter.setPen(QPen(theme.colour("control_border"), 1.5))
    painter.drawLine(QPointF(left, y), QPointF(right, y))
    painter.setPen(QPen(theme.colour("control_border"), 1))
    x = left + _HATCH_DEPTH
    while x <= right:
        painter.drawLine(QPointF(x, y), QPointF(x - _HATCH_DEPTH, y + _HATCH_DEPTH))
        x += _HATCH_STEP


def _paint_box(painter: QPainter, box: QRectF) -> None:
    theme = current_theme()
    painter.setPen(QPen(theme.colour("accent", 0.8), 1.2, Qt.PenStyle.DashLine))
    painter.setBrush(theme.colour("accent", 0.07))
    painter.drawRoundedRect(box, 3, 3)
    painter.setBrush(Qt.BrushStyle.NoBrush)


def _paint_poses(painter: QPainter, view: _View, outline: FloatArray) -> None:
    theme = current_theme()
    shown = outline[:: max(-(-outline.shape[0] // _SHOWN_POSES), 1)]
    count = shown.shape[0]
    for number_, pose in enumerate(shown[1:], start=1):
        share = number_ / max(count - 1, 1)
        opacity = _FAINTEST + share * (_STRONGEST - _FAINTEST)
        painter.setPen(round_pen(theme.colour("accent", opacity), 3.0))
        painter.drawPolyline(view.line(pose))
    painter.setPen(QPen(theme.colour("model"), 2.0))
    painter.drawPolyline(view.line(outline[:, -1]))
    painter.setPen(round_pen(theme.colour("text"), 4.0))
    painter.drawPolyline(view.line(outline[0]))
    painter.setPen(QPen(theme.colour("text"), 1.5))
    painter.setBrush(theme.colour("surface"))
    for joint in outline[0]:
        painter.drawEllipse(view.point(joint), 3.5, 3.5)
    painter.setBrush(Qt.BrushStyle.NoBrush)


def _paint_base(painter: QPainter, place: QPointF) -> None:
    theme = current_theme()
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.colour("text"))
    painter.drawRoundedRect(QRectF(place.x() - 8, place.y() - 4, 16, 8), 2, 2)
    painter.setBrush(Qt.BrushStyle.NoBrush)


def _paint_scale(painter: QPainter, place: QRectF, per_metre: float) -> None:
    """Paint a scale bar with a round length at the foot."""
    theme = current_theme()
    fitting = [length for length in _SCALE_BARS_M if length * per_metre <= _LONGEST_BAR * place.width()]
    length = fitting[-1] if fitting else _SCALE_BARS_M[0]
    y, left = place.bottom() - _MARGIN, place.left() + _MARGIN
    right = left + length * per_metre
    painter.setPen(QPen(theme.colour("muted"), 1.5))
    painter.drawLine(QPointF(left, y), QPointF(right, y))
    for x in (left, right):
        painter.drawLine(QPointF(x, y - 4), QPointF(x, y + 4))
    painter.setFont(theme.font(TextSize.BODY))
    words = f"{number(length * MILLIMETRE.per_si, decimals=0)} {MILLIMETRE.symbol}"
    height = QFontMetrics(painter.font()).height()
    painter.drawText(QPointF(right + GRID, y + height / 3), words)
