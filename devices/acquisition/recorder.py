"""One recording in progress: a queue that never blocks the stream, and a thread that writes.

The acquisition thread queues blocks and goes on; only the writer thread accesses the disk. A disk
error ends the recording with its reason in the file; samples that do not fit into the queue become
a gap. Neither delays the arm.

One fsync may take seconds on a busy disk. Rows that are written are already safe from a killed program, so
the writer does not wait for it: ``SyncThread`` forces the file to the disk.
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
from devices.errors import DataQualityError, DeviceError
from devices.samples import SampleBlock


class SyncThread:
    """Calls ``sync`` after each request; requests during a call are served by one further call."""

    def __init__(self, sync: Callable[[], None], *, name: str) -> None:
        self._sync = sync
        self._asked = threading.Event()
        self._ending = False
        self._error: OSError | None = None
        self._thread = threading.Thread(target=self._run, name=name, daemon=True)
        self._thread.start()

    def ask(self) -> None:
        """Request a sync and return without waiting.

        Raises
        ------
        OSError
            The error of an earlier sync.
        """
        if self._error is not None:
            raise self._error
        self._asked.set()

    def close(self, timeout: float) -> bool:
        """End the thread after a running sync, at most ``timeout`` s; return True if it ended."""
        self._ending = True
        self._asked.set()
        self._thread.join(timeout)
        return not self._thread.is_alive()

    def _run(self) -> None:
        while True:
            self._asked.wait()
            # cleared before the sync: a request during it leads to one more
            self._asked.clear()
            if self._ending:
                return
            try:
                self._sync()
            except OSError as error:
                self._error = error
                return


APPEND_INTERVAL_S = 0.25
"""Longest time that rows wait before they are written; a killed program loses no more."""
APPEND_ROWS = 500
SYNC_INTERVAL_S = 0.75
"""Interval of fsync, so that a power cut loses less than a second."""
QUEUE_BYTES = 64 << 20
"""Capacity of the queue: four minutes of six joints at 1 kHz."""
FINISH_TIMEOUT_S = 15.0
_FINISH_WAITS = 150
MOST_HOLES = 50_000
"""Limit per recording: such a line is unusable, and every gap is kept in memory."""
GATHER_S = 0.1
"""Interval at which the writer empties the queue: larger pieces cost less time."""
GATHERED_BYTES = 1 << 20
"""The writer is woken earlier when more than this is queued."""

logger = logging.getLogger(__name__)


@dataclass
class _Queue:
    """The queue between the stream, which puts in, and the writer thread, which takes out."""

    most_bytes: int
    changed: threading.Condition = field(default_factory=threading.Condition)
    _items: deque[JournalRows | Event] = field(default_factory=deque)
    _bytes: int = 0
    _dropped: int = 0
    _end: str | None = None

    def put(self, rows: JournalRows, size: int) -> bool:
        """Append rows and return True; return False and count them as dropped if the queue is full."""
        with self.changed:
            if self._end is not None:
                return True
            if self._bytes + size > self.most_bytes:
                self._dropped += rows.count
                return False
            # the gap is noted in front of the first rows that fit again
            if self._dropped:
                self._items.append(_overflow(float(rows.time[0]), self._dropped))
                self._dropped = 0
            self._items.append(rows)
            self._bytes += size
            if self._bytes > GATHERED_BYTES:
                self.changed.notify()
            return True

    def note(self, event: Event) -> None:
        """Append an event; events are small and always fit."""
        with self.changed:
            self._items.append(event)

    def end(self, incomplete: str) -> None:
        """Accept nothing more; the first reason counts."""
        with self.changed:
            if self._end is None:
                self._end = incomplete
            self.changed.notify()

    def take(self, timeout: float) -> tuple[list[JournalRows | Event], str | None]:
        """Wait up to ``timeout`` s; return everything queued, and the reason of the end once it is known."""
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
    """Join consecutive rows to one piece; the order of rows and events stays."""
    for is_event, group in itertools.groupby(items, key=lambda item: isinstance(item, Event)):
        if is_event:
            yield from group
        else:
            yield joined([item for item in group if isinstance(item, JournalRows)])


def _overflow(time: float, samples: int) -> Event:
    return Event(time, "overflow", {"samples": samples})


class RecordingInProgress:
    """A recording while it runs; all methods but ``take`` may be called from any thread.

    Created by ``Acquisition.start_recording``; it must be ended by ``finish``.
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
        """The error on this side that ended it early: a disk error, or a clock that went back."""
        self.overflow_count = 0
        """Samples discarded because the queue was full."""
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
        """Begin a recording in a new part file beside the visit file; ``period`` is the sample period in s.

        ``arm_now`` is the clock in s from which the blocks' ``host_time`` was taken.

        Raises
        ------
        DeviceError
            ``recording-disk-full`` or ``disk-error`` if the part file cannot be created.
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
        """Number of samples taken so far."""
        return self._taken

    @property
    def duration(self) -> float:
        """Seconds on the device's clock between the first and the last sample taken."""
        return self._last_time - self._first_time if self._taken else 0.0

    @property
    def missing(self) -> tuple[MissingSamples, ...]:
        """The gaps found in the stream so far."""
        return tuple(self._missing)

    @property
    def is_over(self) -> bool:
        """True once the part file is closed, whether the recording ended early or not."""
        return self._over.is_set()

    @property
    def incomplete(self) -> str:
        """Reason why it ended early, once it is over; empty if it ended as planned."""
        return self._incomplete or ""

    def take(self, block: SampleBlock) -> None:
        """Queue a block from the stream; never blocks."""
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
        """Record an event at the present time on the device's clock."""
        self.keep(Event(self._device_now(), code, dict(facts)))

    def note_at(self, time: float, code: str, **facts: Fact) -> None:
        """Record an event at a past time on the device's clock, such as the begin of what has just ended."""
        self.keep(Event(time, code, dict(facts)))

    def keep(self, event: Event) -> None:
        """Record an event."""
        self._queue.note(event)

    def end(self, incomplete: str = "") -> None:
        """Take no more samples; the writer thread completes the part file. The first reason counts."""
        self._queue.end(incomplete)

    def wait(self, timeout: float) -> bool:
        """Wait until the part file is complete, at most ``timeout`` s; return True if it is."""
        return self._over.wait(timeout)

    def finish(self, incomplete: str = "") -> Path:
        """End the recording and wait until the part file is complete and on the disk.

        Returns
        -------
        The part file, for ``Visit.adopt``; ``error`` and ``incomplete`` contain how it ended.

        Raises
        ------
        DeviceError
            ``recording-not-finished`` if the disk does not answer in time; the rows that were
            written are recovered when the visit is opened.
        """
        self.end(incomplete)
        # many short waits: on a busy computer each takes longer, and the writer gets the time that it lacks
        for _ in range(_FINISH_WAITS):
            self._thread.join(FINISH_TIMEOUT_S / _FINISH_WAITS)
            if not self._thread.is_alive():
                break
        else:
            raise DeviceError("recording-not-finished", file=str(self.part_path), seconds=FINISH_TIMEOUT_S)
        return self.part_path

    def _column(self, block: SampleBlock, quantity: Quantity) -> FloatArray:
        """Column of a block; NaN where the controller left the quantity out of this block."""
        column = block.columns.get(quantity)
        if column is None:
            return np.full((block.count, self._writer.header.joint_count), np.nan)
        return column

    def _device_now(self) -> float:
        """Present time of the device's clock: the last sample plus the time since it arrived, at most 1 s."""
        return self._last_time + min(max(self._arm_now() - self._last_host, 0.0), 1.0)

    def _run(self) -> None:
        try:
            with self._awake(f"recording {self.label}"):
                self._write_until_end()
        except OSError as error:
            self._fail(error)
        except Exception:  # top of the thread: close the file and keep the error for the user
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
        # the closing block is written last: a part file without one is known to be cut off
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
            # rows after a clock that went back have no place on the time axis and are left out
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
        """Keep the disk error; write its reason into the file too, if a closing block still fits."""
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
