"""``ur:ADDRESS``: arms of Universal Robots, read over their network, and moved where that is allowed."""

from core.robot.model import RobotModel
from devices.controller import Controller
from devices.driving.pulse import Pulse
from devices.family import Family, InNetwork, Recognised
from devices.universal_robots.settings import (
    MODELS,
    OPTIONS,
    RTDE_PORT,
    SCHEME,
    SUBJECT,
    UrSettings,
    parse_ur,
)


def _open(settings: UrSettings, robot: RobotModel, pulse: Pulse) -> Controller:
    from devices.universal_robots.controller import UrArm

    return UrArm(settings, robot=robot, pulse=pulse)


def _recognise(host: str, port: int) -> Recognised:
    from devices.universal_robots.recognising import recognise

    return recognise(host, port)


UNIVERSAL_ROBOTS = Family(
    scheme=SCHEME,
    subject=SUBJECT,
    title="Universal Robots",
    example="ur:10.0.0.2?motion=allowed",
    parse=parse_ur,
    open=_open,
    options=OPTIONS,
    network=InNetwork(port=RTDE_PORT, robots=MODELS, recognise=_recognise, emulated="ur10e"),
)
