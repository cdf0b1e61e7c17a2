"""The stream of a controller in a network: one thread drains it into the queue of samples."""

import logging
import threading
import time
from abc import ABC, abstractmethod
from typing import Generic, Protocol, TypeVar

from devices.computer_halts import OwnHalts
from devices.driving.sample_queue import SampleQueue
from devices.errors import DeviceError, ProtocolError, TransportError
from devices.samples import SampleBlock
from devices.transport.transport import Transport

SILENT_S = 3.0
"""A controller that sends nothing for this long is counted as lost: an unplugged cable closes no socket."""
READ_TIMEOUT_S = 0.1
BUFFER_S = 60.0
"""Length of the stream that is kept for a reader that is late, s."""
END_TIMEOUT_S = 2.0
State = TypeVar("State")
Heard_contra = TypeVar("Heard_contra", contravariant=True)
log = logging.getLogger(__name__)


class Listener(Protocol[Heard_contra]):
    """Hears of the stream; called by its thread, which must not wait."""

    def on_state(self, state: Heard_contra, /) -> None:
        """Take in the newest state."""

    def on_lost(self, error: DeviceError, /) -> None:
        """Take note that nothing comes any more."""


class StreamLink(ABC, Generic[State]):
    """The stream of one connection, until ``close``; a maker's link reads it.

    ``device`` is the scheme of the maker's arms, for messages; ``rate`` is in Hz.
    """

    def __init__(self, transport: Transport, *, device: str, rate: float) -> None:
        self.transport, self._device = transport, device
        self.samples = SampleQueue(round(BUFFER_S * rate))
        self.error: DeviceError | None = None
        """The error that ended the stream."""
        self.listener: Listener[State] | None = None
        """Hears of every block, and of the end of the stream."""
        self.heard_at = time.monotonic()
        """Time of the newest block on this computer's clock, s."""
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name=f"{device}-link", daemon=True)

    def start(self) -> None:
        """Start the thread that reads."""
        self._thread.start()

    def close(self) -> None:
        """End the thread and close the connection; may be called again."""
        self._ended.set()
        self.transport.close()
        if self._thread.is_alive():
            self._thread.join(END_TIMEOUT_S)
        self.samples.close()

    @abstractmethod
    def _read(self) -> None:
        """Read what has come, for at most ``READ_TIMEOUT_S``, and keep it; called by the thread."""

    def _keep(self, block: SampleBlock, state: State | None, *, now: float) -> None:
        """Put a block that came at ``now`` into the queue, and pass the newest state on."""
        self.heard_at = now
        self.samples.put(block)
        if self.listener is not None and state is not None:
            self.listener.on_state(state)

    def _run(self) -> None:
        halts = OwnHalts(interval=READ_TIMEOUT_S)
        try:
            while not self._ended.is_set():
                self._read()
                if halts.listened_since(self.heard_at) > SILENT_S:
                    raise TransportError("link-lost", errno=0, reason=f"nothing came for {SILENT_S:g} s")
        except DeviceError as error:
            self._lose(error)
        except Exception as error:  # top of the thread: nothing above would handle it
            log.exception("the stream of the controller ended")
            self._lose(ProtocolError("stream-failed", device=self._device, reason=str(error)))

    def _lose(self, error: DeviceError) -> None:
        if not self._ended.is_set():
            self.error = error
            if self.listener is not None:
                self.listener.on_lost(error)
        self.samples.close(self.error)
        self.transport.close()
