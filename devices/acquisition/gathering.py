"""Some blocks of samples as one: what is judged many times a second costs less in larger pieces.

A stream comes in frames of ten milliseconds. Whoever has to act at once looks at every one
of them; who only judges the stream looks at a few frames together, and sees the same samples.
"""

from collections.abc import Callable, Sequence

import numpy as np

from devices.samples import SampleBlock

MOST_BLOCKS = 100
"""That wait, whatever the device's clock says."""
GATHERED_S = 0.04
"""Short beside everything that is judged: a motion is stopped for a finding within a tenth of a second."""


def joined_blocks(blocks: Sequence[SampleBlock]) -> SampleBlock:
    """Consecutive blocks as one; a quantity that one of them lacks is left out."""
    first = blocks[0]
    if len(blocks) == 1:
        return first
    shared = [quantity for quantity in first.columns if all(quantity in block.columns for block in blocks)]
    return SampleBlock(
        sequence=np.concatenate([block.sequence for block in blocks]),
        device_time=np.concatenate([block.device_time for block in blocks]),
        host_time=np.concatenate([block.host_time for block in blocks]),
        columns={name: np.concatenate([block.columns[name] for block in blocks]) for name in shared},
    )


class Gathered:
    """Hands a watcher of the stream ``seconds`` of device time at once; every sample, in order.

    ``on_silence`` of the watcher hears that nothing comes, after what was still waiting.
    """

    def __init__(
        self,
        watcher: Callable[[SampleBlock], None],
        *,
        on_silence: Callable[[float], None] | None = None,
        seconds: float = GATHERED_S,
    ) -> None:
        self._watcher, self._tell_silence, self._seconds = watcher, on_silence, seconds
        self._waiting: list[SampleBlock] = []

    def __call__(self, block: SampleBlock) -> None:
        """Take in a block; pass on what has gathered when it is long enough."""
        self._waiting.append(block)
        began, ends = self._waiting[0].device_time[0], block.device_time[-1]
        # a clock that went back waits for nothing, and one that stands still does not wait for ever
        if not 0.0 <= ends - began < self._seconds or len(self._waiting) >= MOST_BLOCKS:
            self.flush()

    def on_silence(self, seconds: float) -> None:
        """Nothing has come for ``seconds``."""
        self.flush()
        if self._tell_silence is not None:
            self._tell_silence(seconds)

    def flush(self) -> None:
        """Pass on what waits."""
        if self._waiting:
            waiting, self._waiting = self._waiting, []
            self._watcher(joined_blocks(waiting))
