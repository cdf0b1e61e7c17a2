"""Opens a virtual robot as a controller; its capabilities are known before its process starts."""

import itertools
import os
import secrets
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from core.processes import Owner
from core.recording import Mark, Quantity, TorqueKind
from core.robot.model import RobotModel
from devices.capabilities import Capabilities, ControllerKind
from devices.driving.processes import START_TIMEOUT_S, VirtualProcess
from devices.driving.pulse import Pulse
from devices.errors import TransportError
from devices.open_arm.controller import OpenArm
from devices.open_arm.identity import MOTIONS
from devices.transport.tcp import Listener, TcpTransport
from devices.transport.transport import Transport
from devices.virtual.firmware.channels import Stream, stream_rate
from devices.virtual.lockstep import LockstepClock
from devices.virtual.settings import FIRST_POWER_ON, VirtualSettings, check_worn

_ACCEPT_SLICE_S = 0.25
_TOKEN_BYTES = 16


def start_virtual_robot(settings: VirtualSettings) -> Transport:
    """Start the process and wait until it has connected; closing the transport ends it.

    Raises
    ------
    TransportError
        ``virtual-robot-ended`` if the process ended, ``no-answer`` if it took too long.
    TorsionError, OSError
        What it could not be started for, such as an unknown robot.
    """
    # any program on this computer can connect to the port; only our process knows the token
    token = secrets.token_hex(_TOKEN_BYTES)
    with Listener() as listener:
        process = VirtualProcess(be_virtual_robot, listener.port, token, settings, name="virtual-robot")
        try:
            link = _accept(listener, process, token=token)
        except BaseException:  # whatever the error is, no process may be left
            process.end()
            raise
    return SpawnedLink(link, process)


def be_virtual_robot(_owner: Owner, port: int, token: str, settings: VirtualSettings) -> None:
    """Entry point of the process; only there is the physics imported."""
    os.environ.setdefault("MUJOCO_GL", "disable")  # nothing is drawn; searching for a display takes time
    from devices.virtual.process import serve

    serve(port, token, settings)


class SpawnedLink:
    """The transport to a spawned process, which ends with it."""

    def __init__(self, link: Transport, process: VirtualProcess) -> None:
        self._link, self._process = link, process
        self.pid = process.pid

    def read(self, timeout: float) -> bytes:
        """Read from the link; see ``Transport``."""
        return self._link.read(timeout)

    def write(self, content: bytes, timeout: float) -> int:
        """Write to the link; see ``Transport``."""
        return self._link.write(content, timeout)

    def close(self) -> None:
        """Close the link and end the process once its arm is at rest; may be called again."""
        self._link.close()
        self._process.end()


def _accept(listener: Listener, process: VirtualProcess, *, token: str) -> TcpTransport:
    """Accept the connection of the process; check regularly that it still runs."""
    deadline = time.monotonic() + START_TIMEOUT_S
    while True:
        try:
            return listener.accept(token=token, timeout=_ACCEPT_SLICE_S)
        except TransportError as error:
            if error.code != "no-answer" or time.monotonic() > deadline:
                raise
        if process.has_ended:
            raise process.failure()


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
