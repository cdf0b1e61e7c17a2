"""The steps of the guides as the window shows them, and the state of each; no Qt."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum


class Step(StrEnum):
    """Every page that a guide may lead over, by the name that is stored."""

    CONNECT = "connect"
    CHECK = "check"
    RECORD = "record"
    RECORDINGS = "recordings"
    CHOOSE = "choose"
    IDENTIFY = "identify"
    RESULTS = "results"
    REPORT = "report"


class Guide(StrEnum):
    """The ways from the start screen to a report."""

    FROM_FILES = "from-files"
    ON_ROBOT = "on-robot"


_TO_THE_REPORT = (Step.CHOOSE, Step.IDENTIFY, Step.RESULTS, Step.REPORT)
GUIDES: Mapping[Guide, tuple[Step, ...]] = {
    Guide.FROM_FILES: (Step.RECORDINGS, *_TO_THE_REPORT),
    Guide.ON_ROBOT: (Step.CONNECT, Step.CHECK, Step.RECORD, *_TO_THE_REPORT),
}
ON_A_ROBOT = frozenset({Step.CONNECT, Step.CHECK, Step.RECORD})
"""The steps that need a controller."""


class StepState(StrEnum):
    """What the rail shows beside a step, as a shape and a word."""

    NOT_YET = "not-yet"
    NOW = "now"
    DONE = "done"
    OUT_OF_DATE = "out-of-date"


@dataclass(frozen=True)
class Work:
    """What has been done in a visit so far, as far as the steps care."""

    is_connected: bool = False
    has_check: bool = False
    check_is_current: bool = False
    """Whether the encoders were checked in the power-on of the controller that is connected."""
    has_recordings: bool = False
    has_choice: bool = False
    has_result: bool = False
    result_is_current: bool = False
    has_report: bool = False
    report_is_current: bool = False

    def state(self, step: Step, *, current: Step) -> StepState:
        """How a step stands; the one that is open is always *now*."""
        if step == current:
            return StepState.NOW
        if not self._is_done(step):
            return StepState.NOT_YET
        return StepState.OUT_OF_DATE if self._is_stale(step) else StepState.DONE

    def can_open(self, step: Step) -> bool:
        """Whether what the step needs is there."""
        return {
            Step.CONNECT: True,
            Step.CHECK: self.is_connected,
            Step.RECORD: self.is_connected,
            Step.RECORDINGS: True,
            Step.CHOOSE: self.has_recordings,
            Step.IDENTIFY: self.has_choice and self.has_recordings,
            Step.RESULTS: self.has_result,
            Step.REPORT: self.has_result,
        }[step]

    def _is_done(self, step: Step) -> bool:
        return {
            Step.CONNECT: self.is_connected,
            Step.CHECK: self.has_check,
            Step.RECORD: self.has_recordings,
            Step.RECORDINGS: self.has_recordings,
            Step.CHOOSE: self.has_choice,
            Step.IDENTIFY: self.has_result,
            Step.RESULTS: self.has_result,
            Step.REPORT: self.has_report,
        }[step]

    def _is_stale(self, step: Step) -> bool:
        return {
            Step.CHECK: not self.check_is_current,
            Step.IDENTIFY: not self.result_is_current,
            Step.RESULTS: not self.result_is_current,
            Step.REPORT: not (self.result_is_current and self.report_is_current),
        }.get(step, False)


def guide_named(name: str) -> Guide:
    """The guide of that name; the one from files for any other."""
    return Guide(name) if name in set(Guide) else Guide.FROM_FILES


def step_named(name: str) -> Step | None:
    """The step of that name, if there is one."""
    return Step(name) if name in set(Step) else None
