"""The pages of the guides by the names of ``core.workflow``, and what the workflow asks for; no Qt."""

from enum import StrEnum

from core.workflow import GUIDES


class Step(StrEnum):
    """Every page that a guide may lead over, by the key that is stored."""

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
    IDENTIFY = "identify"
    RESULTS = "results"
    TWIST = "twist"
    STIFFNESS = "stiffness"
    VERIFY = "verify"
    COMPENSATE = "compensate"
    PAYLOAD_REFERENCE = "payload-reference"
    PAYLOAD_SWEEPS = "payload-sweeps"
    PAYLOAD = "payload"
    PAYLOAD_REPORT = "payload-report"
    REPORT = "report"
    VISITS = "visits"
    COMPARE = "compare"


class GuideName(StrEnum):
    """The ways from the start screen, by the key that is stored."""

    FROM_FILES = "from-files"
    ON_ROBOT = "on-robot"
    PAYLOAD = "payload"
    LIVE = "live"
    COMPARE = "compare"


def steps_of(guide: GuideName) -> tuple[Step, ...]:
    """The pages of a guide, in order."""
    return tuple(Step(key) for key in GUIDES[guide.value].keys)


def guide_of(name: str) -> GuideName:
    """The guide of that key; the one from files for any other."""
    return GuideName(name) if name in set(GuideName) else GuideName.FROM_FILES


def step_named(name: str) -> Step | None:
    """The step of that key, if there is one."""
    return Step(name) if name in set(Step) else None
