"""Constraints on a motion beside its limits: a penalty for searching, and exact shortfalls.

A search uses a keep-out's ``penalty``: smooth, cheap and a little stricter than necessary. Before a
trajectory runs, its ``shortfalls`` are computed: exact, on the fine grid and with the reserves of the
safety layer, so that a trajectory without shortfalls is not refused there for the same reason.
"""

import math
from dataclasses import dataclass, field
from typing import Protocol

import numpy as np

from core.errors import Fact
from core.excitation.trajectories.motion import Kinematics, Trajectory
from core.recording import FloatArray

_STEEPEST = 10.0
PATH_STEP_S = 0.005
"""Largest time step at which a planned path is checked, s."""
FEWEST_SAMPLES = 21


@dataclass(frozen=True)
class Shortfall:
    """A constraint that a trajectory violates: a stable code, facts, and whether it forbids the motion.

    Codes and facts are those of the safety layer's findings: joints count from 1, distances
    are in mm, ``share`` is that of a rated torque.
    """

    code: str
    facts: dict[str, Fact] = field(default_factory=dict)
    blocking: bool = True


class KeepOut(Protocol):
    """A constraint on a motion; not to be shared between threads."""

    def penalty(self, motion: Kinematics) -> tuple[float, Kinematics]:
        """Penalty of the samples, and its derivative in every position, velocity and acceleration.

        The penalty is the mean over the samples of the :func:`squared` shortfalls in units of the
        reserve, summed over everything that falls short at each; zero and flat where the reserve is
        kept everywhere.
        """

    def shortfalls(self, trajectory: Trajectory) -> tuple[Shortfall, ...]:
        """Every shortfall that the safety layer would find, by the same rules."""


def squared_shortfalls(short: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Squares of positive shortfalls in units of the reserve, and their slopes; zero for negative ones.

    Beyond ``_STEEPEST`` reserves they grow only linearly, so that a motion far out of bounds does not
    hide the slopes of all others.
    """
    missing = np.maximum(short, 0.0)
    square = np.minimum(missing, _STEEPEST)
    return square * (2.0 * missing - square), 2.0 * square


def zero_kinematics(motion: Kinematics) -> Kinematics:
    """Zeros in the shape of a motion, to add a gradient to."""
    return Kinematics(
        np.zeros_like(motion.position), np.zeros_like(motion.velocity), np.zeros_like(motion.acceleration)
    )


def path_times(duration: float) -> FloatArray:
    """(N,) s from 0 to ``duration`` s, both among them, at most ``PATH_STEP_S`` apart."""
    count = max(math.ceil(duration / PATH_STEP_S) + 1, FEWEST_SAMPLES)
    return np.linspace(0.0, duration, count)
