"""Frames, angles and ranges of an arm for positions as the controller reports them."""

import math

import numpy as np

from core.recording import FloatArray
from core.robot.model import Joint, JointKind

_POLE = 1e-12


def reported_place(joint: Joint) -> FloatArray:
    """The link frame (4, 4) in its parent's, where the controller reports zero.

    The joint's variable is the reported position x: ``q = reported_sign · x + reported_zero``.
    """
    slides = joint.kind is JointKind.PRISMATIC
    turn = joint.offset + (0.0 if slides else joint.reported_zero)
    shift = joint.d + (joint.reported_zero if slides else 0.0)
    return _row(joint.a, joint.alpha, turn, shift)


def reported_range(joint: Joint) -> tuple[float, float]:
    """Return the lowest and the highest reported position."""
    low, high = sorted(
        (end - joint.reported_zero) * joint.reported_sign for end in (joint.lower, joint.upper)
    )
    return low, high


def roll_pitch_yaw(rotation: FloatArray) -> tuple[float, float, float]:
    """URDF angles of a rotation matrix (3, 3): ``Rz(yaw) Ry(pitch) Rx(roll)``; roll 0 at the pole.

    >>> roll_pitch_yaw(np.eye(3))
    (0.0, 0.0, 0.0)
    """
    level = math.hypot(rotation[0, 0], rotation[1, 0])
    pitch = math.atan2(-rotation[2, 0], level)
    if level < _POLE:
        return 0.0, pitch, math.atan2(-rotation[0, 1], rotation[1, 1])
    roll = math.atan2(rotation[2, 1], rotation[2, 2])
    return roll, pitch, math.atan2(rotation[1, 0], rotation[0, 0])


def quaternion(rotation: FloatArray) -> FloatArray:
    """Unit quaternion (4,) w, x, y, z of a rotation matrix (3, 3).

    From the largest of its four squares, so that no division is by a small number.

    >>> quaternion(np.eye(3)).tolist()
    [1.0, 0.0, 0.0, 0.0]
    """
    r = rotation
    table = np.array(
        [
            [1.0 + r[0, 0] + r[1, 1] + r[2, 2], r[2, 1] - r[1, 2], r[0, 2] - r[2, 0], r[1, 0] - r[0, 1]],
            [r[2, 1] - r[1, 2], 1.0 + r[0, 0] - r[1, 1] - r[2, 2], r[0, 1] + r[1, 0], r[0, 2] + r[2, 0]],
            [r[0, 2] - r[2, 0], r[0, 1] + r[1, 0], 1.0 - r[0, 0] + r[1, 1] - r[2, 2], r[1, 2] + r[2, 1]],
            [r[1, 0] - r[0, 1], r[0, 2] + r[2, 0], r[1, 2] + r[2, 1], 1.0 - r[0, 0] - r[1, 1] + r[2, 2]],
        ]
    )
    best = table[int(np.argmax(np.diag(table)))]
    return np.asarray(best / np.linalg.norm(best) * (1.0 if best[0] >= 0.0 else -1.0))


def numbers(values: FloatArray) -> str:
    """Numbers in a row that read back as the same ones."""
    return " ".join(repr(float(value) + 0.0) for value in values)


def _row(a: float, alpha: float, turn: float, shift: float) -> FloatArray:
    """``Rx(alpha) Tx(a) Rz(turn) Tz(shift)`` as a matrix (4, 4)."""
    ca, sa, ct, st = math.cos(alpha), math.sin(alpha), math.cos(turn), math.sin(turn)
    return np.array(
        [
            [ct, -st, 0.0, a],
            [ca * st, ca * ct, -sa, -sa * shift],
            [sa * st, sa * ct, ca, ca * shift],
            [0.0, 0.0, 0.0, 1.0],
        ]
    )
