"""An emulated Franka controller with this program's driver on it."""

import contextlib
import multiprocessing

from core.robot.library import load_robot
from devices.connection import open_controller
from devices.driving.processes import end_process
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

    def __init__(self, pipe, uri):
        self._pipe, self.uri = pipe, uri
        self.host = uri.partition(":")[2].partition("?")[0]

    def __call__(self, method, *values):
        """Call a method of the emulated controller, or ask for the state of its errors."""
        self._pipe.send((method, *values))
        return self._pipe.recv()


@contextlib.contextmanager
def emulated_apart(name="franka:fr3"):
    """An emulated controller in a process of its own, which no thread of this one keeps waiting."""
    context = multiprocessing.get_context("spawn")
    pipe, theirs = context.Pipe()
    process = context.Process(target=_serve, args=(theirs, name), daemon=True)
    process.start()
    theirs.close()
    try:
        yield Apart(pipe, pipe.recv())
    finally:
        pipe.close()
        end_process(process)


def _serve(pipe, name):
    with emulated_franka(name) as emulated, contextlib.suppress(EOFError):
        pipe.send(emulated.uri)
        while True:
            method, *values = pipe.recv()
            pipe.send(_obey(emulated, method, values))


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
