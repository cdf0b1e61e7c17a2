"""What the commands ask of a visit file: its robot, recordings by label, a stored model."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from app.terminal.command import WrongUse
from app.visit.recordings import robot_of as recorded_robot
from core.errors import BadRequest
from core.identification.gains.result import DriveGains
from core.identification.result import IDENTIFICATION, IDENTIFICATION_PART, IdentificationResult
from core.recording import FloatArray, Recording
from core.storage.visit import Visit

if TYPE_CHECKING:
    from core.robot.model import RobotModel

DRIVE_GAINS = "drive-gains"
"""Under this kind the drive gains that were found are stored."""


def robot_of(visit: Visit) -> "RobotModel":
    """The robot that the visit was made to, with the drive gains that its controller told."""
    return recorded_robot(visit)


def selected_recordings(visit: Visit, labels: Sequence[str]) -> dict[str, Recording]:
    """The recordings of these labels.

    Raises
    ------
    BadRequest
        ``unknown-recording``, with the labels that there are.
    """
    known = visit.labels
    unknown = tuple(label for label in labels if label not in known)
    if unknown:
        raise BadRequest("unknown-recording", labels=unknown, known=known)
    return {label: visit.recording(label) for label in labels}


def stored_identification(visit: Visit, key: str | None) -> IdentificationResult:
    """The stored model of this key, or the last one.

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


def stopped_identification(visit: Visit) -> IdentificationResult:
    """The model whose fit was stopped last.

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
    """The drive gains (n,) in N·m/A that were found last.

    Raises
    ------
    WrongUse
        There are none, or they leave a joint open.
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
