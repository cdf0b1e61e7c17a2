"""The program's side of the process that is the master of the bus."""

import itertools
import threading
from collections.abc import Callable, Sequence
from typing import Any

from devices.cia402.bus import SDO_TIMEOUT_S, expect_libraries
from devices.cia402.drive_map import DriveMap, ObjectAt
from devices.cia402.master import Timing, be_master
from devices.cia402.settings import Cia402Settings
from devices.driving.processes import START_TIMEOUT_S, ArmProcess, as_device_error
from devices.errors import DeviceError, TransportError

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

    def __init__(self, settings: Cia402Settings, nodes: Sequence[int], *, timing: Timing) -> None:
        expect_libraries()
        self.heard: Callable[[int, float, Any, int], None] | None = None
        self.lost: Callable[[DeviceError], None] | None = None
        self._error: BaseException | None = None
        self._is_ready = False
        self._answers: dict[int, Any] = {}
        self._numbers = itertools.count()
        self._changed = threading.Condition()
        self._is_closed = False
        self._process = ArmProcess(
            be_master, settings.interface, settings.bitrate, tuple(nodes), timing,
            name="cia402-master", heard=lambda message: self._take(*message), ended=self._lose,
        )  # fmt: skip
        try:
            self._expect_ready()
        except BaseException:
            self.close()
            raise

    def _expect_ready(self) -> None:
        with self._changed:
            self._changed.wait_for(lambda: self._is_ready or self._error, START_TIMEOUT_S)
        if self._error is not None:
            raise self._error
        if not self._is_ready:
            raise TransportError("no-answer", request="start", waited_s=START_TIMEOUT_S)

    def read(self, node: int, at: ObjectAt) -> int:
        """Read an object of a drive by SDO; raises as ``Bus.read``."""
        return int(self._asked("read", node, at))

    def write(self, node: int, at: ObjectAt, value: int) -> None:
        """Write an object of a drive by SDO; raises as ``Bus.read``."""
        self._asked("write", node, at, value)

    def send(self, identifier: int, content: bytes = b"") -> None:
        """Send a frame, without waiting; raise ``DeviceError`` if the process is gone."""
        self._tell("send", identifier, content)

    def begin(self, drives: Sequence[DriveMap]) -> None:
        """Let the drives send, and start the cycle."""
        self._tell("begin", tuple(drives))

    def close(self) -> None:
        """End the process, which closes the bus; may be called again."""
        self._is_closed = True
        self._process.end()

    def _tell(self, *message: Any) -> None:
        if self._process.has_ended:
            raise as_device_error(self._process.failure())
        self._process.send(message)

    def _asked(self, kind: str, *facts: Any) -> Any:
        number = next(self._numbers)
        self._tell(kind, number, *facts)
        with self._changed:
            self._changed.wait_for(lambda: number in self._answers or self._error, _ANSWER_TIMEOUT_S)
            if number in self._answers:
                answer = self._answers.pop(number)
            else:
                answer = self._error or TransportError("cia402-drive-silent", node=facts[0])
        if isinstance(answer, BaseException):
            raise answer
        return answer

    def _take(self, kind: str, *facts: Any) -> None:
        if kind == "row" and self.heard is not None:
            self.heard(*facts)
        elif kind == "answer":
            with self._changed:
                self._answers[facts[0]] = facts[1]
                self._changed.notify_all()
        elif kind == "ready":
            with self._changed:
                self._is_ready = True
                self._changed.notify_all()
        elif kind == "lost":
            self._lose(*facts)

    def _lose(self, error: BaseException) -> None:
        with self._changed:
            self._error = error
            self._changed.notify_all()
        if self.lost is not None and not self._is_closed:
            self.lost(as_device_error(error))
