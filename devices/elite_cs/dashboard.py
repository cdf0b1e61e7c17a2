"""Asks a computer whether it is a CS controller, and its dashboard server which arm it is.

Commands from the maker's development kit (``source/Dashboard/DashboardClient.cpp``), which does not
state the form of the answers to these two. Answers end in CR LF.
"""

from devices.elite_cs.dialect import RTSI
from devices.elite_cs.settings import CsSettings
from devices.errors import ProtocolError
from devices.family import Recognised
from devices.transport.dialing import dial
from devices.universal_robots.dashboard import answers_of_dashboard
from devices.universal_robots.identity import read_identity_facts
from devices.universal_robots.negotiation import Conversation
from devices.universal_robots.recognising import DIAL_TIMEOUT_S, OLDEST
from devices.universal_robots.settings import DASHBOARD_BELOW

SERIAL_NUMBER, ROBOT_TYPE = "robot -s", "robot -t"


def identity_by_dashboard(address: str, port: int) -> tuple[str, str]:
    """Ask for the serial number and the type, such as ``CS66``; empty where it does not tell them.

    Raises
    ------
    TransportError
        If the dashboard cannot be reached or stops answering.
    """
    serial, model = answers_of_dashboard(address, port, SERIAL_NUMBER, ROBOT_TYPE)
    return _value_in(serial), _value_in(model)


def _value_in(answer: str) -> str:
    """The word behind the last colon; a sentence, such as a refusal, is no value."""
    value = answer.rpartition(":")[2].strip()
    return "" if " " in value else value


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
