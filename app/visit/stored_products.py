"""What the file of a visit holds: the newest result of each kind with its sources. No Qt."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Generic, TypeVar

import numpy as np

from app.jobs.task import Task
from app.visit.feature_registry import feature_products
from core.encoders.result import LINK_POSITION, LinkPositionFinding
from core.monitor import Monitor
from core.recording import BOTH_ENCODERS, Column, LinkPosition, Quantity, Recording
from core.stiffness.result import STIFFNESS, ReducedStiffness
from core.workflow import Made

if TYPE_CHECKING:
    from core.robot.model import RobotModel
    from core.storage.draft import Draft
    from core.storage.visit import Visit

R = TypeVar("R")
_TURNED = {Quantity.MOTOR_POSITION, Quantity.POSITION}
_DRIVEN = {Quantity.TORQUE, Quantity.MOTOR_TORQUE, Quantity.CURRENT}
_LOOKED_AT = 1000
"""Samples at the begin, in the middle and at the end that are checked for values of an encoder."""
EXCITATION_PLAN = "excitation-plan"
"""Kind of the plans."""
EXCITATION_RUN = "excitation-run"
"""Kind of the outcomes of running a plan."""


def newest(visit: "Visit", kind: str, of: type[R]) -> R | None:
    """The newest result of this kind, of the class ``of``; None if there is none."""
    stored = visit.results(kind)
    return visit.result(stored[-1].key, of) if stored else None


def _both(motor: Column, link: Column, rows: slice) -> bool:
    together = np.asarray(motor[rows], dtype=np.float64) + np.asarray(link[rows], dtype=np.float64)
    return bool(np.isfinite(together).any())


@dataclass(frozen=True)
class Stored(Generic[R]):
    """A stored result, with the products of the visit after it was stored."""

    result: R
    products: Mapping[str, Made]


def products_in(visit: "Visit") -> dict[str, Made]:
    """Each product in the file; a model among its sources is named by its creation time."""
    newest = ((one, visit.results(one.kind)) for one in feature_products())
    return {one.product: one.made(visit, stored[-1].key) for one, stored in newest if stored}


def with_products(monitor: Monitor, *, work: Task[R], visit: Path) -> Stored[R]:
    """Run a task that stores its result; returning the products saves the window from reading them again."""
    from core.storage.visit import Visit

    result = work(monitor)
    with Visit.open(visit, recover=False) as opened:
        return Stored(result, products_in(opened))


def has_twist(recording: Recording, *, output_locked: bool = False) -> bool:
    """True if a recording shows the twist of the gear of any joint."""
    columns = recording.columns
    if output_locked:
        return bool(_TURNED & columns.keys()) and bool(_DRIVEN & columns.keys())
    motor, link = columns.get(Quantity.MOTOR_POSITION), columns.get(Quantity.LINK_POSITION)
    if motor is None or link is None:
        return False
    count = recording.sample_count
    firsts = (0, count // 2, max(0, count - _LOOKED_AT))
    return any(_both(motor, link, slice(first, first + _LOOKED_AT)) for first in firsts)


def stored_stiffness(visit: "Visit") -> ReducedStiffness | None:
    """The newest stiffness of the whole arm in a visit; None without one."""
    return newest(visit, STIFFNESS, ReducedStiffness)


def known_link_position(visit: "Visit", serial: str) -> LinkPositionFinding | None:
    """The stored answer for the arm with this serial number; None where there is none."""
    found = newest(visit, LINK_POSITION, LinkPositionFinding)
    is_known = found is not None and found.found is not LinkPosition.UNKNOWN
    return found if is_known and found is not None and found.serial == serial else None


def new_link_position(
    visit: "Visit", recordings: Sequence[Recording], robot: "RobotModel"
) -> LinkPositionFinding | None:
    """The answer of these recordings; None where the visit has one, or they lack one of the encoders."""
    both = [one for one in recordings if set(BOTH_ENCODERS) <= set(one.columns)]
    if not both or robot.output_locked or known_link_position(visit, both[0].origin.serial) is not None:
        return None
    from core.encoders.link_position import find_link_position

    return find_link_position(both, robot)


def keep_link_position(draft: "Draft", found: LinkPositionFinding | None) -> None:
    """Store an answer, unless the link position is unknown."""
    if found is not None and found.found is not LinkPosition.UNKNOWN:
        draft.add_result(LINK_POSITION, found)
