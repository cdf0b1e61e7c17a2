"""Verdicts on a payload from excitation runs: mass, x, y and z each, and the fit as a whole."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from core.errors import Fact
from core.estimation.estimate import Estimate
from core.payload.coverage import USABLE_TIMES, good_limits
from core.payload.dynamic.runs import DynamicRun
from core.payload.result import QUANTITIES
from core.quality import Judgement, Reason, Verdict
from core.recording import FloatArray

SIGNIFICANT = 3.0
"""Mass in standard deviations from which a centre of mass is defined."""
UNKNOWN_SHARE = 0.3
"""Uncertainty relative to the mass above which the runs do not determine it."""
FAR = 0.1
"""Uncertainty of a centre of mass above which it is undetermined, m."""
MOVED = 2.0
"""Distance between the possible body and the fit, in standard deviations, that is reported."""
UNLIKE = 2.0
"""Error of a loaded run, relative to that of unloaded runs of the same motion, that is reported.

A larger error means that something else changed than the load, or that the load itself changed.
"""
UNLIKE_ELSEWHERE = 4.0
"""The same relative to runs of other motions, whose model errors differ more."""
_ESTIMATOR_CODES = frozenset({"few-time-blocks", "weights-did-not-settle"})
"""Codes of an estimator's reasons that apply to the payload; the rest concern the arm's parameters."""


@dataclass(frozen=True, eq=False)
class PayloadSpread:
    """``scatter`` and ``gains`` (4, 4) are the covariances of mass, x, y, z from either; NaN where unknown.

    ``fitted`` (4,) are the fitted values, ``found`` (4,) those of the nearest possible body.
    """

    scatter: FloatArray
    gains: FloatArray
    fitted: FloatArray
    found: FloatArray

    @property
    def std(self) -> FloatArray:
        """Standard deviations (4,) in kg and m."""
        return np.asarray(np.sqrt(np.diag(self.scatter + self.gains)))


def quantity_judgements(spread: PayloadSpread) -> tuple[Judgement, ...]:
    """A verdict on each of ``QUANTITIES``."""
    good = good_limits(float(spread.found[0]))
    return tuple(
        Judgement.of(_reasons(spread, place, good=float(good[place]))) for place in range(len(QUANTITIES))
    )


def _reasons(spread: PayloadSpread, place: int, *, good: float) -> list[Reason]:
    std, mass = float(spread.std[place]), float(spread.fitted[0])
    noise = float(np.sqrt(spread.scatter[0, 0]))  # a centre of mass exists only with a mass
    if place and not mass > SIGNIFICANT * noise:
        facts: dict[str, Fact] = {"mass": mass, "mass_std": noise}
        return [Reason("payload-too-light", facts, Verdict.NOT_MEASURABLE)]
    if not np.isfinite(std):
        return [Reason("payload-undetermined", {"quantity": QUANTITIES[place]}, Verdict.NOT_MEASURABLE)]
    found = []
    if not place and mass < -SIGNIFICANT * std:
        found.append(Reason("payload-negative", {"mass": mass}, Verdict.REPEAT))
    if std > good:
        found.append(_uncertain(spread, place, std=std, good=good))
    moved = abs(float(spread.found[place] - spread.fitted[place]))
    if moved > MOVED * std:
        by: dict[str, Fact] = {"by": _shown(moved, place), "std": _shown(std, place)}
        found.append(Reason(_code("moved", place), by, Verdict.USABLE))
    return found


def _uncertain(spread: PayloadSpread, place: int, *, std: float, good: float) -> Reason:
    verdict = Verdict.USABLE if std <= USABLE_TIMES * good else Verdict.REPEAT
    unknown = FAR if place else UNKNOWN_SHARE * abs(float(spread.found[0]))
    if verdict is Verdict.REPEAT and std > unknown:
        verdict = Verdict.NOT_MEASURABLE
    cause = "gains" if spread.gains[place, place] > spread.scatter[place, place] else "scatter"
    return Reason(_code(cause, place), {"std": _shown(std, place), "good": _shown(good, place)}, verdict)


def _code(cause: str, place: int) -> str:
    codes = {
        "gains": ("payload-mass-by-gains", "payload-center-by-gains"),
        "scatter": ("payload-mass-by-scatter", "payload-center-by-scatter"),
        "moved": ("payload-mass-moved", "payload-center-moved"),
    }
    return codes[cause][min(place, 1)]


def _shown(value: float, place: int) -> float:
    """The value in kg, or in mm, rounded to two digits."""
    return float(f"{value * 1e3 if place else value:.2g}")


def fit_reasons(
    estimate: Estimate, runs: Sequence[DynamicRun], errors: FloatArray | None, *, joints: Sequence[str]
) -> tuple[Reason, ...]:
    """Reasons against the fit as a whole; ``errors`` (runs, n) are the fit's residuals of each run."""
    found = [reason for reason in estimate.reasons if reason.code in _ESTIMATOR_CODES]
    if errors is None:
        return tuple(found)
    for run, own in zip(runs, errors, strict=True):
        unlike = run.is_loaded & (own > _usual_error(run, runs, errors))
        if unlike.any():
            names = tuple(name for name, is_one in zip(joints, unlike, strict=True) if is_one)
            facts: dict[str, Fact] = {"recording": run.label, "joints": names}
            found.append(Reason("payload-run-unlike", facts, Verdict.REPEAT))
    return tuple(found)


def _usual_error(run: DynamicRun, runs: Sequence[DynamicRun], errors: FloatArray) -> FloatArray:
    """Largest usual error (n,) of the fit on a loaded run."""
    unloaded = [number for number, other in enumerate(runs) if not other.is_loaded]
    same = [number for number in unloaded if runs[number].motion == run.motion]
    times = UNLIKE if same else UNLIKE_ELSEWHERE
    return np.asarray(times * np.fmax.reduce(errors[same or unloaded]))
