"""Sentences about load steps: errors D-38x, and the reasons why gravity cannot load a joint. No Qt."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from app.errors.sentence import Wording
from app.speech.fact_forms import apart
from app.speech.language import joined_sentences, translate

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
    "controller-tells-no-twist": Wording(
        "D-385",
        "{controller} does not tell both encoders of a joint.",
        "How far a gear bends is motor angle less link angle. Nothing has moved.",
        "Let the controller stream the encoders before and behind the gears. The controllers of Universal "
        "Robots and of Elite send one encoder per joint: their gears cannot be judged this way.",
    ),
}

_MM = 1000.0


def _tr(text: str) -> str:
    return translate("LoadStepWording", text)


def _obstacle(poor: "PoorLoad") -> str:
    return {
        "vertical-axis": _tr(
            "{joint} turns about a vertical axis in every pose: gravity puts no torque on "
            "it, and no payload changes that. Load steps cannot measure its gear; ordinary motion may, or "
            "tilting the base."
        ),
        "slides": _tr(
            "{joint} slides: gravity pulls on it equally all along its way. Load steps cannot measure it."
        ),
        "balanced": _tr(
            "{joint} is loaded too little: gravity changes its torque by {span} {unit} at "
            "most, {needed} {unit} are needed."
        ),
        "no-room": _tr(
            "{joint} could be loaded by {span} {unit}, but no range of it that is clear of "
            "floor, arm and boxes was found. Move the arm where it has more room."
        ),
    }[poor.obstacle.value]


def poor_load_text(poor: "PoorLoad", *, joint: str, slides: bool = False) -> str:
    """Reason why gravity does not load a joint enough, and the payload that would load it."""
    unit = "N" if slides else "N·m"
    is_little = poor.obstacle.value == "balanced"
    span = f"{poor.span:.3g}" if not is_little else apart(poor.span, poor.needed, digits=2)
    sentences = [
        _obstacle(poor).format(
            joint=joint,
            span=span,
            needed=apart(poor.needed, poor.span, digits=2),
            unit=unit,
        )
    ]
    if poor.payload_mass is not None and poor.payload_distance is not None:
        words = _tr("About {mass} kg hung {distance} mm off its axis would do.")
        sentences.append(
            words.format(mass=f"{poor.payload_mass:.2g}", distance=f"{_MM * poor.payload_distance:.0f}")
        )
    if poor.is_run:
        sentences.append(_tr("It runs because it was asked for."))
    return joined_sentences(*sentences)
