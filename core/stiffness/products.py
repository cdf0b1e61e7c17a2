"""Means of products of the springs' columns over all poses: the matrices of the reduction.

[Mikhel], Algorithm 2, with quadrature in place of computer algebra. The poses are a grid that grows
from the tool to the base: the effect of a link's springs depends only on the joints beyond it, so only
the first joint's products need the whole grid.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from core.monitor import Monitor, NullMonitor
from core.recording import FloatArray
from core.robot.model import BASE_LINK
from core.stiffness.backward_jacobian import BackwardWalk
from core.stiffness.column_products import column_products
from core.stiffness.model import StiffnessModel
from core.stiffness.quadrature import Nodes

_CHUNK = 16_384
"""Number of poses processed together."""
_ALONG, _ABOUT = 2, 5
"""Columns of a joint's own frame: a slide along z, a turn about it."""


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
