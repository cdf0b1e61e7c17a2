"""``franka:ADDRESS``: arms of Franka Robotics, read over their network, and moved where that is allowed."""

from core.robot.model import RobotModel
from devices.controller import Controller
from devices.driving.pulse import Pulse
from devices.family import Family, InNetwork, Recognised
from devices.franka.settings import (
    DESK_PORT,
    FCI_PORT,
    MODELS,
    OPTIONS,
    SCHEME,
    SUBJECT,
    FrankaSettings,
    parse_franka,
)


def _open(settings: FrankaSettings, robot: RobotModel, pulse: Pulse) -> Controller:
    from devices.driving.arm_in_process import ArmApart
    from devices.franka.controller import FrankaArm

    if settings.can_move:
        return ArmApart(settings, make=FrankaArm, robot=robot, pulse=pulse, read_only=None)
    return FrankaArm(settings, robot=robot, pulse=pulse)


def _recognise(host: str, port: int) -> Recognised:
    from devices.franka.recognising import recognise

    return recognise(host, port)


FRANKA = Family(
    scheme=SCHEME,
    subject=SUBJECT,
    title="Franka",
    example="franka:10.0.0.2?serial=295341-1325",
    parse=parse_franka,
    open=_open,
    options=OPTIONS,
    network=InNetwork(
        port=FCI_PORT,
        robots=MODELS,
        recognise=_recognise,
        emulated="fr3",
        open_port=DESK_PORT,
        needs_cycle=True,
    ),
)
