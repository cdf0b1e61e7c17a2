"""Asks a computer whether it is a Franka controller, without taking it from another client."""

from devices.errors import ProtocolError
from devices.family import Recognised
from devices.franka.conversation import ask_version, reach
from devices.franka.settings import FrankaSettings
from devices.franka.urdf import FER
from devices.protocol_fci.header import NEWEST, OLDEST

DIAL_TIMEOUT_S = 1.0
_NO_VERSION = 0
_NO_PORT = 0


def recognise(host: str, port: int) -> Recognised:
    """Offer a version that no controller speaks; its answer says which one it does.

    Raises
    ------
    TransportError
        If nothing answers there.
    ProtocolError
        If what answers does not speak the interface.
    """
    settings = FrankaSettings(f"[{host}]" if ":" in host else host, port=port)
    transport = reach(settings, timeout=DIAL_TIMEOUT_S)
    try:
        _, _, version = ask_version(transport, version=_NO_VERSION, udp_port=_NO_PORT)
    finally:
        transport.close()
    if version < OLDEST:
        raise ProtocolError("franka-version", told=version, oldest=OLDEST, newest=NEWEST)
    # newer versions are spoken by more than one type
    return Recognised(model=FER if version == OLDEST else "", version=f"FCI {version}")
