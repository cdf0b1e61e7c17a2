"""An interior descent under linear limits: barrier, damped BFGS, and exact curvature of the limits.

Nocedal and Wright, Numerical Optimization, 2006: primal-dual steps for the limits (section
19.3), the criterion's curvature by BFGS with Powell's damping (procedure 18.2), a backtracking
line search. Limits are linear and of one joint each, so their curvature is one exact block per
joint, and every step stays strictly inside.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.linalg.lapack import dposv

from core.excitation.basis import Basis
from core.recording import FloatArray

_TO_BOUNDARY = 0.99
"""Share of the distance to the nearest limit that one step may cover."""
_FIRST_CURVATURE = 0.3
"""Initial curvature of the criterion, in the whitened coordinates."""
_SUFFICIENT = 1e-4
"""Share of the decrease predicted by the slope that a step must achieve (Armijo condition)."""
_NO_STEP = 1e-16
"""Squared length of a step, in units of the curvature, below which it is not used for BFGS."""
_DAMPING = 0.2
_DUAL_RANGE = 1e4
"""Largest factor by which a multiplier may differ from the pure barrier's value."""
_STEPS = (1.0, 0.5, 0.25, 0.1, 0.02, 0.004)
"""Shares of the longest step tried by the line search."""
_SETTLED = 1e-4
"""Decrease of the barrier function below which a step counts as converged."""
_SETTLED_STEPS = 3


@dataclass(frozen=True)
class Stage:
    """A part of a descent: sharpness of the criterion, barrier and keep-out weights, number of steps."""

    sharpness: float
    barrier: float
    keep_out_weight: float
    steps: int


Objective = Callable[[FloatArray, Stage], tuple[float, FloatArray]]
"""The function minimised in a stage: its value, and its gradient (size,)."""


class Descent:
    """One descent, strictly inside the limits of a basis; ``x`` (size,) is the present point."""

    def __init__(self, basis: Basis, objective: Objective, x: FloatArray) -> None:
        self._basis, self._objective = basis, objective
        self._rows = basis.rows
        self._columns = np.ascontiguousarray(basis.rows.transpose(0, 2, 1))
        self._joints, self._per_joint = len(basis.free), basis.per_joint
        self.x = x
        self._curvature = _FIRST_CURVATURE * np.eye(x.size)

    def run(self, stages: Sequence[Stage]) -> FloatArray:
        """Run all stages and return the final x."""
        for stage in stages:
            self._begin(stage)
            # One small step may only follow a poor direction while the curvature is learned; several in a row
            # mean that the stage's barrier function is at its lowest.
            settled = 0
            for _ in range(stage.steps):
                drop = self._step(stage)
                settled = settled + 1 if drop < _SETTLED else 0
                if settled >= _SETTLED_STEPS or drop <= 0.0:
                    break
        return self.x

    def _begin(self, stage: Stage) -> None:
        self._value, self._gradient = self._objective(self.x, stage)
        reached = self._along(self.x)
        self._below, self._above = reached - self._basis.lower, self._basis.upper - reached
        self._lower_dual, self._upper_dual = stage.barrier / self._below, stage.barrier / self._above

    def _step(self, stage: Stage) -> float:
        """Take one step and return the decrease of the barrier function, 0 if no step length succeeded."""
        uphill = self._barrier_gradient(stage.barrier)
        step = self._direction(uphill)
        along = self._along(step)
        furthest = max(float((along / self._above).max()), float((-along / self._below).max()), 1e-12)
        # Stop short of the boundary: the logarithms of the barrier need strictly positive distances.
        length = min(1.0, _TO_BOUNDARY / furthest)
        slope = float(uphill @ step)
        before = self._barrier_function(stage.barrier, self._value, self._below, self._above)
        # The distances to the limits are linear in the step, so each share needs the criterion once and no
        # product with the constraint rows.
        for share in _STEPS:
            size = share * length
            value, gradient = self._objective(self.x + size * step, stage)
            below, above = self._below + size * along, self._above - size * along
            after = self._barrier_function(stage.barrier, value, below, above)
            # Armijo's condition; ``slope`` is negative along a descent direction.
            if after <= before + _SUFFICIENT * size * slope:
                self._learn(size * step, gradient - self._gradient)
                self._move_duals(stage.barrier, along, below, above)
                self.x, self._value, self._gradient = self.x + size * step, value, gradient
                self._below, self._above = below, above
                return before - after
        return 0.0

    def _along(self, x: FloatArray) -> FloatArray:
        """The constraint rows times x, (f, R)."""
        return np.asarray((self._rows @ x.reshape(self._joints, self._per_joint, 1))[:, :, 0])

    def _barrier_gradient(self, barrier: float) -> FloatArray:
        pull = barrier / self._above - barrier / self._below
        return np.asarray(self._gradient + (self._columns @ pull[:, :, np.newaxis]).ravel())

    def _direction(self, gradient: FloatArray) -> FloatArray:
        """The Newton step of the barrier function with the approximate curvature."""
        matrix = self._curvature.copy()
        weight = self._upper_dual / self._above + self._lower_dual / self._below
        blocks = self._columns @ (self._rows * weight[:, :, np.newaxis])
        for joint, block in enumerate(blocks):
            own = slice(joint * self._per_joint, (joint + 1) * self._per_joint)
            # Aᵀ diag(multiplier / distance) A: the primal-dual form of the barrier's Hessian (Nocedal
            # and Wright, section 19.3).
            matrix[own, own] += block
        return self._solved(matrix, -gradient)

    def _solved(self, matrix: FloatArray, right: FloatArray) -> FloatArray:
        """Solution of ``matrix @ s = right``.

        Resets the criterion's curvature where rounding made it indefinite.
        """
        _, found, failed = dposv(matrix, right)
        if failed:
            fresh = _FIRST_CURVATURE * np.eye(right.size)
            _, found, _ = dposv(matrix - self._curvature + fresh, right)
            self._curvature = fresh
        return np.asarray(found).ravel()

    def _barrier_function(self, barrier: float, value: float, below: FloatArray, above: FloatArray) -> float:
        return value - barrier * float(np.log(below).sum() + np.log(above).sum())

    def _learn(self, step: FloatArray, change: FloatArray) -> None:
        """Update the curvature by BFGS with Powell's damping, so that it stays positive definite."""
        known = self._curvature @ step
        size, seen = float(step @ known), float(step @ change)
        if size <= _NO_STEP:
            return
        if seen < _DAMPING * size:
            share = (1.0 - _DAMPING) * size / (size - seen)
            # Procedure 18.2: mix in the predicted change until stepᵀ change = _DAMPING · stepᵀ B step.
            change = share * change + (1.0 - share) * known
        self._curvature += np.outer(change, change) / float(step @ change) - np.outer(known, known) / size

    def _move_duals(self, barrier: float, along: FloatArray, below: FloatArray, above: FloatArray) -> None:
        """Take the Newton step of the multipliers, limited to a range around the pure barrier's values."""
        # Linearised complementarity, distance · multiplier = barrier, solved for the multiplier.
        change_above = barrier / self._above - self._upper_dual + self._upper_dual / self._above * along
        change_below = barrier / self._below - self._lower_dual - self._lower_dual / self._below * along
        drop = max(
            float((-change_above / self._upper_dual).max()), float((-change_below / self._lower_dual).max())
        )
        length = min(1.0, _TO_BOUNDARY / max(drop, 1e-12))
        self._upper_dual = _held(self._upper_dual + length * change_above, barrier / above)
        self._lower_dual = _held(self._lower_dual + length * change_below, barrier / below)


def _held(dual: FloatArray, alone: FloatArray) -> FloatArray:
    """Multipliers clipped to a range around those of the pure barrier."""
    return np.clip(dual, alone / _DUAL_RANGE, alone * _DUAL_RANGE)
