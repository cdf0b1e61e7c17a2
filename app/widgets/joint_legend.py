"""A legend of the joints' colours that fits any width."""

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.look.theme import current_theme
from app.speech.language import listed
from app.widgets.painting import smooth_painter

_SAMPLE, _GAP, _LEAST_SAMPLE = 18.0, 12.0, 7.0
_LINE_PX = 2.5


class JointLegend(QWidget):
    """A piece of line and the number for every joint; the pieces shrink with the width."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._joints: tuple[int, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        current_theme().changed.connect(self.update)

    def sizeHint(self) -> QSize:
        """Size with the longest pieces."""
        metrics = QFontMetricsF(current_theme().font())
        return QSize(
            round(len(self._joints) * (_SAMPLE + _GAP + metrics.horizontalAdvance(" 0"))),
            round(metrics.height()),
        )

    def minimumSizeHint(self) -> QSize:
        """No size: the legend may vanish."""
        return QSize(0, 0)

    def show_joints(self, joints: Sequence[int]) -> None:
        """Show these joints, counted from 0."""
        if tuple(joints) == self._joints:
            return
        self._joints = tuple(joints)
        numbers = listed(str(joint + 1) for joint in joints)
        self.setAccessibleName(self.tr("Joints {numbers}").format(numbers=numbers) if joints else "")
        self.updateGeometry()
        self.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the entries from the left."""
        if not self._joints:
            return
        theme = current_theme()
        font = theme.font()
        figure = QFontMetricsF(font).horizontalAdvance(" 0")
        step = min(self.width() / len(self._joints), _SAMPLE + _GAP + figure)
        sample = min(_SAMPLE, 0.6 * (step - figure))
        if sample < _LEAST_SAMPLE:
            return
        middle = self.height() / 2.0
        with smooth_painter(self) as painter:
            painter.setFont(font)
            for place, joint in enumerate(self._joints):
                left = place * step
                painter.setPen(QPen(theme.joint_pen(joint).color(), _LINE_PX))
                painter.drawLine(QPointF(left, middle), QPointF(left + sample, middle))
                painter.setPen(theme.colour("text"))
                room = QRectF(left + sample, 0.0, figure + 2.0, float(self.height()))
                painter.drawText(room, Qt.AlignmentFlag.AlignVCenter, f" {joint + 1}")
