"""The steps of the guides in words: their names, their state, and what blocks them."""

from app.speech.language import translate
from app.visit.steps import Step
from core.workflow import Blocking, StepState


def step_word(step: Step) -> str:
    """The name of a step in the rail."""
    return translate(
        "Words",
        {
            Step.CONNECT: "Connect",
            Step.CHECK: "Check",
            Step.FRICTION: "Friction",
            Step.LOAD_STEPS: "Load steps",
            Step.PLAN: "Plan",
            Step.EXCITE: "Run the motion",
            Step.RECORD: "Record",
            Step.LIVE: "Live diagnostics",
            Step.RECORDINGS: "Recordings",
            Step.CHOOSE: "Choose runs",
            Step.IDENTIFY: "Identify",
            Step.RESULTS: "Results",
            Step.TWIST: "Twist",
            Step.STIFFNESS: "Stiffness",
            Step.VERIFY: "Verify",
            Step.COMPENSATE: "Compensate",
            Step.PAYLOAD_REFERENCE: "Reference",
            Step.PAYLOAD_SWEEPS: "Measure",
            Step.PAYLOAD: "Payload",
            Step.PAYLOAD_REPORT: "Report",
            Step.REPORT: "Report",
            Step.VISITS: "Visits",
            Step.COMPARE: "Compare visits",
        }[step],
    )


def blocking_word(blocking: Blocking | None) -> str:
    """Why a step cannot be opened yet; empty where it can."""
    if blocking is None:
        return ""
    return translate(
        "Words",
        {
            "needs-controller": "Connect a robot first.",
            "needs-motion": "This controller cannot be moved from here.",
            "needs-trajectory": "This controller runs no planned motions. Record instead.",
            "needs-link-encoders": "This controller tells no encoders behind the gears.",
            "needs-plan": "Plan a motion first.",
            "needs-recordings": "Record or import something first.",
            "needs-choice": "Choose the runs first.",
            "needs-model": "Identify the model first.",
            "needs-stiffness": "Work out the stiffness of the arm first.",
            "needs-payload-reference": "Say first what the payload is compared with.",
            "needs-payload": "Measure the payload first.",
        }.get(blocking.code, "Something before it is missing."),
    )


def state_word(state: StepState) -> str:
    """The word below a step."""
    return translate(
        "Words",
        {
            StepState.NOT_YET: "not yet",
            StepState.NOW: "in progress",
            StepState.DONE: "done",
            StepState.OUT_OF_DATE: "out of date",
        }[state],
    )
