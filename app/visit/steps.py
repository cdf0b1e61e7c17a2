"""The steps of the guides, named as in ``core.workflow``. No Qt."""

from enum import StrEnum
from functools import cache
from typing import Self

from core.workflow import GUIDES, guide_named


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
