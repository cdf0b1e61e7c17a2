"""Arms and a trajectory as published, written out here so that they do not lean on the shipped files."""

import numpy as np

from core.robot.model import Joint, RobotModel

QUARTER = np.pi / 2


def arm(name, *, a, alpha, d, offset=None, gravity=-9.81) -> RobotModel:
    """A revolute arm from its modified Denavit-Hartenberg rows."""
    offset = np.zeros(len(a)) if offset is None else offset
    joints = tuple(
        Joint(name=f"joint {row + 1}", a=a[row], alpha=alpha[row], d=d[row], offset=offset[row])
        for row in range(len(a))
    )
    return RobotModel(name=name, joints=joints, gravity=np.array([0.0, 0.0, gravity]))


def ur10e() -> RobotModel:
    return arm(
        "ur10e",
        a=[0, 0, -0.6127, -0.57155, 0, 0],
        alpha=[0, QUARTER, 0, 0, QUARTER, -QUARTER],
        d=[0.1807, 0, 0, 0.17415, 0.11985, 0.11655],
    )


def ec66() -> RobotModel:
    return arm(
        "ec66",
        a=[0, 0, 0.418, 0.398, 0, 0],
        alpha=[0, QUARTER, 0, 0, -QUARTER, QUARTER],
        d=[0.096, 0, 0, 0.122, 0.098, 0.089],
    )


def generic_6r() -> RobotModel:
    return arm(
        "generic-6r",
        a=[0, 0.15, 0.6, 0.12, 0, 0],
        alpha=[0, -QUARTER, 0, -QUARTER, QUARTER, -QUARTER],
        d=[0.45, 0, 0, 0.64, 0, 0.1],
        offset=[0, -QUARTER, 0, 0, 0, 0],
    )


def szabo_3r() -> RobotModel:
    """[Szabo] arm, its standard rows moved to modified ones; the last offset belongs to the flange."""
    return arm("szabo-3r", a=[0, 0, 0.5], alpha=[0, QUARTER, 0], d=[0.3, 0, 0], offset=[0, QUARTER, 0])


LIU_PERIOD_S = 20.0
# X. Liu et al. 2023, Table 3: six joints by five harmonics
LIU_A = np.array(
    [
        [0.0046, -0.0074, 0.4845, -0.5103, 0.0286],
        [-0.0406, 0.0597, 0.2492, 0.0678, -0.3361],
        [-0.1772, 0.0661, 0.1019, 0.0189, -0.0097],
        [-0.1704, 0.1161, -0.1703, 0.1426, 0.0820],
        [-0.0210, -0.1317, 0.3614, -0.1994, -0.0094],
        [0.0673, 0.2685, 0.1682, -0.4241, -0.0763],
    ]
)
LIU_B = np.array(
    [
        [-0.0053, -0.0182, 0.6963, -0.3354, -0.1411],
        [-0.0234, -0.2122, 0.1619, -0.1082, 0.0789],
        [-0.0001, -0.0583, 0.0450, 0.1273, -0.1056],
        [0.0088, -0.3357, 0.1996, 0.1731, -0.1257],
        [0.1460, -0.3491, 0.3639, -0.1008, -0.0273],
        [0.1335, 0.0677, 0.0942, -0.2907, 0.1227],
    ]
)
LIU_Q0 = np.array([0.3361, -0.2762, -0.0112, -0.2369, 0.1976, 0.4777])


def fourier(time, *, a, b, q0, period_s):
    """Finite Fourier series: positions, velocities, accelerations (N, n)."""
    order = np.arange(1, a.shape[1] + 1)
    rate = 2.0 * np.pi / period_s * order
    sine, cosine = np.sin(np.outer(time, rate)), np.cos(np.outer(time, rate))
    q = q0 + sine @ (a / rate).T - cosine @ (b / rate).T
    v = cosine @ a.T + sine @ b.T
    acceleration = cosine @ (b * rate).T - sine @ (a * rate).T
    return q, v, acceleration


def liu_trajectory(*, samples=200):
    """The published excitation, ``samples`` over one period."""
    time = np.arange(samples) * LIU_PERIOD_S / samples
    return fourier(time, a=LIU_A, b=LIU_B, q0=LIU_Q0, period_s=LIU_PERIOD_S)
