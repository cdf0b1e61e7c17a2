"""A virtual robot behind a serial port, as the host owns it: started, unplugged, plugged in, ended."""

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

from core.errors import BadRequest, TorsionError
from devices.errors import ConfigurationError, TransportError
from devices.virtual.emulation import Order, Place
from devices.virtual.settings import Pace, VirtualSettings
from devices.virtual.spawned import START_TIMEOUT_S, end_process

DEFAULT_BAUD = 2_000_000
ANSWER_TIMEOUT_S = 5.0
"""How long pulling and plugging may take, on a busy computer."""


def be_emulated_arm(control: Connection, settings: VirtualSettings, place: Place) -> None:
    """What the process runs; only there are physics and terminals imported."""
    os.environ.setdefault("MUJOCO_GL", "disable")  # nothing is drawn: looking for a screen takes time
    from devices.virtual.emulated_process import serve

    serve(control, settings, place)


class EmulatedArm:
    """The process in which firmware and physics live behind a pseudo-terminal, at real pace.

    A host reaches it at ``serial:{port}?baud=…`` like any controller; both ways are as slow as
    the baud rate says. A host that only wants a virtual robot takes ``virtual:``, which has no line
    between that loses anything. Thread-safe.
    """

    def __init__(self, process: SpawnProcess, control: Connection, *, place: Place) -> None:
        self._process, self._control = process, control
        self._lock = threading.Lock()
        self._ended = False
        self.port = place.port if place.link is None else str(place.link)
        """A symbolic link to the pseudo-terminal; leads to a new one after each ``plug``."""
        self.pid = process.pid
        atexit.register(self.close)

    @classmethod
    def start(cls, settings: VirtualSettings, *, link: Path, baud: int = DEFAULT_BAUD) -> "EmulatedArm":
        """Start the process and wait until there is a port behind ``link``.

        Raises
        ------
        ConfigurationError
            ``no-pseudo-terminals`` on Windows; ``port-link-taken`` where a file is in that place;
            ``virtual-arm-without-mass``.
        TransportError
            ``port-error`` or ``port-link-failed`` where no port could be made,
            ``virtual-robot-ended`` when the process ended instead, ``no-answer`` when it took too long.
        BadRequest
            ``controller-bad-value`` for fast pace: a line has no other than its own; ``unknown-robot``.
        """
        if os.name != "posix":
            raise ConfigurationError("no-pseudo-terminals")
        return cls._start(settings, Place(baud, link=link))

    @classmethod
    def at_port(cls, settings: VirtualSettings, *, port: str, baud: int = DEFAULT_BAUD) -> "EmulatedArm":
        """Start it at one end of a wire; the host opens the other.

        Raises
        ------
        TransportError
            As ``start``, and what an opened port raises.
        BadRequest
            As ``start``.
        """
        return cls._start(settings, Place(baud, port=port))

    @classmethod
    def _start(cls, settings: VirtualSettings, place: Place) -> "EmulatedArm":
        if settings.pace is not Pace.REAL:
            raise BadRequest(
                "controller-bad-value", setting="pace", value=str(settings.pace), allowed=(str(Pace.REAL),)
            )
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(
            target=be_emulated_arm, args=(theirs, settings, place), name="emulated-arm", daemon=True
        )
        process.start()
        theirs.close()
        arm = cls(process, ours, place=place)
        try:
            arm._expect_answer(START_TIMEOUT_S, request="start")
        except BaseException:  # whatever it was, nothing may be left running
            arm.close()
            raise
        return arm

    def check(self) -> None:
        """Raise ``TransportError`` ``virtual-robot-ended`` when the process is there no more."""
        if self._ended or not self._process.is_alive():
            raise self._has_ended()

    def pull(self) -> None:
        """Pull the cable: the port goes away; the device lives on. Idempotent.

        Raises
        ------
        TransportError
            ``virtual-robot-ended`` or ``no-answer``.
        """
        self._tell(Order.PULL)

    def plug(self) -> None:
        """Plug it in again: another pseudo-terminal behind the same link. Idempotent.

        Raises
        ------
        TransportError
            As ``pull``, and what ``start`` says about ports.
        """
        self._tell(Order.PLUG)

    def close(self) -> None:
        """End the process, once the arm stands or a deadline has passed; idempotent."""
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
        """Wait for the process to say that it is done, or what went wrong."""
        try:
            if not self._control.poll(timeout_s):
                raise TransportError("no-answer", request=request, waited_s=timeout_s)
            answer: TorsionError | None = self._control.recv()
        except (EOFError, OSError) as error:  # it is gone, and its end of the pipe with it
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
