"""The friction of one joint in two visits over each other: points with their ±, before dashed, now solid."""

import pyqtgraph as pg
from PySide6.QtWidgets import QWidget

from app.features.comparison.compared_loops import BEFORE_PEN, NOW_PEN
from app.look.theme import current_theme
from app.speech.units import DisplayUnit, number
from app.widgets.plot import Curve, Plot
from core.friction.sweeps.comparison import SpeedChanges

_DOT_SIZE = 7
_ROOM = 0.06
_PENS = (BEFORE_PEN, NOW_PEN)


class ComparedFriction(Plot):
    """Friction over speed at the speeds that both visits swept."""

    def __init__(self, name: str, *, parent: QWidget | None = None) -> None:
        super().__init__(name, parent=parent)
        self.box.setMouseEnabled(x=False, y=False)
        self._bars = [pg.ErrorBarItem(beam=0.0) for _ in _PENS]
        self._dots = [pg.ScatterPlotItem(size=_DOT_SIZE) for _ in _PENS]
        for item in (*self._bars, *self._dots):
            self.box.addItem(item)
        self.has_speeds = False
        """Whether there is anything to see."""
        current_theme().changed.connect(self._colour_points)
        self._colour_points()

    def show_speeds(self, speeds: SpeedChanges | None, *, speed: DisplayUnit, torque: DisplayUnit) -> None:
        """Show the common speeds of a joint, none where there are none."""
        self.has_speeds = speeds is not None and bool(speeds.speed.size)
        if speeds is None or not self.has_speeds:
            return
        x = speeds.speed * speed.per_si
        both = ((speeds.before, speeds.before_std), (speeds.after, speeds.after_std))
        names = (self.tr("before"), self.tr("now"))
        curves: list[Curve] = []
        doubts: list[Curve] = []
        for place, (values, stds) in enumerate(both):
            y, std = values * torque.per_si, stds * torque.per_si
            self._bars[place].setData(x=x, y=y, height=2.0 * std)
            self._dots[place].setData(x=x, y=y)
            curves.append(Curve(names[place], torque.symbol, x, y, _PENS[place]))
            doubts.append(Curve(f"{names[place]} ±", torque.symbol, x, std, _PENS[place]))
        self.label_axes(self.tr("Speed"), speed.symbol, self.tr("Friction"), torque.symbol)
        self.show_curves(tuple(curves), summary=self._summary(speeds, torque))
        self.extra_curves = tuple(doubts)
        low = min(float((values - stds).min()) for values, stds in both) * torque.per_si
        high = max(float((values + stds).max()) for values, stds in both) * torque.per_si
        self.setXRange(0.0, float(x.max()), padding=_ROOM)
        self.setYRange(min(0.0, low), high, padding=_ROOM)

    def _set_limits(self) -> None:
        """The ranges are those of ``show_speeds``."""

    def _summary(self, speeds: SpeedChanges, torque: DisplayUnit) -> str:
        words = self.tr("Friction at {count} speeds: mean before {before} {unit}, now {now} {unit}.")
        return words.format(
            count=speeds.speed.size,
            before=number(float(speeds.before.mean()) * torque.per_si),
            now=number(float(speeds.after.mean()) * torque.per_si),
            unit=torque.symbol,
        )

    def _colour_points(self) -> None:
        for bars, dots, pen in zip(self._bars, self._dots, _PENS, strict=True):
            colour = current_theme().colour(pen)
            bars.setOpts(pen=pg.mkPen(colour))
            dots.setBrush(pg.mkBrush(colour))
            dots.setPen(pg.mkPen(current_theme().colour("surface")))
