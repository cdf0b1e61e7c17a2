"""A verification as a JSON document: the one place that fixes its keys.

Shares and SI units; what does not exist is null. Keys may be added, never renamed.
"""

from core.exchange.export_json import (
    Document,
    ReasonText,
    judgement_json,
    reason_code,
    unseen_json,
    validation_json,
)
from core.fields import to_json_value
from core.identification.verification_result import RecordingVerification, Verification


def verification_json(verification: Verification, *, reason_text: ReasonText = reason_code) -> Document:
    """Every joint on every recording, ready for ``json.dumps``; ``reason_text`` words a reason."""
    document: Document = {
        "model_key": verification.model,
        "model_created_at": verification.model_created_at,
        "created_at": verification.created_at,
        "passed": verification.passed,
        "joint_passed": list(verification.joint_passed),
        "recordings": [_recording_json(one) for one in verification.recordings],
        **judgement_json(verification.judgement, reason_text=reason_text),
        **unseen_json(verification.unseen, reason_text=reason_text),
        "mark": verification.mark.value,
    }
    ready: Document = to_json_value(document)
    return ready


def _recording_json(one: RecordingVerification) -> Document:
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
