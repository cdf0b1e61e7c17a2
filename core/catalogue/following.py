"""One arm over its visits: its figures with what is usual and where they are going, and the next check.

The next check is due, by a plain rule: at once where something needs care; else after the usual time since
the last visit (the median between the visits to this arm, or with too few of them between those to arms of
its model); and earlier where a figure, whose straight line rises or falls by more than noise, reaches the
value from which it would need care.
"""

import math
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from itertools import groupby, pairwise
from operator import attrgetter, itemgetter

import numpy as np

from core.catalogue.care import Judged, UsualFigure, care_threshold, figures_of
from core.catalogue.fleet import DueBy, FigureRow, FollowedArm, FollowedFigure, NextCheck
from core.catalogue.key_figures import POSITIVE, FigureCode
from core.catalogue.store import Arm, Catalogue
from core.catalogue.usual_values import (
    WORSE,
    ArmFigures,
    at_one_temperature,
    freedom_of,
    in_scale,
    weight_of_model,
)
from core.recording import FloatArray
from core.signals.significance import threshold_stds
from core.signals.trend_line import FEWEST_VISITS, moment_of, weighted_slope

_NORMAL_95 = 1.96
_DAY_S = 86400.0
_LEAST_DAYS = 1.0
"""Visits closer than this are one check."""
_FEWEST_GAPS = 2
_FEWEST_GAPS_OF_MODEL = 5
_FARTHEST_DAYS = 36525.0
"""A date farther away than this is none."""


def follow_arm(catalogue: Catalogue, arm: Arm, judged: Judged, *, first: int, most: int) -> FollowedArm:
    """One arm with ``most`` of its visits from the place ``first`` on, newest first.

    An arm without a serial number may be several, so that nothing is followed.
    """
    robot, serial = arm
    rows = catalogue.figures_of(arm) if serial else ()
    groups = [list(members) for _, members in groupby(rows, key=attrgetter("number", "code"))]
    slope_stds = threshold_stds(len(groups))
    figures = tuple(_followed(members, judged, slope_stds) for members in groups)
    visits = catalogue.visits(arm=arm, first=first, most=most)
    check = _next_check(catalogue, arm, figures, needs_care=bool(judged.care.get(arm)))
    return FollowedArm(robot, serial, visits, catalogue.count(arm=arm), figures, check)


def _followed(rows: Sequence[FigureRow], judged: Judged, slope_stds: float) -> FollowedFigure:
    newest, code = rows[-1], FigureCode(rows[-1].code)
    known = judged.usual.get((newest.robot, newest.number, newest.code))
    found = in_scale(code, figures_of(newest.serial, rows))
    if known is not None:
        found = at_one_temperature(found, known.usual)
    low, usual, high = _band(known, float(np.median(found.std)))
    limit = _care_limit(code, found, known) if known is not None else math.nan
    line, reaches = _straight_line(
        code, found, rows, limit, slope_stds, 0.0 if known is None else known.usual.beyond
    )
    back = np.exp if code in POSITIVE else np.asarray
    value = back(found.value)
    return FollowedFigure(
        code,
        newest.joint,
        newest.number,
        tuple(row.recorded_at for row in rows),
        value,
        found.std * value if code in POSITIVE else found.std,
        known.usual.temperature if known is not None and known.usual.per_kelvin else math.nan,
        float(back(usual)),
        float(back(low)),
        float(back(high)),
        known.usual.arms if known is not None else 0,
        float(back(limit)),
        back(line) if line.size else line,
        reaches,
    )


def _band(known: UsualFigure | None, std: float) -> tuple[float, float, float]:
    """Lower edge, middle and upper edge of the 95 % interval of visits with this ±; NaN with too few arms."""
    if known is None or math.isinf(known.usual.between):
        return (math.nan,) * 3
    usual = known.usual
    half = _NORMAL_95 * math.hypot(usual.between, usual.mean_std, usual.beyond, std)
    return usual.mean - half, usual.mean, usual.mean + half


def _care_limit(code: FigureCode, arm: ArmFigures, known: UsualFigure) -> float:
    """Value from which one more visit would call for care, after what the first one and the model tell."""
    usual = known.usual
    weight = 1.0 / (arm.std**2 + usual.beyond**2)
    first, prior = float(weight[0]), weight_of_model(usual)
    told = prior + first
    expected = (prior * usual.mean + first * float(arm.value[0])) / told
    std = math.sqrt(1.0 / told + 1.0 / float(weight[-1]))
    threshold = care_threshold(known.comparisons, freedom_of(usual, of_model=prior / told))
    return expected + WORSE[code] * threshold * std


def _straight_line(
    code: FigureCode,
    arm: ArmFigures,
    rows: Sequence[FigureRow],
    limit: float,
    slope_stds: float,
    beyond: float,
) -> tuple[FloatArray, str]:
    """The straight line (V,) through the values, and when it reaches the limit; empty where unknown."""
    moments = [moment_of(row.recorded_at) for row in rows]
    if None in moments or len(set(moments)) < FEWEST_VISITS:
        return np.empty(0), ""
    days = np.array([moment.timestamp() / _DAY_S for moment in moments if moment is not None])
    std = np.hypot(arm.std, beyond)
    slope, slope_std = weighted_slope(days, arm.value, std)
    weight = std**-2.0
    level, middle = np.average(arm.value, weights=weight), np.average(days, weights=weight)
    line = level + slope * (days - middle)
    if WORSE[code] * slope <= slope_stds * slope_std or not math.isfinite(limit):
        return line, ""
    return line, _stamp(float(days[0] + (limit - line[0]) / slope))


def _next_check(
    catalogue: Catalogue, arm: Arm, figures: Sequence[FollowedFigure], *, needs_care: bool
) -> NextCheck:
    robot, serial = arm
    gaps = dict(_gaps(catalogue.dates(robot)))
    own, every = gaps.get(serial, []), [gap for one in gaps.values() for gap in one]
    if len(own) >= _FEWEST_GAPS:
        by, days = DueBy.INTERVAL, float(np.median(own))
    elif serial and len(every) >= _FEWEST_GAPS_OF_MODEL:
        by, days = DueBy.INTERVAL_OF_MODEL, float(np.median(every))
    else:
        by, days = DueBy.UNKNOWN, math.nan
    newest = catalogue.visits(arm=arm, most=1)
    last = moment_of(newest[0].recorded_at) if newest else None
    if needs_care:
        return NextCheck(DueBy.CARE, newest[0].recorded_at if newest else "", days)
    due = "" if last is None or by is DueBy.UNKNOWN else _stamp(last.timestamp() / _DAY_S + days)
    first = min((one for one in figures if one.reaches), key=attrgetter("reaches"), default=None)
    if first is not None and (not due or first.reaches < due):
        return NextCheck(DueBy.TREND, first.reaches, days, first.code.value, first.joint)
    return NextCheck(by if due else DueBy.UNKNOWN, due, days)


def _gaps(dates: Sequence[tuple[str, str]]) -> Iterator[tuple[str, list[float]]]:
    """Days between neighbouring visits, by serial number."""
    for serial, rows in groupby(dates, key=itemgetter(0)):
        moments = [moment for _, date in rows if (moment := moment_of(date)) is not None]
        days = [(after - before).total_seconds() / _DAY_S for before, after in pairwise(sorted(moments))]
        yield serial, [gap for gap in days if gap >= _LEAST_DAYS]


def _stamp(days: float) -> str:
    """Time stamp of a day since 1970; empty for one that is too far away for a date."""
    if not abs(days) < _FARTHEST_DAYS:
        return ""
    return (datetime(1970, 1, 1, tzinfo=UTC) + timedelta(days=days)).isoformat(timespec="seconds")
