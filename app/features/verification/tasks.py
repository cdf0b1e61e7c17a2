"""The verification of a visit: a model judged on recordings, stored, and read. No Qt.

Runs in the worker process of the window, or directly for the command line.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from app.visit.stored_products import newest
from core.errors import BadRequest
from core.identification.result import IDENTIFICATION, IdentificationResult
from core.identification.verification_result import (
    VERIFICATION,
    Verification,
    VerificationLimits,
    VerifiedMotion,
)
from core.monitor import Monitor

if TYPE_CHECKING:
    from core.storage.visit import Visit

MOTIONS = {
    "excitation": VerifiedMotion.EXCITATION,
    "points": VerifiedMotion.POINTS,
    "circle": VerifiedMotion.CIRCLE,
}
"""Motions of a verification by their names in options and labels, in the order in which they run."""


def judge_verification(
    monitor: Monitor,
    *,
    visit: Path,
    motions: Mapping[str, VerifiedMotion],
    limits: VerificationLimits | None,
) -> Verification:
    """Judge the newest model of a visit on recordings by their labels, and store the result.

    Raises
    ------
    BadRequest
        ``no-model-to-verify``, ``unknown-recording``; as ``verify_model``.
    """
    from app.visit.recordings import robot_of
    from core.identification.verification import verify_model
    from core.storage.visit import Visit

    with Visit.open(visit, recover=False) as opened:
        key = newest_model(opened)
        unknown = tuple(label for label in motions if label not in opened.labels)
        if unknown:
            raise BadRequest("unknown-recording", labels=unknown, known=opened.labels)
        found = verify_model(
            opened.result(key, IdentificationResult),
            robot_of(opened),
            {label: opened.recording(label) for label in motions},
            model=key,
            motions=motions,
            limits=limits,
            monitor=monitor,
        )
        opened.add_result(VERIFICATION, found)
    return found


def newest_model(visit: "Visit") -> str:
    """Key of the newest model of a visit.

    Raises
    ------
    BadRequest
        ``no-model-to-verify``.
    """
    stored = visit.results(IDENTIFICATION)
    if not stored:
        raise BadRequest("no-model-to-verify")
    return stored[-1].key


def verified_motion(label: str) -> VerifiedMotion:
    """Motion of a recording by the ending of its label."""
    return MOTIONS.get(label.rpartition("-")[2], VerifiedMotion.OTHER)


def label_of(motion: VerifiedMotion, *, label: str) -> str:
    """Label of the recording of a motion, such as ``verify-circle``."""
    return f"{label}-{next(name for name, one in MOTIONS.items() if one is motion)}"


def verification_of_visit(monitor: Monitor, *, path: Path) -> Verification | None:
    """The newest verification of the visit in a file; None where it has none."""
    from core.storage.visit import Visit

    monitor.check()
    with Visit.open(path) as visit:
        return newest(visit, VERIFICATION, Verification)
