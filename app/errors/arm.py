"""The sentences about the state of an arm: errors that stop it, and lines of the readiness list."""

from collections.abc import Mapping

from app.errors.sentence import NOT_MOVED, STOP_SENT, Wording

ARM_ERRORS: Mapping[str, Wording] = {
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
        NOT_MOVED,
        "Switch it to remote or automatic mode.",
    ),
    "brakes-engaged": Wording(
        "D-022",
        "The brakes did not open within {waited_s} s.",
        NOT_MOVED,
        "Switch the drives on at the controller.",
    ),
    "fault-latched": Wording(
        "D-023",
        "The controller still holds a fault ({fault}).",
        NOT_MOVED,
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
        "{joint:Joint} needed too much torque ({value:apart limit} N·m; {limit:apart value} N·m are "
        "possible).",
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
        "The motion ended early ({outcome}), without a stop from this computer.",
        "It was stopped at the controller. What was recorded is kept.",
        "Find out who, then check the arm again.",
    ),
    "read-only": Wording(
        "D-031",
        "{uri} can only be read; it takes no motion.",
        NOT_MOVED,
        "Move the arm at its own controller.",
    ),
    "replay-ended": Wording(
        "D-032",
        "The replay has come to its end after {seconds} s.",
        "There is nothing more to play; what came so far is kept.",
        "Connect again to play it once more.",
    ),
    "limit-overrun": Wording(
        "D-074",
        "Joint {joint} passed the end of its travel ({value:apart limit} {unit}; it ends at "
        "{limit:apart value} {unit}).",
        STOP_SENT,
        "Move it back at the controller, then check the arm again.",
    ),
    "path-left": Wording(
        "D-075",
        "Joint {joint} left its path by {distance} {unit}; {limit} {unit} are allowed.",
        f"Something blocks it, or the controller does something else. {STOP_SENT}",
        "Look at the arm and its load before it moves again.",
    ),
    "torque-beyond-rating": Wording(
        "D-076",
        "Joint {joint} took {torque:apart limit} N·m; it is rated for {limit:apart torque} N·m.",
        f"Something blocks or overloads it. {STOP_SENT}",
        "Look at the arm and its load before it moves again.",
    ),
    "jog-other-joint": Wording(
        "D-077",
        "While joint {jogged} was jogged, joint {joint} moved by {moved} {unit}.",
        f"The joints are not coupled as described, or a brake slips. {STOP_SENT}",
        "Compare the order of the joints and the coupling in the description with the arm.",
    ),
    "jog-twist": Wording(
        "D-078",
        "Motor and link encoder of joint {joint} part by {difference} {unit} in a small jog.",
        f"A sign, a gear ratio or an offset is wrong. {STOP_SENT}",
        "Look at what the check says of this joint, and correct the description or the controller.",
    ),
    "jog-torque-rise": Wording(
        "D-079",
        "Joint {joint} needed {rise} N·m more than standing for a small jog.",
        f"Something holds it: a brake, an obstacle. {STOP_SENT}",
        "Free the arm, then check it again.",
    ),
    "position-lost": Wording(
        "D-080",
        "Joint {joint} has no position any more.",
        f"The joint is not supervised any more. {STOP_SENT}",
        "Check its encoder and cable, then check the arm again.",
    ),
    "silent-while-moving": Wording(
        "D-081",
        "No samples came for {seconds} s while the arm moved.",
        f"Its motion was not supervised. {STOP_SENT}",
        "Check the cable; close programs that slow this computer down.",
    ),
    "torque-too-high": Wording(
        "D-082",
        "{joint:Joint} needed too much torque.",
        "The controller stopped the arm; what was recorded is kept.",
        "Look at the arm and its load before it moves again.",
    ),
}
"""Errors of the arm's state, by their codes."""

READINESS: Mapping[str, tuple[str, str]] = {
    "not-connected": ("No robot is connected.", "D-101"),
    "connected": ("The controller answers: {model:|its type is not told}.", "D-102"),
    "arm-without-serial": (
        "The controller reports no serial number, so the arm does not move. Give it one in its firmware.",
        "D-131",
    ),
    "robot-fits": ("It is the arm of this description (serial number {serial:|not told}).", "D-103"),
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
