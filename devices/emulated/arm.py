"""The arm behind an emulated controller: drives and physics of the virtual robot, in real time."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Protocol

import numpy as np

from core.recording import FloatArray
from core.robot.dynamics import inverse_dynamics
from core.robot.model import RobotModel
from devices.virtual.black_box import BlackBox
from devices.virtual.firmware.drive_train import DriveTrain
from devices.virtual.firmware.joints import Joints
from devices.virtual.firmware.paths import PathPoint, StraightMove, Sway
from devices.virtual.firmware.plant import PERIOD_S, Payload
from devices.virtual.physics.arm import VirtualArm
from devices.virtual.physics.body import link_bodies
from devices.virtual.physics.scaling import scaling

LOAD_CENTER = (0.02, -0.01, 0.08)
"""Centre of mass of a load that hangs on the emulated arm, m in the flange frame."""
_UPPER = np.array([0, 0, 1, 0, 1, 2]), np.array([0, 1, 1, 2, 2, 2])
"""The six elements of a tensor in their order in a description: xx, xy, yy, xz, yz, zz."""
_SWAY_REACH, _SWAY_SPEED_SHARE = 0.3, 0.15


@dataclass(frozen=True, eq=False)
class ArmRow:
    """Values that the controller measures and computes at one moment, each (n,), in SI units."""

    position: FloatArray
    velocity: FloatArray
    target_position: FloatArray
    target_velocity: FloatArray
    target_acceleration: FloatArray
    current: FloatArray
    target_current: FloatArray
    target_moment: FloatArray
    """Rigid-body torque at the set-points, without a payload.

    Of the description's masses, or of estimated ones where it has none.
    """
    torque: FloatArray
    """Measured current times the nominal gain of the drives."""
    temperature: FloatArray


class Arm(Protocol):
    """An arm in steps of one control period."""

    def step(self) -> None:
        """Run one control period of ``PERIOD_S``."""

    def row(self) -> ArmRow:
        """Read everything of this moment."""

    def set_brakes(self, *, engaged: bool) -> None:
        """Close or release the brakes."""

    def sway(self) -> None:
        """Begin a gentle endless motion around the present pose."""

    def halt(self) -> None:
        """Bring a motion to rest as fast as the joints can."""

    def move(
        self, target: FloatArray, *, speed: float | FloatArray, acceleration: float | FloatArray
    ) -> None:
        """Begin a straight move to ``target`` (n,) within limits of each joint, or of the widest way."""

    def servo(self, target: FloatArray, *, seconds: float, lag: float) -> None:
        """Follow ``target`` (n,) from now on, over ``seconds`` and with a lag."""

    def brake(self, deceleration: float) -> None:
        """Begin to bring every joint to rest, rad/s²."""

    def hang(self, mass: float, center: Sequence[float] = LOAD_CENTER) -> None:
        """Hang a load of ``mass`` kg on the flange, its centre (3,) m in the flange frame; 0 for none."""

    @property
    def is_commanded(self) -> bool:
        """True while a motion goes on."""


class PhysicalArm:
    """The virtual arm of a description, as ``virtual:ROBOT`` with the same seed and ``worn`` joints."""

    def __init__(self, robot: RobotModel, *, seed: int, worn: tuple[int, ...] = ()) -> None:
        self._robot = _with_masses(robot)
        plant = VirtualArm(robot, seed=seed, worn=worn)
        self._joints = Joints.of(robot, plant.nominal)
        self._drive = DriveTrain(plant, self._joints, notebook=BlackBox())
        self._plant = plant
        self._servo: ServoPath | None = None
        self._before = np.zeros(robot.joint_count)
        self._velocity = np.zeros(robot.joint_count)

    def step(self) -> None:
        """Run one control period."""
        self._before = self._velocity
        self._drive.advance()
        self._drive.has_come_to_rest()
        self._velocity = self._drive.mover.velocity

    def row(self) -> ArmRow:
        """Read everything of this moment."""
        readings, mover, joints = self._drive.readings, self._drive.mover, self._joints
        acceleration = (self._velocity - self._before) / PERIOD_S
        moment = inverse_dynamics(
            self._robot,
            joints.model_position(mover.position)[None],
            joints.model_velocity(mover.velocity)[None],
            joints.model_velocity(acceleration)[None],
        )[0]
        return ArmRow(
            position=self._drive.measured,
            velocity=joints.reported_velocity(readings.velocity),
            target_position=mover.position,
            target_velocity=mover.velocity,
            target_acceleration=acceleration,
            current=readings.current,
            target_current=readings.current_reference,
            target_moment=joints.reported_velocity(moment),
            torque=readings.torque,
            temperature=readings.temperature,
        )

    def set_brakes(self, *, engaged: bool) -> None:
        """Close or release the brakes; a motion ends with them."""
        if not engaged:
            self._drive.release_brakes()
            return
        self._servo = None
        self._drive.mover.hold(self._drive.measured)
        self._plant.set_brakes(engaged=True)
        self._drive.brakes_released = False

    def hang(self, mass: float, center: Sequence[float] = LOAD_CENTER) -> None:
        """Hang a load of ``mass`` kg on the flange, its centre (3,) m in the flange frame; 0 for none."""
        self._plant.attach(Payload(mass, np.array(center)) if mass > 0.0 else None)

    def move(
        self, target: FloatArray, *, speed: float | FloatArray, acceleration: float | FloatArray
    ) -> None:
        """Begin a straight move to ``target`` (n,) within limits of each joint, or of the widest way."""
        joints = self._joints
        path = StraightMove(
            self._drive.mover.position,
            target,
            velocity=np.minimum(speed, joints.velocity),
            acceleration=np.minimum(acceleration, joints.acceleration),
        )
        self._drive.follow(path)

    def servo(self, target: FloatArray, *, seconds: float, lag: float) -> None:
        """Follow ``target`` (n,) from now on, over ``seconds`` and with a lag."""
        if self._servo is None or not self.is_commanded:
            self._servo = ServoPath(self._drive.mover.position, velocity=self._joints.velocity)
            self._drive.follow(self._servo)
        self._servo.aim(target, seconds=seconds, lag=lag)

    def brake(self, deceleration: float) -> None:
        """Begin to bring every joint to rest, rad/s²."""
        mover, limit = self._drive.mover, self._joints.acceleration
        self._servo = None
        if self.is_commanded:
            slowing = np.minimum(deceleration, limit)
            self._drive.follow(BrakePath(mover.position, mover.velocity, deceleration=slowing))

    @property
    def is_commanded(self) -> bool:
        """True while a motion goes on."""
        return not self._drive.mover.at_rest

    def sway(self) -> None:
        """Begin a gentle endless motion around the present pose."""
        center, joints = self._drive.mover.position, self._joints
        room = np.minimum(center - joints.lower, joints.upper - center)
        reach = np.clip(room, 0.0, _SWAY_REACH)
        self._drive.follow(Sway(center, reach=reach, velocity=_SWAY_SPEED_SHARE * joints.velocity))

    def halt(self) -> None:
        """Bring a motion to rest as fast as the joints can."""
        self._servo = None
        self._drive.stop(at_limit=True, cause="halt")


def _with_masses(robot: RobotModel) -> RobotModel:
    """The robot with the masses that the virtual arm estimates, where its description has none."""
    if robot.inertial_parameters is not None:
        return robot
    rows = [
        np.concatenate(
            [[body.mass], body.mass * body.center, body.inertia_at_origin[_UPPER]],
        )
        for body in link_bodies(robot, scaling().body)
    ]
    return replace(robot, inertial_parameters=np.array(rows))


class ServoPath:
    """Follows targets that come one after another; endless, until another motion takes over.

    Each target is approached over its own time, and the arm follows it with a lag and at limited
    speed. The state advances with the time that ``at`` is asked for.
    """

    duration = math.inf

    def __init__(self, position: FloatArray, *, velocity: FloatArray) -> None:
        self._limit = velocity
        self._position = np.array(position)
        self._from = self._target = np.array(position)
        self._seconds, self._lag = 1.0, 1.0
        self._since, self._time = 0.0, 0.0

    def aim(self, target: FloatArray, *, seconds: float, lag: float) -> None:
        """Approach the target (n,) in ``seconds``; follow it ``lag`` s later."""
        self._from, self._target = self._target, np.array(target)
        self._seconds, self._lag, self._since = seconds, lag, 0.0

    def at(self, time: float) -> PathPoint:
        """State after the time that has passed since the last call."""
        passed, self._time = time - self._time, time
        if passed <= 0.0:
            still = np.zeros_like(self._position)
            return PathPoint(self._position, still, still)
        self._since += passed
        share = min(self._since / self._seconds, 1.0)
        wanted = self._from + share * (self._target - self._from)
        way = (wanted - self._position) * min(passed / self._lag, 1.0)
        velocity = np.clip(way / passed, -self._limit, self._limit)
        self._position = self._position + velocity * passed
        return PathPoint(self._position, velocity, np.zeros_like(velocity))


class BrakePath:
    """From a moving set-point to rest, each joint by itself at ``deceleration`` (n,) rad/s²."""

    def __init__(self, position: FloatArray, velocity: FloatArray, *, deceleration: FloatArray) -> None:
        self._position, self._velocity = np.array(position), np.array(velocity)
        self._deceleration = deceleration
        self._times = np.abs(velocity) / deceleration

    @property
    def duration(self) -> float:
        """Time until the last joint rests, s."""
        return float(self._times.max())

    def at(self, time: float) -> PathPoint:
        """State at ``time`` s."""
        passed = np.minimum(time, self._times)
        slowing = -np.sign(self._velocity) * self._deceleration
        position = self._position + self._velocity * passed + 0.5 * slowing * passed**2
        moves = time < self._times
        return PathPoint(position, np.where(moves, self._velocity + slowing * passed, 0.0), slowing * moves)
