"""The results of the gears' twist as a JSON document: the one place that fixes its keys.

SI units at the link side; what is not known is null. One entry per joint, in joint order. Keys may be
added, never renamed.
"""

import math
from collections.abc import Callable, Mapping

from core.elasticity.result import Elasticity, JointElasticity, Measured
from core.elasticity.tool_shift import ToolShift
from core.exchange.export_json import Document, ReasonText, judgement_json, reason_code, unseen_json
from core.fields import to_json_value

_QUANTITIES: Mapping[str, Callable[[JointElasticity], Measured | None]] = {
    "lag_s": lambda joint: joint.lag,
    "offset": lambda joint: joint.offset,
    "stiffness": lambda joint: joint.stiffness,
    "damping": lambda joint: joint.damping,
    "backlash": lambda joint: joint.backlash,
    "hysteresis_width": lambda joint: joint.hysteresis_width,
    "hysteresis_J": lambda joint: joint.hysteresis_energy,
    "lost_motion": lambda joint: joint.lost_motion,
    "rotor_inertia": lambda joint: joint.rotor_inertia,
}
"""Each goes with its standard deviation, under the same key with ``_std`` at the end."""


def deflection_json(
    found: Elasticity, *, tool: Mapping[str, ToolShift], reason_text: ReasonText = reason_code
) -> Document:
    """Return the results of the twist; ``tool`` by the recordings' labels, ``reason_text`` words a reason."""
    document: Document = {"robot": found.robot, "joints": list(found.joint_names)}
    for key, pick in _QUANTITIES.items():
        measured = [pick(joint) for joint in found.joints]
        document[key] = [None if one is None else one.value for one in measured]
        document[f"{key}_std"] = [None if one is None else one.std for one in measured]
    document |= {
        "ripple": [_ripple_json(joint) for joint in found.joints],
        "rms_raw": [joint.rms_raw for joint in found.joints],
        "rms_explained": [joint.rms_explained for joint in found.joints],
        "load_low": [joint.load_low for joint in found.joints],
        "load_high": [joint.load_high for joint in found.joints],
        "branch_stiffness": [joint.branch_stiffness for joint in found.joints],
        "link_position": [joint.link_position.value for joint in found.joints],
        "verdict": [joint.judgement.verdict.value for joint in found.joints],
        "reasons": [
            judgement_json(joint.judgement, reason_text=reason_text)["reasons"] for joint in found.joints
        ],
        "arm": judgement_json(found.judgement, reason_text=reason_text),
        **unseen_json(found.unseen, reason_text=reason_text),
        "tool_deflection_m": _tool_json(tool),
        "validation": [
            {"recording": one.recording, "rms_raw": one.rms_raw, "rms_explained": one.rms_explained}
            for one in found.validation
        ],
        **_provenance_json(found),
    }
    return {name: to_json_value(value) for name, value in document.items()}


def _ripple_json(joint: JointElasticity) -> list[Document] | None:
    """Null where no spectrum could be made; an empty list where it shows no line."""
    if joint.spectrum is None and not joint.ripple:
        return None
    return [
        {
            "cycles_per_motor_turn": line.cycles_per_motor_turn,
            "cycles_std": line.cycles_std,
            "amplitude": line.amplitude,
            "amplitude_std": line.amplitude_std,
            "cause": line.cause.value,
        }
        for line in joint.ripple
    ]


def _tool_json(tool: Mapping[str, ToolShift]) -> Document:
    """Over all recordings together, and of each."""
    known = [one for one in tool.values() if math.isfinite(one.rms)]
    samples = sum(one.size.size for one in known)
    total = sum(one.rms**2 * one.size.size for one in known)
    return {
        "max": max((one.largest for one in known), default=None),
        "rms": math.sqrt(total / samples) if samples else None,
        "recordings": [
            {
                "recording": label,
                "max": one.largest,
                "rms": one.rms,
                "joints": [joint + 1 for joint in one.joints],
            }
            for label, one in tool.items()
        ],
    }


def _provenance_json(found: Elasticity) -> Document:
    return {
        "recordings": list(found.recordings),
        "model": found.model or None,
        "model_created_at": found.model_created_at or None,
        "gain_std": found.gain_std,
        "temperature": found.temperature,
        "serial": found.serial or None,
        "power_on": found.power_on or None,
        "recorded_at": found.recorded_at or None,
        "software": found.software,
        "created_at": found.created_at,
        "mark": found.mark.value,
    }
