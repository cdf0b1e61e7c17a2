"""The sentences about serial ports: which one, who holds it, whose arm is on it; D-003, D-004 and D-32x."""

from collections.abc import Mapping

from app.errors.sentence import NOT_CONNECTED, Wording

SERIAL_ERRORS: Mapping[str, Wording] = {
    "port-missing": Wording(
        "D-003",
        "The port of the robot was not found ({looked_for}).",
        "No connection was made. This computer has: {ports:|none}.",
        "Check the cable and that the controller is switched on, then try again.",
    ),
    "port-busy": Wording(
        "D-004",
        "{holder:|Another program} holds the port {port}.",
        NOT_CONNECTED,
        "Close that program and try again.",
    ),
    "port-denied": Wording(
        "D-320",
        "This user may not open the port {port}.",
        NOT_CONNECTED,
        "On Linux, join the group that owns the port, mostly dialout (sudo usermod -aG dialout $USER), "
        "then log out and in again.",
    ),
    "port-error": Wording(
        "D-321",
        "The port {port} could not be opened ({reason}).",
        NOT_CONNECTED,
        "Unplug the cable, plug it in again and try once more.",
    ),
    "baud-not-offered": Wording(
        "D-322",
        "The port {port} does not do {baud} baud.",
        NOT_CONNECTED,
        "Choose the speed of the controller, and an adapter that offers it.",
    ),
    "several-arms": Wording(
        "D-323",
        "More than one robot answered: {arms}.",
        "It is not clear which one is meant; no connection was made.",
        "Choose the port of the robot.",
    ),
    "robot-not-named": Wording(
        "D-324",
        "'{uri}' does not tell which robot it is.",
        "Nothing was opened.",
        "Name the robot or its description too (--robot).",
    ),
    # The device's end, emulated
    "port-link-taken": Wording(
        "D-328",
        "There is a file or folder named {link}.",
        "A link to the emulated port was to be made there; nothing was started.",
        "Choose another name (--link), or remove what is there.",
    ),
    "port-link-failed": Wording(
        "D-330",
        "The link {link} to the emulated port could not be made ({reason}).",
        "Nothing was started.",
        "Choose a name in a folder that you may write to (--link).",
    ),
    "no-pseudo-terminals": Wording(
        "D-329",
        "This system has no ports that are emulated.",
        "Nothing was started.",
        "Serve one end of a null modem, real or by a driver, with --port.",
    ),
}
"""Everything that can go wrong with a serial port, by its code."""
