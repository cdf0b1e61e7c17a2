"""The virtual arm as a Franka arm has it: motor positions, torques behind the gears, and joint positions."""

import math

import numpy as np

from core.recording import FloatArray
from core.robot.model import RobotModel
from devices.emulated.arm import PhysicalArm
from devices.emulated.franka_settings import LinkSource
from devices.virtual.firmware.paths import PathPoint
from devices.virtual.firmware.plant import PERIOD_S
from devices.virtual.physics.profile import imperfections
from devices.virtual.physics.rating import rate

TORQUE_NOISE = 3e-4
"""Standard deviation of a torque sensor's sample, of the rated torque."""
OBSERVER_HZ = 5.0
"""Below this frequency an observer follows its encoder, and the motors make up for the bend of the gears."""
MOST_GUESSED = 20
"""Cycles without a set-point over which the last speed is kept."""
_TURN = 2.0 * np.pi


class FollowedPath:
    """Set-points of a client, one in each control period; what is missing is guessed, then braked.

    They are those of the joints; the motors go ahead by the ``bend`` of the gears. All (n,), rad, in the
    reported convention; ``deceleration`` in rad/s².
    """

    duration = math.inf

    def __init__(self, position: FloatArray, *, bend: FloatArray, deceleration: FloatArray) -> None:
        self.position, self.velocity = np.array(position), np.zeros_like(position)
        self.bend = bend
        self._deceleration = deceleration
        self._is_fresh, self._guessed = True, 0

    def aim(self, position: FloatArray, velocity: FloatArray) -> None:
        """Take the set-point of the next control period."""
        self.position, self.velocity = np.array(position), np.array(velocity)
        self._is_fresh, self._guessed = True, 0

    def at(self, _time: float) -> PathPoint:
        """Set-point of this control period."""
        if not self._is_fresh:
            self._guess()
        self._is_fresh = False
        return PathPoint(self.position + self.bend, self.velocity, np.zeros_like(self.velocity))

    def _guess(self) -> None:
        self._guessed += 1
        if self._guessed > MOST_GUESSED:
            change = self._deceleration * PERIOD_S
            self.velocity = np.sign(self.velocity) * np.maximum(np.abs(self.velocity) - change, 0.0)
        self.position = self.position + self.velocity * PERIOD_S


class SensedArm(PhysicalArm):
    """An arm with a motor encoder and a torque sensor in each joint; ``link``: where its position is from."""

    def __init__(self, robot: RobotModel, *, seed: int, worn: tuple[int, ...], link: LinkSource) -> None:
        super().__init__(robot, seed=seed, worn=worn)
        self.limits = self._joints
        ratings = rate(robot)
        self.stiffness = imperfections(robot, ratings).joints.stiffness
        """N·m/rad by which the controller computes."""
        self._link = link
        self._noise = TORQUE_NOISE * ratings.torque
        self._dice = np.random.default_rng([seed, 4])
        self._path: FollowedPath | None = None
        self.torque = self._felt()
        self.torque_rate = np.zeros_like(self.torque)
        self._share = 1.0 - math.exp(-_TURN * OBSERVER_HZ * PERIOD_S)
        self._bend = self.torque / self.stiffness
        """Of the gears, as the controller assumes it, rad."""
        # the maker sets the zero of the encoders by its own model of the gears
        self._zero = self._encoder() - self._computed()
        self._drawn = np.zeros_like(self.torque)
        self.joint = self._position()
        self.joint_speed = np.zeros_like(self.torque)

    def step(self) -> None:
        """Run one control period and read the sensors."""
        super().step()
        before = self.torque
        self.torque = self._felt()
        self._bend = self._bend + self._share * (self.torque / self.stiffness - self._bend)
        if self._path is not None:
            self._path.bend = self._bend
        self.torque_rate = (self.torque - before) / PERIOD_S
        before = self.joint
        self.joint = self._position()
        self.joint_speed = (self.joint - before) / PERIOD_S

    @property
    def theta(self) -> FloatArray:
        """Motor positions (n,) at the joint side, rad."""
        return self._drive.measured

    @property
    def theta_speed(self) -> FloatArray:
        """Motor velocities (n,) at the joint side, rad/s."""
        return self._joints.reported_velocity(self._drive.readings.velocity)

    @property
    def set_point(self) -> tuple[FloatArray, FloatArray]:
        """The newest set-points of the joints (n,), rad, and their velocities, rad/s."""
        if self._path is not None:
            return self._path.position, self._path.velocity
        return self._drive.mover.position - self._bend, self._drive.mover.velocity

    @property
    def is_still(self) -> bool:
        """True if the set-point is at rest."""
        return not self.is_commanded

    def begin(self) -> None:
        """Follow set-points from the present one on."""
        deceleration = self._joints.acceleration
        self._path = FollowedPath(self.set_point[0], bend=self._bend, deceleration=deceleration)
        self._drive.follow(self._path)

    def aim(self, position: FloatArray, velocity: FloatArray) -> None:
        """Take the set-point of the next control period."""
        if self._path is not None:
            self._path.aim(position, velocity)

    def finish(self) -> None:
        """Bring the joints to rest, each by itself."""
        self._path = None
        self.brake(math.inf)

    def _felt(self) -> FloatArray:
        noise = self._noise * self._dice.standard_normal(self._noise.size)
        return self._joints.reported_velocity(self._plant.gear_torque) + noise

    def _computed(self) -> FloatArray:
        return self._drive.measured - self.torque / self.stiffness

    def _encoder(self) -> FloatArray:
        counts = self._drive.readings.link_counts
        found: FloatArray = _TURN * counts / self._plant.nominal.link_counts_per_turn
        return found

    def _position(self) -> FloatArray:
        computed = self._computed()
        if self._link is LinkSource.COMPUTED:
            return computed
        encoder = self._encoder() - self._zero
        if self._link is LinkSource.MEASURED:
            return encoder
        self._drawn = self._drawn + self._share * (encoder - computed - self._drawn)
        return computed + self._drawn
