"""The sentences about arms of Elite's CS series: D-48x."""

from collections.abc import Mapping

from app.errors.sentence import STOP_SENT, Wording

_NOT_CONNECTED = "No connection was made."
_READ_ONLY = "Without a heartbeat the arm would not stop when this computer fails. It is only read."

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
        "{controller} is only read.",
        "Nothing has moved.",
        "To let Torsion move this arm, write motion=allowed behind its address, such as "
        "elite-cs:10.0.0.2?motion=allowed.",
    ),
    "cs-input-in-use": Wording(
        "D-483",
        "Another client of the controller writes the register of the heartbeat (input_int_register24).",
        _READ_ONLY,
        "Usually a fieldbus or a second program holds it. Switch it off or end it, and connect again.",
    ),
    "cs-no-registers": Wording(
        "D-484",
        "The controller's software has no register for the heartbeat.",
        _READ_ONLY,
        "Update the controller's software.",
    ),
    "cs-dashboard-off": Wording(
        "D-485",
        "The dashboard server of the controller does not answer.",
        "It is one of the ways to stop the arm. Nothing has moved.",
        "In the settings of Elite's pendant look for the dashboard (port 29999), and for what restricts "
        "access from the network.",
    ),
    "cs-programs-off": Wording(
        "D-486",
        "The computer at {address} answers, but its port {port} (programs) is closed.",
        "Nothing has moved.",
        "In the settings of Elite's pendant look for the primary port, and for what restricts access from "
        "the network.",
    ),
    "cs-program-not-started": Wording(
        "D-487",
        "The controller did not begin the program within {seconds} s.",
        f"Whether the arm moves is not known. {STOP_SENT}",
        "Switch the controller to remote control at the pendant: it does not tell Torsion whether it is on. "
        "Look at the messages at the pendant.",
    ),
}
"""Errors of CS controllers, by their codes."""
