"""Mean of the encoders of an arm at rest: it settles, is averaged, and must not have moved meanwhile."""

import threading
from dataclasses import dataclass, field

import numpy as np

from app.arm.moving import rest
from app.arm.session import RobotSession
from core.errors import NotEnoughData
from core.monitor import Monitor
from core.recording import Quantity
from core.stiffness.standstill import Standstill, standstill
from devices.acquisition.recorder import RecordingInProgress
from devices.samples import SampleBlock

SETTLE_S = 1.0
AVERAGE_S = 1.0
TRIES = 3
"""Most attempts; an arm that swings longer than usual is averaged again."""
_NEEDED = (Quantity.POSITION, Quantity.MOTOR_POSITION, Quantity.LINK_POSITION, Quantity.TEMPERATURE)
_WORTH_WAITING = ("standstill-moved", "standstill-swings", "standstill-samples-missing")


@dataclass
class _Gathered:
    """Collects the blocks of samples that arrive; a watcher of the stream."""

    blocks: list[SampleBlock] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def __call__(self, block: SampleBlock) -> None:
        """Keep a block; called in the acquisition's thread."""
        with self.lock:
            self.blocks.append(block)

    def taken(self) -> tuple[SampleBlock, ...]:
        with self.lock:
            return tuple(self.blocks)


def averaged(session: RobotSession, *, recording: RecordingInProgress, monitor: Monitor) -> Standstill:
    """Let the arm settle and average its encoders; try again while it still swings.

    Raises
    ------
    Stopped
        By the user or by the safety layer.
    NotEnoughData
        ``standstill-moved``, ``standstill-swings``, ``standstill-samples-missing``, ``standstill-too-short``.
    DeviceError
        As ``app.arm.moving.rest``.
    """
    for left in reversed(range(TRIES)):
        rest(session, SETTLE_S, recording=recording, monitor=monitor)
        gathered = _Gathered()
        with session.stream.watched_by(gathered):
            rest(session, AVERAGE_S, recording=recording, monitor=monitor)
        try:
            return _mean(session, gathered.taken())
        except NotEnoughData as swinging:
            if not left or swinging.code not in _WORTH_WAITING:
                raise
    raise AssertionError("the last try returns or raises")


def _mean(session: RobotSession, blocks: tuple[SampleBlock, ...]) -> Standstill:
    if not blocks:
        raise NotEnoughData("standstill-too-short", samples=0, wanted=1)
    columns = {
        quantity: np.concatenate([block.columns[quantity] for block in blocks])
        for quantity in _NEEDED
        if quantity in blocks[0].columns
    }
    return standstill(
        session.robot,
        sequence=np.concatenate([block.sequence for block in blocks]),
        time=np.concatenate([block.device_time for block in blocks]),
        columns=columns,
    )
