"""How a motion that is not allowed becomes one that is: it leans away from obstacles, then it shrinks.

An arm that starts near the floor may have no allowed motion that is a smaller one of a given
motion; so its penalties are descended first, with the limits as one more.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Protocol

import numpy as np
from scipy.optimize import minimize

from core.errors import BadRequest
from core.excitation.basis import Basis
from core.excitation.keep_outs.keep_out import KeepOut, squared
from core.monitor import Monitor, NullMonitor
from core.recording import FloatArray

_DESCENT = 80
"""Steps in which a motion leans away."""
_LIMIT_RESERVE = 0.05
"""Of a limit: shortfalls of limits are counted in this unit while a motion leans away."""
_HALVINGS = 6
"""A motion is halved this often at most before it counts as never allowed."""
_REFINEMENTS = 3
"""How often the largest allowed share is then bisected."""


class Allowing(Protocol):
    """Who allows motions, and why not: ``core.excitation.optimisers.problem.Problem``."""

    @property
    def basis(self) -> Basis:
        """Where the coordinates live."""

    @property
    def keep_outs(self) -> Sequence[KeepOut]:
        """What motions must keep out of."""

    def is_allowed(self, x: FloatArray) -> bool:
        """Whether the motion with these coordinates keeps to its limits and out of everything."""


def shrink_to_allowed(problem: Allowing, x: FloatArray, *, monitor: Monitor | None = None) -> FloatArray:
    """A motion that is allowed, made of one that need not be; one that is stays as it is.

    It leans away from what it must keep out of, is scaled into its limits, and shrinks towards
    standing still as a whole until it is allowed; then each joint grows back as far as it may.

    Parameters
    ----------
    problem
        Who allows motions; standing still is taken to be allowed.
    x
        (size,) coordinates of a motion inside the limits.
    monitor
        Asked at every step whether to go on.

    Raises
    ------
    BadRequest
        ``no-allowed-motion`` where even the smallest was refused, with how many were tried.
    Cancelled
        When the monitor asks to stop.
    """
    watched = monitor or NullMonitor()

    def allowed(tried: FloatArray) -> bool:
        watched.check()
        return problem.is_allowed(tried)

    if allowed(x):
        return x
    leant = _leant(problem, x, watched) if problem.keep_outs else x
    whole = leant.reshape(len(problem.basis.free), -1)
    shares = np.zeros((len(whole), 1))

    def fits(share: float, *, rows: slice) -> bool:
        tried = shares.copy()
        tried[rows] = share
        return allowed((tried * whole).ravel())

    shares[:] = _largest(partial(fits, rows=slice(None)))
    for joint in np.flatnonzero(shares[:, 0] < 1.0).tolist():
        grows = partial(fits, rows=slice(joint, joint + 1))
        shares[joint] = 1.0 if grows(1.0) else _bisected(grows, float(shares[joint, 0]), 1.0)
    return np.asarray((shares * whole).ravel())


def _leant(problem: Allowing, x: FloatArray, monitor: Monitor) -> FloatArray:
    """A motion at the foot of the penalties, scaled into the limits joint by joint."""
    basis = problem.basis

    def missing(tried: FloatArray) -> tuple[float, FloatArray]:
        monitor.check()
        value, slope = _beyond_limits(basis, tried)
        motion = basis.motion(tried)
        for keep_out in problem.keep_outs:
            penalty, gradient = keep_out.penalty(motion)
            value += penalty
            slope += basis.pull_back(gradient) if penalty > 0.0 else 0.0
        return value, slope

    found = minimize(missing, x, jac=True, method="L-BFGS-B", options={"maxiter": _DESCENT}).x
    inside = np.asarray(found).reshape(len(basis.free), -1) / np.maximum(basis.furthest(found), 1.0)[:, None]
    return np.asarray(inside.ravel())


def _beyond_limits(basis: Basis, x: FloatArray) -> tuple[float, FloatArray]:
    """How far a motion is beyond its limits, as a penalty, and the slope (size,)."""
    rows, count = basis.rows, basis.rows.shape[1]
    values = (rows @ x.reshape(rows.shape[0], -1, 1))[:, :, 0]
    above, up = squared((values - basis.upper) / _LIMIT_RESERVE)
    below, down = squared((basis.lower - values) / _LIMIT_RESERVE)
    slope = ((up - down)[:, np.newaxis, :] @ rows) / (_LIMIT_RESERVE * count)
    return float((above + below).sum() / count), np.asarray(slope.ravel())


def _largest(fits: Callable[[float], bool]) -> float:
    """The largest share that fits, by halving and then bisecting."""
    if fits(1.0):
        return 1.0
    for halvings in range(1, _HALVINGS + 1):
        share = 0.5**halvings
        if fits(share):
            return _bisected(fits, share, 2.0 * share)
    raise BadRequest("no-allowed-motion", tried=_HALVINGS + 1, smallest=0.5**_HALVINGS)


def _bisected(fits: Callable[[float], bool], allowed: float, refused: float) -> float:
    for _ in range(_REFINEMENTS):
        middle = 0.5 * (allowed + refused)
        if fits(middle):
            allowed = middle
        else:
            refused = middle
    return allowed
