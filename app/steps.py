"""The steps from recordings to a report and the state of each; no Qt."""

from dataclasses import dataclass
from enum import IntEnum, StrEnum


class Step(IntEnum):
    """The pages of the rail, in order."""

    RECORDINGS = 0
    CHOOSE = 1
    IDENTIFY = 2
    RESULTS = 3
    REPORT = 4


class StepState(StrEnum):
    """What the rail shows beside a step, as a shape and a word."""

    NOT_YET = "not-yet"
    NOW = "now"
    DONE = "done"
    OUT_OF_DATE = "out-of-date"


@dataclass(frozen=True)
class Work:
    """What has been done in a visit so far, as far as the steps care."""

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
        done = {
            Step.RECORDINGS: self.has_recordings,
            Step.CHOOSE: self.has_choice,
            Step.IDENTIFY: self.has_result,
            Step.RESULTS: self.has_result,
            Step.REPORT: self.has_report,
        }[step]
        if not done:
            return StepState.NOT_YET
        stale = step >= Step.IDENTIFY and not self.result_is_current
        stale = stale or (step == Step.REPORT and not self.report_is_current)
        return StepState.OUT_OF_DATE if stale else StepState.DONE

    def can_open(self, step: Step) -> bool:
        """Whether what the step needs is there."""
        return {
            Step.RECORDINGS: True,
            Step.CHOOSE: self.has_recordings,
            Step.IDENTIFY: self.has_choice and self.has_recordings,
            Step.RESULTS: self.has_result,
            Step.REPORT: self.has_result,
        }[step]
