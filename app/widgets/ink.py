"""Black or white text on a coloured ground."""

from PySide6.QtGui import QColor

_LINEAR_BELOW, _LINEAR_SLOPE = 0.04045, 12.92
_OFFSET, _POWER = 0.055, 2.4
_WEIGHTS = (0.2126, 0.7152, 0.0722)
_FLARE = 0.05


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
