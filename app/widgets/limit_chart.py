"""Every joint of a motion against its limits, as small charts side by side."""

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from pyqtgraph.functions import arrayToQPolygonF
from PySide6.QtCore import QLineF, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QBrush, QFontMetricsF, QMouseEvent, QPainter, QPaintEvent, QPen, QPixmap
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.look.theme import current_theme
from app.look.tokens import GRID
from app.speech.units import (
    DEGREE,
    DEGREE_PER_SECOND,
    MILLIMETRE,
    MILLIMETRE_PER_SECOND,
    NO_BREAK,
    DisplayUnit,
    number,
    percent,
)
from app.widgets.glyphs import Glyph, paint_glyph
from app.widgets.layouts import bare_column, bare_row
from app.widgets.segmented import Segmented
from app.widgets.text import BOLD, Text
from core.excitation.limits.motion_limits import MotionLimits
from core.excitation.trajectories.motion import Kinematics
from core.recording import FloatArray
from core.signals.decimation import minmax

_UNITS = (
    (DEGREE, MILLIMETRE),
    (DEGREE_PER_SECOND, MILLIMETRE_PER_SECOND),
    (DisplayUnit("°/s²", DEGREE.per_si), DisplayUnit("mm/s²", MILLIMETRE.per_si)),
)
"""Units of turning and of sliding joints, for each quantity."""
_CELL_WIDTH, _CELL_HEIGHT = 250, 92
"""Least size of a cell at which its curve can be read, pixels."""
_OVER = 1.0 + 1e-6
_POSITION = 0

_BAND = 0.10
"""Shown range beyond each limit, as a share of the range between the limits."""
_BAND_OPACITY, _HATCH_OPACITY, _LIMIT_OPACITY = 0.10, 0.55, 0.9
_DOT_PX, _VALUE_DOT_PX, _SIGN_PX = 8.0, 3.5, 15.0
_WHOLE_FROM = 10.0
_LEFT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
_RIGHT = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight


@dataclass(frozen=True, eq=False)
class LimitCurve:
    """A joint's curve in display units, with its limits; ``joint`` counts from 0."""

    joint: int
    time: FloatArray
    values: FloatArray
    low: float
    high: float
    unit: DisplayUnit
    words: str
    """Used share of the limit, as text."""
    is_over: bool

    def at(self, seconds: float) -> float:
        """Value at a time in s."""
        return float(np.interp(seconds, self.time, self.values))


@dataclass(frozen=True)
class LimitCell:
    """Place of a joint's curve: ``place`` is the whole cell, ``box`` the part with the curve."""

    place: QRectF
    box: QRectF
    has_time: bool
    """True if the time axis is numbered below."""

    @classmethod
    def within(cls, place: QRectF, *, axis_width: float, has_time: bool) -> "LimitCell":
        """A cell with a line of words above the curve, and numbers at its left and below."""
        line = QFontMetricsF(current_theme().font()).height()
        below = line if has_time else 0.0
        box = place.adjusted(axis_width, line + GRID / 2.0, -GRID / 2.0, -below - GRID)
        return cls(place, box, has_time)

    def x(self, curve: LimitCurve, seconds: float) -> float:
        """Horizontal place of a time in s."""
        first, last = float(curve.time[0]), float(curve.time[-1])
        share = (seconds - first) / (last - first) if last > first else 0.0
        return self.box.left() + self.box.width() * share

    def y(self, curve: LimitCurve, value: float) -> float:
        """Vertical place of a value."""
        span = max(curve.high - curve.low, np.finfo(float).tiny)
        share = (value - curve.low + _BAND * span) / ((1.0 + 2.0 * _BAND) * span)
        return self.box.bottom() - self.box.height() * share

    def seconds(self, curve: LimitCurve, x: float) -> float:
        """Time in s at a horizontal place."""
        first, last = float(curve.time[0]), float(curve.time[-1])
        share = (x - self.box.left()) / max(self.box.width(), 1.0)
        return first + min(max(share, 0.0), 1.0) * (last - first)


def paint_cell(painter: QPainter, cell: LimitCell, curve: LimitCurve) -> None:
    """Paint the parts of a cell that do not depend on the shown time."""
    theme = current_theme()
    top, bottom = cell.y(curve, curve.high), cell.y(curve, curve.low)
    _paint_band(painter, QRectF(cell.box.left(), cell.box.top(), cell.box.width(), top - cell.box.top()))
    _paint_band(painter, QRectF(cell.box.left(), bottom, cell.box.width(), cell.box.bottom() - bottom))
    painter.setPen(QPen(theme.colour("control_border", _LIMIT_OPACITY), 1.0))
    left, right = cell.box.left(), cell.box.right()
    painter.drawLines([QLineF(left, round(y) + 0.5, right, round(y) + 0.5) for y in (top, bottom)])
    if curve.low < 0.0 < curve.high:
        painter.setPen(QPen(theme.colour("hairline"), 1.0))
        middle = round(cell.y(curve, 0.0)) + 0.5
        painter.drawLine(QLineF(left, middle, right, middle))
    _paint_numbers(painter, cell, curve, (top, bottom))
    _paint_head(painter, cell, curve)
    _paint_curve(painter, cell, curve)


def paint_moment(painter: QPainter, cell: LimitCell, curve: LimitCurve, seconds: float) -> None:
    """Paint the shown time as a line, and the joint's value at it."""
    theme = current_theme()
    x, value = cell.x(curve, seconds), curve.at(seconds)
    painter.setPen(QPen(theme.colour("text"), 1.0))
    upright = round(x) + 0.5
    painter.drawLine(QLineF(upright, cell.box.top(), upright, cell.box.bottom()))
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(QPen(theme.colour("surface"), 1.5))
    painter.setBrush(theme.joint_pen(curve.joint).color())
    painter.drawEllipse(QPointF(x, cell.y(curve, value)), _VALUE_DOT_PX, _VALUE_DOT_PX)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)  # noqa: FBT003  # Qt's own signature
    painter.setPen(theme.colour("text"))
    painter.setFont(theme.font())
    painter.drawText(_head(cell), _RIGHT, _value_text(curve, value))


def axis_width(curves: tuple[LimitCurve, ...]) -> float:
    """Width of the longest number of the limits, pixels."""
    metrics = QFontMetricsF(current_theme().font())
    texts = [text for curve in curves for text in _limit_texts(curve)]
    return max((metrics.horizontalAdvance(text) for text in texts), default=0.0) + GRID


def _limit_texts(curve: LimitCurve) -> tuple[str, str]:
    return _figure(curve, curve.high), _figure(curve, curve.low)


def _value_text(curve: LimitCurve, value: float) -> str:
    """A value with its unit; no blank before a degree sign."""
    gap = "" if curve.unit is DEGREE else NO_BREAK
    return f"{_figure(curve, value)}{gap}{curve.unit.symbol}"


def _figure(curve: LimitCurve, value: float) -> str:
    """A number, without decimals if the limits are large."""
    decimals = 0 if max(abs(curve.low), abs(curve.high)) >= _WHOLE_FROM else 2
    return number(round(value, decimals) + 0.0, decimals=decimals)


def _head(cell: LimitCell) -> QRectF:
    return QRectF(
        cell.box.left(), cell.place.top(), cell.box.width(), cell.box.top() - cell.place.top() - 2.0
    )


def _paint_band(painter: QPainter, place: QRectF) -> None:
    """Paint a range beyond a limit, tinted and hatched."""
    theme = current_theme()
    painter.fillRect(place, theme.colour("error", _BAND_OPACITY))
    painter.fillRect(place, QBrush(theme.colour("error", _HATCH_OPACITY), Qt.BrushStyle.BDiagPattern))


def _paint_numbers(
    painter: QPainter, cell: LimitCell, curve: LimitCurve, heights: tuple[float, float]
) -> None:
    theme = current_theme()
    painter.setFont(theme.font())
    painter.setPen(theme.colour("muted"))
    line = QFontMetricsF(theme.font()).height()
    width = cell.box.left() - cell.place.left() - GRID / 2.0
    for text, y in zip(_limit_texts(curve), heights, strict=True):
        painter.drawText(QRectF(cell.place.left(), y - line / 2.0, width, line), _RIGHT, text)
    if cell.has_time:
        below = QRectF(cell.box.left(), cell.box.bottom() + GRID / 2.0, cell.box.width(), line)
        painter.drawText(below, _LEFT, number(float(curve.time[0]), decimals=0))
        painter.drawText(below, _RIGHT, f"{number(float(curve.time[-1]), digits=3)} s")


def _paint_head(painter: QPainter, cell: LimitCell, curve: LimitCurve) -> None:
    """Paint the joint's dot and number, and the used share of its limit."""
    theme = current_theme()
    head = _head(cell)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.joint_pen(curve.joint).color())
    painter.drawEllipse(QPointF(head.left() + _DOT_PX / 2.0, head.center().y()), _DOT_PX / 2.0, _DOT_PX / 2.0)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)  # noqa: FBT003  # Qt's own signature
    left = head.left() + _DOT_PX + GRID / 2.0
    painter.setFont(theme.font(weight=BOLD))
    painter.setPen(theme.colour("text"))
    figure = str(curve.joint + 1)
    painter.drawText(head.adjusted(left - head.left(), 0.0, 0.0, 0.0), _LEFT, figure)
    left += QFontMetricsF(painter.font()).horizontalAdvance(figure) + GRID
    if curve.is_over:
        sign = QRectF(left, head.center().y() - _SIGN_PX / 2.0, _SIGN_PX, _SIGN_PX)
        paint_glyph(painter, sign, Glyph.WARNING, theme.tokens)
        left += _SIGN_PX + GRID / 2.0
    painter.setFont(theme.font())
    painter.setPen(theme.colour("text" if curve.is_over else "muted"))
    painter.drawText(head.adjusted(left - head.left(), 0.0, 0.0, 0.0), _LEFT, curve.words)


def _paint_curve(painter: QPainter, cell: LimitCell, curve: LimitCurve) -> None:
    x, y = minmax(curve.time, curve.values, buckets=max(int(cell.box.width()), 1))
    zero_x, zero_y = cell.x(curve, 0.0), cell.y(curve, 0.0)
    onto_x, onto_y = cell.x(curve, 1.0) - zero_x, cell.y(curve, 1.0) - zero_y
    painter.save()
    painter.setClipRect(cell.box)
    painter.setPen(current_theme().joint_pen(curve.joint))
    painter.drawPolyline(arrayToQPolygonF(zero_x + onto_x * x, zero_y + onto_y * y))
    painter.restore()


class LimitCells(QWidget):
    """The small charts, in rows and columns."""

    moment_asked = Signal(float)
    """Carries the time of the motion at which the user pressed, s."""

    def __init__(self) -> None:
        super().__init__()
        self.curves: tuple[LimitCurve, ...] = ()
        self.seconds = 0.0
        self._kept: tuple[object, QPixmap] | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        current_theme().changed.connect(self.refresh)

    def minimumSizeHint(self) -> QSize:
        """Least size at which every curve can be read."""
        rows, _ = self._grid()
        return QSize(_CELL_WIDTH, rows * _CELL_HEIGHT)

    def sizeHint(self) -> QSize:
        """Usual size, with two columns."""
        rows = math.ceil(len(self.curves) / 2)
        return QSize(2 * _CELL_WIDTH, rows * _CELL_HEIGHT * 4 // 3)

    def show_curves(self, curves: tuple[LimitCurve, ...]) -> None:
        """Show these curves."""
        self.curves = curves
        self.updateGeometry()
        self.refresh()

    def show_at(self, seconds: float) -> None:
        """Mark a time of the motion, s."""
        self.seconds = seconds
        self.update()

    def refresh(self) -> None:
        """Paint everything again."""
        self._kept = None
        self.update()

    def cells(self) -> list[LimitCell]:
        """The cells of the joints, row by row."""
        rows, columns = self._grid()
        width = (self.width() - GRID * (columns - 1)) / columns
        line = QFontMetricsF(current_theme().font()).height()
        height = (self.height() - line) / rows
        widest = axis_width(self.curves)
        found = []
        for cell in range(len(self.curves)):
            row, column = divmod(cell, columns)
            has_time = cell + columns >= len(self.curves)
            place = QRectF(column * (width + GRID), row * height, width, height + (line if has_time else 0.0))
            found.append(LimitCell.within(place, axis_width=widest, has_time=has_time))
        return found

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Ask for the time under the pointer."""
        if event.button() == Qt.MouseButton.LeftButton:
            self._ask(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Ask for the time under the pointer while it is pressed."""
        if event.buttons() & Qt.MouseButton.LeftButton:
            self._ask(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the charts from a cached picture, and the shown time over them."""
        if not self.curves:
            return
        cells = self.cells()
        with QPainter(self) as painter:
            painter.drawPixmap(0, 0, self._still(cells))
            for cell, curve in zip(cells, self.curves, strict=True):
                paint_moment(painter, cell, curve, self.seconds)

    def _still(self, cells: list[LimitCell]) -> QPixmap:
        ratio = self.devicePixelRatioF()
        key = (self.size().toTuple(), ratio)
        if self._kept is None or self._kept[0] != key:
            picture = QPixmap(self.size() * ratio)
            picture.setDevicePixelRatio(ratio)
            picture.fill(Qt.GlobalColor.transparent)
            with QPainter(picture) as inner:
                for cell, curve in zip(cells, self.curves, strict=True):
                    paint_cell(inner, cell, curve)
            self._kept = key, picture
        return self._kept[1]

    def _grid(self) -> tuple[int, int]:
        """Rows and columns: as many columns as fit, with evenly filled rows."""
        count = max(len(self.curves), 1)
        columns = min(max(self.width() // _CELL_WIDTH, 1), count)
        rows = math.ceil(count / columns)
        return rows, math.ceil(count / rows)

    def _ask(self, event: QMouseEvent) -> None:
        place = event.position()
        for cell, curve in zip(self.cells(), self.curves, strict=True):
            if cell.place.contains(place):
                self.moment_asked.emit(cell.seconds(curve, place.x()))


class LimitChart(QWidget):
    """Position, velocity or acceleration of every joint with hatched limits and the used shares."""

    moment_asked = Signal(float)
    """Carries the time of the motion that the user wants to see, s."""

    def __init__(self) -> None:
        super().__init__()
        self.quantity = Segmented(
            self.tr("Quantity"), [self.tr("Position"), self.tr("Velocity"), self.tr("Acceleration")]
        )
        self.quantity.chosen.connect(lambda _index: self._show_quantity())
        self.most = Text(role="muted", wrap=True)
        self.cells = LimitCells()
        self.cells.moment_asked.connect(self.moment_asked)
        self._time = np.empty(0)
        self._values: tuple[FloatArray, ...] = ()
        self._bounds: tuple[tuple[FloatArray, FloatArray], ...] = ()
        self._use = np.empty((0, 3))
        self._slides: npt.NDArray[np.bool_] = np.empty(0, dtype=np.bool_)
        self.setAccessibleName(self.tr("Every joint against its limits"))
        self._lay_out()

    def show_motion(
        self,
        time: FloatArray,
        motion: Kinematics,
        *,
        limits: MotionLimits,
        limit_use: FloatArray,
        slides: npt.NDArray[np.bool_],
    ) -> None:
        """Show a motion at ``time`` (N,) s in SI units, from its begin.

        ``limit_use`` (n, 3) are the used shares of the position, velocity and acceleration limits;
        ``slides`` (n,) is True for sliding joints.
        """
        self._time, self._use, self._slides = time, limit_use, slides
        self._values = motion.position, motion.velocity, motion.acceleration
        self._bounds = (
            (limits.lower, limits.upper),
            (-limits.velocity, limits.velocity),
            (-limits.acceleration, limits.acceleration),
        )
        self.cells.show_at(float(time[0]) if time.size else 0.0)
        self._show_quantity()

    def show_at(self, seconds: float) -> None:
        """Mark a time of the motion, s."""
        self.cells.show_at(seconds)

    def _show_quantity(self) -> None:
        if not self._values:
            return
        curves = tuple(self._curve(joint) for joint in range(len(self._slides)))
        self.cells.show_curves(curves)
        self.most.setText(self._most_words())
        spoken = self.tr("Joint {number}: {words}.")
        self.setAccessibleDescription(
            " ".join(spoken.format(number=curve.joint + 1, words=curve.words) for curve in curves)
        )

    def _curve(self, joint: int) -> LimitCurve:
        chosen = max(self.quantity.index, _POSITION)
        unit = _UNITS[chosen][int(self._slides[joint])]
        low, high = (float(unit.shown(bound[joint])) for bound in self._bounds[chosen])
        use = float(self._use[joint, chosen])
        values = np.asarray(unit.shown(self._values[chosen][:, joint]))
        words = self._use_words(use)
        return LimitCurve(joint, self._time, values, low, high, unit, words, is_over=use > _OVER)

    def _use_words(self, use: float) -> str:
        words = self.tr("{share} of limit, over it") if use > _OVER else self.tr("{share} of limit")
        return words.format(share=percent(use))

    def _most_words(self) -> str:
        """Sentence on the joint that comes nearest to any of its limits."""
        joint, which = np.unravel_index(int(np.argmax(self._use)), self._use.shape)
        words = (
            self.tr("Nearest to a limit: joint {number} in position, {share}"),
            self.tr("Nearest to a limit: joint {number} in velocity, {share}"),
            self.tr("Nearest to a limit: joint {number} in acceleration, {share}"),
        )[int(which)]
        return words.format(number=int(joint) + 1, share=percent(float(self._use[joint, which])))

    def _lay_out(self) -> None:
        head = bare_row(self.quantity, (self.most, 1), spacing=2 * GRID)
        head.setContentsMargins(GRID, GRID, GRID, 0)
        bare_column(head, (self.cells, 1), of=self).setContentsMargins(0, 0, GRID, GRID)
