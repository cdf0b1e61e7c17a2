"""Payloads as they were found against what really hung there: single errors, and how they are summed up."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass

import numpy as np

from core.errors import TorsionError
from core.payload.result import QUANTITIES, PayloadResult
from core.quality import Verdict
from core.recording import FloatArray

WITHIN_95 = 1.96
UNITS = {"mass": "kg", "x": "mm", "y": "mm", "z": "mm"}
_SCALE = np.array([1.0, 1e3, 1e3, 1e3])
_ALL = "mass, x, y, z"


@dataclass(frozen=True)
class Load:
    """What hangs on the flange: ``mass`` kg, ``center`` m in the flange frame."""

    mass: float
    center: tuple[float, float, float]

    @property
    def name(self) -> str:
        """For tables."""
        x, y, z = (round(1e3 * part) for part in self.center)
        return f"{self.mass:g} kg at {x} {y} {z} mm"


@dataclass(frozen=True)
class Judged:
    """One load worked out in one way: ``errors`` and ``stds`` of mass (kg), x, y, z (mm).

    ``verdicts`` of the four and of the whole; ``refusal`` instead of all of them where there is no
    result. ``minutes`` the arm took with the load.
    """

    section: str
    way: str
    arm: int
    load: str
    minutes: float
    errors: tuple[float, ...] = ()
    stds: tuple[float, ...] = ()
    verdicts: tuple[str, ...] = ()
    reasons: tuple[str, ...] = ()
    refusal: str = ""

    def as_line(self) -> dict[str, object]:
        """For a line of JSON, numbers short."""
        line = asdict(self)
        for name in ("errors", "stds"):
            line[name] = [float(f"{value:.4g}") for value in line[name]]
        return {name: value for name, value in line.items() if value not in ([], (), "")}


def judged(
    find: Callable[[], PayloadResult], *, section: str, way: str, arm: int, load: Load, minutes: float
) -> Judged:
    """Work one out, and hold it against the truth."""
    try:
        found = find()
    except TorsionError as error:
        return Judged(section, way, arm, load.name, minutes, refusal=str(error.code))
    estimate = found.estimate
    values = np.array([estimate.mass, *estimate.center_of_mass])
    errors = (values - np.array([load.mass, *load.center])) * _SCALE
    stds = np.sqrt(np.diag(estimate.covariance)) * _SCALE
    return Judged(
        section,
        way,
        arm,
        load.name,
        minutes,
        tuple(errors.tolist()),
        tuple(stds.tolist()),
        (*(str(one.verdict) for one in estimate.judgements), str(found.judgement.verdict)),
        tuple(reason.code for reason in found.judgement.reasons),
    )


def numbers_of(rows: Sequence[Judged]) -> dict[str, float]:
    """All rows summed up by section and way."""
    numbers: dict[str, float] = {}
    for section in dict.fromkeys(row.section for row in rows):
        there = [row for row in rows if row.section == section]
        numbers[f"{section}: arms"] = len({row.arm for row in there})
        numbers[f"{section}: robot minutes"] = float(np.mean([row.minutes for row in there]))
        numbers[f"{section}: robot minutes at most"] = max(row.minutes for row in there)
        for way in dict.fromkeys(row.way for row in there):
            summary = _summary([row for row in there if row.way == way])
            numbers |= {f"{section}: {way}: {what}": value for what, value in summary.items()}
    return {what: float(f"{value:.4g}") for what, value in numbers.items()}


def _summary(rows: Sequence[Judged]) -> dict[str, float]:
    """Of one way of working them out."""
    numbers: dict[str, float] = {"loads": len(rows)}
    refusals = [row.refusal for row in rows if row.refusal]
    numbers |= {f"refused, {code}": refusals.count(code) for code in dict.fromkeys(refusals)}
    found = [row for row in rows if not row.refusal]
    if not found:
        return numbers
    errors, stds = np.array([row.errors for row in found]), np.array([row.stds for row in found])
    for place, quantity in enumerate(QUANTITIES):
        numbers |= _errors(errors[:, place], f"{quantity}, {UNITS[quantity]}")
        numbers |= _calibration(errors[:, place], stds[:, place], quantity)
    numbers |= _calibration(errors.ravel(), stds.ravel(), _ALL)
    return numbers | _verdicts([row.verdicts for row in found])


def _errors(errors: FloatArray, what: str) -> dict[str, float]:
    known = errors[np.isfinite(errors)]
    if not known.size:
        return {}
    return {
        f"{what}: mean error": float(np.abs(known).mean()),
        f"{what}: worst error": float(np.abs(known).max()),
        f"{what}: mean signed error": float(known.mean()),
        f"{what}: spread": float(known.std(ddof=1)) if known.size > 1 else 0.0,
    }


def _calibration(errors: FloatArray, stds: FloatArray, what: str) -> dict[str, float]:
    known = np.isfinite(errors) & (stds > 0.0)
    if not np.any(known):
        return {}
    ratio = np.abs(errors[known] / stds[known])
    return {
        f"{what}: 95 % intervals that hold the truth": float(np.mean(ratio < WITHIN_95)),
        f"{what}: rms of error over stated deviation": math.sqrt(float(np.mean(ratio**2))),
        f"{what}: largest error over stated deviation": float(ratio.max()),
    }


def _verdicts(verdicts: Sequence[Sequence[str]]) -> dict[str, float]:
    named = (*QUANTITIES, "whole")
    counts: Mapping[str, int] = {
        f"{quantity} called {verdict}": sum(one[place] == str(verdict) for one in verdicts)
        for place, quantity in enumerate(named)
        for verdict in Verdict
    }
    return {what: count for what, count in counts.items() if count}
