"""The sentences about arms of Elite's EC series: D-55x and D-56x."""

from collections.abc import Mapping

from app.errors.sentence import NOT_CONNECTED, NOT_MOVED, STOP_SENT, Wording

_ENDED = "A motion does not begin; one that runs is ended, and what was recorded is kept."

ELITE_EC_ERRORS: Mapping[str, Wording] = {
    "ec-service-off": Wording(
        "D-580",
        "The computer at {address} answers, but its port {port} is closed.",
        f"The controller is still starting, or this is no arm of the EC series. {NOT_CONNECTED}",
        "Wait until the pendant is ready. Allow the ports 8055 and 8056 where access from the network is "
        "restricted.",
    ),
    "ec-answer": Wording(
        "D-581",
        "The controller answered something that cannot be understood ({method:|no request}: {reason}).",
        "The answer was thrown away.",
        "Check that it is an arm of the EC series, and update the controller's software.",
    ),
    "ec-refused": Wording(
        "D-582",
        "The controller refuses {method}: {said:|no reason given}.",
        "Nothing was changed by it.",
        "Look at the messages at the pendant.",
    ),
    "ec-other-arm": Wording(
        "D-583",
        "What answers is no collaborative arm of the EC series (type {kind}).",
        NOT_CONNECTED,
        "Check the address. Arms of the CS series are named elite-cs:ADDRESS.",
    ),
    "ec-value-impossible": Wording(
        "D-584",
        "The controller sent a value of {field} that no arm can have.",
        "The stream cannot be trusted and was ended. What was recorded is kept.",
        "Restart the controller and connect again.",
    ),
    "ec-frame-size": Wording(
        "D-585",
        "The frames of the controller changed from {before} to {now} bytes.",
        "The stream was ended. What was recorded is kept.",
        "Connect again.",
    ),
    "ec-rated-torque": Wording(
        "D-586",
        "The description {robot} states no rated torques.",
        f"Torques in parts of them cannot be converted. {NOT_CONNECTED}",
        "Add the torque of each joint to a copy of the description, or leave torque=per-mille out.",
    ),
    "ec-read-only": Wording(
        "D-587",
        "{controller} is only read.",
        NOT_MOVED,
        "To let Torsion move this arm, name it and write motion=allowed behind its address, such as "
        "elite-ec:10.0.0.2?serial=NUMBER&motion=allowed.",
    ),
    "ec-software-old": Wording(
        "D-588",
        "The controller's software tells neither its emergency stop nor the speeds of the joints.",
        "The arm is only read.",
        "Update the controller's software.",
    ),
    "ec-alarm": Wording(
        "D-589",
        "The controller shows an alarm.",
        _ENDED,
        "Read the message at the pendant, remove the cause, then clear the fault.",
    ),
    "ec-servo-off": Wording(
        "D-590",
        "The servo is off: the brakes are closed.",
        _ENDED,
        "Look at the messages at the pendant. Torsion switches the servo on when a motion begins, if "
        "nothing else stands against it.",
    ),
    "ec-pose-differs": Wording(
        "D-591",
        "By the description the flange is {away} mm from where the controller says it is.",
        "The description is of another arm, or counts its joints in another way. " + NOT_MOVED,
        "Choose the description of this arm: ec63, ec66 or ec612.",
    ),
    "ec-axis-moves": Wording(
        "D-592",
        "An external axis of the controller moves.",
        "The description knows the six joints only. " + _ENDED,
        "Leave the external axes at rest, and connect again.",
    ),
    "ec-speed-scaled": Wording(
        "D-593",
        "The speed that is set at the controller is {share:%}.",
        "The arm would move more slowly than planned. " + _ENDED,
        "Set it to 100 % at the pendant.",
    ),
    "ec-paused": Wording(
        "D-594",
        "A motion is paused at the controller.",
        NOT_MOVED,
        "End it at the pendant.",
    ),
    "ec-program-running": Wording(
        "D-595",
        "Something moves the arm that is not Torsion.",
        "Torsion leaves it alone. " + NOT_MOVED,
        "Stop it at the pendant, or end the other program, then check the arm again.",
    ),
    "ec-move-not-begun": Wording(
        "D-596",
        "The controller did not begin the move within {seconds} s.",
        f"Whether the arm moves is not known. {STOP_SENT}",
        "Look at the messages at the pendant.",
    ),
    "ec-move-ended": Wording(
        "D-597",
        "The move ended before its target, without a stop from this computer.",
        "What was recorded is kept.",
        "Look at the messages at the pendant, then check the arm again.",
    ),
    "ec-clear-at-pendant": Wording(
        "D-598",
        "An arm that is only read is not cleared of its fault ({fault:words}).",
        "Nothing was changed.",
        "Remove the cause at the arm, then clear it at the pendant.",
    ),
}
"""Errors of EC controllers, by their codes."""
