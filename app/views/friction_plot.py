"""The friction of one joint: the model's curve over speed, and measured points with their ±."""

import numpy as np
import pyqtgraph as pg
from PySide6.QtWidgets import QWidget

from app.theme import current_theme
from app.units import DisplayUnit
from app.views.plot import Curve, Plot
from core.identification.result import JointFriction

_DOT_SIZE = 7


class FrictionPlot(Plot):
    """Curve and points of one joint."""

    def __init__(self, name: str, *, parent: QWidget | None = None) -> None:
        super().__init__(name, parent=parent)
        self._bars = pg.ErrorBarItem(beam=0.0)
        self._dots = pg.ScatterPlotItem(size=_DOT_SIZE)
        self.addItem(self._bars)
        self.addItem(self._dots)
        current_theme().changed.connect(self._colour_points)
        self._colour_points()

    def show_friction(
        self, friction: JointFriction, *, speed: DisplayUnit, torque: DisplayUnit, joint: int
    ) -> None:
        """Show the friction of a joint (counted from 0)."""
        self.label_axes(self.tr("Speed"), speed.symbol, self.tr("Friction"), torque.symbol)
        x, y = friction.point_speed * speed.per_si, friction.point_torque * torque.per_si
        std = friction.point_std * torque.per_si
        known = np.isfinite(x) & np.isfinite(y)
        self._bars.setData(x=x[known], y=y[known], height=2.0 * np.nan_to_num(std[known]))
        self._dots.setData(x=x[known], y=y[known])
        curve = Curve(
            self.tr("model"),
            torque.symbol,
            friction.curve_speed * speed.per_si,
            friction.curve_torque * torque.per_si,
            "model",
        )
        points = Curve(self.tr("measured"), torque.symbol, x[known], y[known], "measured")
        summary = self.tr("Friction of joint {joint}: {count} measured points and the model's curve.")
        self.show_curves((curve,), summary=summary.format(joint=joint + 1, count=int(known.sum())))
        self._fit_to(curve, points, std[known])
        self.extra_curves = (points, Curve(self.tr("±"), torque.symbol, x[known], std[known], "measured"))

    def _colour_points(self) -> None:
        measured = current_theme().colour("measured")
        self._bars.setOpts(pen=pg.mkPen(measured))
        self._dots.setBrush(pg.mkBrush(measured))
        self._dots.setPen(pg.mkPen(current_theme().colour("surface")))

    def _fit_to(self, curve: Curve, points: Curve, std: np.ndarray) -> None:
        x = np.concatenate([curve.x, points.x])
        y = np.concatenate([curve.y, points.y - std, points.y + std])
        x, y = x[np.isfinite(x)], y[np.isfinite(y)]
        if x.size and y.size:
            self.getPlotItem().getViewBox().setLimits(xMin=float(x.min()), xMax=float(x.max()))
            self.setXRange(float(x.min()), float(x.max()), padding=0)
            self.setYRange(float(y.min()), float(y.max()), padding=0.06)
