"""The process of an emulated arm: firmware and physics at the device's end of a serial line."""

import contextlib
import secrets
import signal
import sys
import threading
from collections.abc import Callable
from dataclasses import replace
from types import FrameType
from typing import NoReturn

from core.errors import TorsionError
from core.processes import Owner
from core.robot.library import load_robot
from devices.transport.cable import Cable
from devices.virtual.black_box import BlackBox, Notebook
from devices.virtual.device import RunningDevice
from devices.virtual.emulation import Order, Place
from devices.virtual.firmware.faults import FaultBoard
from devices.virtual.firmware.firmware import Firmware
from devices.virtual.process import SWITCH_INTERVAL_S, build_firmware, step_forward
from devices.virtual.settings import VirtualSettings

_LOOK_S = 0.1
_END_TIMEOUT_S = 1.0


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
