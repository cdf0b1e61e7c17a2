"""Requests and answers of port 8055: JSON objects, each matched with its request by ``id``.

A request ends with a line feed. Whether an answer does is not known, and an answer may come in pieces or
together with the next one; objects are therefore cut where their JSON ends. ``result`` is a text that
holds JSON again. Source: PyPI ``elirobots`` 0.0.7, ``elite/_baseec.py``.
"""

import contextlib
import json
from collections.abc import Mapping
from dataclasses import dataclass

from devices.errors import ProtocolError

LONGEST_BYTES = 1 << 16
"""An object that has not ended by then is thrown away."""
_LONGEST_WORD = len("-Infinity")
VERSION = "2.0"
METHOD_NOT_FOUND, INVALID_PARAMS = -32601, -32602
"""Codes of JSON-RPC 2.0."""


@dataclass(frozen=True)
class Request:
    """A method with its parameters; ``number`` is its ``id``, None where it asks for no answer."""

    method: str
    params: Mapping[str, object]
    number: int | None = None


@dataclass(frozen=True)
class Answer:
    """The answer to the request ``number``: a value, or the words of a refusal."""

    number: int | None
    value: object = None
    refusal: str | None = None


class Objects:
    """Cuts a stream of bytes into JSON objects; keeps at most one that is incomplete."""

    def __init__(self) -> None:
        self._waiting = b""
        self._decoder = json.JSONDecoder()
        self.damaged = 0
        """Number of pieces that were thrown away because they are no object."""

    @property
    def bytes_pending(self) -> int:
        """Length of the incomplete object, bytes."""
        return len(self._waiting)

    def feed(self, content: bytes) -> list[dict[str, object]]:
        """Take in bytes; return the objects that they complete."""
        self._waiting += content
        found: list[dict[str, object]] = []
        while (told := self._next()) is not None:
            if told:
                found.append(told)
        return found

    def _next(self) -> dict[str, object] | None:
        """The next object; an empty one for a piece that was thrown away, None if more bytes are needed."""
        waiting = self._waiting.lstrip()
        begin = waiting.find(b"{")
        if begin:  # no object begins here
            self._waiting = b"" if begin < 0 else waiting[begin:]
            self.damaged += bool(waiting)
            return {} if waiting else None
        # one character for each byte, so that places in the text are places in the bytes
        text = waiting.decode("latin-1")
        try:
            _, end = self._decoder.raw_decode(text)
            told = json.loads(waiting[:end])
        except json.JSONDecodeError as error:
            return self._wait(waiting) if _may_go_on(text, error) else self._skip_line(waiting)
        except (ValueError, RecursionError):
            return self._skip_line(waiting)
        self._waiting = waiting[end:]
        return dict(told)

    def _wait(self, waiting: bytes) -> dict[str, object] | None:
        return None if len(waiting) <= LONGEST_BYTES else self._skip_line(waiting)

    def _skip_line(self, waiting: bytes) -> dict[str, object] | None:
        """Throw away a line in which an object begins and does not end; None while it may still end."""
        _, line_end, rest = waiting.partition(b"\n")
        if not line_end and len(waiting) <= LONGEST_BYTES:
            return None
        self._waiting = rest
        self.damaged += 1
        return {}


def _may_go_on(text: str, error: json.JSONDecodeError) -> bool:
    """True where the bytes so far may begin an object, over several lines too.

    A decoder names where an open string begins; any other cut is within the last word of the text.
    """
    return error.msg.startswith("Unterminated string") or len(text.rstrip()) - error.pos < _LONGEST_WORD


def request_line(request: Request) -> bytes:
    """Encode a request with its line feed."""
    told = {
        "method": request.method,
        "params": dict(request.params),
        "jsonrpc": VERSION,
        "id": request.number,
    }
    return json.dumps(told, separators=(",", ":")).encode() + b"\n"


def read_request(told: Mapping[str, object]) -> Request:
    """Read a request; ``ProtocolError`` ``ec-answer`` for an object that is none."""
    method, params, number = told.get("method"), told.get("params"), told.get("id")
    if not isinstance(method, str):
        raise ProtocolError("ec-answer", method="", reason="no method")
    # the maker's older clients send an empty list where there are none
    return Request(method, params if isinstance(params, dict) else {}, _number(number))


def answer_line(answer: Answer, *, code: int = INVALID_PARAMS) -> bytes:
    """Encode an answer with its line feed; ``code`` is that of a refusal."""
    told: dict[str, object] = {"jsonrpc": VERSION, "id": answer.number}
    if answer.refusal is None:
        told["result"] = json.dumps(answer.value, separators=(",", ":"))
    else:
        told["error"] = {"code": code, "message": answer.refusal}
    return json.dumps(told, separators=(",", ":")).encode() + b"\n"


def is_answer(told: Mapping[str, object], number: int) -> bool:
    """True if this object is to the request ``number``, and no news or late answer to another one."""
    found = _number(told.get("id"))
    # an answer without a number can only be to the one request that waits
    return found == number or (found is None and ("result" in told or "error" in told))


def read_answer(told: Mapping[str, object]) -> Answer:
    """Read an answer; a result that is no JSON counts as a text.

    Raises
    ------
    ProtocolError
        ``ec-answer`` for an object with neither a result nor an error.
    """
    number = _number(told.get("id"))
    if "error" in told:
        error = told["error"]
        words = error.get("message", "") if isinstance(error, dict) else error
        return Answer(number, refusal=str(words))
    if "result" not in told:
        raise ProtocolError("ec-answer", method="", reason="neither result nor error")
    result = told["result"]
    if isinstance(result, str):
        with contextlib.suppress(ValueError, RecursionError):
            result = json.loads(result)
    return Answer(number, result)


def _number(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None
