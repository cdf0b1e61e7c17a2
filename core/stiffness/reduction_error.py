"""Error of a reduced model against the full one: exact over all poses, and at random poses."""

from collections.abc import Sequence

import numpy as np

from core.recording import FloatArray
from core.stiffness.cartesian import full_compliance, reduced_compliance
from core.stiffness.model import StiffnessModel
from core.stiffness.quadrature import Nodes, joint_ranges
from core.stiffness.result import ReductionError
from core.stiffness.settings import StiffnessSettings

_MOST_NODES = 20_000
"""Largest grid of poses; above it the random poses give the root mean square too."""


def reduction_error(
    model: StiffnessModel, compliance: FloatArray, nodes: Sequence[Nodes], settings: StiffnessSettings
) -> ReductionError:
    """Error of the joint model with ``compliance`` (n,) for the whole arm; see ``ReductionError``."""
    generator = np.random.default_rng(settings.seed)
    q = random_poses(model, settings, generator)
    force = generator.standard_normal((q.shape[0], 3))
    force *= settings.force / np.linalg.norm(force, axis=1, keepdims=True)
    full = full_compliance(model, q)[:, :3, :3]
    left = [
        np.linalg.norm(np.einsum("kij,kj->ki", matrix, force), axis=1)
        for matrix in (
            full,
            reduced_compliance(model.robot, compliance, q, tool=model.tool)[:, :3, :3] - full,
            reduced_compliance(model.robot, model.joint_compliance, q, tool=model.tool)[:, :3, :3] - full,
        )
    ]
    return ReductionError(
        force=settings.force,
        poses=q.shape[0],
        mean=float(left[1].mean()),
        rms=_exact_rms(model, compliance, nodes, settings),
        largest=float(left[1].max()),
        mean_deflection=float(left[0].mean()),
        rigid_links_mean=float(left[2].mean()),
    )


def random_poses(
    model: StiffnessModel, settings: StiffnessSettings, generator: np.random.Generator
) -> FloatArray:
    """Poses (N, n), uniform over the ranges; a full turn without limits."""
    lower, upper = joint_ranges(model.robot, settings)
    is_open = ~np.isfinite(upper - lower)
    low, high = np.where(is_open, -np.pi, lower), np.where(is_open, np.pi, upper)
    return np.asarray(generator.uniform(low, high, (settings.error_poses, low.size)))


def _exact_rms(
    model: StiffnessModel, compliance: FloatArray, nodes: Sequence[Nodes], settings: StiffnessSettings
) -> float:
    """Root mean square over all poses and directions; its square is a polynomial of degree four too."""
    turning = [Nodes(nodes[0].position[:1], np.ones(1)), *nodes[1:]]  # rotating the whole arm has no effect
    if any(spring.link < 0 for spring in model.springs):
        turning[0] = nodes[0]
    if np.prod([one.position.size for one in turning], dtype=np.float64) > _MOST_NODES:
        return float("nan")
    grid = np.meshgrid(*(one.position for one in turning), indexing="ij")
    weight = np.ones(1)
    for one in turning:
        weight = np.outer(weight, one.weight).ravel()
    q = np.stack([axis.ravel() for axis in grid], axis=1)
    left = (
        reduced_compliance(model.robot, compliance, q, tool=model.tool)[:, :3, :3]
        - full_compliance(model, q)[:, :3, :3]
    )
    mean = float(weight @ np.einsum("kij,kij->k", left, left))
    return settings.force * float(np.sqrt(mean / 3.0))
