"""Words for the names the core uses: verdicts, channels, models. Everything through ``tr``."""

from collections.abc import Iterable

from PySide6.QtCore import QCoreApplication

from app.link_state import LinkState
from app.live_channels import LiveQuantity
from app.steps import Step
from core.diagnostics.signals import Signal
from core.identification.settings import EstimatorKind, FeatureKind, FrictionKind, ResidualKind
from core.quality import Verdict
from core.recording import Mark, TorqueKind
from core.workflow import Blocking, StepState
from devices.capabilities import ControllerKind


def _tr(text: str) -> str:
    return QCoreApplication.translate("Words", text)


def step_word(step: Step) -> str:
    """The name of a step in the rail."""
    return {
        Step.CONNECT: _tr("Connect"),
        Step.CHECK: _tr("Check"),
        Step.FRICTION: _tr("Friction"),
        Step.LOAD_STEPS: _tr("Load steps"),
        Step.PLAN: _tr("Plan"),
        Step.EXCITE: _tr("Run the motion"),
        Step.RECORD: _tr("Record"),
        Step.LIVE: _tr("Live diagnostics"),
        Step.RECORDINGS: _tr("Recordings"),
        Step.CHOOSE: _tr("Choose runs"),
        Step.IDENTIFY: _tr("Identify"),
        Step.RESULTS: _tr("Results"),
        Step.TWIST: _tr("Twist"),
        Step.VERIFY: _tr("Verify"),
        Step.REPORT: _tr("Report"),
        Step.COMPARE: _tr("Compare visits"),
    }[step]


def blocking_word(blocking: Blocking | None) -> str:
    """Why a step cannot be opened yet; empty where it can."""
    if blocking is None:
        return ""
    return {
        "needs-controller": _tr("Connect a robot first."),
        "needs-motion": _tr("This controller cannot be moved from here."),
        "needs-trajectory": _tr("This controller runs no planned motions. Record instead."),
        "needs-link-encoders": _tr("This controller tells no encoders behind the gears."),
        "needs-plan": _tr("Plan a motion first."),
        "needs-recordings": _tr("Record or import something first."),
        "needs-choice": _tr("Choose the runs first."),
        "needs-model": _tr("Identify the model first."),
    }.get(blocking.code, _tr("Something before it is missing."))


def state_word(state: StepState) -> str:
    """The word below a step."""
    return {
        StepState.NOT_YET: _tr("not yet"),
        StepState.NOW: _tr("now"),
        StepState.DONE: _tr("done"),
        StepState.OUT_OF_DATE: _tr("out of date"),
    }[state]


def link_word(state: LinkState) -> str:
    """How the link to the robot stands."""
    return {
        LinkState.OFF: _tr("No robot connected"),
        LinkState.CONNECTING: _tr("Connecting …"),
        LinkState.READY: _tr("Connected"),
        LinkState.ARMED: _tr("Armed, may move"),
        LinkState.MOVING: _tr("Moving"),
        LinkState.FAULT: _tr("Stopped by a fault"),
        LinkState.LOST: _tr("Connection lost"),
        LinkState.SEARCHING: _tr("Looking for the robot …"),
        LinkState.ENDED: _tr("Replay has ended"),
        LinkState.CLOSING: _tr("Disconnecting …"),
    }[state]


def live_word(live: LiveQuantity) -> str:
    """What can be watched of a joint."""
    return {
        LiveQuantity.TWIST: _tr("Twist"),
        LiveQuantity.POSITION: _tr("Position"),
        LiveQuantity.TORQUE: _tr("Torque"),
    }[live]


def signal_word(signal: Signal) -> str:
    """What is watched live, on chips, charts and axes."""
    return {
        Signal.DEFLECTION: _tr("Deflection"),
        Signal.MOTOR_ANGLE: _tr("Motor angle"),
        Signal.LINK_ANGLE: _tr("Link angle"),
        Signal.POSITION: _tr("Position"),
        Signal.RATE: _tr("Rate"),
        Signal.TORQUE: _tr("Torque"),
        Signal.CURRENT: _tr("Current"),
        Signal.TEMPERATURE: _tr("Temperature"),
        Signal.EXPECTED_TORQUE: _tr("Expected torque"),
        Signal.TORQUE_RESIDUAL: _tr("Residual"),
        Signal.EXTERNAL_TORQUE: _tr("External torque"),
    }[signal]


def kind_word(kind: ControllerKind) -> str:
    """How far a controller lets itself be commanded."""
    return {
        ControllerKind.OPEN: _tr("Open: trajectories, both encoders at 1 kHz"),
        ControllerKind.CLOSED: _tr("Closed: point to point, one encoder at 125 Hz"),
        ControllerKind.READ_ONLY: _tr("Read only: tells, never moves"),
    }[kind]


def verdict_word(verdict: Verdict) -> str:
    """A verdict in one or two words."""
    return {
        Verdict.GOOD: _tr("Good"),
        Verdict.USABLE: _tr("Usable"),
        Verdict.REPEAT: _tr("Repeat"),
        Verdict.NOT_MEASURABLE: _tr("Not measurable"),
    }[verdict]


def mark_word(marks: Iterable[Mark]) -> str:
    """What is striped across everything that no real arm stands behind; empty for a real one."""
    words = {
        Mark.NONE: "",
        Mark.SYNTHETIC: _tr("SYNTHETIC"),
        Mark.VIRTUAL: _tr("VIRTUAL"),
        Mark.REPLAY: _tr("REPLAY"),
    }
    return " · ".join(words[mark] for mark in Mark if mark is not Mark.NONE and mark in set(marks))


def torque_word(kind: TorqueKind) -> str:
    """Where a torque comes from."""
    return {
        TorqueKind.MOTOR_CURRENT: _tr("Motor current"),
        TorqueKind.MOTOR_TORQUE: _tr("Motor torque"),
        TorqueKind.LINK_SENSOR: _tr("Joint sensor"),
        TorqueKind.MODEL: _tr("Computed by a model"),
        TorqueKind.UNKNOWN: _tr("Not known"),
    }[kind]


def friction_word(kind: FrictionKind) -> str:
    """A friction model by what it contains."""
    return {
        FrictionKind.COULOMB_VISCOUS: _tr("Coulomb and viscous"),
        FrictionKind.STRIBECK: _tr("Stribeck"),
        FrictionKind.CONTINUOUS: _tr("Continuous"),
        FrictionKind.BIDIRECTIONAL: _tr("Different in each direction"),
        FrictionKind.LOAD_DEPENDENT: _tr("Load dependent, with presliding"),
    }[kind]


def estimator_word(kind: EstimatorKind) -> str:
    """An estimator by what it does."""
    return {
        EstimatorKind.LS: _tr("Least squares"),
        EstimatorKind.WLS: _tr("Weighted per joint"),
        EstimatorKind.WLS_FULL: _tr("Weighted, joints together"),
        EstimatorKind.ROBUST: _tr("Robust against outliers"),
        EstimatorKind.ML: _tr("Weighted by measured noise"),
    }[kind]


def residual_word(kind: ResidualKind) -> str:
    """A residual learner by what it is."""
    return {
        ResidualKind.NONE: _tr("None"),
        ResidualKind.RBF: _tr("Radial basis functions"),
        ResidualKind.GMM: _tr("Gaussian mixture"),
    }[kind]


def feature_word(kind: FeatureKind) -> str:
    """What a residual learner learns from."""
    return {
        FeatureKind.DEFLECTION: _tr("The twist and its rate"),
        FeatureKind.STATE: _tr("Position and speed"),
        FeatureKind.BOTH: _tr("Both"),
    }[kind]
