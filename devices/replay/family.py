"""``replay:FILE``: the recordings of a visit, replayed as if an arm sent them."""

from core.robot.model import RobotModel
from devices.controller import Controller
from devices.driving.pulse import Pulse
from devices.family import Family
from devices.replay.settings import OPTIONS, SCHEME, SUBJECT, ReplaySettings, parse_replay


def _open(settings: ReplaySettings, _robot: RobotModel, _pulse: Pulse) -> Controller:
    from devices.replay.controller import ReplayController

    return ReplayController(settings)


def _described(settings: ReplaySettings) -> RobotModel:
    from devices.replay.controller import recorded_robot

    return recorded_robot(settings)


REPLAY = Family(
    scheme=SCHEME,
    subject=SUBJECT,
    title="Replay of a visit",
    example="replay:VISIT.h5?label=sweep-1&pace=fast",
    parse=parse_replay,
    open=_open,
    described=_described,
    options=OPTIONS,
)
