"""``cia402:INTERFACE?map=FILE.toml``: drives of the profile CiA 402 on a CANopen bus."""

from core.robot.model import RobotModel
from devices.cia402.settings import OPTIONS, SCHEME, SUBJECT, Cia402Settings, parse_cia402
from devices.controller import Controller
from devices.driving.pulse import Pulse
from devices.family import Family


def _open(settings: Cia402Settings, robot: RobotModel, pulse: Pulse) -> Controller:
    from devices.cia402.controller import Cia402Arm

    return Cia402Arm(settings, robot=robot, pulse=pulse)


CIA402 = Family(
    scheme=SCHEME,
    subject=SUBJECT,
    title="CiA 402 drives",
    example="cia402:slcan:/dev/ttyACM0?map=arm.toml",
    parse=parse_cia402,
    open=_open,
    options=OPTIONS,
)
