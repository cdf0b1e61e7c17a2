"""All sweeps in one least squares, with every uncertain quantity as an unknown.

Each pass is linearised at the one before: the links' positions depend on the load, and the even part of
friction on its odd part. The unknowns of a single group (the arm's gravity torque there, friction along
each sweep) are eliminated group by group, so that leaving a sweep out costs little.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from core.estimation.tsqr import triangular_factor
from core.monitor import Monitor
from core.payload.rows import UNEVEN_SHARE, GroupRows, RowMaker, State
from core.payload.settings import SweepKey
from core.payload.sweeps import SweepGroup
from core.payload.unknowns import Beforehand, Layout
from core.recording import FloatArray

PASSES = 5
_LAST_LAG = 25
"""Largest lag of the autocorrelation of the residuals, samples."""
_LEAST_NOISE = 1e-6
"""Smallest noise, N·m, below that of any drive; zero would make the prior ill-conditioned."""
_UNKNOWN_STD = 1e6
"""Prior standard deviation of the payload; a larger posterior value means undetermined."""


@dataclass(frozen=True, eq=False)
class Discrepancy:
    """The load that one loaded sweep implies by itself, minus the common load.

    ``mean`` and ``rms`` N·m over the sweep, ``expected`` the rms from noise, ``squares`` the chi-square
    with ``freedom`` degrees of freedom.
    """

    mean: float
    rms: float
    expected: float
    squares: float
    freedom: int


@dataclass(frozen=True, eq=False)
class Solution:
    """The common unknowns (p,) with their covariance (p, p)."""

    estimate: FloatArray
    covariance: FloatArray


@dataclass(frozen=True, eq=False)
class JointFit:
    """The last pass: rows of each group, the solution, and the noise."""

    layout: Layout
    state: State
    groups: tuple[SweepGroup, ...]
    rows: tuple[GroupRows, ...]
    noise: dict[int, float]
    """Effective noise of each swept joint's samples including their autocorrelation, N·m."""
    prior: FloatArray
    solution: Solution
    residual: float
    """RMS of all residuals, N·m."""
    bent: FloatArray
    """Corrections (c,) of the uncertain compliances, in standard deviations."""
    has_even: bool
    discrepancies: dict[SweepKey, Discrepancy] = field(default_factory=dict)
    uneven: FloatArray = field(default_factory=lambda: np.zeros((0, 0)))
    """Covariance (p, p) from friction that no unknown describes."""

    @property
    def contradiction(self) -> tuple[float, int]:
        """Chi-square of the sweeps' separate loads about the common one, and its degrees of freedom."""
        squares = sum(one.squares for one in self.discrepancies.values())
        freedom = sum(one.freedom for one in self.discrepancies.values()) - 4
        return squares, max(freedom, 0)

    def without(self, keys: Collection[SweepKey]) -> Solution:
        """The solution without the given sweeps."""
        factors = []
        for group, rows, whole in zip(self.groups, self.rows, self.factors, strict=True):
            if not any(key in keys for key in rows.rows):
                factors.append(whole)
                continue
            left = _keep(rows, [key for key in rows.rows if key not in keys])
            if left is not None:
                factors.append(_factor(left, self.noise[group.joint]))
        return _solved(factors, self.prior, self.layout)

    def solved(self, beforehand: Beforehand) -> Solution:
        """The solution under another prior, linearised at this one."""
        at = np.array([self.state.scale.get(joint, 0.0) for joint in self.layout.joints])
        prior = beforehand.rows(self.layout, at=at, bent=self.bent, has_even=self.has_even)
        return _solved(self.factors, prior, self.layout)

    def again(self, orientation: int) -> Solution:
        """The solution with the sweeps of an orientation counted twice, for its covariance."""
        factors = self.factors
        more = [
            factor
            for factor, group in zip(factors, self.groups, strict=True)
            if group.orientation == orientation
        ]
        return _solved([*factors, *more], self.prior, self.layout)

    def before_and_after(self, before: Collection[SweepKey]) -> float:
        """Decrease of chi-square if the payload differs between the sweeps ``before`` and the others."""
        common = sum(self._cost(factor, self.solution.estimate) for factor in self.factors)
        apart = 0.0
        keys = [key for group in self.groups for key in (sweep.key for sweep in group.loaded)]
        for some in ([k for k in keys if k in before], [k for k in keys if k not in before]):
            others = [key for key in keys if key not in some]
            factors = []
            for group, rows in zip(self.groups, self.rows, strict=True):
                left = _keep(rows, [key for key in rows.rows if key not in others])
                if left is not None:
                    factors.append(_factor(left, self.noise[group.joint]))
            found = _solved(factors, self.prior, self.layout)
            apart += sum(self._cost(factor, found.estimate) for factor in factors)
        return common - apart

    @cached_property
    def factors(self) -> list[FloatArray]:
        """Each group's rows in units of their noise, its own unknowns eliminated."""
        return [
            _factor(rows, self.noise[group.joint]) for group, rows in zip(self.groups, self.rows, strict=True)
        ]

    @staticmethod
    def _cost(factor: FloatArray, estimate: FloatArray) -> float:
        return float(np.sum((factor[:, -1] - factor[:, :-1] @ estimate) ** 2))


def fit_jointly(
    groups: Sequence[SweepGroup],
    maker: RowMaker,
    layout: Layout,
    beforehand: Beforehand,
    *,
    state: State,
    has_even: bool,
    monitor: Monitor,
) -> JointFit:
    """Iterate over all sweeps for ``PASSES`` passes; ``state`` is the start and is updated."""
    noise = dict.fromkeys(layout.joints, 1.0)
    given = state.compliance.copy()
    std = beforehand.compliance.std[list(layout.bending)] if layout.bending else np.empty(0)
    for number in range(PASSES):
        monitor.check()
        monitor.report(number / PASSES)
        rows = tuple(maker.group(place, group, state) for place, group in enumerate(groups))
        at = np.array([state.scale.get(joint, 0.0) for joint in layout.joints])
        bent = (state.compliance - given)[list(layout.bending)] / std if layout.bending else std
        prior = beforehand.rows(layout, at=at, bent=bent, has_even=has_even)
        factors = [_factor(one, noise[group.joint]) for group, one in zip(groups, rows, strict=True)]
        solution = _solved(factors, prior, layout)
        left = _locals(groups, rows, solution.estimate, state)
        # The noise of this pass weights the next one (iteratively reweighted).
        noise = _noise(groups, rows, left)
        if number + 1 < PASSES:
            _move_on(state, layout, solution.estimate, std)
    fit = JointFit(
        layout,
        state,
        tuple(groups),
        rows,
        noise,
        prior,
        solution,
        float(np.sqrt(np.mean(np.concatenate(left) ** 2))),
        bent,
        has_even,
    )
    found = _solved(fit.factors, prior, layout)
    fit = replace(fit, solution=found)
    fit = replace(fit, discrepancies=_discrepancies(fit))
    return replace(fit, uneven=_uneven_covariance(fit))


def _move_on(state: State, layout: Layout, estimate: FloatArray, std: FloatArray) -> None:
    state.payload = estimate[layout.payload].copy()
    state.known = [estimate[layout.known_load(number)].copy() for number in range(layout.known)]
    for joint in layout.joints:
        state.scale[joint] = state.scale.get(joint, 0.0) + float(estimate[layout.scale(joint)])
    if layout.bending:
        moved = state.compliance.copy()
        moved[list(layout.bending)] += std * estimate[layout.compliances]
        state.compliance = np.maximum(moved, 0.0)


def _factor(rows: GroupRows, noise: float) -> FloatArray:
    """(r, common + 1): a group's rows in units of their noise, its own unknowns eliminated."""
    whole = np.column_stack((rows.matrix, rows.target)) / noise
    triangle = triangular_factor(whole)
    return np.asarray(triangle[rows.local_count :, rows.local_count :])


def _keep(rows: GroupRows, keys: Sequence[SweepKey]) -> GroupRows | None:
    """The rows of the given sweeps only; None if there are none."""
    if not keys:
        return None
    chosen = np.concatenate([np.arange(rows.rows[key].start, rows.rows[key].stop) for key in keys])
    columns = np.ones(rows.matrix.shape[1], dtype=np.bool_)
    for key, place in rows.friction.items():
        if key not in keys and place not in [rows.friction[other] for other in keys]:
            columns[place] = False  # a friction unknown without rows
    return replace(
        rows,
        matrix=rows.matrix[np.ix_(chosen, np.flatnonzero(columns))],
        target=rows.target[chosen],
        local_count=rows.local_count - int(np.count_nonzero(~columns)),
    )


def _solved(factors: Sequence[FloatArray], prior: FloatArray, layout: Layout) -> Solution:
    """The common unknowns; an undetermined payload stays at zero with a very large standard deviation."""
    width = layout.count
    loose = np.zeros((4, width + 1))
    # A very weak prior keeps the triangle invertible where the sweeps leave a direction open.
    loose[:, layout.payload] = np.eye(4) / _UNKNOWN_STD
    stacked = np.vstack((*factors, prior, loose))
    triangle = triangular_factor(stacked)
    inverse = np.linalg.pinv(triangle[:width, :width])
    return Solution(inverse @ triangle[:width, width], inverse @ inverse.T)


def _locals(
    groups: Sequence[SweepGroup], rows: Sequence[GroupRows], estimate: FloatArray, state: State
) -> list[FloatArray]:
    """Solve each group's own unknowns, store them in the state, and return the residuals."""
    left: list[FloatArray] = []
    for number, (group, one) in enumerate(zip(groups, rows, strict=True)):
        rest = one.target - one.matrix[:, one.local_count :] @ estimate
        own = np.asarray(np.linalg.lstsq(one.matrix[:, : one.local_count], rest, rcond=None)[0], np.float64)
        left.append(rest - one.matrix[:, : one.local_count] @ own)
        first = min(place.start for place in one.friction.values())
        if first:
            state.own[number] = own[:first]
        for sweep in group.sweeps:
            state.friction[sweep.key] = own[one.friction[sweep.key]]
    return left


def _noise(
    groups: Sequence[SweepGroup], rows: Sequence[GroupRows], left: Sequence[FloatArray]
) -> dict[int, float]:
    """Effective noise (N·m) of each joint, larger if neighbouring residuals are correlated."""
    found: dict[int, float] = {}
    for joint in {group.joint for group in groups}:
        squares = freedom = together = 0.0
        for group, one, rest in zip(groups, rows, left, strict=True):
            if group.joint != joint:
                continue
            squares += float(np.sum(rest**2))
            freedom += rest.size - one.local_count
            for place in one.rows.values():
                together += _covariances(rest[place])
        variance = squares / max(freedom, 1.0)
        hang_together = 1.0 + 2.0 * together / squares if squares > 0.0 else 1.0
        found[joint] = max(float(np.sqrt(variance * max(1.0, hang_together))), _LEAST_NOISE)
    return found


def _covariances(rest: FloatArray) -> float:
    """Sum of the autocovariances up to the last lag with Bartlett's weights."""
    total = 0.0
    for lag in range(1, min(_LAST_LAG, rest.size // 4) + 1):
        total += (1.0 - lag / (_LAST_LAG + 1.0)) * float(np.dot(rest[lag:], rest[:-lag]))
    return total


def _discrepancies(fit: JointFit) -> dict[SweepKey, Discrepancy]:
    """For each loaded sweep, the additional load that its own samples imply."""
    found: dict[SweepKey, Discrepancy] = {}
    for group, rows in zip(fit.groups, fit.rows, strict=True):
        noise = fit.noise[group.joint]
        rest = rows.target - rows.matrix[:, rows.local_count :] @ fit.solution.estimate
        for sweep in group.loaded:
            place = rows.rows[sweep.key]
            others = [key for key in rows.rows if key == sweep.key or not _is_loaded(group, key)]
            chosen = np.concatenate([np.arange(rows.rows[key].start, rows.rows[key].stop) for key in others])
            alone = np.zeros((rest.size, 2))
            alone[place] = rows.own_load[place]
            columns = np.column_stack((alone, rows.matrix[:, : rows.local_count]))[chosen] / noise
            shape = rows.shape[place]
            estimate, spread = _two(columns, rest[chosen] / noise)
            says = shape @ estimate
            expected = float(np.sqrt(np.mean(np.einsum("ij,jk,ik->i", shape, spread, shape))))
            squares = float(estimate @ np.linalg.pinv(spread) @ estimate)
            found[sweep.key] = Discrepancy(
                float(says.mean()), float(np.sqrt(np.mean(says**2))), expected, squares, 2
            )
    return found


def _is_loaded(group: SweepGroup, key: SweepKey) -> bool:
    return any(sweep.key == key for sweep in group.loaded)


def _two(columns: FloatArray, target: FloatArray) -> tuple[FloatArray, FloatArray]:
    """The first two unknowns of a least squares and their covariance (2, 2)."""
    triangle = triangular_factor(np.column_stack((columns[:, 2:], columns[:, :2], target)))
    last = slice(columns.shape[1] - 2, columns.shape[1])
    inverse = np.linalg.pinv(triangle[last, last])
    return inverse @ triangle[last, -1], inverse @ inverse.T


def _uneven_covariance(fit: JointFit) -> FloatArray:
    """Covariance of the solution from unmodelled friction on each sweep's torque, summed over all sweeps.

    It is not an unknown, because the sweeps hardly determine it and it would absorb the payload.
    """
    width = fit.layout.count
    found = np.zeros((width, width))
    for group, rows in zip(fit.groups, fit.rows, strict=True):
        local = rows.matrix[:, : rows.local_count]
        common = rows.matrix[:, rows.local_count :]
        common = common - local @ np.linalg.lstsq(local, common, rcond=None)[0]
        weighted = common / fit.noise[group.joint] ** 2
        for sweep in group.sweeps:
            place = rows.rows[sweep.key]
            std = UNEVEN_SHARE * abs(float(fit.state.friction[sweep.key][0]))
            pull = weighted[place].T @ rows.standing[place]
            moved = std * (fit.solution.covariance @ pull)
            found += np.outer(moved, moved)
    return found
