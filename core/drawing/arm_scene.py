"""The drawn parts of an arm at one pose: tubes, joints, flange and foot, in m, upright.

The tubes are the arm's capsules. The place of a drawn joint on its axis is not defined by the geometry:
it is halfway along the piece of the arm that runs along the axis, else at the origin of the link. The
axes of spherical wrists, which meet in one point, are separated by this.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from core.recording import FloatArray
from core.robot.capsules import arm_capsules, arm_length
from core.robot.model import RobotModel
from core.robot.single_pose import link_frames_along, link_frames_at

_NOTHING_M = 1e-6
_COLLAR_LENGTH, _HINGE_LENGTH = 0.62, 1.12
"""Half the length of a drawn joint over its radius: around a tube along its axis, and across one."""
_COLLAR_RADIUS, _HINGE_RADIUS = 1.14, 1.10
"""Radius of a drawn joint over that of the tube."""
_FOOT_RADIUS, _FLANGE_RADIUS, _PLATE_HALF_LENGTH = 1.45, 0.92, 0.16
_SOCKET_RADIUS, _SOCKET_HEIGHT = 1.08, 0.5
"""Sizes of foot, flange and the socket on the foot, relative to the radius of the first and last tube."""
_ODD_POSE_RAD = 0.37
"""Step in angle between poses at which no two parts meet by coincidence."""
_THINNEST = 0.8
"""Smallest radius of a drawn joint, relative to the median radius of the arm's tubes."""


@dataclass(frozen=True, eq=False)
class ArmScene:
    """An arm at one pose; T tubes, n joints; lengths in m, z against gravity, the foot at the origin."""

    tubes: FloatArray
    """Both ends of each tube, (T, 2, 3)."""
    joints: FloatArray
    """Place of each drawn joint, (n, 3)."""
    axes: FloatArray
    """(n, 3) unit vectors along the joints' axes."""
    flange: FloatArray
    """Placement of the tool flange, (4, 4)."""
    foot_axis: FloatArray
    """Direction normal to the mounting surface, (3,)."""
    socket: FloatArray
    """Centre of the socket that holds the first tube on the foot, (3,)."""

    @property
    def drums(self) -> tuple[FloatArray, FloatArray]:
        """Places and axes (n + 3, 3) of joints, foot, socket and flange, all short cylinders."""
        foot = np.zeros(3)
        places = np.vstack([self.joints, foot, self.socket, self.flange[:3, 3]])
        return places, np.vstack([self.axes, self.foot_axis, self.foot_axis, self.flange[:3, 2]])

    @property
    def line(self) -> FloatArray:
        """(n + 2, 3) from the foot over the joints to the flange."""
        return np.vstack([np.zeros(3), self.joints, self.flange[:3, 3]])


class ArmBody:
    """The parts of an arm that do not change with its pose."""

    def __init__(self, robot: RobotModel) -> None:
        self.robot = robot
        capsules = arm_capsules(robot)
        self._link = np.array([capsule.link for capsule in capsules], dtype=np.int64)
        self._ends = np.array([(capsule.start, capsule.end) for capsule in capsules]).reshape(-1, 2, 3)
        self.tube_radius: FloatArray = np.array([capsule.radius for capsule in capsules])
        self.tube_link = self._link
        """Link of each tube (T,), from 0; -1 (``BASE_LINK``) for the foot."""
        self._upright = _upright(robot)
        self._along = np.array([_place_on_axis(robot, joint) for joint in range(robot.joint_count)])
        self.is_collar: npt.NDArray[np.bool_] = np.abs(self._along) > _NOTHING_M
        radius = self._radius_at_joints()
        self.joint_radius: FloatArray = radius * np.where(self.is_collar, _COLLAR_RADIUS, _HINGE_RADIUS)
        """Radius of each drawn joint, (n,) m."""
        self.joint_half_length: FloatArray = radius * np.where(self.is_collar, _COLLAR_LENGTH, _HINGE_LENGTH)
        """Half length of each drawn joint, (n,) m."""
        self.socket_radius = _SOCKET_RADIUS * float(self.tube_radius[0])
        self.socket_height = _SOCKET_HEIGHT * float(self.tube_radius[0])
        self.foot_radius = _FOOT_RADIUS * float(self.tube_radius[0])
        self.flange_radius = _FLANGE_RADIUS * float(self.tube_radius[-1])
        plate = _PLATE_HALF_LENGTH * float(self.tube_radius[-1])
        self.drum_radius = np.append(
            self.joint_radius, [self.foot_radius, self.socket_radius, self.flange_radius]
        )
        self.drum_half_length = np.append(self.joint_half_length, [plate, 0.5 * self.socket_height, plate])
        self.length = arm_length(robot)
        """Length from the foot to the flange along the arm, m."""

    @property
    def ground(self) -> FloatArray:
        """Two directions along the mounting surface, (2, 3)."""
        return np.ascontiguousarray(self._upright[:3, :2].T)

    @property
    def foot_axis(self) -> FloatArray:
        """Direction away from the mounting surface as drawn, (3,)."""
        return np.ascontiguousarray(self._upright[:3, 2])

    @property
    def up(self) -> FloatArray:
        """Direction against gravity in the base frame, (3,)."""
        return np.ascontiguousarray(self._upright[2, :3])

    @cached_property
    def joint_near_end(self) -> npt.NDArray[np.int64]:
        """Joint (2 T,) beside each end of a tube, -1 for none; it is the same at every pose."""
        poses = np.arange(1.0, self.robot.joint_count + 1) * _ODD_POSE_RAD
        apart = np.zeros((2 * len(self.tube_radius), self.robot.joint_count))
        for sign in (1.0, -1.0):
            scene = self.at(sign * poses)
            away = scene.tubes.reshape(-1, 1, 3) - scene.joints
            apart = np.maximum(apart, np.linalg.norm(away, axis=2))
        near = apart < np.repeat(self.tube_radius, 2)[:, np.newaxis] + self.joint_half_length
        return np.where(near.any(axis=1), np.argmin(np.where(near, apart, np.inf), axis=1), -1)

    def at(self, q: FloatArray) -> ArmScene:
        """The arm at the model's joint positions (n,), rad or m.

        Raises
        ------
        BadRequest
            ``motion-shape`` where ``q`` does not fit the robot.
        """
        frames, tubes = self._placed(link_frames_at(self.robot, q))
        links = frames[:-1]
        axes = links[:, :3, 2]
        joints = links[:, :3, 3] + self._along[:, np.newaxis] * axes
        foot_axis = self.foot_axis
        socket = 0.5 * self.socket_height * foot_axis
        return ArmScene(tubes, joints, axes, links[-1] @ self.robot.flange, foot_axis, socket)

    def along(self, q: FloatArray) -> tuple[FloatArray, FloatArray]:
        """The ends (K, T, 2, 3) of the tubes and the place (K, 3) of the flange at many poses (K, n).

        Raises
        ------
        BadRequest
            ``motion-shape`` where ``q`` does not fit the robot.
        """
        frames, tubes = self._placed(link_frames_along(self.robot, q))
        return tubes, (frames[:, -2] @ self.robot.flange)[:, :3, 3]

    def upright(self, points: FloatArray) -> FloatArray:
        """Points (..., 3) m of the base frame in the coordinates of the drawing."""
        placed: FloatArray = (points - self.robot.base[:3, 3]) @ self._upright[:3, :3].T
        return placed

    def from_upright(self, points: FloatArray) -> FloatArray:
        """Drawn points (..., 3) m in the base frame."""
        placed: FloatArray = points @ self._upright[:3, :3] + self.robot.base[:3, 3]
        return placed

    def _placed(self, frames: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Frames (..., n + 1, 4, 4) in the drawing, the base last as index -1; tubes (..., T, 2, 3)."""
        base = np.broadcast_to(np.eye(4), (*frames.shape[:-3], 1, 4, 4))
        frames = np.concatenate([frames, base], axis=-3)
        frames[..., :3, 3] -= self.robot.base[:3, 3]
        frames = self._upright @ frames
        chosen = frames[..., self._link, :, :]
        tubes = np.einsum("...tij,tej->...tei", chosen[..., :3, :3], self._ends)
        return frames, tubes + chosen[..., np.newaxis, :3, 3]

    def _radius_at_joints(self) -> FloatArray:
        """Mean radius of each joint's link (n,), that of the links before if it has no body."""
        least = _THINNEST * float(np.median(self.tube_radius))
        radius = np.empty(self.robot.joint_count)
        for joint in range(self.robot.joint_count):
            own = self.tube_radius[self._link == joint]
            before = self.tube_radius[self._link < joint]
            chosen = own if own.size else before if before.size else self.tube_radius
            radius[joint] = max(float(chosen.mean()), least)
        return radius


class Extent:
    """Room for every pose shown so far: the farthest points in many directions."""

    def __init__(self) -> None:
        grid = np.stack(np.meshgrid(*3 * [(-1.0, 0.0, 1.0)]), axis=-1).reshape(-1, 3)
        self._directions = grid[np.any(grid != 0.0, axis=1)].T
        self.points: FloatArray = np.empty((0, 3))

    def take(self, points: FloatArray) -> bool:
        """Add points (P, 3) m; returns True if the extent grew."""
        together = np.concatenate([self.points, points])
        farthest = np.argmax(together @ self._directions, axis=0)
        grows = bool(np.any(farthest >= self.points.shape[0]))
        self.points = together[farthest]
        return grows


def _place_on_axis(robot: RobotModel, joint: int) -> float:
    """Distance from its frame's origin along its axis at which a joint is drawn, m."""
    own = float(robot.d[joint])
    if abs(own) > _NOTHING_M:
        return -own / 2.0
    if joint == robot.joint_count - 1:
        return float(robot.flange[2, 3]) / 2.0
    return 0.0


def _upright(robot: RobotModel) -> FloatArray:
    """Placement (4, 4) that rotates the base frame so that gravity points down; identity without gravity."""
    turned = np.eye(4)
    strength = float(np.linalg.norm(robot.gravity))
    if strength < _NOTHING_M:
        return turned
    up = -robot.gravity / strength
    towards = np.array([0.0, 0.0, 1.0])
    across, cosine = np.cross(up, towards), float(up @ towards)
    if cosine < -1.0 + _NOTHING_M:  # mounted on the ceiling
        turned[:3, :3] = np.diag([1.0, -1.0, -1.0])
        return turned
    skew = np.array([[0, -across[2], across[1]], [across[2], 0, -across[0]], [-across[1], across[0], 0]])
    turned[:3, :3] += skew + skew @ skew / (1.0 + cosine)
    return turned
