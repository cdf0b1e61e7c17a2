"""Asks a computer whether it is a Franka controller, without taking it from another client."""

from devices.errors import ProtocolError
from devices.family import Recognised
from devices.franka.conversation import ask_version, reach
from devices.franka.settings import FrankaSettings
from devices.franka.urdf import FER
from devices.protocol_fci.header import NEWEST, OLDEST
from devices.protocol_fci.state import SHORTEST
from devices.transport.udp import DatagramReceiver

DIAL_TIMEOUT_S = 1.0
_NO_VERSION = 0


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
    receiver: DatagramReceiver | None = None
    try:
        own, theirs = transport.ends
        # a server that takes every version begins to send: it is given a port that is open
        receiver = DatagramReceiver(own, peer=theirs, least=SHORTEST)
        _, takes_any, version = ask_version(transport, version=_NO_VERSION, udp_port=receiver.port)
    finally:
        transport.close()
        if receiver is not None:
            receiver.close()
    if takes_any:
        return Recognised(model="", version="FCI")
    if version < OLDEST:
        raise ProtocolError("franka-version", told=version, oldest=OLDEST, newest=NEWEST)
    # newer versions are spoken by more than one type
    return Recognised(model=FER if version == OLDEST else "", version=f"FCI {version}")
