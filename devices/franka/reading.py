"""The stream of one client that only reads: the native one, on every system."""

import logging
import threading
import time

import numpy as np

from devices.computer_halts import OwnHalts
from devices.controller import LinkCounters
from devices.driving.sample_queue import SampleQueue
from devices.errors import DeviceError, ProtocolError, TransportError
from devices.franka.conversation import Agreed
from devices.franka.intake import RATE_HZ, Intake
from devices.franka.state import FrankaState
from devices.protocol_fci.commands import Load
from devices.protocol_fci.state import read_states
from devices.samples import SampleBlock

FIRST_STATES_S = 2.0
"""Longest wait for the first state."""
SILENT_S = 1.0
"""A controller that sends nothing for this long is lost."""
READ_TIMEOUT_S = 0.05
GATHER_S = 0.008
"""Pause after a read, so that a block holds several states."""
BUFFER_S = 60.0
END_TIMEOUT_S = 2.0
log = logging.getLogger(__name__)


class ReadingLink:
    """The states of one connection, from ``start`` until ``close``."""

    def __init__(self, agreed: Agreed) -> None:
        self._agreed = agreed
        self._intake = Intake()
        self.samples = SampleQueue(round(BUFFER_S * RATE_HZ))
        self.error: DeviceError | None = None
        self.heard_at = time.monotonic()
        self._ended = threading.Event()
        self.state = self._first_state()
        self._thread = threading.Thread(target=self._run, name="franka-link", daemon=True)

    @property
    def counters(self) -> LinkCounters:
        """Counts of states and samples."""
        return self._intake.counters(overflowed=self.samples.overflowed)

    def start(self) -> None:
        """Start the thread that reads."""
        self._thread.start()

    def take(self, timeout: float) -> SampleBlock | None:
        """Return the samples since the last call; see ``Controller.read``."""
        return self.samples.take(timeout)

    def set_load(self, load: Load) -> None:
        """Set the load of the flange; raises as ``Conversation.set_load``."""
        if self.error is not None:
            raise self.error
        self._agreed.conversation.set_load(load)

    def close(self) -> None:
        """End the thread and close the connection; may be called again."""
        self._ended.set()
        if self._thread.is_alive():
            self._thread.join(END_TIMEOUT_S)
        self._agreed.close()
        self.samples.close()

    def _first_state(self) -> FrankaState:
        self._agreed.receiver.discard()
        deadline = time.monotonic() + FIRST_STATES_S
        while time.monotonic() < deadline:
            if self._take(READ_TIMEOUT_S):
                return self.state
        raise TransportError("franka-no-states", port=self._agreed.receiver.port, waited_s=FIRST_STATES_S)

    def _run(self) -> None:
        halts = OwnHalts(interval=READ_TIMEOUT_S)
        try:
            while not self._ended.is_set():
                self._take(READ_TIMEOUT_S)
                self._agreed.conversation.listen(0.0)
                if halts.listened_since(self.heard_at) > SILENT_S:
                    raise TransportError("link-lost", errno=0, reason=f"nothing came for {SILENT_S:g} s")
                self._ended.wait(GATHER_S)
        except DeviceError as error:
            self._lose(error)
        except Exception as error:  # top of the thread: nothing above would handle it
            log.exception("the stream of the controller ended")
            self._lose(ProtocolError("stream-failed", device="franka", reason=str(error)))

    def _take(self, timeout: float) -> bool:
        """Take in the states that have arrived; True if there were any."""
        datagrams = self._agreed.receiver.read(timeout)
        if not datagrams:
            return False
        rows = read_states(datagrams, version=self._agreed.conversation.version)
        now = time.monotonic()
        block = self._intake.block(rows, host_time=now)
        if block is not None:
            self.heard_at = now
            self.state = FrankaState.of(rows[int(np.argmax(rows["message_id"]))])
            self.samples.put(block)
        return True

    def _lose(self, error: DeviceError) -> None:
        if not self._ended.is_set():
            self.error = error
        self.samples.close(self.error)
