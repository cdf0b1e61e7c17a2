"""Objects of the drives (CiA 301, CiA 402) and how a table names them."""

import re
from dataclasses import dataclass

_NAME = re.compile(r"0x([0-9A-Fa-f]{4})(?::([0-9]{1,3}))?")
_LARGEST_SUB = 254


@dataclass(frozen=True)
class ObjectAt:
    """An entry of a drive's object dictionary; ``size`` in bytes."""

    index: int
    sub: int = 0
    size: int = 4
    signed: bool = False

    @property
    def name(self) -> str:
        """Name as in a table, such as ``0x60E4:1``."""
        return f"0x{self.index:04X}" + (f":{self.sub}" if self.sub else "")

    @property
    def mapping(self) -> int:
        """Entry of a PDO's mapping."""
        return self.index << 16 | self.sub << 8 | 8 * self.size

    def encoded(self, value: int) -> bytes:
        """The bytes of a value; ``OverflowError`` beyond its range."""
        return value.to_bytes(self.size, "little", signed=self.signed)

    def decoded(self, content: bytes) -> int:
        """The value of the first bytes."""
        return int.from_bytes(content[: self.size], "little", signed=self.signed)


def read_object(text: str) -> ObjectAt:
    """Read ``0x60E4:1`` as a signed number of 32 bits; raise ``ValueError`` if it is no object."""
    found = _NAME.fullmatch(text)
    sub = int(found[2] or 0) if found else _LARGEST_SUB + 1
    if found is None or sub > _LARGEST_SUB:
        raise ValueError(text)
    return ObjectAt(int(found[1], 16), sub, signed=True)


CONTROL_WORD = ObjectAt(0x6040, size=2)
STATUS_WORD = ObjectAt(0x6041, size=2)
MODE = ObjectAt(0x6060, size=1, signed=True)
MODE_SHOWN = ObjectAt(0x6061, size=1, signed=True)
POSITION = ObjectAt(0x6064, signed=True)
TORQUE = ObjectAt(0x6077, size=2, signed=True)
RATED_TORQUE = ObjectAt(0x6076)
TARGET = ObjectAt(0x607A, signed=True)
PROFILE_SPEED = ObjectAt(0x6081)
PROFILE_ACCELERATION = ObjectAt(0x6083)
PROFILE_DECELERATION = ObjectAt(0x6084)
CONNECTION_LOST = ObjectAt(0x6007, size=2, signed=True)
ERROR_CODE = ObjectAt(0x603F, size=2)
PERIOD = ObjectAt(0x60C2, 1, size=1)
PERIOD_UNIT = ObjectAt(0x60C2, 2, size=1, signed=True)
CLOCK = ObjectAt(0x1013)
HEARD_HEARTBEAT = ObjectAt(0x1016, 1)
SERIAL = ObjectAt(0x1018, 4)
VENDOR = ObjectAt(0x1018, 1)
REVISION = ObjectAt(0x1018, 3)
