"""The chart of one quantity over several visits: points with their ±, and the line through them."""

from collections.abc import Sequence

import numpy as np

from app.features.comparison.history_lines import HistoryLine
from app.speech.dates import day_word
from app.widgets.curve import Curve
from app.widgets.measured_points import MeasuredPoints
from app.widgets.plot import Plot
from core.recording import FloatArray

_DOT_SIZE = 9
_DAY_S = 86400.0
_ROOM = 0.12
_LEAST_BETWEEN = 0.14
"""Share of the width: a date nearer than this to the one before is not written."""


class TrendChart(Plot):
    """Values over the days since the first visit; the axis shows the dates of the visits."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.box.setMouseEnabled(x=False, y=False)
        self._points = MeasuredPoints(self, size=_DOT_SIZE)

    def show_line(self, one: HistoryLine) -> None:
        """Show a quantity over the visits that measured it."""
        found, unit = one.trend, one.unit
        days, y, std = found.time / _DAY_S, found.value * unit.per_si, found.std * unit.per_si
        self._points.show_points(days, y, std)
        self.label_axes("", "", one.name, unit.symbol)
        self.x_label = self.tr("Time since the first visit"), "d"
        line = found.line * unit.per_si
        curves = (Curve(self.tr("trend"), unit.symbol, days, line, "model"),) if line.size else ()
        self.show_curves(curves, summary=one.sentence)
        measured = Curve(one.name, unit.symbol, days, y, "measured")
        self.extra_curves = (measured, Curve(self.tr("±"), unit.symbol, days, std, "measured"))
        dates = [day_word(one.recorded_at[visit]) for visit in found.visit]
        self._fit(days, np.concatenate([y - std, y + std]), dates)

    def read_curves(self) -> tuple[Curve, ...]:
        """The line and the measured points."""
        return (*self.curves, *self.extra_curves[:1])

    def _set_limits(self) -> None:
        """Keep the ranges of ``show_line``: the shown curves do not set them."""

    def _fit(self, days: FloatArray, y: FloatArray, dates: Sequence[str]) -> None:
        self.setXRange(float(days.min()), float(days.max()), padding=_ROOM)
        self.setYRange(float(y.min()), float(y.max()), padding=_ROOM)
        span, last = max(float(np.ptp(days)), 1.0), -np.inf
        ticks = []
        for day, date in zip(days.tolist(), dates, strict=True):
            if day - last >= _LEAST_BETWEEN * span:
                ticks.append((day, date))
                last = day
        self.axis("bottom").setTicks([ticks])
