"""The sentences about arms in a network, above all of Universal Robots: D-45x to D-47x."""

from collections.abc import Mapping

from app.errors.sentence import NOT_MOVED, STOP_SENT, Wording

_NOT_CONNECTED = "No connection was made."
_SERVICES = (
    "On PolyScope 5.10 or newer and on PolyScope X: menu, Settings, Security, Services; unlock it with the "
    "administrator's password and enable Real-Time Data Exchange (RTDE)."
)
_PENDANT = "Remove the cause at the arm, then clear it at the pendant."
_KEPT = "The samples are kept, and the recording names the moment."
_NO_MOTION = "A motion does not begin without it; one that runs is ended, and what was recorded is kept."
_ENDED = "The motion has ended. What was recorded is kept."

UNIVERSAL_ROBOTS_ERRORS: Mapping[str, Wording] = {
    # Reaching the controller
    "ur-service-off": Wording(
        "D-450",
        "The computer at {address} answers, but its port {port} (RTDE) is closed.",
        f"The service is switched off, the controller is still starting, or this is no arm. {_NOT_CONNECTED}",
        f"{_SERVICES} A controller that was just switched on needs about a minute.",
    ),
    "connection-refused": Wording(
        "D-451",
        "The computer at {address} answers, but its port {port} is closed.",
        _NOT_CONNECTED,
        "Switch the service on at that computer.",
    ),
    "address-unknown": Wording(
        "D-452",
        "No computer is known by the name {address}.",
        _NOT_CONNECTED,
        "Write the IP address that the pendant shows under Settings, System, Network.",
    ),
    "address-silent": Wording(
        "D-453",
        "Nothing answers at {address}, port {port} ({waited_s} s).",
        f"The controller is off, in another network, or behind a firewall. {_NOT_CONNECTED}",
        "Check cable and address (pendant: Settings, System, Network), and that inbound access to the port "
        "is not blocked (pendant: Settings, Security, General).",
    ),
    # Agreeing
    "ur-protocol-refused": Wording(
        "D-454",
        "The controller speaks none of the versions of RTDE that Torsion speaks ({versions}).",
        _NOT_CONNECTED,
        "Check that it is an arm of Universal Robots, and update its software.",
    ),
    "ur-field-missing": Wording(
        "D-455",
        "The controller does not tell {fields}.",
        f"Without it nothing can be recorded. {_NOT_CONNECTED}",
        "Check that the name fits the maker (ur: or elite-cs:), and update the controller's software.",
    ),
    "ur-start-refused": Wording(
        "D-456",
        "The controller refuses to send its data ({said:|no reason given}).",
        _NOT_CONNECTED,
        "Ask for fewer samples per second, and close other programs that read the arm.",
    ),
    # The stream
    "ur-restarted": Wording(
        "D-457",
        "The controller has restarted: its clock went back from {before} s to {now} s.",
        "Samples before and after do not belong together. What was recorded is kept.",
        "Connect again when the arm is ready.",
    ),
    "ur-value-impossible": Wording(
        "D-458",
        "The controller sent a value of {field} that no arm can have.",
        "The stream cannot be trusted and was ended. What was recorded is kept.",
        "Restart the controller and connect again.",
    ),
    # What is to be known about the samples
    "ur-booting": Wording(
        "D-459",
        "The controller is still starting ({seconds} s since it was switched on).",
        "Its values may not be valid yet.",
        "Wait until it has run for 40 s.",
    ),
    "ur-brakes-closed": Wording(
        "D-460",
        "The arm is not in operation ({mode}): its brakes are closed.",
        "Currents and torques say nothing about the arm.",
        "Power the arm on and release its brakes at the pendant.",
    ),
    "ur-speed-scaled": Wording(
        "D-461",
        "The speed slider is at {share:%}.",
        "The arm moves more slowly than its program says. A motion of Torsion needs full speed.",
        "Move the slider at the pendant to 100 %, unless you mean it.",
    ),
    "ur-reduced-mode": Wording(
        "D-462",
        "The arm works with its reduced safety limits.",
        "It may move more slowly than its program says.",
        "End the reduced mode at the pendant or its safety inputs, unless you mean it.",
    ),
    "ur-safeguard-stop": Wording(
        "D-463",
        "A safeguard holds the arm (safety status {status}).",
        _KEPT,
        "Close the guard, or release the enabling switch as the cell demands it, then go on at the pendant.",
    ),
    "ur-safety-stop": Wording(
        "D-464",
        "The controller has stopped the arm for safety (safety status {status}).",
        _KEPT,
        _PENDANT,
    ),
    # What only its pendant does
    "ur-clear-at-pendant": Wording(
        "D-465",
        "Torsion cannot clear the stop of this arm ({fault:words}).",
        "Nothing was changed.",
        _PENDANT,
    ),
    # Moving
    "ur-read-only": Wording(
        "D-466",
        "{controller} is only read.",
        "Nothing has moved.",
        "To let Torsion move this arm, write motion=allowed behind its address, such as "
        "ur:10.0.0.2?motion=allowed.",
    ),
    "ur-input-in-use": Wording(
        "D-469",
        "Another client of the controller writes the register of the heartbeat (input_int_register_24).",
        "Without a heartbeat the arm would not stop when this computer fails. It is only read.",
        "Usually EtherNet/IP, PROFINET or a second program holds it. Switch the fieldbus off at the pendant "
        "(Installation, Fieldbus), end the other program, and connect again.",
    ),
    "ur-no-registers": Wording(
        "D-470",
        "The controller's software has no register for the heartbeat.",
        "Without a heartbeat the arm would not stop when this computer fails. It is only read.",
        "Update the controller to PolyScope 3.9, 5.3 or newer.",
    ),
    "ur-dashboard-off": Wording(
        "D-471",
        "The dashboard server of the controller does not answer.",
        "It is one of the ways to stop the arm, and tells whether remote control is on. Nothing has moved.",
        "On PolyScope 5.10 or newer enable Dashboard Server under Settings, Security, Services.",
    ),
    "ur-local-control": Wording(
        "D-472",
        "The controller is in local control.",
        _NO_MOTION,
        "Switch it to remote control with the button at the top right of the pendant. Where there is no such "
        "button, enable it under Settings, System, Remote Control.",
    ),
    "ur-program-running": Wording(
        "D-473",
        "A program runs at the controller that is not Torsion's.",
        "Torsion leaves it alone. Nothing has moved.",
        "Stop it at the pendant, then check the arm again.",
    ),
    "ur-other-program": Wording(
        "D-474",
        "Another program has taken the place of Torsion's.",
        f"The arm may still move, under that program. {_ENDED}",
        "Press the emergency stop if it should not. Find out who sent the program.",
    ),
    "ur-programs-off": Wording(
        "D-475",
        "The computer at {address} answers, but its port {port} (programs) is closed.",
        "Nothing has moved.",
        "On PolyScope 5.10 or newer and on PolyScope X enable Secondary Client Interface under Settings, "
        "Security, Services.",
    ),
    "ur-program-not-started": Wording(
        "D-476",
        "The controller did not begin the program within {seconds} s.",
        f"Whether the arm moves is not known. {STOP_SENT}",
        "Look at the messages at the pendant. Remote control has to be on.",
    ),
    "ur-program-ended": Wording(
        "D-477",
        "The program ended before the motion did, without a stop from this computer.",
        _ENDED,
        "Look at the log at the pendant, then check the arm again.",
    ),
    "ur-program-too-long": Wording(
        "D-478",
        "The motion of {seconds} s is too long for one program (more than {limit} pieces).",
        NOT_MOVED,
        "Divide it, or plan a shorter one.",
    ),
    "ur-start-pose": Wording(
        "D-479",
        "The controller found the arm away from the pose at which its motion begins.",
        "The program has ended there. Nothing has moved.",
        "Check the arm again; close the message at the pendant.",
    ),
    # The emulation
    "robot-not-emulated": Wording(
        "D-467",
        "No such controller is emulated for {robot}.",
        "Nothing was started. Possible are: {known}.",
        "Use one of these.",
    ),
    "not-six-joints": Wording(
        "D-468",
        "The recording {label} is of an arm with {joints} joints.",
        "An arm of this maker has six; nothing was started.",
        "Choose another recording.",
    ),
}
"""Errors of arms in a network, by their codes."""
