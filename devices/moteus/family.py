"""``moteus:INTERFACE``: arms whose joints are moteus drives, read over CAN-FD and moved where allowed."""

from core.robot.model import RobotModel
from devices.controller import Controller
from devices.driving.pulse import Pulse
from devices.errors import MotionRejected
from devices.family import Family
from devices.moteus.settings import OPTIONS, SCHEME, SUBJECT, MoteusSettings, parse_moteus


def _open(settings: MoteusSettings, robot: RobotModel, pulse: Pulse) -> Controller:
    from devices.driving.arm_in_process import ArmApart
    from devices.moteus.controller import MoteusArm

    read_only = None if settings.can_move else MotionRejected("moteus-read-only", controller=settings.uri)
    return ArmApart(settings, make=MoteusArm, robot=robot, pulse=pulse, read_only=read_only)


MOTEUS = Family(
    scheme=SCHEME,
    subject=SUBJECT,
    title="moteus drives",
    example="moteus:/dev/ttyACM0?ids=1,2,3,4,5,6",
    parse=parse_moteus,
    open=_open,
    options=OPTIONS,
)
