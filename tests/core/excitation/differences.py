"""Derivatives of penalties by differences, along one direction."""

import numpy as np

from core.excitation.trajectories.motion import Kinematics


def random_motion_of(robot, *, samples=60, seed=0, size=0.8):
    """Samples of a smooth motion all over the place, with unrelated velocities and accelerations."""
    random = np.random.default_rng(seed)
    phase = np.linspace(0.0, 2.0 * np.pi, samples)[:, np.newaxis]
    q = random.uniform(-1.5, 1.5, robot.joint_count) + size * sum(
        random.normal(size=robot.joint_count) * np.sin(order * phase + order) for order in (1, 2, 3)
    )
    return Kinematics(q, *random.normal(size=(2, samples, robot.joint_count)))


def moved(motion, way, step):
    parts = [
        getattr(motion, name) + step * getattr(way, name) for name in ("position", "velocity", "acceleration")
    ]
    return Kinematics(*parts)


def along(gradient, way):
    """The derivative that a gradient says there is along a direction."""
    names = ("position", "velocity", "acceleration")
    return sum(float((getattr(gradient, name) * getattr(way, name)).sum()) for name in names)


def by_differences(penalty, motion, way, *, step=1e-7):
    return (penalty(moved(motion, way, step))[0] - penalty(moved(motion, way, -step))[0]) / (2.0 * step)


def random_way(motion, *, seed):
    random = np.random.default_rng(seed)
    return Kinematics(*random.normal(size=(3, *motion.position.shape)))
