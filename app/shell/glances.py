"""A look at a visit for its card on the start screen: its name, and the numbers of a small picture. No Qt.

The files are read in the worker process of the window. The numbers are drawn where the card is painted, so
that nothing is stored beside a visit, and every theme and size has a sharp picture.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import isfinite, nan
from pathlib import Path

from core.elasticity.result import ELASTICITY, Elasticity
from core.errors import TorsionError
from core.friction.sweeps.result import FRICTION_SWEEPS, FrictionSweeps
from core.monitor import Monitor
from core.payload.result import PAYLOAD, PayloadResult
from core.storage.tag import VisitTag


@dataclass(frozen=True)
class Glance:
    """The main number of a result, or one for each joint, in SI; ``std`` is that of a single number."""

    kind: str
    values: tuple[float, ...]
    std: float = nan


@dataclass(frozen=True)
class SeenVisit:
    """A visit as its card shows it; without a result of these kinds there is no picture."""

    path: str
    robot: str
    serial: str
    recorded_at: str
    tag: VisitTag
    glance: Glance | None = None
    has_data: bool = True
    """False for a visit without a recording and without a result."""


def look_at_visits(monitor: Monitor, *, paths: Sequence[Path]) -> tuple[SeenVisit, ...]:
    """Look at visits; files that cannot be read are left out."""
    from core.storage.outline_reading import outline_with

    found = []
    for path in paths:
        monitor.check()
        try:
            outline, kind, result = outline_with(path, _KINDS)
        except (TorsionError, OSError):  # the list of visits says what is wrong with it
            continue
        glance = None if result is None else _glance(kind, result)
        found.append(
            SeenVisit(
                str(path),
                outline.robot,
                outline.serial,
                outline.recorded_at,
                outline.tag,
                glance,
                has_data=bool(outline.recordings or outline.results),
            )
        )
    return tuple(found)


def _glance(kind: str, result: object) -> Glance | None:
    """The picture of a result; None where a number of it is not known."""
    glance = _READERS[kind](result)
    return glance if glance.values and all(isfinite(value) for value in glance.values) else None


def _payload(result: object) -> Glance:
    assert isinstance(result, PayloadResult)
    return Glance(PAYLOAD, (result.estimate.mass,), result.estimate.mass_std)


def _gears(result: object) -> Glance:
    assert isinstance(result, Elasticity)
    stiffness = (joint.stiffness for joint in result.joints)
    return Glance(ELASTICITY, tuple(0.0 if found is None else found.value for found in stiffness))


def _friction(result: object) -> Glance:
    assert isinstance(result, FrictionSweeps)
    slowest = (joint.points.torque[:1] for joint in result.joints)
    return Glance(FRICTION_SWEEPS, tuple(float(torque[0]) if len(torque) else 0.0 for torque in slowest))


_KINDS: Mapping[str, type] = {
    PAYLOAD: PayloadResult,
    ELASTICITY: Elasticity,
    FRICTION_SWEEPS: FrictionSweeps,
}
"""Kinds of results with a picture, the first one there is used."""
_READERS: Mapping[str, Callable[[object], Glance]] = {
    PAYLOAD: _payload,
    ELASTICITY: _gears,
    FRICTION_SWEEPS: _friction,
}
