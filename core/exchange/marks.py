"""Remarks in exported files: the source of the model, and what the file leaves out."""

from core.exchange.export_friction import ExportFriction
from core.identification.result import IdentificationResult, Provenance
from core.recording import Mark
from core.robot.model import RobotModel

_REMARKS = {
    Mark.NONE: "",
    Mark.SYNTHETIC: "SYNTHETIC: identified from computed recordings, not from measured ones",
    Mark.VIRTUAL: "VIRTUAL: identified from recordings of a simulated robot, not of a real one",
    Mark.REPLAY: "REPLAY: identified from recordings that were played back",
    Mark.SAID: "SAID TO BE VIRTUAL: identified from recordings of a device that calls itself virtual",
}


def mark_remark(provenance: Provenance) -> str:
    """The remark without a full stop; empty for a real arm."""
    return _REMARKS[provenance.shown_mark]


def body_remarks(result: IdentificationResult, *, physical: bool) -> list[str]:
    """Return the source of the masses and inertias in a file, in whole sentences."""
    provenance = result.provenance
    made = (
        f"Identified by {provenance.software} on {provenance.created_at} from "
        f"{', '.join(provenance.recordings)}; verdict {result.judgement.verdict.value}."
    )
    open_part = (
        "The data fix only some of the standard parameters (mass m, first moments mx my mz, inertia I at the "
        "link frame's origin); the others stay near the description."
    )
    kept = (
        "The inertials are the nearest bodies that are physically possible."
        if physical
        else "The inertials give the identified rigid-body torque. The identification was not asked for "
        "possible bodies; each link was looked at by itself."
    )
    remark = mark_remark(provenance)
    return [*([f"{remark}."] if remark else []), made, kept, open_part]


_FRICTION_LEFT_OUT = {
    "offset": "the offset of the torque",
    "load": "its growth with the load",
    "presliding": "its way of turning round at a reversal",
    "speed": "its bend over speed",
    "direction": "its difference between directions",
    "history": "its dependence on the motion before",
    "learner": "what the learner adds",
}


def friction_remark(friction: ExportFriction) -> str:
    """Return how a file's two numbers of friction relate to the identified friction, in whole sentences."""
    left_out = [_FRICTION_LEFT_OUT[code] for code in friction.left_out]
    apart = ", ".join(f"{value:.3g}" for value in friction.largest_difference)
    return (
        "Friction is a constant and a viscous part for each joint, the nearest to what was identified; at "
        f"the speeds of the fit it is at most {apart} N·m off."
        + (f" Left out: {', '.join(left_out)}." if left_out else "")
    )


def left_out_remarks(robot: RobotModel, *, coupling: bool) -> list[str]:
    """Return what a rigid arm in a file does not have, in whole sentences; ``coupling``: the file has it."""
    remarks = []
    if robot.is_coupled and not coupling:
        remarks.append("Coupled motors and what they add to the torque are left out.")
    if robot.compensators:
        remarks.append("The gravity compensator is left out; the torques are those it shares with the motor.")
    return remarks
