"""The algebraic route: joint compliances that best represent the links ([Mikhel] 3.1), and their error.

``M_JJ δ = M_JL k_L`` with means over all poses in place of integrals, which scales both sides equally.
"""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from core.monitor import Monitor, NullMonitor
from core.quality import Verdict
from core.recording import FloatArray, Mark
from core.robot.model import BASE_LINK
from core.stamp import Clock, software_name, time_stamp, utc_now
from core.stiffness.backward_jacobian import BackwardWalk
from core.stiffness.cartesian import full_compliance, reduced_compliance
from core.stiffness.judgement import joint_judgement, whole_judgement
from core.stiffness.model import StiffnessModel
from core.stiffness.quadrature import Nodes, joint_nodes, joint_ranges
from core.stiffness.result import LinkContribution, ReducedJoint, ReducedStiffness, ReductionError, Route
from core.stiffness.settings import StiffnessSettings

_ROUNDING = 1e-12
"""Contribution relative to its upper bound below which it is zero."""
_SAME = 1e-9
"""Eigenvalue of the joints' products, scaled to one each, below which joints are equivalent."""
_CHUNK = 16_384
"""Number of poses processed together."""
_ALONG, _ABOUT = 2, 5
"""Columns of a joint's own frame: a slide along z, a turn about it."""
SHIFTS, TURNS = (0, 1, 2), (3, 4, 5)
"""Columns of a frame: shifts along its axes, then rotations about them."""


# Means of products of the springs' columns over all poses: the matrices of the reduction.
#
# [Mikhel], Algorithm 2, with quadrature in place of computer algebra. The poses are a grid that grows
# from the tool to the base: the effect of a link's springs depends only on the joints beyond it, so only
# the first joint's products need the whole grid.


_MOST_NODES = 20_000
"""Largest grid of poses; above it the random poses give the root mean square too."""


@dataclass(frozen=True, eq=False)
class MeanProducts:
    """Means over all poses.

    ``joints`` (n, n) of ``(Ji·Jj)²``, ``links`` (n, s, 6, 6) of ``(Ji·Jlm)(Ji·Jln)`` ([Mikhel] 3.3, 3.4),
    ``squares`` (n,) of ``Ji·Ji``; ``poses`` were looked at.
    """

    joints: FloatArray
    links: FloatArray
    squares: FloatArray
    poses: int


def mean_products(
    model: StiffnessModel,
    nodes: Sequence[Nodes],
    *,
    turn_length: float = 0.0,
    monitor: Monitor | None = None,
) -> MeanProducts:
    """The means over a grid of ``nodes``, one set for each joint.

    Parameters
    ----------
    turn_length
        Length in m that multiplies a rotation in rad; 0 leaves rotations out.

    Raises
    ------
    Cancelled
        If the monitor requests it.
    """
    walked = _Walked(model, nodes, monitor=monitor or NullMonitor())
    return walked.means(turn_length=turn_length)


# Products of the columns of springs in two frames, without forming the columns ([Mikhel] 3.10).
#
# A product of two rotation columns is a determinant of the rotation between their frames with a row and a
# column replaced by the tool's position in either. Expanded along that row, all six columns of a frame
# share its minors.


def column_products(
    one: FloatArray, other: FloatArray, *, column: int, turn_length: float = 0.0
) -> FloatArray:
    """``Jv · Jw`` (m, 6) of one column of a frame with the six of another.

    Parameters
    ----------
    one, other
        (m, 4, 4) placements of the tool in each frame, both turned alike (``BackwardWalk.b``).
    column
        Of ``one``, from 0: ``SHIFTS`` or ``TURNS``.
    turn_length
        m that a turn of the tool by 1 rad counts; 0 for products of shifts alone.
    """
    axis = column % 3
    here, there = one[:, :3, 3], other[:, :3, 3]
    if column in SHIFTS:
        along = _turn_row(one, other, axis)
        return np.hstack([along, _cross(there, along)])
    first, second = (axis + 1) % 3, (axis + 2) % 3
    # Minors of the rotation's rows with the tool's position in frame one, expanded along the row.
    along = here[:, first, np.newaxis] * _turn_row(one, other, second)
    along -= here[:, second, np.newaxis] * _turn_row(one, other, first)
    about = _cross(there, along)
    if turn_length > 0.0:
        about += turn_length**2 * _turn_row(one, other, axis)
    return np.hstack([along, about])


def _turn_row(one: FloatArray, other: FloatArray, row: int) -> FloatArray:
    """A row (m, 3) of the rotation between the two frames."""
    return np.asarray((other[:, :3, :3] @ one[:, row, :3, np.newaxis])[..., 0])


def _cross(one: FloatArray, other: FloatArray) -> FloatArray:
    """Cross product (m, 3), written out, because ``np.cross`` takes several times as long."""
    out = np.empty_like(other)
    for axis in range(3):
        first, second = (axis + 1) % 3, (axis + 2) % 3
        out[:, axis] = one[:, first] * other[:, second] - one[:, second] * other[:, first]
    return out


class _Walked:
    """The walk from the tool to the base, with the tool's placement (m, 4, 4) in each frame on it."""

    def __init__(self, model: StiffnessModel, nodes: Sequence[Nodes], *, monitor: Monitor) -> None:
        self._model, self._nodes, self._monitor = model, nodes, monitor
        self._joints: list[FloatArray] = [np.empty(0)] * model.robot.joint_count
        self._links: list[FloatArray] = [np.empty(0)] * len(model.springs)
        self._weights = {1: np.ones(1)}
        self._walk()

    def means(self, *, turn_length: float) -> MeanProducts:
        """Products of all pairs of a joint with joints and links."""
        n, sets = len(self._joints), len(self._links)
        joints, links, squares = np.zeros((n, n)), np.zeros((n, sets, 6, 6)), np.zeros(n)
        for i in range(n):
            self._monitor.report(i / n)
            for j in range(i, n):
                own = self._column(j)
                for products, weight in self._products(i, self._joints[j], turn_length):
                    joints[i, j] += weight @ products[:, own] ** 2
                    squares[i] += weight @ products[:, own] if i == j else 0.0
                joints[j, i] = joints[i, j]
            for place, frame in enumerate(self._links):
                for products, weight in self._products(i, frame, turn_length):
                    links[i, place] += (products * weight[:, np.newaxis]).T @ products
        return MeanProducts(joints, links, squares, max(self._weights))

    def _column(self, joint: int) -> int:
        return _ALONG if self._model.robot.is_prismatic[joint] else _ABOUT

    def _walk(self) -> None:
        model, robot = self._model, self._model.robot
        walk = BackwardWalk(robot, model.springs, model.tip, begin=np.eye(4)[np.newaxis])
        weight = np.ones(1)
        reaches_base = any(spring.link == BASE_LINK for spring in model.springs)
        for joint in reversed(range(robot.joint_count)):
            for place, frame in walk.frames(joint):
                self._links[place] = frame
            self._joints[joint] = walk.b
            if joint == 0 and not reaches_base:
                return
            nodes = self._nodes[joint]
            walk.b = np.broadcast_to(walk.b, (nodes.position.size, *walk.b.shape))
            walk.pass_joint(joint, nodes.position[:, np.newaxis])
            walk.b = walk.b.reshape(-1, 4, 4)
            weight = np.outer(nodes.weight, weight).ravel()
            self._weights[weight.size] = weight
            self._monitor.check()
        for place, frame in walk.frames(BASE_LINK):
            self._links[place] = frame

    def _products(
        self, joint: int, other: FloatArray, turn_length: float
    ) -> list[tuple[FloatArray, FloatArray]]:
        """Products in pieces over the grid of the frame nearer to the base.

        The other's grid repeats in it.
        """
        one = self._joints[joint]
        size = max(one.shape[0], other.shape[0])
        made = []
        for first in range(0, size, _CHUNK):
            self._monitor.check()
            at = np.arange(first, min(first + _CHUNK, size))
            products = column_products(
                one[at % one.shape[0]],
                other[at % other.shape[0]],
                column=self._column(joint),
                turn_length=turn_length,
            )
            made.append((products, self._weights[size][at]))
        return made


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
