"""The sentences of ``app.error_text`` for single findings: reasons, dropped rows, problems in a file.

Each table maps a code of the core to a sentence and the short code that people quote.
A sentence may name facts in braces; ``{share:%}`` writes a fraction in per cent.
"""

from app.comparison_wording import COMPARISON_REASONS
from app.compensation_wording import COMPENSATION_REASONS
from app.excite_wording import EXCITE_REASONS
from app.friction_wording import FRICTION_REASONS
from app.trajectory_wording import TRAJECTORY_PROBLEMS, TRAJECTORY_REASONS
from app.twist_wording import TWIST_REASONS

REASONS: dict[str, tuple[str, str]] = {
    **COMPARISON_REASONS,
    **COMPENSATION_REASONS,
    **EXCITE_REASONS,
    **FRICTION_REASONS,
    **TRAJECTORY_REASONS,
    **TWIST_REASONS,
    "few-time-blocks": (
        "The recordings give {blocks} blocks of time, {wanted} are wanted; the ± are rough. Record longer.",
        "Q-001",
    ),
    "columns-undetermined": (
        "The motion does not determine {columns} of the parameters at all. Record a richer motion.",
        "Q-002",
    ),
    "weights-did-not-settle": (
        "The weights of the joints still changed after {iterations} rounds. Compare with another estimator.",
        "Q-003",
    ),
    "friction-behind-sensor": (
        "The torque was measured behind the gear, which hides the friction and rotors of the motors. "
        "The friction here is that of the joint alone.",
        "Q-004",
    ),
    "excitation-too-weak": (
        "The motion leaves {open_torque:%} of the torque open. Add a recording that moves all joints, "
        "fast and far.",
        "Q-005",
    ),
    "short-motion": (
        "The recordings last {duration_s} s; at least {wanted_s} s are wanted. Add another one.",
        "Q-006",
    ),
    "not-validated": (
        "The model was not judged on a recording of its own. Choose one to validate with.",
        "Q-007",
    ),
    "large-error-on-held-out-motion": (
        "On {recording} the model misses {relative_error:%} of the torque. Try another friction model, "
        "or check payload and drive gains.",
        "Q-008",
    ),
    "does-not-generalise": (
        "The error on {recording} is {ratio} times that of the fit. The fit covers too little; "
        "add a different motion to it.",
        "Q-009",
    ),
    "faster-than-fitted": (
        "On {recording}, {joints} moved faster than ever in the fit, up to {share:%} of the time. "
        "Friction is taken as at the fastest known speed. Fit a run with these speeds too.",
        "Q-015",
    ),
    "joint-off-on-held-out-motion": (
        "On {recording} the model misses up to {relative_error:%} of the torque of {joints}. "
        "Let these joints move further and faster in the fit.",
        "Q-014",
    ),
    "verification-limit-passed": (
        "On {recording} the error of {joints} is beyond its limit (up to {relative_error:%} of the torque"
        " while moving).",
        "Q-080",
    ),
    "verified-on-fitted-motion": (
        "{recording} was used in the fit: how well the model does on it says little.",
        "Q-081",
    ),
    "joint-not-verified": (
        "{joints} hardly moved, so that nothing is said about them.",
        "Q-082",
    ),
    "physical-impossible": (
        "No bodies satisfy the bounds on the masses. Widen the bounds, or leave them out.",
        "Q-070",
    ),
    "physical-not-solved": (
        "The search for possible bodies ended without one ({status}). The base parameters stand; "
        "export them to json, csv or mat.",
        "Q-071",
    ),
    "physical-costs-in-the-fit": (
        "Possible bodies raise the error of the fit by {cost:%}, over {limit:%}. Use the base parameters "
        "for control; check payload, drive gains and friction model.",
        "Q-072",
    ),
    "physical-costs-on-held-out-motion": (
        "Possible bodies raise the error on motion kept back by {cost:%}, over {limit:%}. Use the base "
        "parameters for control; check payload, drive gains and friction model.",
        "Q-073",
    ),
    "physical-reference-assumed": (
        "The robot description has no masses, so solid bodies in the shape of the arm fill in what no motor "
        "feels. Torques are not affected; add masses to the description if you know them.",
        "Q-074",
    ),
    "gain-one-pair": (
        "One pair of runs cannot show an error that both share, such as a friction model that suits their "
        "motion badly. Add a pair with another motion.",
        "Q-090",
    ),
    "gain-search-unsettled": (
        "The gains still changed when the search ended. Record a richer motion, or a heavier payload.",
        "Q-091",
    ),
    "gains-undetermined": (
        "These runs do not determine the gain of {joints}. Let these joints carry and move the payload more.",
        "Q-092",
    ),
    "gains-uncertain": (
        "The gain of {joints} is less certain than the others. Let these joints carry and move the payload "
        "more, or add a pair of runs.",
        "Q-093",
    ),
    "gain-far-from-description": (
        "The gain of {joints} is far from the one in the robot description. Check the mass of the payload "
        "and the units of the current.",
        "Q-094",
    ),
    "gain-undetermined": ("These runs cannot determine it.", "Q-095"),
    "gain-uncertain": ("Its ± is {relative_std:%} of its value.", "Q-096"),
    "parameter-undetermined": ("This motion cannot determine it.", "Q-010"),
    "parameter-uncertain": ("Its ± is {relative_std:%} of its value.", "Q-011"),
    "parameter-too-small-to-tell": (
        "Its ± is {relative_std:%} of its value, but it is so small that the torque does not depend on it.",
        "Q-012",
    ),
    "parameter-poorly-determined": (
        "Its ± is {relative_std:%} of its value. Record a motion that shows it better before using it.",
        "Q-013",
    ),
    # The encoder check
    "encoder-sign-swapped": (
        "Motor and link encoder of {joint} count in opposite directions (the wrong one: {channel}). "
        "Correct its sign in the controller or the robot description, then check again.",
        "Q-101",
    ),
    "encoder-ratio-wrong": (
        "The motor of {joint} says {slope} times the angle of the other encoder (± {slope_std}); more than "
        "2 % off. Check gear ratio and counts per turn in the robot description.",
        "Q-102",
    ),
    "units-degrees": (
        "The {channel} values of {joint} are off by 57.3: degrees and radians are mixed up. "
        "Correct the unit of this channel.",
        "Q-103",
    ),
    "encoder-turned": (
        "The offset of {joint} is off by {turns} × 360° of the {of}, as after a power cycle. "
        "Nothing slipped. Set the turn counter in the controller and check again.",
        "Q-104",
    ),
    "encoder-offset-changed": (
        "Motor and link of {joint} stand {moved} {unit} differently to each other than before: "
        "something slipped or was taken apart. Check its gear and coupling before it moves.",
        "Q-105",
    ),
    "encoder-stuck": (
        "The {channel} encoder of {joint} stands still while the joint moves. Check its cable and supply.",
        "Q-106",
    ),
    "encoder-of-other-joint": (
        "The link encoder read for {link} moves with the motor of {motor}. Two encoders are exchanged; "
        "check their cables.",
        "Q-107",
    ),
    "coupling-differs": (
        "While {joint} moved, the motor of {motor} turned {measured} rad per rad; the description says "
        "{expected}. Correct the coupling in the robot description.",
        "Q-108",
    ),
    "coupling-not-checked": (
        "{joint} never moved alone, so its coupling to other motors was not checked. Jog it by itself.",
        "Q-109",
    ),
    "joint-moved-other": (
        "{joint} was told to move and {other} moved instead. Check the order of the joints in the "
        "controller before anything moves again.",
        "Q-110",
    ),
    "other-joint-moved": (
        "While {joint} was jogged, {other} moved by {moved} {unit}. Check its brake and the coupling.",
        "Q-111",
    ),
    "joint-did-not-move": (
        "{joint} was told to move and did not. Check its brake, and that the controller is in remote mode.",
        "Q-112",
    ),
    "jog-not-recorded": (
        "The recording lacks the jogs of {joint}, or their beginnings or ends. Record them again.",
        "Q-120",
    ),
    "jog-direction-reversed": (
        "{joint} moved the other way than it was told. Correct its direction in the robot description.",
        "Q-113",
    ),
    "jog-size-wrong": (
        "{joint} moved {ratio} times as far as it was told. Check its gear ratio and units.",
        "Q-114",
    ),
    "moved-too-little": (
        "{joint} moved {moved} {unit}; {wanted} {unit} are wanted to compare its encoders. Move it further.",
        "Q-115",
    ),
    "joint-not-jogged": (
        "{joint} was not jogged; the check ended before its turn. Run it again.",
        "Q-121",
    ),
    "offset-beyond-a-turn": (
        "Motor and link of {joint} stand {turns} × 360° apart. That is harmless where the motor counts from "
        "a zero of its own; an absolute encoder has lost count of its turns, as after a power cycle.",
        "Q-122",
    ),
    "one-direction-only": (
        "{joint} moved in one direction only, so its offset includes lost motion. Move it back as well.",
        "Q-116",
    ),
    "slope-uncertain": (
        "The ratio of the encoders of {joint} came out as {slope} ± {slope_std}, too rough for 2 %. "
        "Move it further, slowly, and back.",
        "Q-117",
    ),
    "one-encoder": (
        "This controller shows one encoder of {joint}. Sign and size can be compared with a commanded jog; "
        "its gear and offset cannot be checked.",
        "Q-118",
    ),
    "velocity-differs": (
        "The velocity reported for {joint} is {ratio} times the change of its position. "
        "It is not used; check the channel.",
        "Q-119",
    ),
}

BLOCKING: dict[str, str] = {
    "needs-controller": "Connect a controller first.",
    "needs-motion": "This controller takes no motions; move the arm by hand or by its own program.",
    "needs-trajectory": "This controller moves from point to point only; it runs no trajectories.",
    "needs-link-encoders": "This needs link encoders, and the controller shows none.",
    "needs-payload-write-back": "This controller does not let its payload setting be changed.",
    "needs-check": "Check the encoders first.",
    "needs-friction": "Measure the friction first.",
    "needs-plan": "Plan a motion first.",
    "needs-excitation": "Run the planned motion first.",
    "needs-recordings": "Add a recording first.",
    "needs-choice": "Choose the recordings to fit first.",
    "needs-model": "Identify a model first.",
    "needs-elasticity": "Look at the gears first.",
    "needs-verification": "Verify the model first.",
    "needs-report": "Write the report first.",
}
"""Why a step of a guide cannot be opened: ``core.workflow.Blocking``."""

DROPPED: dict[str, tuple[str, str]] = {
    "truncated-last-row": ("the last line breaks off", "F-101"),
    "wrong-column-count": ("another number of columns than the rest of the file", "F-102"),
    "not-a-number": ("something that is not a number", "F-103"),
    "not-finite": ("a value that is missing or infinite", "F-104"),
    "impossible-value": ("a value that no arm can have", "F-105"),
    "clock-restart": ("the clock belongs to another run", "F-106"),
    "duplicate-time": ("the same time as the row before", "F-107"),
    "time-not-increasing": ("the clock runs backwards", "F-108"),
    "position-jump": ("a position that jumps away and back", "F-109"),
    "isolated": ("too few rows between two breaks to judge them", "F-113"),
    # Remarks: no row was left out
    "position-step": ("the position steps here and stays there; the rows were kept", "F-110"),
    "no-link-encoder": ("these joints have no link encoder", "F-111"),
    "not-imported": ("the layout has no use for this part of the file", "F-112"),
}

PROBLEMS: dict[str, tuple[str, str]] = {
    **TRAJECTORY_PROBLEMS,
    "wrong-kind": ("this is a {found} where {expected} is wanted", "V-101"),
    "refused-value": ("not a possible {kind} ({reason})", "V-102"),
    "missing-field": ("missing, and {kind} needs it", "V-103"),
    "missing": ("missing", "V-104"),
    # Recordings and their layouts
    "no-clock": ("there is neither a time nor a sample rate", "F-201"),
    "no-known-array": ("none of the arrays ({arrays}) has a known name ({known})", "F-202"),
    "wrong-length": ("the size {found} does not fit {expected} samples", "F-203"),
    "wrong-count": ("{found} columns do not fit what is wanted here", "F-204"),
    "not-numeric": ("these are not numbers", "F-205"),
    "no-such-column": ("there is no column {column}", "F-206"),
    "wrong-joint-count": ("{found} joints instead of {expected}", "F-207"),
    "wrong-value": ("{value} is not possible here", "F-208"),
    "one-column-only": ("one column only is possible here", "F-209"),
    "not-a-choice": ("{value} is none of {choices}", "F-210"),
    "unknown-unit": ("{value} is no known unit here; known are {units}", "F-211"),
    # Robot descriptions
    "toml-syntax": ("this is not TOML: {reason}", "R-101"),
    "missing-key": ("{key} is missing", "R-102"),
    "unknown-key": ("{key} means nothing here; check its spelling", "R-103"),
    "unknown-choice": ("{value} is none of {choices}", "R-104"),
    "unknown-joint": ("there is no joint {joint}; there are {joints}", "R-105"),
    "given-twice": ("given twice, here and as {key}", "R-106"),
    "given-for-some-joints": ("{key} is given for some joints only; give it for all or for none", "R-107"),
    "name-twice": ("another joint is named {name} too", "R-108"),
    "not-finite": ("this is not a finite number", "R-109"),
    "not-positive": ("{value} has to be greater than zero", "R-110"),
    "zero": ("this may not be zero", "R-111"),
    "wrong-shape": ("this has the size {found} instead of {expected}", "R-112"),
    "limits-reversed": ("the lower limit {lower} is not below the upper limit {upper}", "R-113"),
    "inertia-not-positive": ("no body has this inertia; it has to be positive in every direction", "R-114"),
    "not-a-placement": ("this matrix is no rotation with a shift", "R-115"),
    "coupling-singular": ("the coupling matrix has no inverse", "R-116"),
    "not-utf8": ("this is not UTF-8 text", "R-133"),
    "xml-syntax": ("this is not XML: {reason}", "R-117"),
    "urdf-no-robot": ("the file describes a {element}, not a robot", "R-118"),
    "urdf-missing-element": ("<{element}> is missing", "R-119"),
    "urdf-missing-attribute": ("the attribute {attribute} is missing", "R-120"),
    "urdf-not-numbers": ("{attribute}: '{text}' is not {count} numbers", "R-121"),
    "urdf-mass-not-positive": ("the mass {mass} has to be greater than zero", "R-122"),
    "urdf-joint-type": ("a joint of the type {type} cannot be used; possible are {types}", "R-123"),
    "urdf-mimic": ("joints that follow another joint cannot be used", "R-124"),
    "urdf-axis-zero": ("the axis has no length", "R-125"),
    "urdf-negative-limit": ("the {attribute} limit {value} is below zero", "R-126"),
    "urdf-unknown-link": ("there is no link {link}; there are {links}", "R-127"),
    "urdf-two-parents": ("the link {link} hangs on two joints", "R-128"),
    "urdf-loop": ("the links form a closed loop", "R-129"),
    "urdf-several-roots": ("several links hang on nothing: {links}", "R-130"),
    "urdf-nothing-moves": ("no joint moves between the base and {tip}", "R-131"),
    "urdf-branches": ("the arm branches and could end at {tips}; name the last link", "R-132"),
    # What no trajectory can do
    "start-outside-limits": (
        "starts at {start}{unit}, outside {lower}{unit} to {upper}{unit}; start from another pose",
        "S-201",
    ),
    "start-too-near-limit": (
        "starts at {start}{unit}, at an end of {lower}{unit} to {upper}{unit}; start at least {needed}{unit} "
        "inside",
        "S-202",
    ),
    "joint-cannot-move": (
        "cannot get farther than {reach}{unit} from its start in {seconds} s within {limit}{unit}{per}, and "
        "{needed}{unit} are needed; allow more, take longer, or lock it",
        "S-203",
    ),
    "joint-without-room": (
        "cannot get farther than {reach}{unit} from its start between {lower}{unit} and {upper}{unit}, and "
        "{needed}{unit} are needed; start elsewhere or lock it",
        "S-204",
    ),
    "start-too-near": ("{first} and {second} are {distance} mm apart; {limit} mm are kept free", "S-205"),
    "start-touches": ("{first} and {second} overlap by {distance} mm", "S-206"),
    "start-too-heavy": (
        "needs {share:%} of its rated torque to hold and leave the start pose with the heaviest payload; "
        "start from another pose",
        "S-207",
    ),
    "no-such-joint": ("there is no joint {joint}; the arm has {joints}", "S-208"),
    "nothing-free": ("all {joints} joints are locked; leave one free", "S-209"),
    "too-few-harmonics": (
        "it starts and ends at rest with {fewest} harmonics or more, not with {harmonics}",
        "S-210",
    ),
    "too-few-samples": (
        "{rows} rows of samples cannot determine {columns} parameters; sample more often or take longer",
        "S-211",
    ),
    "too-few-functions": (
        "{harmonics} harmonics and {samples} samples cannot tell {columns} parameters apart; use more",
        "S-212",
    ),
}
PROBLEMS |= {code: sentence for code, sentence in DROPPED.items() if code not in PROBLEMS}
"""A file without any usable row lists why its rows were left out."""
