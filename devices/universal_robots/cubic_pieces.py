"""A trajectory as cubic pieces, each a whole number of the controller's cycles long.

One form serves Fourier series, sweeps and samples alike, and the controller evaluates a cubic per
joint in each cycle. A piece is as long as a cubic with the trajectory's positions and velocities at
both ends stays close to it, so that a constant speed takes one piece.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from core.excitation.trajectories import Trajectory
from core.recording import FloatArray
from core.robot.model import RobotModel
from devices.errors import MotionRejected

CLOSE_RAD = 2e-5
"""Largest distance of a piece from the trajectory: a hundredth of the usual following error."""
LONGEST_S = 20.0
MOST_PIECES = 2000
"""About 0.6 MB of program. The maker states no limit; this is an assumption."""


@dataclass(frozen=True, eq=False)
class Piece:
    """``cycles`` long; ``coefficients`` (4, n) of the powers 0 to 3 of the time in s since its begin."""

    cycles: int
    coefficients: FloatArray

    def at(self, time: float) -> FloatArray:
        """Positions (n,) at ``time`` s since the begin of the piece."""
        a, b, c, d = self.coefficients
        return np.asarray(a + time * (b + time * (c + time * d)))

    def held(self, cycles: int, *, cycle: float) -> "Piece":
        """A piece that stays where this one ends."""
        end = self.at(self.cycles * cycle)
        return Piece(cycles, np.stack([end, *np.zeros((3, end.shape[0]))]))


def pieces_of(trajectory: Trajectory, robot: RobotModel, *, cycle: float) -> tuple[Piece, ...]:
    """Divide a trajectory into pieces in the controller's convention of joint positions.

    Raises
    ------
    MotionRejected
        ``ur-program-too-long`` if it takes too many.
    """
    cycles = max(math.ceil(trajectory.duration / cycle - 1e-9), 1)
    motion = trajectory.evaluate(cycle * np.arange(cycles + 1, dtype=np.float64))
    position = robot.position_as_reported(motion.position)
    velocity = motion.velocity * robot.reported_sign
    found: list[Piece] = []
    for piece in _divided(position, velocity, cycle):
        found.append(piece)
        if len(found) > MOST_PIECES:
            raise MotionRejected("ur-program-too-long", seconds=trajectory.duration, limit=MOST_PIECES)
    return tuple(found)


def _divided(position: FloatArray, velocity: FloatArray, cycle: float) -> Iterator[Piece]:
    """Pieces as long as they stay close; the next one is tried at the length of the one before."""
    first, last, length = 0, position.shape[0] - 1, 1
    most = max(round(LONGEST_S / cycle), 1)
    while first < last:
        left = min(last - first, most)
        length = min(length, left)
        piece = _fitted(position, velocity, first, length, cycle)
        while piece is None and length > 1:
            length = max(length // 2, 1)
            piece = _fitted(position, velocity, first, length, cycle)
        while piece is not None and length < left:
            longer = min(2 * length, left)
            better = _fitted(position, velocity, first, longer, cycle)
            if better is None:
                break
            piece, length = better, longer
        yield piece or _cubic(position, velocity, first, length, cycle)
        first += length


def _fitted(
    position: FloatArray, velocity: FloatArray, first: int, length: int, cycle: float
) -> Piece | None:
    """The piece from ``first``; None if it leaves the trajectory."""
    piece = _cubic(position, velocity, first, length, cycle)
    time = (np.arange(length + 1) * cycle)[:, np.newaxis]
    a, b, c, d = piece.coefficients
    apart = np.abs(a + time * (b + time * (c + time * d)) - position[first : first + length + 1])
    return piece if apart.max() <= CLOSE_RAD else None


def _cubic(position: FloatArray, velocity: FloatArray, first: int, length: int, cycle: float) -> Piece:
    """Cubic with the positions and velocities of both ends (Hermite)."""
    seconds = length * cycle
    begin, end = position[first], position[first + length]
    slope, last_slope = velocity[first], velocity[first + length]
    rise = (end - begin) / seconds
    bend = (3.0 * rise - 2.0 * slope - last_slope) / seconds
    twist = (slope + last_slope - 2.0 * rise) / seconds**2
    return Piece(length, np.stack([begin, slope, bend, twist]))
