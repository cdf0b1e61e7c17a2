"""Synthetic streams of an arm in chunks, and the physics of the virtual robot as a stream."""

import numpy as np

from core.recording import Quantity
from devices.virtual.physics.arm import VirtualArm
from tests.devices.virtual.physics.perfect import sway

RATE_HZ = 1000.0
USUAL = (
    Quantity.POSITION,
    Quantity.MOTOR_POSITION,
    Quantity.LINK_POSITION,
    Quantity.CURRENT,
    Quantity.TEMPERATURE,
)


def made_up(count, *, joints=6, seed=0, first=0, quantities=USUAL):
    """Sequence (N,), time (N,) s and columns (N, n) of smooth noise around some level."""
    random = np.random.default_rng(seed)
    sequence = np.arange(first, first + count)
    columns = {
        quantity: random.normal(size=joints) + 1e-3 * random.normal(size=(count, joints)).cumsum(axis=0)
        for quantity in quantities
    }
    return sequence, sequence / RATE_HZ, columns


def rows_of(stream, rows):
    sequence, time, columns = stream
    return sequence[rows], time[rows], {quantity: column[rows] for quantity, column in columns.items()}


def swaying(robot, *, seed=1, worn=(), joints=None, seconds=8.0, speed=0.3, period=4.0, imperfections=None):
    """Sequence, time and columns of a virtual arm that sways, and the arm with its truth.

    Motor positions are divided by the gear ratio, as an open controller's are.
    """
    arm = VirtualArm(robot, seed=seed, worn=worn, imperfections=imperfections)
    drives = arm.nominal
    motion = sway(arm, speed=np.full(6, speed), seconds=seconds, joints=joints, period=period)
    ticks = [arm.sense() for _ in motion]
    turn = 2.0 * np.pi
    motor = np.array([each.motor_counts for each in ticks]) * turn / drives.motor_counts_per_turn
    columns = {
        Quantity.POSITION: robot.position_as_reported(np.array([each.position for each in ticks])),
        Quantity.MOTOR_POSITION: motor / drives.gear_ratio,
        Quantity.LINK_POSITION: np.array([each.link_counts for each in ticks])
        * turn
        / drives.link_counts_per_turn,
        Quantity.CURRENT: np.array([each.current for each in ticks]),
        Quantity.TEMPERATURE: np.array([each.temperature for each in ticks]),
    }
    sequence = np.arange(len(ticks))
    return (sequence, (sequence + 1) / arm.CONTROL_RATE_HZ, columns), arm
