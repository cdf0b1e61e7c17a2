"""Opens a virtual robot as a controller; its capabilities are known before its process starts."""

import itertools
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from core.recording import Mark, Quantity, TorqueKind
from core.robot.model import RobotModel
from devices.capabilities import Capabilities, ControllerKind
from devices.driving.pulse import Pulse
from devices.open_arm.announced import MOTIONS
from devices.open_arm.controller import OpenArm
from devices.transport.transport import Transport
from devices.virtual.firmware.channels import Stream, stream_rate
from devices.virtual.lockstep import LockstepClock
from devices.virtual.settings import FIRST_POWER_ON, VirtualSettings, check_worn
from devices.virtual.spawned import start_virtual_robot

_CHANNELS = {
    Stream.USUAL: (
        Quantity.POSITION,
        Quantity.MOTOR_POSITION,
        Quantity.LINK_POSITION,
        Quantity.CURRENT,
        Quantity.TEMPERATURE,
    ),
    Stream.FULL: (
        Quantity.POSITION,
        Quantity.MOTOR_POSITION,
        Quantity.LINK_POSITION,
        Quantity.VELOCITY,
        Quantity.CURRENT,
        Quantity.CURRENT_REFERENCE,
        Quantity.TEMPERATURE,
    ),
}
_FEW_CHANNELS = (Quantity.POSITION, Quantity.CURRENT)


def open_virtual(settings: VirtualSettings, *, robot: RobotModel, pulse: Pulse) -> OpenArm:
    """Create the controller of a virtual robot; its process runs from ``connect`` to ``disconnect``.

    ``robot`` is the description named in ``settings``. ``pulse`` is ticked by the thread that serves STOP.

    Raises
    ------
    BadRequest
        ``controller-bad-value`` for a worn joint that the arm does not have.
    """
    check_worn(settings, joints=robot.joint_count)
    return OpenArm(
        _starter(settings),
        uri=settings.uri,
        robot=robot,
        capabilities=virtual_capabilities(settings, robot),
        pulse=pulse,
        make_clock=partial(LockstepClock, settings.pace, pulse=pulse, look_s=settings.look_s),
    )


def _starter(settings: VirtualSettings) -> Callable[[], Transport]:
    """Return a function that starts the robot's process, with a new power-on name each time.

    Names that are not given are numbers, not random: every run of a program finds the same arm.
    """
    count = itertools.count(int(FIRST_POWER_ON))

    def start() -> Transport:
        power_on = settings.power_on or str(next(count))
        return start_virtual_robot(replace(settings, power_on=power_on))

    return start


def virtual_capabilities(settings: VirtualSettings, robot: RobotModel) -> Capabilities:
    """Capabilities of a virtual robot of this kind, known without its process."""
    kind = settings.kind
    return Capabilities(
        kind=kind,
        joint_count=robot.joint_count,
        sample_rate=float(stream_rate(kind)),
        quantities=_quantities(settings, robot),
        torque_kind=TorqueKind.MOTOR_CURRENT,
        motions=MOTIONS[kind],
        stops_when_host_silent=kind is ControllerKind.OPEN,
        payload_write_back=kind is not ControllerKind.READ_ONLY,
        mark=Mark.VIRTUAL,
    )


def _quantities(settings: VirtualSettings, robot: RobotModel) -> tuple[Quantity, ...]:
    """Streamed quantities; a locked output without an encoder in the description has no link position."""
    if settings.kind is ControllerKind.CLOSED:
        return _FEW_CHANNELS
    streamed = _CHANNELS[settings.stream]
    if robot.output_locked and all(joint.link_encoder is None for joint in robot.joints):
        return tuple(quantity for quantity in streamed if quantity is not Quantity.LINK_POSITION)
    return streamed
