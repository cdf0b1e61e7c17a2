"""Any figure of a presentation on the screen: lines, and points with their expanded uncertainty.

Paper draws the same figures; what they show and in which order is decided once, in their presentation.
"""

import numpy as np
from PySide6.QtWidgets import QWidget

from app.presentation import Column, Figure, Role, Series, value_text
from app.speech.units import expanded
from app.widgets.curve import Curve
from app.widgets.measured_points import MeasuredPoints
from app.widgets.plot import Plot
from core.recording import FloatArray
from core.signals.decimation import thinned_curve

_PENS: dict[Role, str] = {"measured": "measured", "model": "model", "limit": "model", "other": "stale"}
_ROOM = 0.04
"""Space beyond the outermost points, as a share of the range, so that their dots are complete."""


class FigurePlot(Plot):
    """A plot of one figure; empty before the first."""

    def __init__(self, name: str, *, parent: QWidget | None = None) -> None:
        super().__init__(name, parent=parent)
        self._points: dict[str, MeasuredPoints] = {}
        self._runs_to_and_fro = False
        """True if some line turns back, as a loop does: it has no order along the horizontal axis."""

    @property
    def is_empty(self) -> bool:
        """True if the figure has neither lines nor points."""
        return not self.curves and not self.extra_curves

    def show_figure(self, figure: Figure | None) -> None:
        """Show another figure; None for none."""
        series = () if figure is None else figure.series
        # what was measured lies over what it is compared with
        lines = sorted((one for one in series if one.y_std is None), key=lambda one: one.role == "measured")
        points = [one for one in series if one.y_std is not None]
        self._runs_to_and_fro = any(not _rises(one.x) for one in lines)
        self.extra_curves = ()
        for place, shown in self._points.items():
            if all(_PENS[one.role] != place for one in points):
                shown.show_points(np.empty(0), np.empty(0), np.empty(0))
        if figure is None:
            self.show_curves(())
            return
        self.label_axes(figure.x.label, _symbol(figure.x), figure.y.label, _symbol(figure.y))
        self.show_curves(
            tuple(self._curve(figure, one) for one in lines), summary=value_text(figure.summary.value)
        )
        self.extra_curves = tuple(curve for one in points for curve in self._with_spread(figure, one))
        self._fit(figure)

    def read_curves(self) -> tuple[Curve, ...]:
        """The lines and the points, without their uncertainties."""
        return (*self.curves, *self.extra_curves[::2])

    def saved_curves(self) -> tuple[Curve, ...]:
        """All lines and points; a line that runs to and fro as both its quantities, point by point."""
        if not self._runs_to_and_fro:
            return super().saved_curves()
        (x_label, x_unit), (y_label, y_unit) = self.x_label, self.y_label
        saved = []
        for line in self.curves:
            number = np.arange(1.0, line.x.size + 1.0)
            for label, unit, values in ((x_label, x_unit, line.x), (y_label, y_unit, line.y)):
                saved.append(Curve(f"{label} {line.name}", unit, number, values, line.pen))
        return tuple(saved)

    def visible_range(self) -> tuple[float, float]:
        """The shown horizontal range; of lines that run to and fro, the numbers of their points."""
        if not self._runs_to_and_fro:
            return super().visible_range()
        return 1.0, float(max(line.x.size for line in self.curves))

    def _curve(self, figure: Figure, one: Series) -> Curve:
        x, y = _shown(figure.x, one.x), _shown(figure.y, one.y)
        return Curve(one.label, _symbol(figure.y), x, y, _PENS[one.role])

    def _with_spread(self, figure: Figure, one: Series) -> tuple[Curve, Curve]:
        """The points of a series, which are painted too, and their expanded uncertainties."""
        assert one.y_std is not None
        pen, unit = _PENS[one.role], _symbol(figure.y)
        x, y = _shown(figure.x, one.x), _shown(figure.y, one.y)
        spread = expanded(_shown(figure.y, one.y_std))
        known = np.isfinite(x) & np.isfinite(y)
        x, y, spread = x[known], y[known], spread[known]
        if pen not in self._points:
            self._points[pen] = MeasuredPoints(self, colour=pen)
        self._points[pen].show_points(x, y, np.nan_to_num(spread))
        name = one.label.removesuffix(" ±")
        return Curve(name, unit, x, y, pen), Curve(f"{name} ±", unit, x, spread, pen)

    def _fit(self, figure: Figure) -> None:
        """Show everything, and zero: a small change does not look large."""
        x = np.concatenate([np.zeros(1), *(_shown(figure.x, one.x) for one in figure.series)])
        y = [np.zeros(1)]
        for one in figure.series:
            middle = _shown(figure.y, one.y)
            spread = 0.0 if one.y_std is None else np.nan_to_num(expanded(_shown(figure.y, one.y_std)))
            y += [middle - spread, middle + spread]
        low, high = float(np.nanmin(x)), float(np.nanmax(x))
        margin = _ROOM * (high - low)
        if low < high:
            self.box.setLimits(xMin=low - margin, xMax=high + margin)
            self.setXRange(low - margin, high + margin, padding=0)
        least, most = float(np.nanmin(np.concatenate(y))), float(np.nanmax(np.concatenate(y)))
        if least < most:
            self.setYRange(least, most, padding=_ROOM)

    def _set_limits(self) -> None:
        """Keep the ranges of ``_fit``, which knows the points too."""

    def _decimated(self, x: FloatArray, y: FloatArray) -> tuple[FloatArray, FloatArray]:
        """The points of a line that lie in another pixel than the one before them."""
        across, upright = self.box.viewPixelSize()
        return thinned_curve(x, y, step_x=float(across), step_y=float(upright))


def _rises(x: FloatArray) -> bool:
    known = x[np.isfinite(x)]
    return bool((np.diff(known) >= 0.0).all())


def _symbol(axis: Column) -> str:
    return axis.unit.symbol if axis.unit is not None else ""


def _shown(axis: Column, values: FloatArray) -> FloatArray:
    return values if axis.unit is None else values * axis.unit.per_si
