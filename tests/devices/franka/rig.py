"""An emulated Franka controller with this program's driver on it."""

import contextlib

from core.processes import Child
from core.robot.library import load_robot
from devices.connection import open_controller
from devices.driving.pulse import Pulse
from devices.emulated.franka import EmulatedFranka
from devices.emulated.franka_settings import parse_emulated_franka


@contextlib.contextmanager
def emulated_franka(name="franka:fr3"):
    """An emulated controller at an address of its own, closed at the end."""
    with contextlib.closing(EmulatedFranka.anywhere(parse_emulated_franka(name))) as emulated:
        yield emulated


class Apart:
    """An emulated controller in a process of its own, as a real one; obeys by the names of its methods."""

    def __init__(self, process, uri):
        self._process, self.uri = process, uri
        self.host = uri.partition(":")[2].partition("?")[0]

    def __call__(self, method, *values):
        """Call a method of the emulated controller, or ask for the state of its errors."""
        self._process.send((method, *values))
        return self._process.receive()


@contextlib.contextmanager
def emulated_apart(name="franka:fr3"):
    """An emulated controller in a process of its own, which no thread of this one keeps waiting."""
    process = Child(_serve, name, name="emulated-franka")
    try:
        yield Apart(process, process.receive())
    finally:
        process.end()


def _serve(owner, name):
    with emulated_franka(name) as emulated, contextlib.suppress(EOFError):
        owner.send(emulated.uri)
        while True:
            method, *values = owner.receive()
            owner.send(_obey(emulated, method, values))


def _obey(emulated, method, values):
    if method == "state":
        return emulated.controller.mode, emulated.controller.errors
    if method == "show_errors":
        return emulated.do(lambda: setattr(emulated.controller, "errors", frozenset(values)))
    return getattr(emulated, method)(*values)


@contextlib.contextmanager
def driver(uri, *, robot="fr3", pulse=None):
    """The driver of this name, connected."""
    controller = open_controller(uri, robot=load_robot(robot), pulse=pulse or Pulse())
    controller.connect()
    try:
        yield controller
    finally:
        controller.disconnect()
