"""An emulated controller of Universal Robots with its ports, in real time, in a thread of its own."""

import json
from collections.abc import Callable, Mapping
from typing import Any

from core.robot.library import load_robot
from devices.emulated.arm import Arm, PhysicalArm
from devices.emulated.cabled import BOOT_S
from devices.emulated.controller_settings import ControllerSettings, expect_emulated
from devices.emulated.recorded_rows import RecordedRows
from devices.emulated.serving import EmulatedController
from devices.emulated.sockets import Session
from devices.emulated.ur_controller import FAULTS, UrController
from devices.emulated.ur_dashboard import DashboardSession
from devices.emulated.ur_primary import PrimarySession, ProgramSession
from devices.emulated.ur_rtde import RtdeSession
from devices.emulated.ur_settings import MODELS, POLYSCOPE_X, WEB_OFFSET, PolyScope
from devices.transport.tcp import LOCAL_ADDRESS
from devices.universal_robots.settings import DASHBOARD_BELOW, RTDE_PORT, WEB_PORT, UrSettings

_PRIMARY, _SECONDARY, _REAL_TIME = RTDE_PORT - 30001, RTDE_PORT - 30002, RTDE_PORT - 30003


class EmulatedUr(EmulatedController):
    """A controller at a loopback address; other threads reach it by the methods below.

    Parameters
    ----------
    settings
        Which arm and which software.
    host, port, boot_s
        As in ``EmulatedController``; the port is that of RTDE.
    arm
        The arm behind it; by default the physics of ``settings.robot``.
    rows
        Recorded rows in place of an arm.

    Raises
    ------
    BadRequest
        ``robot-not-emulated`` for a description that no controller of the maker belongs to.
    TransportError
        ``port-busy`` if a port is taken.
    """

    kind: type[UrController] = UrController
    faults = FAULTS

    def __init__(
        self,
        settings: ControllerSettings,
        *,
        host: str = LOCAL_ADDRESS,
        port: int = RTDE_PORT,
        arm: Arm | None = None,
        rows: RecordedRows | None = None,
        boot_s: float = BOOT_S,
    ) -> None:
        expect_emulated(settings)
        if arm is None and rows is None:
            arm = PhysicalArm(load_robot(settings.robot), seed=settings.seed)
        self.controller = self.kind(settings, None if rows is not None else arm)
        """The state behind the ports; only this object's thread changes it."""
        self._rows = rows
        super().__init__(self.controller, host=host, port=port, rate=settings.rate, boot_s=boot_s)

    @property
    def uri(self) -> str:
        """The name under which this program's driver reaches it."""
        web = WEB_PORT if self._has_dashboard else self.port + WEB_OFFSET
        return UrSettings(self._host, port=self.port, web=web).uri

    @property
    def _has_dashboard(self) -> bool:
        return self.controller.version.major < POLYSCOPE_X

    def set_speed(self, share: float) -> None:
        """Move the speed slider at the pendant."""
        self.do(lambda: self.controller.set_speed(share))

    def set_remote(self, *, remote: bool) -> None:
        """Switch between remote and local control."""

        def switch() -> None:
            self.controller.is_remote = remote

        self.do(switch)

    def spoil(self, fields: Mapping[str, Any]) -> None:
        """Send these values whatever the arm does; an empty mapping ends it."""

        def set_fields() -> None:
            self.controller.spoilt = dict(fields)

        self.do(set_fields)

    def _ports(self, base: int) -> dict[int, Callable[[], Session]]:
        controller = self.controller
        ports: dict[int, Callable[[], Session]] = {
            base: lambda: RtdeSession(controller),
            base - _PRIMARY: lambda: PrimarySession(controller),
            base - _SECONDARY: lambda: PrimarySession(controller),
            base - _REAL_TIME: lambda: ProgramSession(controller),
        }
        if self._has_dashboard:
            ports[base - DASHBOARD_BELOW] = lambda: DashboardSession(controller)
        else:
            ports[base + WEB_OFFSET] = lambda: WebSession(controller)
        return ports

    def _advance(self) -> None:
        """Run one control period; recorded rows have no arm."""
        if self._rows is None:
            super()._advance()

    def _between(self) -> None:
        """Send the recorded rows that are due; they begin with the first client that starts."""
        if self._rows is None:
            return
        if any(isinstance(session, RtdeSession) and session.is_started for session in self._sockets.sessions):
            self._rows.begin()
        for row in self._rows.due():
            self.controller.take_recorded(row)
            self._sockets.tell(_whole_news, leaves_out=False)


def _whole_news(session: Session) -> bytes | None:
    """Every recorded row for a reader, whatever frequency it asked for."""
    if isinstance(session, RtdeSession):
        return session.package() if session.is_started else None
    return session.news()


BASE = "/universal-robots/robot-api"
LONGEST_REQUEST_BYTES = 16 * 1024
_END = b"\r\n\r\n"
Answer = Callable[[UrController], dict[str, str]]


class WebSession(Session):
    """One request of a client; the connection closes after the answer."""

    def __init__(self, controller: UrController) -> None:
        self._controller = controller
        self._waiting = b""

    def take(self, content: bytes) -> bytes:
        """Answer the request once its head is complete."""
        self._waiting += content
        if _END not in self._waiting:
            self.is_over = len(self._waiting) > LONGEST_REQUEST_BYTES
            return b""
        self.is_over = True
        method, _, rest = self._waiting.partition(b"\r\n")[0].decode(errors="replace").partition(" ")
        path = rest.partition(" ")[0].removeprefix(BASE)
        answer = self._answer(path) if method == "GET" else None
        if answer is None:
            return _http(404, {"message": "Not Found", "details": path})
        return _http(200, answer)

    def _answer(self, path: str) -> dict[str, str] | None:
        tells = _ANSWERS.get(path)
        is_newer = self._controller.version >= PolyScope.X.version
        if tells is None or (path in _NEWER and not is_newer):
            return None
        return tells(self._controller)


_ANSWERS: dict[str, Answer] = {
    "/robotstate/v1/robotmode": lambda at: {"mode": at.mode.name},
    "/robotstate/v1/safetymode": lambda at: {"mode": at.safety.name},
    "/program/v1/state": lambda at: {"state": "PLAYING" if at.is_program_running else "STOPPED"},
    "/system/v1/controlmode": lambda at: {"mode": "REMOTE" if at.is_remote else "LOCAL"},
    "/system/v1/information": lambda at: {
        "serialNumber": at.settings.serial,
        "robotType": MODELS[at.settings.robot],
    },
}
_NEWER = {"/system/v1/information", "/system/v1/controlmode"}
"""From PolyScope 10.12 and 10.14 on."""


def _http(status: int, answer: dict[str, str]) -> bytes:
    content = json.dumps(answer).encode()
    word = {200: "OK", 404: "Not Found"}[status]
    head = (
        f"HTTP/1.1 {status} {word}\r\nContent-Type: application/json\r\n"
        f"Content-Length: {len(content)}\r\nConnection: close\r\n\r\n"
    )
    return head.encode() + content
