"""Chart of the contribution of every link spring to every joint: the table of the reduction in colours."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFocusEvent,
    QFontMetricsF,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)

from app.look.theme import current_theme
from app.widgets.layouts import keep_least
from app.widgets.painting import ink_on, mixed
from app.widgets.text import BOLD
from app.widgets.view_saving import Picture, SavedTable
from core.recording import FloatArray

_LEFT, _HEAD = 34.0, 42.0
_GAP = 6.0
"""Gap between the columns of two links."""
_LEAST_CELL = (22.0, 17.0)
_FAINTEST = 0.08
"""Strength of the colour of the smallest contribution."""
_FAINTEST_HATCH = 0.25
_NOTHING = 1e-9
"""Share of the largest contribution below which a value is rounding."""
_PAD = 2.0
_MIDDLE = Qt.AlignmentFlag.AlignCenter


@dataclass(frozen=True, eq=False)
class Contributions:
    """Contributions ``values`` (springs, links, joints); colours are full at ``scale`` (springs,)."""

    values: FloatArray
    scale: FloatArray
    springs: tuple[str, ...]
    links: tuple[str, ...]
    joints: tuple[str, ...]
    is_known: tuple[bool, ...]
    """For every joint, False where it is not measurable."""
    unit: str
    longest_text: str
    """Longest number; cells show numbers where this one has room."""
    cell_text: Callable[[float], str]
    """Number in a cell; empty for a small one."""
    cell_words: Callable[[int, int, int], str]
    """Sentence on the cell of a spring, a link and a joint."""


class ContributionChart(Picture):
    """Rows are springs, columns are joints, link by link; pointer or arrow keys choose a cell."""

    pointed = Signal(str)
    """Sentence on the chosen cell."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.shown: Contributions | None = None
        self.cell: tuple[int, int, int] | None = None
        """Spring, link and joint of the chosen cell."""
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        keep_least(self, width=320, height=int(_HEAD + 21 * _LEAST_CELL[1]))

    def show_contributions(self, shown: Contributions | None, *, summary: str = "") -> None:
        """Show other contributions; the chosen cell stays where the chart has the same shape."""
        before = None if self.shown is None else self.shown.values.shape
        self.shown = shown
        if shown is None or shown.values.shape != before:
            self.cell = None if shown is None else self.strongest(shown)
        self.setAccessibleDescription(summary)
        self._show_words()
        self.update()

    def sizeHint(self) -> QSize:
        """Size with room for numbers in the cells."""
        theme = current_theme()
        return QSize(theme.scaled(900), theme.scaled(_HEAD + 21 * (_LEAST_CELL[1] + 2)))

    def saved_table(self) -> SavedTable:
        """Table with a row for each spring of each link, and a column for each joint."""
        shown = self.shown
        if shown is None:
            return SavedTable((), ())
        springs, links, _ = shown.values.shape
        flat = shown.values.transpose(1, 0, 2).reshape(links * springs, -1)
        link, spring = np.divmod(np.arange(links * springs, dtype=np.float64), springs)
        names = tuple(f"{joint} ({shown.unit})" for joint in shown.joints)
        return SavedTable(("link", "spring", *names), (link + 1.0, spring + 1.0, *flat.T))

    def choose(self, spring: int, link: int, joint: int) -> None:
        """Choose the cell of a spring, a link and a joint."""
        self.cell = (spring, link, joint)
        self._show_words()
        self.update()

    def place_of(self, spring: int, link: int, joint: int) -> QRectF:
        """Rectangle in which a cell is painted."""
        assert self.shown is not None
        springs, links, joints = self.shown.values.shape
        beside, head = current_theme().scaled(_LEFT), current_theme().scaled(_HEAD)
        width = (self.width() - 1 - beside - (links - 1) * _GAP) / (links * joints)
        height = (self.height() - 1 - head) / springs
        left = beside + (link * joints + joint) * width + link * _GAP
        return QRectF(left, head + spring * height, width, height)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint headings, cells, and a frame around the chosen cell."""
        with QPainter(self) as painter:
            if self.shown is None:
                return
            self._paint_headings(painter, self.shown)
            for spring, link, joint in np.ndindex(*self.shown.values.shape):
                self._paint_cell(painter, self.shown, (spring, link, joint))
            if self.cell is not None:
                painter.setPen(QPen(current_theme().colour("text"), 2.0 if self.hasFocus() else 1.4))
                painter.setBrush(Qt.BrushStyle.NoBrush)
                painter.drawRect(self.place_of(*self.cell).adjusted(0.5, 0.5, -0.5, -0.5))

    def _paint_headings(self, painter: QPainter, shown: Contributions) -> None:
        theme = current_theme()
        head = theme.scaled(_HEAD)
        springs, links, joints = shown.values.shape
        for link in range(links):
            first, last = self.place_of(0, link, 0), self.place_of(0, link, joints - 1)
            painter.setFont(theme.font(weight=BOLD))
            painter.setPen(theme.colour("text"))
            over = QRectF(first.left(), 0.0, last.right() - first.left(), head / 2.0)
            painter.drawText(over, _MIDDLE, shown.links[link])
            painter.setFont(theme.font())
            painter.setPen(theme.colour("muted"))
            for joint in range(joints):
                place = self.place_of(0, link, joint)
                place.moveTop(head / 2.0)
                place.setHeight(head / 2.0)
                painter.drawText(place, _MIDDLE, str(joint + 1))
            frame = QRectF(first.topLeft(), self.place_of(springs - 1, link, joints - 1).bottomRight())
            painter.setPen(QPen(theme.colour("hairline"), 1.0))
            painter.drawRect(frame)
        painter.setPen(theme.colour("text"))
        for spring, name in enumerate(shown.springs):
            place = self.place_of(spring, 0, 0)
            painter.drawText(
                QRectF(0.0, place.top(), theme.scaled(_LEFT) - 8.0, place.height()), _MIDDLE, name
            )

    def _paint_cell(self, painter: QPainter, shown: Contributions, cell: tuple[int, int, int]) -> None:
        value, scale = float(shown.values[cell]), float(shown.scale[cell[0]])
        if not np.isfinite(value) or scale <= 0.0 or abs(value) <= _NOTHING * scale:
            return
        colour = cell_colour(value / scale)
        place = self.place_of(*cell).adjusted(0.5, 0.5, -0.5, -0.5)
        painter.fillRect(place, colour)
        if value < 0.0:
            ink = current_theme().colour("model")
            ink.setAlphaF(min(_FAINTEST_HATCH + abs(value) / scale, 1.0))
            painter.fillRect(place, QBrush(ink, Qt.BrushStyle.BDiagPattern))
        words = shown.cell_text(value)
        metrics = QFontMetricsF(current_theme().font())
        width = metrics.horizontalAdvance(words)
        if not words or metrics.horizontalAdvance(shown.longest_text) > place.width():
            return
        painter.setFont(current_theme().font())
        if value < 0.0:  # the number needs plain ground to be legible on the hatching
            middle = place.center()
            painter.fillRect(
                QRectF(middle.x() - width / 2 - _PAD, place.top() + 1, width + 2 * _PAD, place.height() - 2),
                colour,
            )
        painter.setPen(ink_on(colour))
        painter.drawText(place.adjusted(-4, -4, 4, 4), _MIDDLE, words)

    def strongest(self, shown: Contributions) -> tuple[int, int, int]:
        """Spring, link and joint of the largest contribution relative to its scale."""
        with np.errstate(divide="ignore", invalid="ignore"):
            shares = np.abs(shown.values) / shown.scale[:, np.newaxis, np.newaxis]
        relative = np.nan_to_num(shares, posinf=0.0) * np.array(shown.is_known)
        spring, link, joint = np.unravel_index(int(np.argmax(relative)), relative.shape)
        return int(spring), int(link), int(joint)

    def _show_words(self) -> None:
        words = self.shown.cell_words(*self.cell) if self.shown is not None and self.cell is not None else ""
        self.pointed.emit(words)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Choose the cell below the pointer."""
        cell = self._cell_at(event.position())
        if cell is not None and cell != self.cell:
            self.choose(*cell)
            assert self.shown is not None
            self.setToolTip(self.shown.cell_words(*cell))

    def _cell_at(self, place: QPointF) -> tuple[int, int, int] | None:
        if self.shown is None:
            return None
        springs, links, joints = self.shown.values.shape
        for link in range(links):
            whole = QRectF(
                self.place_of(0, link, 0).topLeft(),
                self.place_of(springs - 1, link, joints - 1).bottomRight(),
            )
            if whole.contains(place):
                across = (place.x() - whole.left()) / whole.width() * joints
                down = (place.y() - whole.top()) / whole.height() * springs
                return min(int(down), springs - 1), link, min(int(across), joints - 1)
        return None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Choose a neighbouring cell by the arrow keys."""
        steps = {
            Qt.Key.Key_Left: (0, -1),
            Qt.Key.Key_Right: (0, 1),
            Qt.Key.Key_Up: (-1, 0),
            Qt.Key.Key_Down: (1, 0),
        }
        step = steps.get(Qt.Key(event.key()))
        is_turning_page = bool(event.modifiers() & Qt.KeyboardModifier.AltModifier)
        if step is None or is_turning_page or self.shown is None or self.cell is None:
            super().keyPressEvent(event)
            return
        springs, links, joints = self.shown.values.shape
        spring = min(max(self.cell[0] + step[0], 0), springs - 1)
        column = min(max(self.cell[1] * joints + self.cell[2] + step[1], 0), links * joints - 1)
        self.choose(spring, *divmod(column, joints))

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Paint a thicker frame while the keyboard is here."""
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Paint the thin frame again, because the keyboard is elsewhere."""
        super().focusOutEvent(event)
        self.update()


def cell_colour(share: float) -> QColor:
    """Colour of a share from -1 to 1: one colour above zero, another below."""
    theme = current_theme()
    # the root makes small shares visible too
    strength = _FAINTEST + (1.0 - _FAINTEST) * min(abs(share), 1.0) ** 0.5
    aim = theme.colour("accent" if share > 0.0 else "model")
    return mixed(theme.colour("surface"), aim, strength if share > 0.0 else 0.6 * strength)
