"""The arm behind emulated moteus drives: both encoders of every joint, and set-points drive by drive."""

import numpy as np
import numpy.typing as npt

from core.recording import FloatArray
from core.robot.model import RobotModel
from devices.virtual.black_box import BlackBox
from devices.virtual.firmware.drive_train import DriveTrain
from devices.virtual.firmware.joints import Joints
from devices.virtual.firmware.paths import PathPoint
from devices.virtual.physics.arm import VirtualArm

_TURN = 2.0 * np.pi


class DrivePath:
    """Set-points of drives that each follow their own commands; endless.

    As in a drive's position mode: the wanted position moves on with the wanted velocity, and is approached
    within the limits of velocity and acceleration. All (n,), rad in the reported convention.
    """

    duration = float("inf")

    def __init__(self, position: FloatArray, *, velocity: FloatArray, acceleration: FloatArray) -> None:
        n = position.size
        self._position, self._speed = np.array(position), np.zeros(n)
        self._wanted, self._wanted_speed = np.array(position), np.zeros(n)
        self._top, self._push = velocity, acceleration
        self._limit, self._own_push = np.array(velocity), np.full(n, np.nan)
        self._is_active = np.zeros(n, dtype=bool)
        self._time = 0.0

    def command(
        self, joint: int, position: float, speed: float, *, velocity_limit: float, acceleration: float
    ) -> None:
        """Take a command of position mode; NaN leaves a position or a limit out."""
        self._wanted[joint] = self._position[joint] if np.isnan(position) else position
        self._wanted_speed[joint] = 0.0 if np.isnan(speed) else speed
        top = self._top[joint]
        self._limit[joint] = top if np.isnan(velocity_limit) else min(velocity_limit, top)
        # a velocity without a position is reached at the drive's own acceleration
        jumps = np.isnan(position) and np.isnan(acceleration)
        self._own_push[joint] = self._push[joint] if jumps else acceleration
        self._is_active[joint] = True

    def let_go(self, joint: int) -> None:
        """Brake this joint and hold it."""
        self._is_active[joint] = False

    def at(self, time: float) -> PathPoint:
        """State after the time that has passed since the last call."""
        passed, self._time = time - self._time, time
        if passed <= 0.0:
            return PathPoint(self._position, self._speed, np.zeros_like(self._speed))
        self._wanted = np.where(self._is_active, self._wanted + self._wanted_speed * passed, self._position)
        direct = self._direct(passed)
        ramped = self._ramped(passed)
        speed = np.where(self._is_active & np.isnan(self._own_push), direct, ramped)
        before, self._speed = self._speed, speed
        self._position = self._position + speed * passed
        return PathPoint(self._position, speed, (speed - before) / passed)

    def _direct(self, passed: float) -> FloatArray:
        """Speed that reaches the wanted position at once, as fast as the joint can."""
        found: FloatArray = np.clip((self._wanted - self._position) / passed, -self._limit, self._limit)
        return found

    def _ramped(self, passed: float) -> FloatArray:
        """Speed of a trapezoid towards the wanted position and velocity."""
        push = np.where(np.isnan(self._own_push) | ~self._is_active, self._push, self._own_push)
        away = np.where(self._is_active, self._wanted - self._position, 0.0)
        wanted = np.where(self._is_active, self._wanted_speed, 0.0)
        aim = wanted + np.sign(away) * np.sqrt(2.0 * push * np.abs(away))
        # close by: not farther than the wanted position within one step
        aim = np.clip(aim, wanted - np.abs(away) / passed, wanted + np.abs(away) / passed)
        aim = np.clip(aim, -self._limit, self._limit)
        found: FloatArray = self._speed + np.clip(aim - self._speed, -push * passed, push * passed)
        return found


class TwoEncoderArm:
    """The virtual arm of a description, with the readings of each drive; steps of ``PERIOD_S``."""

    def __init__(self, robot: RobotModel, *, seed: int, worn: tuple[int, ...] = ()) -> None:
        plant = VirtualArm(robot, seed=seed, worn=worn)
        self.joints = Joints.of(robot, plant.nominal)
        self.nominal = plant.nominal
        self._plant = plant
        self._drive = DriveTrain(plant, self.joints, notebook=BlackBox())
        self.path = self._new_path()

    def _new_path(self) -> DrivePath:
        return DrivePath(
            self._drive.measured, velocity=self.joints.velocity, acceleration=self.joints.acceleration
        )

    def step(self) -> None:
        """Run one control period."""
        self._drive.advance()

    @property
    def time(self) -> float:
        """Time since power-on, s."""
        return self._drive.time

    @property
    def ratio(self) -> FloatArray:
        """Rotor turns per output turn, (n,), without sign."""
        return np.abs(self.nominal.gear_ratio)

    @property
    def has_output_encoder(self) -> npt.NDArray[np.bool_]:
        """Which joints have an encoder behind the gear, (n,)."""
        return self.nominal.has_link_encoder

    def set_brakes(self, *, engaged: bool) -> None:
        """Hold the arm without the drives, or leave it to them from where it is."""
        if engaged:
            self._drive.mover.hold(self._drive.measured)
            self._plant.set_brakes(engaged=True)
            self._drive.brakes_released = False
        elif not self._drive.brakes_released:
            self._drive.release_brakes()
            self.path = self._new_path()
            self._drive.follow(self.path)

    @property
    def position(self) -> FloatArray:
        """Positions as the drives tell them, (n,) rad."""
        return self._drive.measured

    @property
    def velocity(self) -> FloatArray:
        """Velocities as the drives tell them, (n,) rad/s."""
        return self.joints.reported_velocity(self._drive.readings.velocity)

    @property
    def current(self) -> FloatArray:
        """Currents, (n,) A."""
        return self._drive.readings.current

    @property
    def torque(self) -> FloatArray:
        """Torques from the currents, (n,) N·m in the reported direction."""
        return self.joints.reported_velocity(self._drive.readings.torque)

    @property
    def temperature(self) -> FloatArray:
        """Temperatures, (n,) K."""
        return self._drive.readings.temperature

    @property
    def rotor_turns(self) -> FloatArray:
        """Encoders at the rotors, (n,) turns in the direction of the joints."""
        turns = self._drive.readings.motor_counts / self.nominal.motor_counts_per_turn
        found: FloatArray = turns * np.sign(self.nominal.gear_ratio)
        return found

    @property
    def output_turns(self) -> FloatArray:
        """Encoders behind the gears, (n,) turns."""
        found: FloatArray = self._drive.readings.link_counts / self.nominal.link_counts_per_turn
        return found


def turns_of(angle: FloatArray) -> FloatArray:
    """Turns of angles in rad."""
    found: FloatArray = angle / _TURN
    return found
