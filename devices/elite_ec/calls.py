"""Requests to a controller over a connection of their own; one after another, each with its answer."""

import threading
import time

from devices.errors import ProtocolError, RobotStateError, TransportError
from devices.protocol_elite_ec.lines import Answer, Objects, Request, is_answer, read_answer, request_line
from devices.transport.dialing import dial
from devices.transport.transport import Transport

DIAL_TIMEOUT_S = 3.0
ANSWER_TIMEOUT_S = 2.0
_SLICE_S = 0.1


class Calls:
    """A connection that is opened with the first request, and again after it broke; used by any thread."""

    def __init__(self, host: str, port: int) -> None:
        self._host, self._port = host, port
        self._turn = threading.Lock()
        self._transport: Transport | None = None
        self._is_closed = False
        self._objects = Objects()
        self._number = 0

    def ask(self, method: str, **params: object) -> object:
        """Send a request; return the value of its answer.

        Raises
        ------
        TransportError
            As :func:`dial`; ``ec-service-off`` if the port is closed; ``no-answer``, ``link-lost``.
        ProtocolError
            ``ec-answer`` for an answer that cannot be understood.
        RobotStateError
            ``ec-refused`` with the controller's own words.
        """
        with self._turn:
            try:
                answer = self._exchange(method, params)
            except BaseException:  # an answer that comes late must not be taken for that of the next request
                self._drop()
                raise
        if answer.refusal is not None:
            raise RobotStateError("ec-refused", method=method, said=answer.refusal)
        return answer.value

    def whole(self, method: str, **params: object) -> int:
        """Ask for a whole number; true and false count as 1 and 0."""
        value = self.ask(method, **params)
        if isinstance(value, int | float) and float(value).is_integer():
            return int(value)
        raise ProtocolError("ec-answer", method=method, reason=f"no whole number: {value!r}"[:80])

    def number(self, method: str, **params: object) -> float:
        """Ask for a number."""
        value = self.ask(method, **params)
        if isinstance(value, int | float):
            return float(value)
        raise ProtocolError("ec-answer", method=method, reason=f"no number: {value!r}"[:80])

    def numbers(self, method: str, count: int, **params: object) -> list[float]:
        """Ask for at least ``count`` numbers."""
        value = self.ask(method, **params)
        if (
            isinstance(value, list)
            and len(value) >= count
            and all(isinstance(each, int | float) for each in value)
        ):
            return [float(each) for each in value]
        raise ProtocolError("ec-answer", method=method, reason=f"no {count} numbers: {value!r}"[:80])

    def connect(self) -> None:
        """Open the connection now; raises like :meth:`ask`."""
        with self._turn:
            self._connected()

    def close(self) -> None:
        """Close the connection for good; a request in progress ends in ``link-lost``."""
        self._is_closed = True
        transport = self._transport
        if transport is not None:
            transport.close()

    def _drop(self) -> None:
        transport, self._transport = self._transport, None
        if transport is not None:
            transport.close()

    def _connected(self) -> Transport:
        """The open connection; what came unasked is thrown away, and one that was closed is opened again."""
        if self._transport is not None:
            try:
                self._transport.read(0.0)
            except TransportError:
                self._drop()
        if self._is_closed:
            raise TransportError("link-lost", errno=0, reason="closed by this program")
        if self._transport is None:
            self._objects = Objects()
            self._transport = dial_service(self._host, self._port)
        return self._transport

    def _exchange(self, method: str, params: dict[str, object]) -> Answer:
        transport = self._connected()
        self._number += 1
        deadline = time.monotonic() + ANSWER_TIMEOUT_S
        content = request_line(Request(method, params, self._number))
        while content:
            content = content[transport.write(content, _SLICE_S) :]
            self._expect_time(deadline, method)
        while True:
            for told in self._objects.feed(transport.read(_SLICE_S)):
                if is_answer(told, self._number):
                    return read_answer(told)
            self._expect_time(deadline, method)

    @staticmethod
    def _expect_time(deadline: float, method: str) -> None:
        if time.monotonic() > deadline:
            raise TransportError("no-answer", request=method, waited_s=ANSWER_TIMEOUT_S)


def dial_service(host: str, port: int) -> Transport:
    """Connect to one of the controller's two ports.

    Raises
    ------
    TransportError
        As :func:`dial`, and ``ec-service-off`` if the port is closed.
    """
    try:
        return dial(host, port, timeout=DIAL_TIMEOUT_S)
    except TransportError as error:
        if error.code == "connection-refused":
            raise TransportError("ec-service-off", address=host, port=port) from error
        raise
