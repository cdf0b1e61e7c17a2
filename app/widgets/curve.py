"""A curve of a plot, and its pen."""

from dataclasses import dataclass

from PySide6.QtGui import QPen

from app.look.theme import cosmetic_pen, current_theme
from core.recording import FloatArray


@dataclass(frozen=True)
class Curve:
    """A curve in display units; ``pen`` is the name of its token or joint."""

    name: str
    unit: str
    x: FloatArray
    y: FloatArray
    pen: str
    """``measured``, ``model``, ``stale``, ``earlier``, or ``joint 1`` …"""


def curve_pen(name: str) -> QPen:
    """Pen of a curve in the present theme; those of a model and of expected values are dashed."""
    theme = current_theme()
    if name == "stale":
        return theme.stale_pen()
    if name == "earlier":
        return cosmetic_pen(theme.tokens.muted)
    if name in {"measured", "model"}:
        return cosmetic_pen(getattr(theme.tokens, name), is_dashed=name == "model")
    kind, _, place = name.rpartition(" ")
    return cosmetic_pen(theme.tokens.joint(int(place) - 1), is_dashed=kind == "expected joint")
