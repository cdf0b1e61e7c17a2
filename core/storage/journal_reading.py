"""Reading of a journal: all of it, or the part that a crash left whole.

A first pass finds the whole blocks and their content, a second one streams the rows, so that a
recording of an hour is never in memory at once. Damage is reported, not raised; only a file with an
unreadable header is an error.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np

from core.errors import BadFile
from core.fields import from_fields
from core.given_file import open_regular
from core.recording import Event, MissingSamples, Recording
from core.storage.journal import (
    FORMAT,
    MOST_ROWS_PER_BLOCK,
    PROGRAM_ENDED,
    VERSION,
    IntArray,
    JournalHeader,
    JournalRows,
    decode_rows,
    joined,
)
from core.storage.journal_blocks import PREFIX_BYTES, Block, BlockKind, read_block, whole_blocks

_WINDOW_BYTES = 1 << 20
_ROWS_AT_ONCE = 16_384
_TORN_BYTES = 8192
"""Bytes that a disk may lose at the end beside the block being written."""
_MOST_JOINTS = 1000
_MOST_MISSING = 1 << 53


@dataclass(frozen=True)
class JournalEnd:
    """The closing block: reason for an early end (empty: as planned), and number of rows."""

    incomplete: str
    samples: int


@dataclass(frozen=True)
class RowBlock:
    """Place of rows in the file: the block's offset, the index of its first row, and their number."""

    offset: int
    first: int
    count: int


@dataclass(frozen=True)
class JournalContent:
    """The content of a journal; ``rows()`` reads the samples from the file, block by block."""

    path: Path
    header: JournalHeader
    row_blocks: tuple[RowBlock, ...]
    events: tuple[Event, ...]
    missing: tuple[MissingSamples, ...]
    end: JournalEnd | None
    """None if it was not closed because the program ended first."""
    lost_tail_bytes: int
    """Bytes after the last whole block, without zeros at the very end."""
    lost_inside_bytes: int
    """Bytes between whole blocks: damage of data that was written."""
    seconds: float
    """Time from the first to the last row on the device's clock, s."""

    @property
    def sample_count(self) -> int:
        """Number of whole rows in the journal."""
        return sum(block.count for block in self.row_blocks)

    @property
    def incomplete(self) -> str:
        """Reason for an early end; empty if it ended as planned and is whole."""
        return PROGRAM_ENDED if self.end is None else self.end.incomplete

    def rows(self) -> Iterator[JournalRows]:
        """All whole rows in order, one block in memory at a time."""
        with open_regular(self.path) as file:
            for place in self.row_blocks:
                block = read_block(file, place.offset)
                if block is None:  # it was whole in the first pass
                    raise BadFile("part-unreadable", file=str(self.path), reason="")
                yield decode_rows(self.header, block.body)

    def recording_blocks(self) -> Iterator[Recording]:
        """The journal as consecutive blocks of one recording, small enough for the memory."""
        waiting: list[JournalRows] = []
        for rows in self.rows():
            waiting.append(rows)
            if sum(piece.count for piece in waiting) >= _ROWS_AT_ONCE:
                yield self._recording(joined(waiting))
                waiting = []
        if waiting:
            yield self._recording(joined(waiting))

    def _recording(self, rows: JournalRows) -> Recording:
        header = self.header
        return Recording(
            label=header.label,
            time=rows.time,
            columns=rows.columns,
            torque_kind=header.torque_kind,
            payload_mass=header.payload_mass,
            origin=header.origin,
            host_time=rows.host_time,
            missing=self.missing,
            events=self.events,
            incomplete=self.incomplete,
        )

    @property
    def is_damaged(self) -> bool:
        """True if more is lost than a crash explains, so that the disk damaged written data."""
        return self.lost_inside_bytes > 0 or self.lost_tail_bytes > _TORN_BYTES + (
            MOST_ROWS_PER_BLOCK * self.header.row_bytes
        )


def read_journal(path: Path) -> JournalContent:
    """Find the content of a journal, up to its last whole block and beyond inner damage.

    Raises
    ------
    BadFile
        ``part-unreadable`` when its header is gone or its blocks are unknown,
        ``part-too-new`` when a newer program wrote it, ``not-a-plain-file`` for a link, a
        pipe or a device.
    OSError
        When the file cannot be opened.
    """
    with open_regular(path) as file:
        try:
            return _scanned(path, file)
        except BadFile as error:
            if error.code != "bad-fields":
                raise
            reason = "; ".join(f"{problem.where}: {problem.code}" for problem in error.problems[:3])
            raise BadFile("part-unreadable", file=str(path), reason=reason) from error
        except (ValueError, LookupError, TypeError, ArithmeticError, RecursionError) as error:
            # whole blocks with an unknown content
            raise BadFile("part-unreadable", file=str(path), reason=str(error)) from error


def _scanned(path: Path, file: BinaryIO) -> JournalContent:
    scan: _Scan | None = None
    for block in whole_blocks(file):
        if scan is None:
            scan = _Scan(_header(path, block))
        scan.take(block)
    if scan is None:
        raise BadFile("part-unreadable", file=str(path), reason="")
    return scan.content(path, file)


def _header(path: Path, block: Block) -> JournalHeader:
    if block.kind != BlockKind.HEADER or block.lost_before:
        raise BadFile("part-unreadable", file=str(path), reason="")
    plain = _table(block.body)
    version = plain.get("version", 0)
    if plain.get("format") != FORMAT or not isinstance(version, int):
        raise BadFile("part-unreadable", file=str(path), reason="")
    if version > VERSION:
        raise BadFile("part-too-new", file=str(path), software=str(plain.get("software", "")))
    header = from_fields(JournalHeader, plain)
    if not 1 <= header.joint_count <= _MOST_JOINTS or not header.quantities:
        raise ValueError(f"{header.joint_count} joints, {len(header.quantities)} quantities")
    if len(set(header.quantities)) != len(header.quantities):
        raise ValueError("a quantity is there twice")
    if not header.label.strip() or not header.label.isprintable():
        raise ValueError("the label cannot name a recording")
    return header


def _table(body: bytes) -> dict[str, Any]:
    """The JSON table in a block's body."""
    plain = json.loads(body)
    if not isinstance(plain, dict):
        raise TypeError("no table")
    return plain


@dataclass(frozen=True)
class _Noted:
    """A gap as noted in the journal: after which sequence number, number of samples, cause."""

    after: int
    missing: int
    cause: str

    def __post_init__(self) -> None:
        if not (0 <= self.missing <= _MOST_MISSING and abs(self.after) <= _MOST_MISSING):
            raise ValueError("no hole is that large")


@dataclass
class _Step:
    """A step of the sequence numbers by more than one, after the row of index ``index``."""

    index: int
    missing: int
    damage: bool


@dataclass
class _Scan:
    """Collects the content of a journal's blocks, without keeping the rows."""

    header: JournalHeader
    _blocks: list[RowBlock] = field(default_factory=list)
    _last_sequences: list[int] = field(default_factory=list)
    _events: list[Event] = field(default_factory=list)
    _steps: dict[int, _Step] = field(default_factory=dict)
    _noted: list[_Noted] = field(default_factory=list)
    _end: JournalEnd | None = None
    _whole_bytes: int = 0
    _lost_inside: int = 0
    _lost_since_rows: bool = False
    _rows: int = 0
    _first_time: float = float("nan")
    _last_time: float = float("nan")

    def take(self, block: Block) -> None:
        """Add one block to the content."""
        self._whole_bytes = block.offset + PREFIX_BYTES + len(block.body)
        self._lost_inside += block.lost_before
        self._lost_since_rows |= block.lost_before > 0
        if block.kind == BlockKind.ROWS:
            self._take_rows(block)
        elif block.kind == BlockKind.EVENT:
            self._events.append(from_fields(Event, _table(block.body)))
        elif block.kind == BlockKind.MISSING:
            self._noted.append(from_fields(_Noted, _table(block.body)))
        elif block.kind == BlockKind.END:
            self._end = from_fields(JournalEnd, _table(block.body))

    def _take_rows(self, block: Block) -> None:
        rows = decode_rows(self.header, block.body)
        if not rows.count:
            return
        if rows.count * self.header.row_bytes != len(block.body):
            raise ValueError("a block of rows ends inside a row")
        if np.any(np.abs(rows.sequence) > _MOST_MISSING):
            raise ValueError("no sequence number is that large")
        self._take_steps(rows.sequence)
        self._blocks.append(RowBlock(block.offset, self._rows, rows.count))
        self._last_sequences.append(int(rows.sequence[-1]))
        if not self._rows:
            self._first_time = float(rows.time[0])
        self._last_time = float(rows.time[-1])
        self._rows += rows.count
        self._lost_since_rows = False

    def _take_steps(self, sequence: IntArray) -> None:
        before = self._last_sequences[-1:]
        whole = np.concatenate([np.asarray(before, dtype=np.int64), sequence])
        for place in np.flatnonzero(np.diff(whole) > 1).tolist():
            at_seam = bool(before) and place == 0
            self._steps[int(whole[place])] = _Step(
                index=self._rows + place - len(before),
                missing=int(whole[place + 1] - whole[place]) - 1,
                damage=at_seam and self._lost_since_rows,
            )

    def content(self, path: Path, file: BinaryIO) -> JournalContent:
        """The collected content, with the gaps in the order of their rows."""
        return JournalContent(
            path=path,
            header=self.header,
            row_blocks=tuple(self._blocks),
            events=tuple(self._events),
            missing=tuple(sorted(self._holes(file), key=lambda hole: hole.index)),
            end=self._end,
            lost_tail_bytes=_bytes_before_zeros(file, begin=self._whole_bytes),
            lost_inside_bytes=self._lost_inside,
            seconds=self._last_time - self._first_time if self._rows else 0.0,
        )

    def _holes(self, file: BinaryIO) -> Iterator[MissingSamples]:
        """Every gap that was noted or follows from the sequence numbers."""
        for noted in self._noted:
            step = self._steps.pop(noted.after, None)
            index = self._index(file, noted.after) if step is None else step.index
            if index is not None:
                yield MissingSamples(index, noted.missing, noted.cause)
        for step in self._steps.values():
            yield MissingSamples(step.index, step.missing, "damage" if step.damage else "sequence")

    def _index(self, file: BinaryIO, sequence: int) -> int | None:
        """Index of the row with a sequence number; None if that row is lost or the last."""
        number = int(np.searchsorted(self._last_sequences, sequence))
        if number == len(self._blocks):
            return None
        block = read_block(file, self._blocks[number].offset)
        assert block is not None  # this pass has just read it
        found = decode_rows(self.header, block.body).sequence
        place = int(np.searchsorted(found, sequence))
        if place == found.size:  # numbers out of order
            return None
        index = self._blocks[number].first + place
        return index if found[place] == sequence and index < self._rows - 1 else None


def _bytes_before_zeros(file: BinaryIO, *, begin: int) -> int:
    """Number of bytes from ``begin`` until only zeros follow; a crash may leave a tail of zeros."""
    file.seek(begin)
    position, last = 0, 0
    while window := file.read(_WINDOW_BYTES):
        kept = len(window.rstrip(b"\0"))
        last = position + kept if kept else last
        position += len(window)
    return last
