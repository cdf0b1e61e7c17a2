"""The learned rest of the torque: what a model of it holds, and what it expects."""

from dataclasses import dataclass

from core.compensation.kinds import FeatureKind, ResidualKind
from core.quality import Judgement
from core.recording import FloatArray


@dataclass(frozen=True)
class ResidualInputs:
    """What a learner may look at, (N, joints) each, SI, low-passed, on the uniform clock.

    ``deflection`` is the motor angle less the link angle at the joint, offset removed,
    ``deflection_rate`` its derivative; None on an arm without link encoders. ``load`` is the
    rigid-body torque in N·m.
    """

    position: FloatArray
    velocity: FloatArray
    deflection: FloatArray | None
    deflection_rate: FloatArray | None
    load: FloatArray


@dataclass(frozen=True)
class JointResidualModel:
    """What was learned for one joint.

    ``error_without`` and ``error_with`` are RMS in N·m on recordings left out, one after the
    other; ``active`` says that the learner is used because that proved it. ``size`` is the
    number of mixture components, or of centres along each input.
    """

    joint: str
    active: bool
    size: int
    error_without: float
    error_with: float
    judgement: Judgement


@dataclass(frozen=True)
class ResidualModel:
    """The residual learner of an arm."""

    kind: ResidualKind
    features: FeatureKind
    joints: tuple[JointResidualModel, ...]

    def torque(self, inputs: ResidualInputs) -> FloatArray:
        """Expected residual (N, joints) in N·m; zero for joints where the learner is off."""
        raise NotImplementedError
