"""The algebraic route: joint compliances that best represent the links over all poses ([Mikhel] 3.1).

``M_JJ δ = M_JL k_L`` with means over all poses in place of integrals, which scales both sides equally.
"""

import time
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from core.monitor import Monitor, NullMonitor
from core.quality import Verdict
from core.recording import FloatArray, Mark
from core.stamp import Clock, software_name, time_stamp, utc_now
from core.stiffness.judgement import joint_judgement, whole_judgement
from core.stiffness.model import StiffnessModel
from core.stiffness.products import MeanProducts, mean_products
from core.stiffness.quadrature import joint_nodes
from core.stiffness.reduction_error import reduction_error
from core.stiffness.result import LinkContribution, ReducedJoint, ReducedStiffness, Route
from core.stiffness.settings import StiffnessSettings

_ROUNDING = 1e-12
"""Contribution relative to its upper bound below which it is zero."""
_SAME = 1e-9
"""Eigenvalue of the joints' products, scaled to one each, below which joints are equivalent."""


def reduce_stiffness(
    model: StiffnessModel,
    settings: StiffnessSettings | None = None,
    *,
    source: str = "",
    serial: str = "",
    mark: Mark = Mark.NONE,
    monitor: Monitor | None = None,
    now: Clock = utc_now,
) -> ReducedStiffness:
    """The reduced stiffness of an arm with known springs.

    Parameters
    ----------
    model
        All springs; its tool point is used, not that of the settings.
    settings
        Range of poses and weights.
    source
        Source of the joints' springs, for the record.

    Raises
    ------
    BadRequest
        As ``core.stiffness.quadrature.joint_nodes``; ``stiffness-setting`` for a joint
        to hold that is not there.
    Cancelled
        If the monitor requests it.

    Examples
    --------
    >>> from core.robot.library import load_robot
    >>> from core.stiffness.model import stiffness_model
    >>> reduce_stiffness(stiffness_model(load_robot("mikhel-3"))).stiffness.round(-3).tolist()
    [178000.0, 287000.0, 94000.0]
    """
    chosen = settings or StiffnessSettings()
    watched = monitor or NullMonitor()
    began = time.perf_counter()
    nodes = joint_nodes(model.robot, chosen)
    products = mean_products(model, nodes, turn_length=chosen.turn_length, monitor=watched)
    solved = _solve(model, products, held=chosen.checked_held(model.robot.joint_count))
    error = reduction_error(model, solved.compliance, nodes, chosen)
    joints = tuple(_joints(model, products, solved))
    lost = tuple(one.number for one in joints if one.judgement.verdict is Verdict.NOT_MEASURABLE)
    usable = _solve(model, products, held=tuple({*solved.held, *lost})) if lost else solved
    return ReducedStiffness(
        robot=model.robot.name,
        route=Route.ALGEBRA,
        settings=chosen.with_tool(model.tool),
        joints=joints,
        covariance=np.diag(model.joint_compliance_std**2),
        usable_compliance=usable.compliance,
        error=error,
        spring_source=model.source,
        contributions=tuple(_contributions(model, products, solved)),
        poses=products.poses,
        seconds=time.perf_counter() - began,
        judgement=whole_judgement(joints, error, has_links=bool(model.springs)),
        source=source,
        serial=serial,
        software=software_name(),
        created_at=time_stamp(now),
        mark=mark,
    )


@dataclass(frozen=True, eq=False)
class _Solved:
    """``inverse`` (n, n) of the joints' products, zero for held ones; ``alike`` joints are equivalent."""

    compliance: FloatArray
    inverse: FloatArray
    held: tuple[int, ...]
    alike: tuple[int, ...]


def _solve(model: StiffnessModel, products: MeanProducts, *, held: tuple[int, ...]) -> _Solved:
    n = model.robot.joint_count
    size = np.sqrt(np.diag(products.joints))
    moves = size > _SAME * size.max(initial=0.0)
    free = np.array([joint for joint in range(n) if joint not in held and moves[joint]], dtype=int)
    inverse, alike = np.zeros((n, n)), np.zeros(0, dtype=int)
    if free.size:
        scale = np.outer(size[free], size[free])
        values, vectors = np.linalg.eigh(products.joints[np.ix_(free, free)] / scale)
        kept = values > _SAME
        inverse[np.ix_(free, free)] = (vectors[:, kept] / values[kept]) @ vectors[:, kept].T / scale
        alike = free[np.any(np.abs(vectors[:, ~kept]) > np.sqrt(_SAME), axis=1)]
    added = np.zeros(n)
    if model.springs:
        springs = np.stack([spring.compliance for spring in model.springs])
        added = inverse @ np.einsum("islm,slm->i", products.links, springs)
    return _Solved(model.joint_compliance + added, inverse, held, tuple(alike.tolist()))


def _joints(model: StiffnessModel, products: MeanProducts, solved: _Solved) -> Iterator[ReducedJoint]:
    lever = np.sqrt(products.squares)
    for joint, name in enumerate(model.robot.joint_names):
        own, own_std = float(model.joint_compliance[joint]), float(model.joint_compliance_std[joint])
        prismatic = bool(model.robot.is_prismatic[joint])
        yield ReducedJoint(
            joint=name,
            number=joint,
            is_prismatic=prismatic,
            spring=1.0 / own,
            spring_std=own_std / own**2,
            compliance=float(solved.compliance[joint]),
            compliance_std=own_std,
            lever=float(lever[joint]),
            is_held=joint in solved.held,
            judgement=joint_judgement(
                name,
                lever=lever,
                joint=joint,
                is_prismatic=model.robot.is_prismatic,
                compliance=float(solved.compliance[joint]),
                own=own,
                alike=tuple(model.robot.joint_names[one] for one in solved.alike)
                if joint in solved.alike
                else (),
            ),
        )


def _contributions(
    model: StiffnessModel, products: MeanProducts, solved: _Solved
) -> Iterator[LinkContribution]:
    for place, (spring, label) in enumerate(zip(model.springs, model.labels, strict=True)):
        own = products.links[:, place]
        coefficient = np.einsum("ij,jlm->ilm", solved.inverse, own)
        coefficient[np.abs(coefficient) < _ROUNDING * _at_most(solved.inverse, own)] = 0.0
        yield LinkContribution(spring.link, label, coefficient, coefficient * spring.compliance)


def _at_most(inverse: FloatArray, links: FloatArray) -> FloatArray:
    """Upper bound (n, 6, 6) of the coefficients, reached if nothing cancelled and no axes were orthogonal."""
    size = np.sqrt(np.einsum("jll->jl", links)).reshape(-1, 2, 3).max(axis=2).repeat(3, axis=1)
    return np.asarray(np.einsum("ij,jl,jm->ilm", np.abs(inverse), size, size))
