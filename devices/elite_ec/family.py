"""``elite-ec:ADDRESS``: arms of Elite's EC series, read over a network, and moved where that is allowed."""

from core.robot.model import RobotModel
from devices.controller import Controller
from devices.driving.pulse import Pulse
from devices.elite_ec.settings import CALLS_PORT, MODELS, OPTIONS, SCHEME, SUBJECT, EcSettings, parse_ec
from devices.family import Family, InNetwork, Recognised


def _open(settings: EcSettings, robot: RobotModel, pulse: Pulse) -> Controller:
    from devices.elite_ec.controller import EcArm

    return EcArm(settings, robot=robot, pulse=pulse)


def _recognise(host: str, port: int) -> Recognised:
    from devices.elite_ec.recognising import recognise

    return recognise(host, port)


ELITE_EC = Family(
    scheme=SCHEME,
    subject=SUBJECT,
    title="Elite EC",
    example="elite-ec:10.0.0.2?serial=NUMBER&motion=allowed",
    parse=parse_ec,
    open=_open,
    options=OPTIONS,
    network=InNetwork(port=CALLS_PORT, robots=MODELS, recognise=_recognise, emulated="ec66"),
)
