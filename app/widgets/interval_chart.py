"""Figures of a presentation side by side: in each a line for every series, a point with its 95 % interval."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFontMetricsF, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.look.theme import current_theme
from app.look.tokens import GRID
from app.presentation import Figure, Series
from app.speech.units import expanded, number
from app.widgets.painting import smooth_painter
from app.widgets.text import BOLD

_ROW, _HEAD, _FOOT = 34, 30, 26
"""Heights of a line, of a caption and of the numbers below, at a scale of 100 %, px."""
_LEAST_PANEL = 110
"""Narrower than this at a scale of 100 %, the figures are in two rows."""
_DOT_PX, _END_PX = 5.0, 6.0
_ROOM = 0.08
"""Room left and right of all intervals, as a share of their range."""
_LEFT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
_RIGHT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight


@dataclass(frozen=True)
class Interval:
    """A value with the half width of its 95 % interval, in the unit of the axis; NaN where unknown."""

    name: str
    value: float
    half: float

    @property
    def is_known(self) -> bool:
        """True with a value and an interval."""
        return isfinite(self.value + self.half)


class IntervalChart(QWidget):
    """The same series in several figures, each quantity on an axis of its own."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self._figures: tuple[Figure, ...] = ()
        self.setAccessibleName(name)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        current_theme().changed.connect(self.updateGeometry)
        current_theme().changed.connect(self.update)

    def show_figures(self, figures: Sequence[Figure]) -> None:
        """Show other figures; their summaries are for screen readers."""
        self._figures = tuple(figures)
        said = (f"{one.title}: {one.summary.value}." for one in self._figures)
        self.setAccessibleDescription(" ".join(said))
        self.updateGeometry()
        self.update()

    def intervals(self, figure: Figure) -> tuple[Interval, ...]:
        """Intervals of one figure, line by line."""
        return tuple(_interval(figure, one) for one in figure.series)

    def sizeHint(self) -> QSize:
        """Height of all rows of figures at the present width."""
        return QSize(4 * _LEAST_PANEL, self.heightForWidth(self.width()))

    def minimumSizeHint(self) -> QSize:
        """The height for the present width, and room for two figures in a row."""
        return QSize(2 * _LEAST_PANEL, self.heightForWidth(self.width()))

    def hasHeightForWidth(self) -> bool:
        """True: a narrow chart is higher."""
        return True

    def heightForWidth(self, width: int) -> int:
        """Height of the rows of figures that fit this width."""
        rows = -(-len(self._figures) // self._in_a_row(width)) if self._figures else 0
        return round(rows * self._panel_height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the names at the left of each row of figures, and the figures."""
        columns, height, names = self._in_a_row(self.width()), self._panel_height(), self._names_width()
        width = (self.width() - names) / columns
        with smooth_painter(self) as painter:
            painter.setFont(current_theme().font())
            for place, figure in enumerate(self._figures):
                row, column = divmod(place, columns)
                room = QRectF(names + column * width, row * height, width - 2 * GRID, height)
                if column == 0:
                    self._paint_names(painter, figure, QRectF(0.0, row * height, names, height))
                self._paint_figure(painter, figure, room)

    def _in_a_row(self, width: int) -> int:
        count = max(len(self._figures), 1)
        fits = (width - self._names_width()) / current_theme().scaled(_LEAST_PANEL) >= count
        return count if fits else -(-count // 2)

    def _names_width(self) -> float:
        metrics = QFontMetricsF(current_theme().font())
        names = (series.label for figure in self._figures[:1] for series in figure.series)
        return max((metrics.horizontalAdvance(name) for name in names), default=0.0) + 2 * GRID

    def _panel_height(self) -> float:
        lines = max((len(figure.series) for figure in self._figures), default=0)
        return float(current_theme().scaled(_HEAD + lines * _ROW + _FOOT))

    def _paint_names(self, painter: QPainter, figure: Figure, room: QRectF) -> None:
        painter.setPen(current_theme().colour("text"))
        for row, series in enumerate(figure.series):
            painter.drawText(_line(room, row), _LEFT, series.label)

    def _paint_figure(self, painter: QPainter, figure: Figure, room: QRectF) -> None:
        theme, shown = current_theme(), self.intervals(figure)
        painter.setFont(theme.font(weight=BOLD))
        painter.setPen(theme.colour("text"))
        head = QRectF(room.left(), room.top(), room.width(), theme.scaled(_HEAD))
        painter.drawText(head, _LEFT, figure.x.head)
        painter.setFont(theme.font())
        known = [one for one in shown if one.is_known]
        if not known:
            return
        low, high = min(one.value - one.half for one in known), max(one.value + one.half for one in known)
        spare = _ROOM * max(high - low, 1e-9 * max(abs(high), 1.0))
        low, high = low - spare, high + spare
        for row, one in enumerate(shown):
            _paint_interval(painter, one, _line(room, row), low, high)
        foot = QRectF(room.left(), room.bottom() - theme.scaled(_FOOT), room.width(), theme.scaled(_FOOT))
        painter.setPen(theme.colour("muted"))
        painter.drawText(foot, _LEFT, number(low, digits=3))
        painter.drawText(foot, _RIGHT, number(high, digits=3))


def _interval(figure: Figure, series: Series) -> Interval:
    unit, std = figure.x.unit, series.x_std
    value, half = float(series.x[0]), float("nan") if std is None else expanded(float(std[0]))
    if unit is None:
        return Interval(series.label, value, half)
    return Interval(series.label, unit.shown(value), half * unit.per_si)


def _line(room: QRectF, row: int) -> QRectF:
    """Room of one line of a figure, below its caption."""
    theme = current_theme()
    top = room.top() + theme.scaled(_HEAD) + row * theme.scaled(_ROW)
    return QRectF(room.left(), top, room.width(), theme.scaled(_ROW))


def _paint_interval(painter: QPainter, one: Interval, room: QRectF, low: float, high: float) -> None:
    theme, middle = current_theme(), room.center().y()
    painter.setPen(QPen(theme.colour("hairline"), 1.0))
    painter.drawLine(QPointF(room.left(), middle), QPointF(room.right(), middle))
    if not one.is_known:
        painter.setPen(theme.colour("muted"))
        painter.drawText(room, Qt.AlignmentFlag.AlignCenter, "–")
        return

    def at(value: float) -> float:
        return room.left() + room.width() * (value - low) / (high - low)

    first, last = at(one.value - one.half), at(one.value + one.half)
    painter.setPen(QPen(theme.colour("measured"), 2.0))
    painter.drawLine(QPointF(first, middle), QPointF(last, middle))
    for end in (first, last):
        painter.drawLine(QPointF(end, middle - _END_PX), QPointF(end, middle + _END_PX))
    painter.setPen(QPen(theme.colour("surface"), 1.5))
    painter.setBrush(theme.colour("measured"))
    painter.drawEllipse(QPointF(at(one.value), middle), _DOT_PX, _DOT_PX)
    painter.setBrush(Qt.BrushStyle.NoBrush)
