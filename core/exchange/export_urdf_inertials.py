"""Link inertials that reproduce identified base parameters and stay near a description.

Base parameters fix fewer combinations than there are standard parameters. Among all
standard parameters that give exactly the identified combinations, the ones nearest the
robot's description are taken, each change measured against the size that parameter has
on this arm. Order per link: ``m, mx, my, mz, Ixx, Ixy, Iyy, Ixz, Iyz, Izz`` at the
link frame's origin.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from core.recording import FloatArray
from core.robot.model import PARAMETERS_PER_LINK

_DETERMINED_TOLERANCE = 1e-8
_INERTIA_INDEX = ((4, 5, 7), (5, 6, 8), (7, 8, 9))


@dataclass(frozen=True)
class NearestParameters:
    """Standard parameters (s,) and, for each, whether the base parameters alone fix it (s,)."""

    values: FloatArray
    determined: npt.NDArray[np.bool_]


@dataclass(frozen=True)
class LinkInertial:
    """Inertial of one link as a URDF wants it.

    ``center_of_mass`` (3,) in m in the link frame, ``inertia`` (3, 3) in kg·m² about the
    centre of mass, axes parallel to the link frame.
    """

    mass: float
    center_of_mass: FloatArray
    inertia: FloatArray


def nearest_parameters(
    grouping: FloatArray, *, base: FloatArray, prior: FloatArray, size: FloatArray
) -> NearestParameters:
    """The standard parameters nearest ``prior`` with ``grouping @ values == base``.

    Parameters
    ----------
    grouping
        (b, s), base parameters from standard ones, of full row rank.
    base
        (b,), the identified base parameters.
    prior, size
        (s,), the description's parameters and the typical magnitude of each (> 0).

    Notes
    -----
    Minimises ``Σ((x - prior) / size)²`` under the equality; with ``A = grouping·diag(size)``
    the answer is ``prior + size · A⁺ (base - grouping @ prior)``.
    """
    scaled = grouping * size
    inverse = np.linalg.pinv(scaled)
    values = prior + size * (inverse @ (base - grouping @ prior))
    # Row-space membership: a unit vector the projector keeps is a fixed parameter.
    kept = np.einsum("ij,ji->i", inverse, scaled)
    return NearestParameters(values, kept > 1.0 - _DETERMINED_TOLERANCE)


def parameter_size(prior: FloatArray, *, link_count: int, reach: float) -> FloatArray:
    """Typical magnitude (s,) of each standard parameter on an arm of this mass and reach.

    ``prior`` (s,) holds ten parameters per link and whatever follows them; those
    others (rotor inertia) are measured like the inertia of a light link. ``reach`` in m
    is the longest link.
    """
    mass = np.abs(prior[: PARAMETERS_PER_LINK * link_count].reshape(link_count, PARAMETERS_PER_LINK)[:, 0])
    typical = np.maximum(mass, 0.1 * max(float(mass.max(initial=0.0)), 1.0))
    length = max(reach, 0.05)
    per_link = np.array([1.0] + 3 * [length] + 6 * [length**2])
    rest = np.full(prior.shape[0] - PARAMETERS_PER_LINK * link_count, 0.1 * typical.min() * length**2)
    return np.concatenate([np.outer(typical, per_link).ravel(), rest])


def is_physical(parameters: FloatArray) -> bool:
    """Return True if ten parameters can belong to a body: its 4×4 pseudo-inertia is positive definite."""
    inertia = inertia_at_origin(parameters)
    pseudo = np.empty((4, 4))
    pseudo[:3, :3] = 0.5 * np.trace(inertia) * np.eye(3) - inertia
    pseudo[:3, 3] = pseudo[3, :3] = parameters[1:4]
    pseudo[3, 3] = parameters[0]
    return bool(np.all(np.linalg.eigvalsh(pseudo) > 0.0))


def link_inertial(parameters: FloatArray) -> LinkInertial:
    """Mass, centre of mass and inertia about it from ten parameters with a positive mass."""
    mass = float(parameters[0])
    center = parameters[1:4] / mass
    shift = float(center @ center) * np.eye(3) - np.outer(center, center)
    return LinkInertial(mass, center, inertia_at_origin(parameters) - mass * shift)


def inertia_at_origin(parameters: FloatArray) -> FloatArray:
    """The symmetric inertia matrix (3, 3) about the link frame's origin."""
    return np.asarray(parameters[np.array(_INERTIA_INDEX)], dtype=np.float64)
