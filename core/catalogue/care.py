"""The arms of a fleet, sorted by what needs care, and one arm over its visits.

The next check is due, by a plain rule: at once where something needs care; else after the usual time since
the last visit (the median between the visits to this arm, or with too few of them between those to arms of
its model); and earlier where a figure, whose straight line rises or falls by more than noise, reaches the
value from which it would need care.
"""

import math
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import cache
from itertools import groupby, pairwise
from operator import attrgetter, itemgetter

import numpy as np

from core.catalogue.arm_state import whole_word
from core.catalogue.fleet import (
    CARE,
    PAYLOAD_SET_WRONG,
    Care,
    DueBy,
    FigureRow,
    FleetRobot,
    FollowedArm,
    FollowedFigure,
    ListedVisit,
    NextCheck,
)
from core.catalogue.key_figures import OF_ARM, POSITIVE, FigureCode
from core.catalogue.store import Arm, Catalogue
from core.catalogue.usual_values import (
    LEAST_FREEDOM,
    MOST_FREEDOM,
    WORSE,
    ArmFigures,
    Scatter,
    Standing,
    Usual,
    at_one_temperature,
    freedom_of,
    in_scale,
    scatter_of,
    standings,
    usual_for,
    weight_of_model,
)
from core.monitor import Monitor
from core.quality import UNREADABLE, Verdict, Word
from core.recording import FloatArray
from core.signals.significance import FALSE_ALARM_RATE, student_quantile, threshold_stds
from core.signals.trend_line import FEWEST_VISITS, moment_of, weighted_slope

_WORDS = list(Word)


_NORMAL_95 = 1.96
_DAY_S = 86400.0
_LEAST_DAYS = 1.0
"""Visits closer than this are one check."""
_FEWEST_GAPS = 2
_FEWEST_GAPS_OF_MODEL = 5
_FARTHEST_DAYS = 36525.0
"""A date farther away than this is none."""


@dataclass(frozen=True, eq=False)
class Judged:
    """All arms of a catalogue against what is usual for their models."""

    care: Mapping[Arm, Sequence[Care]]
    compared: AbstractSet[Arm]
    """Arms of which so much is known that wear would be seen."""
    usual: Mapping[tuple[str, int, str], "UsualFigure"]
    """By model, number of the joint and figure."""


@dataclass(frozen=True)
class UsualFigure:
    """Usual value of a figure, and the number of comparisons that are made of one arm."""

    usual: Usual
    comparisons: int


def robots_by_care(
    catalogue: Catalogue, query: str = "", *, judged: Judged | None = None
) -> tuple[FleetRobot, ...]:
    """The arms of the visits that have all words of the query, sorted by what needs care.

    ``judged`` is what an earlier call of ``judge`` found in the same catalogue.

    What is usual for a model comes from all of its arms in the catalogue. Files that cannot be read are at
    the end, one by one: nothing says which arm they are of. Visits without a serial number tell nothing
    about one arm, and are listed together without a comparison.
    """
    visits: defaultdict[tuple[str, str], list[ListedVisit]] = defaultdict(list)
    broken: list[ListedVisit] = []
    for visit in catalogue.visits(query):
        if visit.verdict == UNREADABLE:
            broken.append(visit)
        else:
            visits[visit.robot, visit.serial].append(visit)
    found = judged or judge(catalogue, query)
    verdicts = catalogue.verdicts()
    listed = [
        _robot(
            key, members, found.care.get(key, ()), verdicts.get(key, {}), is_compared=key in found.compared
        )
        for key, members in visits.items()
    ]
    listed.sort(key=_need)
    unread = (FleetRobot("", "", 1, "", one.path, UNREADABLE, (), one.error) for one in broken)
    return (*listed, *unread)


def _need(robot: FleetRobot) -> tuple[int, float, str, str]:
    """Order of the arms: the worst word first, then the clearest care."""
    clearest = max((care.stds for care in robot.care), default=0.0)
    return -_WORDS.index(robot.word), -clearest, robot.robot, robot.serial


def _robot(
    key: Arm,
    visits: Sequence[ListedVisit],
    care: Sequence[Care],
    verdicts: Mapping[str, str],
    *,
    is_compared: bool,
) -> FleetRobot:
    newest = max(visits, key=lambda visit: visit.recorded_at)
    verdict = Verdict.REPEAT if care else Verdict.GOOD if is_compared else Verdict.NOT_MEASURABLE
    ordered = tuple(sorted(care, key=lambda one: -one.stds))
    return FleetRobot(
        *key, len(visits), newest.recorded_at, newest.path, verdict.value, ordered,
        word=whole_word(verdicts, care),
    )  # fmt: skip


def judge(catalogue: Catalogue, query: str = "", *, monitor: Monitor | None = None) -> Judged:
    """Compare all arms of the models that the query's visits are of."""
    found: defaultdict[Arm, list[Care]] = defaultdict(list)
    alone: defaultdict[Arm, list[FigureRow]] = defaultdict(list)
    compared: set[Arm] = set()
    usual: dict[tuple[str, int, str], UsualFigure] = {}
    for robot, of_model in groupby(catalogue.figures(query), key=attrgetter("robot")):
        kinds = {
            kind: {serial: list(rows) for serial, rows in groupby(of_kind, key=attrgetter("serial"))}
            for kind, of_kind in groupby(of_model, key=attrgetter("number", "code"))
        }
        scatters = _scatters(kinds)
        for (number, code), arms in kinds.items():
            if monitor is not None:
                monitor.check()
            visits = sum(map(len, arms.values())) / len(arms)
            comparisons = len(kinds) * max(1, round(visits))
            figure = FigureCode(code)
            of_arms = [figures_of(*one) for one in arms.items()]
            normal = usual_for(figure, of_arms, scatter=scatters[figure])
            usual[robot, number, code] = UsualFigure(normal, comparisons)
            by_arm = {standing.arm: standing for standing in standings(figure, of_arms, normal)}
            for serial, rows in arms.items():
                standing = by_arm.get(serial)
                if standing is not None and _stands_out(standing, comparisons):
                    found[robot, serial].append(_care(figure, standing, rows))
                elif standing is None or standing.freedom <= LEAST_FREEDOM:
                    alone[robot, serial] += rows
                if standing is not None and standing.freedom > LEAST_FREEDOM:
                    compared.add((robot, serial))
    for key, of_arm in alone.items():
        found[key] += own_care(of_arm)
    for key, payloads in groupby(catalogue.payloads(), key=lambda row: (row.robot, row.serial)):
        compared.add(key)
        found[key] += _payload_care(list(payloads))
    return Judged(found, compared, usual)


def _stands_out(standing: Standing, comparisons: int) -> bool:
    least = care_threshold(comparisons, MOST_FREEDOM)  # quickly tried
    return standing.stds > least and standing.stds > care_threshold(comparisons, standing.freedom)


def own_care(rows: Sequence[FigureRow]) -> tuple[Care, ...]:
    """What got worse in the gears of one arm since its own earlier visits; its figures, oldest first.

    Used where the arms of its model and its visits are too few to say what is usual: the standard deviations
    of the figures are all that is known, and believed, as in a comparison of two visits. Enough to see a gear
    that is clearly worn, never to call one good. Friction is left out: it follows the temperature, and by
    how much is known from many visits only.
    """
    groups: defaultdict[tuple[int, FigureCode], list[FigureRow]] = defaultdict(list)
    for row in rows:
        if (code := FigureCode(row.code)) in WORSE and code is not FigureCode.FRICTION:
            groups[row.number, code].append(row)
    limit = care_threshold(max(1, sum(len(members) - 1 for members in groups.values())), MOST_FREEDOM)
    found = []
    for (_, code), members in groups.items():
        for standing in standings(code, [figures_of(members[0].serial, members)], _BY_ITSELF):
            if standing.stds > limit:
                before = members[standing.since - 1].recorded_at
                found.append(replace(_care(code, standing, members), before=before))
    return tuple(found)


_BY_ITSELF = Usual(1, 0.0, 0.0, math.inf, 0.0, 0, 0.0, 0.0)
"""What is usual where nothing is known but the arm's own visits."""


def _scatters(
    kinds: Mapping[tuple[int, str], Mapping[str, Sequence[FigureRow]]],
) -> Mapping[FigureCode, Scatter | None]:
    """Scatter of each figure over the joints of a model, where that is needed."""
    joints: defaultdict[FigureCode, list[list[ArmFigures]]] = defaultdict(list)
    for (_, code), arms in kinds.items():
        joints[FigureCode(code)].append([figures_of(*one) for one in arms.items()])
    return {code: scatter_of(code, of_joints) for code, of_joints in joints.items()}


def _payload_care(rows: Sequence[FigureRow]) -> tuple[Care, ...]:
    """The care about the newest payload of an arm; none where it was set as it was measured."""
    of_newest = {row.code: row for row in rows if row.recorded_at == rows[-1].recorded_at}
    measured = of_newest[FigureCode.PAYLOAD_MEASURED]
    set_mass = of_newest[FigureCode.PAYLOAD_SET].value
    stds = abs(measured.value - set_mass) / measured.std
    if stds <= threshold_stds(1):
        return ()
    mass, std, since = measured.value, measured.std, measured.recorded_at
    return (Care(PAYLOAD_SET_WRONG, "", OF_ARM, mass, std, set_mass, 0.0, stds, since),)


@cache
def care_threshold(comparisons: int, freedom: int) -> float:
    """Standard deviations from which an arm needs care, so that few arms without wear ever do.

    A spread that is found from few numbers is itself known badly: Student's distribution, shared by
    Bonferroni among the comparisons of one arm.
    """
    return student_quantile(1.0 - FALSE_ALARM_RATE / comparisons, freedom)


def figures_of(arm: str, rows: Sequence[FigureRow]) -> ArmFigures:
    """One figure of an arm from its rows, oldest first."""
    numbers = np.array(
        [(one.value, one.std, np.nan if one.temperature is None else one.temperature) for one in rows],
        dtype=np.float64,
    )
    return ArmFigures(arm, numbers[:, 0], numbers[:, 1], numbers[:, 2])


def _care(code: FigureCode, standing: Standing, members: Sequence[FigureRow]) -> Care:
    first = members[standing.since]
    return Care(
        CARE[code],
        first.joint,
        first.number,
        standing.value,
        standing.std,
        standing.usual,
        standing.usual_std,
        standing.stds,
        first.recorded_at,
    )


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
