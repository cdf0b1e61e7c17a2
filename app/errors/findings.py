"""The sentences of ``app.errors.text`` for single findings: reasons, dropped rows, problems in a file.

Each table maps a code of the core to a sentence and the short code that people quote.
A sentence may name facts in braces; ``{share:%}`` writes a fraction in per cent.
"""

REASONS: dict[str, tuple[str, str]] = {
    "network-not-measured": ("Too few packages came to judge the network.", "Q-330"),
    "network-delay": (
        "Beyond {good:ms} ms a heartbeat comes late; the controller bears it up to {most:ms} ms.",
        "Q-331",
    ),
    "network-delay-refused": (
        "Beyond {most:ms} ms the controller misses heartbeats and stops motions for no reason: motion is "
        "not allowed. Use a cable instead of a radio link, and close other programs.",
        "Q-332",
    ),
    "network-round-trip": (
        "Beyond {good:ms} ms a STOP travels noticeably; up to {most:ms} ms motion is allowed.",
        "Q-333",
    ),
    "network-round-trip-refused": (
        "Beyond {most:ms} ms a STOP arrives too late: motion is not allowed. Connect this computer to the "
        "same network as the arm.",
        "Q-334",
    ),
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
        "The recordings last {duration_s:apart wanted_s} s; at least {wanted_s:apart duration_s} s are "
        "wanted. Add another one.",
        "Q-006",
    ),
    "mostly-systematic": (
        "The ± of {count} of {all} parameters is mostly systematic: friction of another form, gears that "
        "bend, or gains of a data sheet. Longer recordings do not reduce it.",
        "Q-017",
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
        "Beyond the known speeds friction is taken to go on along a line. Fit a run with these speeds too.",
        "Q-015",
    ),
    "joint-off-on-held-out-motion": (
        "On {recording} the model misses up to {relative_error:%} of the torque of {joints}. "
        "Let these joints move further and faster in the fit.",
        "Q-014",
    ),
    "joint-unexplained": (
        "The model misses up to {unexplained:%} of the variation of the torque of {joints}, worst on "
        "{recording}; above {limit:%} no model is good. Check the signs, order and units of the channels, "
        "and the friction model.",
        "Q-016",
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
    "error-not-a-number": (
        "The error of {joints} on {recording} is no number. Values are missing, or too large for an arm.",
        "Q-083",
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
        "Possible bodies raise the error of the fit by {cost:% apart limit}, over {limit:% apart cost}. "
        "Use the base parameters "
        "for control; check payload, drive gains and friction model.",
        "Q-072",
    ),
    "physical-costs-on-held-out-motion": (
        "Possible bodies raise the error on motion kept back by {cost:% apart limit}, over "
        "{limit:% apart cost}. Use the base "
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
        "{joint} was commanded to move, but {other} moved instead. Check the order of the joints in the "
        "controller before anything moves again.",
        "Q-110",
    ),
    "other-joint-moved": (
        "While {joint} was jogged, {other} moved by {moved} {unit}. Check its brake and the coupling.",
        "Q-111",
    ),
    "joint-did-not-move": (
        "{joint} was commanded to move, but did not. Check its brake, and that the controller is in remote "
        "mode.",
        "Q-112",
    ),
    "jog-not-recorded": (
        "The recording lacks the jogs of {joint}, or their beginnings or ends. Record them again.",
        "Q-120",
    ),
    "jog-direction-reversed": (
        "{joint} moved against the commanded direction. Correct its direction in the robot description.",
        "Q-113",
    ),
    "jog-size-wrong": (
        "{joint} moved {ratio} times as far as commanded. Check its gear ratio and units.",
        "Q-114",
    ),
    "moved-too-little": (
        "{joint} moved {moved:apart wanted} {unit}; {wanted:apart moved} {unit} are wanted to compare its "
        "encoders. Move it further.",
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
    "needs-load-steps": "Load the gears by gravity first.",
    "needs-plan": "Plan a motion first.",
    "needs-excitation": "Run the planned motion first.",
    "needs-recordings": "Add a recording first.",
    "needs-choice": "Choose the recordings to fit first.",
    "needs-model": "Identify a model first.",
    "needs-drive-gains": "Find the drive gains first.",
    "needs-torque-ramps": "Run the torque ramps first.",
    "needs-elasticity": "Look at the gears first.",
    "needs-stiffness": "Work out the stiffness of the arm first.",
    "needs-verification": "Verify the model first.",
    "needs-compensation": "Bring the tool back under load first.",
    "needs-payload-reference": "Choose the reference of the payload first.",
    "needs-payload": "Measure the payload first.",
    "needs-payload-report": "Write the payload's report first.",
    "needs-report": "Write the report first.",
}
"""Reasons why a step of a guide cannot be opened: ``core.workflow.Blocking``."""
