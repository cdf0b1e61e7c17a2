"""Sentences about a gear on a bench with a locked output: D-37x and Q-24x."""

from collections.abc import Mapping

from app.errors.sentence import Wording

_NOTHING_MOVED = "Nothing has moved."

BENCH_ERRORS: Mapping[str, Wording] = {
    "output-locked": Wording(
        "D-370",
        "{robot} has its output locked.",
        "What was asked for takes an arm that moves; here the motor only winds its gear up.",
        "Run the torque ramps and analyse their twist, or choose another robot.",
    ),
    "output-not-locked": Wording(
        "D-371",
        "The description of {robot} does not say that its output is locked.",
        "An arm whose output is free would move instead of winding its gears up. " + _NOTHING_MOVED,
        "Lock the output and write output_locked = true into the description, or choose another robot.",
    ),
    "torque-ramp-wind": Wording(
        "D-373",
        "The motor went {wind:deg}° and the torque came to {torque} N·m only.",
        "The output gives, the gear has more play than that, or the torque is not measured. The motor was "
        "stopped.",
        "Look at the clamping; where it holds, let the motor go further.",
    ),
    "torque-ramp-not-following": Wording(
        "D-374",
        "The motor of {joint:joint} stayed {distance:deg}° behind where it was sent.",
        "Its drive cannot hold it against the gear. The motor was stopped.",
        "Wind it to less torque, or look at the drive's limits.",
    ),
    "torque-lost": Wording(
        "D-375",
        "The torque of {joint:joint} is no longer reported.",
        "Without it, the motor does not know when to turn round. The motor was stopped.",
        "Look at the drive and connect again.",
    ),
    "rated-torque-unknown": Wording(
        "D-376",
        "The description says no torque limit for {joint:joint}.",
        "How far its gear may be wound up is unknown. " + _NOTHING_MOVED,
        "Write its rated torque into the description.",
    ),
}

BENCH_REASONS: Mapping[str, tuple[str, str]] = {
    "bench-no-loop": (
        "The torque on {joint:joint} never went to both sides and back, so there is no loop to judge. Ramp "
        "it up and down through zero.",
        "Q-240",
    ),
    "bench-load-too-small": (
        "The torque on {joint:joint} reached {load:apart needed} N·m; its lost motion takes ramps to "
        "{needed:apart load} N·m. Ramp "
        "it further.",
        "Q-241",
    ),
    "bench-mostly-play": (
        "The ramps took little more than the play out of {joint:joint}, so its stiffness did not show. Ramp "
        "it to more torque.",
        "Q-242",
    ),
}
