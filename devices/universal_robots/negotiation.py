"""The conversation before the stream: protocol, version, recipe and start.

The controller is asked for all fields at once. Those that it does not have, or gives in an unknown
type, are left out of the next request on the same connection.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from devices.errors import ProtocolError, TransportError
from devices.protocol_rtde import setup
from devices.protocol_rtde.setup import ControllerVersion
from devices.protocol_rtde.values import NOT_FOUND, DataType, record_dtype, type_of, width_of
from devices.protocol_rtde.wire import Decoder, Kind, Message, encode
from devices.transport.dialing import first_answer
from devices.transport.transport import Transport
from devices.universal_robots.dialect import RTDE, SLOW_RATE_HZ, Dialect
from devices.universal_robots.heartbeat import Claim
from devices.universal_robots.recipe import JOINTS

ANSWER_TIMEOUT_S = 3.0
_MOST_REQUESTS = 3
_READ_SLICE_S = 0.1


@dataclass(frozen=True)
class Recipe:
    """The agreed fields: how a package is laid out, and how often it was asked for."""

    record: np.dtype[np.void]
    number: int
    """Number that leads each package; 0 in version 1 of the protocol, where none does."""
    rate: float
    """Hz that were asked for; the controller may send fewer."""
    dialect: Dialect = RTDE

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the fields, in their order."""
        return tuple(self.record.names or ())


class Conversation:
    """Questions and answers over one transport; one thread uses it."""

    def __init__(self, transport: Transport, dialect: Dialect = RTDE) -> None:
        self._transport, self._dialect = transport, dialect
        self._decoder = Decoder()
        self._left: list[Message] = []
        """Messages that came in one piece with the last answer: the first packages follow a start at once."""
        self.protocol = next(iter(dialect.protocols.values()))
        """The agreed layout of the messages."""
        self.texts: list[setup.Text] = []
        """Texts of the controller for a person, received meanwhile; the newest last."""

    def agree(self, *, rate: float) -> tuple[ControllerVersion, Recipe]:
        """Negotiate version and recipe.

        Raises
        ------
        ProtocolError
            ``ur-protocol-refused`` or that of the dialect, ``ur-field-missing`` for a field without
            which nothing can be recorded, ``protocol-field`` for an answer that cannot be understood.
        TransportError
            ``other-service``, ``closed-at-once``, ``no-answer``, ``link-lost``.
        """
        version = self.ask_version()
        # version 1 of the protocol knows no frequency: the controller sends in its own cycle of 8 ms
        rate = float(SLOW_RATE_HZ if self.protocol == 1 else min(rate, self._dialect.fastest(version)))
        return version, self._agree_on_recipe(rate)

    def claim(self, name: str) -> Claim:
        """Ask to write an input; the claim says why not where the controller refuses."""
        request = setup.input_request((name,))
        answer = setup.read_recipe_answer(self._ask(request), protocol=self.protocol)
        is_given = answer.recipe > 0 and answer.types == (DataType.INT32,)
        return Claim(answer.recipe) if is_given else Claim(0, ", ".join(answer.types) or NOT_FOUND)

    def ask_version(self) -> ControllerVersion:
        """Agree on the protocol and ask for the version; raises like :meth:`agree`."""
        self._agree_on_protocol()
        return setup.read_version(self._ask(Message(Kind.CONTROLLER)).body)

    def start(self) -> None:
        """Have the packages sent from now on.

        Raises
        ------
        ProtocolError
            ``ur-start-refused``, with what the controller said.
        """
        if not setup.is_accepted(self._ask(Message(Kind.START))):
            raise ProtocolError("ur-start-refused", said=self._said())

    def read(self, timeout: float) -> list[Message]:
        """Return what arrived; wait up to ``timeout`` s, empty if nothing came.

        Raises
        ------
        TransportError
            ``link-lost``.
        ProtocolError
            ``protocol-field`` once the stream has lost its place.
        """
        if self._left:
            left, self._left = self._left, []
            return left
        messages = self._decoder.feed(self._transport.read(timeout))
        self.texts += [
            setup.read_text(message.body, protocol=self.protocol)
            for message in messages
            if message.kind is Kind.TEXT
        ]
        del self.texts[:-20]
        return messages

    def _agree_on_protocol(self) -> None:
        versions = self._dialect.protocols
        for version, layout in versions.items():
            with first_answer():
                is_accepted = setup.is_accepted(self._ask(setup.protocol_request(version)))
            if is_accepted:
                self.protocol = layout
                return
        raise ProtocolError(self._dialect.own("ur-protocol-refused"), versions=tuple(map(str, versions)))

    def _agree_on_recipe(self, rate: float) -> Recipe:
        names: Sequence[str] = self._dialect.wanted
        for _ in range(_MOST_REQUESTS):
            request = setup.output_request(names, frequency=rate, protocol=self.protocol)
            answer = setup.read_recipe_answer(self._ask(request), protocol=self.protocol)
            if len(answer.types) != len(names):
                reason = f"{len(answer.types)} for {len(names)} names"
                raise ProtocolError("protocol-field", message="OUTPUTS", field="types", reason=reason)
            usable = [name for name, kind in zip(names, answer.types, strict=True) if self._fits(name, kind)]
            missing = [name for name in self._dialect.essential if name not in usable]
            if missing:
                raise ProtocolError("ur-field-missing", fields=tuple(missing))
            if len(usable) == len(names):
                kinds = [kind for kind in map(type_of, answer.types) if kind is not None]
                has_number = self.protocol > 1
                record = record_dtype(names, kinds, has_recipe=has_number)
                return Recipe(record, answer.recipe, rate, self._dialect)
            names = usable
        raise ProtocolError(self._dialect.own("ur-protocol-refused"), versions=(str(self.protocol),))

    def _fits(self, name: str, kind: str) -> bool:
        """True if a field of this type can be used; any type of numbers may be, if the count is right."""
        found = type_of(kind)
        if found is None or kind == NOT_FOUND:
            return False
        columns = {column.name for column in self._dialect.columns.values()}
        return name not in columns or width_of(found) == JOINTS

    def _ask(self, request: Message) -> Message:
        """Send a request and wait for the answer of the same kind; packages before it are let go."""
        self._send(encode(request))
        deadline = time.monotonic() + ANSWER_TIMEOUT_S
        while time.monotonic() < deadline:
            messages = self.read(_READ_SLICE_S)
            for place, message in enumerate(messages):
                if message.kind is request.kind:
                    self._left = messages[place + 1 :]
                    return message
        raise TransportError("no-answer", request=f"RTDE {request.kind.name}", waited_s=ANSWER_TIMEOUT_S)

    def _send(self, content: bytes) -> None:
        deadline = time.monotonic() + ANSWER_TIMEOUT_S
        while content:
            content = content[self._transport.write(content, _READ_SLICE_S) :]
            if content and time.monotonic() > deadline:
                raise TransportError("no-answer", request="RTDE", waited_s=ANSWER_TIMEOUT_S)

    def _said(self) -> str:
        return self.texts[-1].text if self.texts else ""
