"""What a motion must keep out of beside its limits, and how far it falls short of that.

A search asks a keep-out for its ``penalty``: smooth, cheap and a little stricter than need be.
Whoever runs a trajectory asks for its ``shortfalls``: exact, on the fine grid and with the
reserves of the safety layer, so that what has none is not refused there for the same reason.
"""

from dataclasses import dataclass, field
from typing import Protocol

import numpy as np

from core.errors import Fact
from core.excitation.trajectories.motion import Kinematics, Trajectory
from core.recording import FloatArray

_STEEPEST = 10.0


@dataclass(frozen=True)
class Shortfall:
    """Something a trajectory falls short of: a stable code, facts, whether it forbids the motion.

    Codes and facts are those of the safety layer's findings: joints count from 1, distances
    are in mm, ``share`` is that of a rated torque.
    """

    code: str
    facts: dict[str, Fact] = field(default_factory=dict)
    blocking: bool = True


class KeepOut(Protocol):
    """Something that a motion must keep out of; not to be shared between threads."""

    def penalty(self, motion: Kinematics) -> tuple[float, Kinematics]:
        """How far the samples fall short, and the derivative in every position, velocity, acceleration.

        The mean over the samples of the :func:`squared` shortfalls in units of the reserve, summed
        over what falls short at each; zero and flat where the reserve is kept everywhere.
        """

    def shortfalls(self, trajectory: Trajectory) -> tuple[Shortfall, ...]:
        """Everything that the safety layer would find, judged as it does."""


def squared(short: FloatArray) -> tuple[FloatArray, FloatArray]:
    """The squares of what is missing, in reserves, and their slopes; nothing for what is not missing.

    Beyond ``_STEEPEST`` reserves they grow no steeper: a motion far out of bounds is to come
    back, not to hide all others.
    """
    missing = np.maximum(short, 0.0)
    square = np.minimum(missing, _STEEPEST)
    return square * (2.0 * missing - square), 2.0 * square


def nothing_like(motion: Kinematics) -> Kinematics:
    """Zeros in the shape of a motion, to add a gradient to."""
    return Kinematics(
        np.zeros_like(motion.position), np.zeros_like(motion.velocity), np.zeros_like(motion.acceleration)
    )
