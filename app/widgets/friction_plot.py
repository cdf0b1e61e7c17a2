"""The friction of one joint over speed: curves of models, and measured points with their ±."""

import numpy as np
from PySide6.QtWidgets import QWidget

from app.speech.model_words import friction_word
from app.speech.units import DisplayUnit
from app.widgets.curve import Curve
from app.widgets.measured_points import MeasuredPoints
from app.widgets.plot import Plot
from core.friction.kinds import FrictionKind
from core.friction.sweeps.result import FrictionFit, JointSweeps
from core.identification.result import JointFriction
from core.recording import FloatArray

_MARGIN = 0.02
"""Margin as a share of the width, so that the outermost dots are complete."""


class FrictionPlot(Plot):
    """Curves and measured points of the friction of one joint."""

    def __init__(self, name: str, *, parent: QWidget | None = None) -> None:
        super().__init__(name, parent=parent)
        self._points = MeasuredPoints(self)

    def show_friction(self, friction: JointFriction, *, speed: DisplayUnit, torque: DisplayUnit) -> None:
        """Show the friction of a joint."""
        x, y = friction.point_speed * speed.per_si, friction.point_torque * torque.per_si
        std = friction.point_std * torque.per_si
        known = np.isfinite(x) & np.isfinite(y)
        curve = Curve(
            self.tr("model"),
            torque.symbol,
            friction.curve_speed * speed.per_si,
            friction.curve_torque * torque.per_si,
            "model",
        )
        summary = self.tr("Friction of {joint}: {count} measured points and the model's curve.")
        summary = summary.format(joint=friction.joint, count=int(known.sum()))
        self._name_axes(speed, torque)
        self._show((curve,), x[known], y[known], std[known], unit=torque.symbol, summary=summary)

    def show_sweeps(
        self, sweeps: JointSweeps, *, front: FrictionKind | None, speed: DisplayUnit, torque: DisplayUnit
    ) -> None:
        """Show the friction sweeps of a joint in both directions; the model ``front`` before the others."""
        points = sweeps.points
        x = np.concatenate([-points.speed[::-1], points.speed]) * speed.per_si
        y = np.concatenate([(points.even - points.torque)[::-1], points.even + points.torque]) * torque.per_si
        std = np.concatenate([points.std[::-1], points.std]) * torque.per_si
        behind_first = sorted(sweeps.fits, key=lambda fit: fit.kind is front)
        curves = tuple(self._curve(sweeps, fit, front, speed, torque) for fit in behind_first)
        summary = self.tr("Friction of {joint}: {count} measured speeds and the curves of {models} models.")
        summary = summary.format(joint=sweeps.joint, count=points.speed.size, models=len(curves))
        self._name_axes(speed, torque)
        self._show(curves, x, y, std, unit=torque.symbol, summary=summary)

    def _curve(
        self,
        sweeps: JointSweeps,
        fit: FrictionFit,
        front: FrictionKind | None,
        speed: DisplayUnit,
        torque: DisplayUnit,
    ) -> Curve:
        pen = "model" if fit.kind is front else "stale"
        x, y = sweeps.curve_speed * speed.per_si, fit.curve * torque.per_si
        return Curve(friction_word(fit.kind), torque.symbol, x, y, pen)

    def _name_axes(self, speed: DisplayUnit, torque: DisplayUnit) -> None:
        self.label_axes(self.tr("Speed"), speed.symbol, self.tr("Friction"), torque.symbol)

    def _show(
        self,
        curves: tuple[Curve, ...],
        x: FloatArray,
        y: FloatArray,
        std: FloatArray,
        *,
        unit: str,
        summary: str,
    ) -> None:
        self._points.show_points(x, y, np.nan_to_num(std))
        points = Curve(self.tr("measured"), unit, x, y, "measured")
        self.show_curves(curves, summary=summary)
        self._fit_to((*curves, points), points, std)
        self.extra_curves = (points, Curve(self.tr("±"), unit, x, std, "measured"))

    def read_curves(self) -> tuple[Curve, ...]:
        """The curves of the models and the measured points."""
        return (*self.curves, *self.extra_curves[:1])

    def _fit_to(self, shown: tuple[Curve, ...], points: Curve, std: FloatArray) -> None:
        x = np.concatenate([curve.x for curve in shown])
        y = np.concatenate([*(curve.y for curve in shown), points.y - std, points.y + std])
        x, y = x[np.isfinite(x)], y[np.isfinite(y)]
        if x.size and y.size:
            margin = _MARGIN * float(np.ptp(x))
            low, high = float(x.min()) - margin, float(x.max()) + margin
            self.box.setLimits(xMin=low, xMax=high)
            self.setXRange(low, high, padding=0)
            self.setYRange(float(y.min()), float(y.max()), padding=0.06)
