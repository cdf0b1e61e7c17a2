"""Friction models fitted to the strokes of a joint: shape constants by variable projection.

The coefficients follow from the shape constants by linear least squares, so the search is over the
logarithms of the constants alone (Golub and Pereyra 1973), from the best point of a grid. Every pair of
strokes is left out once. That gives the cross-validated error, and the standard deviations as a
delete-one-group jackknife, which does not assume white noise.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from core.friction.form import FrictionForm, JointMotion, Shape
from core.friction.forms import FORMS
from core.friction.kinds import FrictionKind
from core.friction.sweeps.choice import standard_error
from core.friction.sweeps.pairs import StrokePair
from core.friction.sweeps.result import FrictionFit
from core.friction.sweeps.strokes import BoolArray, IntArray
from core.monitor import Monitor
from core.recording import FloatArray

_SMALLEST_SINGULAR = 1e-3
"""Smallest relative singular value (columns of length one) in the fit; smaller ones amplify noise."""
_FEWEST_ABOVE = 4
"""Smallest number of speeds above a threshold: four determine a cubic's three terms with one to spare."""
_MOST_EVALUATIONS = 60
_CURVE_POINTS = 201


@dataclass(frozen=True, eq=False)
class StrokeRows:
    """Friction in both directions at every position of some pairs: arrays (N,), signed.

    ``pair`` is the number of a row's pair, ``weight`` gives every pair the same total weight.
    """

    velocity: FloatArray
    load: FloatArray
    torque: FloatArray
    weight: FloatArray
    pair: IntArray

    def chosen(self, rows: BoolArray) -> "StrokeRows":
        """The rows selected by a mask (N,)."""
        return StrokeRows(
            self.velocity[rows], self.load[rows], self.torque[rows], self.weight[rows], self.pair[rows]
        )

    def averaged(self) -> "StrokeRows":
        """One row per stroke, enough for models whose columns do not change along a stroke."""
        forward = self.velocity > 0.0
        group = 2 * self.pair + forward
        numbers, place = np.unique(group, return_inverse=True)
        square = np.bincount(place, weights=self.weight**2)

        def mean(values: FloatArray) -> FloatArray:
            return np.asarray(np.bincount(place, weights=self.weight**2 * values) / square)

        return StrokeRows(
            mean(self.velocity), mean(self.load), mean(self.torque), np.sqrt(square), numbers // 2
        )


def stroke_rows(pairs: Sequence[StrokePair], profile: Sequence[FloatArray]) -> StrokeRows:
    """Torque of both strokes of each pair minus the profile (B,) common to all speeds."""
    velocity, load, torque, weight, numbers = [], [], [], [], []
    for number, (pair, shared) in enumerate(zip(pairs, profile, strict=True)):
        beside = pair.even - shared
        size = pair.odd.size
        velocity += [np.full(size, pair.speed), np.full(size, -pair.speed)]
        torque += [beside + pair.odd, beside - pair.odd]
        load += [pair.even, pair.even]
        weight.append(np.full(2 * size, (2.0 * size) ** -0.5))
        numbers.append(np.full(2 * size, number))
    return StrokeRows(
        velocity=np.concatenate(velocity),
        load=np.concatenate(load),
        torque=np.concatenate(torque),
        weight=np.concatenate(weight),
        pair=np.concatenate(numbers).astype(np.intp),
    )


def fit_friction(
    kind: FrictionKind,
    rows: StrokeRows,
    *,
    load_varies: bool,
    mean_load: float,
    curve_speed: FloatArray,
    monitor: Monitor,
) -> FrictionFit:
    """Fit of one model to all rows, with a jackknife over the pairs.

    Parameters
    ----------
    kind
        The model.
    rows
        Rows of one joint; at least two pairs.
    load_varies
        True if the load varies enough to identify its coefficient.
    mean_load, curve_speed
        Load and speeds of the plotted curve.
    """
    form = FORMS[kind]
    fitter = _Fitter(form, load_varies=load_varies)
    value, shape = fitter.fit(rows)
    numbers = np.unique(rows.pair)
    without, errors = [], []
    for number in numbers:
        monitor.check()
        # Restarting at the full fit's shape makes the folds cheap; their optimum lies close to it.
        left = rows.pair == number
        other, other_shape = fitter.fit(rows.chosen(~left), start=shape)
        missed = rows.chosen(left)
        errors.append(float(np.mean((missed.torque - fitter.predict(missed, other, other_shape)) ** 2)))
        without.append(other)
    fold_errors = np.array(errors)
    spread = np.sum((np.stack(without) - np.mean(without, axis=0)) ** 2, axis=0)
    std = np.sqrt((numbers.size - 1.0) / numbers.size * spread)
    error = float(np.sqrt(fold_errors.mean()))
    return FrictionFit(
        kind=kind,
        names=tuple(coefficient.name for coefficient in form.coefficients),
        units=tuple(coefficient.unit for coefficient in form.coefficients),
        coefficients=value,
        std=np.where(fitter.used, std, np.nan),
        shape=dict(shape) if fitter.searches else {},
        error=error,
        error_std=standard_error(fold_errors) / (2.0 * error) if error > 0.0 else 0.0,
        fold_errors=fold_errors,
        curve=_curve(fitter, value, shape, curve_speed=curve_speed, mean_load=mean_load),
    )


def curve_speeds(top: float) -> FloatArray:
    """Speeds (K,) of both directions up to ``top``, dense around zero."""
    half = top * np.linspace(0.0, 1.0, _CURVE_POINTS // 2 + 1)[1:] ** 2
    return np.concatenate((-half[::-1], half))


def _curve(
    fitter: "_Fitter", value: FloatArray, shape: Shape, *, curve_speed: FloatArray, mean_load: float
) -> FloatArray:
    nothing = np.zeros_like(curve_speed)
    load = np.full_like(curve_speed, mean_load)
    rows = StrokeRows(curve_speed, load, nothing, nothing, np.zeros(curve_speed.size, dtype=np.intp))
    return fitter.predict(rows, value, shape)


class _Fitter:
    """One form over rows at steady speeds, the offset left out."""

    def __init__(self, form: FrictionForm, *, load_varies: bool) -> None:
        self._form = form
        self.used = np.ones(len(form.coefficients), dtype=np.bool_)
        if form.offset_column is not None:
            self.used[form.offset_column] = False
        if not load_varies:
            self.used[list(form.load_columns)] = False
        self._needs_load = form.load_column is not None and load_varies
        self.searches = bool(form.shape_bounds or form.threshold)

    def predict(self, rows: StrokeRows, value: FloatArray, shape: Shape) -> FloatArray:
        """Friction torque (N,) predicted for the rows."""
        return np.asarray(self._columns(rows, shape) @ value[self.used])

    def fit(self, rows: StrokeRows, *, start: Shape | None = None) -> tuple[FloatArray, Shape]:
        """All coefficients, zero for those left out, and the shape constants.

        With ``start`` the search begins there and not at the best place of the grid.
        """
        data = rows if self._needs_load else rows.averaged()
        shape: Shape = self._form.shape_start
        if self._form.threshold is not None:
            shape = self._best_threshold(data, self._form.threshold)
        elif self._form.shape_bounds:
            shape = self._searched(data, start)
        value = np.zeros(self.used.size)
        value[self.used] = self._solve(data, shape)[0]
        return value, shape

    def _columns(self, rows: StrokeRows, shape: Shape) -> FloatArray:
        motion = JointMotion(rows.velocity, np.sign(rows.velocity), rows.load)
        columns = np.stack(self._form.columns(motion, shape), axis=1).astype(np.float64)
        return columns[:, self.used]

    def _solve(self, rows: StrokeRows, shape: Shape) -> tuple[FloatArray, FloatArray]:
        """Coefficients of the used columns, and the weighted residuals (N,)."""
        columns = self._columns(rows, shape) * rows.weight[:, np.newaxis]
        scale = np.linalg.norm(columns, axis=0)
        scale = np.where(scale > 0.0, scale, 1.0)
        target = rows.torque * rows.weight
        # Columns of length one make the threshold on singular values independent of units.
        value = np.linalg.lstsq(columns / scale, target, rcond=_SMALLEST_SINGULAR)[0] / scale
        return value, target - columns @ value

    def _best_threshold(self, rows: StrokeRows, name: str) -> Shape:
        """The best of all thresholds that leave a different set with enough speeds above it."""
        speeds = np.unique(np.abs(rows.velocity))
        edges = np.concatenate(([0.0], np.sqrt(speeds[1:] * speeds[:-1])))
        edges = edges[: max(speeds.size - _FEWEST_ABOVE + 1, 1)]
        shapes = [{**self._form.shape_start, name: float(edge)} for edge in edges]
        left = [float(np.sum(self._solve(rows, shape)[1] ** 2)) for shape in shapes]
        return shapes[int(np.argmin(left))]

    def _searched(self, rows: StrokeRows, start: Shape | None) -> Shape:
        from scipy.optimize import least_squares  # the window's process does without

        names = tuple(self._form.shape_bounds)
        low, high = np.log(np.array([self._form.shape_bounds[name] for name in names])).T
        if start is None:
            left = [float(np.sum(self._solve(rows, shape)[1] ** 2)) for shape in self._form.shape_candidates]
            start = self._form.shape_candidates[int(np.argmin(left))]

        def shape_of(logarithms: FloatArray) -> dict[str, float]:
            values = np.exp(logarithms).tolist()
            return {**self._form.shape_start, **dict(zip(names, values, strict=True))}

        begin = np.clip(np.log([start[name] for name in names]), low + _INSIDE, high - _INSIDE)
        found = least_squares(
            lambda place: self._solve(rows, shape_of(place))[1],
            begin,
            bounds=(low, high),
            max_nfev=_MOST_EVALUATIONS,
            xtol=1e-6,
            ftol=1e-8,
        )
        return shape_of(found.x)


_INSIDE = 1e-6
"""Distance of the first guess from its bounds, in the logarithm."""
