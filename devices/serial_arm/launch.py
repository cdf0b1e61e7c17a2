"""Opens a serial arm as a controller; its port is searched again at every connect."""

from functools import partial

from core.recording import Quantity, TorqueKind
from core.robot.model import RobotModel
from devices.capabilities import Capabilities, ControllerKind
from devices.driving.pulse import Pulse
from devices.open_arm.announced import MOTIONS
from devices.open_arm.controller import OpenArm
from devices.serial_arm.finding import open_port_of
from devices.serial_arm.settings import SerialSettings

EXPECTED_RATE_HZ = 1000.0
_EXPECTED_QUANTITIES = (
    Quantity.POSITION,
    Quantity.MOTOR_POSITION,
    Quantity.LINK_POSITION,
    Quantity.CURRENT,
)


def open_serial(settings: SerialSettings, *, robot: RobotModel, pulse: Pulse) -> OpenArm:
    """Create a controller for an arm on a serial port; ``connect`` opens the port.

    ``robot`` describes the arm. ``pulse`` is ticked by the thread that serves STOP. With
    ``settings.arm`` any other arm is refused at the handshake (``other-serial``).
    """
    return OpenArm(
        partial(open_port_of, settings),
        uri=settings.uri,
        robot=robot,
        capabilities=expected_capabilities(robot),
        pulse=pulse,
        expected_serial=settings.arm,
    )


def expected_capabilities(robot: RobotModel) -> Capabilities:
    """Capabilities of an open controller with two encoders per joint; its announcement replaces them."""
    return Capabilities(
        kind=ControllerKind.OPEN,
        joint_count=robot.joint_count,
        sample_rate=EXPECTED_RATE_HZ,
        quantities=_EXPECTED_QUANTITIES,
        torque_kind=TorqueKind.MOTOR_CURRENT,
        motions=MOTIONS[ControllerKind.OPEN],
        stops_when_host_silent=True,
    )
