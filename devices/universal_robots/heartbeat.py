"""The heartbeat of the controller: a new number in one input register."""

import struct
from dataclasses import dataclass

from devices.protocol_rtde.wire import Kind, Message, encode
from devices.transport.transport import Transport

_WRITE_TIMEOUT_S = 0.05
_LARGEST = 2**31 - 1


@dataclass(frozen=True)
class Claim:
    """The inputs that the controller lets us write, by the number of their recipe; 0 if it does not."""

    recipe: int
    refusal: str = ""
    """Answer of the controller in place of a type, such as ``IN_USE``."""


class RegisterBeat:
    """Writes one heartbeat at each call.

    One that finds no room on the line is left out: it must not come late and vouch for a thread that
    has hung since.
    """

    def __init__(self, transport: Transport, claim: Claim) -> None:
        self._transport, self._recipe = transport, claim.recipe
        self._count = 0

    def __call__(self) -> None:
        """Write the next number; raises as ``Transport.write``."""
        self._count = self._count % _LARGEST + 1
        content = encode(Message(Kind.DATA, struct.pack(">Bi", self._recipe, self._count)))
        self._transport.write(content, _WRITE_TIMEOUT_S)
