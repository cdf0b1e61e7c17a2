"""A made-up verification of the made-up model."""

from dataclasses import replace

import numpy as np

from core.identification.verification_result import (
    JointVerification,
    RecordingVerification,
    Verification,
    VerificationLimits,
    VerifiedMotion,
)
from core.quality import Judgement, Reason, Verdict
from core.recording import Mark
from tests.app import examples

ERRORS = {
    VerifiedMotion.EXCITATION: (0.03, 0.04, 0.05, 0.06, 0.08, 0.11),
    VerifiedMotion.CIRCLE: (0.02, 0.03, 0.04, 0.05, 0.07, float("nan")),
}


def verification(*, limit: float = 0.3) -> Verification:
    """Of six joints on two motions; the last joint stands on the circle."""
    limits = VerificationLimits.of(6, relative_error=limit)
    recordings = tuple(_recording(motion, limits) for motion in ERRORS)
    failed = limit < 0.11
    reason = Reason(
        "verification-limit-passed",
        {"recording": "verify-excitation", "joints": ("joint_6",), "relative_error": 0.11, "rms_torque": 0.5},
        Verdict.REPEAT,
    )
    return Verification(
        model="identification-001",
        model_created_at=examples.result().provenance.created_at,
        limits=limits,
        recordings=recordings,
        judgement=Judgement.of([reason] if failed else []),
        software="torsion 0.0",
        created_at="2026-03-04T05:06:07+00:00",
        mark=Mark.VIRTUAL,
    )


def _recording(motion: VerifiedMotion, limits: VerificationLimits) -> RecordingVerification:
    joints = tuple(
        JointVerification(
            joint=f"joint_{number + 1}",
            moving_share=0.0 if np.isnan(error) else 0.9,
            rms_torque=0.1 * (number + 1),
            relative_error=error,
            relative_limit=limits.relative_error[number],
            rms_limit=limits.rms_torque[number],
            passed=None if np.isnan(error) else error <= limits.relative_error[number],
        )
        for number, error in enumerate(ERRORS[motion])
    )
    label = f"verify-{motion.value}"
    validation = replace(examples.validation(label, used_in_fit=False), recording=label)
    return RecordingVerification(motion, 0.31, joints, validation)
