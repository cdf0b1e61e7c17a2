"""Asks a computer whether it is a CS controller, and which one; no stream is started."""

from devices.elite_cs.dashboard import identity_by_dashboard
from devices.elite_cs.dialect import RTSI
from devices.elite_cs.settings import CsSettings
from devices.errors import ProtocolError
from devices.family import Recognised
from devices.transport.dialing import dial
from devices.universal_robots.identity import read_identity_facts
from devices.universal_robots.negotiation import Conversation
from devices.universal_robots.recognising import DIAL_TIMEOUT_S, OLDEST
from devices.universal_robots.settings import DASHBOARD_BELOW


def recognise(host: str, port: int) -> Recognised:
    """Ask for the version over RTSI, then for serial number and type where they are reported.

    Raises
    ------
    TransportError
        If nothing answers there.
    ProtocolError
        If what answers does not speak RTSI, or is a controller of Universal Robots.
    """
    transport = dial(host, port, timeout=DIAL_TIMEOUT_S)
    try:
        version = Conversation(transport, RTSI).ask_version()
    finally:
        transport.close()
    if version.major >= OLDEST:
        raise ProtocolError(RTSI.own("ur-protocol-refused"), versions=tuple(map(str, RTSI.protocols)))
    settings = CsSettings(f"[{host}]" if ":" in host else host, port=port)
    serial, model, _ = read_identity_facts(
        settings, lambda: identity_by_dashboard(settings.host, settings.port - DASHBOARD_BELOW)
    )
    return Recognised(model=model, version=f"{version.major}.{version.minor}", serial=serial)
