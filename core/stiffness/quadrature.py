"""Nodes and weights that integrate a trigonometric polynomial of degree four over any range, exactly.

The products in a reduced stiffness are such polynomials in every joint angle. Over a full circle
five equally spaced nodes are exact. Over an arc so are the five nodes of the Gauss rule in
sin(q/2) (G. Da Fies, M. Vianello, "Trigonometric Gaussian quadrature on subintervals of the
period", 2012), which needs no more nodes for a limited joint than for a free one. A slide's
products are polynomials, for which Gauss-Legendre serves.
"""

from dataclasses import dataclass

import numpy as np

from core.errors import BadRequest
from core.recording import FloatArray
from core.robot.model import RobotModel
from core.stiffness.settings import StiffnessSettings

NODES = 5
"""Number of nodes for degree four, for a full circle and for an arc."""
_SLIDE_NODES = 3
"""Number of nodes for a slide, exact for degree five."""
_TURN = 2.0 * np.pi
_INNER_NODES = 48
"""Number of nodes for the arc's orthogonal polynomials; smooth integrands, so exact to rounding."""
_ROUNDING = 1e-9
"""Tolerance by which a range may differ from a whole number of turns, rad."""


@dataclass(frozen=True, eq=False)
class Nodes:
    """``position`` (m,) rad (m) of one joint and ``weight`` (m,), which add up to one."""

    position: FloatArray
    weight: FloatArray


def joint_nodes(robot: RobotModel, settings: StiffnessSettings) -> tuple[Nodes, ...]:
    """The nodes of every joint over its range; joints without limits over a full turn.

    Raises
    ------
    BadRequest
        ``stiffness-range-shape`` where the settings' range does not fit the robot;
        ``stiffness-slide-unlimited`` for a prismatic ``joint`` without limits.
    """
    lower, upper = joint_ranges(robot, settings)
    made = []
    for joint, name in enumerate(robot.joint_names):
        low, high = float(lower[joint]), float(upper[joint])
        if not robot.is_prismatic[joint]:
            made.append(turning_nodes(low, high))
        elif np.isfinite(high - low):
            made.append(sliding_nodes(low, high))
        else:
            raise BadRequest("stiffness-slide-unlimited", joint=name)
    return tuple(made)


def joint_ranges(robot: RobotModel, settings: StiffnessSettings) -> tuple[FloatArray, FloatArray]:
    """Joint ranges (n,), (n,) of the poses, rad (m); infinite without limits.

    Raises
    ------
    BadRequest
        ``stiffness-range-shape``.
    """
    if not settings.lower:
        return robot.lower, robot.upper
    if len(settings.lower) != robot.joint_count:
        raise BadRequest("stiffness-range-shape", expected=robot.joint_count, found=len(settings.lower))
    return np.array(settings.lower), np.array(settings.upper)


def turning_nodes(low: float, high: float) -> Nodes:
    """Nodes of a revolute joint from ``low`` to ``high`` rad; infinite ends mean a full turn."""
    if not np.isfinite(high - low):
        low, high = -np.pi, np.pi
    turns, rest = divmod(high - low + _ROUNDING, _TURN)
    rest = max(rest - _ROUNDING, 0.0)
    positions, weights = [], []
    if turns:
        positions.append(low + _TURN * np.arange(NODES) / NODES)
        weights.append(np.full(NODES, turns * _TURN / NODES))
    if rest > _ROUNDING or not turns:
        position, weight = _arc(0.5 * rest)
        positions.append(high - 0.5 * rest + position)
        weights.append(weight)
    weight = np.concatenate(weights)
    return Nodes(np.concatenate(positions), weight / weight.sum())


def sliding_nodes(low: float, high: float) -> Nodes:
    """Nodes of a prismatic joint from ``low`` to ``high`` m."""
    place, weight = np.polynomial.legendre.leggauss(_SLIDE_NODES)
    return Nodes(0.5 * (low + high) + 0.5 * (high - low) * place, 0.5 * weight)


def _arc(half: float) -> tuple[FloatArray, FloatArray]:
    """Nodes and weights over [-half, half], half < pi.

    With x = sin(q/2) / sin(half/2) an even trigonometric polynomial of degree four is one of degree
    eight in x: the Gauss rule of five nodes in x, for the measure dq, is exact; odd parts cancel.
    """
    place, inner = np.polynomial.legendre.leggauss(_INNER_NODES)
    angle, measure = half * place, half * inner
    bound = np.sin(0.5 * half)
    x = np.sin(0.5 * angle) / bound
    # Stieltjes: three-term recursion of the polynomials that are orthogonal under this measure
    before, now = np.zeros_like(x), np.full_like(x, 1.0 / np.sqrt(measure.sum()))
    beta = np.zeros(NODES)
    for degree in range(1, NODES):
        following = x * now - beta[degree - 1] * before
        beta[degree] = np.sqrt(measure @ following**2)
        before, now = now, following / beta[degree]
    # Golub-Welsch: nodes are the eigenvalues of the recursion's Jacobi matrix, weights follow from the
    # first components. The measure is even, so its diagonal is zero.
    jacobi = np.diag(beta[1:], 1) + np.diag(beta[1:], -1)
    roots, vectors = np.linalg.eigh(jacobi)
    return 2.0 * np.arcsin(np.clip(bound * roots, -1.0, 1.0)), measure.sum() * vectors[0] ** 2
