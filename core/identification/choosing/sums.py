"""Sums of products of the columns of all friction models, in one pass over the recordings.

The Gram matrix G = XᵀX of X = [base | coupled motors | friction of every model | torque] is kept for
each group of rows and joint. A candidate is a choice of columns, a fit solves a sum of some groups, and
its squared error on others is θᵀGθ, so leaving parts out needs no further pass.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np

from core.estimation.rows import IntArray
from core.friction.form import Coefficient, FrictionForm, JointMotion, Shape
from core.identification.chunks import MotionChunk
from core.identification.columns import ColumnPlan
from core.identification.regression_rows import (
    RegressionRows,
    Travel,
    conditioned_chunks,
    kept_rows,
    thinned_rows,
)
from core.monitor import Monitor, PartOfMonitor
from core.recording import FloatArray

_RIDGE = 1e-10
"""Share added to the diagonal of normal equations with columns of length one: their rank may be lower."""
_WEIGHT_ROUNDS = 3


class Groups(Protocol):
    """Groups of rows whose Gram matrices are kept apart."""

    @property
    def count(self) -> int:
        """Number of groups."""

    def groups(self, stream: int, time: FloatArray) -> IntArray:
        """Group (m,) of the rows of a recording at these times."""


def joined_form(forms: Sequence[FrictionForm]) -> FrictionForm:
    """One form with the columns of all ``forms``, each with its shape constants at their usual values."""

    def columns(motion: JointMotion, shape: Shape) -> tuple[FloatArray, ...]:
        found = [form.columns(motion, {**form.shape_start, **shape}) for form in forms]
        return tuple(np.asarray(column, dtype=np.float64) for own in found for column in own)

    every = [coefficient for form in forms for coefficient in form.coefficients]
    sliding = [form.shape_start for form in forms if form.uses_presliding]
    return FrictionForm(
        name="joined",
        title="",
        coefficients=tuple(Coefficient(one.name, one.unit) for one in every),
        columns=columns,
        shape_start=dict(sliding[0]) if sliding else {},
        shape_candidates=(),
        uses_presliding=bool(sliding),
        uses_load=any(form.uses_load for form in forms),
    )


@dataclass(frozen=True)
class Sums:
    """Gram matrices (groups, P, P) of each joint's rows, their number (groups, n), and each run's top speed.

    ``places`` are the indices of each joint's columns in the parameters, ``size`` the number of those.
    ``top_speed`` (runs, n) is in rad/s or m/s.
    """

    grams: tuple[FloatArray, ...]
    rows: IntArray
    places: tuple[IntArray, ...]
    size: int
    top_speed: FloatArray

    def chosen(self, keep: IntArray) -> "Sums":
        """The sums with some of the parameters (k,) alone."""
        number = np.full(self.size, -1)
        number[keep] = np.arange(keep.size)
        grams, places = [], []
        for gram, place in zip(self.grams, self.places, strict=True):
            own = np.flatnonzero(number[place] >= 0)
            every = np.append(own, gram.shape[1] - 1)
            grams.append(gram[:, every[:, np.newaxis], every])
            places.append(number[place[own]])
        return replace(self, grams=tuple(grams), places=tuple(places), size=keep.size)

    def fit(self, groups: FloatArray, weight: FloatArray) -> FloatArray:
        """Weighted least squares (size,) on the ``groups`` that are marked, with a weight (n,) per joint."""
        return np.asarray(self.shares(groups, weight).sum(axis=1))

    def shares(self, groups: FloatArray, weight: FloatArray) -> FloatArray:
        """The part (size, n) of a fit that comes from the torque of each joint."""
        normal, target = np.zeros((self.size, self.size)), np.zeros((self.size, len(self.grams)))
        for joint, (gram, place) in enumerate(zip(self.grams, self.places, strict=True)):
            total = weight[joint] * np.tensordot(groups, gram, axes=1)
            normal[place[:, np.newaxis], place] += total[:-1, :-1]
            target[place, joint] += total[:-1, -1]
        scale = np.sqrt(np.maximum(np.diag(normal), np.finfo(np.float64).tiny))[:, np.newaxis]
        scaled = normal / scale / scale.T + _RIDGE * np.eye(self.size)
        return np.asarray(np.linalg.solve(scaled, target / scale) / scale)

    def squares(self, parameters: FloatArray, groups: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Sums of squares (n,) of the residual and of the torque on the marked groups."""
        left, whole = np.zeros(len(self.grams)), np.zeros(len(self.grams))
        for joint, (gram, place) in enumerate(zip(self.grams, self.places, strict=True)):
            total = np.tensordot(groups, gram, axes=1)
            with_torque = np.append(parameters[place], -1.0)
            left[joint] = max(float(with_torque @ total @ with_torque), 0.0)
            whole[joint] = total[-1, -1]
        return left, whole

    def weights(self) -> FloatArray:
        """Weight (n,) of each joint's rows: the reciprocal of the variance that a fit to all leaves."""
        every = np.ones(self.rows.shape[0])
        weight = np.ones(self.rows.shape[1])
        count = np.maximum(self.rows.sum(axis=0), 1)
        for _ in range(_WEIGHT_ROUNDS):
            left, _ = self.squares(self.fit(every, weight), every)
            weight = count / np.maximum(left, np.finfo(np.float64).tiny)
            weight = np.where(self.rows.sum(axis=0) > 0, weight, 0.0)
        return weight


def sums_of(
    rows: RegressionRows,
    groups: Groups,
    *,
    top_speeds: FloatArray | None = None,
    further: Callable[[MotionChunk], FloatArray] | None = None,
    monitor: Monitor,
) -> Sums:
    """One pass over the recordings of ``rows``, joints in motion.

    ``top_speeds`` (runs, n) limits the speed of the friction columns in each run; None for no limit.
    ``further`` makes columns (M, n, k) that all joints share; they follow those of the plan.
    """
    plan = rows.plan
    sums: dict[int, list[FloatArray]] = {}
    counts = np.zeros((groups.count, plan.robot.joint_count), dtype=np.intp)
    fastest = np.zeros((len(rows.streams), plan.robot.joint_count))
    places: list[IntArray] = []
    size = len(plan.names)
    for number, stream in enumerate(rows.streams):
        part = PartOfMonitor(monitor, first=number / len(rows.streams), last=(number + 1) / len(rows.streams))
        own = plan if top_speeds is None else plan.with_top_speed(top_speeds[number])
        travel = Travel()
        for chunk, presliding, low_pass in conditioned_chunks(stream, own, monitor=part):
            at = thinned_rows(chunk, low_pass)
            keep = kept_rows(chunk, low_pass, at, moving_only=True) & travel.has_moved(chunk, low_pass)[at]
            group = groups.groups(number, chunk.time[at])
            speed = np.abs(low_pass.apply(chunk.velocity)[at])
            fastest[number] = np.maximum(fastest[number], speed.max(axis=0, initial=0.0))
            torque = low_pass.apply(chunk.torque)[at]
            columns = own.filtered_columns(chunk, low_pass, presliding=presliding, rows=at)
            shared = np.zeros((*chunk.torque.shape, 0)) if further is None else further(chunk)
            size = len(plan.names) + shared.shape[2]
            places = [np.append(part.places, np.arange(len(plan.names), size)) for part in columns]
            for joint, part_of in enumerate(columns):
                further_columns = low_pass.apply(shared[:, joint])[at]
                values = np.column_stack((part_of.values, further_columns, torque[:, joint]))
                kept = sums.setdefault(joint, [np.zeros((groups.count, *[values.shape[1]] * 2))])[0]
                for one in np.unique(group):
                    inside = values[(group == one) & keep[:, joint]]
                    kept[one] += inside.T @ inside
                    counts[one, joint] += inside.shape[0]
    grams = tuple(sums[joint][0] for joint in range(plan.robot.joint_count))
    return Sums(grams, counts, tuple(places), size, fastest)


def form_places(plan: ColumnPlan, forms: Sequence[FrictionForm], chosen: FrictionForm) -> IntArray:
    """Parameters of a plan of joined forms that belong to one of them: those all share, and its own."""
    first = 0
    for form in forms:
        if form is chosen:
            break
        first += len(form.coefficients)
    own = np.arange(first, first + len(chosen.coefficients))
    friction = [plan.friction_places(joint).start + own for joint in range(plan.robot.joint_count)]
    return np.concatenate([np.arange(plan.coupling_places.stop), *friction])
