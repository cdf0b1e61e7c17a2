"""An arm without physics that goes where it is told: its joints are at the set-points."""

import numpy as np

from devices.emulated.arm import ArmRow, BrakePath, ServoPath
from devices.virtual.firmware.drive_train import Mover
from devices.virtual.firmware.paths import StraightMove, Sway

SPEED = np.array([2.1, 2.1, 3.1, 3.1, 3.1, 3.1])
ACCELERATION = np.full(6, 8.0)
HOME = np.array([0.1, -1.4, 1.2, -1.3, -1.5, 0.2])


class CommandedArm:
    def __init__(self, position=HOME):
        self._mover = Mover(np.array(position), acceleration=ACCELERATION)
        self._servo = None
        self.trace = []

    def step(self):
        self._mover.step()
        self.trace.append(self._mover.position)

    def row(self):
        zero, busy = np.zeros(6), 1.0 + self._mover.position + self._mover.velocity
        return ArmRow(
            position=self._mover.position,
            velocity=self._mover.velocity,
            target_position=self._mover.position,
            target_velocity=self._mover.velocity,
            target_acceleration=zero,
            current=busy,
            target_current=busy,
            target_moment=busy,
            torque=busy,
            temperature=zero + 300.0,
        )

    def set_brakes(self, *, engaged):
        if engaged:
            self._servo = None
            self._mover.hold(self._mover.position)

    def sway(self):
        self._mover.follow(Sway(self._mover.position, reach=np.full(6, 0.2), velocity=0.2 * SPEED))

    def halt(self):
        self._servo = None
        self._mover.brake()

    def move(self, target, *, speed, acceleration):
        velocity, acceleration = np.minimum(speed, SPEED), np.minimum(acceleration, ACCELERATION)
        here = self._mover.position
        self._mover.follow(StraightMove(here, target, velocity=velocity, acceleration=acceleration))

    def servo(self, target, *, seconds, lag):
        if self._servo is None or not self.is_commanded:
            self._servo = ServoPath(self._mover.position, velocity=SPEED)
            self._mover.follow(self._servo)
        self._servo.aim(target, seconds=seconds, lag=lag)

    def brake(self, deceleration):
        self._servo = None
        if self.is_commanded:
            slowing = np.minimum(deceleration, ACCELERATION)
            self._mover.follow(BrakePath(self._mover.position, self._mover.velocity, deceleration=slowing))

    @property
    def is_commanded(self):
        return not self._mover.at_rest
