"""The object dictionary of an emulated drive, and its server for SDO transfers of up to four bytes."""

import struct
from collections.abc import Callable

from devices.emulated.slcan import Frame

SDO_IN, SDO_OUT = 0x600, 0x580
ABORT_UNKNOWN_COMMAND, ABORT_READ_ONLY = 0x05040001, 0x06010002
ABORT_NO_OBJECT, ABORT_NO_SUB, ABORT_LENGTH = 0x06020000, 0x06090011, 0x06070010
ABORT_NOT_MAPPED = 0x06040041
_UPLOAD, _DOWNLOAD = 2, 1
_EXPEDITED = 0x03


class Entry:
    """One entry: a value that is kept, or one that is read when it is asked for."""

    def __init__(
        self,
        size: int,
        value: int | Callable[[], int],
        *,
        signed: bool = False,
        written: Callable[[int], None] | None = None,
        is_fixed: bool = False,
        takes: Callable[[int], bool] | None = None,
    ) -> None:
        self.size, self.signed, self._value, self._written = size, signed, value, written
        self.is_fixed = is_fixed or callable(value)
        self.takes = takes

    @property
    def value(self) -> int:
        """The present value."""
        return self._value() if callable(self._value) else self._value

    @property
    def content(self) -> bytes:
        """The present value as bytes; what does not fit wraps, as in a drive."""
        return (self.value % (1 << 8 * self.size)).to_bytes(self.size, "little")

    def write(self, content: bytes) -> None:
        """Set the value from bytes and act on it."""
        value = int.from_bytes(content, "little", signed=self.signed)
        self._value = value
        if self._written is not None:
            self._written(value)


class Objects:
    """Entries by index and sub-index, of the drive with the number ``node``."""

    def __init__(self, node: int) -> None:
        self._node = node
        self._entries: dict[tuple[int, int], Entry] = {}

    def add(self, index: int, sub: int, entry: Entry) -> None:
        """Add an entry."""
        self._entries[index, sub] = entry

    @property
    def places(self) -> tuple[tuple[int, int], ...]:
        """Index and sub-index of every entry, in their order."""
        return tuple(sorted(self._entries))

    def __getitem__(self, place: tuple[int, int]) -> Entry:
        return self._entries[place]

    def value(self, index: int, sub: int = 0) -> int:
        """Value of an entry; 0 if there is none."""
        entry = self._entries.get((index, sub))
        return 0 if entry is None else entry.value

    def has(self, index: int, sub: int) -> bool:
        """True if there is such an entry."""
        return (index, sub) in self._entries

    def answer(self, request: bytes) -> Frame | None:
        """Answer a request of an SDO client; None to what needs no answer."""
        if len(request) != struct.calcsize("<BHBI"):
            return None
        command, index, sub, _ = struct.unpack("<BHBI", request)
        kind = command >> 5
        if kind not in {_UPLOAD, _DOWNLOAD}:
            return None if command == 0x80 else self._abort(index, sub, ABORT_UNKNOWN_COMMAND)
        entry = self._entries.get((index, sub))
        if entry is None:
            is_known = any(found == index for found, _ in self._entries)
            return self._abort(index, sub, ABORT_NO_SUB if is_known else ABORT_NO_OBJECT)
        if kind == _UPLOAD:
            unused = 4 - entry.size
            head = struct.pack("<BHB", 0x40 | unused << 2 | _EXPEDITED, index, sub)
            return self._framed(head + entry.content.ljust(4, b"\0"))
        return self._download(command, index, sub, entry, request[4:])

    def _download(self, command: int, index: int, sub: int, entry: Entry, content: bytes) -> Frame:
        if entry.is_fixed:
            return self._abort(index, sub, ABORT_READ_ONLY)
        size = 4 - (command >> 2 & 3) if command & 1 else entry.size
        if not command & 2 or size != entry.size:
            return self._abort(index, sub, ABORT_LENGTH)
        if entry.takes is not None and not entry.takes(int.from_bytes(content[:size], "little")):
            return self._abort(index, sub, ABORT_NOT_MAPPED)
        entry.write(content[:size])
        return self._framed(struct.pack("<BHBI", 0x60, index, sub, 0))

    def _abort(self, index: int, sub: int, code: int) -> Frame:
        return self._framed(struct.pack("<BHBI", 0x80, index, sub, code))

    def _framed(self, content: bytes) -> Frame:
        return SDO_OUT + self._node, content
