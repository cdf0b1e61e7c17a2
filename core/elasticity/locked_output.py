"""A gear on a bench, its output locked: what loops of torque and twist say of it."""

from collections.abc import Mapping, Sequence

from core.elasticity.result import Elasticity
from core.elasticity.settings import ElasticitySettings
from core.monitor import Monitor
from core.recording import Recording
from core.robot.model import RobotModel


def identify_locked_output(
    recordings: Mapping[str, Recording],
    robot: RobotModel,
    *,
    fit: Sequence[str],
    settings: ElasticitySettings | None = None,
    monitor: Monitor | None = None,
) -> Elasticity:
    """Lost motion, hysteresis and branch stiffness of gears whose output is locked to the frame."""
    raise NotImplementedError
