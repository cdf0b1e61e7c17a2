"""A virtual robot behind a serial port, in a process of its own: the owner's side and the process."""

import atexit
import contextlib
import os
import secrets
import signal
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path
from types import FrameType, TracebackType
from typing import NoReturn, Self

from core.errors import TorsionError
from core.processes import Owner
from core.robot.library import load_robot
from devices.clock import LOOK_S
from devices.driving.processes import VirtualProcess
from devices.errors import ConfigurationError
from devices.family import bad_value
from devices.transport.cable import Cable
from devices.virtual.black_box import BlackBox, Notebook
from devices.virtual.device import RunningDevice
from devices.virtual.firmware.faults import FaultBoard
from devices.virtual.firmware.firmware import Firmware
from devices.virtual.process import SWITCH_INTERVAL_S, build_firmware, step_forward
from devices.virtual.settings import Pace, VirtualSettings

DEFAULT_BAUD = 2_000_000
ANSWER_TIMEOUT_S = 5.0
"""Longest time for pulling and plugging on a busy computer, s."""

_LOOK_S = 0.1
_END_TIMEOUT_S = 1.0


class Order(StrEnum):
    """Orders of the owner to the process, sent beside the line."""

    PULL = "pull"
    PLUG = "plug"


@dataclass(frozen=True)
class Place:
    """The device's end of the line: behind a new ``link``, or at an existing ``port``."""

    baud: int
    link: Path | None = None
    port: str = ""


def be_emulated_arm(owner: Owner, settings: VirtualSettings, place: Place) -> None:
    """Entry point of the process; only there are physics and terminals imported."""
    os.environ.setdefault("MUJOCO_GL", "disable")  # nothing is drawn; searching for a display takes time
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


def serve(owner: Owner, settings: VirtualSettings, place: Place) -> None:
    """Run as an arm at the end of a line until the order to quit, or until the owner is gone.

    It sends None when the port exists, and after each order None or the error.
    """
    signal.signal(signal.SIGTERM, _leave)
    sys.setswitchinterval(SWITCH_INTERVAL_S)
    step_forward()
    with BlackBox(settings.black_box) as black_box:
        _serve(owner, settings, place, notebook=black_box)


def _leave(_number: int, _frame: FrameType | None) -> NoReturn:
    """Exit on SIGTERM with cleanup, so that the link to the port is removed."""
    sys.exit(0)


def _serve(owner: Owner, settings: VirtualSettings, place: Place, *, notebook: Notebook) -> None:
    faults = FaultBoard(settings.faults)
    settings = replace(settings, power_on=settings.power_on or secrets.token_hex(4))
    firmware = build_firmware(settings, load_robot(settings.robot), faults=faults, notebook=notebook)
    with contextlib.closing(NotedCable(_open_cable(place), firmware, notebook=notebook)) as cable:
        device = RunningDevice(
            firmware, cable, faults=faults, notebook=notebook, seed=settings.seed, pull_cable=cable.pull
        )
        with contextlib.closing(Orders(owner, cable)) as orders:
            owner.send(None)
            orders.start()
            device.run()


def _open_cable(place: Place) -> Cable:
    """Open the device's end; imported late, because not every system has both kinds."""
    if place.link is not None:
        from devices.transport.pseudo_terminal import PseudoTerminal

        return PseudoTerminal(place.link, baud=place.baud)
    from devices.transport.cable import ServedPort
    from devices.transport.serial_port import SerialTransport

    return ServedPort(lambda: SerialTransport(place.port, baud=place.baud))


class NotedCable:
    """A cable that records in the black box when it is pulled and plugged in."""

    def __init__(self, cable: Cable, firmware: Firmware, *, notebook: Notebook) -> None:
        self._cable, self._firmware, self._notebook = cable, firmware, notebook
        self.read, self.write, self.close = cable.read, cable.write, cable.close

    def pull(self) -> None:
        """Pull the cable and record it."""
        self._cable.pull()
        self._notebook.note("cable-pulled", device=self._firmware.time)

    def plug(self) -> None:
        """Plug the cable in and record it."""
        self._cable.plug()
        self._notebook.note("cable-plugged", device=self._firmware.time)


class Orders:
    """Receives the owner's orders in a thread of its own."""

    def __init__(self, owner: Owner, cable: Cable) -> None:
        self._owner, self._cable = owner, cable
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="orders", daemon=True)

    def start(self) -> None:
        """Start the thread that receives orders."""
        self._thread.start()

    def close(self) -> None:
        """End the thread that receives orders."""
        self._ended.set()
        if self._thread.is_alive():
            self._thread.join(_END_TIMEOUT_S)

    def _run(self) -> None:
        while not self._ended.is_set():
            if not self._owner.has_spoken(_LOOK_S):
                continue
            try:
                order: Order = self._owner.receive()
            except EOFError:
                self._cable.close()  # the device ends when the arm stands still
                return
            self._owner.send(_error_of(self._cable.pull if order is Order.PULL else self._cable.plug))


def _error_of(act: Callable[[], None]) -> TorsionError | None:
    try:
        act()
    except TorsionError as error:
        return error
    return None
