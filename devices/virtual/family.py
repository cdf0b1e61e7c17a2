"""``virtual:ROBOT``: simulated arms, each in its own process."""

from core.robot.model import RobotModel
from devices.controller import Controller
from devices.driving.pulse import Pulse
from devices.family import Family
from devices.virtual.settings import OPTIONS, SCHEME, SUBJECT, VirtualSettings, parse_virtual


def _open(settings: VirtualSettings, robot: RobotModel, pulse: Pulse) -> Controller:
    from devices.virtual.launch import open_virtual

    return open_virtual(settings, robot=robot, pulse=pulse)


def _described(settings: VirtualSettings) -> RobotModel:
    from core.robot.library import load_robot

    return load_robot(settings.robot)


VIRTUAL = Family(
    scheme=SCHEME,
    subject=SUBJECT,
    title="Virtual robot",
    example="virtual:ec66?kind=closed&pace=fast",
    parse=parse_virtual,
    open=_open,
    described=_described,
    options=OPTIONS,
)
