"""``serial:PORT``: arms that speak the open protocol over a serial port."""

from core.robot.model import RobotModel
from devices.controller import Controller
from devices.driving.pulse import Pulse
from devices.family import Family
from devices.serial_arm.settings import OPTIONS, SCHEME, SUBJECT, SerialSettings, parse_serial


def _open(settings: SerialSettings, robot: RobotModel, pulse: Pulse) -> Controller:
    from devices.serial_arm.launch import open_serial

    return open_serial(settings, robot=robot, pulse=pulse)


SERIAL = Family(
    scheme=SCHEME,
    subject=SUBJECT,
    title="Serial arm",
    example="serial:/dev/ttyACM0?baud=2000000",
    parse=parse_serial,
    open=_open,
    options=OPTIONS,
)
