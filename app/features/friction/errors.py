"""The sentences about measuring friction by sweeps: D-36x, Q-16x, Q-170 and Q-171."""

from collections.abc import Mapping

from app.errors.sentence import Wording

_NOTHING_MOVED = "Nothing has moved."
_RECORD_SWEEPS = (
    "Run the friction procedure, or record one joint after the other going there and back at a steady speed, "
    "the others at rest, at four speeds or more."
)

FRICTION_ERRORS: Mapping[str, Wording] = {
    "friction-behind-sensor": Wording(
        "D-363",
        "The torque of {recording} is measured behind the gear.",
        "The friction of motor and gear does not reach a sensor there, so it cannot be measured with it.",
        "Use the motor currents, if the controller tells them.",
    ),
    "no-sweeps-still": Wording(
        "D-364",
        "No joint moves in {recording}.",
        "The longest travel is {travel:deg}°, of {joint:joint}; a stroke needs {needed:deg}°.",
        _RECORD_SWEEPS,
    ),
    "no-sweeps-together": Wording(
        "D-368",
        "In {recording} the joints move together.",
        "Several joints move during {together:%} of the motion; {joint:joint} travels {travel:deg}° at up to "
        "{speed:deg} °/s.",
        _RECORD_SWEEPS,
    ),
    "no-sweeps-unsteady": Wording(
        "D-369",
        "In {recording} no joint moves at a steady speed.",
        "Of the moves of one joint, {short} were steady for too short and {unsteady} had no steady speed; "
        "{joint:joint} travels {travel:deg}° at up to {speed:deg} °/s.",
        _RECORD_SWEEPS,
    ),
    "no-sweep-recordings": Wording(
        "D-365",
        "No recording was named.",
        "There is nothing to measure friction from.",
        "Choose at least one.",
    ),
    "sweep-joint": Wording(
        "D-367",
        "There is no {joint:joint}; the arm has {joints}.",
        _NOTHING_MOVED,
        "Choose among those.",
    ),
    "no-sweep-pose": Wording(
        "D-360",
        "No pose was found in which {joint:joint} can be swept clear of everything.",
        "{tried} poses around where the arm stands had room; the way to them, or the strokes there, were not "
        "allowed. Nothing has moved.",
        "Move the arm where it has more room, or leave that joint out.",
    ),
    "sweep-speed-unknown": Wording(
        "D-361",
        "The speed limit of {joint:joint} is not known.",
        "How fast a sweep may be, and a move to its beginning, is a share of it. Nothing has moved.",
        "Add the limit to the description of the robot.",
    ),
    "controller-tells-no-torque": Wording(
        "D-362",
        "{controller} tells neither torque nor current.",
        "Friction is what the drives have to give beyond the load. Nothing has moved.",
        "Let the controller stream motor currents.",
    ),
}

FRICTION_REASONS: Mapping[str, tuple[str, str]] = {
    "joint-not-swept": (
        "{joint:Joint} was not swept at a steady speed. Run the friction procedure for it.",
        "Q-160",
    ),
    "sweep-strokes-short": (
        "{strokes} strokes of {joint:joint} were at a steady speed for too short. Use a wider range or lower "
        "speeds.",
        "Q-161",
    ),
    "sweep-strokes-not-steady": (
        "{strokes} strokes of {joint:joint} had no steady speed. Only that part counts.",
        "Q-162",
    ),
    "sweep-moves-left-out": (
        "{strokes} strokes of {joint:joint} were moves to another place, faster than the sweeps. They do not "
        "count.",
        "Q-171",
    ),
    "sweep-strokes-without-return": (
        "{strokes} strokes of {joint:joint} have none back at the same speed over the same positions.",
        "Q-163",
    ),
    "too-few-sweep-pairs": (
        "{joint:Joint} was swept there and back {pairs} times; models need {needed}. Sweep at more speeds.",
        "Q-164",
    ),
    "sweep-speeds-narrow": (
        "The fastest sweep of {joint:joint} was {ratio:apart wanted} times as fast as the slowest; "
        "{wanted:apart ratio} times say how "
        "friction depends on speed. Sweep slower and faster.",
        "Q-165",
    ),
    "friction-drives": (
        "The torque of {joint:joint} seems to drive the motion at some speed, not to brake it. Check the "
        "signs of torque and position.",
        "Q-166",
    ),
    "friction-points-scatter": (
        "The friction points of {joint:joint} are uncertain by {share:% apart limit} of it; "
        "{limit:% apart share} are usual. "
        "Sweep again with longer strokes.",
        "Q-167",
    ),
    "sweep-load-steady": (
        "The load on {joint:joint} changed by only {span} N·m, so how friction grows with load was not "
        "measured.",
        "Q-168",
    ),
    "friction-drifts": (
        "The friction of {joint:joint} changed by {share:%} between the first and the last sweep. Warm the "
        "arm up and sweep again.",
        "Q-169",
    ),
    "friction-model-poor": (
        "The best model of {joint:joint} misses strokes it was not fitted to by {share:% apart limit} of "
        "the friction; "
        "{limit:% apart share} are usual. Sweep at more speeds.",
        "Q-170",
    ),
}
