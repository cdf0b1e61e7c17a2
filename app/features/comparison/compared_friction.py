"""The plot of one joint's friction in two visits: points with their ±, before dashed, now solid."""

from app.features.comparison.compared_loops import BEFORE_PEN, NOW_PEN
from app.speech.units import DisplayUnit, number
from app.widgets.curve import Curve
from app.widgets.measured_points import MeasuredPoints
from app.widgets.plot import Plot
from core.friction.sweeps.comparison import SpeedChanges

_ROOM = 0.06
_PENS = (BEFORE_PEN, NOW_PEN)


class ComparedFriction(Plot):
    """Friction over speed at the speeds that both visits swept."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.box.setMouseEnabled(x=False, y=False)
        self._points = [MeasuredPoints(self, colour=pen) for pen in _PENS]
        self.has_speeds = False
        """True if both visits swept the joint at some common speed."""

    def show_speeds(self, speeds: SpeedChanges | None, *, speed: DisplayUnit, torque: DisplayUnit) -> None:
        """Show the friction of a joint at the common speeds; None where there are none."""
        self.has_speeds = speeds is not None and bool(speeds.speed.size)
        if speeds is None or not self.has_speeds:
            return
        x = speeds.speed * speed.per_si
        both = ((speeds.before, speeds.before_std), (speeds.after, speeds.after_std))
        names = (self.tr("before"), self.tr("now"))
        curves: list[Curve] = []
        deviations: list[Curve] = []
        for place, (values, stds) in enumerate(both):
            y, std = values * torque.per_si, stds * torque.per_si
            self._points[place].show_points(x, y, std)
            curves.append(Curve(names[place], torque.symbol, x, y, _PENS[place]))
            deviations.append(Curve(f"{names[place]} ±", torque.symbol, x, std, _PENS[place]))
        self.label_axes(self.tr("Speed"), speed.symbol, self.tr("Friction"), torque.symbol)
        self.show_curves(tuple(curves), summary=self._summary(speeds, torque))
        self.extra_curves = tuple(deviations)
        low = min(float((values - stds).min()) for values, stds in both) * torque.per_si
        high = max(float((values + stds).max()) for values, stds in both) * torque.per_si
        self.setXRange(0.0, float(x.max()), padding=_ROOM)
        self.setYRange(min(0.0, low), high, padding=_ROOM)

    def _set_limits(self) -> None:
        """Keep the ranges of ``show_speeds``: the shown curves do not set them."""

    def _summary(self, speeds: SpeedChanges, torque: DisplayUnit) -> str:
        words = self.tr("Friction at {count} speeds: mean before {before} {unit}, now {now} {unit}.")
        return words.format(
            count=speeds.speed.size,
            before=number(float(speeds.before.mean()) * torque.per_si),
            now=number(float(speeds.after.mean()) * torque.per_si),
            unit=torque.symbol,
        )
