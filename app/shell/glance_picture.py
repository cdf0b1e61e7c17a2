"""The small picture of a result on the card of a visit: a mass with its ±, or a bar for each joint."""

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from app.look.theme import TextSize, current_theme
from app.shell.glances import Glance
from app.speech.language import translate
from app.speech.units import KILOGRAM
from app.speech.values import Value, write
from app.widgets.text import BOLD
from core.elasticity.result import ELASTICITY
from core.friction.sweeps.result import FRICTION_SWEEPS
from core.payload.result import PAYLOAD

_GAP, _LINE = 4.0, 2.0
_WHOLE = 1.15
"""Length of the scale of a mass, in masses with their ±."""
_RIGHT_BELOW = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignBottom


def glance_words(glance: Glance) -> str:
    """The picture in words."""
    if glance.kind == PAYLOAD:
        return write(Value(glance.values[0], KILOGRAM, glance.std)).text
    words = {
        ELASTICITY: translate("Glance", "Stiffness of the gears"),
        FRICTION_SWEEPS: translate("Glance", "Friction of the joints"),
    }
    return words[glance.kind]


def paint_glance(painter: QPainter, place: QRectF, glance: Glance) -> None:
    """Draw the picture, with its words below."""
    theme = current_theme()
    font = theme.font(TextSize.BODY, weight=BOLD) if glance.kind == PAYLOAD else theme.font()
    painter.setFont(font)
    painter.setPen(theme.colour("text" if glance.kind == PAYLOAD else "muted"))
    painter.drawText(place, int(_RIGHT_BELOW), glance_words(glance))
    above = place.adjusted(0, 0, 0, -painter.fontMetrics().height() - _GAP)
    if glance.kind == PAYLOAD:
        _paint_mass(painter, above, glance)
    else:
        _paint_bars(painter, above, glance.values)


def _paint_mass(painter: QPainter, place: QRectF, glance: Glance) -> None:
    theme, mass = current_theme(), glance.values[0]
    std = max(glance.std, 0.0)
    per_kg = place.width() / (_WHOLE * max(mass + std, 1e-9))
    y, end = place.center().y(), place.left() + max(mass, 0.0) * per_kg
    painter.setPen(QPen(theme.colour("hairline"), _LINE))
    painter.drawLine(QPointF(place.left(), y), QPointF(place.right(), y))
    painter.setPen(QPen(theme.colour("measured"), 3 * _LINE))
    painter.drawLine(QPointF(place.left(), y), QPointF(end, y))
    painter.setPen(QPen(theme.colour("text"), _LINE))
    half = max(std * per_kg, _LINE)
    painter.drawLine(QPointF(end - half, y), QPointF(end + half, y))
    for x in (end - half, end + half):
        painter.drawLine(QPointF(x, y - _GAP), QPointF(x, y + _GAP))


def _paint_bars(painter: QPainter, place: QRectF, values: tuple[float, ...]) -> None:
    theme, largest = current_theme(), max(*values, 1e-12)
    wide = place.width() / len(values)
    painter.setPen(Qt.PenStyle.NoPen)
    for number, value in enumerate(values):
        high = max(_LINE, place.height() * max(value, 0.0) / largest)
        painter.setBrush(QColor(theme.tokens.joint(number)))
        painter.drawRect(
            QRectF(place.left() + number * wide + _GAP / 2, place.bottom() - high, wide - _GAP, high)
        )
