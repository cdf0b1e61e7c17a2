"""Drive gains as ``torsion gains --json`` wrote them, or a person by hand."""

import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from core.errors import BadFile
from core.recording import FloatArray


@dataclass(frozen=True, eq=False)
class FileGains:
    """``drive_gain`` (n,) N·m/A, NaN where the file leaves one open.

    ``covariance`` (n, n) in (N·m/A)²; None where the file says nothing of their doubt.
    """

    drive_gain: FloatArray
    covariance: FloatArray | None


def read_gains(path: Path, *, joint_count: int) -> FileGains:
    """The gains of a JSON file with ``drive_gain``, and ``covariance`` or ``std`` where it has them.

    Raises
    ------
    BadFile
        ``gains-file-unreadable``, ``gains-file-size``.
    OSError
        When the file cannot be read.
    """
    try:
        document = json.loads(path.read_text("utf-8"))
        gains = _numbers(document["drive_gain"])
        covariance = _covariance(document)
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise BadFile("gains-file-unreadable", file=str(path)) from error
    if gains.shape != (joint_count,) or (
        covariance is not None and covariance.shape != (joint_count, joint_count)
    ):
        raise BadFile("gains-file-size", file=str(path), found=int(gains.size), wanted=joint_count)
    if np.any(gains <= 0.0):
        raise BadFile("gains-file-unreadable", file=str(path))
    return FileGains(gains, covariance)


def _covariance(document: dict[str, object]) -> FloatArray | None:
    if document.get("covariance") is not None:
        return _numbers(document["covariance"])
    if document.get("std") is not None:
        return np.diag(_numbers(document["std"]) ** 2)
    return None


def _numbers(value: object) -> FloatArray:
    """Null is a number that nobody knows."""
    return np.asarray(value, dtype=np.float64)
