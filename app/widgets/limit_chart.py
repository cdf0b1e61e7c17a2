"""Every joint of a motion against its limits, as small charts side by side."""

import math

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetricsF, QMouseEvent, QPainter, QPaintEvent, QPixmap
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.look.theme import current_theme
from app.look.tokens import GRID
from app.speech.units import (
    DEGREE,
    DEGREE_PER_SECOND,
    MILLIMETRE,
    MILLIMETRE_PER_SECOND,
    DisplayUnit,
    percent,
)
from app.widgets.layouts import bare_column, bare_row
from app.widgets.limit_cell import LimitCell, LimitCurve, axis_width, paint_cell, paint_moment
from app.widgets.segmented import Segmented
from app.widgets.text import Text
from core.excitation.limits.motion_limits import MotionLimits
from core.excitation.trajectories.motion import Kinematics
from core.recording import FloatArray

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


class LimitCells(QWidget):
    """The small charts, in rows and columns."""

    moment_asked = Signal(float)
    """Carries the time of the motion at which the user pressed, s."""

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
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
        for number in range(len(self.curves)):
            row, column = divmod(number, columns)
            has_time = number + columns >= len(self.curves)
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

    def __init__(self, *, parent: QWidget | None = None) -> None:
        super().__init__(parent)
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
