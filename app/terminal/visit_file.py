"""Reads a stored model, payload or drive gains from a visit file, for commands."""

from app.terminal.command import WrongUse
from core.identification.gains.result import DRIVE_GAINS, DriveGains
from core.identification.result import IDENTIFICATION, IDENTIFICATION_PART, IdentificationResult
from core.payload.result import PAYLOAD, PayloadResult
from core.recording import FloatArray
from core.storage.visit import Visit


def stored_identification(visit: Visit, key: str | None) -> IdentificationResult:
    """Read the model of this key, or the newest one.

    Raises
    ------
    WrongUse
        There is none, or none of this key.
    """
    known = [entry.key for entry in visit.results(IDENTIFICATION)]
    if not known:
        raise WrongUse("This visit holds no identified model yet. Run `torsion identify` on it first.")
    if key is not None and key not in known:
        raise WrongUse(f"This visit holds no model {key}. It has: {', '.join(known)}.")
    return visit.result(key or known[-1], IdentificationResult)


def stored_payload_result(visit: Visit, key: str | None) -> PayloadResult:
    """Read the payload of this key, or the newest one.

    Raises
    ------
    WrongUse
        There is none, or none of this key.
    """
    known = [entry.key for entry in visit.results(PAYLOAD)]
    if not known:
        raise WrongUse("This visit holds no payload yet. Run `torsion payload` on it first.")
    if key is not None and key not in known:
        raise WrongUse(f"This visit holds no payload {key}. It has: {', '.join(known)}.")
    return visit.result(key or known[-1], PayloadResult)


def stopped_identification(visit: Visit) -> IdentificationResult:
    """Model of the newest fit that was stopped.

    Raises
    ------
    WrongUse
        There is none.
    """
    stored = visit.results(IDENTIFICATION_PART)
    if not stored:
        raise WrongUse("This visit holds no fit that was stopped. Run `torsion identify` without --resume.")
    return visit.result(stored[-1].key, IdentificationResult)


def stored_drive_gain(visit: Visit) -> FloatArray:
    """Drive gains (n,) of the newest result, N·m/A.

    Raises
    ------
    WrongUse
        There are none, or those of a joint are unknown.
    """
    stored = visit.results(DRIVE_GAINS)
    if not stored:
        raise WrongUse("This visit holds no identified drive gains yet. Run `torsion gains` on it first.")
    found = visit.result(stored[-1].key, DriveGains)
    if found.unknown_joints:
        raise WrongUse(
            f"The drive gains {stored[-1].key} of this visit leave {', '.join(found.unknown_joints)} open. "
            "Give a file with a gain for every joint (--gains FILE)."
        )
    return found.drive_gain
