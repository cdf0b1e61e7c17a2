"""The sentences about running the sweeps of a payload: D-39x. Knows no Qt."""

from collections.abc import Mapping

from app.errors.sentence import Wording

_NOTHING_MOVED = "Nothing has moved."

PAYLOAD_RUN_ERRORS: Mapping[str, Wording] = {
    "payload-plan-missing": Wording(
        "D-390",
        "{file} holds no sweeps of a payload that could be run again.",
        "The payload's sweeps have to be those of the reference. Nothing has moved.",
        "Sweep the arm with nothing on its flange first, or name another visit.",
    ),
    "payload-plan-other-arm": Wording(
        "D-391",
        "These sweeps belong to {found}, and this arm is {expected}.",
        "Another arm's gears and gains would pass for a payload. Nothing has moved.",
        "Name a visit to this arm, or sweep it with nothing on its flange.",
    ),
    "payload-sweep-unknown": Wording(
        "D-392",
        "There is no sweep {sweep}; the last one is {last}.",
        _NOTHING_MOVED,
        "Choose among those of the plan.",
    ),
    "payload-known-load-missing": Wording(
        "D-393",
        "A weighed load belongs to the sweeps with a known load, and to no others; these are {load:words}.",
        _NOTHING_MOVED,
        "Give mass and centre of the load that hangs on the flange, or state that it was not weighed.",
    ),
    "payload-no-loaded-joint": Wording(
        "D-394",
        "Gravity loads fewer than two turning joints of {robot}: its drives do not show a payload.",
        "The axes of the others are vertical, so no sweep shows mass and centre. Nothing has moved.",
        "Weigh the payload. A joint that slides up and down shows its mass, excitation runs its inertia.",
    ),
    "no-payload-pose": Wording(
        "D-395",
        "No pose was found in which two joints can sweep with the payload clear of everything.",
        "{tried} ranges were looked at; these, or the way to them, were not allowed. Nothing has moved.",
        "Move the arm where it has more room, or choose narrower sweeps.",
    ),
}
