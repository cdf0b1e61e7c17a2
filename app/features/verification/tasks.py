"""A stored model judged on what was recorded to verify it, and what a visit knows of that. No Qt.

Runs in the worker process of the window, or directly for the command line.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

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


def judge_verification(
    monitor: Monitor,
    *,
    visit: Path,
    motions: Mapping[str, VerifiedMotion],
    limits: VerificationLimits | None,
    model: str = "",
) -> Verification:
    """Judge the visit's newest model, or that of a key, on recordings by their labels; it is stored.

    Raises
    ------
    BadRequest
        ``no-model-to-verify``, ``unknown-recording``; as ``verify_model``.
    """
    from app.visit.recordings import robot_of
    from core.identification.verification import verify_model
    from core.storage.visit import Visit

    with Visit.open(visit, recover=False) as opened:
        key = model or newest_model(opened)
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


def newest_verification(visit: "Visit") -> Verification | None:
    """The newest verification of a visit, if it has any."""
    stored = visit.results(VERIFICATION)
    return visit.result(stored[-1].key, Verification) if stored else None


def verified_motion(label: str) -> VerifiedMotion:
    """What the arm did in a recording, by how its label ends."""
    endings = {ending: motion for motion, ending in _ENDINGS.items()}
    return endings.get(label.rpartition("-")[2], VerifiedMotion.OTHER)


def label_of(motion: VerifiedMotion, *, label: str) -> str:
    """What a motion's recording is called, such as ``verify-circle``."""
    return f"{label}-{_ENDINGS[motion]}"


_ENDINGS = {
    VerifiedMotion.EXCITATION: "excitation",
    VerifiedMotion.POINTS: "points",
    VerifiedMotion.CIRCLE: "circle",
}


def verification_of_visit(monitor: Monitor, *, path: Path) -> Verification | None:
    """The newest verification of a visit, if it has any."""
    from core.storage.visit import Visit

    monitor.check()
    with Visit.open(path) as visit:
        return newest_verification(visit)
