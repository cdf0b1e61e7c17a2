"""From recordings with both encoders to stiffness, backlash, hysteresis and ripple of every joint."""

from collections.abc import Mapping, Sequence

from core.elasticity.result import Elasticity
from core.elasticity.settings import ElasticitySettings
from core.identification.result import IdentificationResult
from core.monitor import Monitor, NullMonitor
from core.recording import Recording
from core.robot.model import RobotModel


def identify_elasticity(
    recordings: Mapping[str, Recording],
    robot: RobotModel,
    model: IdentificationResult,
    *,
    fit: Sequence[str],
    validate: Sequence[str] = (),
    settings: ElasticitySettings | None = None,
    monitor: Monitor | None = None,
) -> Elasticity:
    """Separate the deflection of every joint into its parts."""
    raise NotImplementedError
