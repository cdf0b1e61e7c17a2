"""The primary and secondary ports: a version message first, then the robot's state at 10 Hz.

A program that is sent there is executed if it is one of this program's own, or the control script of
``ur_rtde``.
"""

import re
import struct

from devices.emulated.sockets import Session
from devices.emulated.ur_controller import UrController
from devices.protocol_rtde.setup import ControllerVersion
from devices.universal_robots.state import RobotMode, Safety

STATE_INTERVAL_S = 0.1
_ROBOT_MESSAGE, _VERSION_MESSAGE, _ROBOT_STATE = 20, 3, 16
_MODE_DATA, _JOINT_DATA = 0, 1
_NAME, _BUILT = b"URControl", b"01-01-2026, 00:00:00"
_END = re.compile(r"^end$\n?", re.MULTILINE)
LONGEST_PROGRAM = 8 << 20
_EMERGENCY = {Safety.SYSTEM_EMERGENCY_STOP, Safety.ROBOT_EMERGENCY_STOP}


class ProgramSession(Session):
    """One client of a port that takes programs; the outdated real-time port (30003) sends nothing."""

    def __init__(self, controller: UrController) -> None:
        self._controller = controller
        self._waiting = ""

    def take(self, content: bytes) -> bytes:
        """Execute every program that is complete: up to an ``end`` that is not indented."""
        self._waiting += content.decode("ascii", errors="replace")
        while (found := _END.search(self._waiting)) is not None:
            text, self._waiting = self._waiting[: found.end()], self._waiting[found.end() :]
            self._controller.programs.take(text)
        self.is_over = len(self._waiting) > LONGEST_PROGRAM
        return b""


class PrimarySession(ProgramSession):
    """One client of port 30001 or 30002."""

    _sent_at = -STATE_INTERVAL_S

    def greeting(self) -> bytes:
        """The version message."""
        return version_message(self._controller.version)

    def news(self) -> bytes | None:
        """The robot's state, ten times a second."""
        now = self._controller.timestamp
        if 0.0 <= now - self._sent_at < STATE_INTERVAL_S:
            return None
        self._sent_at = now
        return state_message(self._controller)


def version_message(version: ControllerVersion) -> bytes:
    """The first message on a primary port: name and version of the controller's software."""
    body = struct.pack(">BQbbB", _ROBOT_MESSAGE, 0, -2, _VERSION_MESSAGE, len(_NAME)) + _NAME
    body += struct.pack(">BBii", version.major, version.minor, version.bugfix, version.build) + _BUILT
    return struct.pack(">I", 4 + len(body)) + body


def state_message(controller: UrController) -> bytes:
    """Modes and joints in the layout of the client interfaces from PolyScope 3.5 on."""
    parts = _part(_MODE_DATA, _modes(controller)) + _part(_JOINT_DATA, _joints(controller))
    return struct.pack(">IB", 5 + len(parts), _ROBOT_STATE) + parts


def _part(number: int, content: bytes) -> bytes:
    return struct.pack(">IB", 5 + len(content), number) + content


def _modes(controller: UrController) -> bytes:
    values = controller.values
    flags = {
        "connected": True,
        "enabled": True,
        "powered": controller.mode >= RobotMode.POWER_ON,
        "emergency": controller.safety in _EMERGENCY,
        "protective": controller.safety is Safety.PROTECTIVE_STOP,
        "playing": controller.is_program_running,
        "paused": False,
    }
    speeds = (values["target_speed_fraction"], values["speed_scaling"], 1.0)
    time_us, control_mode, reserved = round(controller.timestamp * 1e6), 0, 0
    mode = max(int(controller.mode), 0)
    return struct.pack(">Q7?BB3dB", time_us, *flags.values(), mode, control_mode, *speeds, reserved)


def _joints(controller: UrController) -> bytes:
    values = controller.values
    columns = (
        values["actual_q"],
        values["target_q"],
        values["actual_qd"],
        values["actual_current"],
        values["actual_joint_voltage"],
        values["joint_temperatures"],
        values["joint_temperatures"],
        values["joint_mode"],
    )
    return b"".join(struct.pack(">3d4fB", *joint) for joint in zip(*columns, strict=True))
