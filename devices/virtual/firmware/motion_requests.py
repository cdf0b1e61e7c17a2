"""Converts motion requests of the host to paths; refuses those that this controller cannot follow."""

import math

import numpy as np

from core.recording import FloatArray
from core.robot.model import RobotModel
from devices.capabilities import ControllerKind
from devices.errors import MotionRejected
from devices.protocol_open.messages import JogJoint, PointToPoint
from devices.virtual.firmware.joints import LIMIT_TOLERANCE, Joints
from devices.virtual.firmware.paths import Joined, Path, StraightMove, Sway
from devices.virtual.firmware.trajectories import UploadedPath

START_TOLERANCE_RAD, START_TOLERANCE_M = math.radians(0.5), 0.002
"""Longest distance from its start pose at which a trajectory may begin."""
UNATTENDED_MOVE_S = 5.0
"""Longest move of a controller that finishes it even without its host, s."""
_FULL_SPEED_PERCENT = 100.0
_APPROACH_SPEED = 0.05
"""Speed for the remaining fraction of a degree to the start of a trajectory, rad/s (m/s)."""
_APPROACH_ACCELERATION = 0.5
_JOG_RAMP_S = 0.2
_SWAY_REACH = 0.2
_SWAY_SPEED_SHARE = 0.12


class MotionRequests:
    """Makes paths from the present set-point; each refusal is a ``MotionRejected``."""

    def __init__(self, robot: RobotModel, joints: Joints, *, kind: ControllerKind) -> None:
        self._joints, self._kind = joints, kind
        self._start_tolerance = np.where(robot.is_prismatic, START_TOLERANCE_M, START_TOLERANCE_RAD)

    def point_to_point(self, request: PointToPoint, *, start: FloatArray) -> Path:
        """Path of all joints together to a pose, at a percentage of full speed and acceleration.

        Raises
        ------
        MotionRejected
            ``motion-not-offered``, ``trajectory-joint-count``, ``speed-out-of-range``,
            ``outside-limits`` or ``move-too-long``.
        """
        self._expect_offered(open_only=False)
        target = np.array(request.target, dtype=np.float64)
        if target.shape != start.shape:
            raise MotionRejected("trajectory-joint-count", joints=len(target), expected=self._joints.count)
        if not 0.0 < request.speed_percent <= _FULL_SPEED_PERCENT:
            raise MotionRejected(
                "speed-out-of-range", speed=request.speed_percent, largest=_FULL_SPEED_PERCENT
            )
        self._expect_inside(target)
        share = request.speed_percent / _FULL_SPEED_PERCENT
        move = StraightMove(
            start,
            target,
            velocity=share * self._joints.velocity,
            acceleration=share * self._joints.acceleration,
        )
        if self._kind is ControllerKind.CLOSED and move.duration > UNATTENDED_MOVE_S:
            raise MotionRejected("move-too-long", duration=move.duration, longest=UNATTENDED_MOVE_S)
        return move

    def jog(self, request: JogJoint, *, start: FloatArray) -> Path:
        """Path of one joint by an angle, the others at rest.

        Raises
        ------
        MotionRejected
            ``motion-not-offered``, ``unknown-joint``, ``speed-out-of-range`` or ``outside-limits``.
        """
        self._expect_offered(open_only=True)
        if not 0 <= request.joint < self._joints.count:
            raise MotionRejected("unknown-joint", joint=request.joint, joints=self._joints.names)
        most = float(self._joints.velocity[request.joint])
        if not 0.0 < request.speed <= most * (1.0 + LIMIT_TOLERANCE):
            raise MotionRejected("speed-out-of-range", speed=request.speed, largest=most)
        target = start.copy()
        target[request.joint] += request.angle
        self._expect_inside(target)
        # 1.5: peak over mean acceleration of the smooth ramp, so that the ramp takes _JOG_RAMP_S
        gentle = np.full_like(start, 1.5 * request.speed / _JOG_RAMP_S)
        return StraightMove(
            start,
            target,
            velocity=np.full_like(start, request.speed),
            acceleration=np.minimum(gentle, self._joints.acceleration),
        )

    def run(self, path: UploadedPath, *, start: FloatArray, measured: FloatArray) -> Path:
        """The uploaded trajectory, with a slow approach of its exact start pose before it.

        Raises
        ------
        MotionRejected
            ``start-pose-differs`` if the arm as ``measured`` is elsewhere.
        """
        beginning = path.at(0.0).position
        distance = np.abs(measured - beginning)
        joint = int(np.argmax(distance / self._start_tolerance))
        if not distance[joint] <= self._start_tolerance[joint]:
            raise MotionRejected(
                "start-pose-differs",
                joint=self._joints.names[joint],
                difference=float(distance[joint]),
                limit=float(self._start_tolerance[joint]),
            )
        approach = StraightMove(
            start,
            beginning,
            velocity=np.full_like(start, _APPROACH_SPEED),
            acceleration=np.minimum(_APPROACH_ACCELERATION, self._joints.acceleration),
        )
        return Joined(approach, path) if approach.duration > 0.0 else path

    def expect_upload_offered(self) -> None:
        """Refuse uploads with ``motion-not-offered`` where no trajectory can be run."""
        self._expect_offered(open_only=True)

    def sway(self, center: FloatArray) -> Path:
        """Path of a read-only controller's own motion, as if it was moved from its pendant."""
        room = np.minimum(center - self._joints.lower, self._joints.upper - center)
        return Sway(
            center,
            reach=np.clip(room, 0.0, _SWAY_REACH),
            velocity=_SWAY_SPEED_SHARE * self._joints.velocity,
        )

    def _expect_offered(self, *, open_only: bool) -> None:
        offered = {ControllerKind.OPEN} if open_only else {ControllerKind.OPEN, ControllerKind.CLOSED}
        if self._kind not in offered:
            raise MotionRejected("motion-not-offered", kind=str(self._kind))

    def _expect_inside(self, target: FloatArray) -> None:
        still = np.zeros((1, self._joints.count))
        self._joints.check_limits(target[None, :], still, still)
