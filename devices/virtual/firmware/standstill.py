"""Follows a stop from its beginning to standstill: time, angle of each joint, deceleration."""

import numpy as np

from core.recording import FloatArray
from devices.virtual.firmware.plant import PERIOD_S

STILL_RAD_S = 0.005
"""Speed of a joint that counts as standing: above the resolution of an encoder, below anything visible."""
SETTLE_LIMIT_S = 0.5
"""The longest wait for the arm itself after its set-point has come to rest."""


class StopRecord:
    """One stop: how far each joint went and how hard it was decelerated.

    ``time`` s device time; ``position`` (n,) measured, ``velocity`` (n,) of the set-point.
    """

    def __init__(self, *, time: float, position: FloatArray, velocity: FloatArray) -> None:
        self._began = time
        self._from = np.array(position)
        self._velocity = np.array(velocity)
        self._angle = np.zeros_like(self._from)
        self._deceleration = np.zeros_like(self._from)

    def follow(self, position: FloatArray, velocity: FloatArray) -> None:
        """One control period further."""
        np.maximum(self._angle, np.abs(position - self._from), out=self._angle)
        change = np.abs(velocity - self._velocity) / PERIOD_S
        np.maximum(self._deceleration, change, out=self._deceleration)
        self._velocity = velocity

    def facts(self, time: float) -> dict[str, float | tuple[float, ...]]:
        """Seconds since the stop began, the largest angle of each joint from there, the peak deceleration."""
        return {
            "time": round(time - self._began, 6),
            "angle": tuple(self._angle.tolist()),
            "peak_deceleration": tuple(self._deceleration.tolist()),
        }
