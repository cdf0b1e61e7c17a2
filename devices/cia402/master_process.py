"""The program's side of the process that is the master of the bus."""

import itertools
import multiprocessing
import threading
from collections.abc import Callable, Sequence
from typing import Any

from devices.cia402.bus import SDO_TIMEOUT_S, expect_libraries
from devices.cia402.drive_map import DriveMap
from devices.cia402.master import Timing, be_master
from devices.cia402.objects import ObjectAt
from devices.cia402.settings import Cia402Settings
from devices.driving.processes import START_TIMEOUT_S, end_process
from devices.errors import DeviceError, TransportError

_LOOK_S = 0.1
_END_TIMEOUT_S = 2.0
_ANSWER_TIMEOUT_S = 8.0 * SDO_TIMEOUT_S
"""Transfers of other threads may be under way before."""


class MasterProcess:
    """A ``DriveBus`` in a process of its own, from its creation until ``close``.

    ``heard`` is called with number, time of the SYNC and values of each sample and the number of SYNCs
    without an answer, ``lost`` with the error
    that ended it; both in a thread of this object. They are set before ``begin``.

    Raises
    ------
    ConfigurationError
        ``cia402-no-library``.
    TransportError
        ``cia402-no-bus``, ``no-answer``.
    """

    def __init__(self, settings: Cia402Settings, drives: Sequence[DriveMap], *, timing: Timing) -> None:
        expect_libraries()
        self.heard: Callable[[int, float, Any, int], None] | None = None
        self.lost: Callable[[DeviceError], None] | None = None
        self._error: DeviceError | None = None
        self._answers: dict[int, Any] = {}
        self._numbers = itertools.count()
        self._changed = threading.Condition()
        self._sending = threading.Lock()
        self._ended = False
        # spawned, not forked: a fork would copy threads and locks of this program in any state
        context = multiprocessing.get_context("spawn")
        self._control, theirs = context.Pipe()
        arguments = (theirs, settings.interface, settings.bitrate, tuple(drives), timing)
        self._process = context.Process(target=be_master, args=arguments, name="cia402-master", daemon=True)
        self._process.start()
        theirs.close()  # otherwise the pipe would not break when the process ends
        try:
            self._expect_ready()
        except BaseException:
            end_process(self._process)
            self._control.close()
            raise
        self._thread = threading.Thread(target=self._listen, name="cia402-master", daemon=True)
        self._thread.start()

    def _expect_ready(self) -> None:
        if not self._control.poll(START_TIMEOUT_S):
            raise TransportError("no-answer", request="start", waited_s=START_TIMEOUT_S)
        try:
            kind, *facts = self._control.recv()
        except EOFError as error:
            raise TransportError("link-lost", errno=0, reason="the master of the bus has ended") from error
        if kind == "lost":
            raise facts[0]

    def read(self, node: int, at: ObjectAt) -> int:
        """Read an object of a drive by SDO; raises as ``Bus.read``."""
        return int(self._asked("read", node, at))

    def write(self, node: int, at: ObjectAt, value: int) -> None:
        """Write an object of a drive by SDO; raises as ``Bus.read``."""
        self._asked("write", node, at, value)

    def send(self, identifier: int, content: bytes = b"") -> None:
        """Send a frame, without waiting; raise ``TransportError`` ``link-lost`` if the process is gone."""
        self._tell("send", identifier, content)

    def begin(self) -> None:
        """Let the drives send, and start the cycle."""
        self._tell("begin")

    def close(self) -> None:
        """End the process, which closes the bus; may be called again."""
        if self._ended:
            return
        self._ended = True
        self._thread.join(_END_TIMEOUT_S)
        self._control.close()
        end_process(self._process)

    def _tell(self, *message: Any) -> None:
        try:
            with self._sending:
                self._control.send(message)
        except OSError as error:
            raise TransportError("link-lost", errno=0, reason=str(error)) from error

    def _asked(self, kind: str, *facts: Any) -> Any:
        number = next(self._numbers)
        self._tell(kind, number, *facts)
        with self._changed:
            self._changed.wait_for(lambda: number in self._answers or self._error, _ANSWER_TIMEOUT_S)
            if number in self._answers:
                answer = self._answers.pop(number)
            else:
                answer = self._error or TransportError("cia402-drive-silent", node=facts[0])
        if isinstance(answer, Exception):
            raise answer
        return answer

    def _listen(self) -> None:
        try:
            while not self._ended:
                if self._control.poll(_LOOK_S):
                    self._take(*self._control.recv())
        except (EOFError, OSError) as error:
            if not self._ended:
                self._take("lost", TransportError("link-lost", errno=0, reason=str(error)))

    def _take(self, kind: str, *facts: Any) -> None:
        if kind == "row" and self.heard is not None:
            self.heard(*facts)
        elif kind == "answer":
            with self._changed:
                self._answers[facts[0]] = facts[1]
                self._changed.notify_all()
        elif kind == "lost":
            with self._changed:
                self._error = facts[0]
                self._changed.notify_all()
            if self.lost is not None:
                self.lost(facts[0])
