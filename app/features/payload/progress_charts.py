"""Charts of payload sweeps under way: which are done with the present verdicts, and the mass after each."""

from collections.abc import Sequence
from math import isfinite

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.features.payload.measure_words import (
    coverage_sentence,
    quantity_word,
    so_far_word,
    spread_words,
    verdict_so_far,
)
from app.features.payload.sweep_run import PayloadSoFar
from app.look.theme import current_theme
from app.look.tokens import GRID
from app.speech.units import expanded, number
from app.widgets.glyphs import VERDICT_GLYPHS, Glyph, paint_glyph
from app.widgets.painting import smooth_painter
from app.widgets.text import BOLD
from core.payload.plan import Coverage, PayloadPlan, PayloadSweep
from core.payload.result import QUANTITIES

_CELL_HEIGHT, _ROW_HEIGHT = 32.0, 24.0
_GLYPH = 18.0
_ARROW = 18.0
_GAP = 4.0
_LEAST_WORD_AT = 92.0
"""Least left edge of the verdicts, px."""
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_MIDDLE = Qt.AlignmentFlag.AlignCenter
_BEGIN = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


class CoverageChart(QWidget):
    """Joints below each other, ways of holding the flange side by side; an arrow for each way of a sweep.

    A filled arrow is done, a bold frame helps most next. Below, mass, x, y and z with their verdicts.
    """

    def __init__(self, name: str) -> None:
        super().__init__()
        self._name = name
        self._plan: PayloadPlan | None = None
        self._coverage: Coverage | None = None
        self._now = 0
        """Number of the sweep that runs; 0 for none."""
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(name)
        current_theme().changed.connect(self.updateGeometry)
        self._speak()

    @property
    def done(self) -> tuple[int, ...]:
        """Numbers of the sweeps that are shown as done."""
        return self._coverage.done if self._coverage is not None else ()

    @property
    def next_sweep(self) -> int:
        """Number of the sweep that is framed; 0 for none."""
        wanted = self._coverage.next_sweeps if self._coverage is not None else ()
        return wanted[0] if wanted else 0

    def show_plan(self, plan: PayloadPlan | None) -> None:
        """Show the sweeps of another plan, none of them done."""
        self._plan, self._now = plan, 0
        self.show_coverage(None)
        self.updateGeometry()

    def show_coverage(self, coverage: Coverage | None) -> None:
        """Show which sweeps are done, and the verdicts they suffice for."""
        self._coverage = coverage
        self._speak()
        self.update()

    def show_now(self, number: int) -> None:
        """Mark the running sweep by its number; 0 for none."""
        if number != self._now:
            self._now = number
            self.update()

    def sizeHint(self) -> QSize:
        """Height of a row for each joint that sweeps and of four for the quantities."""
        joints = len(self._joints()) or 2
        line = QFontMetricsF(current_theme().font()).height()
        height = line + _GAP + joints * _CELL_HEIGHT + GRID + len(QUANTITIES) * _ROW_HEIGHT
        return QSize(320, round(height))

    def minimumSizeHint(self) -> QSize:
        """Width of all words side by side, and the preferred height."""
        orientations = self._plan.orientations if self._plan is not None else ()
        across = 3 * _ARROW
        return QSize(max(280, round(self._left() + len(orientations) * across)), self.sizeHint().height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the sweeps above and the quantities below."""
        with smooth_painter(self) as painter:
            below = self._paint_sweeps(painter)
            self._paint_quantities(painter, below + GRID)

    def _left(self) -> float:
        """Width of the column of the joints' names, px."""
        return max(map(_width, (self._wrist_words, *map(self._joint_word, self._joints())))) + GRID

    @property
    def _wrist_words(self) -> str:
        return self.tr("Wrist position")

    def _joint_word(self, joint: int) -> str:
        return self.tr("Joint {number}").format(number=joint + 1)

    def _joints(self) -> tuple[int, ...]:
        sweeps = self._plan.sweeps if self._plan is not None else ()
        return tuple(dict.fromkeys(sweep.joint for sweep in sweeps))

    def _paint_sweeps(self, painter: QPainter) -> float:
        """Paint headings and cells; the lower edge of the last row, px."""
        theme, plan = current_theme(), self._plan
        line = QFontMetricsF(theme.font()).height()
        top = line + _GAP
        if plan is None:
            return top + 2 * _CELL_HEIGHT
        joints, orientations, left = self._joints(), plan.orientations, self._left()
        width = (self.width() - left) / max(len(orientations), 1)
        painter.setFont(theme.font())
        painter.setPen(theme.colour("muted"))
        painter.drawText(QRectF(0.0, 0.0, left, line), int(_BEGIN), self._wrist_words)
        for column, orientation in enumerate(orientations):
            place = QRectF(left + column * width, 0.0, width, line)
            painter.drawText(place, int(_MIDDLE), str(orientation.number))
        for row, joint in enumerate(joints):
            middle = QRectF(0.0, top + row * _CELL_HEIGHT, left, _CELL_HEIGHT)
            painter.setPen(theme.colour("text"))
            painter.drawText(middle, int(_BEGIN), self._joint_word(joint))
            for column, orientation in enumerate(orientations):
                own = [s for s in plan.sweeps if (s.joint, s.orientation) == (joint, orientation.number)]
                cell = QRectF(left + column * width, middle.top(), width, _CELL_HEIGHT)
                self._paint_cell(painter, cell.adjusted(2, 2, -2, -2), own)
        return top + len(joints) * _CELL_HEIGHT

    def _paint_cell(self, painter: QPainter, cell: QRectF, sweeps: list[PayloadSweep]) -> None:
        if not sweeps:
            return
        theme = current_theme()
        is_next = any(sweep.number == self.next_sweep for sweep in sweeps)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(theme.colour("accent" if is_next else "hairline"), 2.0 if is_next else 1.0))
        painter.drawRoundedRect(cell, 4.0, 4.0)
        ways = dict.fromkeys(sweep.way for sweep in sweeps)
        step = cell.width() / (len(ways) + 1)
        for place, way in enumerate(ways, 1):
            numbers = {sweep.number for sweep in sweeps if sweep.way == way}
            _paint_arrow(
                painter,
                QPointF(cell.left() + place * step, cell.center().y()),
                way,
                is_done=numbers <= set(self.done),
                is_now=self._now in numbers,
            )

    def _paint_quantities(self, painter: QPainter, top: float) -> None:
        theme, coverage = current_theme(), self._coverage
        words = (_width(quantity_word(place), weight=BOLD) for place in range(len(QUANTITIES)))
        word_at = max(_GLYPH + 2 * GRID + max(words), _LEAST_WORD_AT)
        for place in range(len(QUANTITIES)):
            row = QRectF(0.0, top + place * _ROW_HEIGHT, float(self.width()), _ROW_HEIGHT)
            verdict = verdict_so_far(coverage, place)
            sign = VERDICT_GLYPHS[verdict] if verdict is not None else Glyph.EMPTY
            spot = QRectF(row.left(), row.center().y() - _GLYPH / 2.0, _GLYPH, _GLYPH)
            paint_glyph(painter, spot, sign, theme.tokens)
            painter.setPen(theme.colour("text"))
            painter.setFont(theme.font(weight=BOLD))
            painter.drawText(row.adjusted(_GLYPH + GRID, 0, 0, 0), int(_BEGIN), quantity_word(place))
            painter.setFont(theme.font())
            painter.drawText(row.adjusted(word_at, 0, 0, 0), int(_BEGIN), so_far_word(coverage, place))
            painter.setPen(theme.colour("muted"))
            painter.drawText(row, int(_RIGHT), self._spread(place))

    def _spread(self, place: int) -> str:
        """Expected standard deviation of a quantity after the finished sweeps, with its unit."""
        if self._coverage is None or verdict_so_far(self._coverage, place) is None:
            return ""
        expected = self._coverage.expected
        return spread_words(expected.mass_std if place == 0 else float(expected.center_std[place - 1]), place)

    def _speak(self) -> None:
        count = len(self._plan.sweeps) if self._plan is not None else 0
        done = min(len(self.done), count)
        words = self.tr("{done} of {count} sweeps done.").format(done=done, count=count)
        self.setAccessibleDescription(f"{words} {coverage_sentence(self._coverage)}")


def _width(word: str, *, weight: QFont.Weight = QFont.Weight.Normal) -> float:
    return QFontMetricsF(current_theme().font(weight=weight)).horizontalAdvance(word)


def _paint_arrow(painter: QPainter, middle: QPointF, way: int, *, is_done: bool, is_now: bool) -> None:
    """Paint an arrow to the right (there) or left (back); filled when done, bold while it runs."""
    theme = current_theme()
    half = _ARROW / 2.0
    tip, back = middle.x() + way * half, middle.x() - way * half
    head = tip - way * 8.0
    outline = QPolygonF(
        [
            QPointF(back, middle.y() - 2.5),
            QPointF(head, middle.y() - 2.5),
            QPointF(head, middle.y() - 7.0),
            QPointF(tip, middle.y()),
            QPointF(head, middle.y() + 7.0),
            QPointF(head, middle.y() + 2.5),
            QPointF(back, middle.y() + 2.5),
        ]
    )
    colour = theme.colour("accent" if is_done or is_now else "muted")
    painter.setPen(QPen(colour, 2.0 if is_now else 1.2))
    painter.setBrush(colour if is_done else Qt.BrushStyle.NoBrush)
    painter.drawPolygon(outline)


_DOT = 6.0


class MassBand(QWidget):
    """Rows of sweeps to the right, kilograms upwards; the axis reaches over all bands."""

    def __init__(self, *, parent: QWidget) -> None:
        super().__init__(parent)
        self.hide()  # until it has its place
        self.masses: tuple[tuple[int, float, float], ...] = ()
        """Number of rows, mass and its ± (kg), for each row that gave one."""
        self._rows = 0
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAccessibleName(self.tr("Mass so far"))

    def show_masses(self, found: Sequence[PayloadSoFar], *, rows: int) -> None:
        """Show the masses after each row, of ``rows`` in all."""
        known = [(one.rows, one.estimate.mass, expanded(one.estimate.mass_std)) for one in found]
        self.masses = tuple(one for one in known if isfinite(one[1] + one[2]))
        self._rows = rows
        self.update()

    def sizeHint(self) -> QSize:
        """Room for a plot."""
        return QSize(300, 200)

    def paintEvent(self, _event: object) -> None:
        """Paint axes, band and line."""
        if not self.masses:
            return
        theme = current_theme()
        metrics = QFontMetricsF(theme.font())
        low = min(mass - spread for _, mass, spread in self.masses)
        high = max(mass + spread for _, mass, spread in self.masses)
        spare = max(0.1 * (high - low), 1e-3)
        low, high = low - spare, high + spare
        left = max(metrics.horizontalAdvance(f"{number(value, decimals=2)} kg ") for value in (low, high))
        plot = QRectF(left, GRID, self.width() - left - GRID, self.height() - metrics.height() - 2 * GRID)

        def at(row: float, mass: float) -> QPointF:
            across = (row - 0.5) / max(self._rows, 1)
            return QPointF(
                plot.left() + across * plot.width(),
                plot.bottom() - (mass - low) / (high - low) * plot.height(),
            )

        over = [at(row, mass + spread) for row, mass, spread in self.masses]
        under = [at(row, mass - spread) for row, mass, spread in self.masses]
        line = [at(row, mass) for row, mass, _ in self.masses]
        with smooth_painter(self) as painter:
            painter.setPen(QPen(theme.colour("hairline"), 1.0))
            for row in range(1, self._rows + 1):
                painter.drawLine(at(row, low), at(row, high))
            painter.setPen(QPen(theme.colour("muted"), 1.0))
            painter.drawLine(plot.bottomLeft(), plot.bottomRight())
            for row in range(1, self._rows + 1):
                foot = QRectF(0.0, plot.bottom() + 2.0, 3 * GRID, metrics.height())
                foot.moveLeft(at(row, low).x() - foot.width() / 2.0)
                painter.drawText(foot, Qt.AlignmentFlag.AlignCenter, str(row))
            for value in (low + spare, high - spare):
                place = QRectF(0.0, at(1, value).y() - metrics.height() / 2.0, left - 4.0, metrics.height())
                words = f"{number(value, decimals=2)} kg"
                painter.drawText(place, Qt.AlignmentFlag.AlignRight, words)
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.colour("accent", 0.2))
            painter.drawPolygon(QPolygonF([*over, *reversed(under)]))
            if len(line) == 1:
                painter.setPen(QPen(theme.colour("accent", 0.4), 6.0))
                painter.drawLine(over[0], under[0])
            painter.setPen(QPen(theme.colour("accent"), 2.0))
            painter.drawPolyline(QPolygonF(line))
            painter.setBrush(theme.colour("accent"))
            painter.drawEllipse(line[-1], _DOT, _DOT)
