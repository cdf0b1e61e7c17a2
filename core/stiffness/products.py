"""What integrals over all poses make of the springs' columns: the matrices of the reduction.

The products of columns are looked at pose by pose on a grid that grows from the tool to the base: what
the springs of a link do depends on the joints beyond it alone, so only the first joint's row is looked at
everywhere ([Mikhel] 3.3, 3.4, with quadrature in place of computer algebra).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from core.monitor import Monitor, NullMonitor
from core.recording import FloatArray
from core.robot.model import BASE_LINK
from core.stiffness.backward_jacobian import BackwardWalk
from core.stiffness.model import StiffnessModel
from core.stiffness.quadrature import Nodes

_Product = Callable[[FloatArray, FloatArray, FloatArray], FloatArray]
_CHUNK = 16_384
"""Poses that are looked at together."""


@dataclass(frozen=True, eq=False)
class MeanProducts:
    """Means over all poses.

    ``joints`` (n, n) of ``(Ji·Jj)²``, ``links`` (n, s, 6, 6) of ``(Ji·Jlm)(Ji·Jln)``,
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
        m by which a turn in rad is multiplied; 0 leaves turns out.

    Raises
    ------
    Cancelled
        Where the monitor says so.
    """
    return _Walked(model, nodes, turn_length=turn_length, monitor=monitor or NullMonitor()).means()


class _Walked:
    """The walk from the tool to the base, with the columns that it met."""

    def __init__(
        self, model: StiffnessModel, nodes: Sequence[Nodes], *, turn_length: float, monitor: Monitor
    ) -> None:
        self._model, self._nodes, self._monitor = model, nodes, monitor
        self._rows = 6 if turn_length > 0.0 else 3
        self._scale = np.array([1.0, 1.0, 1.0, turn_length, turn_length, turn_length])[: self._rows]
        n = model.robot.joint_count
        self._joints: list[FloatArray] = [np.empty(0)] * n
        self._links: list[FloatArray] = [np.empty(0)] * len(model.springs)
        self._weights: list[FloatArray] = []
        self.poses = 1

    def means(self) -> MeanProducts:
        """Walk, then put all pairs together."""
        self._walk()
        n, sets = len(self._joints), len(self._links)
        joints, links, squares = np.zeros((n, n)), np.zeros((n, sets, 6, 6)), np.zeros(n)
        for i, column in enumerate(self._joints):
            self._monitor.report(i / n)
            squares[i] = self._mean(column, column, _squared_length)
            for j in range(i, n):
                joints[i, j] = joints[j, i] = self._mean(column, self._joints[j], _squared_product)
            for place, six in enumerate(self._links):
                links[i, place] = self._mean(column, six, _product_pairs)
        return MeanProducts(joints, links, squares, self.poses)

    def _walk(self) -> None:
        model, robot = self._model, self._model.robot
        walk = BackwardWalk(robot, model.springs, model.tip, begin=np.eye(4)[np.newaxis])
        weight = np.ones(1)
        self._weights = [weight]
        reaches_base = any(spring.link == BASE_LINK for spring in model.springs)
        for joint in reversed(range(robot.joint_count)):
            for place, columns in walk.link_columns(joint):
                self._links[place] = self._scaled(columns)
            self._joints[joint] = self._scaled(walk.joint_column(joint)[..., np.newaxis])
            if joint == 0 and not reaches_base:
                return
            nodes = self._nodes[joint]
            walk.b = np.broadcast_to(walk.b, (nodes.position.size, *walk.b.shape))
            walk.pass_joint(joint, nodes.position[:, np.newaxis])
            walk.b = walk.b.reshape(-1, 4, 4)
            weight = np.outer(nodes.weight, weight).ravel()
            self._weights.append(weight)
            self.poses = weight.size
            self._monitor.check()
        for place, columns in walk.link_columns(BASE_LINK):
            self._links[place] = self._scaled(columns)

    def _scaled(self, columns: FloatArray) -> FloatArray:
        return np.asarray(columns[:, : self._rows] * self._scale[:, np.newaxis])

    def _mean(self, one: FloatArray, other: FloatArray, product: _Product) -> FloatArray:
        """The weighted mean over the grid of whichever was met later; the other's repeats along it."""
        size = max(one.shape[0], other.shape[0])
        weight = next(known for known in self._weights if known.size == size)
        total: FloatArray | float = 0.0
        for first in range(0, size, _CHUNK):
            self._monitor.check()
            at = np.arange(first, min(first + _CHUNK, size))
            left, right = one[at % one.shape[0], :, 0], other[at % other.shape[0]]
            total = total + product(left, right, weight[at])
        return np.asarray(total)


def _squared_length(one: FloatArray, other: FloatArray, weight: FloatArray) -> FloatArray:
    """Of a column (m, rows) with itself."""
    return np.asarray(weight @ np.einsum("kr,krs->ks", one, other)[:, 0])


def _squared_product(one: FloatArray, other: FloatArray, weight: FloatArray) -> FloatArray:
    """``(Ji·Jj)²``."""
    return np.asarray(weight @ np.einsum("kr,krs->ks", one, other)[:, 0] ** 2)


def _product_pairs(one: FloatArray, other: FloatArray, weight: FloatArray) -> FloatArray:
    """(6, 6) of ``(Ji·Jlm)(Ji·Jln)``."""
    products = np.einsum("kr,krs->ks", one, other)
    return np.asarray((products * weight[:, np.newaxis]).T @ products)
