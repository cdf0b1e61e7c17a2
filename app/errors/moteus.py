"""The sentences about arms of moteus drives: D-49x to D-50x, D-60x."""

from collections.abc import Mapping

from app.errors.sentence import NOT_CONNECTED, NOT_MOVED, Wording

_ENDED = "A motion does not begin; one that runs is ended, and what was recorded is kept."

MOTEUS_ERRORS: Mapping[str, Wording] = {
    "moteus-no-adapter": Wording(
        "D-490",
        "What is behind {port} does not answer as an fdcanusb adapter.",
        NOT_CONNECTED,
        "Choose the port of the adapter. Another program may hold the bus: end it. For another adapter name "
        "its interface, such as moteus:socketcan?channel=can0.",
    ),
    "moteus-drive-silent": Wording(
        "D-491",
        "The drive with the id {drive} answered nothing for {waited_s} s.",
        "Without it nothing is recorded. The drives that still hear nothing are stopped by their watchdogs.",
        "Check its supply, the bus from drive to drive with its two terminators, and the ids behind the "
        "arm's name (ids=1,2,3 in the order of the joints).",
    ),
    "moteus-frame": Wording(
        "D-492",
        "A drive answered something that is no frame of its language ({reason}).",
        NOT_CONNECTED,
        "Update the software of the drives, and look for a second program on the bus.",
    ),
    "moteus-line": Wording(
        "D-493",
        "The adapter sent a line that is damaged ({reason}).",
        "The line was thrown away.",
        "Check the USB cable of the adapter.",
    ),
    "moteus-setting": Wording(
        "D-494",
        "Drive {drive} answered {said} where its setting {setting} was asked for.",
        NOT_CONNECTED,
        "Update the software of the drive, and end other programs that talk to it.",
    ),
    "moteus-no-rotor-encoder": Wording(
        "D-495",
        "Drive {drive} has no encoder whose reference is the rotor.",
        NOT_CONNECTED,
        "Set motor_position.sources of the drive: reference 0 for the encoder at the rotor, 1 for the one "
        "behind the gear.",
    ),
    "moteus-no-ratio": Wording(
        "D-496",
        "Drive {drive} tells a gear ratio of {ratio} (motor_position.rotor_to_output_ratio).",
        NOT_CONNECTED,
        "Set it to the turns of the output for one turn of the rotor, such as 0.04 for a gear of 25.",
    ),
    "moteus-can-missing": Wording(
        "D-497",
        "The interface {interface} needs the package python-can, which is not installed.",
        NOT_CONNECTED,
        "Install it with pip install torsion[can], or use an fdcanusb adapter, which needs nothing further.",
    ),
    "moteus-bus-failed": Wording(
        "D-498",
        "The interface {interface} could not be opened at {channel} ({reason}).",
        NOT_CONNECTED,
        "Check that the adapter is plugged in and that the interface runs with CAN-FD at 1 and 5 Mbit/s.",
    ),
    "moteus-read-only": Wording(
        "D-499",
        "{controller} is only read.",
        NOT_MOVED,
        "To let Torsion move this arm, write motion=allowed behind its name, such as "
        "moteus:/dev/ttyACM0?ids=1,2,3&motion=allowed.",
    ),
    "moteus-no-watchdog": Wording(
        "D-500",
        "Drive {drive} has no watchdog (servo.default_timeout_s).",
        "The arm would go on when this computer fails. It is only read.",
        "Set servo.default_timeout_s of every drive to 0.1, write the settings, and connect again.",
    ),
    "moteus-slow-watchdog": Wording(
        "D-600",
        "The watchdog of drive {drive} (servo.default_timeout_s) waits {timeout_s} s; at most {most_s} s "
        "are allowed.",
        "The arm would go on for that long when this computer fails. It is only read.",
        "Set servo.default_timeout_s of every drive to 0.1, write the settings, and connect again.",
    ),
    "moteus-restarted": Wording(
        "D-601",
        "Drive {drive} was switched off and on.",
        "Its position and the turns of its encoders are counted from other zeros now. What was recorded "
        "before is kept, and the drives are stopped by their watchdogs.",
        "Look at the supply of the drive and its plugs, then connect again.",
    ),
    "moteus-fault": Wording(
        "D-501",
        "Drive {drive} tells a fault (code {fault}).",
        _ENDED,
        "Look the code up in the list of faults of moteus, remove its cause, and clear the fault.",
    ),
    "moteus-timed-out": Wording(
        "D-502",
        "The watchdog of drive {drive} has ended its position mode (mode 11).",
        f"No command reached it in time. {_ENDED}",
        "Look for a busy computer or a damaged bus, clear the fault, and prepare the motion again.",
    ),
    "moteus-stopped": Wording(
        "D-503",
        "Drive {drive} was stopped by something else than Torsion.",
        _ENDED,
        "End other programs on the bus, clear the fault, and prepare the motion again.",
    ),
    "moteus-taken": Wording(
        "D-602",
        "Drive {drive} was put into another mode by something else than Torsion.",
        f"It gets no commands from Torsion any more. {_ENDED}",
        "End other programs on the bus, stop the drive with the maker's tools, and prepare the motion again.",
    ),
    "moteus-not-holding": Wording(
        "D-504",
        "Drive {drive} does not enter position mode.",
        NOT_MOVED,
        "Look at its mode and fault with the maker's tools. It may not be calibrated.",
    ),
}
"""Errors of moteus drives, by their codes."""
