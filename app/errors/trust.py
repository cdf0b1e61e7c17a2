"""The sentences about a device whose reports are not trusted: D-43x. Uses no Qt."""

from collections.abc import Mapping

from app.errors.sentence import NOT_MOVED, STOP_SENT, Wording

_PRESS = "Press the emergency stop at the arm"

TRUST_ERRORS: Mapping[str, Wording] = {
    "arm-without-serial": Wording(
        "D-430",
        "The controller reports no serial number.",
        f"Without one it cannot be confirmed which arm is meant. {NOT_MOVED}",
        "Give the controller a serial number in its firmware, then connect again.",
    ),
    "identity-changed": Wording(
        "D-431",
        "The controller now reports another description of itself than when it was connected ({serial}).",
        f"It was switched off or exchanged meanwhile. {NOT_MOVED}",
        "Connect again and look at what it reports now.",
    ),
    "stream-too-fast": Wording(
        "D-432",
        "The controller sends {rate} samples a second; it announced {announced}.",
        f"So many samples would fill memory and disk. The connection was closed. {STOP_SENT}",
        "Correct the sample rate in the controller's firmware.",
    ),
    "too-many-holes": Wording(
        "D-433",
        "The recording has {holes} holes and was ended.",
        f"So many holes spoil what is measured. {STOP_SENT}",
        "Check the cable; close programs that slow this computer down.",
    ),
    "moved-unasked": Wording(
        "D-434",
        "The arm moved, or the controller counted a motion, though nothing was asked of it.",
        f"Something else commands this arm. {STOP_SENT}",
        f"{_PRESS} if it moves on, and find out what commands it.",
    ),
    "moves-after-stop": Wording(
        "D-435",
        "The arm still moves after a stop (joint {joint}, {distance} {unit}).",
        "The controller reported a standstill. The fastest stop was sent at once.",
        f"{_PRESS} now.",
    ),
    "motion-overdue": Wording(
        "D-436",
        "The motion has not ended after {seconds} s; {planned} s were planned.",
        f"The controller reports that it still moves. {STOP_SENT}",
        "Look at the controller's own messages and at its speed setting.",
    ),
    "motion-not-seen": Wording(
        "D-437",
        "The controller reports that the motion has finished, but joint {joint} was not seen to follow it.",
        f"The arm does not do what the controller reports. {STOP_SENT}",
        "Look at the arm, and at the encoders and the firmware of its controller.",
    ),
    "controller-says": Wording(
        "D-438",
        "The controller reports “{said}”.",
        "This is no message of the open protocol, so its meaning is unknown.",
        "Look the message up in the controller's manual.",
    ),
}
