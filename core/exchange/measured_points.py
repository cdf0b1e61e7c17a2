"""Places of the tool, unloaded and loaded, in the frame of the measuring device."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from core.errors import BadFile, Problem
from core.exchange.registration import Registration, misfit, register
from core.exchange.tracker_file import LARGEST_SPREAD, TrackerPoint, TrackerPoints
from core.recording import FloatArray


@dataclass(frozen=True, eq=False)
class PointPairs:
    """Places of the tool in the tests of ``names``: (m, 3) m in the tracker's frame.

    ``std`` (m,) m per axis of a shift, NaN where unknown.
    """

    names: tuple[str, ...]
    unloaded: FloatArray
    loaded: FloatArray
    std: FloatArray


@dataclass(frozen=True)
class NamedPair:
    """A test whose points are in a tracker's file, and the places of both names in its own."""

    test: str
    unloaded: str
    loaded: str
    where: tuple[str, str]


def pairs_in_tracker(
    pairs: Sequence[NamedPair], points: TrackerPoints, known: FloatArray, problems: list[Problem]
) -> PointPairs | None:
    """The measured places of named points; ``known`` (m, 3) m is where the kinematics has them unloaded.

    None, and every reason in ``problems``, where one is missing or means two places.
    """
    found = [(_find(pair, 0, points, problems), _find(pair, 1, points, problems)) for pair in pairs]
    complete = [(before, after) for before, after in found if before is not None and after is not None]
    if len(complete) < len(pairs) or not pairs:
        return None
    apart = float(np.sqrt(((known - known.mean(axis=0)) ** 2).sum(axis=1).mean()))
    factor = points.in_metres(apart=apart, names=[pair.unloaded for pair in pairs])
    noted = len(problems)
    for pair, places in zip(pairs, complete, strict=True):
        problems += _spreads(pair, places, factor)
    if len(problems) > noted:
        return None
    counts = np.array([[point.count for point in places] for places in complete])
    return PointPairs(
        names=tuple(pair.test for pair in pairs),
        unloaded=factor * np.array([before.position for before, _ in complete]),
        loaded=factor * np.array([after.position for _, after in complete]),
        std=factor * points.scatter() * np.sqrt((1.0 / counts).sum(axis=1)),
    )


def registered(pairs: PointPairs, known: FloatArray, *, file: str) -> Registration:
    """Return the placement of the measured frame in the base frame, by the unloaded places alone.

    Raises
    ------
    BadFile
        With the code of ``core.exchange.registration.misfit`` and the ``test`` it is about.
    """
    wrong = misfit(pairs.unloaded, known=known)
    if wrong is not None:
        test = "" if wrong.point is None else pairs.names[wrong.point]
        raise BadFile(wrong.code, (), file=file, test=test, **wrong.facts)
    return register(pairs.unloaded, known=known)


def _find(pair: NamedPair, side: int, points: TrackerPoints, problems: list[Problem]) -> TrackerPoint | None:
    name = (pair.unloaded, pair.loaded)[side]
    point = points.find(name)
    if point is None:
        problems.append(Problem(pair.where[side], "point-not-in-tracker", {"point": name}))
    return point


def _spreads(pair: NamedPair, places: tuple[TrackerPoint, TrackerPoint], factor: float) -> list[Problem]:
    return [
        Problem(where, "tracker-point-twice", {"point": point.name, "spread": factor * point.spread})
        for where, point in zip(pair.where, places, strict=True)
        if factor * point.spread > LARGEST_SPREAD
    ]
