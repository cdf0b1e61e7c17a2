"""A long log of an arm of known friction: sweeps, moves to other places, and motion of all joints."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from core.friction.sweeps.poses import gravity_torque
from core.recording import Quantity, Recording, TorqueKind
from tests.core.friction.sweeps.swept_arm import ARM

RATE_HZ = 200.0
COULOMB, VISCOUS = 5.0, 3.0
"""N·m, and N·m·s/rad."""
SWEEP_SPEEDS = (0.02, 0.06, 0.15, 0.4)
"""rad/s."""
MOVE_SPEED = 1.5
HOME, LOW, HIGH = 0.3, -0.5, 0.5
COLD_K = 298.0


def travelled(places: Sequence[Sequence[float]], speeds: Sequence[float]) -> np.ndarray:
    """A motion (N, n) from place to place at these speeds of the fastest joint, with rests and ramps."""
    parts = [np.tile(np.array(places[0], dtype=np.float64), (100, 1))]
    for begin, end, speed in zip(map(np.array, places), map(np.array, places[1:]), speeds, strict=False):
        ramp = 0.2
        seconds = float(np.abs(end - begin).max()) / speed + ramp
        time = np.arange(round(seconds * RATE_HZ)) / RATE_HZ
        pace = np.clip(np.minimum(time, seconds - time) / ramp, 0.0, 1.0)
        way = np.cumsum(0.5 - 0.5 * np.cos(np.pi * pace))
        parts += [begin + np.outer(way / way[-1], end - begin), np.tile(end, (60, 1))]
    return np.concatenate(parts)


def swept_log(*, joints: Sequence[int] = (0, 1), label: str = "log") -> Recording:
    """Each joint goes fast to its sweeps, there and back at every speed, and fast home again."""
    places, speeds = [[HOME, HOME]], []

    def go(place: list[float], speed: float) -> None:
        places.append(place)
        speeds.append(speed)

    for joint in joints:

        def at(angle: float, joint: int = joint) -> list[float]:
            place = [HOME, HOME]
            place[joint] = angle
            return place

        go(at(LOW), MOVE_SPEED)
        for speed in SWEEP_SPEEDS:
            # a slow stroke over a tenth of the way, so that the log stays short
            end = LOW + (HIGH - LOW) * (0.2 if speed < 0.1 else 1.0)
            go(at(end), speed)
            go(at(LOW), speed)
        go(at(HOME), MOVE_SPEED)
    go([HOME + 0.8, HOME - 0.6], 1.0)
    go([HOME, HOME], 1.0)
    return recorded(travelled(places, speeds), label=label)


def recorded(position: np.ndarray, *, label: str) -> Recording:
    """The motion on an arm that warms up by 2 K."""
    velocity = np.gradient(position, 1.0 / RATE_HZ, axis=0)
    torque = gravity_torque(ARM, position) + COULOMB * np.tanh(velocity / 1e-3) + VISCOUS * velocity
    torque += 0.01 * np.random.default_rng(3).normal(size=torque.shape)
    time = np.arange(position.shape[0]) / RATE_HZ
    warm = np.tile((COLD_K + 2.0 * time / time[-1])[:, np.newaxis], (1, position.shape[1]))
    columns = {Quantity.POSITION: position, Quantity.TORQUE: torque, Quantity.TEMPERATURE: warm}
    return Recording(label, time, columns, torque_kind=TorqueKind.MOTOR_CURRENT)


def without(recording: Recording, quantity: Quantity) -> Recording:
    """The recording without one of its columns."""
    columns = {name: column for name, column in recording.columns.items() if name is not quantity}
    return replace(recording, columns=columns)
