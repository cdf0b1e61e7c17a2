"""The sentences about motions: reasons of a refusal, and findings about a planned motion."""

from collections.abc import Mapping

from app.errors.sentence import NOT_MOVED, OUR_FAULT, Wording

MOTION_ERRORS: Mapping[str, Wording] = {
    # Motions that were refused
    "not-armed": Wording("D-033", "The arm is not armed.", NOT_MOVED, "Start the motion again."),
    "already-moving": Wording(
        "D-034", "A motion is under way.", "The new one was refused.", "Wait for its end or stop it."
    ),
    "stopped": Wording(
        "D-035",
        "The arm was stopped.",
        "The planned motion is discarded.",
        "Check the start pose and start again.",
    ),
    "motion-not-offered": Wording(
        "D-036",
        "This controller does not take this kind of motion ({motion}).",
        NOT_MOVED,
        "Choose another procedure or controller.",
    ),
    "controller-does-not-move": Wording(
        "D-037",
        "{controller} takes no motion from us.",
        NOT_MOVED,
        "Record it as it is (--motion still) while the arm is moved by hand or by its controller. An arm of "
        "Universal Robots moves with motion=allowed behind its address.",
    ),
    "outside-limits": Wording(
        "D-038",
        "The motion would take {joint:joint} beyond its {quantity} limit.",
        f"The controller refused it. {NOT_MOVED}",
        "Choose a smaller or slower motion.",
    ),
    "start-pose-differs": Wording(
        "D-039",
        "The arm does not stand where the motion begins ({joint:joint} is somewhere else).",
        f"A motion from the wrong place ends anywhere. {NOT_MOVED}",
        "Prepare the motion again from where the arm stands now.",
    ),
    "preview-not-allowed": Wording(
        "D-040",
        "The planned motion is not allowed ({findings}).",
        NOT_MOVED,
        "Change the pose or the motion as the list says, and prepare it again.",
    ),
    "first-trial-only": Wording(
        "D-049",
        "This arm has not passed its first trial.",
        f"Only the motions of the trial may run. {NOT_MOVED}",
        "Pass the first trial on the page Connect.",
    ),
    "check-needed-after-stop": Wording(
        "D-041",
        "The arm was stopped or reconnected since this was prepared.",
        f"The plan no longer counts. {NOT_MOVED}",
        "Prepare it again from where the arm stands now.",
    ),
    "clearance-used": Wording("D-042", "This motion was begun once already.", NOT_MOVED, "Prepare it again."),
    "clear-cell-not-confirmed": Wording(
        "D-043",
        "The arm would move faster than 250 mm/s, and it is not confirmed that the cell is clear.",
        NOT_MOVED,
        "See that nobody is inside the fence and the guards are closed, and confirm it (--clear-cell).",
    ),
    "serial-not-confirmed": Wording(
        "D-044",
        "It is not confirmed which arm is meant.",
        NOT_MOVED,
        "Read the serial number on the arm and confirm it.",
    ),
    "wrong-serial": Wording(
        "D-045",
        "The confirmed serial number is not that of the connected arm.",
        f"Another arm may be the one that moves. {NOT_MOVED}",
        "Read the number on the arm that you see, and check the connection.",
    ),
    "stale-stream": Wording(
        "D-046",
        "The last samples are too old to say where the arm stands.",
        NOT_MOVED,
        "Check the connection, then try again.",
    ),
    "arm-not-standing": Wording(
        "D-047", "The arm is not standing still.", NOT_MOVED, "Wait until it stands, then try again."
    ),
    "not-ready": Wording(
        "D-048",
        "The arm is not ready ({lines}).",
        NOT_MOVED,
        "Put right what the readiness list shows.",
    ),
    "move-too-long": Wording(
        "D-050",
        "The move would take {duration:apart longest} s; {longest:apart duration} s are allowed.",
        "This controller would finish it even if this computer failed, so it must be short.",
        "Choose a target that is nearer.",
    ),
    "next-stage-too-strong": Wording(
        "D-083",
        "At {speed:%} of its speed the motion would take {share:%} of the rated torque of joint {joint}.",
        "The slower stages show this; {limit:%} are allowed. The arm stands, and what was recorded is kept.",
        "Record at a lower speed.",
    ),
    "no-stage-ran": Wording("D-084", "No slower stage was run before.", NOT_MOVED, OUR_FAULT),
    "stage-not-covered": Wording(
        "D-085",
        "A slower stage was not recorded as a whole ({samples} samples in {seconds} s).",
        "The torque of the next stage cannot be predicted, so it does not run. What was recorded is kept.",
        "Check the connection, then record again.",
    ),
    "plan-shape": Wording(
        "D-086", "A motion is for {found} joints; the arm has {expected}.", NOT_MOVED, OUR_FAULT
    ),
    "plan-speed": Wording("D-087", "A motion has no possible speed ({speed}).", NOT_MOVED, OUR_FAULT),
    "plan-not-finite": Wording(
        "D-088", "The target of a motion is not a valid position.", NOT_MOVED, OUR_FAULT
    ),
    "speed-unknown": Wording(
        "D-089",
        "The speed limit of joint {joint} is not known.",
        f"A share of an unknown speed cannot be used. {NOT_MOVED}",
        "Add the limit to the description.",
    ),
    "speed-out-of-range": Wording(
        "D-090",
        "The speed {speed:apart largest} is beyond {largest:apart speed}.",
        f"The controller refused it. {NOT_MOVED}",
        "Go slower.",
    ),
    "unknown-joint": Wording(
        "D-091", "The controller has no joint {joint}.", NOT_MOVED, "Choose the description of this robot."
    ),
    "trajectory-joint-count": Wording(
        "D-092",
        "A trajectory is for {joints} joints; the controller has {expected}.",
        NOT_MOVED,
        "Choose the description of this robot.",
    ),
    "trajectory-too-large": Wording(
        "D-093", "The trajectory is too large for the controller.", NOT_MOVED, "Choose a shorter one."
    ),
    "trajectory-too-long": Wording(
        "D-094",
        "The trajectory lasts {duration:apart longest} s; the controller takes {longest:apart duration} s.",
        NOT_MOVED,
        "Choose a shorter one.",
    ),
    "trajectory-not-at-rest": Wording(
        "D-095", "{joint:Joint} would not begin and end at rest.", NOT_MOVED, OUR_FAULT
    ),
    "trajectory-unreadable": Wording(
        "D-096", "The controller cannot read the trajectory ({reason}).", NOT_MOVED, OUR_FAULT
    ),
    "trajectory-unknown": Wording(
        "D-097", "The controller does not know the trajectory that was meant.", NOT_MOVED, "Start it again."
    ),
    "trajectory-incomplete": Wording(
        "D-098",
        "Only {received} of {size} bytes of the trajectory arrived.",
        NOT_MOVED,
        "Check the cable, then start it again.",
    ),
    "trajectory-damaged": Wording(
        "D-099", "The trajectory arrived damaged.", NOT_MOVED, "Check the cable, then start it again."
    ),
}
"""Reasons for refusing a motion, by their codes."""

FINDINGS: Mapping[str, tuple[str, str]] = {
    "motion-not-offered": ("The controller does not take this kind of motion ({motion}).", "D-201"),
    "beyond-position-limit": (
        "Joint {joint} would go to {value:apart limit} {unit}; its travel ends at {limit:apart value} "
        "{unit}.",
        "D-202",
    ),
    "beyond-velocity-limit": (
        "Joint {joint} would turn at {value:apart limit} {unit}; its limit is {limit:apart value} {unit}.",
        "D-203",
    ),
    "beyond-acceleration-limit": (
        "Joint {joint} would accelerate by {value:apart limit} {unit}; its limit is {limit:apart value} "
        "{unit}.",
        "D-204",
    ),
    "trajectory-starts-elsewhere": (
        "Joint {joint} stands {difference} {unit} from where the motion begins.",
        "D-205",
    ),
    "jog-too-far": (
        "The jog of joint {joint} goes {value:apart limit} {unit}; allowed are {limit:apart value} {unit}.",
        "D-206",
    ),
    "jog-too-fast": (
        "The jog of joint {joint} runs at {value:apart limit} {unit}; allowed are {limit:apart value} "
        "{unit}.",
        "D-207",
    ),
    "tool-too-fast": (
        "Tool point or elbow would reach {speed:apart limit} mm/s; until the arm is proven "
        "{limit:apart speed} mm/s are allowed.",
        "D-208",
    ),
    "too-long-unattended": (
        "The move lasts {seconds:apart limit} s; this controller would finish it even if this computer "
        "failed, "
        "so {limit:apart seconds} s are allowed.",
        "D-209",
    ),
    "too-fast-unattended": (
        "The move reaches {speed:apart limit} mm/s; this controller would finish it even if this computer "
        "failed, "
        "so {limit:apart speed} mm/s are allowed.",
        "D-210",
    ),
    "range-unknown": ("The range of the joints {joints} is not known.", "D-211"),
    "velocity-limit-unknown": ("The speed limit of the joints {joints} is not known.", "D-212"),
    "acceleration-limit-unknown": (
        "The acceleration limit of the joints {joints} is not known; an assumed value is used.",
        "D-213",
    ),
    "torque-limit-unknown": (
        "The rated torque of the joints {joints} is not known; it is not checked.",
        "D-214",
    ),
    "shape-assumed": (
        "The description has no body; collisions are checked with assumed tubes around the links.",
        "D-215",
    ),
    "floor-not-given": ("The height of the floor is not given; distances to it are not checked.", "D-216"),
    "inertia-unknown": ("The description has no masses; torques are not checked.", "D-217"),
    "payload-mass-assumed": (
        "The largest payload is not known; {mass} kg were assumed for the torques.",
        "D-218",
    ),
    "payload-distance-assumed": (
        "The largest distance of a payload is not known; {distance} mm were assumed for the torques.",
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
        "{first} would come within {distance:apart limit} mm of the floor after {seconds} s; "
        "{limit:apart distance} mm are kept free.",
        "D-222",
    ),
    "box-collision": (
        "{first} would come within {distance:apart limit} mm of {second} after {seconds} s; "
        "{limit:apart distance} mm are kept free.",
        "D-223",
    ),
    "next-stage-too-strong": (
        "At {speed:%} of the speed joint {joint} would need {share:% apart limit} of its rated torque, by "
        "what the "
        "slower stages took; {limit:% apart share} are allowed.",
        "D-225",
    ),
    "plan-shape": ("The motion is for {found} joints; the arm has {expected}.", "D-226"),
    "plan-not-finite": ("The target of the motion is not a valid position.", "D-227"),
    "plan-speed": ("The motion has a speed that is not possible ({speed}).", "D-228"),
    "speed-unknown": (
        "The speed limit of joint {joint} is not known, so a share of it cannot be used. "
        "Add the limit to the description.",
        "D-229",
    ),
    "self-collision": (
        "{first} and {second} would come within {distance:apart limit} mm of each other after {seconds} s; "
        "{limit:apart distance} mm are kept free.",
        "D-224",
    ),
}
"""Findings about a planned motion, by their codes."""
