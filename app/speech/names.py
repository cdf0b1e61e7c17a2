"""Words for the names the core uses: verdicts, channels, models. Everything through ``tr``."""

from app.arm.link_state import LinkState
from app.speech import model_words
from app.speech.language import translate
from app.visit.steps import Step
from app.widgets.channels import LiveQuantity
from core.diagnostics.signals import Signal
from core.identification.settings import FeatureKind, ResidualKind
from core.recording import TorqueKind
from core.workflow import Blocking, StepState
from devices.capabilities import ControllerKind


def _tr(text: str) -> str:
    """Only the word that is asked for: a rail of steps asks for dozens at every turn of a page."""
    return translate("Words", text)


def step_word(step: Step) -> str:
    """The name of a step in the rail."""
    return _tr(
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
        }[step]
    )


def blocking_word(blocking: Blocking | None) -> str:
    """Why a step cannot be opened yet; empty where it can."""
    if blocking is None:
        return ""
    return _tr(
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
        }.get(blocking.code, "Something before it is missing.")
    )


def state_word(state: StepState) -> str:
    """The word below a step."""
    return _tr(
        {
            StepState.NOT_YET: "not yet",
            StepState.NOW: "in progress",
            StepState.DONE: "done",
            StepState.OUT_OF_DATE: "out of date",
        }[state]
    )


def link_word(state: LinkState) -> str:
    """How the link to the robot stands."""
    return _tr(
        {
            LinkState.OFF: "No robot connected",
            LinkState.CONNECTING: "Connecting …",
            LinkState.READY: "Connected",
            LinkState.ARMED: "Armed, may move",
            LinkState.MOVING: "Moving",
            LinkState.FAULT: "Stopped by a fault",
            LinkState.LOST: "Connection lost",
            LinkState.SEARCHING: "Looking for the robot …",
            LinkState.ENDED: "Replay has ended",
            LinkState.CLOSING: "Disconnecting …",
        }[state]
    )


def live_word(live: LiveQuantity) -> str:
    """What can be watched of a joint."""
    return _tr(
        {
            LiveQuantity.TWIST: "Twist",
            LiveQuantity.POSITION: "Position",
            LiveQuantity.TORQUE: "Torque",
        }[live]
    )


def signal_word(signal: Signal) -> str:
    """What is watched live, on chips, charts and axes."""
    return _tr(
        {
            Signal.DEFLECTION: "Deflection",
            Signal.MOTOR_ANGLE: "Motor angle",
            Signal.LINK_ANGLE: "Link angle",
            Signal.POSITION: "Position",
            Signal.RATE: "Rate",
            Signal.TORQUE: "Torque",
            Signal.CURRENT: "Current",
            Signal.TEMPERATURE: "Temperature",
            Signal.EXPECTED_TORQUE: "Expected torque",
            Signal.TORQUE_RESIDUAL: "Residual",
            Signal.EXTERNAL_TORQUE: "External torque",
        }[signal]
    )


def kind_word(kind: ControllerKind) -> str:
    """How far a controller lets itself be commanded."""
    return _tr(
        {
            ControllerKind.OPEN: "Open: trajectories, both encoders at 1 kHz",
            ControllerKind.CLOSED: "Closed: point to point, one encoder at 125 Hz",
            ControllerKind.READ_ONLY: "Read only: tells, never moves",
        }[kind]
    )


def torque_word(kind: TorqueKind) -> str:
    """Where a torque comes from."""
    return _tr(
        {
            TorqueKind.MOTOR_CURRENT: "Motor current",
            TorqueKind.MOTOR_TORQUE: "Motor torque",
            TorqueKind.LINK_SENSOR: "Joint sensor",
            TorqueKind.MODEL: "Computed by a model",
            TorqueKind.UNKNOWN: "Not known",
        }[kind]
    )


friction_word, estimator_word = model_words.friction_word, model_words.estimator_word


def residual_word(kind: ResidualKind) -> str:
    """A residual learner by what it is."""
    return _tr(
        {
            ResidualKind.NONE: "None",
            ResidualKind.RBF: "Radial basis functions",
            ResidualKind.GMM: "Gaussian mixture",
        }[kind]
    )


def feature_word(kind: FeatureKind) -> str:
    """What a residual learner learns from."""
    return _tr(
        {
            FeatureKind.DEFLECTION: "The twist and its rate",
            FeatureKind.STATE: "Position and speed",
            FeatureKind.BOTH: "Both",
        }[kind]
    )
