"""Which arm a controller drives, and whether a computer is such a controller; nothing is changed."""

from devices.elite_ec.calls import Calls
from devices.elite_ec.settings import SUBTYPES
from devices.errors import ProtocolError, RobotStateError
from devices.family import Recognised

COLLABORATIVE = 62
"""Number of the maker's collaborative arms."""


def ask_model(calls: Calls) -> tuple[str, str]:
    """Name of the arm's description, and version of the software; empty where they are not reported.

    Raises
    ------
    TransportError, ProtocolError
        As :meth:`Calls.ask`; ``ec-other-arm`` for an arm of another kind.
    """
    try:
        kind, number = calls.whole("getRobotType"), calls.whole("getRobotSubtype")
    except RobotStateError as error:
        raise ProtocolError("ec-other-arm", kind=str(error.facts["said"])) from error
    if kind != COLLABORATIVE:
        raise ProtocolError("ec-other-arm", kind=str(kind))
    try:
        version = str(calls.ask("getSoftVersion"))
    except RobotStateError:
        version = ""
    return SUBTYPES.get(number, ""), version


def recognise(host: str, port: int) -> Recognised:
    """Ask for type and software.

    Raises
    ------
    TransportError
        If nothing answers there.
    ProtocolError
        If what answers is no controller of the EC series.
    """
    calls = Calls(host, port)
    try:
        model, version = ask_model(calls)
    finally:
        calls.close()
    return Recognised(model=model.upper(), version=version)
