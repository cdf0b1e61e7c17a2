"""The thread that drains the monitor of one connection into the queue of samples."""

import logging
import threading
import time
from collections.abc import Sequence
from typing import Protocol

from devices.controller import LinkCounters
from devices.driving.sample_queue import SampleQueue
from devices.elite_ec.intake import Intake
from devices.elite_ec.settings import RATE_HZ
from devices.elite_ec.state import EcState
from devices.errors import DeviceError, ProtocolError, TransportError
from devices.halts import OwnHalts
from devices.protocol_elite_ec.monitor import Frames
from devices.samples import SampleBlock
from devices.transport.transport import Transport

FIRST_FRAMES_S = 1.5
SILENT_S = 3.0
"""A controller that sends nothing for this long is counted as lost: an unplugged cable closes no socket."""
READ_TIMEOUT_S = 0.1
BUFFER_S = 60.0
END_TIMEOUT_S = 2.0
log = logging.getLogger(__name__)


class Listener(Protocol):
    """Hears of the stream; called by its thread, which must not wait."""

    def on_state(self, state: EcState) -> None:
        """Take in the newest state."""

    def on_lost(self, error: DeviceError) -> None:
        """Take note that nothing comes any more."""


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


class Link:
    """The stream of one connection, from ``start`` until ``close``."""

    def __init__(self, transport: Transport, frames: Frames, intake: Intake) -> None:
        self.transport, self.intake, self._frames = transport, intake, frames
        self.samples = SampleQueue(round(BUFFER_S * RATE_HZ))
        self.error: DeviceError | None = None
        self.listener: Listener | None = None
        self.heard_at = time.monotonic()
        self._taken = 0
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="ec-link", daemon=True)

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
        self.heard_at = now
        self.samples.put(block)
        if self.listener is not None and self.intake.state is not None:
            self.listener.on_state(self.intake.state)
        return block

    def start(self) -> None:
        """Start the thread."""
        self._thread.start()

    def close(self) -> None:
        """End the thread and close the connection; may be called again."""
        self._ended.set()
        self.transport.close()
        if self._thread.is_alive():
            self._thread.join(END_TIMEOUT_S)
        self.samples.close()

    def _run(self) -> None:
        halts = OwnHalts(interval=READ_TIMEOUT_S)
        try:
            while not self._ended.is_set():
                self.take(self._frames.feed(self.transport.read(READ_TIMEOUT_S)))
                if halts.listened_since(self.heard_at) > SILENT_S:
                    raise TransportError("link-lost", errno=0, reason=f"nothing came for {SILENT_S:g} s")
        except DeviceError as error:
            self._lose(error)
        except Exception as error:  # top of the thread: nothing above would handle it
            log.exception("the stream of the controller ended")
            self._lose(ProtocolError("stream-failed", device="elite-ec", reason=str(error)))

    def _lose(self, error: DeviceError) -> None:
        if not self._ended.is_set():
            self.error = error
            if self.listener is not None:
                self.listener.on_lost(error)
        self.samples.close(self.error)
        self.transport.close()
