"""Conversion of a motion that is not allowed into an allowed one: away from obstacles, then smaller.

An arm that starts near the floor may have no allowed motion that is merely a smaller version of a given
motion. The penalties are therefore descended first, with the limits as one more penalty.
"""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Protocol

import numpy as np

from core.errors import BadRequest
from core.excitation.basis import Basis
from core.excitation.keep_outs.keep_out import KeepOut, squared_shortfalls
from core.monitor import Monitor, NullMonitor
from core.recording import FloatArray

_DESCENT = 80
"""Number of descent steps away from obstacles."""
_LIMIT_RESERVE = 0.05
"""Unit of the limits' shortfalls during that descent, as a share of a limit."""
_HALVINGS = 10
"""Largest number of halvings of a motion before it counts as never allowed."""
_REFINEMENTS = 3
"""Number of bisections of the largest allowed share."""


class Allowing(Protocol):
    """Interface that decides whether motions are allowed: ``core.excitation.optimisers.problem.Problem``."""

    @property
    def basis(self) -> Basis:
        """The basis whose coordinates are used."""

    @property
    def keep_outs(self) -> Sequence[KeepOut]:
        """The regions and torques that motions must avoid."""

    def is_allowed(self, x: FloatArray) -> bool:
        """True if the motion with these coordinates is within its limits and out of every keep-out."""


def shrink_to_allowed(problem: Allowing, x: FloatArray, *, monitor: Monitor | None = None) -> FloatArray:
    """An allowed motion made from one that need not be; an allowed one is returned unchanged.

    The motion first descends the penalties, is scaled into its limits, and shrinks as a whole
    towards rest until it is allowed. Then each joint grows back as far as it may.

    Parameters
    ----------
    problem
        Decides whether motions are allowed; a motion of size zero is taken to be allowed.
    x
        (size,) coordinates of a motion inside the limits.
    monitor
        Checked for cancellation at every step.

    Raises
    ------
    BadRequest
        ``no-allowed-motion`` where even the smallest was refused, with the number tried.
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
    """A motion after descending the penalties, scaled into the limits joint by joint."""
    from scipy.optimize import minimize

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
    """Penalty of a motion's excess over its limits, and its slope (size,)."""
    rows, count = basis.rows, basis.rows.shape[1]
    values = (rows @ x.reshape(rows.shape[0], -1, 1))[:, :, 0]
    above, up = squared_shortfalls((values - basis.upper) / _LIMIT_RESERVE)
    below, down = squared_shortfalls((basis.lower - values) / _LIMIT_RESERVE)
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
