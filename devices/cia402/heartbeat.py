"""The heartbeat of the master: drives that miss it stop by themselves."""

from devices.cia402.bus import DriveBus
from devices.cia402.objects import CONNECTION_LOST, HEARD_HEARTBEAT
from devices.errors import MotionRejected, ProtocolError

MASTER = 127
LIMIT_MS = 250
"""A drive that hears no heartbeat for this long stops."""
QUICK_STOP = 3
"""Option code for a lost connection: quick stop."""
_IDENTIFIER, _OPERATIONAL = 0x700 + MASTER, b"\x05"


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


def beat(bus: DriveBus) -> None:
    """Send one heartbeat of the master; raises ``TransportError`` as ``DriveBus.send``."""
    bus.send(_IDENTIFIER, _OPERATIONAL)
