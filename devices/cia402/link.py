"""The stream of one connection: what the master of the bus gathers becomes samples and cycles."""

import logging
import time
from collections.abc import Sequence
from typing import Protocol

from devices.cia402.intake import Cycle, Intake, Values
from devices.cia402.master_process import MasterProcess
from devices.controller import LinkCounters
from devices.driving.sample_queue import SampleQueue
from devices.errors import DeviceError, ProtocolError

LATE_S = 0.1
"""A sample is given up if a drive has not answered by then."""
SILENT_S = 0.5
"""A drive that does not answer for this long is counted as lost."""
BUFFER_S = 60.0
log = logging.getLogger(__name__)


class Listener(Protocol):
    """Takes part in the cycle; called by its thread, which must not wait."""

    def on_cycle(self, cycle: Cycle) -> None:
        """Take in what the drives said, and send what they need before the next SYNC."""

    def on_lost(self, error: DeviceError) -> None:
        """Take note that no more cycle comes."""


class Link:
    """The stream of one connection, from ``start`` until ``close``; ``rate`` in Hz."""

    def __init__(self, bus: MasterProcess, intake: Intake, *, rate: float) -> None:
        self.bus, self.intake, self.rate = bus, intake, rate
        self.samples = SampleQueue(round(BUFFER_S * rate))
        self.error: DeviceError | None = None
        self.listener: Listener | None = None
        self.heard_at = float("nan")
        self.missed = 0
        """SYNCs that a drive did not answer in time.

        One that this busy computer did not send is no loss on the bus, but a gap in the sequence.
        """
        self._is_closed = False

    @property
    def counters(self) -> LinkCounters:
        """Counts of samples."""
        samples, overflowed = self.intake.samples, self.samples.overflowed
        return LinkCounters(
            frames=samples, samples=samples, missed=self.missed + overflowed, overflowed=overflowed
        )

    def start(self) -> None:
        """Let the drives send."""
        self.bus.heard, self.bus.lost = self._hear, self._lose
        self.bus.begin(self.intake.drives)

    def close(self) -> None:
        """Take nothing more in; may be called again."""
        self._is_closed = True
        self.samples.close()

    def _hear(self, slot: int, sent_at: float, rows: Sequence[Values], unanswered: int) -> None:
        if self._is_closed or self.error is not None:
            return
        self.heard_at = time.monotonic()
        self.missed = unanswered
        try:
            block = self.intake.block(rows, sequence=slot, sent_at=sent_at, host_time=self.heard_at)
            self.samples.put(block)
            if self.listener is not None and self.intake.cycle is not None:
                self.listener.on_cycle(self.intake.cycle)
        except DeviceError as error:
            self._lose(error)
        except Exception as error:  # top of the thread: nothing above would handle it
            log.exception("the cycle of the drives ended")
            self._lose(ProtocolError("stream-failed", device="cia402", reason=str(error)))

    def _lose(self, error: DeviceError) -> None:
        if self._is_closed or self.error is not None:
            return
        self.error = error
        if self.listener is not None:
            self.listener.on_lost(error)
        self.samples.close(error)
