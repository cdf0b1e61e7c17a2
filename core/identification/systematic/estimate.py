"""The systematic errors of a fit, from the difference between its parameters and those of a richer model.

Both are fitted to the same rows. What is missing in the fitted model shifts its parameters, and no scatter
shows it: a motion that is repeated repeats the error. The error of a fit is its difference d from the
richer fit and that one's own error. Of this the part beyond the fit's scatter is the scatter of d between
blocks of time (Hausman 1978: an efficient estimate is not correlated with its difference from a consistent
one), so d dᵀ + cov d is added to the covariance.

The friction of the two has other columns. It is compared as torque at steady speeds, and turned into
coefficients of the fitted form; what these cannot follow counts as an error of its first coefficient.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from core.estimation import Estimate
from core.estimation.rows import IntArray
from core.friction.form import FrictionForm, JointMotion
from core.friction.models import FORMS, FrictionKind
from core.identification.choosing.sums import Sums, form_places, joined_form, sums_of
from core.identification.chunks import MotionChunk
from core.identification.columns import ColumnPlan
from core.identification.regression_rows import RegressionRows
from core.identification.settings import DATA_SHEET_GAIN_STD
from core.identification.systematic.result import SystematicErrors
from core.monitor import Monitor
from core.recording import FloatArray, Recording
from core.robot.dynamics import inverse_dynamics
from core.robot.model import PARAMETERS_PER_LINK
from core.signals.differentiation import central_difference

_SPEEDS = np.linspace(0.1, 1.0, 10)
"""Steady speeds at which friction is compared, in top speeds."""
_LOADS = (0.5, 1.0, 1.5)
"""Loads at which it is compared, in the mean size of the load on the gear."""
_MOST_BLOCKS = 30
"""Largest number of time blocks; more would need more memory."""
_BENT = 1e-6
"""Compliance of the small bend by which torques are differentiated, rad/(N·m) or m/N."""


# A richer model beside the fitted one: the friction of every form at once, and gears that bend.
#
# It predicts no better and has parameters that no motion tells apart, but it shows how much those of the
# fitted model depend on what that one leaves out.


@dataclass(frozen=True)
class TimeBlocks:
    """Rows of all recordings in blocks of equal length, ``first`` (runs,) is the first block of each."""

    begins: tuple[float, ...]
    first: tuple[int, ...]
    length_s: float
    count: int

    @classmethod
    def of(cls, recordings: Sequence[Recording], *, block_s: float) -> "TimeBlocks":
        """Blocks of ``block_s``, or longer where there would be too many."""
        durations = [recording.duration for recording in recordings]
        length = max(block_s, sum(durations) / _MOST_BLOCKS)
        counts = [int(duration / length) + 1 for duration in durations]
        begins = tuple(float(recording.time[0]) for recording in recordings)
        first = tuple(int(one) for one in np.cumsum([0, *counts[:-1]]))
        return cls(begins, first, length, sum(counts))

    def groups(self, stream: int, time: FloatArray) -> IntArray:
        """Block (m,) of the rows of a recording at these times."""
        since = np.maximum(time - self.begins[stream], 0.0)
        return np.asarray(self.first[stream] + (since / self.length_s).astype(np.intp))


@dataclass(frozen=True)
class RicherModel:
    """Sums of the richer model's columns; ``plan`` has the friction of all ``forms``.

    ``fitted`` (p,) are the places of the fitted model's parameters, in the order of its own plan.
    """

    sums: Sums
    plan: ColumnPlan
    forms: tuple[FrictionForm, ...]
    chosen: FrictionForm
    fitted: IntArray

    def friction_places(self, joint: int) -> IntArray:
        """Places of all friction columns of a joint."""
        own = self.plan.friction_places(joint)
        return np.arange(own.start, own.stop)

    def form_columns(self, form: FrictionForm) -> slice:
        """Place of a form's columns among the friction columns of a joint."""
        first = 0
        for one in self.forms:
            if one is form:
                break
            first += len(one.coefficients)
        return slice(first, first + len(form.coefficients))


def richer_model(rows: RegressionRows, parameters: FloatArray, *, monitor: Monitor) -> RicherModel:
    """One pass over the recordings of a fit with its ``parameters`` (p,)."""
    fitted = rows.plan
    chosen = fitted.form
    forms = tuple(chosen if FrictionKind(chosen.name) is kind else form for kind, form in FORMS.items())
    union = joined_form(forms)
    plan = replace(
        fitted,
        form=union,
        shapes=tuple({**union.shape_start, **shape} for shape in fitted.shapes),
        load_parameters=parameters[: fitted.base_count],
        top_speed=None,
    )
    blocks = TimeBlocks.of([stream.recording for stream in rows.streams], block_s=rows.block_s)
    bending = _bending(plan, parameters[: fitted.base_count])
    sums = sums_of(replace(rows, plan=plan), blocks, further=bending, monitor=monitor)
    every = form_places(plan, forms, chosen)
    known = np.arange(plan.coupling_places.stop)
    friction = every[known.size :].reshape(plan.robot.joint_count, -1)[:, list(fitted.friction_columns)]
    return RicherModel(sums, plan, forms, chosen, np.concatenate((known, friction.ravel())))


def _bending(plan: ColumnPlan, base: FloatArray) -> Callable[[MotionChunk], FloatArray]:
    """Change of all torques (M, n, n) where each gear bends by one rad per N·m, or m per N.

    The links follow the motors' angles less the bend. Any inertial parameters with the fitted base
    parameters give the same torque.
    """
    joints = plan.robot.joint_count
    standard = np.linalg.pinv(plan.base.grouping) @ base
    links = standard[: PARAMETERS_PER_LINK * joints]

    def torque(motion: Sequence[FloatArray]) -> FloatArray:
        return inverse_dynamics(plan.robot, *motion, parameters=links)

    def columns(chunk: MotionChunk) -> FloatArray:
        motion = (chunk.position, chunk.velocity, chunk.acceleration)
        load = torque(motion)
        speed = central_difference(load, rate_hz=chunk.rate_hz)
        bend = (load, speed, central_difference(speed, rate_hz=chunk.rate_hz))
        found = np.empty((*load.shape, joints))
        for joint in range(joints):
            only = _BENT * (np.arange(joints) == joint)
            bent = [known - only * change for known, change in zip(motion, bend, strict=True)]
            found[:, :, joint] = (torque(bent) - load) / _BENT
        return found

    return columns


def systematic_errors(
    rows: RegressionRows,
    estimate: Estimate,
    *,
    gains_of_data_sheet: bool,
    noisy_from_hz: float | None = None,
    monitor: Monitor,
) -> SystematicErrors:
    """Covariances of the systematic errors of a fit; one pass over its recordings, or two.

    Parameters that the fit does not determine have none. At a cut-off of ``noisy_from_hz`` noise of the
    motion is known to make the parameters too small, so that it does so at that of the fit, too, if less.
    """
    model = richer_model(rows, estimate.estimate, monitor=monitor)
    std = estimate.joint_std
    weight = np.divide(1.0, std**2, out=np.zeros_like(std), where=std > 0.0)
    difference = of_differences(model, weight)
    if noisy_from_hz is not None:
        difference = difference + of_noise(rows, model, weight, noisy_hz=noisy_from_hz, monitor=monitor)
    gains = _of_gains(model, weight) if gains_of_data_sheet else None
    known = np.isfinite(estimate.std)
    both = np.outer(known, known)
    return SystematicErrors(
        np.where(both, difference, 0.0), None if gains is None else np.where(both, gains, 0.0)
    )


def of_differences(model: RicherModel, weight: FloatArray) -> FloatArray:
    """The covariance (p, p) d dᵀ + cov d of the fit, and that of friction which no coefficient follows.

    ``weight`` (n,) is that of the rows of each joint.
    """
    steady, fitted = _Steady(model), model.sums.chosen(model.fitted)
    there = np.flatnonzero(model.sums.rows.sum(axis=1) > 0)
    groups = np.ones((1 + there.size, model.sums.rows.shape[0]))
    groups[1 + np.arange(there.size), there] = 0.0
    shared = model.plan.coupling_places.stop
    found, left = [], []
    for kept in groups:
        richer = model.sums.fit(kept, weight)
        friction, unlike = steady.as_coefficients(richer)
        found.append(np.concatenate((richer[:shared], friction)) - fitted.fit(kept, weight))
        left.append(unlike)
    difference, changes = found[0], _changes(found[1:])
    covariance = np.outer(difference, difference) + changes.T @ changes
    unlike = left[0] ** 2 + (_changes(left[1:]) ** 2).sum(axis=0)
    first = shared + (model.fitted.size - shared) // weight.size * np.arange(weight.size)
    covariance[first, first] += unlike.mean(axis=1)
    return covariance


def of_noise(
    rows: RegressionRows, model: RicherModel, weight: FloatArray, *, noisy_hz: float, monitor: Monitor
) -> FloatArray:
    """The covariance (p, p) b bᵀ of the bias b that noise of the motion leaves at the cut-off of the fit.

    The power of noise in an acceleration below a cut-off grows with its third power where a velocity is
    noisy, with its fifth where a position is, and the bias with it while it is small. So the change of the
    parameters from the fit's cut-off to ``noisy_hz`` is the bias times (ratio³ - 1), or more.
    """
    ratio = noisy_hz / rows.streams[0].conditioning.filter_hz
    streams = tuple(
        replace(stream, conditioning=replace(stream.conditioning, filter_hz=noisy_hz))
        for stream in rows.streams
    )
    blocks = TimeBlocks.of([stream.recording for stream in rows.streams], block_s=rows.block_s)
    noisy = sums_of(
        replace(rows, streams=streams, plan=replace(rows.plan, top_speed=None)), blocks, monitor=monitor
    )
    every = np.ones(blocks.count)
    change = noisy.fit(every, weight) - model.sums.chosen(model.fitted).fit(every, weight)
    bias = change / (ratio**3 - 1.0)
    return np.asarray(np.outer(bias, bias))


def _changes(without: Sequence[FloatArray]) -> FloatArray:
    """Changes (blocks, ...) whose sum of squares is the variance; ``without`` has one block left out each."""
    values = np.array(without)
    count = values.shape[0]
    return np.asarray(np.sqrt((count - 1) / count) * (values - values.mean(axis=0)))


def _of_gains(model: RicherModel, weight: FloatArray) -> FloatArray:
    """Covariance (p, p) for drive gains that are off as those of a data sheet may be, each by itself."""
    every = np.ones(model.sums.rows.shape[0])
    by_gain = model.sums.chosen(model.fitted).shares(every, weight)
    return np.asarray(DATA_SHEET_GAIN_STD**2 * by_gain @ by_gain.T)


class _Steady:
    """Friction at steady speeds: the columns of all forms, and those of the fitted one."""

    def __init__(self, model: RicherModel) -> None:
        self._model = model
        self._joints = [self._maps(joint) for joint in range(model.plan.robot.joint_count)]

    def as_coefficients(self, richer: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Coefficients of the fitted form nearest to the richer friction, and what these miss (n, K)."""
        parts = [richer[self._model.friction_places(joint)] for joint in range(len(self._joints))]
        found = [nearest @ part for (nearest, _), part in zip(self._joints, parts, strict=True)]
        missed = [left @ part for (_, left), part in zip(self._joints, parts, strict=True)]
        return np.concatenate(found), np.array(missed)

    def _maps(self, joint: int) -> tuple[FloatArray, FloatArray]:
        """Matrices from a joint's richer friction to coefficients (k, all) and to what is left (K, all)."""
        model = self._model
        form = model.plan.form
        top = float(model.sums.top_speed[:, joint].max())
        speed = np.tile(top * np.concatenate((-_SPEEDS[::-1], _SPEEDS)), len(_LOADS))
        load = np.repeat(self._usual_load(joint) * np.array(_LOADS), 2 * _SPEEDS.size)
        motion = JointMotion(speed, np.sign(speed), load, np.full_like(speed, 0.5 * top))
        every = np.column_stack(form.columns(motion, model.plan.shapes[joint]))
        places = model.fitted[model.plan.coupling_places.stop :].reshape(len(model.plan.shapes), -1)[joint]
        own = every[:, places - model.friction_places(joint)[0]]
        nearest = np.linalg.pinv(own, rcond=1e-9) @ every
        return nearest, every - own @ nearest

    def _usual_load(self, joint: int) -> float:
        """Mean size of the load on a gear along the motion, N·m."""
        model = self._model
        loaded = next(form for form in model.forms if form.load_column is not None)
        assert loaded.load_column is not None
        first = model.form_columns(loaded).start
        own = model.sums.places[joint]
        at = [
            int(np.flatnonzero(own == model.friction_places(joint)[first + one])[0])
            for one in (0, loaded.load_column)
        ]
        total = model.sums.grams[joint].sum(axis=0)
        return float(total[at[0], at[1]] / max(total[at[0], at[0]], np.finfo(np.float64).tiny))
