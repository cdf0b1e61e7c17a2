"""The comparison of visits to one arm: results of each, changes and trends, and its course. No Qt.

Runs in the worker process of the window, or directly for the command line.
"""

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import numpy as np

from app.visit.stored_products import newest
from core.comparison import ArmHistory, ComparedFile, ComparedPair, ComparedVisits
from core.elasticity.comparison import compare_elasticity
from core.elasticity.result import ELASTICITY, Elasticity
from core.elasticity.trend import ElasticityTrend, trend
from core.errors import BadRequest, NotEnoughData
from core.friction.sweeps.comparison import compare_sweeps, friction_history
from core.friction.sweeps.result import FRICTION_SWEEPS, FrictionSweeps
from core.identification.result import IDENTIFICATION, IdentificationResult
from core.identification.verification_result import VERIFICATION, Verification, compare_verifications
from core.monitor import Monitor
from core.payload.comparison import compare_payloads, payload_history
from core.payload.result import PAYLOAD, PayloadResult
from core.recording import FloatArray, Mark, Recording
from core.robot.model import geometry_of
from core.signals.mean_temperature import mean_temperature
from core.signals.trend_line import FEWEST_VISITS, moment_of
from core.stiffness.comparison import compare_stiffness
from core.stiffness.result import STIFFNESS, ReducedStiffness

if TYPE_CHECKING:
    from core.robot.model import RobotModel
    from core.storage.visit import Visit


FEWEST_COMPARED = 2
T = TypeVar("T")
R = TypeVar("R")


def compare_visits(monitor: Monitor, *, paths: Sequence[Path], other_arm: bool = False) -> ComparedVisits:
    """Compare the newest results of two or more visits to one arm.

    Parameters
    ----------
    other_arm
        Whether visits to arms with different serial numbers may be compared.

    Raises
    ------
    BadFile
        As ``Visit.open``.
    BadRequest
        ``visits-to-compare-too-few``, ``visit-named-twice``, ``visits-of-other-robots``,
        ``visit-describes-robot-otherwise``, ``visits-of-other-arms``.
    """
    from core.storage.opened_visit import named_visit

    resolved = [named_visit(Path(path)) for path in paths]
    if len(resolved) < FEWEST_COMPARED:
        raise BadRequest("visits-to-compare-too-few", count=len(resolved))
    for place, path in enumerate(resolved):
        if path in resolved[:place]:
            raise BadRequest("visit-named-twice", file=str(path))
    read: list[tuple[ComparedFile, RobotModel]] = []
    for place, path in enumerate(resolved):
        monitor.check()
        monitor.report(place / len(resolved), path.name)
        read.append(_read(path, monitor))
        _check_one_arm(read[0], read[-1], other_arm=other_arm)
    visits = _in_order([found for found, _ in read])
    pairs = tuple(_pair(visits, before) for before in range(len(visits) - 1))
    monitor.report(1.0, "")
    return ComparedVisits(tuple(visits), pairs, _trend(visits), arm_history(visits))


def _read(path: Path, monitor: Monitor) -> "tuple[ComparedFile, RobotModel]":
    from app.visit.recordings import robot_of
    from core.storage.tag import tag_of
    from core.storage.visit import Visit

    with Visit.open(path, recover=False) as visit:
        robot, tag = robot_of(visit), tag_of(visit)
        recordings = [visit.recording(label) for label in visit.labels]
        elasticity = newest(visit, ELASTICITY, Elasticity)
        sweeps = newest(visit, FRICTION_SWEEPS, FrictionSweeps)
        payload = newest(visit, PAYLOAD, PayloadResult)
        verification = newest(visit, VERIFICATION, Verification)
        stiffness = newest(visit, STIFFNESS, ReducedStiffness)
        swept = [one for one in recordings if sweeps is not None and one.label in sweeps.recordings]
        found = ComparedFile(
            path=str(path),
            robot=robot.name,
            serial=_first(
                elasticity.serial if elasticity else "",
                sweeps.serial if sweeps else "",
                payload.serial if payload else "",
                stiffness.serial if stiffness else "",
                *(one.origin.serial for one in reversed(recordings)),
            ),
            recorded_at=_first(
                elasticity.recorded_at if elasticity else "",
                sweeps.measured_at if sweeps else "",
                *(one.origin.recorded_at for one in recordings),
                payload.recorded_at if payload else "",
            ),
            customer=tag.customer,
            note=tag.note,
            marks=_marks((elasticity, payload, verification, stiffness), recordings),
            elasticity=elasticity,
            sweeps=sweeps,
            sweeps_temperature=mean_temperature(swept, monitor),
            drive_gain=_drive_gain(visit, elasticity),
            payload=payload,
            verification=verification,
            stiffness=stiffness,
        )
    return found, robot


def _first(*texts: str) -> str:
    return next(filter(None, texts), "")


def _marks(
    results: "Sequence[Elasticity | PayloadResult | Verification | ReducedStiffness | None]",
    recordings: Sequence[Recording],
) -> tuple[Mark, ...]:
    found = {recording.origin.mark for recording in recordings}
    found |= {result.mark for result in results if result is not None}
    return tuple(mark for mark in Mark if mark is not Mark.NONE and mark in found)


def _drive_gain(visit: "Visit", elasticity: Elasticity | None) -> FloatArray | None:
    """Drive gains of the model that gave the loads of the twist."""
    known = {entry.key for entry in visit.results(IDENTIFICATION)}
    if elasticity is None or elasticity.model not in known:
        return None
    return visit.result(elasticity.model, IdentificationResult).drive_gain


def _check_one_arm(
    first: "tuple[ComparedFile, RobotModel]", other: "tuple[ComparedFile, RobotModel]", *, other_arm: bool
) -> None:
    """Refuse visits that are not to one arm.

    Raises
    ------
    BadRequest
        ``visits-of-other-robots``, ``visit-describes-robot-otherwise``, ``visits-of-other-arms``.
    """
    (one, robot), (two, other_robot) = first, other
    names = {"first": one.name, "second": two.name}
    if robot.name != other_robot.name:
        raise BadRequest("visits-of-other-robots", before=robot.name, after=other_robot.name, **names)
    if geometry_of(robot) != geometry_of(other_robot):
        raise BadRequest("visit-describes-robot-otherwise", robot=robot.name, **names)
    if one.serial and two.serial and one.serial != two.serial and not other_arm:
        raise BadRequest("visits-of-other-arms", before=one.serial, after=two.serial, **names)


def _in_order(visits: list[ComparedFile]) -> list[ComparedFile]:
    """The visits by date where every one has a date, else in the given order."""
    moments = [moment_of(found.recorded_at) for found in visits]
    dated = [(moment, found) for moment, found in zip(moments, visits, strict=True) if moment is not None]
    if len(dated) < len(visits):
        return visits
    return [found for _, found in sorted(dated, key=lambda pair: pair[0])]


def _pair(visits: Sequence[ComparedFile], before: int) -> ComparedPair:
    earlier, latest = visits[before], visits[-1]
    twists = partial(compare_elasticity, same_gains=_same_gains((earlier, latest)))
    frictions = partial(
        compare_sweeps,
        before_temperature=earlier.sweeps_temperature,
        after_temperature=latest.sweeps_temperature,
    )
    return ComparedPair(
        before,
        _both(twists, earlier.elasticity, latest.elasticity),
        _both(frictions, earlier.sweeps, latest.sweeps),
        _both(compare_payloads, earlier.payload, latest.payload),
        _both(compare_verifications, earlier.verification, latest.verification),
        _both(compare_stiffness, earlier.stiffness, latest.stiffness),
    )


def _both(compare: Callable[[T, T], R], before: T | None, after: T | None) -> R | None:
    """The comparison of two results; None where one of the visits lacks it."""
    return None if before is None or after is None else compare(before, after)


def _same_gains(visits: Sequence[ComparedFile]) -> bool:
    """True if the loads of all visits come from the same drive gains, or from unknown ones."""
    first = visits[0].drive_gain  # an error of common gains is in both results: no change
    if first is None:
        return all(found.drive_gain is None for found in visits)
    others = [found.drive_gain for found in visits[1:]]
    return all(
        other is not None and other.shape == first.shape and np.allclose(other, first, rtol=1e-6)
        for other in others
    )


def _trend(visits: Sequence[ComparedFile]) -> ElasticityTrend | None:
    measured = [found for found in visits if found.elasticity is not None]
    if len(measured) <= FEWEST_COMPARED:
        return None
    known = [found.elasticity for found in measured if found.elasticity is not None]
    try:
        return trend(known, same_gains=_same_gains(measured))
    except NotEnoughData:  # dates are missing; the comparison is valid without a trend
        return None


def arm_history(visits: Sequence[ComparedFile]) -> ArmHistory | None:
    """Friction and payload over the visits with a date; None with fewer than three dates."""
    dated = sorted(
        ((moment, found) for found in visits if (moment := moment_of(found.recorded_at)) is not None),
        key=lambda pair: pair[0],
    )
    if len({moment for moment, _ in dated}) < FEWEST_VISITS:
        return None
    times = [(moment - dated[0][0]).total_seconds() for moment, _ in dated]
    ordered = [found for _, found in dated]
    return ArmHistory(
        recorded_at=tuple(found.recorded_at for found in ordered),
        friction=friction_history([found.sweeps for found in ordered], times),
        payload=payload_history([found.payload for found in ordered], times),
    )
