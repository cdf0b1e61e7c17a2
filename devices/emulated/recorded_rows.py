"""Recorded rows as the source of an emulated controller's stream: once, in order, at their own pace."""

from core.errors import BadRequest
from core.recording import Quantity
from core.storage.visit import Visit
from devices.protocol_rtde.values import DataType
from devices.replay.player import Player, load_runs
from devices.replay.settings import Pace

FIELDS = {
    Quantity.POSITION: "actual_q",
    Quantity.VELOCITY: "actual_qd",
    Quantity.CURRENT: "actual_current",
    Quantity.CURRENT_REFERENCE: "target_current",
    Quantity.TORQUE_REFERENCE: "target_moment",
}
"""The fields under which the columns are served; what was not recorded is 0."""
_JOINTS = 6
Values = dict[str, float | list[float]]


class RecordedRows:
    """The rows of one recording of a visit; ``begin`` starts the clock.

    Raises
    ------
    BadFile
        If the visit cannot be opened.
    BadRequest
        ``unknown-label``, ``no-recordings``, ``replay-too-short``; ``not-six-joints`` for another arm.
    """

    def __init__(self, visit: Visit, *, label: str) -> None:
        self._runs = load_runs(visit, label)
        joints = self._runs[0].recording.joint_count
        if joints != _JOINTS:
            raise BadRequest("not-six-joints", label=label, joints=joints)
        self._player: Player | None = None

    def begin(self) -> None:
        """Start the clock; only the first call counts."""
        if self._player is None:
            self._player = Player(self._runs, pace=Pace.REAL)

    def due(self) -> list[Values]:
        """The rows that became due since the last call, with their recorded times as ``timestamp``."""
        block = None if self._player is None else self._player.next_block(0.0)
        if block is None:
            return []
        columns = {name: block.columns[q].tolist() for q, name in FIELDS.items() if q in block.columns}
        times = block.device_time.tolist()
        return [
            {"timestamp": time, **{name: rows[place] for name, rows in columns.items()}}
            for place, time in enumerate(times)
        ]


def zero_of(kind: DataType, width: int) -> float | list[float]:
    """The value of a field that nothing sets."""
    zero = 0.0 if kind in {DataType.DOUBLE, DataType.VECTOR3D, DataType.VECTOR6D} else 0
    return zero if width == 1 else [zero] * width
