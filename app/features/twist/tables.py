"""How the twist of the gears looks on a terminal and in JSON: one entry per joint, in joint order."""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from rich.console import RenderableType

from app.errors.text import mark_text, reason_text
from app.terminal.judgement import judgement_lines
from app.terminal.output import table
from core.exchange.export_json import judgement_json
from core.fields import to_json_value

if TYPE_CHECKING:
    from core.elasticity.result import Elasticity, JointElasticity, Measured, Ripple
    from core.elasticity.tool_shift import ToolShift

ARCSECONDS = 3600.0 * 180.0 / math.pi
_MICROMETRES, _MILLIMETRES, _KILO, _MS = 1e6, 1e3, 1e-3, 1e3
_JOINT_COLUMNS = (
    "joint",
    "stiffness kN·m/rad (kN/m)",
    "±",
    "lag ms",
    "±",
    "backlash arcsec (µm)",
    "±",
    "hysteresis arcsec (µm)",
    "J",
    "damping N·m·s/rad (N·s/m)",
    "verdict",
)
_EXPLAINED_COLUMNS = ("joint", "load from N·m (N)", "to", "rms raw arcsec (µm)", "rms left", "offset ° (mm)")
_RIPPLE_COLUMNS = ("joint", "cycles per motor turn", "±", "amplitude arcsec (µm)", "±", "likely")
_BENCH_COLUMNS = ("joint", "lost motion arcsec (µm)", "±", "softest branch kN·m/rad (kN/m)", "stiffest")
_QUANTITIES: Mapping[str, Callable[["JointElasticity"], "Measured | None"]] = {
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


def deflection_json(found: "Elasticity", *, tool: Mapping[str, "ToolShift"]) -> dict[str, object]:
    """The documented keys of ``deflection``, SI; ``tool`` by the recordings' labels."""
    document: dict[str, object] = {"robot": found.robot, "joints": list(found.joint_names)}
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
        "verdict": [joint.judgement.verdict.value for joint in found.joints],
        "reasons": [
            judgement_json(joint.judgement, reason_text=reason_text)["reasons"] for joint in found.joints
        ],
        "arm": judgement_json(found.judgement, reason_text=reason_text),
        "tool_deflection_m": _tool_json(tool),
        "validation": [
            {"recording": one.recording, "rms_raw": one.rms_raw, "rms_explained": one.rms_explained}
            for one in found.validation
        ],
        **_provenance_json(found),
    }
    return {name: to_json_value(value) for name, value in document.items()}


def deflection_lines(found: "Elasticity", *, tool: Mapping[str, "ToolShift"]) -> Iterator[RenderableType]:
    """A table of the gears, what explains their twist, ripple, the tool, and each joint's verdict."""
    if mark := mark_text(found.mark):
        yield mark
    yield table("The gears", _JOINT_COLUMNS, [_joint_row(joint) for joint in found.joints])
    yield table("The twist", _EXPLAINED_COLUMNS, [_explained_row(joint) for joint in found.joints])
    bench = [joint for joint in found.joints if joint.lost_motion or joint.branch_stiffness]
    if bench:
        yield table("Output locked", _BENCH_COLUMNS, [_bench_row(joint) for joint in bench])
    lines = [_ripple_row(joint, line) for joint in found.joints for line in joint.ripple]
    if lines:
        yield table("Ripple", _RIPPLE_COLUMNS, lines)
    if found.validation:
        yield table(
            "On recordings that were kept back: rms left of raw, arcsec (µm)",
            ("recording", *found.joint_names),
            list(_validation_rows(found)),
        )
    if tool:
        rows = [(label, _MILLIMETRES * one.largest, _MILLIMETRES * one.rms) for label, one in tool.items()]
        yield table("All twist at the tool", ("recording", "at most mm", "rms mm"), rows)
    yield from _joint_sentences(found)
    told = {reason_text(reason) for joint in found.joints for reason in joint.judgement.reasons}
    rest = tuple(reason for reason in found.judgement.reasons if reason_text(reason) not in told)
    yield from judgement_lines(replace(found.judgement, reasons=rest))


def _joint_sentences(found: "Elasticity") -> Iterator[str]:
    for joint in found.joints:
        yield f"{joint.joint}: {joint.judgement.verdict.value}"
        for reason in joint.judgement.reasons:
            yield f"  - {reason_text(reason)}"


def _ripple_json(joint: "JointElasticity") -> list[dict[str, object]] | None:
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


def _tool_json(tool: Mapping[str, "ToolShift"]) -> dict[str, object]:
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


def _provenance_json(found: "Elasticity") -> dict[str, object]:
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


def _angle(joint: "JointElasticity") -> float:
    """What a small angle, or a small length, is shown in."""
    return _MICROMETRES if joint.is_prismatic else ARCSECONDS


def _scaled(measured: "Measured | None", scale: float) -> tuple[float | None, float | None]:
    if measured is None:
        return None, None
    return scale * measured.value + 0.0, scale * measured.std  # what is added makes no zero negative


def _joint_row(joint: "JointElasticity") -> Sequence[object]:
    angle = _angle(joint)
    width, _ = _scaled(joint.hysteresis_width, angle)
    energy, _ = _scaled(joint.hysteresis_energy, 1.0)
    damping, _ = _scaled(joint.damping, 1.0)
    return (
        joint.joint,
        *_scaled(joint.stiffness, _KILO),
        *_scaled(joint.lag, _MS),
        *_scaled(joint.backlash, angle),
        width,
        energy,
        damping,
        joint.judgement.verdict.value,
    )


def _explained_row(joint: "JointElasticity") -> Sequence[object]:
    angle = _angle(joint)
    offset, _ = _scaled(joint.offset, _MILLIMETRES if joint.is_prismatic else math.degrees(1.0))
    return (
        joint.joint,
        joint.load_low,
        joint.load_high,
        angle * joint.rms_raw,
        angle * joint.rms_explained,
        offset,
    )


def _bench_row(joint: "JointElasticity") -> Sequence[object]:
    softest, stiffest = joint.branch_stiffness or (math.nan, math.nan)
    return joint.joint, *_scaled(joint.lost_motion, _angle(joint)), _KILO * softest, _KILO * stiffest


def _ripple_row(joint: "JointElasticity", line: "Ripple") -> Sequence[object]:
    angle = _angle(joint)
    return (
        joint.joint,
        line.cycles_per_motor_turn,
        line.cycles_std,
        angle * line.amplitude,
        angle * line.amplitude_std,
        line.cause.value,
    )


def _validation_rows(found: "Elasticity") -> Iterator[Sequence[str]]:
    scales = [_angle(joint) for joint in found.joints]
    for one in found.validation:
        pairs = zip(one.rms_explained.tolist(), one.rms_raw.tolist(), scales, strict=True)
        yield (one.recording, *(_left_of(scale * left, scale * raw) for left, raw, scale in pairs))


def _left_of(left: float, raw: float) -> str:
    return f"{left:.3g} of {raw:.3g}" if math.isfinite(left) and math.isfinite(raw) else "-"
