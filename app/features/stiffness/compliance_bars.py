"""Bars of every joint's compliance: its own spring, then the share of each link, with the numbers beside."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite

import numpy as np
from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Slot
from PySide6.QtGui import QBrush, QColor, QFontMetricsF, QPainter, QPaintEvent, QPen

from app.look.theme import current_theme
from app.look.tokens import GRID
from app.speech.words import verdict_word, with_joint_numbers
from app.widgets.glyphs import VERDICT_GLYPHS, paint_glyph
from app.widgets.painting import ink_on
from app.widgets.text import BOLD
from app.widgets.view_saving import Picture, SavedTable
from core.quality import Verdict

SPRING = -2
"""Number of the joint's own spring in place of a link; -1 is the base of the arm."""
_GLYPH = 18.0
_LEFT, _RIGHT = 160.0, 236.0
_LEAST_ROW, _MOST_ROW, _BAR = 46.0, 72.0, 24.0
_HEAD, _WIDE = 24.0, 80.0
"""Height above the bars, and width of a number there."""
_MOST_WORDS = "100 %"
_TEXT_PAD = 5.0
_THINNEST_PX = 0.5
_START = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
_END = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
_MIDDLE = Qt.AlignmentFlag.AlignCenter


@dataclass(frozen=True)
class Part:
    """Share of one source in the compliance of a joint; ``link`` from 0, ``SPRING``, or -1 for the base."""

    link: int
    name: str
    share: float


@dataclass(frozen=True)
class JointBar:
    """One joint: its parts, the own spring first, and the numbers beside the bar."""

    name: str
    verdict: Verdict
    parts: tuple[Part, ...]
    stiffness: str
    remark: str
    words: str
    """The same in a sentence, for screen readers."""


class ComplianceBars(Picture):
    """Joints below each other; negative parts are left of the zero line."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.bars: tuple[JointBar, ...] = ()
        current_theme().changed.connect(self._keep_height)
        self._keep_height()

    def show_bars(self, bars: Sequence[JointBar]) -> None:
        """Show the bars of these joints."""
        self.bars = tuple(bars)
        self._keep_height()
        self.setAccessibleDescription(" ".join(bar.words for bar in bars))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Size with a row for each joint."""
        return QSize(current_theme().scaled(640), self.minimumHeight())

    def saved_table(self) -> SavedTable:
        """Table with the share of every source in every joint."""
        names = tuple(dict.fromkeys(part.name for bar in self.bars for part in bar.parts))
        found = [{part.name: part.share for part in bar.parts} for bar in self.bars]
        columns = tuple(np.array([shares.get(name, 0.0) for shares in found]) for name in names)
        numbers = np.arange(1.0, len(self.bars) + 1.0)
        return SavedTable(("joint", *(f"{name} (share)" for name in names)), (numbers, *columns))

    @Slot()
    def _keep_height(self) -> None:
        self.setMinimumHeight(current_theme().scaled(_HEAD + max(len(self.bars), 3) * _LEAST_ROW))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the scale, then a row for each joint."""
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            if not self.bars:
                return
            low, high = self._reach()
            left, right, head = (current_theme().scaled(pixels) for pixels in (_LEFT, _RIGHT, _HEAD))
            track = QRectF(left, 0.0, self.width() - left - right, float(self.height()))
            scale = track.width() / (high - low)
            zero = track.left() - low * scale
            row = min((self.height() - head) / len(self.bars), current_theme().scaled(_MOST_ROW))
            bottom = head + row * len(self.bars)
            self._paint_scale(painter, zero, scale, bottom=bottom)
            for place, bar in enumerate(self.bars):
                self._paint_row(painter, bar, QRectF(0.0, head + place * row, self.width(), row), zero, scale)

    def _reach(self) -> tuple[float, float]:
        """Lower and upper end of the scale, as shares."""
        below = [sum(part.share for part in bar.parts if part.share < 0.0) for bar in self.bars]
        above = [sum(part.share for part in bar.parts if part.share > 0.0) for bar in self.bars]
        return min(0.0, *below), max(1.0, *above)

    def _paint_scale(self, painter: QPainter, zero: float, scale: float, *, bottom: float) -> None:
        theme = current_theme()
        head, wide = theme.scaled(_HEAD), theme.scaled(_WIDE)
        painter.setFont(theme.font())
        needed = QFontMetricsF(theme.font()).horizontalAdvance(_MOST_WORDS) + GRID
        labelled = next((step for step in (0.25, 0.5) if step * scale >= needed), 1.0)
        for share in (0.0, 0.25, 0.5, 0.75, 1.0):
            x = round(zero + share * scale) + 0.5
            painter.setPen(QPen(theme.colour("control_border" if not share else "hairline"), 1.0))
            painter.drawLine(QPointF(x, head), QPointF(x, bottom))
            if share % labelled:
                continue
            painter.setPen(theme.colour("muted"))
            place = QRectF(x - wide / 2.0, 0.0, wide, head - 4.0)
            painter.drawText(place, _MIDDLE, f"{round(100 * share)} %")

    def _paint_row(self, painter: QPainter, bar: JointBar, row: QRectF, zero: float, scale: float) -> None:
        theme = current_theme()
        middle = row.center().y()
        sign = QRectF(0.0, middle - _GLYPH / 2.0, _GLYPH, _GLYPH)
        paint_glyph(painter, sign, VERDICT_GLYPHS[bar.verdict], theme.tokens)
        height = QFontMetricsF(theme.font()).height()
        name = QRectF(_GLYPH + GRID, middle - height, theme.scaled(_LEFT) - _GLYPH - 2 * GRID, height)
        painter.setFont(theme.font(weight=BOLD))
        painter.setPen(theme.colour("text"))
        painter.drawText(name, _START, with_joint_numbers(bar.name))
        painter.setFont(theme.font())
        painter.setPen(theme.colour("muted"))
        painter.drawText(name.translated(0.0, height), _START, verdict_word(bar.verdict))
        ahead = behind = zero
        for part in bar.parts:
            width = abs(part.share) * scale
            if part.share >= 0.0:
                left, ahead = ahead, ahead + width
            else:
                left = behind = behind - width
            place = QRectF(left, middle - _BAR / 2.0, width, _BAR)
            paint_part(painter, place, part, is_known=bar.verdict is not Verdict.NOT_MEASURABLE)
        self._paint_numbers(painter, bar, row)

    def _paint_numbers(self, painter: QPainter, bar: JointBar, row: QRectF) -> None:
        theme = current_theme()
        height = QFontMetricsF(theme.font()).height()
        right = theme.scaled(_RIGHT)
        place = QRectF(row.right() - right + 2 * GRID, row.center().y() - height, right - 2 * GRID, height)
        painter.setFont(theme.font(weight=BOLD))
        painter.setPen(theme.colour("text"))
        painter.drawText(place, _END, bar.stiffness)
        painter.setFont(theme.font())
        painter.setPen(theme.colour("muted"))
        painter.drawText(place.translated(0.0, height), _END, bar.remark)


def part_colour(link: int) -> QColor:
    """Colour of a joint's own spring, of the base, or of a link (that of the joint which moves it)."""
    theme = current_theme()
    if link == SPRING:
        return theme.colour("control_border")
    return theme.colour("muted") if link < 0 else QColor(theme.tokens.joint(link))


def paint_part(painter: QPainter, place: QRectF, part: Part, *, is_known: bool) -> None:
    """Paint one piece of a bar; hatched where it is negative or the joint is not known."""
    if not isfinite(part.share) or place.width() < _THINNEST_PX:
        return
    theme, colour = current_theme(), part_colour(part.link)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)  # noqa: FBT003  # Qt's own
    is_hatched = part.share < 0.0 or not is_known
    style = Qt.BrushStyle.BDiagPattern if is_hatched else Qt.BrushStyle.SolidPattern
    painter.fillRect(place, QBrush(colour, style))
    painter.setPen(QPen(theme.colour("surface"), 1.0))
    painter.drawLine(place.topRight(), place.bottomRight())
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    words = f"{round(100 * part.share)} %".replace("-", "−")
    if is_hatched or QFontMetricsF(theme.font()).horizontalAdvance(words) + 2 * _TEXT_PAD > place.width():
        return
    painter.setFont(theme.font())
    painter.setPen(ink_on(colour))
    painter.drawText(place, _MIDDLE, words)
