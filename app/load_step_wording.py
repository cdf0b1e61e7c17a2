"""The sentences about load steps: D-38x, and why gravity cannot load a joint. Knows no Qt."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from app.wording import Wording

if TYPE_CHECKING:
    from core.elasticity.load_steps_plan import PoorLoad

_NOTHING_MOVED = "Nothing has moved."

LOAD_STEP_ERRORS: Mapping[str, Wording] = {
    "no-loadable-joint": Wording(
        "D-380",
        "Gravity loads no joint of {robot} enough to see its gear bend.",
        "Load steps need a load that changes with the pose. Nothing has moved.",
        "Hang a payload off the flange's axis and give its mass and centre, or name the joints that shall "
        "run all the same.",
    ),
    "no-load-step-pose": Wording(
        "D-381",
        "No pose was found in which {joint:joint} can go slowly there and back clear of everything.",
        "The ranges around where the arm stands, or the way to them, were not allowed. Nothing has moved.",
        "Move the arm where it has more room, or leave that joint out.",
    ),
    "load-step-joint": Wording(
        "D-382",
        "There is no {joint:joint}; the arm has {joints}.",
        _NOTHING_MOVED,
        "Choose among those.",
    ),
    "load-step-setting": Wording(
        "D-383",
        "{value} makes no sense as {setting:words} of the load steps.",
        _NOTHING_MOVED,
        "Choose another value.",
    ),
    "load-step-payload": Wording(
        "D-384",
        "A payload of {mass} kg at {center} m cannot hang on the flange.",
        _NOTHING_MOVED,
        "Give a mass above zero and three finite numbers in m, in the flange's directions.",
    ),
    "controller-tells-no-twist": Wording(
        "D-385",
        "{controller} does not tell both encoders of a joint.",
        "How far a gear bends is motor angle less link angle. Nothing has moved.",
        "Let the controller stream the encoders before and behind the gears.",
    ),
}

_OBSTACLES: Mapping[str, str] = {
    "vertical-axis": "turns about a vertical axis in every pose: gravity puts no torque on it, and no "
    "payload changes that. Load steps cannot measure its gear; ordinary motion may, or tilting "
    "the base.",
    "slides": "slides: gravity pulls on it equally all along its way. Load steps cannot measure it.",
    "balanced": "is loaded too little: gravity changes its torque by {span:.2g} {unit} at most, "
    "{needed:.2g} {unit} are needed.",
    "no-room": "could be loaded by {span:.3g} {unit}, but no range of it that is clear of floor, arm and "
    "boxes was found. Move the arm where it has more room.",
}
_PAYLOAD = " About {mass:.2g} kg hung {distance:.0f} mm off its axis would do."
_ANYWAY = " It runs because it was asked for."
_MM = 1000.0


def poor_load_text(poor: "PoorLoad", *, joint: str, slides: bool = False) -> str:
    """Why gravity does not load a joint enough, and what would."""
    unit = "N" if slides else "N·m"
    text = _OBSTACLES[poor.obstacle.value].format(span=poor.span, needed=poor.needed, unit=unit)
    if poor.payload_mass is not None and poor.payload_distance is not None:
        text += _PAYLOAD.format(mass=poor.payload_mass, distance=_MM * poor.payload_distance)
    return f"Joint {poor.joint + 1} ({joint}) {text}{_ANYWAY if poor.is_run else ''}"
