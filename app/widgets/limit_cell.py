"""Paints one joint of a motion against its limits: a curve between two hatched bands."""

from dataclasses import dataclass

import numpy as np
from pyqtgraph.functions import arrayToQPolygonF
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QFontMetricsF, QPainter, QPen

from app.look.theme import current_theme
from app.look.tokens import GRID
from app.speech.units import DEGREE, NO_BREAK, DisplayUnit, number
from app.widgets.glyphs import Glyph, paint_glyph
from app.widgets.text import BOLD
from core.recording import FloatArray
from core.signals.decimation import minmax

_BAND = 0.10
"""Shown range beyond each limit, as a share of the range between the limits."""
_BAND_OPACITY, _HATCH_OPACITY, _LIMIT_OPACITY = 0.10, 0.55, 0.9
_DOT_PX, _VALUE_DOT_PX, _SIGN_PX = 8.0, 3.5, 15.0
_WHOLE_FROM = 10.0
_LEFT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
_RIGHT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight


@dataclass(frozen=True, eq=False)
class LimitCurve:
    """A joint's curve in display units, with its limits; ``joint`` counts from 0."""

    joint: int
    time: FloatArray
    values: FloatArray
    low: float
    high: float
    unit: DisplayUnit
    words: str
    """Used share of the limit, as text."""
    is_over: bool

    def at(self, seconds: float) -> float:
        """Value at a time in s."""
        return float(np.interp(seconds, self.time, self.values))


@dataclass(frozen=True)
class LimitCell:
    """Place of a joint's curve: ``place`` is the whole cell, ``box`` the part with the curve."""

    place: QRectF
    box: QRectF
    has_time: bool
    """True if the time axis is numbered below."""

    @classmethod
    def within(cls, place: QRectF, *, axis_width: float, has_time: bool) -> "LimitCell":
        """A cell with a line of words above the curve, and numbers at its left and below."""
        line = QFontMetricsF(current_theme().font()).height()
        below = line if has_time else 0.0
        box = place.adjusted(axis_width, line + GRID / 2.0, -GRID / 2.0, -below - GRID)
        return cls(place, box, has_time)

    def x(self, curve: LimitCurve, seconds: float) -> float:
        """Horizontal place of a time in s."""
        first, last = float(curve.time[0]), float(curve.time[-1])
        share = (seconds - first) / (last - first) if last > first else 0.0
        return self.box.left() + self.box.width() * share

    def y(self, curve: LimitCurve, value: float) -> float:
        """Vertical place of a value."""
        span = max(curve.high - curve.low, np.finfo(float).tiny)
        share = (value - curve.low + _BAND * span) / ((1.0 + 2.0 * _BAND) * span)
        return self.box.bottom() - self.box.height() * share

    def seconds(self, curve: LimitCurve, x: float) -> float:
        """Time in s at a horizontal place."""
        first, last = float(curve.time[0]), float(curve.time[-1])
        share = (x - self.box.left()) / max(self.box.width(), 1.0)
        return first + min(max(share, 0.0), 1.0) * (last - first)


def paint_cell(painter: QPainter, cell: LimitCell, curve: LimitCurve) -> None:
    """Paint the parts of a cell that do not depend on the shown time."""
    theme = current_theme()
    top, bottom = cell.y(curve, curve.high), cell.y(curve, curve.low)
    _paint_band(painter, QRectF(cell.box.left(), cell.box.top(), cell.box.width(), top - cell.box.top()))
    _paint_band(painter, QRectF(cell.box.left(), bottom, cell.box.width(), cell.box.bottom() - bottom))
    painter.setPen(QPen(theme.colour("control_border", _LIMIT_OPACITY), 1.0))
    left, right = cell.box.left(), cell.box.right()
    painter.drawLines([QLineF(left, round(y) + 0.5, right, round(y) + 0.5) for y in (top, bottom)])
    if curve.low < 0.0 < curve.high:
        painter.setPen(QPen(theme.colour("hairline"), 1.0))
        middle = round(cell.y(curve, 0.0)) + 0.5
        painter.drawLine(QLineF(left, middle, right, middle))
    _paint_numbers(painter, cell, curve, (top, bottom))
    _paint_head(painter, cell, curve)
    _paint_curve(painter, cell, curve)


def paint_moment(painter: QPainter, cell: LimitCell, curve: LimitCurve, seconds: float) -> None:
    """Paint the shown time as a line, and the joint's value at it."""
    theme = current_theme()
    x, value = cell.x(curve, seconds), curve.at(seconds)
    painter.setPen(QPen(theme.colour("text"), 1.0))
    upright = round(x) + 0.5
    painter.drawLine(QLineF(upright, cell.box.top(), upright, cell.box.bottom()))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(theme.colour("surface"), 1.5))
    painter.setBrush(theme.joint_pen(curve.joint).color())
    painter.drawEllipse(QPointF(x, cell.y(curve, value)), _VALUE_DOT_PX, _VALUE_DOT_PX)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)  # noqa: FBT003  # Qt's own signature
    painter.setPen(theme.colour("text"))
    painter.setFont(theme.font())
    painter.drawText(_head(cell), _RIGHT, _value_text(curve, value))


def axis_width(curves: tuple[LimitCurve, ...]) -> float:
    """Width of the longest number of the limits, pixels."""
    metrics = QFontMetricsF(current_theme().font())
    texts = [text for curve in curves for text in _limit_texts(curve)]
    return max((metrics.horizontalAdvance(text) for text in texts), default=0.0) + GRID


def _limit_texts(curve: LimitCurve) -> tuple[str, str]:
    return _figure(curve, curve.high), _figure(curve, curve.low)


def _value_text(curve: LimitCurve, value: float) -> str:
    """A value with its unit; no blank before a degree sign."""
    gap = "" if curve.unit is DEGREE else NO_BREAK
    return f"{_figure(curve, value)}{gap}{curve.unit.symbol}"


def _figure(curve: LimitCurve, value: float) -> str:
    """A number, without decimals if the limits are large."""
    decimals = 0 if max(abs(curve.low), abs(curve.high)) >= _WHOLE_FROM else 2
    return number(round(value, decimals) + 0.0, decimals=decimals)


def _head(cell: LimitCell) -> QRectF:
    return QRectF(
        cell.box.left(), cell.place.top(), cell.box.width(), cell.box.top() - cell.place.top() - 2.0
    )


def _paint_band(painter: QPainter, place: QRectF) -> None:
    """Paint a range beyond a limit, tinted and hatched."""
    theme = current_theme()
    painter.fillRect(place, theme.colour("error", _BAND_OPACITY))
    painter.fillRect(place, QBrush(theme.colour("error", _HATCH_OPACITY), Qt.BrushStyle.BDiagPattern))


def _paint_numbers(
    painter: QPainter, cell: LimitCell, curve: LimitCurve, heights: tuple[float, float]
) -> None:
    theme = current_theme()
    painter.setFont(theme.font())
    painter.setPen(theme.colour("muted"))
    line = QFontMetricsF(theme.font()).height()
    width = cell.box.left() - cell.place.left() - GRID / 2.0
    for text, y in zip(_limit_texts(curve), heights, strict=True):
        painter.drawText(QRectF(cell.place.left(), y - line / 2.0, width, line), _RIGHT, text)
    if cell.has_time:
        below = QRectF(cell.box.left(), cell.box.bottom() + GRID / 2.0, cell.box.width(), line)
        painter.drawText(below, _LEFT, number(float(curve.time[0]), decimals=0))
        painter.drawText(below, _RIGHT, f"{number(float(curve.time[-1]), digits=3)} s")


def _paint_head(painter: QPainter, cell: LimitCell, curve: LimitCurve) -> None:
    """Paint the joint's dot and number, and the used share of its limit."""
    theme = current_theme()
    head = _head(cell)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.joint_pen(curve.joint).color())
    painter.drawEllipse(QPointF(head.left() + _DOT_PX / 2.0, head.center().y()), _DOT_PX / 2.0, _DOT_PX / 2.0)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)  # noqa: FBT003  # Qt's own signature
    left = head.left() + _DOT_PX + GRID / 2.0
    painter.setFont(theme.font(weight=BOLD))
    painter.setPen(theme.colour("text"))
    figure = str(curve.joint + 1)
    painter.drawText(head.adjusted(left - head.left(), 0.0, 0.0, 0.0), _LEFT, figure)
    left += QFontMetricsF(painter.font()).horizontalAdvance(figure) + GRID
    if curve.is_over:
        sign = QRectF(left, head.center().y() - _SIGN_PX / 2.0, _SIGN_PX, _SIGN_PX)
        paint_glyph(painter, sign, Glyph.WARNING, theme.tokens)
        left += _SIGN_PX + GRID / 2.0
    painter.setFont(theme.font())
    painter.setPen(theme.colour("text" if curve.is_over else "muted"))
    painter.drawText(head.adjusted(left - head.left(), 0.0, 0.0, 0.0), _LEFT, curve.words)


def _paint_curve(painter: QPainter, cell: LimitCell, curve: LimitCurve) -> None:
    x, y = minmax(curve.time, curve.values, buckets=max(int(cell.box.width()), 1))
    zero_x, zero_y = cell.x(curve, 0.0), cell.y(curve, 0.0)
    onto_x, onto_y = cell.x(curve, 1.0) - zero_x, cell.y(curve, 1.0) - zero_y
    painter.save()
    painter.setClipRect(cell.box)
    painter.setPen(current_theme().joint_pen(curve.joint))
    painter.drawPolyline(arrayToQPolygonF(zero_x + onto_x * x, zero_y + onto_y * y))
    painter.restore()
