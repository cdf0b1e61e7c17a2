"""Drive gains without priors, from runs without and with a known payload mass."""

from collections.abc import Mapping, Sequence

from core.identification.gain_result import DriveGains, GainScatter, GainSettings, PairPayload
from core.monitor import Monitor
from core.recording import Recording
from core.robot.model import RobotModel

__all__ = ["DriveGains", "GainScatter", "GainSettings", "PairPayload", "identify_gains"]


def identify_gains(
    recordings: Mapping[str, Recording],
    robot: RobotModel,
    *,
    pairs: Sequence[tuple[str, str]],
    settings: GainSettings | None = None,
    monitor: Monitor | None = None,
) -> DriveGains:
    """Find the drive gains of all joints from ``pairs`` of labels (unloaded, loaded)."""
    raise NotImplementedError
