"""An arm without physics behind an emulated controller: cheap, and every value is known."""

import numpy as np

from devices.emulated.arm import ArmRow
from devices.virtual.firmware.plant import PERIOD_S

JOINTS = np.arange(1.0, 7.0)
KELVIN = 300.0


class SwingingArm:
    """Joint k swings by 0.1 k rad; all other values are multiples of its number."""

    def __init__(self):
        self.time = 0.0
        self.orders = []

    def step(self):
        self.time += PERIOD_S

    def row(self):
        angle, speed = np.sin(self.time) * 0.1 * JOINTS, np.cos(self.time) * 0.1 * JOINTS
        return ArmRow(
            position=angle,
            velocity=speed,
            target_position=angle,
            target_velocity=speed,
            target_acceleration=-angle,
            current=0.5 * JOINTS,
            target_current=0.4 * JOINTS,
            target_moment=10.0 * JOINTS,
            torque=6.0 * JOINTS,
            temperature=KELVIN + JOINTS,
        )

    def set_brakes(self, *, engaged):
        self.orders.append("brakes closed" if engaged else "brakes open")

    def sway(self):
        self.orders.append("sway")

    def halt(self):
        self.orders.append("halt")
