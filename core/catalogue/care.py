"""The arms of a fleet, sorted by what needs care."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter

import numpy as np
from scipy.stats import t as student_t

from core.catalogue.entry import UNREADABLE
from core.catalogue.key_figures import FigureCode
from core.catalogue.store import Catalogue, FigureRow, ListedVisit
from core.catalogue.usual import ArmFigures, Standing, standings
from core.quality import Verdict
from core.signals.significance import FALSE_ALARM_RATE

CARE: Mapping[FigureCode, str] = {
    FigureCode.STIFFNESS: "stiffness-lost",
    FigureCode.BACKLASH: "backlash-grown",
    FigureCode.LOOP_WIDTH: "hysteresis-grown",
    FigureCode.LOST_MOTION: "lost-motion-grown",
    FigureCode.FRICTION: "friction-up",
}


_LEAST_FREEDOM = 3


@dataclass(frozen=True)
class Care:
    """What of one joint is worse than usual; SI units of its figure."""

    code: str
    joint: str
    number: int
    """Number of the joint, from 0."""
    value: float
    std: float
    usual: float
    usual_std: float
    stds: float
    """How many standard deviations it is worse than expected."""
    since: str
    """Date of the first visit that shows it."""


@dataclass(frozen=True)
class FleetRobot:
    """One arm: its visits, and what needs care, the clearest first."""

    robot: str
    serial: str
    visits: int
    last_visit: str
    """Date of the last one."""
    last_file: str
    verdict: str
    """``repeat`` where something needs care, ``not-measurable`` where nothing could be compared."""
    care: tuple[Care, ...]


def robots(catalogue: Catalogue, query: str = "") -> tuple[FleetRobot, ...]:
    """The arms of the visits that have all words of the query, sorted by what needs care.

    What is usual for a model comes from all of its arms in the catalogue. Files that cannot be read stand at
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
    found, compared = _cares(catalogue.figures(query))
    listed = [
        _robot(key, members, found.get(key, ()), is_compared=key in compared)
        for key, members in visits.items()
    ]
    listed.sort(key=lambda one: (-max((care.stds for care in one.care), default=0.0), one.robot, one.serial))
    return (*listed, *(FleetRobot("", "", 1, "", one.path, UNREADABLE, ()) for one in broken))


def _robot(
    key: tuple[str, str], visits: Sequence[ListedVisit], care: Sequence[Care], *, is_compared: bool
) -> FleetRobot:
    newest = max(visits, key=lambda visit: visit.recorded_at)
    verdict = Verdict.REPEAT if care else Verdict.GOOD if is_compared else Verdict.NOT_MEASURABLE
    ordered = tuple(sorted(care, key=lambda one: -one.stds))
    return FleetRobot(*key, len(visits), newest.recorded_at, newest.path, verdict.value, ordered)


def _cares(
    figures: Iterable[FigureRow],
) -> tuple[Mapping[tuple[str, str], Sequence[Care]], set[tuple[str, str]]]:
    """What needs care, by model and serial number; and all arms of which figures are known."""
    found: defaultdict[tuple[str, str], list[Care]] = defaultdict(list)
    compared: set[tuple[str, str]] = set()
    for robot, of_model in groupby(figures, key=attrgetter("robot")):
        kinds = {
            kind: {serial: list(rows) for serial, rows in groupby(of_kind, key=attrgetter("serial"))}
            for kind, of_kind in groupby(of_model, key=attrgetter("number", "code"))
        }
        for (_, code), arms in kinds.items():
            compared |= {(robot, serial) for serial in arms}
            visits = sum(map(len, arms.values())) / len(arms)
            threshold = _threshold(len(kinds) * max(1, round(visits)), len(arms))
            figure = FigureCode(code)
            for standing in standings(figure, [_figures(*one) for one in arms.items()]):
                if standing.stds > threshold:
                    found[robot, standing.arm].append(_care(figure, standing, arms[standing.arm]))
    return found, compared


def _threshold(comparisons: int, arms: int) -> float:
    """Standard deviations from which an arm needs care, so that few arms without wear ever do.

    The spread of few arms is itself known badly: Student's distribution, shared by Bonferroni among the
    comparisons of one arm.
    """
    freedom = max(arms - 1, _LEAST_FREEDOM)
    return float(student_t.isf(FALSE_ALARM_RATE / comparisons, freedom))


def _figures(arm: str, rows: Sequence[FigureRow]) -> ArmFigures:
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
