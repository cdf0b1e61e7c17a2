"""``elite-cs:ADDRESS``: arms of Elite's CS series, read over a network, and moved where that is allowed."""

from core.robot.model import RobotModel
from devices.controller import Controller
from devices.driving.pulse import Pulse
from devices.elite_cs.settings import MODELS, OPTIONS, SCHEME, CsSettings, parse_cs
from devices.family import Family, InNetwork, Recognised
from devices.universal_robots.settings import RTDE_PORT, SUBJECT


def _open(settings: CsSettings, robot: RobotModel, pulse: Pulse) -> Controller:
    from devices.elite_cs.controller import CsArm

    return CsArm(settings, robot=robot, pulse=pulse)


def _recognise(host: str, port: int) -> Recognised:
    from devices.elite_cs.dashboard import recognise

    return recognise(host, port)


ELITE_CS = Family(
    scheme=SCHEME,
    subject=SUBJECT,
    title="Elite CS",
    example="elite-cs:10.0.0.2?motion=allowed",
    parse=parse_cs,
    open=_open,
    options=OPTIONS,
    network=InNetwork(port=RTDE_PORT, robots=MODELS, recognise=_recognise, emulated="cs66"),
)
