"""The sentences about arms that are read over a network, above all of Universal Robots: D-45x, D-46x."""

from collections.abc import Mapping

from app.errors.sentence import Wording

_NOT_CONNECTED = "No connection was made."
_SERVICES = (
    "On PolyScope 5.10 or newer and on PolyScope X: menu, Settings, Security, Services; unlock it with the "
    "administrator's password and enable Real-Time Data Exchange (RTDE)."
)
_PENDANT = "Remove the cause at the arm, then clear it at the pendant."
_KEPT = "Torsion only reads this arm. The samples are kept, and the recording names the moment."

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
        "Update the controller's software.",
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
        "The arm moves more slowly than its program says.",
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
        "Torsion only reads this arm and cannot clear its stop ({fault:words}).",
        "Nothing was changed.",
        _PENDANT,
    ),
    "ur-read-only": Wording(
        "D-466",
        "{controller} is only read: Torsion moves no arm of Universal Robots.",
        "Nothing has moved.",
        "Record it (torsion run record --motion still) while it is moved by its own program or by hand.",
    ),
    # The emulation
    "robot-not-emulated": Wording(
        "D-467",
        "No controller of Universal Robots is emulated for {robot}.",
        "Nothing was started. Possible are: {known}.",
        "Use one of these.",
    ),
    "not-six-joints": Wording(
        "D-468",
        "The recording {label} is of an arm with {joints} joints.",
        "An arm of Universal Robots has six; nothing was started.",
        "Choose another recording.",
    ),
}
"""Errors of arms in a network, by their codes."""
