"""How a verification looks on a terminal and in JSON: every joint on every recording, pass or fail."""

import math
from collections.abc import Iterator

from rich.console import RenderableType

from app.errors.text import reason_text
from app.terminal.judgement import judgement_lines
from app.terminal.output import table
from core.exchange.export_json import judgement_json, validation_json
from core.fields import to_json_value
from core.identification.verification_result import JointVerification, RecordingVerification, Verification

_PER_CENT = 100.0
_WORDS = {True: "pass", False: "FAIL", None: "not judged"}


def verification_json(verification: Verification) -> dict[str, object]:
    """The documented keys of ``verification``; shares and SI, null where there is no number."""
    document: dict[str, object] = {
        "model_key": verification.model,
        "model_created_at": verification.model_created_at,
        "created_at": verification.created_at,
        "passed": verification.passed,
        "joint_passed": list(verification.joint_passed),
        "recordings": [_recording_json(one) for one in verification.recordings],
        **judgement_json(verification.judgement, reason_text=reason_text),
        "mark": verification.mark.value,
    }
    return {name: to_json_value(value) for name, value in document.items()}


def _recording_json(one: RecordingVerification) -> dict[str, object]:
    return {
        "recording": one.recording,
        "motion": one.motion.value,
        "top_speed": one.top_speed,
        "passed": one.passed,
        "joints": [
            {
                "joint": joint.joint,
                "moving_share": joint.moving_share,
                "rms_torque": joint.rms_torque,
                "relative_error": joint.relative_error,
                "relative_limit": joint.relative_limit,
                "rms_limit": joint.rms_limit,
                "passed": joint.passed,
            }
            for joint in one.joints
        ],
        "validation": validation_json(one.validation),
    }


def verification_lines(verification: Verification) -> Iterator[RenderableType]:
    """A table per recording, one plain sentence, and the verdict."""
    for one in verification.recordings:
        used = " (used in the fit)" if one.validation.used_in_fit else ""
        yield table(
            f"{one.recording}{used}: {one.motion.value}, flange up to {1e3 * one.top_speed:.0f} mm/s",
            ("joint", "error moving %", "limit %", "RMS N·m", "limit N·m", "result"),
            [_row(joint) for joint in one.joints],
        )
    yield verification_sentence(verification)
    yield from judgement_lines(verification.judgement)


def verification_sentence(verification: Verification) -> str:
    """What the model is worth, in words."""
    joint = verification.worst_joint
    if joint is None:
        return "No joint moved enough to say what the model is worth."
    error = _PER_CENT * float(verification.relative_error[joint])
    unseen = not any(one.validation.used_in_fit for one in verification.recordings)
    motion = "motion it has not seen" if unseen else "these recordings"
    name = verification.joints[joint]
    return f"The model predicts every joint within {error:.2g} % on {motion}; {name} is the worst."


def _row(joint: JointVerification) -> tuple[object, ...]:
    return (
        joint.joint,
        _number(_PER_CENT * joint.relative_error),
        _number(_PER_CENT * joint.relative_limit),
        joint.rms_torque,
        _number(joint.rms_limit),
        _WORDS[joint.passed],
    )


def _number(value: float) -> float | None:
    return value if math.isfinite(value) else None
