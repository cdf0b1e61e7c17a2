"""The chart of a key figure over the visits to one arm: points with their ±, trend, what is usual."""

import numpy as np
import pyqtgraph as pg
from PySide6.QtGui import QFontMetricsF

from app.look.theme import TextSize, cosmetic_pen, current_theme
from app.shell.fleet_words import figure_sentence, figure_unit, figure_word
from app.speech.dates import day_word
from app.speech.units import expanded
from app.widgets.curve import Curve
from app.widgets.measured_points import MeasuredPoints
from app.widgets.plot import Plot
from core.catalogue.fleet import FollowedFigure
from core.recording import FloatArray
from core.signals.trend_line import moment_of

_DOT_SIZE = 9
_DAY_S = 86400.0
_ROOM, _ROOM_FOR_DATE = 0.12, 0.2
_BETWEEN_DATES = 1.25
"""Room of a date on the axis, in widths of its text."""
_BAND_OPACITY = 0.12


class FleetChart(Plot):
    """Values over the days since the first visit, on the band of what is usual for the model."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.box.setMouseEnabled(x=False, y=False)
        self._band = pg.LinearRegionItem((0.0, 1.0), orientation="horizontal", movable=False)
        self._band.setZValue(-10)
        self._limit = pg.InfiniteLine(0.0, angle=0)
        for item in (self._band, self._limit):
            self.box.addItem(item, ignoreBounds=True)
        self._words = (
            pg.InfLineLabel(self._limit, self.tr("needs care"), position=0.02, anchors=[(0, 0), (0, 1)]),
            pg.InfLineLabel(
                self._band.lines[0], self.tr("usual for the model"), position=0.98, anchors=[(1, 1), (1, 1)]
            ),
        )
        self._dates: tuple[tuple[float, str], ...] = ()
        """Days of the visits with their dates."""
        self.box.sigResized.connect(lambda *_: self._write_dates())
        self._points = MeasuredPoints(self, size=_DOT_SIZE)
        current_theme().changed.connect(self._dress)
        self._dress()

    def show_figure(self, one: FollowedFigure) -> None:
        """Show a figure over the visits that measured it."""
        unit = figure_unit(one.code, float(one.value[-1]))
        moments = [moment_of(date) for date in one.recorded_at]
        stamps = np.array([np.nan if moment is None else moment.timestamp() for moment in moments])
        days = (
            (stamps - np.nanmin(stamps)) / _DAY_S
            if np.isfinite(stamps).any()
            else np.arange(stamps.size, dtype=np.float64)
        )
        y, std = one.value * unit.per_si, expanded(one.std) * unit.per_si
        is_dated = np.isfinite(days)
        self._points.show_points(days[is_dated], y[is_dated], std[is_dated])
        name = self.tr("{figure} of {joint}").format(figure=figure_word(one.code), joint=one.joint)
        self.label_axes("", "", name, unit.symbol)
        self.x_label = self.tr("Time since the first visit"), "d"
        line = one.line * unit.per_si
        curves = (Curve(self.tr("trend"), unit.symbol, days, line, "model"),) if line.size else ()
        self.show_curves(curves, summary=figure_sentence(one))
        self.extra_curves = (
            Curve(name, unit.symbol, days, y, "measured"),
            Curve(self.tr("±"), unit.symbol, days, std, "measured"),
        )
        edges = np.array([one.low, one.high, one.limit]) * unit.per_si
        self._show_usual(edges)
        self._fit(days[is_dated], np.concatenate([y - std, y + std, edges[:2], line]))
        self._dates = tuple(zip(days.tolist(), map(day_word, one.recorded_at), strict=True))
        self._write_dates()

    def read_curves(self) -> tuple[Curve, ...]:
        """The line and the measured points."""
        return (*self.curves, *self.extra_curves[:1])

    def _set_limits(self) -> None:
        """Keep the ranges of ``show_figure``: the shown curves do not set them."""

    def _show_usual(self, edges: FloatArray) -> None:
        is_known = bool(np.isfinite(edges[:2]).all())
        self._band.setVisible(is_known)
        if is_known:
            self._band.setRegion((float(edges[0]), float(edges[1])))
        self._limit.setVisible(bool(np.isfinite(edges[2])))
        if np.isfinite(edges[2]):
            self._limit.setValue(float(edges[2]))

    def _fit(self, days: FloatArray, y: FloatArray) -> None:
        known = y[np.isfinite(y)]
        self.setXRange(
            float(days.min()), max(float(days.max()), float(days.min()) + 1.0), padding=_ROOM_FOR_DATE
        )
        self.setYRange(float(known.min()), float(known.max()), padding=_ROOM)

    def _write_dates(self) -> None:
        """Write the dates for which the axis has room, the last one in any case."""
        if not self._dates:
            return
        across = QFontMetricsF(current_theme().font(TextSize.BODY)).horizontalAdvance
        low, high = self.box.viewRange()[0]
        per_pixel = (high - low) / max(float(self.box.width()), 1.0)
        ticks: list[tuple[float, str]] = []
        for day, date in reversed(self._dates):
            room = _BETWEEN_DATES * across(date) * per_pixel
            if np.isfinite(day) and (not ticks or ticks[-1][0] - day >= room):
                ticks.append((day, date))
        self.axis("bottom").setTicks([ticks])

    def _dress(self) -> None:
        theme = current_theme()
        self._write_dates()
        self._band.setBrush(pg.mkBrush(theme.colour("good", _BAND_OPACITY)))
        for edge in self._band.lines:
            edge.setPen(pg.mkPen(None))
        self._limit.setPen(cosmetic_pen(theme.tokens.error))
        for label, colour in zip(self._words, ("text", "good"), strict=True):
            label.setColor(theme.colour(colour))
            label.setFont(theme.font(TextSize.BODY))
        self._limit.setZValue(1)  # its word is read over the curves
        self._words[0].fill = pg.mkBrush(theme.colour("surface"))
