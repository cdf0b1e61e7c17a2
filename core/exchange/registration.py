"""Placement of a laser tracker at an arm: the rigid motion of its points onto those of the kinematics.

Kabsch's fit (W. Kabsch, 1976) by singular values. Only its turn matters for shifts of the tool.
"""

from dataclasses import dataclass

import numpy as np

from core.errors import Fact
from core.recording import FloatArray

LEAST_POINTS = 3
LARGEST_RMS_M = 0.02
"""Kinematics and tool are known to millimetres; what misses by more is another frame, unit or tool."""
_WIDTH = 0.02
"""Of the points' length, and ``_WIDTH_M`` m at least, that they have to reach across it."""
_WIDTH_M = 0.005
_MIRRORED = 0.3
"""Of the misfit, that is left once points are mirrored, where it is the mirror that is wrong."""
_SCALE = 0.1
"""By which points may be larger or smaller before another unit is behind it."""
_OUTLIER = 0.25
"""Of the misfit, that is left without one point, where it is that point that is wrong."""


@dataclass(frozen=True, eq=False)
class Registration:
    """``base = rotation @ tracker + translation``.

    Attributes
    ----------
    rotation, translation
        (3, 3), (3,) m.
    rms
        m that points miss by, all three axes together.
    rotation_std
        (3,) rad about the base frame's axes.
    points
        How many.
    residuals
        (points, 3) m in the base frame.
    """

    rotation: FloatArray
    translation: FloatArray
    rms: float
    points: int
    rotation_std: FloatArray
    residuals: FloatArray

    def turned(self, shifts: FloatArray) -> FloatArray:
        """Shifts (..., 3) of the tracker's frame in the base frame."""
        return np.asarray(shifts @ self.rotation.T)


@dataclass(frozen=True)
class Misfit:
    """Reason why points of two frames are not the same: code, facts, and the point (from 0) if it is one."""

    code: str
    facts: dict[str, Fact]
    point: int | None = None


def register(measured: FloatArray, *, known: FloatArray) -> Registration:
    """The placement of the frame of ``measured`` (m, 3) m in that of ``known`` (m, 3) m by least squares.

    ``misfit`` says whether it can be believed.
    """
    center, aim = measured.mean(axis=0), known.mean(axis=0)
    from_here, to_there = measured - center, known - aim
    rotation = _rotation(from_here, to_there)
    residuals = to_there - from_here @ rotation.T
    return Registration(
        rotation=rotation,
        translation=aim - rotation @ center,
        rms=_rms(residuals),
        points=measured.shape[0],
        rotation_std=_rotation_std(to_there, residuals),
        residuals=residuals,
    )


def misfit(measured: FloatArray, *, known: FloatArray) -> Misfit | None:
    """Reason why the points (m, 3) determine no placement, or do not fit; None where they fit.

    Codes ``registration-too-few`` (found, needed), ``registration-in-line`` (width, length in m),
    ``registration-units`` (scale), ``registration-mirrored`` and ``registration-poor`` (rms, limit in m),
    ``registration-point`` (rms, without).
    """
    found = measured.shape[0]
    if found < LEAST_POINTS:
        return Misfit("registration-too-few", {"found": found, "needed": LEAST_POINTS})
    length, width = _extent(known)
    if width < max(_WIDTH * length, _WIDTH_M):
        return Misfit("registration-in-line", {"width": width, "length": length})
    rms = register(measured, known=known).rms
    return None if rms <= LARGEST_RMS_M else _explained(measured, known, rms=rms)


def scale_of(measured: FloatArray, *, known: FloatArray) -> float:
    """Return the scale of the measured points (m, 3) against the known; NaN where these coincide."""
    apart = _rms(known - known.mean(axis=0))
    return _rms(measured - measured.mean(axis=0)) / apart if apart > 0.0 else float("nan")


def _explained(measured: FloatArray, known: FloatArray, *, rms: float) -> Misfit:
    facts: dict[str, Fact] = {"rms": rms, "limit": LARGEST_RMS_M}
    rest, point = _without_worst(measured, known)
    if rest < _OUTLIER * rms and rest <= LARGEST_RMS_M:
        return Misfit("registration-point", {**facts, "without": rest}, point)
    mirrored = register(measured * np.array([1.0, 1.0, -1.0]), known=known).rms
    if mirrored < _MIRRORED * rms and mirrored <= LARGEST_RMS_M:
        return Misfit("registration-mirrored", {**facts, "without": mirrored})
    scale = scale_of(measured, known=known)
    if scale > 0.0 and abs(np.log(scale)) > _SCALE:
        return Misfit("registration-units", {**facts, "scale": scale})
    return Misfit("registration-poor", facts)


def _without_worst(measured: FloatArray, known: FloatArray) -> tuple[float, int]:
    """The least rms (m) with one point left out, and which that is; infinite where all are needed."""
    count = measured.shape[0]
    if count <= LEAST_POINTS:
        return float("inf"), 0
    rests = [
        register(np.delete(measured, point, axis=0), known=np.delete(known, point, axis=0)).rms
        for point in range(count)
    ]
    return min(rests), int(np.argmin(rests))


def _rotation(measured: FloatArray, known: FloatArray) -> FloatArray:
    """(3, 3) that turns centred points onto others best, no mirror."""
    left, _, right = np.linalg.svd(known.T @ measured)
    hand = np.diag([1.0, 1.0, np.sign(np.linalg.det(left @ right))])
    return np.asarray(left @ hand @ right)


def _rotation_std(known: FloatArray, residuals: FloatArray) -> FloatArray:
    """(3,) rad; three points leave three numbers to tell the scatter from, every other three more."""
    free = 3 * known.shape[0] - 6
    if free <= 0:
        return np.full(3, np.inf)
    squares = np.einsum("ij,ij->i", known, known)
    information = squares.sum() * np.eye(3) - known.T @ known
    scatter = float((residuals**2).sum()) / free
    return np.asarray(np.sqrt(np.diag(np.linalg.pinv(information)) * scatter))


def _extent(points: FloatArray) -> tuple[float, float]:
    """Return the extent (m, rms) of points along the longest direction, and across it."""
    singular = np.linalg.svd(points - points.mean(axis=0), compute_uv=False) / np.sqrt(points.shape[0])
    return float(singular[0]), float(singular[1])


def _rms(vectors: FloatArray) -> float:
    """Return the root mean square of lengths."""
    return float(np.sqrt((vectors**2).sum(axis=1).mean()))
