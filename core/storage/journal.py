"""The journal of a recording in progress: ``VISIT.h5.recording-NNN.part``, appended and never changed.

A header describes the recording; blocks of rows, events and gaps follow; a closing block states how the
recording ended. Damage or truncation at the end loses the rows in the affected blocks and nothing else
(``core.storage.journal_blocks``). During the recording its writer holds a lock, so that it is not taken
for an orphan.
"""

import json
import os
import re
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from core.errors import BadRequest
from core.fields import to_fields
from core.recording import Event, FloatArray, Origin, Quantity, TorqueKind
from core.stamp import software_name
from core.storage.file_lock import FileLock
from core.storage.journal_blocks import BlockKind, encode_block
from core.storage.recordings import UNITS
from core.storage.replacement import sync_folder

FORMAT = "torsion-journal"
VERSION = 1
MOST_ROWS_PER_BLOCK = 1000
PROGRAM_ENDED = "program-ended"
"""End of a recording that was never closed."""

IntArray = npt.NDArray[np.int64]


@dataclass(frozen=True)
class JournalHeader:
    """Description of the recording; ``token`` identifies this journal."""

    label: str
    quantities: tuple[Quantity, ...]
    joint_count: int
    torque_kind: TorqueKind = TorqueKind.UNKNOWN
    payload_mass: float | None = None
    origin: Origin = field(default_factory=Origin)
    token: str = field(default_factory=lambda: uuid.uuid4().hex)

    @property
    def row_bytes(self) -> int:
        """Bytes of one row: sequence number, both clocks, and every column as float64."""
        return 8 * (3 + self.joint_count * len(self.quantities))


@dataclass(frozen=True, eq=False)
class JournalRows:
    """N consecutive rows: sequence numbers (N,), device and host time (N,) s, columns (N, joints)."""

    sequence: IntArray
    time: FloatArray
    host_time: FloatArray
    columns: Mapping[Quantity, FloatArray]

    @property
    def count(self) -> int:
        """Number of rows in the block, N."""
        return int(self.sequence.shape[0])

    def __getitem__(self, rows: slice) -> "JournalRows":
        """The selected rows as a new block."""
        return JournalRows(
            self.sequence[rows],
            self.time[rows],
            self.host_time[rows],
            {quantity: column[rows] for quantity, column in self.columns.items()},
        )


def joined(pieces: Sequence[JournalRows]) -> JournalRows:
    """Consecutive blocks of rows joined to one."""
    if len(pieces) == 1:
        return pieces[0]
    return JournalRows(
        np.concatenate([piece.sequence for piece in pieces]),
        np.concatenate([piece.time for piece in pieces]),
        np.concatenate([piece.host_time for piece in pieces]),
        {
            quantity: np.concatenate([piece.columns[quantity] for piece in pieces])
            for quantity in pieces[0].columns
        },
    )


class JournalWriter:
    """Appends one recording to its own file, unbuffered; one thread at a time.

    Every method but ``close`` raises ``OSError`` when the disk refuses; what was whole
    on the disk before stays whole.
    """

    def __init__(self, path: Path, header: JournalHeader, lock: FileLock, descriptor: int) -> None:
        self.path, self.header = path, header
        self.row_count = 0
        self._lock = lock
        self._descriptor: int | None = descriptor
        self._whole_bytes = 0

    @classmethod
    def create(cls, visit: Path, header: JournalHeader) -> "JournalWriter":
        """Create a new part beside the visit file; header and name are on the disk when this returns.

        Raises
        ------
        BadRequest
            ``label-not-usable``, or ``no-samples`` for a header without columns.
        OSError
            When the file cannot be written.
        """
        if not header.label.strip() or not header.label.isprintable():
            raise BadRequest("label-not-usable", label=header.label)
        if not header.quantities or header.joint_count < 1:
            raise BadRequest("no-samples", label=header.label)
        path, lock, descriptor = _new_part(visit)
        writer = cls(path, header, lock, descriptor)
        try:
            writer._append(BlockKind.HEADER, _header_text(header))
            writer.sync()
            sync_folder(path.parent)
        except OSError:
            writer.abandon()
            raise
        return writer

    def append(self, rows: JournalRows) -> None:
        """Append rows, in blocks of at most ``MOST_ROWS_PER_BLOCK``.

        Raises
        ------
        ValueError
            When a column does not have the shape stated in the header.
        """
        for first in range(0, rows.count, MOST_ROWS_PER_BLOCK):
            piece = rows[first : first + MOST_ROWS_PER_BLOCK]
            self._append(BlockKind.ROWS, _encode_rows(self.header, piece))
            self.row_count += piece.count

    def note(self, event: Event) -> None:
        """Append an event to the journal."""
        self._append(BlockKind.EVENT, _json(to_fields(event)))

    def missing(self, *, after: int, missing: int, cause: str) -> None:
        """Append a gap of ``missing`` samples after the row with the sequence number ``after``."""
        self._append(BlockKind.MISSING, _json({"after": after, "missing": missing, "cause": cause}))

    def sync(self) -> None:
        """Force the appended blocks to the disk."""
        if self._descriptor is not None:
            os.fsync(self._descriptor)

    def end(self, incomplete: str = "") -> None:
        """Append the closing block with the reason for an early end, and force everything to the disk."""
        self._append(BlockKind.END, _json({"incomplete": incomplete, "samples": self.row_count}))
        self.sync()

    def close(self) -> None:
        """Close the file and release the lock; without ``end`` the recording counts as truncated."""
        descriptor, self._descriptor = self._descriptor, None
        if descriptor is not None:
            os.close(descriptor)
            self._lock.release()

    def abandon(self) -> None:
        """Close and remove a journal without content."""
        descriptor, self._descriptor = self._descriptor, None
        if descriptor is not None:
            os.close(descriptor)
            self.path.unlink(missing_ok=True)
            self._lock.release()

    def _append(self, kind: BlockKind, body: bytes) -> None:
        if self._descriptor is None:
            raise ValueError("the journal is closed")
        rest = memoryview(encode_block(kind, body))
        size = len(rest)
        try:
            while rest:
                rest = rest[os.write(self._descriptor, rest) :]
        except OSError:
            # a partial block is useless, and without it a closing block may still fit
            os.ftruncate(self._descriptor, self._whole_bytes)
            raise
        self._whole_bytes += size


def parts_of(visit: Path) -> tuple[Path, ...]:
    """The parts beside a visit file, in the order of their numbers."""
    pattern = _part_pattern(visit)
    if not visit.parent.is_dir():
        return ()
    numbered = ((pattern.fullmatch(path.name), path) for path in visit.parent.iterdir())
    return tuple(path for _, path in sorted((int(match[1]), path) for match, path in numbered if match))


def _part_pattern(visit: Path) -> re.Pattern[str]:
    return re.compile(re.escape(visit.name) + r"\.recording-(\d{3,})\.part")


def _new_part(visit: Path) -> tuple[Path, FileLock, int]:
    """A part with the next free number, locked before it exists, so that it is never an orphan."""
    number = len(parts_of(visit)) + 1
    while True:
        path = visit.with_name(f"{visit.name}.recording-{number:03d}.part")
        number += 1
        lock = FileLock.take(path)
        if lock is None:
            continue
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_APPEND | getattr(os, "O_BINARY", 0)
        try:
            return path, lock, os.open(path, flags, 0o666)
        except FileExistsError:
            lock.release()
        except OSError:
            lock.release()
            raise


def _json(plain: Mapping[str, Any]) -> bytes:
    return json.dumps(plain, ensure_ascii=False).encode()


def _header_text(header: JournalHeader) -> bytes:
    about = {"format": FORMAT, "version": VERSION, "software": software_name()}
    units = {quantity.value: UNITS[quantity] for quantity in header.quantities}
    return _json({**about, **to_fields(header), "units": units})


def _encode_rows(header: JournalHeader, rows: JournalRows) -> bytes:
    pieces = [
        np.ascontiguousarray(rows.sequence, dtype="<i8"),
        np.ascontiguousarray(rows.time, dtype="<f8"),
        np.ascontiguousarray(rows.host_time, dtype="<f8"),
    ]
    for quantity in header.quantities:
        column = np.ascontiguousarray(rows.columns[quantity], dtype="<f8")
        if column.shape != (rows.count, header.joint_count):
            raise ValueError(f"{quantity} has the shape {column.shape}")
        pieces.append(column)
    return b"".join(piece.tobytes() for piece in pieces)


def decode_rows(header: JournalHeader, body: bytes) -> JournalRows:
    """The rows in a block's body; the inverse of ``JournalWriter.append``."""
    count = len(body) // header.row_bytes
    words = np.frombuffer(body, dtype="<f8", count=count * header.row_bytes // 8)
    clocks, columns = words[: 3 * count], words[3 * count :]
    width = count * header.joint_count
    return JournalRows(
        sequence=clocks[:count].view("<i8").astype(np.int64),
        time=clocks[count : 2 * count].astype(np.float64),
        host_time=clocks[2 * count :].astype(np.float64),
        columns={
            quantity: columns[place * width : (place + 1) * width]
            .reshape(count, header.joint_count)
            .astype(np.float64)
            for place, quantity in enumerate(header.quantities)
        },
    )
