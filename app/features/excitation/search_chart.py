"""Chart of a search for a motion: the best condition number so far over the seconds."""

import math

import numpy as np
import pyqtgraph as pg
from PySide6.QtGui import QFontMetricsF

from app.look.theme import current_theme
from app.speech.units import SECOND, number
from app.widgets.legend import Curve, curve_pen
from app.widgets.plot import Plot
from app.widgets.text import BOLD
from core.recording import FloatArray

_STEPS = ((1.0,), (1.0, 2.0, 5.0), (1.0, 1.5, 2.0, 3.0, 5.0, 7.0), tuple(np.arange(1.0, 10.0, 0.5).tolist()))
"""Mantissas of the numbers at the left, coarse to fine."""
_FEWEST, _LINES_A_TICK = 3, 1.7
"""Numbers at the left if there is room, and the lines of text that each needs."""
_ROOM = 0.08
_LEAST_SPAN = math.log10(1.25)
_LEAST_SECONDS = 0.5
_FINE_DIGITS = 3
_LEAST_HEIGHT = 150


class SearchChart(Plot):
    """A curve that falls in steps, on a logarithmic axis."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.box.setMouseEnabled(x=False, y=False)
        self.x_label = self.tr("Time of the search"), SECOND.symbol
        self.y_label = self.tr("Condition number"), ""
        self.axis("bottom").setLabel(f"{self.x_label[0]} ({SECOND.symbol})")
        self.axis("left").setLabel(self.y_label[0].replace(" ", "<br>", 1))  # a low chart has little room
        self.setMinimumHeight(_LEAST_HEIGHT)
        self._now = 0.0
        self._newest = pg.TextItem(anchor=(1.0, 1.1))
        self.box.addItem(self._newest, ignoreBounds=True)
        self.take_theme()
        self.show_history(np.empty((0, 2)))

    def show_history(self, history: FloatArray, *, seconds: float | None = None) -> None:
        """Show ``history`` (K, 2): seconds and the best condition number since; ``seconds`` have passed."""
        known = history[np.isfinite(history).all(axis=1) & (history[:, 1] > 0.0)]
        now = max(float(known[-1, 0]) if known.size else 0.0, seconds or 0.0)
        x = np.append(np.repeat(known[:, 0], 2)[1:], now) if known.size else np.empty(0)
        y = np.repeat(known[:, 1], 2)
        self.curves = (Curve(self.y_label[0], "", x, y, "measured"),) if known.size else ()
        self.setAccessibleDescription(self._summary(known, now))
        self._now = now
        self._draw()

    def visible_range(self) -> tuple[float, float]:
        """Times that are saved, s: all of them."""
        return (0.0, float(self.curves[0].x[-1])) if self.curves else (0.0, 0.0)

    def take_theme(self) -> None:
        """Colour everything by the present theme."""
        super().take_theme()
        self._newest.setFont(current_theme().font(weight=BOLD))
        self._newest.setColor(current_theme().colour("text"))

    def _frame(self) -> None:
        """Set the ranges to hold the curve, with round numbers at the left."""
        values = self.curves[0].y if self.curves else np.empty(0)
        low, high = (
            (math.log10(float(values.min())), math.log10(float(values.max()))) if values.size else (1.0, 2.0)
        )
        middle, half = (low + high) / 2.0, 0.5 * max(high - low, _LEAST_SPAN)
        low, high = middle - (1.0 + 2.0 * _ROOM) * half, middle + (1.0 + 2.0 * _ROOM) * half
        self.setXRange(0.0, max(self._now, _LEAST_SECONDS), padding=0)
        self.setYRange(low, high, padding=0)
        ticks = [
            (math.log10(value), number(value, digits=_digits(value)))
            for value in round_values(low, high, most=self._tick_count())
        ]
        self.axis("left").setTicks([ticks])

    def _tick_count(self) -> int:
        """Count of the numbers that have room at the left."""
        line = QFontMetricsF(current_theme().font()).height()
        height = float(self.box.height())
        return max(int(height / (_LINES_A_TICK * line)), 1)

    def _draw(self) -> None:
        self._frame()
        while self.curves and not self._items:
            curve_item = pg.PlotCurveItem(antialias=False)
            self._items.append(curve_item)
            self.box.addItem(curve_item)
        self._newest.setVisible(bool(self.curves))
        if not self.curves:
            for item in self._items:
                item.clear()
            return
        curve = self.curves[0]
        heights = np.log10(curve.y)
        self._items[0].setData(curve.x, heights, pen=curve_pen(curve.pen))
        self._newest.setText(number(float(curve.y[-1]), digits=_FINE_DIGITS))
        self._newest.setPos(float(curve.x[-1]), float(heights[-1]))

    def _summary(self, known: FloatArray, now: float) -> str:
        if not known.size:
            return self.tr("Nothing found yet.")
        words = self.tr("Condition number {last} after {seconds} s; it began at {first}.")
        return words.format(
            last=number(float(known[-1, 1]), digits=_FINE_DIGITS),
            seconds=number(now, decimals=1),
            first=number(float(known[0, 1]), digits=_FINE_DIGITS),
        )


def round_values(low: float, high: float, *, most: int) -> list[float]:
    """Round numbers between two powers of ten, at most so many; the finer, the nearer the powers."""
    decades = range(math.floor(low), math.floor(high) + 1)
    best: list[float] = []
    for mantissas in _STEPS:  # the finest step that still has room wins
        found = [m * 10.0**power for power in decades for m in mantissas]
        found = [value for value in found if low <= math.log10(value) <= high]
        if len(best) < len(found) <= most:
            best = found
    # within one decade the mantissas give too few numbers; even steps are then nearly even on the log axis
    return best if len(best) >= min(_FEWEST, most) else _evenly(10.0**low, 10.0**high, most)


def _evenly(low: float, high: float, most: int) -> list[float]:
    """At most ``most`` round numbers in even steps."""
    step = 10.0 ** math.floor(math.log10((high - low) / most))
    while (high - low) / step > most:
        step *= 2.0
    return [count * step for count in range(math.ceil(low / step), math.floor(high / step) + 1)]


def _digits(value: float) -> int:
    """Count of the digits that a round number needs."""
    return len(f"{value:.6g}".replace(".", "").strip("0")) or 1
