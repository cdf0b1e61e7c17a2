"""An emulated controller of Universal Robots with its ports, in real time, in a thread of its own."""

import contextlib
import queue
import socket
import threading
import time
from collections.abc import Callable, Mapping
from typing import Any

from core.errors import BadRequest
from core.robot.library import load_robot
from devices.emulated.arm import Arm, PhysicalArm
from devices.emulated.controller_settings import ControllerSettings
from devices.emulated.recorded_rows import RecordedRows
from devices.emulated.session import Session
from devices.emulated.sockets import Sockets
from devices.emulated.ur_controller import FAULTS, UrController
from devices.emulated.ur_dashboard import DashboardSession
from devices.emulated.ur_primary import PrimarySession, ProgramSession
from devices.emulated.ur_rtde import RtdeSession
from devices.emulated.ur_settings import POLYSCOPE_X, WEB_OFFSET
from devices.emulated.ur_web import WebSession
from devices.errors import TransportError
from devices.transport.tcp import LOCAL_ADDRESS
from devices.universal_robots.settings import DASHBOARD_BELOW, RTDE_PORT, WEB_PORT, UrSettings
from devices.virtual.firmware.plant import PERIOD_S
from devices.virtual.pace import PASS_S, RealPace

BOOT_S = 3.0
"""Time for which a controller that was switched off and on has no open port; a real one takes longer."""
ANSWER_TIMEOUT_S = 5.0
END_TIMEOUT_S = 2.0
_ATTEMPTS = 50
_PRIMARY, _SECONDARY, _REAL_TIME = RTDE_PORT - 30001, RTDE_PORT - 30002, RTDE_PORT - 30003


class EmulatedUr:
    """A controller at a loopback address; other threads reach it by the methods below.

    Parameters
    ----------
    settings
        Which arm and which software.
    host
        Loopback address; several controllers take one each.
    port
        Port of RTDE, from which the others follow; 0 for any that are free.
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
        if settings.robot not in settings.models:
            raise BadRequest("robot-not-emulated", robot=settings.robot, known=settings.models)
        if arm is None and rows is None:
            arm = PhysicalArm(load_robot(settings.robot), seed=settings.seed)
        self.controller = self.kind(settings, None if rows is not None else arm)
        """The state behind the ports; only this object's thread changes it."""
        self._rows = rows
        self._boot_s = boot_s
        self._cycle = round(1.0 / (PERIOD_S * settings.rate))
        self._periods = 0
        self._shut_until: float | None = None
        self._age = 0.0
        self._skipped = 0
        self._orders: queue.SimpleQueue[Callable[[], None]] = queue.SimpleQueue()
        self._ended = threading.Event()
        self._sockets, self.port = self._open(host, port)
        self._host = host
        self._thread = threading.Thread(target=self._run, name="emulated-ur", daemon=True)
        self._thread.start()

    @property
    def uri(self) -> str:
        """The name under which this program's driver reaches it."""
        web = WEB_PORT if self._has_dashboard else self.port + WEB_OFFSET
        return UrSettings(self._host, port=self.port, web=web).uri

    @property
    def _has_dashboard(self) -> bool:
        return self.controller.version.major < POLYSCOPE_X

    def make_happen(self, fault: str) -> None:
        """Raise or end a fault by its name, such as ``protective-stop``; of ``FAULTS``."""
        act = FAULTS[fault]
        self.do(lambda: act(self.controller))

    def set_speed(self, share: float) -> None:
        """Move the speed slider at the pendant."""
        self.do(lambda: self.controller.set_speed(share))

    def hang(self, mass: float) -> None:
        """Hang a load on the flange, kg; 0 for none. What the controller assumes stays the same."""
        self.do(lambda: self.controller.hang(mass))

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

    def skip(self, packages: int) -> None:
        """Leave out the next packages, as a controller that is short of time."""

        def set_count() -> None:
            self._skipped = packages

        self.do(set_count)

    def pull(self) -> None:
        """Pull the network cable: connections stay open, and nothing passes."""
        self._set_pulled(pulled=True)

    def plug(self) -> None:
        """Plug the network cable in again."""
        self._set_pulled(pulled=False)

    def power_cycle(self) -> None:
        """Switch the controller off and on: connections break, and its clock begins at 0."""

        def switch() -> None:
            self._sockets.shut()
            self.controller.restart()
            self._shut_until = self._age + self._boot_s

        self.do(switch)

    def do(self, order: Callable[[], None]) -> None:
        """Execute an order in the controller's thread and wait for it.

        Raises
        ------
        TransportError
            ``no-answer`` if the thread is gone or hangs.
        """
        done = threading.Event()

        def carried_out() -> None:
            order()
            done.set()

        self._orders.put(carried_out)
        if not done.wait(ANSWER_TIMEOUT_S):
            raise TransportError("no-answer", request="order", waited_s=ANSWER_TIMEOUT_S)

    @property
    def dropped(self) -> int:
        """Number of clients that were dropped because they did not read."""
        return self._sockets.dropped

    @property
    def is_running(self) -> bool:
        """True until ``close``, or until the thread has failed."""
        return self._thread.is_alive()

    def close(self) -> None:
        """End the thread and close every port; may be called again."""
        self._ended.set()
        self._thread.join(END_TIMEOUT_S)

    def _set_pulled(self, *, pulled: bool) -> None:
        def switch() -> None:
            self._sockets.is_pulled = pulled

        self.do(switch)

    def _open(self, host: str, port: int) -> tuple[Sockets, int]:
        if port:
            return Sockets(host, self._ports(port)), port
        for attempt in range(_ATTEMPTS):
            base = _free_port(host)
            try:
                return Sockets(host, self._ports(base)), base
            except (TransportError, OverflowError):  # one of the others is taken
                if attempt == _ATTEMPTS - 1:
                    raise
        raise AssertionError

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

    def _run(self) -> None:
        pace, looked_at = RealPace(), time.monotonic()
        try:
            while not self._ended.is_set():
                with contextlib.suppress(queue.Empty):
                    while True:
                        self._orders.get_nowait()()
                due, before, looked_at = pace.due(), looked_at, time.monotonic()
                # after a halt the device's time is made up for faster than clients send
                self.controller.programs.forgive(due * PERIOD_S - (looked_at - before))
                for _ in range(due):
                    self._period()
                self._show_recorded()
                self._sockets.look(PASS_S)
        finally:
            self._sockets.close()

    def _period(self) -> None:
        self._age += PERIOD_S
        if self._shut_until is not None:
            if self._age < self._shut_until:
                return
            self._shut_until = None
            self._sockets.listen()
        if self._rows is not None:
            return
        self.controller.step(PERIOD_S)
        self._periods += 1
        if self._periods % self._cycle:
            return
        if self._skipped:
            self._skipped -= 1
            return
        if self._sockets.sessions:
            self.controller.refresh()
            self._sockets.tell(lambda session: session.news())

    def _show_recorded(self) -> None:
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


def _free_port(host: str) -> int:
    """A port that is free now, and has room for the others below and above it."""
    with socket.create_server((host, 0)) as listener:
        return int(listener.getsockname()[1])
