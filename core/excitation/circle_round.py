"""One round of a circle in the joints, and rounds run one after the other from rest to rest."""

from dataclasses import dataclass

import numpy as np

from core.excitation.circle_places import CirclePlace
from core.excitation.trajectories.sampled import SampledTrajectory
from core.recording import FloatArray
from core.robot.inverse_kinematics import follow_path
from core.robot.kinematics import flange_transforms
from core.robot.model import RobotModel

RAMP_ROUNDS = 1
"""Rounds in which the speed rises, and in which it falls.

Tangential and centripetal acceleration add there.
"""
SAMPLE_STEP_S = 0.004
"""Largest time step between the points of the trajectory, s."""
_POINTS = 64
"""Points of a round solved by inverse kinematics; a Fourier series interpolates the joints between them."""


def round_at(robot: RobotModel, place: CirclePlace) -> "CircleRound":
    """The round at a place.

    Raises
    ------
    Infeasible
        ``pose-not-reachable``.
    """
    angle = 2.0 * np.pi * np.arange(_POINTS + 1) / _POINTS
    found = follow_path(robot, place.poses(angle), start=place.position, task=place.task)
    return CircleRound(place, found.position[:-1], found.dexterity[:-1])


@dataclass(frozen=True, eq=False)
class CircleRound:
    """One round in the joints: (M, n) positions at even angles, and the flange's dexterity (M,)."""

    place: CirclePlace
    position: FloatArray
    dexterity: FloatArray

    def at(self, angle: FloatArray) -> FloatArray:
        """(N, n) joint positions at angles (N,) rad, by the Fourier series through the points."""
        count = self.position.shape[0]
        terms = np.fft.rfft(self.position, axis=0) / count
        terms[1:] *= 2.0
        if count % 2 == 0:
            terms[-1] *= 0.5
        turns = np.exp(1j * np.outer(angle, np.arange(terms.shape[0])))
        return np.asarray((turns @ terms).real)

    def sampled(self, *, rate: float, rounds: int) -> SampledTrajectory:
        """The rounds with their ramps at ``rate`` rad/s round the centre."""
        ramp, steady = 4.0 * np.pi * RAMP_ROUNDS / rate, 2.0 * np.pi * rounds / rate
        duration = steady + 2.0 * ramp
        steps = int(np.ceil(duration / SAMPLE_STEP_S))
        time = np.linspace(0.0, duration, steps + 1)
        rising = _ramped(np.clip(time / ramp, 0.0, 1.0)) * ramp
        falling = _ramped(np.clip((duration - time) / ramp, 0.0, 1.0)) * ramp
        angle = rate * (rising + np.clip(time - ramp, 0.0, steady) + (0.5 * ramp - falling))
        return SampledTrajectory(duration / steps, self.at(angle))

    def path_error(self, robot: RobotModel, trajectory: SampledTrajectory) -> float:
        """Largest distance of the flange from the circle, m, at the points and half way between them."""
        step = 0.5 * trajectory.period_s
        time = np.arange(0.0, trajectory.duration + step, step)
        flange = flange_transforms(robot, trajectory.evaluate(time).position)[:, :3, 3]
        seen = (flange - self.place.frame[:3, 3]) @ self.place.frame[:3, :3]
        off = np.hypot(np.hypot(seen[:, 0], seen[:, 1]) - self.place.radius, seen[:, 2])
        return float(off.max())


def _ramped(share: FloatArray) -> FloatArray:
    """Path length, in rounds at full speed, for a speed ``6u⁵ − 15u⁴ + 10u³`` over the time ``u``."""
    return np.asarray(share**4 * (share**2 - 3.0 * share + 2.5))
