"""The arms of a fleet, sorted by what needs care."""

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from functools import cache
from itertools import groupby
from operator import attrgetter

import numpy as np

from core.catalogue.arm_state import whole_word
from core.catalogue.fleet import CARE, PAYLOAD_SET_WRONG, Care, FigureRow, FleetRobot, ListedVisit
from core.catalogue.key_figures import OF_ARM, FigureCode
from core.catalogue.store import Arm, Catalogue
from core.catalogue.usual_values import (
    LEAST_FREEDOM,
    MOST_FREEDOM,
    WORSE,
    ArmFigures,
    Scatter,
    Standing,
    Usual,
    scatter_of,
    standings,
    usual_for,
)
from core.monitor import Monitor
from core.quality import UNREADABLE, Verdict, Word
from core.signals.significance import FALSE_ALARM_RATE, student_quantile, threshold_stds

_WORDS = list(Word)


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
