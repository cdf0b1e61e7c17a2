"""Search for the gains of maximum likelihood."""

from dataclasses import dataclass

import numpy as np

from core.estimation.least_squares import SMALLEST_STD_OF_TARGET, limited_std
from core.estimation.solution import solve
from core.identification.gains.problem import GainProblem, JointRows
from core.monitor import Monitor
from core.recording import FloatArray

MOST_ROUNDS = 60
SETTLED = 1e-8
"""Relative change of every gain and every joint's standard deviation at convergence."""
_LONGEST_STEP = 0.7
"""Largest step in log gain: a gain is at most doubled or halved."""
_HALVINGS = 20
_START_SIGNIFICANCE = 3.0
"""Significance, in standard deviations, from which a joint's own rows give its first gain."""


@dataclass(frozen=True)
class GainFit:
    """The most likely gains: ``inverse_gain`` (n,) A/(N·m), all coefficients, ``joint_std`` (n,) A."""

    inverse_gain: FloatArray
    coefficients: FloatArray
    joint_std: FloatArray
    settled: bool


def search_gains(problem: GainProblem, *, start: GainFit | None, monitor: Monitor) -> GainFit:
    """Maximise the likelihood over gains, coefficients and each joint's noise.

    Steps in the gains alternate with new weights; a step that makes things worse is halved.
    """
    inverse_gain, joint_std = _start(problem) if start is None else (start.inverse_gain, start.joint_std)
    coefficients = problem.linear_fit(inverse_gain, joint_std=joint_std)
    settled = False
    for _ in range(MOST_ROUNDS):
        monitor.check()
        before = inverse_gain
        inverse_gain, coefficients = _improved(problem, inverse_gain, coefficients, joint_std)
        fresh = _joint_std(problem, problem.squares(inverse_gain, coefficients))
        change = max(np.abs(inverse_gain / before - 1.0).max(), np.abs(fresh / joint_std - 1.0).max())
        joint_std = fresh
        coefficients = problem.linear_fit(inverse_gain, joint_std=joint_std)
        settled = bool(change < SETTLED)
        if settled:
            break
    return GainFit(inverse_gain, coefficients, joint_std, settled)


def _improved(
    problem: GainProblem, inverse_gain: FloatArray, coefficients: FloatArray, joint_std: FloatArray
) -> tuple[FloatArray, FloatArray]:
    step = problem.gain_step(inverse_gain, coefficients, joint_std=joint_std)
    step = np.clip(step, -_LONGEST_STEP, _LONGEST_STEP)
    now = _cost(problem, inverse_gain, coefficients, joint_std)
    for _ in range(_HALVINGS):
        tried = inverse_gain * np.exp(step)
        fitted = problem.linear_fit(tried, joint_std=joint_std)
        if _cost(problem, tried, fitted, joint_std) <= now:
            return tried, fitted
        step = step / 2.0
    return inverse_gain, coefficients


def _cost(
    problem: GainProblem, inverse_gain: FloatArray, coefficients: FloatArray, joint_std: FloatArray
) -> float:
    squares = problem.squares(inverse_gain, coefficients)
    return float(np.sum(squares / joint_std**2)) + problem.prior_cost(coefficients)


def _joint_std(problem: GainProblem, squares: FloatArray) -> FloatArray:
    rows = np.maximum(problem.row_count, 1)
    size = np.zeros(rows.shape)
    for part in problem.rows:
        size[part.joint] += float(part.current @ part.current)
    return limited_std(np.sqrt(squares / rows), floor=SMALLEST_STD_OF_TARGET * np.sqrt(size / rows))


def _start(problem: GainProblem) -> tuple[FloatArray, FloatArray]:
    """First gains and noise, computed from the currents alone.

    With parameters of its own every joint's current is linear in them and in its inverse gain, whose
    column is the current of the known mass. Joints whose own rows do not determine the gain (the last
    one: a mass on its axis needs no torque) start at the mean of the others.
    """
    count = problem.layout.joint_count
    inverse_gain, squares = np.full(count, np.nan), np.zeros(count)
    for joint in range(count):
        value, std, squares[joint] = _alone(problem, joint)
        if value > _START_SIGNIFICANCE * std:
            inverse_gain[joint] = value
    known = inverse_gain[np.isfinite(inverse_gain)]
    middle = float(np.exp(np.mean(np.log(known)))) if known.size else 1.0
    return np.where(np.isfinite(inverse_gain), inverse_gain, middle), _joint_std(problem, squares)


def _alone(problem: GainProblem, joint: int) -> tuple[float, float, float]:
    """Inverse gain, its standard deviation and the residual sum of squares, from one joint's rows alone."""
    blocks = [_own_columns(problem, part) for part in problem.rows if part.joint == joint]
    factor = np.concatenate(blocks)
    if not factor[:, :-1].any():
        return 0.0, np.inf, float(factor[:, -1] @ factor[:, -1])
    solution = solve(factor)
    squares = float(np.sum((factor[:, -1] - factor[:, :-1] @ solution.estimate) ** 2))
    if solution.undetermined[0]:
        return 0.0, np.inf, squares
    noise = np.sqrt(squares / max(int(problem.row_count[joint]), 1))
    return float(solution.estimate[0]), float(noise * np.linalg.norm(solution.map[0])), squares


def _own_columns(problem: GainProblem, part: JointRows) -> FloatArray:
    """[inverse gain | base parameters and payloads over the gain | shared friction | current]."""
    unit = np.ones(problem.layout.joint_count)
    known = problem.known_current(part, unit)
    return np.column_stack((known, problem.linear_columns(part, unit), part.current))
