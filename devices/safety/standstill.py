"""Standstill of an arm (pose, encoders, torques), and the check that it is where a motion begins."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from core.recording import FloatArray, Quantity
from core.robot.measured_joints import joint_position, joint_torque, link_position, motor_twist
from core.robot.model import RobotModel
from devices.clock import ArmClock
from devices.computer_halts import OwnHalts
from devices.errors import MotionRejected
from devices.safety.limits import (
    FRESH_SAMPLES_S,
    STANDING_M,
    STANDING_RAD,
    START_POSE_M,
    START_POSE_RAD,
    per_joint,
    shown,
    unit_of,
)

WINDOW_S = 0.1
"""Length of the newest samples that are inspected, s."""
STANDSTILL_TIMEOUT_S = 1.5
"""Longest wait for an arm with fresh samples to stand still, s: it may still swing from the last move."""
STALE_STREAM_TIMEOUT_S = 8.0
"""Longest wait for fresh samples before a motion, s.

Waiting risks nothing here, and a busy computer delays a stream by seconds.
"""
_FEWEST_SAMPLES = 3
_LOOK_S = 0.02


class NewestSamples(Protocol):
    """Access to the newest samples, such as the acquisition's ring."""

    def newest(self, seconds: float) -> tuple[FloatArray, Mapping[Quantity, FloatArray]]:
        """Return device time (N,) and columns (N, n) of the last ``seconds``."""

    def age(self) -> float:
        """Time since the last sample arrived, s; infinite before the first."""


@dataclass(frozen=True, eq=False)
class Standing:
    """An arm at standstill, all (n,): model positions; the others None or NaN if not measured.

    ``link`` are the link encoders' positions in the model's convention, ``twist`` is motor minus
    link position, ``torque`` is in N·m at the link side.
    """

    position: FloatArray
    link: FloatArray | None
    twist: FloatArray | None
    torque: FloatArray | None


def read_standing(robot: RobotModel, samples: NewestSamples) -> Standing:
    """Read the present standstill from the newest samples.

    Raises
    ------
    MotionRejected
        ``stale-stream`` without fresh samples, ``arm-not-standing`` with the joint that moves.
    """
    # negated comparisons below: NaN must count as stale and as moving
    age = samples.age()
    if not age <= FRESH_SAMPLES_S:
        raise MotionRejected("stale-stream", seconds=age, limit=FRESH_SAMPLES_S)
    time, columns = samples.newest(WINDOW_S)
    position = joint_position(robot, columns)
    if position is None or time.shape[0] < _FEWEST_SAMPLES:
        raise MotionRejected("stale-stream", seconds=age, limit=FRESH_SAMPLES_S)
    wander = np.ptp(position, axis=0)
    restless = ~(wander <= per_joint(robot, turning=STANDING_RAD, sliding=STANDING_M))
    if np.any(restless):
        raise MotionRejected("arm-not-standing", joint=int(np.argmax(restless)) + 1)
    link, torque = link_position(robot, columns), joint_torque(robot, columns)
    twist = motor_twist(robot, columns)
    # median for positions, against single wrong values; mean for the torque, against noise
    return Standing(
        position=np.median(position, axis=0),
        link=None if link is None else np.median(link, axis=0),
        twist=None if twist is None else np.median(twist, axis=0),
        torque=None if torque is None else torque.mean(axis=0),
    )


def wait_until_standing(
    robot: RobotModel, samples: NewestSamples, clock: ArmClock, *, expect_going_on: Callable[[], None]
) -> Standing:
    """Wait for fresh samples of an arm that stands still.

    ``expect_going_on`` raises the error that ends the wait: of a stop, or of a lost link.

    Raises
    ------
    MotionRejected
        ``stale-stream`` or ``arm-not-standing`` if that does not end within a timeout.
    """
    seen_at = began_at = clock.now()
    # two limits: for a stream without samples, and for an arm that is seen to move
    waiting, seeing = (OwnHalts(interval=_LOOK_S, now=clock.now) for _ in range(2))
    while True:
        try:
            return read_standing(robot, samples)
        except MotionRejected as refusal:
            expect_going_on()
            if refusal.code == "stale-stream":
                # the timeout for standstill starts only when samples arrive again
                seen_at = clock.now()
                if waiting.listened_since(began_at) > STALE_STREAM_TIMEOUT_S:
                    raise
            elif seeing.listened_since(seen_at) > STANDSTILL_TIMEOUT_S:
                raise
        clock.sleep(_LOOK_S)


def expect_start_pose(robot: RobotModel, position: FloatArray, *, start: FloatArray) -> None:
    """Refuse a motion from ``start`` (n,) for an arm at ``position`` (n,), in the model's convention.

    Raises
    ------
    MotionRejected
        ``start-pose-differs`` with the first joint that is further away than allowed.
    """
    apart = np.abs(position - start)
    limit = per_joint(robot, turning=START_POSE_RAD, sliding=START_POSE_M)
    # negated comparison: a position of NaN must count as wrong
    wrong = np.flatnonzero(~(apart <= limit))
    if wrong.size:
        joint = int(wrong[0])
        raise MotionRejected(
            "start-pose-differs",
            joint=joint + 1,
            difference=shown(robot, joint, apart[joint]),
            limit=shown(robot, joint, limit[joint]),
            unit=unit_of(robot, joint),
        )
