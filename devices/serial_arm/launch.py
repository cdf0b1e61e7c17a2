"""Opens a serial arm as a controller; its port is found again at every connect, by name or by USB id.

Nothing is sent to a port that was neither named nor has the right USB id. The exception is ``auto``,
which sends Hello to every USB port.
"""

import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from core.recording import Quantity, TorqueKind
from core.robot.model import RobotModel
from devices.capabilities import Capabilities, ControllerKind
from devices.driving.pulse import Pulse
from devices.errors import ConfigurationError, TransportError
from devices.open_arm.controller import OpenArm
from devices.open_arm.identity import MOTIONS
from devices.protocol_open.messages import Announcement, Hello
from devices.protocol_open.wire import DELIMITER, Decoder, encode
from devices.serial_arm.settings import AUTO, SerialSettings
from devices.transport.port_errors import missing_port
from devices.transport.serial_port import SerialTransport
from devices.transport.serial_ports import SerialPort, serial_ports

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


ANSWER_DEADLINE_S = 1.0
"""A port that does not answer within this time has no arm that speaks the open protocol, s."""
HELLO_INTERVAL_S = 0.25
_READ_SLICE_S = 0.05
_TELLING = {"port-busy", "port-denied", "baud-not-offered"}
"""Errors that a person can solve; they are reported if the arm is not found."""


def open_port_of(settings: SerialSettings) -> SerialTransport:
    """Open the port that this arm has now.

    Raises
    ------
    TransportError, ConfigurationError
        As ``find_port`` and ``SerialTransport``.
    """
    return SerialTransport(find_port(settings), baud=settings.baud)


def find_port(
    settings: SerialSettings, *, list_ports: Callable[[], Sequence[SerialPort]] = serial_ports
) -> str:
    """Return the present name of this arm's port.

    The named port counts if it exists and has the expected USB id. Otherwise the ports with that USB id
    are candidates. If that does not decide, Hello is sent to each candidate.

    Raises
    ------
    TransportError
        ``port-missing`` with what was searched and the ports found; ``port-busy`` or
        ``port-denied`` if a candidate cannot be opened.
    ConfigurationError
        ``several-arms`` if more than one answers and no serial number is given.
    """
    ports = list_ports()
    if _is_in_place(settings, ports):
        return settings.port
    candidates = _candidates(settings, ports)
    # one port with this very USB id: no need to send anything
    if not settings.arm and len(candidates) == 1 and candidates[0].usb_id == settings.usb != "":
        return candidates[0].path
    found = _asked(candidates, settings)
    if found is None:
        raise missing_port(settings.port, looked_for=", ".join(filter(None, (settings.usb, settings.arm))))
    return found


def announcement_at(path: str, *, baud: int, deadline_s: float) -> Announcement | None:
    """Send Hello to a port and return the announcement; None without an answer in ``deadline_s``.

    Raises
    ------
    TransportError
        If the port cannot be opened, as ``SerialTransport``.
    """
    transport = SerialTransport(path, baud=baud)
    try:
        return _answer_to_hello(transport, deadline=time.monotonic() + deadline_s)
    except TransportError:  # the cable was pulled in between
        return None
    finally:
        transport.close()


def _is_in_place(settings: SerialSettings, ports: Sequence[SerialPort]) -> bool:
    """True if the named port is to be opened: it fits, or there is no USB id to compare."""
    if settings.port == AUTO:
        return False
    if not settings.usb:
        return True
    listed = {port.path.lower(): port for port in ports}.get(settings.port.lower())
    if listed is None:  # a symbolic link, or a port that pyserial does not list
        return Path(settings.port).exists()
    return _has_id(listed, settings.usb)


def _candidates(settings: SerialSettings, ports: Sequence[SerialPort]) -> list[SerialPort]:
    """Ports that may be the arm's, the most likely ones first."""
    if not settings.usb:
        return [port for port in ports if port.usb_id]
    exact = [port for port in ports if _has_id(port, settings.usb)]
    if not settings.arm:
        return exact
    # the adapter may have been exchanged for one of the same kind; the arm's serial number decides
    same_kind = _kind(settings.usb)
    return exact + [port for port in ports if port not in exact and _kind(port.usb_id) == same_kind]


def _has_id(port: SerialPort, usb: str) -> bool:
    """True if the port has this USB id; an id without serial number fits every device of its kind."""
    return port.usb_id == usb or _kind(port.usb_id) == usb


def _kind(usb_id: str) -> str:
    return ":".join(usb_id.split(":")[:2])


def _asked(candidates: Sequence[SerialPort], settings: SerialSettings) -> str | None:
    """Return the candidate that answers as this arm, or the only one that answers; else None."""
    answers: dict[str, str] = {}
    problem: TransportError | None = None
    for port in candidates:
        try:
            announcement = announcement_at(port.path, baud=settings.baud, deadline_s=ANSWER_DEADLINE_S)
        except TransportError as error:
            problem = error if error.code in _TELLING else problem
            continue
        if announcement is None:
            continue
        if announcement.serial == settings.arm:
            return port.path
        answers[port.path] = announcement.serial
    if not settings.arm and len(answers) == 1:
        return next(iter(answers))
    if not settings.arm and answers:
        arms = tuple(f"{serial} ({path})" for path, serial in answers.items())
        raise ConfigurationError("several-arms", arms=arms)
    # no arm was found, but a candidate could not be opened: that error helps more
    if problem is not None:
        raise problem
    return None


def _answer_to_hello(transport: SerialTransport, *, deadline: float) -> Announcement | None:
    decoder, sequence, ask_at = Decoder(), 0, 0.0
    while (now := time.monotonic()) < deadline:
        if now >= ask_at:
            _say_hello(transport, sequence=sequence, deadline=deadline)
            sequence, ask_at = sequence + 1, now + HELLO_INTERVAL_S
        for frame in decoder.feed(transport.read(_READ_SLICE_S)):
            if isinstance(frame.message, Announcement):
                return frame.message
    return None


def _say_hello(transport: SerialTransport, *, sequence: int, deadline: float) -> None:
    time_us = time.monotonic_ns() // 1000
    # the delimiter ends a half frame that may be in the device's buffer
    content = DELIMITER + encode(Hello(), sequence=sequence, time_us=time_us)
    while content and (left_s := deadline - time.monotonic()) > 0.0:
        content = content[transport.write(content, left_s) :]
