"""Labels beside the joints: a dot in the joint's colour, its number, and a value if there is one."""

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPen

from app.look.theme import current_theme
from app.widgets.arm_labels import Anchor
from app.widgets.arm_painting import Page
from app.widgets.text import BOLD
from core.drawing.arm_scene import ArmBody, ArmScene

_CHIP_PAD, _VALUE_GAP = 6.0, 6.0
_CHIP_RADIUS, _DOT, _DOT_GAP, _OPACITY = 5.0, 8.0, 4.0, 0.88
_DOT_ROOM = _CHIP_PAD + _DOT + _DOT_GAP
"""Width before the number, pixels."""
_LEFT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
_RIGHT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight


def paint_labels(
    painter: QPainter,
    joints: Sequence[QPointF],
    places: Sequence[QRectF],
    texts: Sequence[tuple[str, str]],
    *,
    numbers: Sequence[int],
    is_stale: bool,
) -> None:
    """Paint the labels at their places, each with a line to its joint.

    ``texts`` are number and value, ``numbers`` those of the joints, from 0.
    """
    theme = current_theme()
    painter.setPen(QPen(theme.colour("muted"), 1.0))
    for joint, place in zip(joints, places, strict=True):
        painter.drawLine(joint, nearest_edge(joint, place))
    painter.setPen(QPen(theme.colour("hairline"), 1.0))
    painter.setBrush(theme.colour("surface", _OPACITY))
    for place in places:
        painter.drawRoundedRect(place, _CHIP_RADIUS, _CHIP_RADIUS)
    _paint_dots(painter, places, numbers, is_stale=is_stale)
    painter.setPen(theme.colour("muted" if is_stale else "text"))
    inner = [place.adjusted(_DOT_ROOM, 0.0, -_CHIP_PAD, 0.0) for place in places]
    painter.setFont(theme.font(weight=BOLD))
    for place, (figure, _) in zip(inner, texts, strict=True):
        painter.drawText(place, _LEFT, figure)
    painter.setFont(theme.font())
    for place, (_, value) in zip(inner, texts, strict=True):
        if value:
            painter.drawText(place, _RIGHT, value)


def label_anchor(page: Page, body: ArmBody, scene: ArmScene, *, joint: int, words: tuple[str, str]) -> Anchor:
    """The joint on the page with the size of its label; ``words`` are number and value."""
    theme, (figure, value) = current_theme(), words
    bold, plain = QFontMetricsF(theme.font(weight=BOLD)), QFontMetricsF(theme.font())
    width = _DOT_ROOM + bold.horizontalAdvance(figure) + _CHIP_PAD
    width += plain.horizontalAdvance(value) + _VALUE_GAP if value else 0.0
    radius = 0.8 * float(body.joint_radius[joint]) * page.per_metre
    return Anchor(page.point(scene.joints[joint]), radius, QSizeF(width, bold.height() + 2.0))


def _paint_dots(
    painter: QPainter, places: Sequence[QRectF], numbers: Sequence[int], *, is_stale: bool
) -> None:
    theme = current_theme()
    painter.setPen(Qt.PenStyle.NoPen)
    for joint, place in zip(numbers, places, strict=True):
        painter.setBrush((theme.stale_pen() if is_stale else theme.joint_pen(joint)).color())
        middle = QPointF(place.left() + _CHIP_PAD + _DOT / 2.0, place.center().y())
        painter.drawEllipse(middle, _DOT / 2.0, _DOT / 2.0)
    painter.setBrush(Qt.BrushStyle.NoBrush)


def nearest_edge(joint: QPointF, place: QRectF) -> QPointF:
    """The point of a label that is nearest to its joint."""
    return QPointF(
        min(max(joint.x(), place.left()), place.right()), min(max(joint.y(), place.top()), place.bottom())
    )
