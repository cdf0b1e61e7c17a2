"""Fifth-order polynomials in the time share u = t/T: through two states, and bounds on them."""

from dataclasses import dataclass

import numpy as np

from core.excitation.trajectories.motion import Kinematics, PeakBounds, bounds_between
from core.recording import FloatArray

COEFFICIENTS = 6
"""Number of coefficients of a fifth-order polynomial, the constant first."""
_POINTS = 256
"""Number of grid points under the bounds."""
_TO_HIGHER = np.array(
    [
        [-10.0, -6.0, -1.5, 10.0, -4.0, 0.5],
        [15.0, 8.0, 1.5, -15.0, 7.0, -1.0],
        [-6.0, -3.0, -0.5, 6.0, -3.0, 0.5],
    ]
)
"""From position, velocity · T, acceleration · T² at both ends to the coefficients of u³, u⁴, u⁵."""


@dataclass(frozen=True, eq=False)
class JointState:
    """Position, velocity, acceleration of every joint at one moment, each (n,)."""

    position: FloatArray
    velocity: FloatArray
    acceleration: FloatArray


def quintic_between(begin: JointState, end: JointState, *, duration: float) -> FloatArray:
    """The unique fifth-order polynomials (n, 6) in u from state to state in ``duration`` s."""
    low = np.stack([begin.position, begin.velocity * duration, begin.acceleration * duration**2])
    high = np.stack([end.position, end.velocity * duration, end.acceleration * duration**2])
    higher = _TO_HIGHER @ np.concatenate([low, high])
    return np.ascontiguousarray(np.concatenate([low * [[1.0], [1.0], [0.5]], higher]).T)


def evaluate_quintic(polynomial: FloatArray, time: FloatArray, *, duration: float) -> Kinematics:
    """The motion (N, n) of polynomials (n, 6) at times (N,) in s."""
    return Kinematics(
        *(quintic_derivative(polynomial, time, duration=duration, order=order) for order in range(3))
    )


def quintic_peak_bounds(polynomial: FloatArray, *, duration: float) -> PeakBounds:
    """Bounds (n,) that hold from u = 0 to u = 1."""
    step = duration / _POINTS
    time = np.linspace(0.0, duration, _POINTS + 1)
    found = [quintic_derivative(polynomial, time, duration=duration, order=order) for order in range(6)]
    bends = [
        np.abs(found[order + 4]).max(axis=0) if order < 2 else np.zeros(polynomial.shape[0])
        for order in range(3)
    ]
    pairs = [
        bounds_between(
            found[order],
            found[order + 2],
            fourth=bends[order],
            step=step,
            size=derivative_size(polynomial, duration=duration, order=order),
        )
        for order in range(3)
    ]
    (lower, upper), (slowest, fastest), (least, most) = pairs
    return PeakBounds(lower, upper, np.maximum(-slowest, fastest), np.maximum(-least, most))


def derivative_size(polynomial: FloatArray, *, duration: float, order: int) -> FloatArray:
    """Sum of the sizes of a derivative's terms at the end, (n,)."""
    return np.asarray(np.abs(_derived(polynomial, order=order)).sum(axis=1) / duration**order)


def quintic_derivative(
    polynomial: FloatArray, time: FloatArray, *, duration: float, order: int
) -> FloatArray:
    """(N, n) a derivative in time, by Horner's rule."""
    coefficients = _derived(polynomial, order=order) / duration**order
    share = (np.asarray(time) / duration)[:, np.newaxis]
    value = np.zeros((share.shape[0], polynomial.shape[0]))
    for power in range(coefficients.shape[1] - 1, -1, -1):
        value = value * share + coefficients[:, power]
    return value


def _derived(polynomial: FloatArray, *, order: int) -> FloatArray:
    """(n, 6 − order) coefficients of the derivative in u."""
    for _ in range(order):
        polynomial = polynomial[:, 1:] * np.arange(1.0, polynomial.shape[1])
    return polynomial
