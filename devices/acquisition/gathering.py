"""Joins several blocks of samples, so that frequent checks cost less per sample.

The stream arrives in frames of about 10 ms. The watchdog must act at once and looks at each
frame. The checks of the stream take several frames at a time and see the same samples.
"""

from collections.abc import Callable, Collection, Sequence

import numpy as np

from core.recording import Quantity
from devices.samples import SampleBlock

MOST_BLOCKS = 100
"""Upper limit of blocks that wait, whatever the device's clock shows."""
GATHERED_S = 0.04
"""Short enough that a motion is stopped for a finding within 0.1 s."""


def joined_blocks(blocks: Sequence[SampleBlock], *, only: Collection[Quantity] | None = None) -> SampleBlock:
    """Concatenate consecutive blocks; a quantity that one of them lacks, or not in ``only``, is left out."""
    first = blocks[0]
    if len(blocks) == 1:
        return first
    wanted = first.columns if only is None else [name for name in first.columns if name in only]
    shared = [quantity for quantity in wanted if all(quantity in block.columns for block in blocks)]
    return SampleBlock(
        sequence=np.concatenate([block.sequence for block in blocks]),
        device_time=np.concatenate([block.device_time for block in blocks]),
        host_time=np.concatenate([block.host_time for block in blocks]),
        columns={name: np.concatenate([block.columns[name] for block in blocks]) for name in shared},
    )


class Gathered:
    """Calls a watcher with ``seconds`` of device time at once; every sample, in order.

    Of several blocks only the quantities in ``only`` are joined, if it is given.

    If no samples arrive, the waiting blocks are passed on first, then ``on_silence`` is called.
    """

    def __init__(
        self,
        watcher: Callable[[SampleBlock], None],
        *,
        on_silence: Callable[[float], None] | None = None,
        seconds: float = GATHERED_S,
        only: Collection[Quantity] | None = None,
    ) -> None:
        self._watcher, self._tell_silence, self._seconds, self._only = watcher, on_silence, seconds, only
        self._waiting: list[SampleBlock] = []

    def __call__(self, block: SampleBlock) -> None:
        """Add a block; pass the waiting blocks on when they are long enough."""
        self._waiting.append(block)
        began, ends = self._waiting[0].device_time[0], block.device_time[-1]
        # pass on if the clock went back, and after MOST_BLOCKS if it is frozen
        if not 0.0 <= ends - began < self._seconds or len(self._waiting) >= MOST_BLOCKS:
            self.flush()

    def on_silence(self, seconds: float) -> None:
        """Pass on the waiting blocks, then report the silence of ``seconds``."""
        self.flush()
        if self._tell_silence is not None:
            self._tell_silence(seconds)

    def flush(self) -> None:
        """Pass the waiting blocks on now."""
        if self._waiting:
            waiting, self._waiting = self._waiting, []
            self._watcher(joined_blocks(waiting, only=self._only))
