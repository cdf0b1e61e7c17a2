"""Common parts of hand-made painting: a smooth painter, colours, legible ink, pens with round ends."""

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPaintDevice, QPainter, QPen

_LINEAR_BELOW, _LINEAR_SLOPE = 0.04045, 12.92
_OFFSET, _POWER = 0.055, 2.4
_WEIGHTS = (0.2126, 0.7152, 0.0722)
_FLARE = 0.05


@contextmanager
def smooth_painter(device: QPaintDevice) -> Iterator[QPainter]:
    """Context with a painter that smooths edges."""
    with QPainter(device) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        yield painter


def faded(colour: QColor, opacity: float) -> QColor:
    """A copy of a colour with this opacity, 0 to 1."""
    copy = QColor(colour)
    copy.setAlphaF(opacity)
    return copy


def round_pen(colour: QColor, width: float) -> QPen:
    """A pen with round ends and corners; ``width`` in pixels."""
    return QPen(colour, width, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin)


def mixed(first: QColor, second: QColor, share: float) -> QColor:
    """Colour at ``share`` of the way from the first to the second."""
    one, other = rgb(first), rgb(second)
    return QColor.fromRgbF(*(a + share * (b - a) for a, b in zip(one, other, strict=True)))


def rgb(colour: QColor) -> tuple[float, float, float]:
    """Red, green and blue parts of a colour, 0 to 1."""
    return colour.redF(), colour.greenF(), colour.blueF()


def ink_on(colour: QColor) -> QColor:
    """Black or white, the one with the higher contrast to a colour (contrast ratio of WCAG 2)."""
    light = _luminance(colour) + _FLARE
    return QColor("black" if light / _FLARE > (1.0 + _FLARE) / light else "white")


def _luminance(colour: QColor) -> float:
    parts = (colour.redF(), colour.greenF(), colour.blueF())
    return sum(weight * _linear(part) for weight, part in zip(_WEIGHTS, parts, strict=True))


def _linear(part: float) -> float:
    if part <= _LINEAR_BELOW:
        return part / _LINEAR_SLOPE
    return float(((part + _OFFSET) / (1.0 + _OFFSET)) ** _POWER)
