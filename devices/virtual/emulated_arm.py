"""The owner's side of an emulated arm: a virtual robot behind a serial port, in a process of its own."""

import atexit
import contextlib
import multiprocessing
import os
import threading
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from pathlib import Path
from types import TracebackType
from typing import Self

from core.errors import TorsionError
from devices.clock import LOOK_S
from devices.driving.processes import START_TIMEOUT_S, end_process
from devices.errors import ConfigurationError, TransportError
from devices.family import bad_value
from devices.virtual.emulation import Order, Place
from devices.virtual.settings import Pace, VirtualSettings

DEFAULT_BAUD = 2_000_000
ANSWER_TIMEOUT_S = 5.0
"""Longest time for pulling and plugging on a busy computer, s."""


def be_emulated_arm(control: Connection, settings: VirtualSettings, place: Place) -> None:
    """Entry point of the process; only there are physics and terminals imported."""
    os.environ.setdefault("MUJOCO_GL", "disable")  # nothing is drawn; searching for a display takes time
    from devices.virtual.emulated_process import serve

    serve(control, settings, place)


class EmulatedArm:
    """A process with firmware and physics behind a pseudo-terminal, in real time.

    A host opens it as ``serial:{port}?baud=…`` like any controller; both directions are limited to the baud
    rate. If only a virtual robot is wanted, ``virtual:`` has no line that could lose bytes. Thread-safe.
    """

    def __init__(self, process: SpawnProcess, control: Connection, *, place: Place) -> None:
        self._process, self._control = process, control
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
        # spawned, not forked: a fork would copy threads and locks of this program in any state
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(
            target=be_emulated_arm, args=(theirs, settings, place), name="emulated-arm", daemon=True
        )
        process.start()
        # this end must be closed here: otherwise the pipe would not break when the process ends
        theirs.close()
        arm = cls(process, ours, place=place)
        try:
            arm._expect_answer(START_TIMEOUT_S, request="start")
        except BaseException:  # whatever the error is, no process may be left
            arm.close()
            raise
        return arm

    def check(self) -> None:
        """Raise ``TransportError`` ``virtual-robot-ended`` if the process has ended."""
        if self._ended or not self._process.is_alive():
            raise self._has_ended()

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
            with contextlib.suppress(OSError):  # it may have ended by itself
                self._control.send(Order.QUIT)
            end_process(self._process)
            self._control.close()

    def _tell(self, order: Order) -> None:
        with self._lock:
            if self._ended:
                raise self._has_ended()
            try:
                self._control.send(order)
            except OSError as error:
                raise self._has_ended() from error
            self._expect_answer(ANSWER_TIMEOUT_S, request=order)

    def _expect_answer(self, timeout_s: float, *, request: str) -> None:
        """Wait until the process has executed the request, or raise its error."""
        try:
            if not self._control.poll(timeout_s):
                raise TransportError("no-answer", request=request, waited_s=timeout_s)
            answer: TorsionError | None = self._control.recv()
        except (EOFError, OSError) as error:  # the process ended and closed its end of the pipe
            raise self._has_ended() from error
        if answer is not None:
            raise answer

    def _has_ended(self) -> TransportError:
        self._process.join(ANSWER_TIMEOUT_S)
        return TransportError("virtual-robot-ended", exit_code=self._process.exitcode or 0)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
