"""The steps of the guides in words: names, states, and reasons why a step cannot be opened."""

from app.speech.language import translate
from app.visit.feature_registry import feature_steps
from app.visit.steps import Step
from core.workflow import Blocking, Chapter, StepState


def step_word(step: Step) -> str:
    """Name of a step in the list of steps."""
    return translate("Words", feature_steps()[step].word)


def chapter_word(chapter: str) -> str:
    """Name of the row of some steps."""
    words = {Chapter.MOTION: "Motion", Chapter.MODEL: "Model", Chapter.RESULT: "Result"}
    return translate("Words", words[Chapter(chapter)])


def blocking_word(blocking: Blocking | None) -> str:
    """Reason why a step cannot be opened yet; empty if it can."""
    if blocking is None:
        return ""
    return translate(
        "Words",
        {
            "needs-controller": "Connect a robot first.",
            "needs-motion": "This controller cannot be moved from here.",
            "needs-trajectory": "This controller runs no planned motions. Record instead.",
            "needs-link-encoders": "This controller reports no encoders behind the gears.",
            "needs-plan": "Plan a motion first.",
            "needs-recordings": "Record or import something first.",
            "needs-choice": "Choose the runs first.",
            "needs-model": "Identify the model first.",
            "needs-stiffness": "Work out the stiffness of the arm first.",
            "needs-payload-reference": "Sweep the empty arm first, or choose it.",
            "needs-payload": "Measure the payload first.",
        }.get(blocking.code, "Something before it is missing."),
    )


def state_word(state: StepState, *, parts: tuple[int, int] = (0, 0)) -> str:
    """State of a step in words; ``parts`` are those that are done, and how many there are."""
    if state is StepState.PARTLY:
        return translate("Words", "partly done: {done} of {of}").format(done=parts[0], of=parts[1])
    return translate(
        "Words",
        {
            StepState.NOT_YET: "not yet",
            StepState.NOW: "in progress",
            StepState.DONE: "done",
            StepState.OUT_OF_DATE: "out of date",
        }[state],
    )
