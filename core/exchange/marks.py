"""Remarks in exported files: the source of the model, and what the file leaves out."""

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


def left_out_remarks(robot: RobotModel) -> list[str]:
    """Return what a rigid arm in a file does not have, in whole sentences."""
    remarks = []
    if robot.is_coupled:
        remarks.append("Coupled motors and what they add to the torque are left out.")
    if robot.compensators:
        remarks.append("The gravity compensator is left out; the torques are those it shares with the motor.")
    return remarks
