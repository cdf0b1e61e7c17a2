"""The steps of the guides, and the progress of the open visit, in the terms of ``core.workflow``. No Qt.

It follows from the file and the state of the window; the stored progress only adds facts that they do not
contain, such as a written report and the last place.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import replace
from enum import StrEnum
from functools import cache
from typing import TYPE_CHECKING, Self

from app.visit.feature_registry import feature_products
from core.workflow import GUIDES, SETTINGS_NAME, Made, Place, Product, Progress, guide_named

if TYPE_CHECKING:
    from core.storage.visit import Visit


_SHOWN_BESIDE = (
    Product.RECORDINGS,
    Product.CHOICE,
    Product.MODEL,
    Product.LOAD_STEPS,
    Product.PAYLOAD_REFERENCE,
)
"""Products that are not results of a feature: they exist only if they follow from the visit itself."""


class Step(StrEnum):
    """A step of a guide, by the key that is stored.

    The members are those of the guides in ``core.workflow``. ``Step(key)`` is also defined for a step
    that a feature adds to a guide; equal keys give the same object.
    """

    CONNECT = "connect"
    CHECK = "check"
    FRICTION = "friction"
    LOAD_STEPS = "load-steps"
    PLAN = "plan"
    EXCITE = "excite"
    RECORD = "record"
    LIVE = "live"
    RECORDINGS = "recordings"
    CHOOSE = "choose"
    GAINS = "gains"
    IDENTIFY = "identify"
    RESULTS = "results"
    TWIST = "twist"
    TORQUE_RAMPS = "torque-ramps"
    STIFFNESS = "stiffness"
    VERIFY = "verify"
    COMPENSATE = "compensate"
    PAYLOAD_REFERENCE = "payload-reference"
    PAYLOAD_SWEEPS = "payload-sweeps"
    PAYLOAD = "payload"
    PAYLOAD_METHODS = "payload-methods"
    PAYLOAD_REPORT = "payload-report"
    REPORT = "report"
    VISITS = "visits"
    COMPARE = "compare"

    @classmethod
    def _missing_(cls, value: object) -> "Step | None":
        return cls._added(value) if isinstance(value, str) and value in _keys() else None

    @classmethod
    @cache
    def _added(cls, key: str) -> Self:
        """The step of a key that is not among the members; always the same object."""
        step = str.__new__(cls, key)
        step._name_, step._value_ = key, key
        return step


class GuideName(StrEnum):
    """The guides of the start screen, by the key that is stored."""

    FROM_FILES = "from-files"
    ON_ROBOT = "on-robot"
    PAYLOAD = "payload"
    LIVE = "live"
    COMPARE = "compare"


def steps_of(guide: GuideName) -> tuple[Step, ...]:
    """The steps of a guide, in order."""
    return tuple(Step(key) for key in guide_named(guide.value).keys)


def way_of(guide: GuideName) -> tuple[Step, ...]:
    """The steps on the way of a guide, in order, without those that are opened by choice alone."""
    return tuple(Step(key) for key in guide_named(guide.value).way)


def guide_for(step: Step, *, now: GuideName, is_connected: bool) -> GuideName:
    """The guide in which a step opens: the present one if it has it, else the first that leads to it.

    With a robot connected, a step that the present guide only has aside opens in the guide that does its work
    on the robot.
    """
    ways = [guide for guide in GuideName if step in way_of(guide)]
    if now in ways or (step in steps_of(now) and not (is_connected and ways)):
        return now
    return ways[0] if ways else next(guide for guide in GuideName if step in steps_of(guide))


def _keys() -> set[str]:
    return {key for name in GUIDES for key in guide_named(name).keys}


def guide_of(name: str) -> GuideName:
    """The guide with this key; ``FROM_FILES`` for an unknown key."""
    return GuideName(name) if name in set(GuideName) else GuideName.FROM_FILES


def step_named(name: str) -> Step | None:
    """The step with this key; None for an unknown key."""
    return Step(name) if name in _keys() else None


def revision_of(content: object) -> str:
    """Short text that is the same for the same content."""
    return hashlib.sha256(repr(content).encode()).hexdigest()[:16]


def progress_of(
    stored: Progress | None, *, guide: str, place: Place | None, joint_count: int, found: Mapping[str, Made]
) -> Progress:
    """The progress of a visit: the products found in it, and those that were only stored."""
    before = stored or Progress(guide)
    shown = {*_SHOWN_BESIDE, *(one.product for one in feature_products())}
    products = {name: made for name, made in before.products.items() if name not in shown}
    return Progress(
        guide=guide,
        products={**products, **found},
        place=place or before.place,
        joint_count=joint_count,
        seconds=before.seconds,
    )


def model_made(created_at: str, *, choice: str) -> Made:
    """A model as a product, made from a choice of runs."""
    return Made(f"{created_at} {choice}", {Product.CHOICE: choice})


def payload_report_made(payload: str) -> Made:
    """The payload's report as a product, made from the result with this key."""
    return Made(f"of {payload}", {Product.PAYLOAD: payload})


def report_made(model: str) -> Made:
    """A report as a product, made from a model."""
    return Made(f"of {model}", {Product.MODEL: model})


def note_report(visit: "Visit", made: Made, *, product: Product = Product.REPORT) -> None:
    """Store in a visit that a report was written, as the window does."""
    before = visit.settings(SETTINGS_NAME, Progress) or Progress("from-files")
    visit.put_settings(SETTINGS_NAME, replace(before, products={**before.products, product: made}))
