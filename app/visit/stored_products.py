"""What a visit's file holds of each product and what it was made from: the newest result of its kind. No Qt.

The table below is all that has to be said of a kind of result; nobody else keeps it.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from app.jobs.task import Task
from app.visit.payload_reference import reference_revision
from app.visit.recordings import last_check
from app.visit.stored_runs import EXCITATION_PLAN, EXCITATION_RUN
from core.elasticity.result import ELASTICITY, Elasticity
from core.excitation.runs.excitation_run import ExcitationRun
from core.friction.sweeps.result import FRICTION_SWEEPS
from core.identification.verification_result import VERIFICATION, Verification
from core.monitor import Monitor
from core.payload.result import PAYLOAD, PayloadResult
from core.recording import Quantity, Recording
from core.stiffness.compensated import COMPENSATION, CompensationResult
from core.stiffness.result import STIFFNESS, ReducedStiffness, Route, SpringSource
from core.workflow import Made, Outside, Product

if TYPE_CHECKING:
    from core.storage.visit import Visit
from typing import TYPE_CHECKING

import numpy as np

from core.recording import Column

_TURNED = {Quantity.MOTOR_POSITION, Quantity.POSITION}
_DRIVEN = {Quantity.TORQUE, Quantity.MOTOR_TORQUE, Quantity.CURRENT}
_LOOKED_AT = 1000
"""Samples at the beginning, in the middle and at the end that tell whether an encoder is there."""


def _both(motor: Column, link: Column, rows: slice) -> bool:
    together = np.asarray(motor[rows], dtype=np.float64) + np.asarray(link[rows], dtype=np.float64)
    return bool(np.isfinite(together).any())


R = TypeVar("R")


@dataclass(frozen=True)
class Stored(Generic[R]):
    """A result that is in the visit, with the products that the visit holds now."""

    result: R
    products: Mapping[str, Made]


@dataclass(frozen=True)
class _Kind(Generic[R]):
    """Results of this kind are that product; ``made_from`` says of what revisions they were made."""

    product: Product
    kind: str
    result: type[R] | None = None
    made_from: Callable[["Visit", R], Mapping[str, str]] | None = None


def _of_twist(_visit: "Visit", found: ReducedStiffness) -> Mapping[str, str]:
    is_of_twist = found.route is Route.ALGEBRA and found.spring_source is SpringSource.TWIST
    return {Product.ELASTICITY: found.source} if is_of_twist and found.source else {}


def _of_reference(_visit: "Visit", found: PayloadResult) -> Mapping[str, str]:
    reference = reference_revision(found.reference)
    return {Product.PAYLOAD_REFERENCE: reference} if reference else {}


def _of_stiffness(visit: "Visit", found: CompensationResult) -> Mapping[str, str]:
    """The key of the newest stiffness where it was that one, else when the older one was made."""
    by, stored = found.stiffness_created_at, visit.results(STIFFNESS)
    if stored and visit.result(stored[-1].key, ReducedStiffness).created_at == by:
        by = stored[-1].key
    return {Product.STIFFNESS: by} if by else {}


_KINDS: tuple[_Kind[Any], ...] = (
    _Kind(Product.FRICTION, FRICTION_SWEEPS),
    _Kind(Product.PLAN, EXCITATION_PLAN),
    _Kind(Product.EXCITATION, EXCITATION_RUN, ExcitationRun, lambda _, found: {Product.PLAN: found.plan}),
    _Kind(
        Product.VERIFICATION,
        VERIFICATION,
        Verification,
        lambda _, found: {Product.MODEL: found.model_created_at},
    ),
    _Kind(
        Product.ELASTICITY, ELASTICITY, Elasticity, lambda _, found: {Product.MODEL: found.model_created_at}
    ),
    _Kind(Product.STIFFNESS, STIFFNESS, ReducedStiffness, _of_twist),
    _Kind(Product.COMPENSATION, COMPENSATION, CompensationResult, _of_stiffness),
    _Kind(Product.PAYLOAD, PAYLOAD, PayloadResult, _of_reference),
)


def products_in(visit: "Visit") -> dict[str, Made]:
    """Each product that the file holds; a model that it was made from is named by when it was made."""
    found: dict[str, Made] = {}
    if (last := last_check(visit)) is not None:
        found[Product.CHECK] = Made(last.check.recording, {Outside.POWER_ON: last.power_on})
    for kind in _KINDS:
        if stored := visit.results(kind.kind):
            found[kind.product] = Made(stored[-1].key, _made_from(visit, kind, stored[-1].key))
    return found


def with_products(monitor: Monitor, *, work: Task[R], visit: Path) -> Stored[R]:
    """Do work whose result the visit keeps; its key is among the products, so nothing is read twice."""
    from core.storage.visit import Visit

    result = work(monitor)
    with Visit.open(visit, recover=False) as opened:
        return Stored(result, products_in(opened))


def _made_from(visit: "Visit", kind: _Kind[Any], key: str) -> Mapping[str, str]:
    if kind.result is None or kind.made_from is None:
        return {}
    return kind.made_from(visit, visit.result(key, kind.result))


def has_twist(recording: Recording, *, output_locked: bool = False) -> bool:
    """Whether a recording tells the twist of some joint's gear."""
    columns = recording.columns
    if output_locked:
        return bool(_TURNED & columns.keys()) and bool(_DRIVEN & columns.keys())
    motor, link = columns.get(Quantity.MOTOR_POSITION), columns.get(Quantity.LINK_POSITION)
    if motor is None or link is None:
        return False
    count = recording.sample_count
    firsts = (0, count // 2, max(0, count - _LOOKED_AT))
    return any(_both(motor, link, slice(first, first + _LOOKED_AT)) for first in firsts)
