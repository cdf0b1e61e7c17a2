"""The process of an emulated controller that this program starts for itself, and ends with the connection."""

import contextlib
import multiprocessing
import os
import signal
import time
from multiprocessing.connection import Connection
from threading import Event

from core.errors import TorsionError
from devices.driving.processes import START_TIMEOUT_S, end_process
from devices.emulated.makers import maker_of
from devices.errors import TransportError

_LOOK_S = 0.1


class OwnProcess:
    """A process that serves the controller of a name such as ``ur:ur10e``, from ``start`` until ``close``."""

    def __init__(self, name: str) -> None:
        # spawned, not forked: a fork would copy threads and locks of this program in any state
        context = multiprocessing.get_context("spawn")
        self._control, theirs = context.Pipe()
        self._process = context.Process(
            target=be_emulated_controller, args=(theirs, name), name="emulated-controller", daemon=True
        )
        self._process.start()
        # this end must be closed here: otherwise the pipe would not break when the process ends
        theirs.close()

    @property
    def pid(self) -> int:
        """Number of the process."""
        assert self._process.pid is not None
        return self._process.pid

    def address(self, given_up: Event) -> str:
        """Wait until it serves; return the name under which it is reached.

        Raises
        ------
        TransportError
            ``virtual-robot-ended`` if it ended, ``no-answer`` if it took too long or ``given_up`` was set.
        TorsionError
            What it could not be started for.
        """
        deadline = time.monotonic() + START_TIMEOUT_S
        try:
            while not self._control.poll(_LOOK_S):
                if given_up.is_set() or time.monotonic() > deadline:
                    raise TransportError("no-answer", request="start", waited_s=START_TIMEOUT_S)
            answer: str | TorsionError = self._control.recv()
        except (EOFError, OSError) as error:
            raise TransportError("virtual-robot-ended", exit_code=self._process.exitcode or 0) from error
        if isinstance(answer, TorsionError):
            raise answer
        return answer

    def close(self) -> None:
        """End the process; may be called again."""
        self._control.close()  # it ends when its side of the pipe breaks
        end_process(self._process)


def be_emulated_controller(control: Connection, name: str) -> None:
    """Serve until the other end of the pipe is closed; the target of a spawned process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the program that started this one
    os.environ.setdefault("MUJOCO_GL", "disable")  # nothing is drawn; searching for a display takes time
    with contextlib.suppress(EOFError, OSError):  # the owner is gone
        try:
            emulated = maker_of(name).start(name)
        except TorsionError as error:
            control.send(error)
            return
        with contextlib.closing(emulated):
            control.send(emulated.uri)
            while emulated.is_running:
                if control.poll(_LOOK_S):
                    control.recv()
