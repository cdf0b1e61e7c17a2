"""Paints the surroundings of an arm (floor, axes, scale of the tints) in the colours of the theme."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

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
from app.widgets.painting import faded, mixed, rgb
from core.drawing.arm_scene import ArmBody, ArmScene
from core.drawing.picture_scene import ArmParts, Look, Rgb, arm_parts
from core.recording import FloatArray

_GRID_STEPS_M = (0.02, 0.05, 0.1, 0.2, 0.5, 1.0)
_GRID_LINES = 7
"""Approximate number of lines on each side of the foot."""
_TRIAD_PX = 15.0
_LETTER_AWAY_PX, _LETTER_STEPS, _SHORTEST = 7.0, 16, 0.05
_BAR_HEIGHT = 6.0

_DARK_BELOW = 0.5
_GLOW = 0.55
"""Share of a joint's tint on the tubes beside it."""
_LIGHT = (0.30, 0.36, 0.20, 0.42, 0.45, -0.45, 0.42)
_LIGHT_IN_DARK = (0.24, 0.36, 0.16, 0.48, 0.35, 0.30, 0.42)
"""Ambient light, sky, fill, key, highlight, rim and contact shadow."""


@dataclass(frozen=True)
class ArmColours:
    """The colours of a plain arm, its grid and its scale in the present theme."""

    body: Rgb
    outline: QColor
    positive: Rgb
    negative: Rgb
    stale: Rgb
    grid: QColor

    @classmethod
    def of_theme(cls) -> "ArmColours":
        """Make the colours from the tokens."""
        theme = current_theme()
        surface, text = theme.colour("surface"), theme.colour("text")
        dark = surface.lightnessF() < _DARK_BELOW
        contrast = theme.tokens.hairline == theme.tokens.text
        return cls(
            body=rgb(mixed(surface, text, 0.50 if dark else 0.13)),
            outline=text if contrast else mixed(surface, text, 0.02 if dark else 0.50),
            positive=rgb(theme.colour("accent")),
            negative=rgb(theme.colour("model")),
            stale=rgb(mixed(surface, text, 0.34 if dark else 0.10)),
            grid=mixed(surface, text, 0.30 if contrast else 0.13 if dark else 0.09),
        )

    def of_joint(self, share: float, *, is_stale: bool) -> Rgb:
        """Colour of a joint; ``share`` is its deflection over the full scale, NaN for the body's colour."""
        ground = self.stale if is_stale else self.body
        if is_stale or not math.isfinite(share):
            return ground
        strength = min(abs(share), 1.0)
        aim = self.positive if share > 0.0 else self.negative
        red, green, blue = (a + strength * (b - a) for a, b in zip(ground, aim, strict=True))
        return red, green, blue


@dataclass(frozen=True)
class ArmLook:
    """The look of a picture, and the colours of the arm's parts before light falls on them."""

    look: Look
    body: Rgb
    joint: Rgb
    plate: Rgb
    positive: Rgb
    negative: Rgb
    stale_body: Rgb
    stale_joint: Rgb

    @classmethod
    def of_theme(cls) -> "ArmLook":
        """Make the colours from the tokens."""
        theme = current_theme()
        surface, text = theme.colour("surface"), theme.colour("text")
        dark, contrast = surface.lightnessF() < _DARK_BELOW, theme.tokens.hairline == theme.tokens.text

        def mix(light: float, in_dark: float, in_contrast: float | None = None) -> Rgb:
            share = in_contrast if contrast and in_contrast is not None else in_dark if dark else light
            return rgb(mixed(surface, text, share))

        def token(name: str) -> Rgb:
            return rgb(theme.colour(name))

        look = Look(
            floor=mix(0.06, 0.08, 0.0),
            line=mix(0.15, 0.20, 0.45),
            box=mix(0.17, 0.42, 0.30),
            edge=mix(0.45, 0.62, 1.0),
            volume=token("accent"),
            path=token("model"),
            halo=rgb(surface),
            ink=rgb(text) if contrast else rgb(QColor("black")) if dark else rgb(text),
            light=_LIGHT_IN_DARK if dark else _LIGHT,
            shadow=0.55 if dark else 0.42,
            outline=0.85 if contrast else 0.30 if dark else 0.38,
            glass=(0.05, 0.50, 0.14, 0.55, 0.25) if dark else (0.05, 0.55, 0.20, 0.60, 0.90),
            print_=0.16 if dark else 0.26,
            surface=1.0,
        )
        return cls(
            look=look,
            body=mix(0.10, 0.72, 0.62),
            joint=mix(0.44, 0.42, 0.30),
            plate=mix(0.30, 0.50, 0.40),
            positive=token("accent"),
            negative=token("model"),
            stale_body=mix(0.22, 0.50),
            stale_joint=mix(0.34, 0.40),
        )

    def of(self, *, is_stale: bool) -> Look:
        """The look of a picture; an arm of which nothing new is known is veiled."""
        return replace(self.look, is_veiled=True) if is_stale else self.look

    def parts(self, body: ArmBody, scene: ArmScene, shares: FloatArray, *, is_stale: bool) -> ArmParts:
        """The parts of an arm with their colours; ``shares`` (n,) are deflections over the full scale."""
        own, joint, plate = self.body, self.joint, self.plate
        if is_stale:
            own, joint, plate = self.stale_body, self.stale_joint, self.stale_joint
        strength = np.zeros(len(shares)) if is_stale else np.minimum(np.abs(np.nan_to_num(shares)), 1.0)
        aim = np.where(shares[:, np.newaxis] > 0.0, self.positive, self.negative)
        tints = np.array(joint) + strength[:, np.newaxis] * (aim - np.array(joint))
        return arm_parts(body, scene, tints=tints, glow=_GLOW * strength, ground=own, plate=plate)


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
