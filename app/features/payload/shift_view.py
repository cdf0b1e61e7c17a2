"""Shifts of an estimate without one sweep: a line per quantity, drawn in standard deviations."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.look.theme import current_theme
from app.look.tokens import GRID
from app.widgets.painting import faded, smooth_painter

_SHIFT_ROW = 34
_SHOWN_STD = 4.0
"""Standard deviations on either side of the estimate; a larger shift is an arrow at the edge."""
_DOT_PX, _ARROW_PX = 5.0, 5.0
BAND_OPACITY = 0.18
_RIGHT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight
_LEFT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft


@dataclass(frozen=True)
class Shift:
    """Shift of one quantity in standard deviations (NaN where unknown) and in words."""

    name: str
    stds: float
    words: str


class ShiftView(QWidget):
    """A line per quantity: the band is the estimate with its ±, the dot its value without the sweep."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self._name = name
        self.shifts: tuple[Shift, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        current_theme().changed.connect(self.update)
        self.show_shifts(())

    def show_shifts(self, shifts: Sequence[Shift]) -> None:
        """Show the shifts of another sweep."""
        is_taller = len(shifts) != len(self.shifts)
        self.shifts = tuple(shifts)
        self.setAccessibleName(self._name)
        self.setAccessibleDescription(" ".join(f"{one.name}: {one.words}." for one in self.shifts))
        if is_taller:
            self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Height of one row for each shift, at least of one."""
        return QSize(240, _SHIFT_ROW * max(len(self.shifts), 1))

    def minimumSizeHint(self) -> QSize:
        """The preferred height with a smaller width."""
        return QSize(160, self.sizeHint().height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint names, bands and words, row by row."""
        theme = current_theme()
        metrics = QFontMetricsF(theme.font())
        name = max((metrics.horizontalAdvance(one.name) for one in self.shifts), default=0.0) + GRID
        words = max((metrics.horizontalAdvance(one.words) for one in self.shifts), default=0.0) + GRID
        with smooth_painter(self) as painter:
            painter.setFont(theme.font())
            for row, shift in enumerate(self.shifts):
                place = QRectF(0.0, row * _SHIFT_ROW, self.width(), _SHIFT_ROW)
                painter.setPen(theme.colour("muted"))
                painter.drawText(place, _LEFT, shift.name)
                painter.setPen(theme.colour("text"))
                painter.drawText(place, _RIGHT, shift.words)
                _paint_shift(painter, place.adjusted(name, 0.0, -words, 0.0), shift)


def _paint_shift(painter: QPainter, place: QRectF, shift: Shift) -> None:
    theme = current_theme()
    middle, half = place.center(), place.width() / 2.0
    if half <= 2.0 * _DOT_PX:  # names and words leave no room for a band
        return
    step = (half - _DOT_PX) / _SHOWN_STD
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(faded(theme.colour("measured"), BAND_OPACITY))
    painter.drawRoundedRect(QRectF(middle.x() - step, middle.y() - 8.0, 2.0 * step, 16.0), 3, 3)
    painter.setPen(QPen(theme.colour("control_border"), 1.0))
    painter.drawLine(QPointF(place.left(), middle.y()), QPointF(place.right(), middle.y()))
    painter.setPen(QPen(theme.colour("measured"), 2.0))
    painter.drawLine(QPointF(middle.x(), middle.y() - 8.0), QPointF(middle.x(), middle.y() + 8.0))
    if isfinite(shift.stds):
        _paint_dot(painter, middle, step, shift.stds)


def _paint_dot(painter: QPainter, middle: QPointF, step: float, stds: float) -> None:
    """Paint a dot at the shift; beyond the shown range an arrow at the edge."""
    theme = current_theme()
    painter.setPen(QPen(theme.colour("surface"), 1.5))
    painter.setBrush(theme.colour("model"))
    x = middle.x() + step * min(max(stds, -_SHOWN_STD), _SHOWN_STD)
    if abs(stds) <= _SHOWN_STD:
        painter.drawEllipse(QPointF(x, middle.y()), _DOT_PX, _DOT_PX)
        return
    way = _ARROW_PX if stds > 0.0 else -_ARROW_PX
    tip = QPointF(x + way, middle.y())
    corners = [QPointF(x - way, middle.y() - 6.0), tip, QPointF(x - way, middle.y() + 6.0)]
    painter.drawPolygon(QPolygonF(corners))
