"""The heartbeat of the master: drives that miss it stop by themselves."""

import threading
import time

from devices.cia402.bus import DriveBus
from devices.cia402.objects import CONNECTION_LOST, HEARD_HEARTBEAT
from devices.driving.pulse import Pulse
from devices.errors import MotionRejected, ProtocolError, TransportError

MASTER = 127
INTERVAL_S = 0.05
LIMIT_MS = 250
"""A drive that hears no heartbeat for this long stops."""
LATE_S = 0.2
QUICK_STOP = 3
"""What a drive does then."""
_IDENTIFIER, _OPERATIONAL = 0x700 + MASTER, b"\x05"
_END_TIMEOUT_S = 1.0


def watch_heartbeat(bus: DriveBus, node: int) -> None:
    """Let a drive stop by itself when the heartbeat ends, and read back that it will.

    Raises
    ------
    MotionRejected
        ``cia402-no-watchdog`` if the drive cannot.
    TransportError
        As ``Bus.read``.
    """
    wanted = ((HEARD_HEARTBEAT, MASTER << 16 | LIMIT_MS), (CONNECTION_LOST, QUICK_STOP))
    for at, value in wanted:
        try:
            bus.write(node, at, value)
            found = bus.read(node, at)
        except ProtocolError as error:
            raise MotionRejected("cia402-no-watchdog", node=node, object=at.name) from error
        if found != value:
            raise MotionRejected("cia402-no-watchdog", node=node, object=at.name)


class Heartbeat:
    """Sends 20 heartbeats a second while ``is_wanted`` and the pulse is alive."""

    def __init__(self, bus: DriveBus, *, pulse: Pulse) -> None:
        self._bus, self._pulse = bus, pulse
        self.is_wanted = False
        self.is_missed = False
        """True once a heartbeat that was wanted was not sent, or came late."""
        self._sent_at: float | None = None
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="cia402-heartbeat", daemon=True)
        self._thread.start()

    def begin(self) -> None:
        """Send heartbeats from now on."""
        self.is_missed, self._sent_at, self.is_wanted = False, None, True

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
            try:
                self._bus.send(_IDENTIFIER, _OPERATIONAL)
            except TransportError:  # the cycle finds out too and reports it
                return
            before, self._sent_at = self._sent_at, time.monotonic()
            if before is not None and self._sent_at - before > LATE_S:
                self.is_missed = True
