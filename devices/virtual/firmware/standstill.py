"""Records a stop from its beginning to standstill: time, path and deceleration of each joint."""

import numpy as np

from core.recording import FloatArray
from devices.virtual.firmware.plant import PERIOD_S

STILL_RAD_S = 0.005
"""A joint below this speed counts as standing: above encoder resolution, below anything visible."""
SETTLE_LIMIT_S = 0.5
"""Longest wait for the arm to settle after its set-point has come to rest, s."""


class StopRecord:
    """Record of one stop: path and peak deceleration of each joint.

    ``time`` is in s of device time, ``position`` (n,) measured, ``velocity`` (n,) that of the set-point.
    """

    def __init__(self, *, time: float, position: FloatArray, velocity: FloatArray) -> None:
        self._began = time
        self._from = np.array(position)
        self._velocity = np.array(velocity)
        self._angle = np.zeros_like(self._from)
        self._deceleration = np.zeros_like(self._from)

    def follow(self, position: FloatArray, velocity: FloatArray) -> None:
        """Record one more control period of the stop."""
        np.maximum(self._angle, np.abs(position - self._from), out=self._angle)
        change = np.abs(velocity - self._velocity) / PERIOD_S
        np.maximum(self._deceleration, change, out=self._deceleration)
        self._velocity = velocity

    def facts(self, time: float) -> dict[str, float | tuple[float, ...]]:
        """Time since the stop began (s), largest path of each joint since then, peak deceleration."""
        return {
            "time": round(time - self._began, 6),
            "angle": tuple(self._angle.tolist()),
            "peak_deceleration": tuple(self._deceleration.tolist()),
        }
