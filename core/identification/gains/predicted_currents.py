"""Currents predicted by a model: i_j = Y_j (pi + payload) / K_j + friction_j, noise on i_j alone.

Everything is computed from the triangular factors of the runs. For given gains the rest is linear: the
base parameters pi, a payload's moments, and the friction, which is in amperes and so independent of the
gains. The linear part is fitted inside (variable projection), and the search is over ``log(1 / K_j)``,
one number per joint.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from core.estimation.rows import IntArray
from core.estimation.solution import solve
from core.estimation.tsqr import BlockFactors, triangular_factor
from core.recording import FloatArray

UNKNOWN_MOMENTS = 9
"""Number of a payload's parameters beside the mass: first moments, then the inertia."""
_INERTIA = slice(3, 9)
"""Slice of the inertia among these parameters."""
_RANK_TOLERANCE = 1e-10


@dataclass(frozen=True)
class GainLayout:
    """Layout of a run's columns: b base parameters, then each joint's friction.

    ``payload_map`` (b, 10) turns a payload's parameters at the flange into base parameters.
    ``shared`` is the friction column whose coefficient all runs have in common, None for
    none. The other coefficients are each run's own: gears warm up, and a friction forced to
    be the same in both runs would attribute the change with warmth to the payload, and so bias
    the gains.
    """

    joint_count: int
    base_count: int
    friction_count: int
    shared: int | None
    payload_map: FloatArray

    def own_friction(self, joint: int) -> IntArray:
        """Indices of a joint's friction columns whose coefficients belong to one run."""
        places = [place for place in range(self.friction_count) if place != self.shared]
        return self._start(joint) + np.array(places, dtype=np.intp)

    def shared_friction(self, joint: int) -> IntArray:
        """Indices of a joint's friction columns common to all runs: one or none."""
        return self._start(joint) + np.array([] if self.shared is None else [self.shared], dtype=np.intp)

    def _start(self, joint: int) -> int:
        return self.base_count + joint * self.friction_count


@dataclass(frozen=True)
class InertiaPrior:
    """Expected inertia of a payload about the flange: ``center`` (6,) ± ``std``, kg·m²."""

    center: FloatArray
    std: float


@dataclass(frozen=True)
class RunFactors:
    """One run's factors with its pair and the mass in kg that it carried, 0 for none."""

    factors: BlockFactors
    pair: int
    mass: float


@dataclass(frozen=True)
class JointRows:
    """Rows of one joint in one run: columns of the base parameters, of the friction, and the current."""

    joint: int
    pair: int
    mass: float
    base: FloatArray
    shared: FloatArray
    own: FloatArray
    current: FloatArray

    @classmethod
    def of(cls, run: RunFactors, joint: int, *, factor: FloatArray, layout: GainLayout) -> "JointRows":
        """Cut a run's ``factor`` (m, columns + 1) into its parts."""
        return cls(
            joint=joint,
            pair=run.pair,
            mass=run.mass,
            base=factor[:, : layout.base_count],
            shared=factor[:, layout.shared_friction(joint)],
            own=factor[:, layout.own_friction(joint)],
            current=factor[:, -1],
        )

    def without_own_friction(self) -> "JointRows":
        """The same rows with the run's own friction projected out."""
        length = np.linalg.norm(self.own, axis=0)
        unit = self.own[:, length > 0.0] / length[length > 0.0]
        left, singular, _ = np.linalg.svd(unit, full_matrices=False)
        taken = left[:, singular > _RANK_TOLERANCE * max(float(singular.max(initial=0.0)), 1e-300)]
        rest = np.column_stack((self.base, self.shared, self.current))
        rest = triangular_factor(np.asfortranarray(rest - taken @ (taken.T @ rest)))
        width = self.base.shape[1]
        return JointRows(
            joint=self.joint,
            pair=self.pair,
            mass=self.mass,
            base=rest[:, :width],
            shared=rest[:, width:-1],
            own=np.empty((rest.shape[0], 0)),
            current=rest[:, -1],
        )


@dataclass(frozen=True)
class GainProblem:
    """Runs with their layout; ``priors`` has one entry per pair.

    Coefficients everywhere in this order: base parameters, the unknown moments of every
    pair's payload, the shared friction of every joint.
    """

    layout: GainLayout
    runs: tuple[RunFactors, ...]
    priors: tuple[InertiaPrior, ...]

    @property
    def coefficient_count(self) -> int:
        """Number of coefficients fitted inside, without the runs' own friction."""
        return self._shared_start + (0 if self.layout.shared is None else self.layout.joint_count)

    @cached_property
    def rows(self) -> tuple[JointRows, ...]:
        """The rows of every run and joint, with the run's own friction projected out."""
        return tuple(
            JointRows.of(
                run, joint, factor=run.factors.joint_factor(joint), layout=self.layout
            ).without_own_friction()
            for run in self.runs
            for joint in range(self.layout.joint_count)
        )

    @cached_property
    def row_count(self) -> IntArray:
        """Number of rows of each joint, (n,)."""
        return np.asarray(sum(run.factors.joint_rows for run in self.runs), dtype=np.intp)

    def moments(self, pair: int) -> slice:
        """Slice of a pair's unknown moments among the coefficients."""
        start = self.layout.base_count + UNKNOWN_MOMENTS * pair
        return slice(start, start + UNKNOWN_MOMENTS)

    @property
    def _shared_start(self) -> int:
        return self.layout.base_count + UNKNOWN_MOMENTS * len(self.priors)

    def shared_coefficients(self, coefficients: FloatArray) -> FloatArray:
        """The coefficients of the shared friction, (n,), or none."""
        return coefficients[self._shared_start :]

    def linear_columns(self, part: JointRows, inverse_gain: FloatArray) -> FloatArray:
        """Columns (m, coefficients) of a joint's rows in A for ``inverse_gain`` (n,) in A/(N·m)."""
        columns = np.zeros((part.current.size, self.coefficient_count))
        rigid = inverse_gain[part.joint] * part.base
        columns[:, : self.layout.base_count] = rigid
        if part.mass:
            columns[:, self.moments(part.pair)] = rigid @ self.layout.payload_map[:, 1:]
        if part.shared.shape[1]:
            columns[:, self._shared_start + part.joint] = part.shared[:, 0]
        return columns

    def known_current(self, part: JointRows, inverse_gain: FloatArray) -> FloatArray:
        """Current needed for the payload's mass at the flange's origin, (m,) A."""
        known = part.base @ self.layout.payload_map[:, 0]
        return np.asarray(part.mass * inverse_gain[part.joint] * known)

    def gain_column(self, part: JointRows, inverse_gain: FloatArray, coefficients: FloatArray) -> FloatArray:
        """Derivative of a joint's rigid-body current in the logarithm of its inverse gain, (m,) A."""
        rigid = slice(0, self._shared_start)
        columns = self.linear_columns(part, inverse_gain)[:, rigid]
        return columns @ coefficients[rigid] + self.known_current(part, inverse_gain)

    def prior_rows(self) -> FloatArray:
        """The priors as rows (6 · pairs, coefficients + 1) with a target of standard deviation one."""
        rows = np.zeros((len(self.priors), 6, self.coefficient_count + 1))
        for pair, prior in enumerate(self.priors):
            start = self.moments(pair).start + _INERTIA.start
            rows[pair, :, start : start + 6] = np.eye(6) / prior.std
            rows[pair, :, -1] = prior.center / prior.std
        return rows.reshape(-1, rows.shape[-1])

    def linear_fit(self, inverse_gain: FloatArray, *, joint_std: FloatArray) -> FloatArray:
        """The best coefficients for given gains; ``joint_std`` (n,) A weighs the joints."""
        blocks = [
            np.column_stack(
                (
                    self.linear_columns(part, inverse_gain),
                    part.current - self.known_current(part, inverse_gain),
                )
            )
            / joint_std[part.joint]
            for part in self.rows
        ]
        return solve(_stacked([*blocks, self.prior_rows()])).estimate

    def gain_step(
        self, inverse_gain: FloatArray, coefficients: FloatArray, *, joint_std: FloatArray
    ) -> FloatArray:
        """Gauss-Newton step of ``log(inverse_gain)`` (n,), with the coefficients adjusted along with it."""
        count = self.layout.joint_count
        blocks = []
        for part in self.rows:
            turn = np.zeros((part.current.size, count))
            # Gains and coefficients are solved together; only the gains' part of the step is used,
            # because the coefficients are refitted exactly afterwards (variable projection).
            turn[:, part.joint] = self.gain_column(part, inverse_gain, coefficients)
            columns = self.linear_columns(part, inverse_gain)
            left = self.residual(part, inverse_gain, coefficients)
            blocks.append(np.column_stack((turn, columns, left)) / joint_std[part.joint])
        prior = self.prior_rows()
        prior[:, -1] -= prior[:, :-1] @ coefficients
        blocks.append(np.hstack((np.zeros((prior.shape[0], count)), prior)))
        return solve(_stacked(blocks)).estimate[:count]

    def residual(self, part: JointRows, inverse_gain: FloatArray, coefficients: FloatArray) -> FloatArray:
        """Residual current of a joint, (m,) A."""
        modelled = self.linear_columns(part, inverse_gain) @ coefficients
        return part.current - self.known_current(part, inverse_gain) - modelled

    def squares(self, inverse_gain: FloatArray, coefficients: FloatArray) -> FloatArray:
        """Squared residuals of each joint, (n,) A²."""
        found = np.zeros(self.layout.joint_count)
        for part in self.rows:
            found[part.joint] += float(np.sum(self.residual(part, inverse_gain, coefficients) ** 2))
        return found

    def prior_cost(self, coefficients: FloatArray) -> float:
        """Squared distance from the priors, in their standard deviations."""
        rows = self.prior_rows()
        return float(np.sum((rows[:, -1] - rows[:, :-1] @ coefficients) ** 2))


def _stacked(blocks: list[FloatArray]) -> FloatArray:
    return triangular_factor(np.asfortranarray(np.concatenate(blocks)))
