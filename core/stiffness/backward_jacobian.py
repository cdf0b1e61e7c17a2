"""Jacobian columns of all springs, from the tool back to the base ([Mikhel], Algorithm 1).

With ``b`` the placement of the tool in a spring's own frame, turned to where the columns are wanted,
the rows of ``b``'s rotation are the spring's axes there, and the column of a rotation about one of them
depends on elements of ``b`` alone ([Mikhel] 3.9). No product is computed twice.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from core.errors import BadRequest
from core.recording import FloatArray
from core.robot.link_spring import LinkSpring
from core.robot.model import BASE_LINK, RobotModel
from core.robot.placement import inverse, rotation_about_x, rotation_about_z, shift


@dataclass(frozen=True, eq=False)
class Columns:
    """Motion of the tool point per unit of each spring, in the base frame's directions.

    ``joint`` (N, 6, n) and ``link`` (N, s, 6, 6): three rows of shift in m, then three of turn in rad;
    the last axis of ``link`` runs over a set's six springs.
    """

    joint: FloatArray
    link: FloatArray


def spring_columns(
    robot: RobotModel, springs: Sequence[LinkSpring], tip: FloatArray, q: FloatArray
) -> Columns:
    """The columns at poses ``q`` (N, n); ``tip`` (4, 4) is the tool point in the last link's frame.

    Raises
    ------
    BadRequest
        ``motion-shape`` where ``q`` does not fit the robot.
    """
    q = np.asarray(q, dtype=np.float64)
    if q.ndim != 2 or q.shape[1] != robot.joint_count:
        raise BadRequest("motion-shape", expected=(-1, robot.joint_count), found=q.shape)
    count, n = q.shape
    walk = BackwardWalk(robot, springs, tip, begin=np.eye(4))
    joint, link = np.empty((count, 6, n)), np.empty((count, len(springs), 6, 6))
    for number in reversed(range(n)):
        for place, columns in walk.link_columns(number):
            link[:, place] = columns
        joint[:, :, number] = walk.joint_column(number)
        walk.pass_joint(number, q[:, number])
    for place, columns in walk.link_columns(BASE_LINK):
        link[:, place] = columns
    # Algorithm 1 starts with the arm's rotation; here the columns are rotated at the end instead
    turn = np.zeros((count, 6, 6))
    turn[:, :3, :3] = turn[:, 3:, 3:] = robot.base[:3, :3] @ np.broadcast_to(walk.b, (count, 4, 4))[:, :3, :3]
    return Columns(turn @ joint, turn[:, np.newaxis] @ link)


class BackwardWalk:
    """The matrix ``b`` from the tool to the base; ``begin`` (..., 4, 4) is the initial rotation.

    Begun with the unit matrix, columns come out in the tool's directions, which leaves their
    products as they are and spares the turn of the whole arm.
    """

    def __init__(
        self, robot: RobotModel, springs: Sequence[LinkSpring], tip: FloatArray, *, begin: FloatArray
    ) -> None:
        self._robot, self._springs = robot, tuple(springs)
        self.b: FloatArray = tip @ begin
        """``b`` (..., 4, 4) in the frame of the present link."""

    def frames(self, link: int) -> list[tuple[int, FloatArray]]:
        """Index in ``springs`` and ``b`` (..., 4, 4) of every spring set on a link, once it is reached."""
        base = inverse(self._robot.base) if link == BASE_LINK else np.eye(4)
        return [
            (place, inverse(base @ spring.placement) @ self.b)
            for place, spring in enumerate(self._springs)
            if spring.link == link
        ]

    def link_columns(self, link: int) -> list[tuple[int, FloatArray]]:
        """Index in ``springs`` and columns (..., 6, 6) of every spring set on a link, once it is reached."""
        return [(place, _six(frame)) for place, frame in self.frames(link)]

    def joint_column(self, joint: int) -> FloatArray:
        """Column (..., 6) of the joint that moves the present link, along or about its z axis."""
        column = np.zeros((*self.b.shape[:-2], 6))
        if self._robot.is_prismatic[joint]:
            column[..., :3] = self.b[..., 2, :3]
        else:
            column[..., :3] = _turning(self.b, 2)
            column[..., 3:] = self.b[..., 2, :3]
        return column

    def pass_joint(self, joint: int, position: FloatArray) -> None:
        """Move on to the link before, through a joint at positions (...)."""
        robot = self._robot
        slides = bool(robot.is_prismatic[joint])
        angle = robot.offset[joint] + (0.0 if slides else position)
        length = robot.d[joint] + (position if slides else 0.0)
        self.b = turned_about_z(self.b, angle=np.asarray(angle), along=np.asarray(length))
        self.b = shift(robot.a[joint], 0.0, 0.0) @ rotation_about_x(robot.alpha[joint]) @ self.b


def turned_about_z(b: FloatArray, *, angle: FloatArray, along: FloatArray) -> FloatArray:
    """``Rz(angle) Tz(along) b``; angle and along broadcast against b's leading axes."""
    if angle.ndim == 0 and along.ndim == 0:
        return np.asarray(rotation_about_z(float(angle)) @ shift(0.0, 0.0, float(along)) @ b)
    cosine, sine = np.cos(angle)[..., np.newaxis], np.sin(angle)[..., np.newaxis]
    x, y, z = b[..., 0, :], b[..., 1, :], b[..., 2, :]
    shape = np.broadcast_shapes(x.shape, cosine.shape, (*along.shape, 1))
    out = np.zeros((*shape[:-1], 4, 4))
    out[..., 0, :] = cosine * x - sine * y
    out[..., 1, :] = sine * x + cosine * y
    out[..., 2, :] = z
    out[..., 2, 3] += along
    out[..., 3, 3] = 1.0
    return out


def _six(b: FloatArray) -> FloatArray:
    """Columns (..., 6, 6) of a frame: three shifts, three rotations about its axes."""
    columns = np.zeros((*b.shape[:-2], 6, 6))
    for axis in range(3):
        columns[..., :3, axis] = b[..., axis, :3]
        columns[..., :3, 3 + axis] = _turning(b, axis)
        columns[..., 3:, 3 + axis] = b[..., axis, :3]
    return columns


def _turning(b: FloatArray, axis: int) -> FloatArray:
    """Shift (..., 3) of the tool per rad about an axis of a frame ([Mikhel] 3.9)."""
    first, second = (axis + 1) % 3, (axis + 2) % 3
    p = b[..., :3, 3]
    return np.asarray(
        p[..., first, np.newaxis] * b[..., second, :3] - p[..., second, np.newaxis] * b[..., first, :3]
    )
