"""Evaluation of a joint's strokes: its points, its fitted models and its verdict."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from core.errors import Fact
from core.friction.form import FrictionForm, JointMotion, Shape
from core.friction.models import FORMS, FrictionKind
from core.friction.sweeps.choice import best_for_joint, simplest_first, standard_error
from core.friction.sweeps.pairs import (
    Gravity,
    Separation,
    StrokePair,
    load_varies,
    pair_strokes,
    separate_effects,
)
from core.friction.sweeps.result import FrictionFit, JointSweeps, SweepPoints
from core.friction.sweeps.strokes import (
    MOVE,
    NOT_STEADY,
    TOO_SHORT,
    WITHOUT_RETURN,
    BoolArray,
    IntArray,
    SteadyStroke,
)
from core.monitor import Monitor, NullMonitor
from core.quality import Judgement, Reason, Verdict
from core.recording import FloatArray

_BLOCKS = 4
"""Number of blocks of a stroke whose means give the scatter; neighbouring positions are correlated."""
_FEWEST_PAIRS = 4
"""Smallest number of stroke pairs for fitting models."""
_SPEED_RATIO = 10.0
"""Smallest ratio of the fastest to the slowest speed that shows the speed dependence of friction."""
_POINT_STD = 0.1
"""Usual uncertainty of a point relative to the friction."""
_LOST_POINT_STD = 0.3
_MODEL_ERROR = 0.15
"""Largest usual cross-validated error of the chosen model, relative to the friction."""
_DRIFT = 0.1
"""Largest usual drift, relative to the friction."""
_SIGMAS = 3.0
_SMALLEST_SINGULAR = 1e-3
"""Smallest relative singular value (columns of length one) in the fit; smaller ones amplify noise."""
_FEWEST_ABOVE = 4
"""Smallest number of speeds above a threshold: four determine a cubic's three terms with one to spare."""
_MOST_EVALUATIONS = 60
_CURVE_POINTS = 201


@dataclass(frozen=True, eq=False)
class JudgedSweeps:
    """The data of a joint on which its verdict is based."""

    joint: str
    points: SweepPoints
    separation: Separation | None
    chosen: FrictionFit | None
    refused: Mapping[str, int]


def _sweep_reasons(found: JudgedSweeps) -> Iterator[Reason]:
    """All reasons for a joint's verdict, and further findings."""
    if moves := found.refused.get(MOVE, 0):
        yield Reason("sweep-moves-left-out", {"joint": found.joint, "strokes": moves}, Verdict.GOOD)
    pairs = int(found.points.speed.size)
    if pairs == 0 and not found.refused:
        yield Reason("joint-not-swept", {"joint": found.joint}, Verdict.NOT_MEASURABLE)
        return
    if pairs < _FEWEST_PAIRS:
        yield from _refusals(found)
        missing: dict[str, Fact] = {"joint": found.joint, "pairs": pairs, "needed": _FEWEST_PAIRS}
        yield Reason("too-few-sweep-pairs", missing, Verdict.NOT_MEASURABLE)
        return
    yield from _point_reasons(found)
    if found.separation is not None:
        yield from _separation_reasons(found, found.separation)
    if found.chosen is not None:
        share = found.chosen.error / _friction(found.points)
        if share > _MODEL_ERROR:
            yield Reason("friction-model-poor", {"joint": found.joint, "share": share, "limit": _MODEL_ERROR})


def _refusals(found: JudgedSweeps) -> Iterator[Reason]:
    """The causes for which strokes were left out.

    Reported only if pairs are missing, because moves between sweeps are counted too.
    """
    counts = {cause: found.refused.get(cause, 0) for cause in (TOO_SHORT, NOT_STEADY, WITHOUT_RETURN)}
    facts: dict[str, Fact] = {"joint": found.joint}
    if counts[TOO_SHORT]:
        facts["strokes"] = counts[TOO_SHORT]
        yield Reason("sweep-strokes-short", dict(facts), Verdict.NOT_MEASURABLE)
    if counts[NOT_STEADY]:
        facts["strokes"] = counts[NOT_STEADY]
        yield Reason("sweep-strokes-not-steady", dict(facts), Verdict.NOT_MEASURABLE)
    if counts[WITHOUT_RETURN]:
        facts["strokes"] = counts[WITHOUT_RETURN]
        yield Reason("sweep-strokes-without-return", dict(facts), Verdict.NOT_MEASURABLE)


def _friction(points: SweepPoints) -> float:
    return max(float(np.abs(points.torque).mean()), float(np.finfo(np.float64).tiny))


def _point_reasons(found: JudgedSweeps) -> Iterator[Reason]:
    points = found.points
    ratio = float(points.speed.max() / points.speed.min())
    if ratio < _SPEED_RATIO:
        yield Reason("sweep-speeds-narrow", {"joint": found.joint, "ratio": ratio, "wanted": _SPEED_RATIO})
    if np.any(points.torque <= 0.0):
        yield Reason("friction-drives", {"joint": found.joint}, Verdict.REPEAT)
    share = float(np.median(points.std)) / _friction(points)
    if share > _POINT_STD:
        verdict = Verdict.REPEAT if share > _LOST_POINT_STD else Verdict.USABLE
        facts: dict[str, Fact] = {"joint": found.joint, "share": share, "limit": _POINT_STD}
        yield Reason("friction-points-scatter", facts, verdict)


def _separation_reasons(found: JudgedSweeps, separation: Separation) -> Iterator[Reason]:
    if separation.load_coefficient is None:
        facts: dict[str, Fact] = {"joint": found.joint, "span": separation.load_span}
        yield Reason("sweep-load-steady", facts, Verdict.GOOD)
    drift, std = separation.drift, separation.drift_std
    if drift is not None and std is not None:
        share = abs(drift) / _friction(found.points)
        if abs(drift) > _SIGMAS * std and share > _DRIFT:
            yield Reason("friction-drifts", {"joint": found.joint, "share": share, "limit": _DRIFT})


def measure_joint(  # noqa: PLR0913  # independent arguments
    strokes: Sequence[SteadyStroke],
    *,
    joint: int,
    name: str,
    is_prismatic: bool,
    starts: Sequence[float],
    refused: Mapping[str, int],
    warming: float | None = None,
    gravity: Gravity | None = None,
    monitor: Monitor | None = None,
) -> JointSweeps:
    """The friction result of one joint from its steady strokes.

    Parameters
    ----------
    strokes
        Steady strokes in order of time.
    starts
        s on one clock at which each recording began.
    refused
        Number of strokes left out before, by cause.
    warming
        K between the first and the last stroke.
    gravity
        Load profile by a model; computed from the half-sum where None.
    """
    watched = monitor or NullMonitor()
    pairs, unpaired = pair_strokes(strokes, joint=joint, starts=starts)
    causes = {cause: refused.get(cause, 0) + unpaired.get(cause, 0) for cause in {*refused, *unpaired}}
    order = np.argsort([pair.speed for pair in pairs], kind="stable")
    pairs = tuple(pairs[place] for place in order)
    separation = separate_effects(pairs, joint=joint, gravity=gravity) if pairs else None
    points = _points(pairs, separation)
    fits, curve = _fits(pairs, separation, watched)
    chosen = best_for_joint(fits) if fits else None
    fit = next((fit for fit in fits if fit.kind is chosen), None)
    reasons = _sweep_reasons(JudgedSweeps(name, points, separation, fit, causes))
    return JointSweeps(
        joint=name,
        number=joint,
        is_prismatic=is_prismatic,
        points=points,
        fits=fits,
        chosen=chosen,
        load_coefficient=None if separation is None else separation.load_coefficient,
        load_coefficient_std=None if separation is None else separation.load_std,
        load_span=0.0 if separation is None else separation.load_span,
        drift=None if separation is None else separation.drift,
        drift_std=None if separation is None else separation.drift_std,
        warming=warming,
        curve_speed=curve,
        mean_load=0.0 if separation is None else separation.mean_load,
        judgement=Judgement.of(reasons),
    )


def _points(pairs: Sequence[StrokePair], separation: Separation | None) -> SweepPoints:
    if separation is None:
        return SweepPoints(*(np.empty(0) for _ in range(8)))
    slope = separation.load_coefficient or 0.0
    within = np.array([_scatter(pair.odd - slope * np.abs(pair.even)) for pair in pairs])
    extra = np.nan_to_num(separation.between) ** 2 - float(np.mean(within**2))
    return SweepPoints(
        speed=np.array([pair.speed for pair in pairs]),
        torque=np.array([pair.odd.mean() for pair in pairs]),
        std=np.sqrt(within**2 + max(extra, 0.0)),
        even=separation.even,
        load=np.array([np.abs(pair.even).mean() for pair in pairs]),
        count=np.array([float(pair.odd.size) for pair in pairs]),
        pose=np.array([float(pair.pose) for pair in pairs]),
        time=np.array([pair.time for pair in pairs]),
        temperature=np.array([pair.temperature for pair in pairs]),
    )


def _scatter(values: FloatArray) -> float:
    """Standard deviation of the mean of values along a stroke, from the means of its blocks."""
    blocks = np.array([block.mean() for block in np.array_split(values, min(_BLOCKS, values.size))])
    return float(blocks.std(ddof=1) / np.sqrt(blocks.size))


# Friction models fitted to the strokes of a joint: shape constants by variable projection.
#
# The coefficients follow from the shape constants by linear least squares, so the search is over the
# logarithms of the constants alone (Golub and Pereyra 1973), from the best point of a grid. Every pair of
# strokes is left out once. That gives the cross-validated error, and the standard deviations as a
# delete-one-group jackknife, which does not assume white noise.


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


def _curve_speeds(top: float) -> FloatArray:
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


def _fits(
    pairs: Sequence[StrokePair], separation: Separation | None, monitor: Monitor
) -> tuple[tuple[FrictionFit, ...], FloatArray]:
    """Every model, simplest first, and the speeds (K,) of their curves."""
    if separation is None or len(pairs) < _FEWEST_PAIRS:
        return (), np.empty(0)
    rows = stroke_rows(pairs, separation.profile)
    curve = _curve_speeds(max(pair.speed for pair in pairs))
    fits = [
        fit_friction(
            kind,
            rows,
            load_varies=load_varies(separation),
            mean_load=separation.mean_load,
            curve_speed=curve,
            monitor=monitor,
        )
        for kind in FrictionKind
        if not FORMS[kind].uses_stirring
    ]
    return simplest_first(fits), curve
