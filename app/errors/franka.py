"""The sentences about arms of Franka: D-55x to D-57x."""

from collections.abc import Mapping

from app.errors.sentence import NOT_CONNECTED, NOT_MOVED, STOP_SENT, Wording

_READ_ALL_THE_SAME = "The arm is only read."
_ENDED = "A motion does not begin; one that runs is ended, and what was recorded is kept."
_LOST = "The controller stops a motion of this program. What was recorded is kept."

FRANKA_ERRORS: Mapping[str, Wording] = {
    # Reaching the controller
    "franka-fci-off": Wording(
        "D-550",
        "The computer at {address} answers, but its port {port} (FCI) is closed.",
        f"The interface is not activated, the controller is still starting, or this is no arm. "
        f"{NOT_CONNECTED}",
        "Open Desk, the controller's own page, at https://{address}: unlock the joints and activate FCI in "
        "the menu. The arm needs the maker's licence for FCI.",
    ),
    "franka-version": Wording(
        "D-551",
        "The controller speaks version {told} of the interface; Torsion speaks {oldest} to {newest}.",
        NOT_CONNECTED,
        "Update the controller's system, or Torsion if the controller's version is the newer one.",
    ),
    "franka-state-size": Wording(
        "D-552",
        "The controller sends states of {size} bytes, which Torsion does not know.",
        NOT_CONNECTED,
        "Update Torsion, or use a system of the controller that it knows.",
    ),
    "franka-no-states": Wording(
        "D-553",
        "The controller answered, but sent no states to this computer within {waited_s} s (UDP, port "
        "{port}).",
        NOT_CONNECTED,
        "A firewall of this computer keeps them back: let UDP in from the controller. Connect the cable to "
        "the controller's own socket, not to that of the arm.",
    ),
    "franka-urdf": Wording(
        "D-554",
        "The description that the controller hands out is not one of an arm of seven joints ({reason}).",
        NOT_CONNECTED,
        "Update the controller's system. If that does not help, report it to us with the log file.",
    ),
    "franka-client-failed": Wording(
        "D-555",
        "The maker's client cannot connect ({said}).",
        NOT_CONNECTED,
        "End other programs that use the arm, such as a node of ROS, and connect again. Without "
        "motion=allowed Torsion reads the arm by its own client.",
    ),
    # The stream
    "franka-taken-over": Wording(
        "D-556",
        "The controller has closed the connection: another program has taken the arm, or FCI was "
        "deactivated.",
        f"The controller serves one program. {_LOST}",
        "Look in Desk whether FCI is active, end the other program, and connect again.",
    ),
    "franka-restarted": Wording(
        "D-557",
        "The controller's clock went back from {before} s to {now} s.",
        f"It has restarted. {STOP_SENT}",
        "Find out why it restarted, and connect again.",
    ),
    "franka-value-impossible": Wording(
        "D-558",
        "The controller sends a position that no joint can have ({field}).",
        f"What arrives cannot be trusted. {STOP_SENT}",
        "Look for messages in Desk, and connect again.",
    ),
    # The load
    "franka-load-refused": Wording(
        "D-559",
        "The controller refuses a load of {mass} kg ({said}).",
        "The load that was set before stays.",
        "Check mass and centre: arms of Franka carry 3 kg. A load can be set while the arm stands.",
    ),
    # The state of the arm
    "franka-guiding": Wording(
        "D-560",
        "Somebody guides the arm by hand.",
        "No motion begins.",
        "Release the buttons at the arm and wait until it stands.",
    ),
    "franka-busy": Wording(
        "D-561",
        "The arm is busy with something else: it recovers from an error, or its joints are locked.",
        "No motion begins.",
        "Open Desk: unlock the joints, switch to execution, and activate FCI.",
    ),
    "franka-errors": Wording(
        "D-562",
        "The controller reports errors ({errors}).",
        _ENDED,
        "Remove the cause, clear the fault, and check the arm again. The maker's documents explain the "
        "names.",
    ),
    "franka-not-cleared": Wording(
        "D-563",
        "The controller does not clear its errors ({said}).",
        "No motion begins.",
        "Open Desk: release the emergency stop or the enabling device, move the joints back into their "
        "range, and clear the fault again.",
    ),
    "franka-clear-at-desk": Wording(
        "D-564",
        "This arm is only read, so Torsion does not clear its fault ({fault}).",
        NOT_MOVED,
        "Clear it in Desk, or write motion=allowed behind the arm's name.",
    ),
    # What a motion needs
    "franka-read-only": Wording(
        "D-565",
        "{controller} is only read.",
        NOT_MOVED,
        "To let Torsion move this arm, write motion=allowed behind its name, such as "
        "franka:10.0.0.2?motion=allowed.",
    ),
    "franka-needs-linux": Wording(
        "D-566",
        "The maker's client, which moves the arm, runs on Linux only; this system is {system}.",
        _READ_ALL_THE_SAME,
        "Move the arm from a computer with Linux, or record here while it is guided by hand.",
    ),
    "franka-motion-version": Wording(
        "D-567",
        "The controller speaks version {told} of the interface; the maker's client moves arms of version "
        "{needed}.",
        _READ_ALL_THE_SAME,
        "Update the controller's system to 5.9 or newer. An arm of the first generation (Panda, FER) has no "
        "such system: record it while it is guided by hand.",
    ),
    "franka-motion-port": Wording(
        "D-568",
        "The arm is not at port 1337, and the maker's client knows no other.",
        _READ_ALL_THE_SAME,
        "Connect to the controller itself, without a port behind its name.",
    ),
    "franka-package-missing": Wording(
        "D-569",
        "The maker's client is not installed ({package}; this is Python {python}).",
        _READ_ALL_THE_SAME,
        "Install it with pip install torsion[franka]. Its maker offers it for Linux on x86-64 and Python "
        "3.11 and 3.12.",
    ),
    "franka-other-geometry": Wording(
        "D-570",
        "The flange of the chosen robot is up to {apart_mm} mm away from the one that the controller tells.",
        f"Limits and distances would be those of another arm. {_READ_ALL_THE_SAME}",
        "Choose the description of this arm.",
    ),
    "franka-too-late": Wording(
        "D-571",
        "In the last second the states came up to {late_s} s late, and {lost:%} of them not at all; "
        "{most_s} s and {most_lost:%} are the limits.",
        f"The controller would end a motion. {NOT_MOVED}",
        "Connect the computer directly by cable, end other programs, and use a kernel with real-time "
        "priority (the maker describes it).",
    ),
    "franka-motion-ended": Wording(
        "D-572",
        "The controller has ended the motion ({said}).",
        "The arm stands. What was recorded is kept.",
        "Look for messages in Desk, clear the fault, and check the arm again.",
    ),
}
"""Errors of Franka arms, by their codes."""
