"""The verdict on the sweeps of a joint, as reasons with stable codes and facts."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from core.errors import Fact
from core.friction.sweeps.result import FrictionFit, SweepPoints
from core.friction.sweeps.separation import Separation
from core.friction.sweeps.strokes import MOVE, NOT_STEADY, TOO_SHORT, WITHOUT_RETURN
from core.quality import Reason, Verdict

FEWEST_PAIRS = 4
"""Smallest number of stroke pairs for fitting models."""
SPEED_RATIO = 10.0
"""Smallest ratio of the fastest to the slowest speed that shows the speed dependence of friction."""
POINT_STD = 0.1
"""Usual uncertainty of a point relative to the friction."""
LOST_POINT_STD = 0.3
MODEL_ERROR = 0.15
"""Largest usual cross-validated error of the chosen model, relative to the friction."""
DRIFT = 0.1
"""Largest usual drift, relative to the friction."""
_SIGMAS = 3.0


@dataclass(frozen=True, eq=False)
class JudgedSweeps:
    """The data of a joint on which its verdict is based."""

    joint: str
    points: SweepPoints
    separation: Separation | None
    chosen: FrictionFit | None
    refused: Mapping[str, int]


def sweep_reasons(found: JudgedSweeps) -> Iterator[Reason]:
    """All reasons for a joint's verdict, and further findings."""
    if moves := found.refused.get(MOVE, 0):
        yield Reason("sweep-moves-left-out", {"joint": found.joint, "strokes": moves}, Verdict.GOOD)
    pairs = int(found.points.speed.size)
    if pairs == 0 and not found.refused:
        yield Reason("joint-not-swept", {"joint": found.joint}, Verdict.NOT_MEASURABLE)
        return
    if pairs < FEWEST_PAIRS:
        yield from _refusals(found)
        missing: dict[str, Fact] = {"joint": found.joint, "pairs": pairs, "needed": FEWEST_PAIRS}
        yield Reason("too-few-sweep-pairs", missing, Verdict.NOT_MEASURABLE)
        return
    yield from _point_reasons(found)
    if found.separation is not None:
        yield from _separation_reasons(found, found.separation)
    if found.chosen is not None:
        share = found.chosen.error / _friction(found.points)
        if share > MODEL_ERROR:
            yield Reason("friction-model-poor", {"joint": found.joint, "share": share, "limit": MODEL_ERROR})


def _refusals(found: JudgedSweeps) -> Iterator[Reason]:
    """The causes for which strokes were left out.

    Reported only if pairs are missing, because moves between sweeps are counted too.
    """
    counts = {cause: found.refused.get(cause, 0) for cause in (TOO_SHORT, NOT_STEADY, WITHOUT_RETURN)}
    facts: dict[str, Fact] = {"joint": found.joint}
    if counts[TOO_SHORT]:
        facts["strokes"] = counts[TOO_SHORT]
        yield Reason("sweep-strokes-short", dict(facts), Verdict.NOT_MEASURABLE)
    if counts[NOT_STEADY]:
        facts["strokes"] = counts[NOT_STEADY]
        yield Reason("sweep-strokes-not-steady", dict(facts), Verdict.NOT_MEASURABLE)
    if counts[WITHOUT_RETURN]:
        facts["strokes"] = counts[WITHOUT_RETURN]
        yield Reason("sweep-strokes-without-return", dict(facts), Verdict.NOT_MEASURABLE)


def _friction(points: SweepPoints) -> float:
    return max(float(np.abs(points.torque).mean()), float(np.finfo(np.float64).tiny))


def _point_reasons(found: JudgedSweeps) -> Iterator[Reason]:
    points = found.points
    ratio = float(points.speed.max() / points.speed.min())
    if ratio < SPEED_RATIO:
        yield Reason("sweep-speeds-narrow", {"joint": found.joint, "ratio": ratio, "wanted": SPEED_RATIO})
    if np.any(points.torque <= 0.0):
        yield Reason("friction-drives", {"joint": found.joint}, Verdict.REPEAT)
    share = float(np.median(points.std)) / _friction(points)
    if share > POINT_STD:
        verdict = Verdict.REPEAT if share > LOST_POINT_STD else Verdict.USABLE
        facts: dict[str, Fact] = {"joint": found.joint, "share": share, "limit": POINT_STD}
        yield Reason("friction-points-scatter", facts, verdict)


def _separation_reasons(found: JudgedSweeps, separation: Separation) -> Iterator[Reason]:
    if separation.load_coefficient is None:
        facts: dict[str, Fact] = {"joint": found.joint, "span": separation.load_span}
        yield Reason("sweep-load-steady", facts, Verdict.GOOD)
    drift, std = separation.drift, separation.drift_std
    if drift is not None and std is not None:
        share = abs(drift) / _friction(found.points)
        if abs(drift) > _SIGMAS * std and share > DRIFT:
            yield Reason("friction-drifts", {"joint": found.joint, "share": share, "limit": DRIFT})
