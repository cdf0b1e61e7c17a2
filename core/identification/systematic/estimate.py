"""The systematic errors of a fit, from the difference between its parameters and those of a richer model.

Both are fitted to the same rows. What is missing in the fitted model shifts its parameters, and no scatter
shows it: a motion that is repeated repeats the error. The error of a fit is its difference d from the
richer fit and that one's own error. Of this the part beyond the fit's scatter is the scatter of d between
blocks of time (Hausman 1978: an efficient estimate is not correlated with its difference from a consistent
one), so d dᵀ + cov d is added to the covariance.

The friction of the two has other columns. It is compared as torque at steady speeds, and turned into
coefficients of the fitted form; what these cannot follow counts as an error of its first coefficient.
"""

from collections.abc import Sequence

import numpy as np

from core.estimation import Estimate
from core.friction.form import JointMotion
from core.identification.regression_rows import RegressionRows
from core.identification.settings import DATA_SHEET_GAIN_STD
from core.identification.systematic.result import SystematicErrors
from core.identification.systematic.richer import RicherModel, richer_model
from core.monitor import Monitor
from core.recording import FloatArray

_SPEEDS = np.linspace(0.1, 1.0, 10)
"""Steady speeds at which friction is compared, in top speeds."""
_LOADS = (0.5, 1.0, 1.5)
"""Loads at which it is compared, in the mean size of the load on the gear."""


def systematic_errors(
    rows: RegressionRows, estimate: Estimate, *, gains_of_data_sheet: bool, monitor: Monitor
) -> SystematicErrors:
    """Covariances of the systematic errors of a fit; one pass over its recordings.

    Parameters that the fit does not determine have none.
    """
    model = richer_model(rows, estimate.estimate, monitor=monitor)
    std = estimate.joint_std
    weight = np.divide(1.0, std**2, out=np.zeros_like(std), where=std > 0.0)
    difference = of_differences(model, weight)
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
