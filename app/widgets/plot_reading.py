"""Reads values off a plot: of the curves under the pointer, and between two places."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QEvent, QObject, QPointF, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from app.look.theme import current_theme
from app.speech.units import number
from app.widgets.legend import Curve, curve_pen
from app.widgets.text import BOLD
from core.recording import FloatArray

_NEAR_PX = 40.0
"""A sample is read where it is at most so far from the pointer."""
_AGAIN_MS = 100
"""A running curve moves on under a resting pointer."""
_MOST_LINES = 8
_PAD, _DISC_PX, _DOT_PX = 6.0, 8.0, 3.5
_GROUND_OPACITY, _HAIR_OPACITY = 0.92, 0.7
_FIRST_PLACES = (0.3, 0.7)
_MOST_DECIMALS = 9


@dataclass(frozen=True)
class Read:
    """The sample of a curve that is nearest to the pointer, in units of the axes."""

    curve: Curve
    x: float
    y: float


def read_at(curves: Sequence[Curve], at: QPointF, *, pixel: tuple[float, float]) -> tuple[Read, ...]:
    """Return the nearest samples; ``pixel`` is its width and height in units of the axes.

    Of curves over a rising axis that is the sample at the pointer's x. Of those that run to and fro only
    the one nearest to the pointer is read.
    """
    rising = [curve for curve in curves if _rises(curve.x)]
    read = [
        found for curve in rising if (found := _at_x(curve, at.x(), reach=_NEAR_PX * pixel[0])) is not None
    ]
    near = [_nearest(curve, at, pixel) for curve in curves if not any(curve is other for other in rising)]
    closest = min(near, key=lambda found: found[0], default=None)
    if closest is not None and closest[0] <= _NEAR_PX and closest[1] is not None:
        read.append(closest[1])
    return tuple(read)


def _rises(x: FloatArray) -> bool:
    return bool(x.size) and bool((x[1:] >= x[:-1]).all())


def _at_x(curve: Curve, x: float, *, reach: float) -> Read | None:
    """The sample nearest to x; None where none is within reach, and in gaps."""
    after = int(np.searchsorted(curve.x, x))
    places = [place for place in (after - 1, after) if 0 <= place < curve.x.size]
    place = min(places, key=lambda place: abs(float(curve.x[place]) - x))
    read = Read(curve, float(curve.x[place]), float(curve.y[place]))
    return read if abs(read.x - x) <= reach and math.isfinite(read.y) else None


def _nearest(curve: Curve, at: QPointF, pixel: tuple[float, float]) -> tuple[float, Read | None]:
    """Distance in pixels of the nearest point, and the point."""
    away = np.hypot((curve.x - at.x()) / pixel[0], (curve.y - at.y()) / pixel[1])
    if not np.isfinite(away).any():
        return math.inf, None
    place = int(np.nanargmin(away))
    return float(away[place]), Read(curve, float(curve.x[place]), float(curve.y[place]))


def digits_of(pixel: float) -> int:
    """Decimals in which a step of one pixel can be seen."""
    return min(max(math.ceil(-math.log10(pixel)), 0), _MOST_DECIMALS) if pixel > 0.0 else 0


class PlotReading(QWidget):
    """Over a plot: the values under the pointer, and the difference between two lines that are dragged.

    It takes no events of the mouse itself.
    """

    def __init__(
        self,
        view: pg.GraphicsView,
        box: pg.ViewBox,
        *,
        curves: Callable[[], Sequence[Curve]],
        axes: Callable[[], tuple[tuple[str, str], tuple[str, str]]],
        height: Callable[[float], float],
    ) -> None:
        super().__init__(view.viewport())
        self._view, self._box, self._curves = view, box, curves
        self._axes, self._height = axes, height
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._at: QPointF | None = None
        self._free: QWidget | None = None
        self._upright: tuple[pg.InfiniteLine, ...] = ()
        self._level: tuple[pg.InfiniteLine, ...] = ()
        self._again = QTimer(self)
        self._again.setInterval(_AGAIN_MS)
        self._again.timeout.connect(self.update)
        view.viewport().installEventFilter(self)
        self.hide()

    @property
    def is_measuring(self) -> bool:
        """True while the two lines are shown."""
        return bool(self._upright)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep the size of the plot, and forget the pointer when it has left."""
        if event.type() == QEvent.Type.Resize:
            self.resize(self._view.viewport().size())
        elif event.type() in (QEvent.Type.Leave, QEvent.Type.Hide):
            self._at = None
            self._show()
        return super().eventFilter(watched, event)

    def sizeHint(self) -> QSize:
        """Return that of the plot."""
        return self._view.viewport().size()

    def measure(self, *, on: bool) -> None:
        """Show two lines to measure between, or take them away."""
        for line in (*self._upright, *self._level):
            self._box.removeItem(line)
        self._upright, self._level = (), ()
        if on:
            across, up = self._box.viewRange()
            self._upright = self._pair(across, angle=90)
            if not any(_rises(curve.x) for curve in self._curves()):
                self._level = self._pair(up, angle=0)
        self._show()

    def keep_free(self, corner: QWidget | None) -> None:
        """Write below this widget in the upper right corner, or from the edge."""
        self._free = corner
        self.update()

    def words(self) -> tuple[str, ...]:
        """Return what is read, line by line: under the pointer, then between the lines."""
        return tuple(words for _, words in (*self._under_pointer(), *self._between()))

    def _pair(self, ends: Sequence[float], *, angle: int) -> tuple[pg.InfiniteLine, ...]:
        theme = current_theme()
        pen, hover = QPen(theme.colour("text"), 0.0), QPen(theme.colour("accent"), 0.0)
        low, high = ends
        lines = tuple(
            pg.InfiniteLine(low + share * (high - low), angle=angle, movable=True, pen=pen, hoverPen=hover)
            for share in _FIRST_PLACES
        )
        for line in lines:
            line.sigPositionChanged.connect(self.update)
            self._box.addItem(line, ignoreBounds=True)
        return lines

    def point_at(self, place: QPointF) -> None:
        """Read at a place of the scene, or nothing where it is beside the curves."""
        inside = self._box.sceneBoundingRect().contains(place)
        self._at = QPointF(place) if inside else None
        self._show()

    def _show(self) -> None:
        has_pointer = self._at is not None
        if has_pointer and not self._again.isActive():
            self._again.start()
        elif not has_pointer:
            self._again.stop()
        self.setVisible(has_pointer or self.is_measuring)
        self.resize(self._view.viewport().size())
        self.update()

    def _read(self) -> tuple[Read, ...]:
        if self._at is None:
            return ()
        at = self._box.mapSceneToView(self._at)
        return read_at(self._curves(), at, pixel=self._pixel())

    def _pixel(self) -> tuple[float, float]:
        width, height = self._box.viewPixelSize()
        return float(width), float(height)

    def _under_pointer(self) -> list[tuple[str, str]]:
        """Pen and words of each line."""
        read = self._read()
        if not read:
            return []
        across, _ = map(digits_of, self._pixel())
        name, unit = self._axes()[0]
        first = _named(name, number(read[0].x, decimals=across), unit)
        return [
            ("", first),
            *(
                (one.curve.pen, _named(one.curve.name, self._written(one.y), one.curve.unit))
                for one in read[:_MOST_LINES]
            ),
        ]

    def _written(self, y: float) -> str:
        """A value with as many digits as can be seen: on a logarithmic axis, those that count."""
        is_plain = self._height(y) == y
        return number(y, decimals=digits_of(self._pixel()[1]) if is_plain else None)

    def _between(self) -> list[tuple[str, str]]:
        if not self._upright:
            return []
        lines = []
        for pair, (name, unit), pixel in zip(
            (self._upright, self._level), self._axes(), self._pixel(), strict=True
        ):
            if pair:
                apart = abs(float(pair[1].value()) - float(pair[0].value()))
                lines.append(("", _named(f"Δ {name}", number(apart, decimals=digits_of(pixel)), unit)))
        first, last = sorted(float(line.value()) for line in self._upright)
        for curve in self._curves():
            if len(lines) > _MOST_LINES or not _rises(curve.x):
                continue
            ends = [_at_x(curve, place, reach=math.inf) for place in (first, last)]
            if ends[0] is not None and ends[1] is not None:
                words = self._written(ends[1].y - ends[0].y)
                lines.append((curve.pen, _named(f"Δ {curve.name}", words, curve.unit)))
        return lines

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the hair line, the points that are read, and the words."""
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            room = QRectF(self._on_me(self._box.sceneBoundingRect().topLeft()), QPointF())
            room.setBottomRight(self._on_me(self._box.sceneBoundingRect().bottomRight()))
            at_right = True
            if self._at is not None and (read := self._read()):
                at_right = self._on_me(self._at).x() < room.center().x()
                self._paint_points(painter, read, room)
                free = room.adjusted(0.0, self._taken_above(room) if at_right else 0.0, 0.0, 0.0)
                _paint_card(painter, self._under_pointer(), free, at_right=at_right, at_foot=False)
            if between := self._between():
                _paint_card(painter, between, room, at_right=at_right, at_foot=True)

    def _taken_above(self, room: QRectF) -> float:
        return 0.0 if self._free is None else max(self._free.geometry().bottom() - room.top(), 0.0)

    def _paint_points(self, painter: QPainter, read: tuple[Read, ...], room: QRectF) -> None:
        theme, box = current_theme(), self._box
        across = self._on_me(box.mapViewToScene(QPointF(read[0].x, 0.0))).x()
        painter.setPen(QPen(theme.colour("muted", _HAIR_OPACITY), 1.0))
        painter.drawLine(QPointF(across, room.top()), QPointF(across, room.bottom()))
        for one in read:
            at = self._on_me(box.mapViewToScene(QPointF(one.x, self._height(one.y))))
            if room.contains(at):
                painter.setPen(QPen(theme.colour("surface"), 1.5))
                painter.setBrush(curve_pen(one.curve.pen).color())
                painter.drawEllipse(at, _DOT_PX, _DOT_PX)

    def _on_me(self, in_scene: QPointF) -> QPointF:
        return QPointF(self._view.mapFromScene(in_scene))


def _named(name: str, value: str, unit: str) -> str:
    return " ".join(part for part in (name, value, unit) if part)


def _paint_card(
    painter: QPainter, lines: Sequence[tuple[str, str]], room: QRectF, *, at_right: bool, at_foot: bool
) -> None:
    """Paint words in a corner, each line after a disc in the colour of its curve."""
    theme = current_theme()
    painter.setFont(theme.font())
    metrics = QFontMetricsF(painter.font())
    beside = _DISC_PX + _PAD
    width = max(metrics.horizontalAdvance(words) for _, words in lines) + beside + 2.0 * _PAD
    place = QRectF(0.0, 0.0, width, len(lines) * metrics.height() + 2.0 * _PAD)
    place.moveLeft(room.right() - width - _PAD if at_right else room.left() + _PAD)
    place.moveTop(room.bottom() - place.height() - _PAD if at_foot else room.top() + _PAD)
    painter.setPen(QPen(theme.colour("hairline"), 1.0))
    painter.setBrush(theme.colour("surface", _GROUND_OPACITY))
    painter.drawRoundedRect(place, 4.0, 4.0)
    top = place.top() + _PAD
    for pen, words in lines:
        painter.setFont(theme.font() if pen else theme.font(weight=BOLD))
        if pen:
            disc = QPointF(place.left() + _PAD + _DISC_PX / 2.0, top + metrics.height() / 2.0)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(curve_pen(pen).color())
            painter.drawEllipse(disc, _DISC_PX / 2.0, _DISC_PX / 2.0)
        painter.setPen(theme.colour("text"))
        text = QRectF(place.left() + _PAD + (beside if pen else 0.0), top, width, metrics.height())
        painter.drawText(text, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, words)
        top += metrics.height()
