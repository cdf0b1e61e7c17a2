"""Paints tubes, balls, joints and plates of an arm: round, lit from the left, outlined."""

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QLineF, QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QLinearGradient, QPainter, QPen, QPolygonF, QRadialGradient

from app.look.theme import current_theme
from app.widgets.painting import faded
from core.drawing.orthographic import STOPS
from core.recording import FloatArray

_DARK_BELOW = 0.5
_WHITE_SHARE = 0.8
"""Share of the light above full brightness that turns a colour to white."""
_OVERLAP_PX = 0.6
"""Overlap of the halves of a tube, so that no seam shows."""
_NOTHING_PX = 0.05
_SMOOTH = QPainter.RenderHint.Antialiasing
_NO_PEN, _NO_BRUSH = Qt.PenStyle.NoPen, Qt.BrushStyle.NoBrush
_GLOW_REACH = 2.4
"""Reach of a glow along the tube, over the radius of the tube."""
_FACE_RING = 0.60
FACE_LIGHT: FloatArray = np.array([1.0, 0.82])
"""Brightness of a face and of the ring on it, relative to the light on it."""
_BALL_REACH = 1.6
"""Distance from the brightest spot of a ball to its farthest edge, over its radius."""
_BALL_STOPS = (0.0, 0.45, 1.0)
BALL_LIGHT: FloatArray = np.array([1.06, 0.96, 0.58])
"""Brightness from the brightest spot of a ball to its edge."""
_ARC = [
    (math.cos(angle), math.sin(angle)) for angle in np.linspace(-math.pi / 2.0, math.pi / 2.0, 13).tolist()
]
_STOPS: list[float] = ((STOPS + 1.0) / 2.0).tolist()

Rgb = tuple[float, float, float]
Vector = Sequence[float]


@dataclass(frozen=True)
class ArmColours:
    """The colours of an arm in the present theme."""

    body: Rgb
    outline: QColor
    shadow: QColor
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
            shadow=mixed(surface, QColor("black") if dark else text, 0.30 if dark else 0.07),
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

    def glow(self, share: float, *, opacity: float) -> QColor:
        """Tint of a joint for the light on the tubes beside it."""
        return faded(QColor.fromRgbF(*(self.positive if share > 0.0 else self.negative)), opacity)


def mixed(first: QColor, second: QColor, share: float) -> QColor:
    """Colour at ``share`` of the way from the first to the second."""
    one, other = rgb(first), rgb(second)
    return QColor.fromRgbF(*(a + share * (b - a) for a, b in zip(one, other, strict=True)))


def rgb(colour: QColor) -> Rgb:
    """Red, green and blue parts of a colour, 0 to 1."""
    return colour.redF(), colour.greenF(), colour.blueF()


def lit(colours: FloatArray, brightness: FloatArray) -> list[list[int]]:
    """Colours (P, 3) under light (P, K) as Qt's colour numbers; light 1 gives the colour itself."""
    full = np.minimum(brightness, 1.0)[..., np.newaxis] * colours[:, np.newaxis]
    white = _WHITE_SHARE * np.maximum(brightness - 1.0, 0.0)[..., np.newaxis]
    parts = np.clip(255.0 * (full + white * (1.0 - full)) + 0.5, 0.0, 255.0).astype(np.int64)
    numbers: list[list[int]] = (0xFF000000 | parts @ np.array([1 << 16, 1 << 8, 1])).tolist()
    return numbers


def _fill(painter: QPainter, shape: QPolygonF, brush: QBrush) -> None:
    """Fill without smoothing, which makes gradients four times slower; the outline on top is smooth."""
    painter.setRenderHint(_SMOOTH, False)  # noqa: FBT003  # Qt's own signature
    painter.setPen(_NO_PEN)
    painter.setBrush(brush)
    painter.drawPolygon(shape)
    painter.setBrush(_NO_BRUSH)
    painter.setRenderHint(_SMOOTH)


def paint_ball(painter: QPainter, place: QPointF, radius: float, *, light: Sequence[int], line: QPen) -> None:
    """Paint the round end of a tube; ``light`` are the colours at ``BALL_LIGHT``."""
    gradient = QRadialGradient(place + QPointF(-0.35, -0.5) * radius, _BALL_REACH * radius)
    gradient.setStops([(stop, QColor(colour)) for stop, colour in zip(_BALL_STOPS, light, strict=True)])
    painter.setRenderHint(_SMOOTH, False)  # noqa: FBT003  # Qt's own signature
    painter.setPen(_NO_PEN)
    painter.setBrush(QBrush(gradient))
    painter.drawEllipse(place, radius, radius)
    painter.setRenderHint(_SMOOTH)
    painter.setPen(line)
    painter.setBrush(_NO_BRUSH)
    painter.drawEllipse(place, radius, radius)


def paint_tube(
    painter: QPainter, start: QPointF, end: QPointF, radius: float, *, light: Sequence[int], line: QPen
) -> None:
    """Paint a piece of a tube, cut straight at both ends; ``light`` are the colours across at ``STOPS``."""
    along = end - start
    length = math.hypot(along.x(), along.y())
    if length < _NOTHING_PX:
        return
    unit = along / length
    edge = QPointF(unit.y(), -unit.x()) * radius
    longer = end + unit * _OVERLAP_PX
    shape = QPolygonF([start + edge, longer + edge, longer - edge, start - edge])
    _fill(painter, shape, _light_across(start, edge, light))
    painter.setPen(line)
    painter.drawLines([QLineF(start + edge, end + edge), QLineF(start - edge, end - edge)])


def paint_glow(
    painter: QPainter, start: QPointF, end: QPointF, radius: float, *, colour: QColor, line: QPen
) -> None:
    """Paint the tint of a joint on the tube beside it, fading with the distance."""
    along = end - start
    length = math.hypot(along.x(), along.y())
    if length < _NOTHING_PX:
        return
    unit = along / length
    reach = min(_GLOW_REACH * radius, length)
    edge = QPointF(unit.y(), -unit.x()) * radius
    far = start + unit * reach
    gradient = QLinearGradient(start, far)
    gradient.setStops([(0.0, colour), (1.0, faded(colour, 0.0))])
    _fill(painter, QPolygonF([start + edge, far + edge, far - edge, start - edge]), QBrush(gradient))
    painter.setPen(line)
    painter.drawLines([QLineF(start + edge, far + edge), QLineF(start - edge, far - edge)])


@dataclass(frozen=True)
class Drum:
    """A short cylinder; ``axis`` is a unit vector to the right, up, towards the viewer; lengths in pixels."""

    centre: QPointF
    axis: Vector
    radius: float
    half_length: float

    @property
    def turn(self) -> float:
        """Direction of the axis on the page, rad, clockwise."""
        return math.atan2(-self.axis[1], self.axis[0])

    @property
    def minor(self) -> float:
        """Minor half axis of the face, which is seen as an ellipse."""
        return self.radius * abs(self.axis[2])

    @property
    def to_face(self) -> QPointF:
        """Vector from the centre to the visible face."""
        side = 1.0 if self.axis[2] >= 0.0 else -1.0
        return QPointF(self.axis[0], -self.axis[1]) * (side * self.half_length)


def paint_drum(
    painter: QPainter, drum: Drum, *, light: Sequence[int], face: Sequence[int], line: QPen
) -> None:
    """Paint a joint: its round side, the visible face, and a ring on it in the second colour of ``face``."""
    flat = math.hypot(drum.axis[0], drum.axis[1])
    if flat * drum.half_length > _NOTHING_PX:
        edge = QPointF(-drum.axis[1], -drum.axis[0]) * (drum.radius / flat)
        side = _side(drum)
        _fill(painter, side, _light_across(drum.centre, edge, light))
        painter.setPen(line)
        painter.drawPolygon(side)
    painter.setPen(line)
    place = drum.centre + drum.to_face
    painter.setBrush(QColor(face[0]))
    _paint_ellipse(painter, place, drum.minor, drum.radius, drum.turn)
    painter.setBrush(_NO_BRUSH)
    painter.setPen(QPen(QColor(face[1]), 1.0))
    _paint_ellipse(painter, place, _FACE_RING * drum.minor, _FACE_RING * drum.radius, drum.turn)


def _light_across(middle: QPointF, edge: QPointF, light: Sequence[int]) -> QBrush:
    """Gradient across a round side; ``edge`` leads from the middle line to the edge with stop 1."""
    gradient = QLinearGradient(middle - edge, middle + edge)
    gradient.setStops([(stop, QColor(colour)) for stop, colour in zip(_STOPS, light, strict=True)])
    return QBrush(gradient)


def _side(drum: Drum) -> QPolygonF:
    """Outline of the round side, from the rim of the hidden face to that of the visible one."""
    c, s, shift = math.cos(drum.turn), math.sin(drum.turn), drum.to_face
    sign = 1.0 if shift.x() * c + shift.y() * s >= 0.0 else -1.0
    minor, radius = sign * drum.minor, sign * drum.radius
    half = [
        (c * minor * along - s * radius * aside, s * minor * along + c * radius * aside)
        for along, aside in _ARC
    ]
    near, far = drum.centre + shift, drum.centre - shift
    x, y, far_x, far_y = near.x(), near.y(), far.x(), far.y()
    rim = [QPointF(x + right, y + down) for right, down in half]
    return QPolygonF(rim + [QPointF(far_x - right, far_y - down) for right, down in half])


def _paint_ellipse(painter: QPainter, centre: QPointF, along: float, across: float, turn: float) -> None:
    painter.save()
    painter.translate(centre)
    painter.rotate(math.degrees(turn))
    painter.drawEllipse(QRectF(-along, -across, 2.0 * along, 2.0 * across))
    painter.restore()
