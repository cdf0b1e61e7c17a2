"""The sentences about arms of Elite's CS series: D-48x."""

from collections.abc import Mapping

from app.errors.sentence import Wording

_NOT_CONNECTED = "No connection was made."

ELITE_CS_ERRORS: Mapping[str, Wording] = {
    "cs-service-off": Wording(
        "D-480",
        "The computer at {address} answers, but its port {port} (RTSI) is closed.",
        f"The service is switched off, the controller is still starting, or this is no arm. {_NOT_CONNECTED}",
        "In the settings of Elite's pendant look for RTSI, and for what restricts access from the network. A "
        "controller that was just switched on needs some time.",
    ),
    "cs-protocol-refused": Wording(
        "D-481",
        "The controller speaks none of the versions of RTSI that Torsion speaks ({versions}).",
        _NOT_CONNECTED,
        "Check that it is an arm of Elite's CS series: arms of the EC series and of Universal Robots differ.",
    ),
    "cs-read-only": Wording(
        "D-482",
        "{controller} is only read: Torsion moves no arm of Elite's CS series.",
        "Nothing has moved.",
        "Record it (torsion run record --motion still) while it is moved by its own program or by hand.",
    ),
}
"""Errors of CS controllers, by their codes."""
