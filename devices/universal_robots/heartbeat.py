"""The heartbeat: one input register, written while the thread that serves STOP runs."""

import struct
import threading
import time
from dataclasses import dataclass

from devices.driving.pulse import Pulse
from devices.errors import TransportError
from devices.protocol_rtde.wire import Kind, Message, encode
from devices.transport.transport import Transport

INTERVAL_S = 0.05
LATE_S = 0.2
"""A heartbeat that comes this long after the one before may have been too late for the controller."""
_WRITE_TIMEOUT_S = 0.05
_END_TIMEOUT_S = 1.0
_LARGEST = 2**31 - 1


@dataclass(frozen=True)
class Claim:
    """The inputs that the controller lets us write, by the number of their recipe; 0 if it does not."""

    recipe: int
    refusal: str = ""
    """What the controller answered in place of a type, such as ``IN_USE``."""


class Heartbeat:
    """Writes the register 20 times a second while ``is_wanted`` and the pulse is alive.

    A heartbeat that finds no room on the line is left out: it must not come late and vouch for a
    thread that has hung since.
    """

    def __init__(self, transport: Transport, claim: Claim, *, pulse: Pulse) -> None:
        self._transport, self._recipe, self._pulse = transport, claim.recipe, pulse
        self.is_wanted = False
        self.is_missed = False
        """True once a heartbeat that was wanted was not sent, because the pulse had stopped."""
        self.was_late = False
        """True once two heartbeats of a motion were more than ``LATE_S`` apart: this computer was busy."""
        self._sent_at: float | None = None
        self._count = 0
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="ur-heartbeat", daemon=True)
        self._thread.start()

    def begin(self) -> None:
        """Send heartbeats from now on."""
        self.is_missed = self.was_late = False
        self._sent_at, self.is_wanted = None, True

    def fall_silent(self) -> None:
        """Send no heartbeat from now on."""
        self.is_wanted = False

    def close(self) -> None:
        """End the thread."""
        self._ended.set()
        self._thread.join(_END_TIMEOUT_S)

    def _run(self) -> None:
        while not self._ended.wait(INTERVAL_S):
            if not self.is_wanted:
                continue
            if not self._pulse.is_alive():
                self.is_missed = True
                continue
            self._count = self._count % _LARGEST + 1
            content = encode(Message(Kind.DATA, struct.pack(">Bi", self._recipe, self._count)))
            try:
                self._transport.write(content, _WRITE_TIMEOUT_S)
            except TransportError:  # the link's own thread finds out too and reports it
                return
            before, self._sent_at = self._sent_at, time.monotonic()
            if before is not None and self._sent_at - before > LATE_S:
                self.was_late = True
