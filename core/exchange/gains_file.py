"""Drive gains as ``torsion gains --json`` wrote them, or a person by hand."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from core.bounds import DRIVE_GAIN, as_float, is_number
from core.errors import BadFile
from core.given_file import parse_given_json, read_given_bytes
from core.recording import FloatArray


@dataclass(frozen=True, eq=False)
class FileGains:
    """``drive_gain`` (n,) N·m/A, NaN where the file leaves one open.

    ``covariance`` (n, n) in (N·m/A)²; None where the file gives none.
    """

    drive_gain: FloatArray
    covariance: FloatArray | None


def read_gains(path: Path, *, joint_count: int) -> FileGains:
    """The gains of a JSON file with ``drive_gain``, and ``covariance`` or ``std`` where it has them.

    Raises
    ------
    BadFile
        ``gains-file-unreadable``, ``gains-file-size``, ``gains-file-value``.
    OSError
        When the file cannot be read.
    """
    document, gains = _document(path)
    try:
        covariance = _covariance(document)
    except (ValueError, TypeError, OverflowError) as error:
        raise BadFile("gains-file-unreadable", file=str(path)) from error
    if gains.shape != (joint_count,) or (
        covariance is not None and covariance.shape != (joint_count, joint_count)
    ):
        raise BadFile("gains-file-size", file=str(path), found=int(gains.size), wanted=joint_count)
    if covariance is not None and not np.all(np.diag(covariance)[np.isfinite(gains)] >= 0.0):
        raise BadFile("gains-file-unreadable", file=str(path))
    return FileGains(gains, covariance)


def read_drive_gain(path: Path) -> FloatArray:
    """The gains (n,) of a JSON file with ``drive_gain``, N·m/A; NaN where the file leaves one open.

    Raises
    ------
    BadFile
        ``gains-file-unreadable``; ``gains-file-value`` for one outside ``core.bounds.DRIVE_GAIN``.
    OSError
        When the file cannot be read.
    """
    return _document(path)[1]


def _document(path: Path) -> tuple[Mapping[str, object], FloatArray]:
    """Return the file's document and its gains."""
    try:
        document = parse_given_json(read_given_bytes(path).decode("utf-8-sig"), file=str(path))
        given = document["drive_gain"]
        if not isinstance(given, list) or not given:
            raise TypeError("no list")
        gains = _numbers(given)
        if gains.ndim != 1:
            raise ValueError("lists in the list")
    except (ValueError, TypeError, KeyError, OverflowError) as error:
        raise BadFile("gains-file-unreadable", file=str(path)) from error
    for joint, gain in enumerate(gains.tolist(), start=1):
        if not (math.isnan(gain) or DRIVE_GAIN.holds(gain)):
            raise BadFile(
                "gains-file-value",
                file=str(path),
                joint=joint,
                value=gain,
                lower=DRIVE_GAIN.lower,
                upper=DRIVE_GAIN.upper,
                unit=DRIVE_GAIN.unit,
            )
    return document, gains


def _covariance(document: Mapping[str, object]) -> FloatArray | None:
    if document.get("covariance") is not None:
        return _numbers(document["covariance"])
    if document.get("std") is not None:
        std = _numbers(document["std"])
        if np.any((std < 0.0) | (std > DRIVE_GAIN.upper)):
            raise ValueError("no standard deviation")
        return np.diag(std**2)
    return None


def _numbers(value: object) -> FloatArray:
    """Null is an unknown number; a text, ``true`` and ``1e999`` are none."""
    for one in _leaves(value):
        if one is not None and not (is_number(one) and math.isfinite(as_float(one))):
            raise TypeError("no number")
    return np.asarray(value, dtype=np.float64)


def _leaves(value: object) -> Iterator[Any]:
    if isinstance(value, list):
        for part in value:
            yield from _leaves(part)
    else:
        yield value
