"""The sentences about reaching an arm and about what it sends: link, stream, replay, simulation."""

from collections.abc import Mapping

from app.errors.sentence import NOT_CONNECTED, NOT_MOVED, OUR_FAULT, STOP_SENT, Wording

CONNECTION_ERRORS: Mapping[str, Wording] = {
    # The link
    "link-lost": Wording(
        "D-001",
        "The connection to the robot broke ({reason}).",
        "Nothing is known about the arm any more; its controller stops it. What was recorded is kept.",
        "Check the cable and the controller. If it does not come back by itself, reconnect. "
        "The arm is checked again before it moves.",
    ),
    "no-answer": Wording(
        "D-002",
        "The robot did not answer ({request}, {waited_s} s).",
        "Nothing is known about the arm; a controller that gets no sign of life stops it.",
        "Check that the controller is switched on and connected, then reconnect.",
    ),
    "not-connected": Wording(
        "D-005", "No robot is connected ({uri}).", "Nothing was done.", "Connect to it first."
    ),
    "gave-up-connecting": Wording(
        "D-006",
        "The robot did not come back after {attempts} attempts ({reason}).",
        "The connection stays closed.",
        "Check the cable and the controller, then reconnect.",
    ),
    "no-samples-from-controller": Wording(
        "D-007",
        "The robot answered, but sent no samples within {seconds} s.",
        "Nothing can be recorded, and nothing may move.",
        "Restart the controller and connect again.",
    ),
    "virtual-robot-ended": Wording(
        "D-008",
        "The virtual robot's own process ended (exit code {exit_code}).",
        "The simulated arm is gone; what was recorded is kept.",
        "Connect again. The log file has the details.",
    ),
    "stream-failed": Wording(
        "D-009", "The samples of {device} could not be read ({reason}).", STOP_SENT, OUR_FAULT
    ),
    "controller-restarted": Wording(
        "D-010",
        "The controller has restarted during the motion.",
        "The arm stands, and its encoders may count from another zero.",
        "Find out why it restarted, connect again and repeat the check.",
    ),
    # What is said over it
    "protocol-version": Wording(
        "D-011",
        "The controller speaks another version of the protocol ({found}, wanted is {expected}).",
        NOT_CONNECTED,
        "Update its firmware or Torsion.",
    ),
    "protocol-field": Wording(
        "D-012",
        "The controller said something that cannot be understood ({field}).",
        "It cannot be trusted with a motion.",
        "Update its firmware or Torsion.",
    ),
    "not-a-request": Wording(
        "D-013", "The controller was sent something that is no request.", "It did nothing.", OUR_FAULT
    ),
    # Which arm it is
    "unknown-controller": Wording(
        "D-014", "'{uri}' names no controller.", "Understood are: {known}.", "Write it in one of these ways."
    ),
    "controller-unknown-setting": Wording(
        "D-071", "{scheme}: has no setting {setting}.", "It has: {known:|none}.", "Use one of these."
    ),
    "controller-bad-value": Wording(
        "D-072", "{setting} cannot be {value}.", "Possible are: {allowed}.", "Use one of these."
    ),
    "wrong-model": Wording(
        "D-015",
        "The controller belongs to a {found}, not to a {expected}.",
        "With the wrong description every number would be wrong; no motion is allowed.",
        "Choose the right robot, or connect to the right controller.",
    ),
    "other-serial": Wording(
        "D-016",
        "Another robot answered: serial number {found} instead of {expected}.",
        "Recordings of two arms do not belong together; no motion is allowed.",
        "Connect to the right arm, or begin a new visit.",
    ),
    "wrong-joint-count": Wording(
        "D-017",
        "The controller has {found} joints, the description {expected}.",
        NOT_CONNECTED,
        "Choose the description of this robot.",
    ),
    "no-visit": Wording(
        "D-018", "There is no visit to record into.", NOT_MOVED, "Begin or open a visit first."
    ),
    # The stream
    "clock-jump": Wording(
        "D-052",
        "The controller's clock has jumped.",
        f"Samples before and after do not belong together. {STOP_SENT}",
        "Restart the controller if it happens again.",
    ),
    "too-many-gaps": Wording(
        "D-053",
        "{missing} samples were lost within {seconds} s.",
        f"So many holes spoil what is measured. {STOP_SENT}",
        "Check the cable; close programs that slow this computer down.",
    ),
    "too-many-damaged-frames": Wording(
        "D-054",
        "{damaged} of {frames} messages arrived damaged.",
        f"The line is disturbed. {STOP_SENT}",
        "Check the cable and its shield, and keep it away from motor cables.",
    ),
    "stream-silent": Wording(
        "D-055",
        "The robot sends no samples any more ({silence} s).",
        f"The arm is not supervised without samples. {STOP_SENT}",
        "Check the controller and the cable, then reconnect.",
    ),
    "stuck-channel": Wording(
        "D-056",
        "The {channel} signal of {joint:joint} stands still while the joint moves.",
        f"That sensor says nothing. {STOP_SENT}",
        "Check its plug and cable; then repeat the check.",
    ),
    "encoder-glitch": Wording(
        "D-057",
        "The {channel} signal of {joint:joint} jumped in a way no joint can move.",
        f"Its values cannot be trusted. {STOP_SENT}",
        "Check its plug, cable and shield; then repeat the check.",
    ),
    "encoders-disagree": Wording(
        "D-058",
        "The two encoders of {joint:joint} disagree by more than the gear can bend.",
        f"A gear slips, or an encoder counts wrong. {STOP_SENT}",
        "Repeat the check; look at the gear and at both encoders.",
    ),
    # Recording
    "recording-in-progress": Wording(
        "D-059", "A recording is under way.", "No second one was begun.", "End it first."
    ),
    "already-recording": Wording(
        "D-060", "{label} is being recorded.", "No second recording was begun.", "End it first."
    ),
    "disk-error": Wording(
        "D-061",
        "{file} could not be written ({reason}).",
        "The recording ended; {samples} samples are kept.",
        "Check the disk, then record again.",
    ),
    "recording-failed": Wording(
        "D-062", "The recording {file} ended by itself.", "What was written is kept.", OUR_FAULT
    ),
    "recording-not-finished": Wording(
        "D-063",
        "The disk did not take {file} within {seconds} s.",
        "What it took is found again when the visit is opened.",
        "Check the disk, then open the visit again.",
    ),
    # Replay
    "replay-runs-differ": Wording(
        "D-067",
        "The recordings {labels} do not have the same channels.",
        "They cannot be played one after the other.",
        "Name one of them (?label=…).",
    ),
    "replay-too-short": Wording(
        "D-068",
        "The recording {label} has fewer than two samples.",
        "It cannot be played.",
        "Choose another.",
    ),
    "no-recordings": Wording(
        "D-069", "{file} holds no recording.", "There is nothing to play.", "Choose another visit."
    ),
    # The virtual robot
    "virtual-arm-without-mass": Wording(
        "D-073",
        "The description gives {link} no mass that a body can have.",
        "Such an arm cannot be simulated.",
        "Add masses and inertias to the description.",
    ),
    "bad-virtual-profile": Wording(
        "D-301",
        "{file} does not describe virtual robots ({key}: {expected}).",
        "No virtual robot can be made.",
        "Install Torsion again.",
    ),
    "payload-not-physical": Wording(
        "D-302",
        "No body of {mass} kg can have this inertia.",
        "The virtual payload was not changed.",
        "Correct it.",
    ),
    "payload-setting": Wording(
        "D-303", "A virtual payload has no such {setting}.", "It was not changed.", "Correct it."
    ),
    "unknown-fault": Wording(
        "D-304", "A virtual robot cannot have the fault {fault}.", "It knows: {known}.", "Use one of these."
    ),
    "fault-setting": Wording(
        "D-305", "The fault {fault} has no setting {setting}.", "It has: {known}.", "Use one of these."
    ),
    "fault-channel": Wording(
        "D-306",
        "The fault {fault} cannot be made on the {channel} channel of joint {joint}.",
        "Nothing was changed.",
        "Choose a channel that this robot has.",
    ),
    "unknown-simulation": Wording(
        "D-307", "The virtual robot cannot do {action}.", "Nothing was changed.", "Update Torsion."
    ),
    "simulation-not-offered": Wording(
        "D-308", "This is no simulated robot; it cannot do {action}.", "Nothing was changed.", ""
    ),
}
"""Errors between this computer and an arm, by their codes."""
