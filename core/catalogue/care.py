"""The arms of a fleet, sorted by what needs care."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from scipy.stats import t as student_t

from core.catalogue.entry import UNREADABLE
from core.catalogue.key_figures import FigureCode
from core.catalogue.store import Catalogue, FigureOfVisit, ListedVisit
from core.catalogue.usual import ArmFigures, Standing, standings
from core.quality import Verdict
from core.recording import FloatArray
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
    figures = list(catalogue.figures(query))
    found = _cares(figures)
    compared = {(one.robot, one.serial) for one in figures if one.serial}
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


def _cares(figures: Sequence[FigureOfVisit]) -> Mapping[tuple[str, str], Sequence[Care]]:
    """What needs care, by model and serial number."""
    grouped: defaultdict[tuple[str, int, FigureCode], list[FigureOfVisit]] = defaultdict(list)
    for one in figures:
        if one.serial:
            grouped[one.robot, one.figure.number, one.figure.code].append(one)
    found: defaultdict[tuple[str, str], list[Care]] = defaultdict(list)
    for (robot, _, code), members in grouped.items():
        arms = _by_arm(members)
        threshold = _threshold(_comparisons(grouped, robot, members), len(arms))
        figures_of = {arm: _figures(arm, of_arm) for arm, of_arm in arms.items()}
        for standing in standings(code, list(figures_of.values())):
            if standing.stds > threshold:
                found[robot, standing.arm].append(_care(code, standing, arms[standing.arm]))
    return found


def _threshold(comparisons: int, arms: int) -> float:
    """Standard deviations from which an arm needs care, so that few arms without wear ever do.

    The spread of few arms is itself known badly: Student's distribution, shared by Bonferroni among the
    comparisons of one arm.
    """
    freedom = max(arms - 1, _LEAST_FREEDOM)
    return float(student_t.isf(FALSE_ALARM_RATE / comparisons, freedom))


def _comparisons(
    grouped: Mapping[tuple[str, int, FigureCode], Sequence[FigureOfVisit]],
    robot: str,
    members: Sequence[FigureOfVisit],
) -> int:
    """How many comparisons are made of one arm of the model, by joints, figures and visits."""
    kinds = sum(1 for model, _, _ in grouped if model == robot)
    arms = len({one.serial for one in members})
    return kinds * max(1, round(len(members) / arms))


def _by_arm(members: Sequence[FigureOfVisit]) -> Mapping[str, list[FigureOfVisit]]:
    arms: defaultdict[str, list[FigureOfVisit]] = defaultdict(list)
    for one in members:
        arms[one.serial].append(one)
    return arms


def _figures(arm: str, members: Sequence[FigureOfVisit]) -> ArmFigures:
    figures = [one.figure for one in members]
    temperature = [np.nan if one.temperature is None else one.temperature for one in figures]
    return ArmFigures(
        arm,
        _column(one.value for one in figures),
        _column(one.std for one in figures),
        np.array(temperature, dtype=np.float64),
    )


def _column(values: Iterator[float]) -> FloatArray:
    return np.fromiter(values, dtype=np.float64)


def _care(code: FigureCode, standing: Standing, members: Sequence[FigureOfVisit]) -> Care:
    first = members[standing.since]
    return Care(
        CARE[code],
        first.figure.joint,
        first.figure.number,
        standing.value,
        standing.std,
        standing.usual,
        standing.usual_std,
        standing.stds,
        first.recorded_at,
    )
