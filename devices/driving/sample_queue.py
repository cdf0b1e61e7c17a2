"""A bounded queue of sample blocks between reading thread and consumer, and a guard against floods."""

import threading
from collections import deque
from collections.abc import Sequence

import numpy as np

from devices.errors import DeviceError, ProtocolError
from devices.samples import SampleBlock

MOST_BLOCKS = 20_000
"""Upper limit of blocks, however small they are."""

FLOOD_RATIO = 2.0
"""Limit of the received over the announced sample rate: no clock is that much too fast."""
FLOOD_SLACK_S = 5.0
"""Samples of this many seconds may arrive at once after a halt of this computer or the line."""


class SampleQueue:
    """Holds at most ``capacity`` samples; the oldest are discarded and counted in ``overflowed``.

    Discarded samples appear as a gap in the sequence numbers of the next block taken.
    """

    def __init__(self, capacity: int) -> None:
        self._capacity = capacity
        self._blocks: deque[SampleBlock] = deque()
        self._held = 0
        self._changed = threading.Condition()
        self._is_closed = False
        self._is_out = False
        """True while the consumer processes the blocks that it took last."""
        self._error: DeviceError | None = None
        self.overflowed = 0

    def put(self, block: SampleBlock) -> None:
        """Append a block; discard the oldest blocks if the queue is full."""
        with self._changed:
            if self._is_closed:
                return
            self._blocks.append(block)
            self._held += block.count
            # the newest block always stays, however large it is
            while self._is_too_full() and len(self._blocks) > 1:
                lost = self._blocks.popleft().count
                self._held -= lost
                self.overflowed += lost
            self._changed.notify_all()

    def _is_too_full(self) -> bool:
        return self._held > self._capacity or len(self._blocks) > MOST_BLOCKS

    def close(self, error: DeviceError | None = None) -> None:
        """Accept nothing more; ``error`` is raised once, after all blocks were taken."""
        with self._changed:
            if not self._is_closed:
                self._is_closed, self._error = True, error
            self._changed.notify_all()

    def wait(self, timeout: float, /) -> bool:
        """Wait up to ``timeout`` s; return True if there is a block or an error to take."""
        with self._changed:
            return bool(self._changed.wait_for(lambda: self._blocks or self._is_closed, timeout))

    def wait_until_taken_in(self, timeout: float) -> bool:
        """Wait up to ``timeout`` s; return True if all was taken and the consumer came back for more."""
        with self._changed:
            return self._changed.wait_for(
                lambda: self._is_closed or not (self._blocks or self._is_out), timeout
            )

    def take(self, timeout: float) -> SampleBlock | None:
        """Take all blocks since the last call; wait up to ``timeout`` s, None if there are none."""
        with self._changed:
            was_closed = self._is_closed
            if self._is_out:  # being called again proves that the consumer has finished with these blocks
                self._is_out = False
                self._changed.notify_all()
            if not self._blocks:
                self._changed.wait_for(
                    # an error, or a close during this call, ends the wait too
                    lambda: self._blocks or self._error is not None or self._is_closed > was_closed,
                    timeout,
                )
            blocks = list(self._blocks)
            self._blocks.clear()
            self._held, self._is_out = 0, bool(blocks)
            if blocks:
                return joined(blocks)
            error, self._error = self._error, None
        if error is not None:
            raise error
        return None


def joined(blocks: Sequence[SampleBlock]) -> SampleBlock:
    """Concatenate consecutive blocks of one device."""
    if len(blocks) == 1:
        return blocks[0]
    return SampleBlock(
        sequence=np.concatenate([block.sequence for block in blocks]),
        device_time=np.concatenate([block.device_time for block in blocks]),
        host_time=np.concatenate([block.host_time for block in blocks]),
        columns={
            quantity: np.concatenate([block.columns[quantity] for block in blocks])
            for quantity in blocks[0].columns
        },
    )


class Flood:
    """Counts samples against the announced rate; too many would fill memory and disk."""

    def __init__(self, sample_rate: float) -> None:
        self._rate = sample_rate
        self._began_at: float | None = None
        self._taken = 0

    def expect_bearable(self, count: int, *, host_time: float) -> None:
        """Count samples; raise ``ProtocolError`` ``stream-too-fast`` beyond the limit."""
        if self._began_at is None:
            self._began_at = host_time
        self._taken += count
        seconds = host_time - self._began_at
        if self._taken > self._rate * (FLOOD_RATIO * seconds + FLOOD_SLACK_S):
            found = self._taken / max(seconds, 1.0)
            raise ProtocolError("stream-too-fast", rate=found, announced=self._rate)
