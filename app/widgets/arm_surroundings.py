"""Paints the surroundings of an arm: floor with shadow, directions of the axes, scale of the tints."""

import math
from collections.abc import Sequence

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFontMetricsF,
    QLinearGradient,
    QPainter,
    QPen,
    QRadialGradient,
    QTransform,
)

from app.look.theme import current_theme
from app.look.tokens import GRID
from app.widgets.arm_look import ArmColours
from app.widgets.painting import faded
from core.recording import FloatArray

_GRID_STEPS_M = (0.02, 0.05, 0.1, 0.2, 0.5, 1.0)
_GRID_LINES = 7
"""Approximate number of lines on each side of the foot."""
_TRIAD_PX = 15.0
_LETTER_AWAY_PX, _LETTER_STEPS, _SHORTEST = 7.0, 16, 0.05
_BAR_HEIGHT = 6.0


def paint_floor(painter: QPainter, onto_page: QTransform, *, reach: float, colours: ArmColours) -> None:
    """Paint a grid that fades with the distance from the foot; ``onto_page`` maps m to pixels."""
    step = grid_step(reach)
    count = math.ceil(reach / step)
    fade = QRadialGradient(QPointF(0.0, 0.0), reach)
    fade.setStops([(0.0, colours.grid), (0.55, colours.grid), (1.0, faded(colours.grid, 0.0))])
    pen = QPen(QBrush(fade), 1.0)
    pen.setCosmetic(True)
    painter.save()
    painter.setTransform(onto_page, True)  # noqa: FBT003  # Qt's own signature
    painter.setPen(pen)
    lines = []
    for number in range(-count, count + 1):
        at = number * step
        half = math.sqrt(max(reach**2 - at**2, 0.0))
        lines += [QLineF(at, -half, at, half), QLineF(-half, at, half, at)]
    painter.drawLines(lines)
    painter.restore()


def grid_step(reach: float) -> float:
    """Distance of the lines of a grid that reaches so far from the foot, m."""
    return next((step for step in _GRID_STEPS_M if step * _GRID_LINES >= reach), _GRID_STEPS_M[-1])


def fade_out(painter: QPainter, place: QRectF) -> None:
    """Fade a picture with a transparent ground towards the edges of a place."""
    fade = QRadialGradient(QPointF(0.5, 0.5), 0.5)
    fade.setCoordinateMode(QRadialGradient.CoordinateMode.ObjectBoundingMode)
    fade.setStops([(0.0, QColor("black")), (0.7, QColor("black")), (1.0, QColor(0, 0, 0, 0))])
    painter.save()
    painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_DestinationIn)
    painter.fillRect(place, QBrush(fade))
    painter.restore()


def paint_triad(painter: QPainter, place: QPointF, directions: FloatArray) -> None:
    """Paint the axes of the upright frame; ``directions`` (3, 3): right, up, to the viewer for each axis."""
    theme = current_theme()
    painter.setFont(theme.font())
    painter.setPen(QPen(theme.colour("muted"), 1.4, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
    metrics = QFontMetricsF(painter.font())
    places: list[QRectF] = []
    for axis in np.argsort(directions[:, 2]).tolist():
        right, up, _ = directions[axis].tolist()
        painter.drawLine(place, place + QPointF(right, -up) * _TRIAD_PX)
        places.append(_beyond(place, QPointF(right, -up), metrics, places))
        painter.drawText(places[-1], Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextDontClip, "xyz"[axis])


def _beyond(foot: QPointF, way: QPointF, metrics: QFontMetricsF, taken: Sequence[QRectF]) -> QRectF:
    """Place of a letter beyond the tip of an axis, further out where another letter is."""
    wide, high = metrics.horizontalAdvance("x"), metrics.height()
    length = math.hypot(way.x(), way.y())
    unit = way / length if length > _SHORTEST else QPointF(0.0, 1.0)  # an axis that points to the viewer
    tip = foot + way * _TRIAD_PX + unit * _LETTER_AWAY_PX
    letter = QRectF(tip.x() - wide / 2.0, tip.y() - high / 2.0, wide, high)
    for _ in range(_LETTER_STEPS):
        if not any(letter.intersects(other) for other in taken):
            break
        letter.translate(unit)
    return letter


def paint_scale(
    painter: QPainter, room: QRectF, *, low: str, high: str, colours: ArmColours, is_stale: bool
) -> None:
    """Paint the tints from the most negative to the most positive deflection, with their values."""
    theme = current_theme()
    font = theme.font()
    metrics = QFontMetricsF(font)
    width = room.width() - metrics.horizontalAdvance(low) - metrics.horizontalAdvance(high) - 2.0 * GRID
    start = room.left() + metrics.horizontalAdvance(low) + GRID
    bar = QRectF(start, room.center().y() - _BAR_HEIGHT / 2.0, width, _BAR_HEIGHT)
    ends = (colours.stale, colours.stale) if is_stale else (colours.negative, colours.positive)
    gradient = QLinearGradient(bar.topLeft(), bar.topRight())
    for stop, colour in ((0.0, ends[0]), (0.5, colours.stale if is_stale else colours.body), (1.0, ends[1])):
        gradient.setColorAt(stop, QColor.fromRgbF(*colour))
    painter.setPen(QPen(theme.colour("control_border"), 1.0))
    painter.setBrush(QBrush(gradient))
    painter.drawRoundedRect(bar, _BAR_HEIGHT / 2.0, _BAR_HEIGHT / 2.0)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    middle = bar.center().x()
    painter.drawLine(QPointF(middle, bar.top() - 3.0), QPointF(middle, bar.bottom() + 3.0))
    painter.setFont(font)
    painter.setPen(theme.colour("muted"))
    height = metrics.height()
    left = QRectF(room.left(), bar.center().y() - height / 2.0, bar.left() - room.left() - GRID, height)
    right = QRectF(bar.right() + GRID, left.top(), room.right() - bar.right(), height)
    middle_left = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
    painter.drawText(left, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, low)
    painter.drawText(right, middle_left, high)
