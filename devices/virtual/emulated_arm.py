"""The owner's side of an emulated arm: a virtual robot behind a serial port, in a process of its own."""

import atexit
import os
import threading
from pathlib import Path
from types import TracebackType
from typing import Self

from core.errors import TorsionError
from core.processes import Owner
from devices.clock import LOOK_S
from devices.driving.processes import VirtualProcess
from devices.errors import ConfigurationError
from devices.family import bad_value
from devices.virtual.emulation import Order, Place
from devices.virtual.settings import Pace, VirtualSettings

DEFAULT_BAUD = 2_000_000
ANSWER_TIMEOUT_S = 5.0
"""Longest time for pulling and plugging on a busy computer, s."""


def be_emulated_arm(owner: Owner, settings: VirtualSettings, place: Place) -> None:
    """Entry point of the process; only there are physics and terminals imported."""
    os.environ.setdefault("MUJOCO_GL", "disable")  # nothing is drawn; searching for a display takes time
    from devices.virtual.emulated_process import serve

    serve(owner, settings, place)


class EmulatedArm:
    """A process with firmware and physics behind a pseudo-terminal, in real time.

    A host opens it as ``serial:{port}?baud=…`` like any controller; both directions are limited to the baud
    rate. If only a virtual robot is wanted, ``virtual:`` has no line that could lose bytes. Thread-safe.
    """

    def __init__(self, process: VirtualProcess, *, place: Place) -> None:
        self._process = process
        self._lock = threading.Lock()
        self._ended = False
        self.port = place.port if place.link is None else str(place.link)
        """A symbolic link to the pseudo-terminal; it points to a new one after each ``plug``."""
        self.pid = process.pid
        atexit.register(self.close)

    @classmethod
    def start(cls, settings: VirtualSettings, *, link: Path, baud: int = DEFAULT_BAUD) -> "EmulatedArm":
        """Start the process and wait until its port exists behind ``link``.

        Raises
        ------
        ConfigurationError
            ``no-pseudo-terminals`` on Windows; ``port-link-taken`` if ``link`` is an existing file;
            ``virtual-arm-without-mass``.
        TransportError
            ``port-error`` or ``port-link-failed`` if no port could be created,
            ``virtual-robot-ended`` if the process ended, ``no-answer`` if it took too long.
        BadRequest
            ``controller-bad-value`` for a pace or looks that a serial line cannot have; ``unknown-robot``.
        """
        if os.name != "posix":
            raise ConfigurationError("no-pseudo-terminals")
        return cls._start(settings, Place(baud, link=link))

    @classmethod
    def at_port(cls, settings: VirtualSettings, *, port: str, baud: int = DEFAULT_BAUD) -> "EmulatedArm":
        """Start it at one end of a cable; the host opens the port at the other end.

        Raises
        ------
        TransportError
            As ``start``, and the errors of opening a port.
        BadRequest
            As ``start``.
        """
        return cls._start(settings, Place(baud, port=port))

    @classmethod
    def _start(cls, settings: VirtualSettings, place: Place) -> "EmulatedArm":
        usual = {"pace": Pace.REAL, "look_s": LOOK_S}
        for name, allowed in usual.items():
            if (value := getattr(settings, name)) != allowed:
                raise bad_value(name, str(value), str(allowed))
        arm = cls(VirtualProcess(be_emulated_arm, settings, place, name="emulated-arm"), place=place)
        try:
            arm._process.answer("start")
        except BaseException:  # whatever the error is, no process may be left
            arm.close()
            raise
        return arm

    def check(self) -> None:
        """Raise ``TransportError`` ``virtual-robot-ended`` if the process has ended."""
        if self._ended or self._process.has_ended:
            raise self._process.failure()

    def pull(self) -> None:
        """Pull the cable: the port disappears, the device goes on. May be called again.

        Raises
        ------
        TransportError
            ``virtual-robot-ended`` or ``no-answer``.
        """
        self._tell(Order.PULL)

    def plug(self) -> None:
        """Plug the cable in: a new pseudo-terminal behind the same link. May be called again.

        Raises
        ------
        TransportError
            As ``pull``, and the port errors of ``start``.
        """
        self._tell(Order.PLUG)

    def close(self) -> None:
        """End the process, when the arm stands still or after a deadline; may be called again."""
        with self._lock:
            if self._ended:
                return
            self._ended = True
            atexit.unregister(self.close)
            self._process.end()

    def _tell(self, order: Order) -> None:
        with self._lock:
            self._process.send(order)
            error: TorsionError | None = self._process.answer(order, within_s=ANSWER_TIMEOUT_S)
            if error is not None:
                raise error

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
