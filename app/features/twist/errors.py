"""Sentences about the twist of the gears: I-070, Q-200 to Q-217."""

from collections.abc import Mapping

from app.errors.sentence import Wording

TWIST_ERRORS: Mapping[str, Wording] = {
    "no-both-encoders": Wording(
        "I-070",
        "{recording} lacks the motor or the link encoders.",
        "It has {has}; the twist of the gears takes both {needed}. Nothing was changed.",
        "Choose recordings with both encoders.",
    ),
}
TWIST_REASONS: Mapping[str, tuple[str, str]] = {
    "twist-no-link-encoder": (
        "{joint:Joint} has no link encoder, so nobody sees its gear twist. Judge it by its friction.",
        "Q-200",
    ),
    "twist-link-computed": (
        "The controller computes the link position of {joint:joint} from motor and torque. Its stiffness is "
        "the controller's own constant; hysteresis, backlash and ripple cannot be seen. Judge this gear by "
        "its friction.",
        "Q-216",
    ),
    "twist-link-unknown": (
        "Nothing tells yet whether the link position of {joint:joint} is measured or computed by the "
        "controller. Record slow strokes to and fro for half a minute.",
        "Q-217",
    ),
    "twist-load-too-small": (
        "{joint:Joint} cannot be judged by this motion: {load} N·m of load hardly twist its gear. "
        "Gravity does not load a vertical axis or a balanced wrist. Record faster motion, or carry a "
        "payload.",
        "Q-201",
    ),
    "twist-load-unknown": (
        "{joint:Joint} cannot be judged by this model: the motion that it was made from leaves up to "
        "{share:%} of the joint's load open. Record an excitation and identify with it, then analyse the "
        "twist again.",
        "Q-215",
    ),
    "twist-load-not-separable": (
        "{joint:Joint} cannot be judged by this motion: its load goes along with its speed or acceleration, "
        "so nobody can tell which of them twists the gear. Record another motion; where gravity loads the "
        "joint, run the load steps.",
        "Q-202",
    ),
    "twist-no-load-reversal": (
        "The load on {joint:joint} never changed its direction, so backlash did not show. Move it through "
        "the pose in which gravity pulls neither way.",
        "Q-203",
    ),
    "twist-loop-not-closed": (
        "The load on {joint:joint} changed little against the width of its loop, so the stiffness is that "
        "of small loads. Run the load steps, or carry a payload.",
        "Q-204",
    ),
    "twist-too-short-for-ripple": (
        "The motor of {joint:joint} turned {turns:apart needed} times; ripple needs {needed:apart turns} "
        "turns. Move that joint "
        "further.",
        "Q-205",
    ),
    "twist-gear-ratio-unknown": (
        "Nobody told the gear ratio of {joint:joint}, so ripple cannot be counted per motor turn. Add it to "
        "the robot description.",
        "Q-206",
    ),
    "twist-too-fast-for-ripple": (
        "{joint:Joint} moved too fast to show its ripple. Record slower motion.",
        "Q-207",
    ),
    "twist-unexplained": (
        "The parts leave {share:%} of what the gear of {joint:joint} twists. Something else moves: check "
        "its coupling, its bearings and how its encoder is mounted.",
        "Q-208",
    ),
    "twist-model-poor": (
        "The torque model misses {relative_error:%} of the torque of {joint:joint}, so its load is uncertain "
        "and its stiffness with it. Identify with a richer motion first.",
        "Q-209",
    ),
    "twist-lag-windup": (
        "Up to {lag:ms} ms of the lag of {joint:joint} may be the gear winding up with speed: both look "
        "alike. Record faster and slower motion together to tell them apart.",
        "Q-210",
    ),
    "twist-uncertain": (
        "The {quantity:words} of {joint:joint} is uncertain by {relative:%}. Record longer, or with more "
        "load.",
        "Q-211",
    ),
    "twist-not-a-line": (
        "The loop of {joint:joint} is no line: {softest:kilo} to {stiffest:kilo} kN·m/rad from its softest "
        "to its stiffest branch. Compare branches and lost motion, not one stiffness.",
        "Q-212",
    ),
    "twist-too-short": (
        "{joint:Joint} was seen for too short to take its twist apart. Record longer.",
        "Q-214",
    ),
    "twist-slipping": (
        "{joint:Joint} twisted further than its torque can explain: something slips. Stop using it; check "
        "coupling, clamping and gear.",
        "Q-213",
    ),
}
