"""An emulated controller with its ports, in real time, in a thread of its own, whatever its maker."""

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from devices.emulated.arm import LOAD_CENTER
from devices.emulated.cabled import BOOT_S, Cabled, free_port
from devices.emulated.pendant import Pendant
from devices.emulated.sockets import Session, Sockets
from devices.errors import TransportError
from devices.transport.tcp import LOCAL_ADDRESS
from devices.virtual.firmware.plant import PERIOD_S
from devices.virtual.pace import PASS_S, RealPace

_ATTEMPTS = 50


class Controlling(Protocol):
    """Controller behind the ports; only the thread that serves them changes it."""

    def step(self, seconds: float) -> None:
        """Run the arm and what moves it for one control period."""

    def refresh(self) -> None:
        """Bring what is sent up to this moment."""

    def restart(self) -> None:
        """Switch the controller off and on."""

    @property
    def pendant(self) -> Pendant | None:
        """Jogs the arm; None without an arm."""

    def hang(self, mass: float, center: Sequence[float]) -> None:
        """Hang a load on the flange, kg, its centre (3,) m in the flange frame; 0 for none."""

    def forgive(self, seconds: float) -> None:
        """Count no silence of a client for device time that passes beyond that of this computer."""


class EmulatedController(Cabled):
    """A controller at a loopback address; other threads reach it by the methods below.

    Parameters
    ----------
    controller
        What is behind the ports.
    host
        Loopback address; several controllers take one each.
    port
        First port, from which the others follow; 0 for any that are free.
    rate
        Times per second at which clients get what is sent unasked.
    boot_s
        Time for which no port is open after the controller was switched off and on.

    Raises
    ------
    TransportError
        ``port-busy`` if a port is taken.
    """

    faults: Mapping[str, Callable[[Any], object]]
    """Faults and events that can be made to happen at the controller, by name."""

    def __init__(
        self,
        controller: Controlling,
        *,
        host: str = LOCAL_ADDRESS,
        port: int,
        rate: int,
        boot_s: float = BOOT_S,
    ) -> None:
        super().__init__()
        self._controlling = controller
        self._boot_s = boot_s
        self._cycle = round(1.0 / (PERIOD_S * rate))
        self._periods = 0
        self._shut_until: float | None = None
        self._age = 0.0
        self._sockets, self.port = self._open(host, port)
        self._host = host
        self._thread = threading.Thread(target=self._run, name="emulated-controller", daemon=True)
        self._thread.start()

    @property
    def uri(self) -> str:
        """The name under which this program's driver reaches it."""
        raise NotImplementedError

    def _ports(self, base: int) -> dict[int, Callable[[], Session]]:
        """Maker of a client's session, by port."""
        raise NotImplementedError

    def make_happen(self, fault: str) -> None:
        """Raise or end a fault by its name, such as ``protective-stop``; of ``faults``."""
        act = self.faults[fault]

        def happen() -> None:
            act(self._controlling)

        self.do(happen)

    @property
    def pendant(self) -> Pendant | None:
        """Jogs the arm; None without an arm."""
        return self._controlling.pendant

    def hang(self, mass: float, center: Sequence[float] = LOAD_CENTER) -> None:
        """Hang a load on the flange, kg, its centre (3,) m in the flange frame; 0 for none.

        What the controller assumes stays the same.
        """
        self.do(lambda: self._controlling.hang(mass, center))

    def power_cycle(self) -> None:
        """Switch the controller off and on: connections break, and its clock begins at 0."""

        def switch() -> None:
            self._sockets.shut()
            self._controlling.restart()
            self._shut_until = self._age + self._boot_s

        self.do(switch)

    @property
    def dropped(self) -> int:
        """Number of clients that were dropped because they did not read."""
        return self._sockets.dropped

    def _open(self, host: str, port: int) -> tuple[Sockets, int]:
        if port:
            return Sockets(host, self._ports(port)), port
        for attempt in range(_ATTEMPTS):
            base = free_port(host)
            try:
                return Sockets(host, self._ports(base)), base
            except (TransportError, OverflowError):  # one of the others is taken
                if attempt == _ATTEMPTS - 1:
                    raise
        raise AssertionError

    def _run(self) -> None:
        pace, looked_at = RealPace(), time.monotonic()
        try:
            while not self._ended.is_set():
                self._orders.carry_out()
                due, before, looked_at = pace.due(), looked_at, time.monotonic()
                # after a halt the device's time is made up for faster than clients send
                self._controlling.forgive(due * PERIOD_S - (looked_at - before))
                for _ in range(due):
                    self._period()
                self._between()
                self._sockets.look(PASS_S)
        finally:
            self._sockets.close()

    def _between(self) -> None:
        """Do the work that is due once in each pass, beside the periods that are due."""

    def _period(self) -> None:
        self._age += PERIOD_S
        if self._shut_until is not None:
            if self._age < self._shut_until:
                return
            self._shut_until = None
            self._sockets.listen()
        self._advance()

    def _advance(self) -> None:
        """Run one control period of a controller that is on."""
        self._controlling.step(PERIOD_S)
        self._periods += 1
        if self._periods % self._cycle:
            return
        if self._skipped:
            self._skipped -= 1
            return
        if self._sockets.sessions:
            self._controlling.refresh()
            self._sockets.tell(lambda session: session.news())
