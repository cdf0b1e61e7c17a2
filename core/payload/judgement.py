"""The verdict on a payload from sweeps, with its reasons."""

from collections.abc import Sequence

import numpy as np

from core.errors import Fact
from core.payload.joint_estimate import JointFit
from core.payload.result import GainCheck
from core.payload.settings import Directions, GainSource, PayloadSettings, SweepKey
from core.payload.strokes import PayloadStroke
from core.payload.sweeps import NO_REFERENCE, OTHER_SPEED, ArrangedSweeps, is_same_speed
from core.quality import Reason, Verdict

UNLIKELY = 1e-4
"""Probability that noise alone causes contradictions of this size."""
USABLE_CONTRADICTION, REPEAT_CONTRADICTION = 2.0, 4.0
"""Ratio of the sweeps' separate results to the noise for *usable* and for *repeat*."""
CHANGED_GAIN = 0.5
"""Share of the contradiction that a changed payload must explain."""
SHORT_SHARE = 0.6
"""Shortest loaded range relative to the unloaded sweep's."""
RATIO_SIGMAS = 3.0
RATIO_OFF = 0.03
"""Largest usual error of a ratio of gains; data sheets allow as much for each."""

OF_TORQUES = frozenset({"payload-contradiction", "payload-changed", "payload-gain-ratio-off"})
"""Codes that apply only to results from drive torques."""


def contradiction_factor(fit: JointFit) -> float:
    """Ratio of the sweeps' scatter to their noise, at least 1 (Birge's ratio)."""
    squares, freedom = fit.contradiction
    return float(np.sqrt(max(1.0, squares / freedom))) if freedom else 1.0


def fit_reasons(
    fit: JointFit, arranged: ArrangedSweeps, *, gains: GainCheck | None, settings: PayloadSettings
) -> tuple[Reason, ...]:
    """Reasons against the result as a whole."""
    found = [*_contradiction(fit), *_missing(arranged), *_speeds(arranged), *_short(arranged)]
    if settings.directions is Directions.FORWARD:
        found.append(Reason("payload-one-direction", {}, Verdict.USABLE))
    if gains is not None:
        found += _gains(gains, is_known=bool(arranged.known))
    return tuple(found)


def _contradiction(fit: JointFit) -> list[Reason]:
    from scipy.stats import chi2

    squares, freedom = fit.contradiction
    factor = contradiction_factor(fit)
    if not freedom or factor < USABLE_CONTRADICTION or chi2.sf(squares, freedom) > UNLIKELY:
        return []
    worst = max(fit.discrepancies, key=lambda key: fit.discrepancies[key].squares)
    facts: dict[str, Fact] = {
        "factor": factor,
        "joint": worst.joint + 1,
        "orientation": worst.orientation,
        "off": fit.discrepancies[worst].mean,
    }
    changed = _changed_after(fit, squares)
    if changed is not None:
        after: dict[str, Fact] = {
            "joint": changed.joint + 1,
            "orientation": changed.orientation,
            "factor": factor,
        }
        return [Reason("payload-changed", after, Verdict.REPEAT)]
    verdict = Verdict.REPEAT if factor >= REPEAT_CONTRADICTION else Verdict.USABLE
    return [Reason("payload-contradiction", facts, verdict)]


def _changed_after(fit: JointFit, squares: float) -> SweepKey | None:
    """The last sweep before the payload changed, if a change explains the contradiction."""
    swept = sorted((sweep for group in fit.groups for sweep in group.loaded), key=lambda sweep: sweep.begins)
    keys = [sweep.key for sweep in swept if sweep.key.recording == swept[0].key.recording]
    best, gain = None, CHANGED_GAIN * squares
    for count in range(2, len(keys) - 1):
        fallen = fit.before_and_after(keys[:count])
        if fallen > gain:
            best, gain = keys[count - 1], fallen
    return best


def _missing(arranged: ArrangedSweeps) -> list[Reason]:
    lone = [one for one in arranged.refused if one.code == NO_REFERENCE]
    found: list[Reason] = []
    if lone:
        found.append(Reason("payload-sweeps-without-reference", {"count": len(lone)}, Verdict.USABLE))
    return found


def _speeds(arranged: ArrangedSweeps) -> list[Reason]:
    """Reason for loaded sweeps whose unloaded ones ran at another speed, where friction differs."""
    count = sum(one.count for one in arranged.refused if one.code == OTHER_SPEED)
    for group in arranged.groups:
        reference = [sweep.speed for sweep in group.sweeps if sweep.load.is_empty]
        for sweep in group.loaded:
            count += bool(reference) and not any(is_same_speed(sweep.speed, one) for one in reference)
    return [Reason("payload-speeds-differ", {"count": count}, Verdict.USABLE)] if count else []


def _short(arranged: ArrangedSweeps) -> list[Reason]:
    """Reasons for loaded sweeps that ended early: a joint at its limit, a collision, a stop."""
    found: list[Reason] = []
    for group in arranged.groups:
        reference = [_width(sweep.strokes) for sweep in group.sweeps if sweep.load.is_empty]
        for sweep in group.loaded:
            width = _width(sweep.strokes)
            if reference and width < SHORT_SHARE * max(reference):
                facts: dict[str, Fact] = {
                    "joint": group.joint + 1,
                    "orientation": group.orientation,
                    "degrees": float(np.degrees(width)),
                    "expected": float(np.degrees(max(reference))),
                }
                found.append(Reason("payload-sweep-short", facts, Verdict.REPEAT))
    return found


def _width(strokes: Sequence[PayloadStroke]) -> float:
    angles = np.concatenate([stroke.angle for stroke in strokes])
    return float(np.ptp(angles))


def _gains(gains: GainCheck, *, is_known: bool) -> list[Reason]:
    found: list[Reason] = []
    if gains.source is GainSource.UNKNOWN and not is_known:
        found.append(Reason("payload-gains-unknown", {}, Verdict.NOT_MEASURABLE))
    off = abs(gains.ratio_found - 1.0)
    std = float(np.hypot(gains.ratio_std, gains.ratio_known_std))
    if np.isfinite(std) and off > RATIO_SIGMAS * std:
        facts: dict[str, Fact] = {
            "percent": 100.0 * (gains.ratio_found - 1.0),
            "std": 100.0 * gains.ratio_std,
        }
        verdict = Verdict.REPEAT if off > RATIO_OFF and not is_known else Verdict.USABLE
        found.append(Reason("payload-gain-ratio-off", facts, verdict))
    return found
