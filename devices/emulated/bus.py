"""Emulated drives behind an adapter, in real time, in a thread of their own.

The adapter is on a pseudo-terminal, or where a system has none, on a port of this computer.
"""

import os
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path

from devices.emulated.cabled import Orders
from devices.errors import TransportError
from devices.transport.cable import Cable
from devices.transport.local_port import LocalPort
from devices.virtual.pace import PASS_S, RealPace

BAUD = 100_000_000
"""Of the pseudo-terminal: it limits nothing."""
END_TIMEOUT_S = 2.0
WRITE_TIMEOUT_S = 0.05


class EmulatedBus:
    """Drives on a bus; other threads reach them by ``do``, until ``close``.

    Parameters
    ----------
    link
        Where the port of the adapter appears; None for a new folder. Not on systems without
        pseudo-terminals.
    port
        A port of this computer in place of a pseudo-terminal; 0 for a free one.

    Raises
    ------
    ConfigurationError
        ``port-link-taken``.
    TransportError
        ``port-error``, ``port-link-failed``, ``port-busy``.
    """

    def __init__(self, *, link: Path | None, port: int | None) -> None:
        self._temporary = tempfile.TemporaryDirectory(prefix="torsion-bus-", ignore_cleanup_errors=True)
        self._folder = Path(self._temporary.name)
        self._cable, self.channel = _opened(link or self._folder / "bus", port=port)
        self._orders = Orders()
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="emulated-bus", daemon=True)

    @property
    def is_running(self) -> bool:
        """True until ``close``, or until the thread has failed."""
        return self._thread.is_alive()

    def do(self, order: Callable[[], object]) -> None:
        """Execute an order in the thread of the device and wait for it; see ``Orders.do``."""
        self._orders.do(order)

    def close(self) -> None:
        """End the thread and remove the port; may be called again."""
        self._ended.set()
        if self._thread.is_alive():
            self._thread.join(END_TIMEOUT_S)
        self._cable.close()
        self._temporary.cleanup()

    def _step(self) -> None:
        """Run one control period."""
        raise NotImplementedError

    def _answer(self, content: bytes, pace: RealPace) -> bytes:
        """Answer of the adapter to ``content``, which may be empty."""
        raise NotImplementedError

    def _run(self) -> None:
        pace = RealPace()
        while not self._ended.is_set():
            self._orders.carry_out()
            self._advance(pace)
            try:
                self._write(self._answer(self._cable.read(PASS_S), pace))
            except TransportError:
                if not self._ended.is_set():
                    time.sleep(PASS_S)

    def _advance(self, pace: RealPace) -> None:
        for _ in range(pace.due()):
            self._step()

    def _write(self, content: bytes) -> None:
        deadline = time.monotonic() + WRITE_TIMEOUT_S
        while content and time.monotonic() < deadline:
            content = content[self._cable.write(content, WRITE_TIMEOUT_S) :]


def _opened(link: Path, *, port: int | None) -> tuple[Cable, str]:
    """The device's end of the line, and what a host opens."""
    if port is not None or os.name != "posix":
        served = LocalPort(port or 0)
        return served, served.channel
    from devices.transport.pseudo_terminal import PseudoTerminal  # not on every system

    terminal = PseudoTerminal(link, baud=BAUD)
    return terminal, terminal.port
