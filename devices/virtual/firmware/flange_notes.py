"""Records the true flange pose of an arm at rest in the black box, as a laser tracker would measure it."""

import numpy as np

from core.recording import FloatArray
from devices.virtual.black_box import Notebook
from devices.virtual.firmware.plant import PERIOD_S, Plant

LOOK_S = 0.25
"""Time at standstill between two checks, s."""
_LOOK_PERIODS = round(LOOK_S / PERIOD_S)
MOVED_M, MOVED_RAD = 2e-6, 2e-6
"""Smaller movements are not recorded."""


class FlangeNotes:
    """Records ``flange``: ``position`` (3,) m and rotation matrix ``turn`` (9,) by rows, in the base frame.

    A line is written shortly after the arm has come to rest, and another one whenever the flange has moved
    since: while the arm settles, gets a payload, or is braked. The last line before a motion is the pose
    at which it stood.
    """

    def __init__(self, plant: Plant, *, notebook: Notebook) -> None:
        self._plant, self._notebook = plant, notebook
        self._periods = 0
        self._noted: FloatArray | None = None

    @property
    def periods_left(self) -> int:
        """Number of control periods at rest up to the next check."""
        return _LOOK_PERIODS - self._periods

    def stand(self, *, device: float, periods: int = 1) -> None:
        """Process control periods at rest, up to the device time ``device`` s; not beyond a check."""
        self._periods += periods
        if self._periods < _LOOK_PERIODS:
            return
        self._periods = 0
        place = self._plant.flange_transform()
        if self._noted is None or _has_moved(place, self._noted):
            self._noted = place
            position, turn = place[:3, 3], place[:3, :3].ravel()
            self._notebook.note(
                "flange", device=device, position=tuple(position.tolist()), turn=tuple(turn.tolist())
            )

    def move(self) -> None:
        """Forget the recorded pose, because the arm moves."""
        self._periods, self._noted = 0, None


def _has_moved(place: FloatArray, noted: FloatArray) -> bool:
    change = np.abs(place - noted)
    return bool(change[:3, 3].max() > MOVED_M or change[:3, :3].max() > MOVED_RAD)
