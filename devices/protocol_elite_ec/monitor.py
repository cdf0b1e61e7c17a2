"""Frames of port 8056, big-endian and packed, one every 8 ms; their first field is their size.

Three sizes are known: 366 bytes of old controllers, 607, and 1024 of new ones. What is behind the fields
that are known is left alone, so that a frame that grows with the next software is read all the same.
Sources: PyPI ``elirobots`` 0.0.7, ``elite/_monitor.py`` (to byte 607);
EgglezosK/Elite-Robots-EC-Series-Node-JS-Driver, ``core/communication/functions/translator.js`` (to 1024).
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

SLOTS = 8
"""Values per joint field: six joints and two external axes."""
PERIOD_S = 0.008
LARGEST_BYTES = 8192
_FIELDS: tuple[tuple[str, str, int], ...] = (
    ("size", "u4", 1),
    ("stamp_ms", "u8", 1),
    ("cycle_mode", "u1", 1),
    ("position_deg", "f8", SLOTS),
    ("pose", "f8", 6),
    ("user_pose", "f8", 6),
    ("torque", "f8", SLOTS),
    ("state", "i4", 1),
    ("servo", "i4", 1),
    ("motors", "i4", 1),
    ("motor_speed_rpm", "i4", SLOTS),
    ("mode", "i4", 1),
    ("analog_in", "f8", 3),
    ("analog_out", "f8", 5),
    ("digital_in", "u8", 1),
    ("digital_out", "u8", 1),
    ("collision", "u1", 1),
    ("flange_pose", "f8", 6),  # mm and rad, in the base's frame
    ("user_flange_pose", "f8", 6),
    ("emergency_stop", "u1", 1),
    ("tool_speed", "f8", 1),
    ("velocity_deg_s", "f8", SLOTS),
    ("tool_acceleration", "f8", 1),
    ("acceleration_deg_s2", "f8", SLOTS),
    ("temperature_celsius", "f8", 6),
    ("joint_torque", "f8", 6),
    ("external_torque", "f8", 6),
    ("tool_force", "f8", 6),
    ("drag", "u1", 1),
)
_WIDTH = {"u1": 1, "u4": 4, "i4": 4, "u8": 8, "f8": 8}


def _record(last: str) -> np.dtype[np.void]:
    names = [name for name, _, _ in _FIELDS]
    kept = _FIELDS[: names.index(last) + 1]
    return np.dtype([(name, f">{kind}", *((count,) if count > 1 else ())) for name, kind, count in kept])


OLDEST, USUAL, NEWEST = _record("collision"), _record("acceleration_deg_s2"), _record("drag")
"""Known fields of a frame of each generation; the first two are whole frames."""
NEWEST_BYTES = 1024
"""Size of a frame of the newest generation, with what is reserved in it."""


def record_of(size: int) -> np.dtype[np.void]:
    """The fields of a frame of so many bytes.

    The fields behind byte 607 are those of one size only: another software may have others there.
    """
    if size == NEWEST_BYTES:
        return NEWEST
    return USUAL if size >= USUAL.itemsize else OLDEST


def rows_of(frames: Sequence[bytes]) -> npt.NDArray[np.void]:
    """Frames of one size as records, shape (N,); see :func:`record_of` for the fields."""
    record = record_of(len(frames[0]))
    return np.frombuffer(b"".join(frame[: record.itemsize] for frame in frames), dtype=record)


class Frames:
    """Cuts a stream of bytes into frames; keeps at most two that are incomplete.

    A size is believed once the next frame repeats it. Where it does not, bytes are thrown away up to a
    place from which two frames in a row have one size.
    """

    def __init__(self) -> None:
        self._waiting = b""
        self._size = 0
        self.damaged = 0
        """Number of times that the place was lost."""

    @property
    def bytes_pending(self) -> int:
        """Length of what is kept, bytes."""
        return len(self._waiting)

    @property
    def size(self) -> int:
        """Size of the frames, bytes; 0 before it is known."""
        return self._size

    def feed(self, content: bytes) -> list[bytes]:
        """Take in bytes; return the frames that they complete, all of one size."""
        self._waiting += content
        found: list[bytes] = []
        start = 0
        while True:
            if self._size and len(self._waiting) - start >= self._size:
                if self._size_at(start) == self._size:
                    found.append(self._waiting[start : start + self._size])
                    start += self._size
                    continue
                self._lose()
            if self._size:
                break
            place = self._search(start)
            if place is None:
                break
            if found and self._size != len(found[0]):  # a new size begins with the next call
                start, self._size = place, 0
                break
            start = place
        self._waiting = self._waiting[start:]
        return found

    def _lose(self) -> None:
        self._size = 0
        self.damaged += 1

    def _search(self, start: int) -> int | None:
        """The first place from which a size repeats; None while more bytes are needed, or there is none."""
        place = start
        while len(self._waiting) - place >= _WIDTH["u4"]:
            size = self._size_at(place)
            if OLDEST.itemsize <= size <= LARGEST_BYTES:
                if len(self._waiting) - place < size + _WIDTH["u4"]:
                    break
                if self._size_at(place + size) == size:
                    self._size = size
                    return place
            place += 1
        self._waiting = self._waiting[:start] + self._waiting[place:]
        return None

    def _size_at(self, place: int) -> int:
        return int.from_bytes(self._waiting[place : place + _WIDTH["u4"]], "big")
