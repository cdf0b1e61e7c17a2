"""Link frames computed in numpy alone, for the window, which must start without the compiler."""

import math

import numpy as np

from core.errors import BadRequest
from core.recording import FloatArray
from core.robot.model import RobotModel


def link_frames_at(robot: RobotModel, q: FloatArray) -> FloatArray:
    """Link frames (n, 4, 4) in the base frame at one pose (n,) in rad or m.

    The same frames as those of :func:`core.robot.kinematics.link_transforms`, which is
    faster over many samples.

    Raises
    ------
    BadRequest
        ``motion-shape`` where ``q`` does not fit the robot.
    """
    q = np.asarray(q, dtype=np.float64)
    if q.shape != (robot.joint_count,):
        raise BadRequest("motion-shape", expected=(robot.joint_count,), found=q.shape)
    rows, slides, _ = robot.kernel_rows
    frames = np.empty((robot.joint_count, 4, 4))
    frame = robot.base
    for joint, ((cosine, sine, a, d, offset), value) in enumerate(
        zip(rows.tolist(), q.tolist(), strict=True)
    ):
        angle, along = (offset, d + value) if slides[joint] else (offset + value, d)
        c, s = math.cos(angle), math.sin(angle)
        frame = frame @ np.array(
            (
                (c, -s, 0.0, a),
                (s * cosine, c * cosine, -sine, -sine * along),
                (s * sine, c * sine, cosine, cosine * along),
                (0.0, 0.0, 0.0, 1.0),
            )
        )
        frames[joint] = frame
    return frames


def link_frames_along(robot: RobotModel, q: FloatArray) -> FloatArray:
    """Link frames (K, n, 4, 4) in the base frame at many poses (K, n) in rad or m.

    Raises
    ------
    BadRequest
        ``motion-shape`` where ``q`` does not fit the robot.
    """
    q = np.asarray(q, dtype=np.float64)
    if q.ndim != 2 or q.shape[1] != robot.joint_count:
        raise BadRequest("motion-shape", expected=(-1, robot.joint_count), found=q.shape)
    rows, slides, _ = robot.kernel_rows
    frames = np.empty((q.shape[0], robot.joint_count, 4, 4))
    frame = robot.base
    for joint, (cosine, sine, a, d, offset) in enumerate(rows.tolist()):
        step = np.zeros((q.shape[0], 4, 4))
        angle = np.full(q.shape[0], offset) if slides[joint] else offset + q[:, joint]
        along = d + q[:, joint] if slides[joint] else np.full(q.shape[0], d)
        c, s = np.cos(angle), np.sin(angle)
        step[:, 0, 0], step[:, 0, 1], step[:, 0, 3] = c, -s, a
        step[:, 1, 0], step[:, 1, 1], step[:, 1, 2], step[:, 1, 3] = (
            s * cosine,
            c * cosine,
            -sine,
            -sine * along,
        )
        step[:, 2, 0], step[:, 2, 1], step[:, 2, 2], step[:, 2, 3] = (
            s * sine,
            c * sine,
            cosine,
            cosine * along,
        )
        step[:, 3, 3] = 1.0
        frame = frame @ step
        frames[:, joint] = frame
    return frames
