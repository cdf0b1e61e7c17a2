"""The sentences about arms: what a controller, the stream, the safety layer and a procedure can say.

Errors are worded like all others (what happened · what it means · what to do); ``app.error_text``
takes them from here. Short codes: D. Findings about a planned motion, lines of the readiness
list, and events of a recording are single sentences.
"""

from collections.abc import Mapping

from app.error_wording import Wording
from app.excite_wording import EXCITE_ERRORS
from app.serial_wording import SERIAL_ERRORS
from core.recording import Mark
from devices.errors import (
    ConfigurationError,
    DataQualityError,
    DeviceError,
    MotionRejected,
    ProtocolError,
    RobotStateError,
    TransportError,
)

_STANDS = "The arm was told to stop; what was recorded is kept."
_NOT_MOVED = "Nothing has moved."
_NOT_CONNECTED = "No connection was made."
_OUR_FAULT = "This is a fault in Torsion or in the controller; the log file has the details."

DEVICE_ERRORS: Mapping[str, Wording] = {
    **SERIAL_ERRORS,
    **EXCITE_ERRORS,
    # The link
    "link-lost": Wording(
        "D-001",
        "The connection to the robot broke ({reason}).",
        "Nothing is known about the arm any more; its controller stops it. What was recorded is kept.",
        "Check the cable and the controller. If it does not come back by itself, reconnect. "
        "The arm is checked anew before it moves.",
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
        "D-009", "The samples of {device} could not be read ({reason}).", _STANDS, _OUR_FAULT
    ),
    "controller-restarted": Wording(
        "D-010",
        "The controller has started anew in the middle of the motion.",
        "The arm stands, and its encoders may count from another zero.",
        "Find out why it restarted, connect again and repeat the check.",
    ),
    # What is said over it
    "protocol-version": Wording(
        "D-011",
        "The controller speaks another version of the protocol ({found}, wanted is {expected}).",
        _NOT_CONNECTED,
        "Update its firmware or Torsion.",
    ),
    "protocol-field": Wording(
        "D-012",
        "The controller said something that cannot be understood ({field}).",
        "It cannot be trusted with a motion.",
        "Update its firmware or Torsion.",
    ),
    "not-a-request": Wording(
        "D-013", "The controller was sent something that is no request.", "It did nothing.", _OUR_FAULT
    ),
    # Which arm it is
    "unknown-controller": Wording(
        "D-014", "'{uri}' names no controller.", "Understood are: {known}.", "Write it in one of these ways."
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
        _NOT_CONNECTED,
        "Choose the description of this robot.",
    ),
    "no-visit": Wording(
        "D-018", "There is no visit to record into.", _NOT_MOVED, "Begin or open a visit first."
    ),
    # The state of the arm
    "emergency-stop": Wording(
        "D-019",
        "The emergency stop is pressed.",
        "The arm stands with its brakes closed. What was recorded is kept.",
        "Remove the cause, release the emergency stop, clear the fault, and check the arm again.",
    ),
    "protective-stop": Wording(
        "D-020",
        "The controller has stopped the arm for protection.",
        "It ran into something or was loaded too much. What was recorded is kept.",
        "Look for the cause at the arm, clear the fault at the controller, and check the arm again.",
    ),
    "not-remote": Wording(
        "D-021",
        "The controller takes no motion from outside.",
        _NOT_MOVED,
        "Switch it to remote or automatic mode.",
    ),
    "brakes-engaged": Wording(
        "D-022",
        "The brakes did not open within {waited_s} s.",
        _NOT_MOVED,
        "Switch the drives on at the controller.",
    ),
    "fault-latched": Wording(
        "D-023",
        "The controller still holds a fault ({fault}).",
        _NOT_MOVED,
        "Remove its cause and clear the fault.",
    ),
    "not-at-rest": Wording(
        "D-024", "The arm is still moving.", "Nothing new was begun.", "Wait until it stands."
    ),
    "host-silent": Wording(
        "D-025",
        "The controller heard nothing from this computer for too long.",
        "It stopped the arm by itself, as it should. What was recorded is kept.",
        "Close programs that slow this computer down, then check the arm again.",
    ),
    "following-error": Wording(
        "D-026",
        "{joint:Joint} did not follow its path.",
        "Something blocks or overloads it. The arm was stopped; what was recorded is kept.",
        "Look at the arm and its load before it moves again.",
    ),
    "torque-exceeded": Wording(
        "D-027",
        "{joint:Joint} needed too much torque ({value} N·m; {limit} N·m are possible).",
        "Something blocks or overloads it. The arm was stopped; what was recorded is kept.",
        "Look at the arm and its load before it moves again.",
    ),
    "joint-limit": Wording(
        "D-028",
        "{joint:Joint} passed the end of its travel.",
        "The arm was stopped; what was recorded is kept.",
        "Move it back at the controller, then check the arm again.",
    ),
    "motion-failed": Wording(
        "D-029",
        "The controller says that the motion failed.",
        "The arm stands. What was recorded is kept.",
        "Look at the controller's own messages.",
    ),
    "motion-ended-early": Wording(
        "D-030",
        "The motion ended before its time ({outcome}), and nobody here asked for it.",
        "Somebody stopped it at the controller. What was recorded is kept.",
        "Find out who, then check the arm again.",
    ),
    "read-only": Wording(
        "D-031", "{uri} only tells and takes no motion.", _NOT_MOVED, "Move the arm at its own controller."
    ),
    "replay-ended": Wording(
        "D-032",
        "The replay has come to its end after {seconds} s.",
        "There is nothing more to play; what came so far is kept.",
        "Connect again to play it once more.",
    ),
    "limit-overrun": Wording(
        "D-074",
        "Joint {joint} passed the end of its travel ({value} {unit}; it ends at {limit} {unit}).",
        _STANDS,
        "Move it back at the controller, then check the arm again.",
    ),
    "path-left": Wording(
        "D-075",
        "Joint {joint} left its path by {distance} {unit}; {limit} {unit} are allowed.",
        f"Something blocks it, or the controller does something else. {_STANDS}",
        "Look at the arm and its load before it moves again.",
    ),
    "torque-beyond-rating": Wording(
        "D-076",
        "Joint {joint} took {torque} N·m; it is rated for {limit} N·m.",
        f"Something blocks or overloads it. {_STANDS}",
        "Look at the arm and its load before it moves again.",
    ),
    "jog-other-joint": Wording(
        "D-077",
        "While joint {jogged} was jogged, joint {joint} moved by {moved} {unit}.",
        f"The joints are not coupled as described, or a brake slips. {_STANDS}",
        "Compare the order of the joints and the coupling in the description with the arm.",
    ),
    "jog-twist": Wording(
        "D-078",
        "Motor and link encoder of joint {joint} part by {difference} {unit} in a small jog.",
        f"A sign, a gear ratio or an offset is wrong. {_STANDS}",
        "Look at what the check says of this joint, and correct the description or the controller.",
    ),
    "jog-torque-rise": Wording(
        "D-079",
        "Joint {joint} needed {rise} N·m more than standing for a small jog.",
        f"Something holds it: a brake, an obstacle. {_STANDS}",
        "Free the arm, then check it again.",
    ),
    "position-lost": Wording(
        "D-080",
        "Joint {joint} has no position any more.",
        f"Nobody sees where it is. {_STANDS}",
        "Check its encoder and cable, then check the arm again.",
    ),
    "silent-while-moving": Wording(
        "D-081",
        "No samples came for {seconds} s while the arm moved.",
        f"Nobody saw what it did. {_STANDS}",
        "Check the cable; close programs that slow this computer down.",
    ),
    "torque-too-high": Wording(
        "D-082",
        "{joint:Joint} needed too much torque.",
        "The controller stopped the arm; what was recorded is kept.",
        "Look at the arm and its load before it moves again.",
    ),
    # Motions that were refused
    "not-armed": Wording("D-033", "The arm is not armed.", _NOT_MOVED, "Start the motion again."),
    "already-moving": Wording(
        "D-034", "A motion is under way.", "The new one was refused.", "Wait for its end or stop it."
    ),
    "stopped": Wording(
        "D-035",
        "The arm was stopped.",
        "The planned motion is discarded.",
        "Check the start pose and begin anew.",
    ),
    "motion-not-offered": Wording(
        "D-036",
        "This controller does not take this kind of motion ({motion}).",
        _NOT_MOVED,
        "Choose another procedure or controller.",
    ),
    "controller-does-not-move": Wording(
        "D-037",
        "{controller} takes no motion from us.",
        _NOT_MOVED,
        "Record it as it is (--motion still) while somebody else moves the arm.",
    ),
    "outside-limits": Wording(
        "D-038",
        "The motion would take {joint:joint} beyond its {quantity} limit.",
        f"The controller refused it. {_NOT_MOVED}",
        "Choose a smaller or slower motion.",
    ),
    "start-pose-differs": Wording(
        "D-039",
        "The arm does not stand where the motion begins ({joint:joint} is somewhere else).",
        f"A motion from the wrong place ends anywhere. {_NOT_MOVED}",
        "Prepare the motion again from where the arm stands now.",
    ),
    "preview-not-allowed": Wording(
        "D-040",
        "The planned motion is not allowed ({findings}).",
        _NOT_MOVED,
        "Change the pose or the motion as the list says, and prepare it again.",
    ),
    "check-needed-after-stop": Wording(
        "D-041",
        "The arm was stopped or connected anew since this was prepared.",
        f"The plan no longer counts. {_NOT_MOVED}",
        "Prepare it again from where the arm stands now.",
    ),
    "clearance-used": Wording(
        "D-042", "This motion was begun once already.", _NOT_MOVED, "Prepare it again."
    ),
    "clear-cell-not-confirmed": Wording(
        "D-043",
        "The arm would move faster than 250 mm/s, and nobody has confirmed that the cell is clear.",
        _NOT_MOVED,
        "See that nobody is inside the fence and the guards are closed, and confirm it (--clear-cell).",
    ),
    "serial-not-confirmed": Wording(
        "D-044",
        "Nobody has confirmed which arm is meant.",
        _NOT_MOVED,
        "Read the serial number on the arm and confirm it.",
    ),
    "wrong-serial": Wording(
        "D-045",
        "The confirmed serial number is not that of the connected arm.",
        f"Another arm may be the one that moves. {_NOT_MOVED}",
        "Read the number on the arm that you see, and check the connection.",
    ),
    "stale-stream": Wording(
        "D-046",
        "The last samples are too old to say where the arm stands.",
        _NOT_MOVED,
        "Check the connection, then try again.",
    ),
    "arm-not-standing": Wording(
        "D-047", "The arm is not standing still.", _NOT_MOVED, "Wait until it stands, then try again."
    ),
    "not-ready": Wording(
        "D-048",
        "The arm is not ready ({lines}).",
        _NOT_MOVED,
        "Put right what the readiness list shows.",
    ),
    "speed-outside-range": Wording(
        "D-049", "{speed} is no share of the speed.", _NOT_MOVED, "Choose a number above 0 and up to 1."
    ),
    "move-too-long": Wording(
        "D-050",
        "The move would take {duration} s; {longest} s are allowed.",
        "This controller would finish it even if this computer failed, so it must be short.",
        "Choose a target that is nearer.",
    ),
    "payload-not-offered": Wording(
        "D-051", "This controller does not tell its payload setting.", "Nothing was changed.", ""
    ),
    "next-stage-too-strong": Wording(
        "D-083",
        "At {speed:%} of its speed the motion would take {share:%} of the rated torque of joint {joint}.",
        "The slower stages tell so; {limit:%} are allowed. The arm stands, and what was recorded is kept.",
        "Record at a lower speed.",
    ),
    "no-stage-ran": Wording("D-084", "No slower stage was run before.", _NOT_MOVED, _OUR_FAULT),
    "stage-not-covered": Wording(
        "D-085",
        "A slower stage was not recorded as a whole ({samples} samples in {seconds} s).",
        "What the next one needs cannot be told, so it does not run. What was recorded is kept.",
        "Check the connection, then record again.",
    ),
    "plan-shape": Wording(
        "D-086", "A motion is for {found} joints; the arm has {expected}.", _NOT_MOVED, _OUR_FAULT
    ),
    "plan-speed": Wording("D-087", "A motion has no possible speed ({speed}).", _NOT_MOVED, _OUR_FAULT),
    "plan-not-finite": Wording("D-088", "A motion goes nowhere that is a place.", _NOT_MOVED, _OUR_FAULT),
    "speed-unknown": Wording(
        "D-089",
        "Nobody knows how fast joint {joint} may turn.",
        f"A share of an unknown speed means nothing. {_NOT_MOVED}",
        "Add the limit to the description.",
    ),
    "speed-out-of-range": Wording(
        "D-090",
        "The speed {speed} is beyond {largest}.",
        f"The controller refused it. {_NOT_MOVED}",
        "Go slower.",
    ),
    "unknown-joint": Wording(
        "D-091", "The controller has no joint {joint}.", _NOT_MOVED, "Choose the description of this robot."
    ),
    "trajectory-joint-count": Wording(
        "D-092",
        "A trajectory is for {joints} joints; the controller has {expected}.",
        _NOT_MOVED,
        "Choose the description of this robot.",
    ),
    "trajectory-too-large": Wording(
        "D-093", "The trajectory is too large for the controller.", _NOT_MOVED, "Choose a shorter one."
    ),
    "trajectory-too-long": Wording(
        "D-094",
        "The trajectory lasts {duration} s; the controller takes {longest} s.",
        _NOT_MOVED,
        "Choose a shorter one.",
    ),
    "trajectory-not-at-rest": Wording(
        "D-095", "{joint:Joint} would not begin and end at rest.", _NOT_MOVED, _OUR_FAULT
    ),
    "trajectory-unreadable": Wording(
        "D-096", "The controller cannot read the trajectory ({reason}).", _NOT_MOVED, _OUR_FAULT
    ),
    "trajectory-unknown": Wording(
        "D-097", "The controller does not know the trajectory that was meant.", _NOT_MOVED, "Start it again."
    ),
    "trajectory-incomplete": Wording(
        "D-098",
        "Only {received} of {size} bytes of the trajectory arrived.",
        _NOT_MOVED,
        "Check the cable, then start it again.",
    ),
    "trajectory-damaged": Wording(
        "D-099", "The trajectory arrived damaged.", _NOT_MOVED, "Check the cable, then start it again."
    ),
    # The stream
    "clock-jump": Wording(
        "D-052",
        "The controller's clock has jumped.",
        f"Samples before and after do not belong together. {_STANDS}",
        "Restart the controller if it happens again.",
    ),
    "too-many-gaps": Wording(
        "D-053",
        "{missing} samples were lost within {seconds} s.",
        f"So many holes spoil what is measured. {_STANDS}",
        "Check the cable; close programs that slow this computer down.",
    ),
    "too-many-damaged-frames": Wording(
        "D-054",
        "{damaged} of {frames} messages arrived damaged.",
        f"The line is disturbed. {_STANDS}",
        "Check the cable and its shield, and keep it away from motor cables.",
    ),
    "stream-silent": Wording(
        "D-055",
        "The robot sends no samples any more ({silence} s).",
        f"Nobody sees what the arm does. {_STANDS}",
        "Check the controller and the cable, then reconnect.",
    ),
    "stuck-channel": Wording(
        "D-056",
        "The {channel} signal of {joint:joint} stands still while the joint moves.",
        f"That sensor says nothing. {_STANDS}",
        "Check its plug and cable; then repeat the check.",
    ),
    "encoder-glitch": Wording(
        "D-057",
        "The {channel} signal of {joint:joint} jumped in a way no joint can move.",
        f"Its values cannot be trusted. {_STANDS}",
        "Check its plug, cable and shield; then repeat the check.",
    ),
    "encoders-disagree": Wording(
        "D-058",
        "The two encoders of {joint:joint} disagree by more than the gear can bend.",
        f"A gear slips, or an encoder counts wrong. {_STANDS}",
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
        "D-062", "The recording {file} ended by itself.", "What was written is kept.", _OUR_FAULT
    ),
    "recording-not-finished": Wording(
        "D-063",
        "The disk did not take {file} within {seconds} s.",
        "What it took is found again when the visit is opened.",
        "Check the disk, then open the visit again.",
    ),
    # Replay
    "replay-without-file": Wording(
        "D-064", "'{uri}' names no visit.", "Nothing was played.", "Write replay:VISIT.h5."
    ),
    "replay-unknown-setting": Wording(
        "D-065", "A replay has no setting {setting}.", "It has: {known}.", "Use one of these."
    ),
    "replay-bad-value": Wording(
        "D-066", "{setting} cannot be {value}.", "Possible are: {allowed}.", "Use one of these."
    ),
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
    "virtual-without-robot": Wording(
        "D-070",
        "'{uri}' names no virtual robot.",
        _NOT_CONNECTED,
        "Write virtual:NAME, such as virtual:ec66.",
    ),
    "virtual-unknown-setting": Wording(
        "D-071", "A virtual robot has no setting {setting}.", "It has: {known}.", "Use one of these."
    ),
    "virtual-bad-value": Wording(
        "D-072", "{setting} cannot be {value}.", "Possible are: {allowed}.", "Use one of these."
    ),
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
"""Everything that can go wrong with an arm, by its code."""

DEVICE_KINDS: Mapping[type[BaseException], Wording] = {
    TransportError: Wording("D-901", "The connection to the robot failed.", "", "Check the cable."),
    ProtocolError: Wording("D-902", "The robot said something that cannot be understood.", "", _OUR_FAULT),
    RobotStateError: Wording(
        "D-903", "The robot is in no state for this.", "", "Look at its controller's messages."
    ),
    MotionRejected: Wording(
        "D-904", "The motion was refused.", _NOT_MOVED, "Change it and prepare it again."
    ),
    DataQualityError: Wording("D-905", "What arrives cannot be trusted.", "", "Check cable and sensors."),
    ConfigurationError: Wording(
        "D-906", "The arm is not what its description says.", "", "Check robot and controller."
    ),
    DeviceError: Wording("D-900", "Something went wrong with the robot.", "", "Check the controller."),
}

FINDINGS: Mapping[str, tuple[str, str]] = {
    "motion-not-offered": ("The controller does not take this kind of motion ({motion}).", "D-201"),
    "beyond-position-limit": (
        "Joint {joint} would go to {value} {unit}; its travel ends at {limit} {unit}.",
        "D-202",
    ),
    "beyond-velocity-limit": (
        "Joint {joint} would turn at {value} {unit}; its limit is {limit} {unit}.",
        "D-203",
    ),
    "beyond-acceleration-limit": (
        "Joint {joint} would accelerate by {value} {unit}; its limit is {limit} {unit}.",
        "D-204",
    ),
    "trajectory-starts-elsewhere": (
        "Joint {joint} stands {difference} {unit} from where the motion begins.",
        "D-205",
    ),
    "jog-too-far": ("The jog of joint {joint} goes {value} {unit}; allowed are {limit} {unit}.", "D-206"),
    "jog-too-fast": ("The jog of joint {joint} runs at {value} {unit}; allowed are {limit} {unit}.", "D-207"),
    "tool-too-fast": (
        "Tool point or elbow would reach {speed} mm/s; until the arm is proven {limit} mm/s are allowed.",
        "D-208",
    ),
    "too-long-unattended": (
        "The move lasts {seconds} s; this controller would finish it even if this computer failed, "
        "so {limit} s are allowed.",
        "D-209",
    ),
    "too-fast-unattended": (
        "The move reaches {speed} mm/s; this controller would finish it even if this computer failed, "
        "so {limit} mm/s are allowed.",
        "D-210",
    ),
    "range-unknown": ("Nobody knows how far the joints {joints} can go.", "D-211"),
    "velocity-limit-unknown": ("Nobody knows how fast the joints {joints} may turn.", "D-212"),
    "acceleration-limit-unknown": (
        "Nobody knows how hard the joints {joints} may accelerate; a gentle value is used.",
        "D-213",
    ),
    "torque-limit-unknown": (
        "Nobody knows the rated torque of the joints {joints}; it is not checked.",
        "D-214",
    ),
    "shape-assumed": (
        "The description has no body; collisions are checked with assumed tubes around the links.",
        "D-215",
    ),
    "floor-not-given": ("Nobody said where the floor is; it is not checked.", "D-216"),
    "inertia-unknown": ("The description has no masses; torques are not checked.", "D-217"),
    "payload-mass-assumed": (
        "Nobody knows the largest payload; {mass} kg were assumed for the torques.",
        "D-218",
    ),
    "payload-distance-assumed": (
        "Nobody knows how far out a payload may sit; {distance} mm were assumed for the torques.",
        "D-219",
    ),
    "torque-too-high": (
        "Joint {joint} would need {share:%} of its rated torque with the heaviest payload.",
        "D-220",
    ),
    "cannot-hold": (
        "Joint {joint} would need {share:%} of its rated torque only to hold the heaviest payload.",
        "D-221",
    ),
    "floor-collision": (
        "{first} would come within {distance} mm of the floor after {seconds} s; {limit} mm are kept free.",
        "D-222",
    ),
    "box-collision": (
        "{first} would come within {distance} mm of {second} after {seconds} s; {limit} mm are kept free.",
        "D-223",
    ),
    "next-stage-too-strong": (
        "At {speed:%} of the speed joint {joint} would need {share:%} of its rated torque, by what the "
        "slower stages took; {limit:%} are allowed.",
        "D-225",
    ),
    "plan-shape": ("The motion is for {found} joints; the arm has {expected}.", "D-226"),
    "plan-not-finite": ("The motion leads to a place that does not exist.", "D-227"),
    "plan-speed": ("The motion has a speed that is not possible ({speed}).", "D-228"),
    "speed-unknown": (
        "Nobody knows how fast joint {joint} may turn, so a share of that speed means nothing. "
        "Add the limit to the description.",
        "D-229",
    ),
    "self-collision": (
        "{first} and {second} would come within {distance} mm of each other after {seconds} s; "
        "{limit} mm are kept free.",
        "D-224",
    ),
}
"""What is found about a planned motion."""

READINESS: Mapping[str, tuple[str, str]] = {
    "not-connected": ("No robot is connected.", "D-101"),
    "connected": ("The controller answers: {model}.", "D-102"),
    "robot-fits": ("It is the arm of this description (serial number {serial}).", "D-103"),
    "wrong-model": (
        "The controller belongs to a {found}, not to a {expected}. Choose the right robot.",
        "D-104",
    ),
    "wrong-joint-count-of-controller": (
        "The controller has {found} joints, the description {expected}. Choose the right robot.",
        "D-105",
    ),
    "other-serial": (
        "This is the arm {found}; the visit is to {expected}. Connect to the right arm or begin a new visit.",
        "D-106",
    ),
    "other-joint-names": (
        "The controller names its joints {found}, the description {expected}. Their order must be the same.",
        "D-107",
    ),
    "other-joint-range": (
        "The controller ends the travel of joint {joint} at {told} {unit}, the description at "
        "{described} {unit}. The narrower range counts.",
        "D-108",
    ),
    "other-gear-ratio": (
        "The controller gives joint {joint} the gear ratio {told}, the description {described}. "
        "Correct the one that is wrong.",
        "D-109",
    ),
    "units-off": (
        "The reported speed is {ratio} times what the position shows: degrees and radians are mixed up. "
        "Correct the unit.",
        "D-110",
    ),
    "velocity-disagrees": (
        "The reported speed is {ratio} times what the position shows. Check the channel table.",
        "D-111",
    ),
    "controller-fault": (
        "The controller holds a fault ({fault}). Remove its cause and clear it.",
        "D-112",
    ),
    "only-recording": ("This controller takes no motion from us; it can be recorded.", "D-113"),
    "not-in-remote-mode": (
        "The controller takes no motion from outside. Switch it to remote or automatic mode.",
        "D-114",
    ),
    "controller-ready": ("The controller takes motions.", "D-115"),
    "payload-in-controller": ("The controller assumes {mass} kg on the flange.", "D-116"),
    "finishes-move-alone": (
        "If this computer fails, the arm finishes its move: at most {seconds} s at {speed} mm/s.",
        "D-117",
    ),
    "stream-silent": ("No samples come. Check the connection.", "D-118"),
    "stream-slow": (
        "{rate} samples a second come instead of {promised}. Close programs that slow this computer down.",
        "D-119",
    ),
    "stream-losing": (
        "{missed:%} of the samples and {damaged:%} of the messages are lost. Check the cable.",
        "D-120",
    ),
    "stream-with-gaps": ("{missed} samples and {damaged} messages were lost since connecting.", "D-121"),
    "stream-good": ("All samples come, {rate} a second.", "D-122"),
    "one-encoder": ("This controller shows one encoder per joint; gears cannot be compared.", "D-123"),
    "encoders-checked": ("The encoders were compared since power-on.", "D-124"),
    "encoders-not-checked": (
        "The encoders were not compared since power-on. Run the check first.",
        "D-125",
    ),
    "disk-almost-full": ("The disk has {free} GB left, too little to record. Make room.", "D-126"),
    "disk-short": ("The disk has {free} GB left, enough for a short recording.", "D-127"),
    "disk-good": ("The disk has {free} GB left.", "D-128"),
    "cell-clear": ("Confirmed: nobody is inside the fence, guards closed, automatic mode.", "D-129"),
    "cell-clear-unconfirmed": (
        "The arm will reach {speed} mm/s. Confirm that nobody is inside the fence, the guards are closed "
        "and the robot is in automatic mode.",
        "D-130",
    ),
}
"""Lines of the readiness list."""

EVENTS: Mapping[str, str] = {
    "ramp-not-checked": "The robot tells no torque: the faster stage ran without being foretold.",
    "excitation": "The motion is the plan {plan} of the visit.",
    "verification-motion": "Recorded to verify the model: {motion}.",
    "stage-forecast": "Stage {stage} was expected to take {share:%} of the rated torque of {joint:joint}.",
    "overflow": "This computer could not keep up for a moment; samples are missing.",
}
"""What happened during a recording and is worth a line; other events are not shown."""

MARKS: Mapping[Mark, str] = {
    Mark.SYNTHETIC: "SYNTHETIC: computed recordings, not measured ones",
    Mark.VIRTUAL: "VIRTUAL: a simulated robot, no real arm",
    Mark.REPLAY: "REPLAY: an earlier recording played back, no real arm",
}
"""What stands on everything that does not come from a real arm."""
