"""Asks a computer whether it is a controller of Universal Robots, and which one; no stream is started."""

from devices.errors import ProtocolError
from devices.family import Recognised
from devices.transport.dialing import dial
from devices.universal_robots.dialect import RTDE
from devices.universal_robots.identity import ask_identity, read_identity_facts
from devices.universal_robots.negotiation import Conversation
from devices.universal_robots.settings import UrSettings

DIAL_TIMEOUT_S = 1.0
OLDEST = 3
"""Major version of the oldest software with RTDE; Elite's CS controllers answer too and have a lower one."""


def recognise(host: str, port: int) -> Recognised:
    """Ask for the version over RTDE, then for serial number and model where they are reported.

    Raises
    ------
    TransportError
        If nothing answers there.
    ProtocolError
        If what answers does not speak RTDE, or is no controller of Universal Robots.
    """
    transport = dial(host, port, timeout=DIAL_TIMEOUT_S)
    try:
        version = Conversation(transport).ask_version()
    finally:
        transport.close()
    if version.major < OLDEST:
        raise ProtocolError("ur-protocol-refused", versions=tuple(map(str, RTDE.protocols)))
    settings = UrSettings(f"[{host}]" if ":" in host else host, port=port)
    serial, model, _ = read_identity_facts(settings, lambda: ask_identity(settings, version))
    return Recognised(model=model, version=f"{version.major}.{version.minor}", serial=serial)
