"""A model of the virtual robot, identified from a motion of it: for live predictions in the real window."""

from functools import cache

import numpy as np

from core.identification.identify import identify
from core.identification.result import IdentificationResult
from core.identification.settings import IdentificationSettings
from core.recording import FloatArray, Quantity, Recording, TorqueKind
from core.robot.library import load_robot
from devices.virtual.physics.arm import VirtualArm

SECONDS = 24.0
KEEP_EVERY = 4
"""Of the samples at 1 kHz."""
_SPEED = 0.5
_PACE = 2.0 * np.pi * np.array([[0.13, 0.17, 0.23, 0.29, 0.31, 0.37], [0.41, 0.47, 0.53, 0.59, 0.61, 0.67]])


@cache
def identified_virtual_arm(seed: int = 0) -> IdentificationResult:
    """What an identification finds of ``virtual:ec66?seed=…``, with the drive gains that it tells."""
    robot = load_robot("ec66")
    arm = VirtualArm(robot, seed=seed)
    time, position, current = _run(arm)
    columns = {Quantity.POSITION: robot.position_as_reported(position), Quantity.CURRENT: current}
    run = Recording("run", time, columns, torque_kind=TorqueKind.MOTOR_CURRENT)
    settings = IdentificationSettings(drive_gain=arm.nominal.drive_gain)
    return identify({"run": run}, robot, fit=["run"], settings=settings)


def _run(arm: VirtualArm) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Time (N,), position and current (N, n) along two sines a joint, from rest to rest."""
    start, rows = arm.set_point, []
    steps = round(SECONDS * arm.CONTROL_RATE_HZ)
    time = np.arange(1, steps + 1) / arm.CONTROL_RATE_HZ
    swell = np.sin(np.pi * time / SECONDS) ** 2
    way = np.sum(_SPEED / _PACE[:, np.newaxis] * np.sin(_PACE[:, np.newaxis] * time[:, np.newaxis]), axis=0)
    position = start + swell[:, np.newaxis] * way
    velocity = np.gradient(position, time, axis=0)
    for step in range(steps):
        arm.advance(position[step], velocity[step])
        readings = arm.sense()
        if step % KEEP_EVERY == 0:
            rows.append((time[step], readings.position, readings.current))
    times, positions, currents = zip(*rows, strict=True)
    return np.array(times), np.array(positions), np.array(currents)
