"""The stream of the monitor of one connection."""

import time
from collections.abc import Sequence

from devices.controller import LinkCounters
from devices.driving.stream_link import READ_TIMEOUT_S, StreamLink
from devices.elite_ec.intake import Intake
from devices.elite_ec.settings import RATE_HZ, SCHEME
from devices.elite_ec.state import EcState
from devices.errors import TransportError
from devices.protocol_elite_ec.monitor import Frames
from devices.samples import SampleBlock
from devices.transport.transport import Transport

FIRST_FRAMES_S = 1.5


def first_frames(transport: Transport, frames: Frames) -> list[bytes]:
    """The first frames of a monitor.

    Raises
    ------
    TransportError
        ``no-samples-from-controller`` if none came.
    """
    deadline = time.monotonic() + FIRST_FRAMES_S
    while time.monotonic() < deadline:
        found = frames.feed(transport.read(READ_TIMEOUT_S))
        if found:
            return found
    raise TransportError("no-samples-from-controller", seconds=FIRST_FRAMES_S)


class Link(StreamLink[EcState]):
    """The stream of one connection, from ``start`` until ``close``."""

    def __init__(self, transport: Transport, frames: Frames, intake: Intake) -> None:
        super().__init__(transport, device=SCHEME, rate=RATE_HZ)
        self.intake, self._frames = intake, frames
        self._taken = 0

    @property
    def counters(self) -> LinkCounters:
        """Counts of frames and samples."""
        overflowed = self.samples.overflowed
        return LinkCounters(
            frames=self._taken,
            damaged=self._frames.damaged,
            samples=self.intake.samples,
            missed=self.intake.clock.missed + overflowed,
            overflowed=overflowed,
        )

    def take(self, frames: Sequence[bytes]) -> SampleBlock | None:
        """Take in frames and return their block, None without one; raises like :meth:`Intake.block`."""
        if not frames:
            return None
        now = time.monotonic()
        block = self.intake.block(frames, host_time=now)
        self._taken += len(frames)
        self._keep(block, self.intake.state, now=now)
        return block

    def _read(self) -> None:
        self.take(self._frames.feed(self.transport.read(READ_TIMEOUT_S)))
