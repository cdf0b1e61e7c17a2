"""A payload's ten parameters from excitation runs without and with it."""

from collections.abc import Mapping, Sequence
from enum import StrEnum

from core.friction.kinds import FrictionKind
from core.monitor import Monitor
from core.payload.result import PayloadResult
from core.payload.settings import GainKnowledge, PayloadMethod, PayloadSettings
from core.recording import FloatArray, Recording
from core.robot.model import RobotModel
from core.stamp import Clock, utc_now


class DynamicRoute(StrEnum):
    """How runs without and with the payload are set against each other."""

    GENERAL = "general"
    """The arm's own parameters from all runs, each run with its own friction; any motions."""
    DIFFERENCE = "difference"
    """The difference of the torques along one and the same motion ([Gao] eq. 29)."""


def identify_payload_dynamically(  # noqa: PLR0913  # each says something else about runs or arm
    recordings: Mapping[str, Recording],
    robot: RobotModel,
    *,
    unloaded: Sequence[str],
    loaded: Sequence[str],
    gains: GainKnowledge | None = None,
    settings: PayloadSettings = PayloadSettings(method=PayloadMethod.DYNAMIC),
    route: DynamicRoute = DynamicRoute.GENERAL,
    drive_gain: FloatArray | None = None,
    filter_hz: float = 6.0,
    friction: FrictionKind = FrictionKind.LOAD_DEPENDENT,
    monitor: Monitor | None = None,
    now: Clock = utc_now,
) -> PayloadResult:
    """Mass, centre of mass and inertia of what hangs on the flange."""
    raise NotImplementedError
