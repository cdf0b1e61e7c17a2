"""One quantity over several visits: points with their ±, and the line through them."""

from collections.abc import Sequence
from typing import Protocol

import numpy as np
import pyqtgraph as pg
from PySide6.QtWidgets import QWidget

from app.look.theme import current_theme
from app.speech.units import DisplayUnit
from app.widgets.plot import Curve, Plot
from core.recording import FloatArray

_DOT_SIZE = 9
_DAY_S = 86400.0
_ROOM = 0.12
_LEAST_BETWEEN = 0.14
"""Of the width: dates that are nearer to the one before are not written."""


class Followed(Protocol):
    """One quantity over V visits: (V,) s since the first, values with their ±, and a line or none of it."""

    @property
    def time(self) -> FloatArray: ...  # noqa: D102
    @property
    def value(self) -> FloatArray: ...  # noqa: D102
    @property
    def std(self) -> FloatArray: ...  # noqa: D102
    @property
    def line(self) -> FloatArray: ...  # noqa: D102


class TrendChart(Plot):
    """Values over days; the dates of the visits stand below."""

    def __init__(self, name: str, *, parent: QWidget | None = None) -> None:
        super().__init__(name, parent=parent)
        self.box.setMouseEnabled(x=False, y=False)
        self._bars = pg.ErrorBarItem(beam=0.0)
        self._dots = pg.ScatterPlotItem(size=_DOT_SIZE)
        self.box.addItem(self._bars)
        self.box.addItem(self._dots)
        current_theme().changed.connect(self._colour_points)
        self._colour_points()

    def show_values(
        self, name: str, unit: DisplayUnit, found: Followed, *, dates: Sequence[str], summary: str
    ) -> None:
        """Show a quantity; ``dates`` are those of the points."""
        days = found.time / _DAY_S
        y, std = found.value * unit.per_si, found.std * unit.per_si
        self._bars.setData(x=days, y=y, height=2.0 * std)
        self._dots.setData(x=days, y=y)
        self.label_axes("", "", name, unit.symbol)
        self.x_label = self.tr("Time since the first visit"), "d"
        line = found.line * unit.per_si
        curves = (Curve(self.tr("trend"), unit.symbol, days, line, "model"),) if line.size else ()
        self.show_curves(curves, summary=summary)
        measured = Curve(name, unit.symbol, days, y, "measured")
        self.extra_curves = (measured, Curve(self.tr("±"), unit.symbol, days, std, "measured"))
        self._fit(days, np.concatenate([y - std, y + std]), dates)

    def _set_limits(self) -> None:
        """The ranges are those of ``show_values``."""

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

    def _colour_points(self) -> None:
        measured = current_theme().colour("measured")
        self._bars.setOpts(pen=pg.mkPen(measured))
        self._dots.setBrush(pg.mkBrush(measured))
        self._dots.setPen(pg.mkPen(current_theme().colour("surface")))
