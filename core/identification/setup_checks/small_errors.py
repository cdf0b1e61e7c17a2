"""Checks of the mounting, of late torques, and of the drive gains.

Each is an error that the torque depends on smoothly: a column made from the fit itself, whose coefficient
is the error. Torque is linear in gravity, Y(g) = Y(g₀) + Σ (g − g₀)ₖ Uₖ with Uₖ = Y(q, 0, 0; g = eₖ), so
that the direction of gravity is found by Gauss-Newton steps without another pass over the recordings.
"""

from dataclasses import dataclass, replace

import numpy as np

from core.identification.setup_checks.hypothesis import (
    Explained,
    Hypothesis,
    Scatter,
    explain,
    gravity_torque,
    rigid_torque,
    unexplained,
)
from core.identification.setup_checks.limits import LIMITS
from core.identification.setup_checks.sums import CheckedSums
from core.recording import FloatArray

_STEPS = 10
_SMALL_STEP = 1e-4
"""Step in rad below which the direction of gravity is found."""
_LARGEST_STEP = 0.5
"""Largest step in rad."""


@dataclass(frozen=True)
class Mounting:
    """Gravity (3,) m/s² in the base frame, its angle to the one described and standard deviation, rad."""

    gravity: FloatArray
    angle: float
    std: float
    alarm: bool
    parameters: FloatArray
    """Base parameters that belong to it."""
    left: FloatArray
    """Error of each joint over its torque under this gravity, (n,)."""


@dataclass(frozen=True)
class PerJoint:
    """An error of each joint with its standard deviation (n,), and the joints where it is a fault.

    NaN where nothing can be known. ``left`` (n,) is the error over the torque with the error put right.
    """

    value: FloatArray
    std: FloatArray
    alarm: tuple[int, ...]
    left: FloatArray


def check_mounting(sums: CheckedSums) -> Mounting:
    """Find the direction of gravity from the torques.

    The search starts at the best of seven directions, as described and along both ways of each axis,
    so that an arm on a wall or upside down is found; another start must explain much better. A turn
    about the vertical cannot be known: it only shifts the first joint.
    """
    described = np.asarray(sums.plan.robot.gravity, dtype=np.float64)
    size = float(np.linalg.norm(described))
    given = Hypothesis.as_given(sums)
    starts = [described, *(size * np.vstack([np.eye(3), -np.eye(3)]))]
    errors = [explain(sums, replace(given, gravity=start)).log_error for start in starts]
    # an arm upside down is explained nearly as well with all first moments turned round
    other = errors[int(np.argmin(errors))] < errors[0] + LIMITS.log_error
    gravity = starts[int(np.argmin(errors))] if other else described
    found = given
    for _ in range(_STEPS):
        tangents = _tangents(gravity)
        found = replace(given, gravity=gravity, extra=_tilts(sums, gravity, tangents))
        step = explain(sums, found).extra @ tangents / size
        turned = float(np.linalg.norm(step))
        gravity = gravity + size * step * min(1.0, _LARGEST_STEP / max(turned, _SMALL_STEP))
        gravity *= size / np.linalg.norm(gravity)
        if turned < _SMALL_STEP:
            break
    scatter = Scatter(sums, found)
    explained = scatter.fit()
    std = float(np.linalg.norm(scatter.std(explained)) / np.sqrt(2.0))
    cosine = described @ gravity / size**2
    angle = float(np.arctan2(np.linalg.norm(np.cross(described, gravity)) / size**2, cosine))
    alarm = angle > max(LIMITS.mounting, LIMITS.sure * std)
    return Mounting(gravity, angle, std, bool(alarm), _base(sums, explained), unexplained(sums, explained))


def _base(sums: CheckedSums, explained: Explained) -> FloatArray:
    if sums.model.is_known:
        return sums.model.parameters
    return explained.parameters[: sums.plan.base_count]


def _tilts(sums: CheckedSums, gravity: FloatArray, tangents: FloatArray) -> tuple[FloatArray, ...]:
    """Columns (P, 2) of each joint: change of torque per rad of tilt, from the fit without a tilt."""
    parameters = _base(sums, explain(sums, replace(Hypothesis.as_given(sums), gravity=gravity)))
    return tuple(
        np.column_stack([gravity_torque(sums, joint, gravity=way, parameters=parameters) for way in tangents])
        for joint in range(sums.joint_count)
    )


def _tangents(gravity: FloatArray) -> FloatArray:
    """Two directions across gravity, as long as gravity: a coefficient of 1 is a tilt of 1 rad."""
    size = float(np.linalg.norm(gravity))
    down = gravity / size
    first = np.cross(down, np.eye(3)[int(np.argmin(np.abs(down)))])
    first /= np.linalg.norm(first)
    return np.asarray(size * np.array([first, np.cross(down, first)]))


def check_lag(sums: CheckedSums) -> PerJoint:
    """Find the time in s by which each joint's torque is late against its position.

    A late torque is τ(t − d) ≈ τ − d dτ/dt.
    """
    count = sums.joint_count
    extra = []
    for joint, places in enumerate(sums.columns):
        late = np.zeros((places.width, count))
        late[places.slope, joint] = -1.0
        extra.append(late)
    scatter = Scatter(sums, replace(Hypothesis.as_given(sums), extra=tuple(extra)))
    explained = scatter.fit()
    std = scatter.std(explained, owners=range(count))
    wrong = np.abs(explained.extra) > np.maximum(LIMITS.lag_s, LIMITS.sure * std)
    left = unexplained(sums, explained)
    wrong &= left <= LIMITS.explained
    return PerJoint(_where_moved(sums, explained.extra), std, tuple(np.flatnonzero(wrong).tolist()), left)


def check_scale(sums: CheckedSums) -> PerJoint:
    """Find the relative error of each joint's drive gain, supposing that the others are right.

    It shows through the parameters that joints share. A common error of all only scales the
    parameters, so it cannot be known. Reported are the joints whose error explains the recordings
    best; two where both explain them equally well, since then only their ratio is known.
    """
    count = sums.joint_count
    given = Hypothesis.as_given(sums)
    plain = explain(sums, given)
    parameters = _base(sums, plain)
    gravity = np.asarray(sums.plan.robot.gravity)
    extra = []
    for joint, places in enumerate(sums.columns):
        scaled = np.zeros((places.width, count))
        scaled[:, joint] = rigid_torque(sums, joint, gravity=gravity, parameters=parameters)
        extra.append(scaled)
    scatter = Scatter(sums, replace(given, extra=tuple(extra)))
    fits = [scatter.fit(only=joint) for joint in range(count)]
    value = np.array([fit.extra[0] for fit in fits])
    std = np.array([scatter.std(fit, only=joint, owners=[joint])[0] for joint, fit in enumerate(fits)])
    known = (LIMITS.sure * std < LIMITS.known_scale) & (sums.counts > 0)
    gain = np.array([fit.log_error for fit in fits]) - plain.log_error
    best = int(np.argmin(np.where(known, gain, np.inf)))
    wrong = known[best] and abs(value[best]) > max(LIMITS.scale, LIMITS.sure * std[best])
    alike = np.flatnonzero((gain <= gain[best] + LIMITS.alike) & (gain < 0.5 * gain[best]))
    left = unexplained(sums, fits[best])
    wrong &= np.all(left[alike] <= LIMITS.explained)
    alarm = tuple(alike.tolist()) if wrong else ()
    return PerJoint(np.where(known, value, np.nan), std, alarm, left)


def _where_moved(sums: CheckedSums, value: FloatArray) -> FloatArray:
    return np.where(sums.counts > 0, value, np.nan)
