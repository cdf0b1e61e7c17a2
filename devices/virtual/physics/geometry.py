"""Forward kinematics of the virtual arm, independent of the core's."""

import numpy as np

from core.recording import FloatArray
from core.robot.model import RobotModel


def row_placement(robot: RobotModel, joint: int, position: float) -> FloatArray:
    """Pose (4, 4) of a link frame in the one before, ``Rx(alpha) Tx(a) Rz(q + offset) Tz(d)``.

    For a sliding joint ``Rx(alpha) Tx(a) Rz(offset) Tz(d + q)``.
    """
    slides = bool(robot.is_prismatic[joint])
    angle = robot.offset[joint] + (0.0 if slides else position)
    along = robot.d[joint] + (position if slides else 0.0)
    cosine, sine = np.cos(angle), np.sin(angle)
    tilt_cosine, tilt_sine = np.cos(robot.alpha[joint]), np.sin(robot.alpha[joint])
    return np.array(
        [
            [cosine, -sine, 0.0, robot.a[joint]],
            [tilt_cosine * sine, tilt_cosine * cosine, -tilt_sine, -tilt_sine * along],
            [tilt_sine * sine, tilt_sine * cosine, tilt_cosine, tilt_cosine * along],
            [0.0, 0.0, 0.0, 1.0],
        ]
    )


def link_placements(robot: RobotModel, position: FloatArray) -> FloatArray:
    """Poses (n + 1, 4, 4) of the link frames and, last, of the flange, all in the base frame."""
    placements = np.empty((robot.joint_count + 1, 4, 4))
    reached = np.array(robot.base)
    for joint in range(robot.joint_count):
        reached = reached @ row_placement(robot, joint, float(position[joint]))
        placements[joint] = reached
    placements[-1] = reached @ robot.flange
    return placements


def link_lengths(robot: RobotModel) -> FloatArray:
    """Length (n,) m from each joint's axis to the next one's origin, the last one to the flange."""
    steps = np.hypot(robot.a, robot.d)
    return np.append(steps[1:], np.linalg.norm(robot.flange[:3, 3]))


def reach(robot: RobotModel) -> float:
    """Length of the stretched arm, m; at least 1 cm."""
    return max(float(np.hypot(robot.a, robot.d).sum() + np.linalg.norm(robot.flange[:3, 3])), 0.01)


def downwards(robot: RobotModel) -> FloatArray:
    """Unit vector (3,) of gravity in the base frame; -z without gravity."""
    strength = float(np.linalg.norm(robot.gravity))
    return robot.gravity / strength if strength > 0.0 else np.array([0.0, 0.0, -1.0])


def pose_range(robot: RobotModel) -> tuple[FloatArray, FloatArray]:
    """Lowest and highest joint positions (n,); half a turn or half a metre where there are no limits."""
    free = np.where(robot.is_prismatic, 0.5, np.pi)
    low = np.where(np.isfinite(robot.lower), robot.lower, np.minimum(-free, robot.upper - free))
    high = np.where(np.isfinite(robot.upper), robot.upper, np.maximum(free, robot.lower + free))
    return low, high
