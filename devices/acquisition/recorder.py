"""One recording under way: a queue that never makes the stream wait, and a thread that writes.

The acquisition thread hands blocks over and goes on; the writer thread alone touches the
disk. What the disk refuses, or what no longer fits into the queue, ends up in the file as a
hole or as the reason why the recording ended, and never holds up the arm.
"""

import itertools
import logging
import threading
import time as clock
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from core.errors import Fact
from core.recording import Event, FloatArray, MissingSamples, Quantity
from core.storage.disk_room import code_of, free_bytes
from core.storage.journal import JournalHeader, JournalRows, JournalWriter, joined
from devices.acquisition.gap_table import GapTable
from devices.acquisition.keep_awake import kept_awake
from devices.acquisition.sync_thread import SyncThread
from devices.errors import DataQualityError, DeviceError
from devices.samples import SampleBlock

APPEND_INTERVAL_S = 0.25
"""Rows wait no longer than this for being written; a killed program loses no more."""
APPEND_ROWS = 500
SYNC_INTERVAL_S = 0.75
"""Between two syncs, so that a power cut, too, loses less than a second."""
QUEUE_BYTES = 64 << 20
"""What may wait for the disk: four minutes of six joints at 1 kHz."""
FINISH_TIMEOUT_S = 15.0
MOST_HOLES = 50_000
"""In one recording: a line so bad is no line, and every hole is kept in memory."""
GATHER_S = 0.1
"""The writer looks this often at what waits: rows in larger pieces cost it less."""
GATHERED_BYTES = 1 << 20
"""More than this does not wait for the writer's next look."""

logger = logging.getLogger(__name__)


@dataclass
class _Queue:
    """What waits for the writer; the stream puts in, the writer takes out."""

    most_bytes: int
    changed: threading.Condition = field(default_factory=threading.Condition)
    _items: deque[JournalRows | Event] = field(default_factory=deque)
    _bytes: int = 0
    _dropped: int = 0
    _end: str | None = None

    def put(self, rows: JournalRows, size: int) -> bool:
        """Put rows in; whether they fitted."""
        with self.changed:
            if self._end is not None:
                return True
            if self._bytes + size > self.most_bytes:
                self._dropped += rows.count
                return False
            if self._dropped:
                self._items.append(_overflow(float(rows.time[0]), self._dropped))
                self._dropped = 0
            self._items.append(rows)
            self._bytes += size
            if self._bytes > GATHERED_BYTES:
                self.changed.notify()
            return True

    def note(self, event: Event) -> None:
        """Put an event in; events always fit."""
        with self.changed:
            self._items.append(event)

    def end(self, incomplete: str) -> None:
        """Nothing comes any more; the first reason counts."""
        with self.changed:
            if self._end is None:
                self._end = incomplete
            self.changed.notify()

    def take(self, timeout: float) -> tuple[list[JournalRows | Event], str | None]:
        """Everything that gathers within ``timeout`` s, and the end once it was said."""
        with self.changed:
            if self._end is None and self._bytes <= GATHERED_BYTES:
                self.changed.wait(timeout)
            items = list(self._items)
            self._items.clear()
            self._bytes = 0
            if self._end is not None and self._dropped:
                items.append(_overflow(float("nan"), self._dropped))
                self._dropped = 0
            return items, self._end


def _in_large_pieces(items: Sequence[JournalRows | Event]) -> Iterator[JournalRows | Event]:
    """The same in the same order, with rows that follow one another as one piece."""
    for is_event, group in itertools.groupby(items, key=lambda item: isinstance(item, Event)):
        if is_event:
            yield from group
        else:
            yield joined([item for item in group if isinstance(item, JournalRows)])


def _overflow(time: float, samples: int) -> Event:
    return Event(time, "overflow", {"samples": samples})


class RecordingInProgress:
    """A recording while it lasts; all but ``take`` may be called from any thread.

    Made by ``Acquisition.start_recording``; it must be ended by ``finish``.
    """

    def __init__(
        self,
        writer: JournalWriter,
        *,
        period: float,
        queue_bytes: int = QUEUE_BYTES,
        awake: Callable[[str], AbstractContextManager[None]] = kept_awake,
        now: Callable[[], float] = clock.monotonic,
        arm_now: Callable[[], float] = clock.monotonic,
    ) -> None:
        self.label, self.part_path = writer.header.label, writer.path
        self.error: DeviceError | None = None
        """What ended it early on this side: the disk, or a clock that went back."""
        self.overflow_count = 0
        """Samples that found the queue full."""
        self._writer, self._awake, self._now, self._arm_now = writer, awake, now, arm_now
        self._quantities: tuple[Quantity, ...] = writer.header.quantities
        self._gaps = GapTable(period)
        self._queue = _Queue(queue_bytes)
        self._missing: list[MissingSamples] = []
        self._over = threading.Event()
        self._taken, self._first_time, self._last_time, self._last_host = 0, *(float("nan"),) * 3
        self._pending: list[JournalRows] = []
        self._appended_at = self._synced_at = now()
        self._incomplete: str | None = None
        self._syncing = SyncThread(writer.sync, name=f"sync {self.label}")
        self._thread = threading.Thread(target=self._run, name=f"recording {self.label}", daemon=True)
        self._thread.start()

    @classmethod
    def begin(
        cls,
        visit: Path,
        header: JournalHeader,
        *,
        period: float,
        arm_now: Callable[[], float] = clock.monotonic,
    ) -> "RecordingInProgress":
        """Begin a recording in a new part beside the visit file; ``period`` in s between samples.

        ``arm_now`` is the clock in s by which the blocks' ``host_time`` was taken.

        Raises
        ------
        DeviceError
            ``recording-disk-full`` or ``disk-error`` when the part cannot be made.
        BadRequest
            ``label-not-usable``.
        """
        try:
            writer = JournalWriter.create(visit, header)
        except OSError as error:
            raise _disk_error(error, visit, samples=0) from error
        return cls(writer, period=period, arm_now=arm_now)

    @property
    def sample_count(self) -> int:
        """Samples taken so far."""
        return self._taken

    @property
    def duration(self) -> float:
        """Seconds on the device's clock between the first and the last sample taken."""
        return self._last_time - self._first_time if self._taken else 0.0

    @property
    def missing(self) -> tuple[MissingSamples, ...]:
        """The holes found so far."""
        return tuple(self._missing)

    @property
    def is_over(self) -> bool:
        """Whether the part is complete and closed, as planned or not."""
        return self._over.is_set()

    @property
    def incomplete(self) -> str:
        """Why it ended early, once it is over; empty for one that ended as planned."""
        return self._incomplete or ""

    def take(self, block: SampleBlock) -> None:
        """Take in what came from the stream, without waiting for anything."""
        if not block.count or self._over.is_set():
            return
        rows = JournalRows(
            block.sequence,
            block.device_time,
            block.host_time,
            {quantity: self._column(block, quantity) for quantity in self._quantities},
        )
        if not self._queue.put(rows, block.count * self._writer.header.row_bytes):
            self.overflow_count += block.count
            return
        if not self._taken:
            self._first_time = float(block.device_time[0])
        self._taken += block.count
        self._last_time, self._last_host = float(block.device_time[-1]), float(block.host_time[-1])

    def note(self, code: str, **facts: Fact) -> None:
        """Note that something happened now, on the device's clock."""
        self._queue.note(Event(self._device_now(), code, dict(facts)))

    def end(self, incomplete: str = "") -> None:
        """Take nothing more; the writer completes the part by itself. The first reason counts."""
        self._queue.end(incomplete)

    def wait(self, timeout: float) -> bool:
        """Wait until the part is complete, at most ``timeout`` s; whether it is."""
        return self._over.wait(timeout)

    def finish(self, incomplete: str = "") -> Path:
        """End it and wait until the part is complete and on the disk.

        Returns
        -------
        The part, for ``Visit.adopt``; ``error`` and ``incomplete`` tell how it ended.

        Raises
        ------
        DeviceError
            ``recording-not-finished`` when the disk does not answer in time; what it took
            is recovered when the visit is opened.
        """
        self.end(incomplete)
        self._thread.join(FINISH_TIMEOUT_S)
        if self._thread.is_alive():
            raise DeviceError("recording-not-finished", file=str(self.part_path), seconds=FINISH_TIMEOUT_S)
        return self.part_path

    def _column(self, block: SampleBlock, quantity: Quantity) -> FloatArray:
        """A column of a block; NaN where the controller left it out this time."""
        column = block.columns.get(quantity)
        if column is None:
            return np.full((block.count, self._writer.header.joint_count), np.nan)
        return column

    def _device_now(self) -> float:
        """The device's clock now, from the last sample and what has passed since, at most a second."""
        return self._last_time + min(max(self._arm_now() - self._last_host, 0.0), 1.0)

    def _run(self) -> None:
        try:
            with self._awake(f"recording {self.label}"):
                self._write_until_end()
        except OSError as error:
            self._fail(error)
        except Exception:  # the boundary of the thread: the file is closed and somebody learns of it
            logger.exception("the recording %s ended", self.label)
            self.error = DeviceError("recording-failed", file=str(self.part_path))
            self._incomplete = self.error.code
        finally:
            self._queue.end("")
            self._syncing.close(FINISH_TIMEOUT_S)
            self._writer.close()
            self._over.set()

    def _write_until_end(self) -> None:
        end: str | None = None
        while end is None:
            items, end = self._queue.take(GATHER_S)
            for item in _in_large_pieces(items):
                self._write(item)
            if self.error is not None:
                end = self.error.code
            self._flush_in_time(at_once=end is not None)
        self._writer.end(end)
        self._incomplete = end

    def _write(self, item: JournalRows | Event) -> None:
        if isinstance(item, Event):
            if item.code == "overflow":
                self._gaps.note_overflow()
            self._writer.note(item)
        elif self.error is None:
            self._inspect(item)

    def _inspect(self, rows: JournalRows) -> None:
        found = self._gaps.inspect(rows.sequence, rows.time)
        for hole in found.holes:
            self._missing.append(MissingSamples(hole.index, hole.missing, hole.cause))
            self._writer.missing(after=hole.after, missing=hole.missing, cause=hole.cause)
        if len(self._missing) > MOST_HOLES:
            self.error = DataQualityError(
                "too-many-holes", holes=len(self._missing), time=float(rows.time[-1])
            )
        if found.usable:
            self._pending.append(rows[: found.usable])
        if found.usable < rows.count:
            self.error = DataQualityError("clock-jump", time=float(rows.time[found.usable]), jump=found.jump)
        if sum(piece.count for piece in self._pending) >= APPEND_ROWS:
            self._flush()

    def _flush_in_time(self, *, at_once: bool) -> None:
        now = self._now()
        due_sync = now - self._synced_at >= SYNC_INTERVAL_S
        if at_once or due_sync or now - self._appended_at >= APPEND_INTERVAL_S:
            self._flush()
        if due_sync:
            self._synced_at = now
            self._syncing.ask()

    def _flush(self) -> None:
        self._appended_at = self._now()
        if self._pending:
            rows, self._pending = joined(self._pending), []
            self._writer.append(rows)

    def _fail(self, error: OSError) -> None:
        """The disk refused; say so, in the file too if a closing block still fits."""
        self.error = _disk_error(error, self.part_path, samples=self._writer.row_count)
        self._incomplete = "disk-full" if code_of(error) else self.error.code
        try:
            self._writer.end(self._incomplete)
        except OSError as further:
            logger.info("no closing block in %s: %s", self.part_path, further)


def _disk_error(error: OSError, file: Path, *, samples: int) -> DeviceError:
    if code_of(error):
        free = free_bytes(file.parent) or 0
        return DeviceError("recording-disk-full", file=str(file), samples=samples, free=free)
    return DeviceError("disk-error", file=str(file), samples=samples, reason=str(error))
