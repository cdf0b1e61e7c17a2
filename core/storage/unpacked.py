"""A recording unpacked for looking at it: plain files of its samples, and a pyramid of every signal.

The visit is read once, in blocks, and not held open: it may change or vanish meanwhile. Any stretch of
samples is then one read, and any stretch of time a few buckets (``core.signals.pyramid``). The folder is its
owner's, who removes it. The last minutes of a stream, which nobody may have recorded, are kept in a ring of
files, to be unpacked when somebody looks back.
"""

import bisect
import itertools
import math
import mmap
import shutil
import tempfile
import threading
import weakref
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from core.diagnostics.named_signals import MODEL_COLUMNS, TWIST_ZERO_S, TorquesAlong
from core.diagnostics.newest_samples import NewestSamples
from core.diagnostics.signal_rows import SignalRows, lag_capacity
from core.diagnostics.signals import ANGLES, Columns, Signal
from core.errors import BadRequest, DiskFull, NotEnoughData
from core.exchange.clock import clock_report
from core.monitor import Monitor
from core.recording import Event, FloatArray, Mark, Origin, Quantity, Recording
from core.robot.model import RobotModel
from core.signals.alignment import Alignment, by_phase
from core.signals.pyramid import FINEST, MEAN, ROWS, Pyramid, PyramidBuilder, level_sizes
from core.storage.disk_room import check_room, disk_full

if TYPE_CHECKING:
    from core.identification.result import IdentificationResult

ROWS_AT_ONCE, _PIECE = 1 << 15, 4096
"""Samples that are read at once, and that are worked on together."""
MOST_OF_MOTION = 1 << 18
"""Samples by which a periodic motion is known."""
_BYTES = 8
_OF_SIGNALS = "signals"
KEPT_S = 1800.0
"""Length of a stream that is kept, s."""
_PIECES = 11
"""Files of the ring, the newest being filled. One more is there: what is offered is not removed while it is
read."""
_MOST_WAITING = 64 << 20
"""Bytes that wait for a slow disk; what comes beyond them is left out, and missing in the numbers."""
_STAMPS = 2
"""Numbers before the columns of a kept row: number of the sample, and its time."""
_WARM_UP_S = 10.0
_Numbers = npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Unpacked:
    """What lies in the folder of an unpacked recording; ``zero`` (n,) is the mean twist of its first second.

    ``lag`` (n,) s between the encoders' channels is taken out of the twist, and the twist without that is
    in the last n curves of the pyramid; None where it is unknown.
    """

    folder: Path
    label: str
    robot: RobotModel
    quantities: tuple[Quantity, ...]
    count: int
    rate_hz: float
    zero: FloatArray | None
    lag: FloatArray | None
    lag_std: float
    events: tuple[Event, ...]
    origin: Origin
    incomplete: str
    """Code of the error that ended it early; empty if it is complete."""
    model_error: str = ""
    """Code of the error for which the model gives no torques here."""

    @property
    def mark(self) -> Mark:
        """Mark of what is no real arm."""
        return self.origin.mark

    @property
    def width(self) -> int:
        """Columns of all quantities together."""
        return len(self.quantities) * self.robot.joint_count

    def rows(self) -> SignalRows:
        """The signals of this recording, without what came before a sample."""
        found = SignalRows(self.robot, self.quantities, rate_hz=self.rate_hz)
        found.channel_lag = self.lag
        return found

    @property
    def curves(self) -> int:
        """Curves of the pyramid of all signals."""
        has_raw = self.lag is not None and Signal.DEFLECTION in self.rows().offered
        return self.rows().count + self.robot.joint_count * has_raw


def own_folder() -> Path:
    """A new folder among the temporary files; whoever asks for it removes it."""
    return Path(tempfile.mkdtemp(prefix="torsion-recording-"))


def unpack(
    recording: Recording,
    sequence: _Numbers,
    robot: RobotModel,
    folder: Path,
    *,
    monitor: Monitor,
    lag: tuple[FloatArray, float] | None = None,
    model: "IdentificationResult | None" = None,
) -> Unpacked:
    """Unpack a recording into an empty folder; the torques of a ``model`` are among its quantities then.

    Parameters
    ----------
    sequence
        (N,) numbers of its samples, as ``core.storage.recordings.sample_numbers``.
    lag
        (n,) s by which each joint's link channel is late, and its standard deviation, s.

    Raises
    ------
    DiskFull
        Where the folder's disk has no room for it.
    Cancelled
        By the monitor; what was written is left to the owner of the folder.
    """
    torques, model_error = _torques(recording, robot, model)
    period = clock_report(recording.time).period
    fits = lag is not None and lag[0].size == robot.joint_count
    made = Unpacked(
        folder=folder,
        label=recording.label,
        robot=robot,
        quantities=(*recording.columns, *(() if torques is None else MODEL_COLUMNS)),
        count=recording.sample_count,
        rate_hz=1.0 / period if period > 0.0 else 1.0,
        zero=None,
        lag=lag[0] if lag is not None and fits else None,
        lag_std=lag[1] if lag is not None and fits else float("nan"),
        events=recording.events,
        origin=recording.origin,
        incomplete=recording.incomplete,
        model_error=model_error,
    )
    of_pyramid = made.count // FINEST * ROWS * made.curves * 4 // 3
    needed = _BYTES * (made.count * (made.width + 2) + of_pyramid)
    check_room(_samples(folder), needed=needed)
    try:
        np.asarray(recording.time, dtype=np.float64).tofile(folder / "time")
        sequence.tofile(folder / "sequence")
        zero = _write(recording, sequence, made, monitor, torques=torques)
    except OSError as error:
        raise disk_full(error, _samples(folder), needed=needed) or error from error
    return replace(made, zero=zero)


def _torques(
    recording: Recording, robot: RobotModel, model: "IdentificationResult | None"
) -> tuple[TorquesAlong | None, str]:
    """Torques of a model, or the code of the error for which it gives none here."""
    if model is None or not recording.sample_count:
        return None, ""
    try:
        torques = TorquesAlong(model, robot, recording)
        torques.at(recording.time[:1], ())
    except (BadRequest, NotEnoughData) as error:
        return None, error.code
    return torques, ""


def _write(
    recording: Recording,
    sequence: _Numbers,
    made: Unpacked,
    monitor: Monitor,
    *,
    torques: TorquesAlong | None,
) -> FloatArray | None:
    """Write samples and pyramid; the zero of the twist (n,), None without one."""
    rows = made.rows()
    newest = NewestSamples(capacity=lag_capacity(made.rate_hz, rows.lag), curves=rows.count)
    first_s = float(recording.time[0]) + TWIST_ZERO_S if made.count else 0.0
    total, known = np.zeros((2, made.robot.joint_count))
    with _samples(made.folder).open("wb") as samples, _levels(made, _OF_SIGNALS, made.curves) as builder:
        for first, last in _stretches(made.count, ROWS_AT_ONCE):
            monitor.check()
            monitor.report(first / made.count)
            block = recording.block(first, last)
            columns = {one: np.asarray(column[:]) for one, column in block.columns.items()}
            if torques is not None:
                columns |= torques.columns_at(np.asarray(block.time))
            np.concatenate([columns[one] for one in made.quantities], axis=1).tofile(samples)
            for begin, end in _stretches(last - first, _PIECE):
                piece = {one: column[begin:end] for one, column in columns.items()}
                time, numbers = block.time[begin:end], sequence[first + begin : first + end]
                values = rows.values(numbers, time, piece, earlier=newest)
                newest.append(numbers, time, values)
                if Signal.DEFLECTION in rows.offered:
                    twist = values[rows.rows[Signal.DEFLECTION]]
                    is_counted = np.isfinite(twist) & (time <= first_s)
                    total += np.where(is_counted, twist, 0.0).sum(axis=1)
                    known += is_counted.sum(axis=1)
                    if made.lag is not None:
                        values = np.concatenate([values, rows.raw_deflection(values)[0]])
                builder.feed(values)
        builder.finish()
    return total / np.maximum(known, 1.0) if known.any() else None


def unpack_lines(
    made: Unpacked,
    lines: Mapping[str, str],
    *,
    name: str,
    zero: FloatArray | None,
    monitor: Monitor,
    leaves_lag_in: bool = False,
) -> None:
    """Add the pyramid of lines, under a ``name`` of its own; ``zero`` (n,) is taken out of twists in them.

    ``leaves_lag_in``: twists in them keep the lag of the channels.

    Raises
    ------
    BadRequest
        As ``core.signals.expression.read_expression``.
    """
    with _levels(made, name, len(lines)) as builder:
        for _, values in lines_along(made, lines, zero=zero, monitor=monitor, leaves_lag_in=leaves_lag_in):
            builder.feed(values)
        builder.finish()


def lines_along(
    made: Unpacked,
    lines: Mapping[str, str],
    *,
    zero: FloatArray | None,
    monitor: Monitor,
    leaves_lag_in: bool = False,
    first: int = 0,
    last: int | None = None,
) -> Iterator[tuple[FloatArray, FloatArray]]:
    """Times (N,) s and lines (L, N) of the samples [first, last), piece by piece, as ``unpack_lines``.

    Lines that remember begin ``_WARM_UP_S`` earlier, or with the recording.
    """
    last = made.count if last is None else last
    begin = max(first - math.ceil(_WARM_UP_S * made.rate_hz), 0)
    reader = Reader(made)
    rows = _rows_with(made, lines, zero=zero, leaves_lag_in=leaves_lag_in)
    newest = NewestSamples(capacity=lag_capacity(made.rate_hz, rows.lag), curves=rows.count)
    for low, high in pairwise(sorted({*range(begin, last, _PIECE), min(first, last), last})):
        monitor.check()
        monitor.report((low - begin) / (last - begin))
        numbers, time, columns = reader.block(low, high)
        values = rows.values(numbers, time, columns, earlier=newest)
        newest.append(numbers, time, values)
        if low >= first:
            yield time, values[rows.count - len(lines) :]


def _rows_with(
    made: Unpacked, lines: Mapping[str, str], *, zero: FloatArray | None, leaves_lag_in: bool
) -> SignalRows:
    rows = made.rows()
    rows.zero = zero
    if leaves_lag_in:
        rows.channel_lag = None
    rows.read_lines(lines)
    return rows


class Reader:
    """Reads an unpacked recording, whose files are mapped into memory when it is made.

    What was read of samples and buckets does not stay in the memory of the process.
    """

    def __init__(self, made: Unpacked) -> None:
        self.about = made
        self.time: FloatArray = _Mapped(made.folder / "time", ()).rows
        """(N,) s of the device's clock; in the file."""
        self._sequence = np.memmap(made.folder / "sequence", dtype=np.int64, mode="r")
        self._table = _Mapped(_samples(made.folder), (made.width,))
        n = made.robot.joint_count
        self._places = {one: slice(n * i, n * (i + 1)) for i, one in enumerate(made.quantities)}
        self.signals = self.pyramid(_OF_SIGNALS, curves=made.curves)
        """The pyramid of all signals."""

    def block(self, first: int, last: int) -> tuple[_Numbers, FloatArray, Columns]:
        """Numbers (N,), times (N,) s and columns (N, n) of the samples [first, last)."""
        table = self._table.copied(first, last)
        columns = {one: table[:, place] for one, place in self._places.items()}
        return np.array(self._sequence[first:last]), np.array(self.time[first:last]), columns

    def samples(self, first: int, last: int) -> FloatArray:
        """The signals (K, N) of the samples [first, last), in the order of the pyramid."""
        rows = self.about.rows()
        values = self._worked_out(rows, first, last)
        if self.about.curves > rows.count:
            values = np.concatenate([values, rows.raw_deflection(values)[0]])
        return values

    def line_samples(
        self,
        lines: Mapping[str, str],
        first: int,
        last: int,
        *,
        zero: FloatArray | None,
        leaves_lag_in: bool = False,
    ) -> FloatArray:
        """Lines (L, N) of the samples [first, last); those that remember begin shortly before."""
        rows = _rows_with(self.about, lines, zero=zero, leaves_lag_in=leaves_lag_in)
        return self._worked_out(rows, first, last)[rows.count - len(lines) :]

    def _worked_out(self, rows: SignalRows, first: int, last: int) -> FloatArray:
        before = lag_capacity(self.about.rate_hz, rows.lag)
        newest = NewestSamples(capacity=before, curves=rows.count)
        begin = max(first - before, 0)
        numbers, time, columns = self.block(begin, last)
        early = slice(0, first - begin)
        if early.stop:
            lead = {one: column[early] for one, column in columns.items()}
            values = rows.values(numbers[early], time[early], lead, earlier=newest)
            newest.append(numbers[early], time[early], values)
        late = slice(early.stop, None)
        rest = {one: column[late] for one, column in columns.items()}
        return rows.values(numbers[late], time[late], rest, earlier=newest)

    def motion(self) -> tuple[FloatArray, FloatArray]:
        """Angles of the joints at evenly spaced times: times (M,) s and means of a few samples (M, n).

        Of the first samples, at most ``MOST_OF_MOTION``.

        Raises
        ------
        NotEnoughData
            ``no-period`` where no angle was recorded.
        """
        rows = self.about.rows().rows
        angle = next((rows[one] for one in ANGLES if one in rows), None)
        if angle is None:
            raise NotEnoughData("no-period")
        count = min(self.about.count, MOST_OF_MOTION)
        size, _, found = self.signals.curve(0, count, buckets=count)
        begins = size * np.arange(found.shape[0])
        time = 0.5 * (self.time[begins] + self.time[np.minimum(begins + size, self.about.count) - 1])
        even = np.linspace(time[0], time[-1], time.size)
        means = found[:, MEAN, angle]
        known = np.isfinite(means)
        columns = [
            np.interp(even, time[is_known], column[is_known]) if is_known.any() else np.zeros(even.size)
            for column, is_known in zip(means.T, known.T, strict=True)
        ]
        return even, np.stack(columns, axis=1)

    def phase_with(self, other: "Reader") -> Alignment:
        """Lay another recording over this one by the phase of the joint that moves farthest here.

        Raises
        ------
        NotEnoughData
            As ``core.signals.alignment.by_phase`` and ``motion``.
        """
        (time, angles), (other_time, others) = self.motion(), other.motion()
        joint = int(np.ptp(angles[:, : others.shape[1]], axis=0).argmax())
        return by_phase(time, angles[:, joint], other_time, others[:, joint])

    def pyramid(self, name: str, *, curves: int) -> Pyramid:
        """A pyramid that was built under this name."""
        levels = [
            _Mapped(_level(self.about.folder, name, level), (ROWS, curves))
            for level in range(len(level_sizes(self.about.count)))
        ]
        return Pyramid(curves, self.about.count, lambda level, first, last: levels[level].copied(first, last))


class _Mapped:
    """Rows of numbers in a file that is mapped into memory."""

    def __init__(self, file: Path, width: tuple[int, ...]) -> None:
        with file.open("rb") as opened:
            self._memory = mmap.mmap(opened.fileno(), 0, access=mmap.ACCESS_READ)
        self.rows: FloatArray = np.frombuffer(self._memory, dtype=np.float64).reshape(-1, *width)

    def copied(self, first: int, last: int) -> FloatArray:
        """Some rows, whose pages leave the memory of the process again."""
        found = np.array(self.rows[first:last])
        if hasattr(mmap, "MADV_DONTNEED"):  # Windows takes pages back by itself
            self._memory.madvise(mmap.MADV_DONTNEED)
        return found


def _stretches(count: int, most: int) -> Iterable[tuple[int, int]]:
    return pairwise([*range(0, count, most), count])


def _samples(folder: Path) -> Path:
    return folder / "samples"


def _level(folder: Path, name: str, level: int) -> Path:
    return folder / f"{name}.{level}"


@contextmanager
def _levels(made: Unpacked, name: str, curves: int) -> Iterator[PyramidBuilder]:
    """A builder that writes into the files of the levels."""
    with ExitStack() as stack:
        files = [
            stack.enter_context(_level(made.folder, name, level).open("wb"))
            for level in range(len(level_sizes(made.count)))
        ]
        yield PyramidBuilder(
            curves=curves, count=made.count, write=lambda level, found: found.tofile(files[level])
        )


@dataclass(frozen=True)
class KeptPiece:
    """A file of a kept stream, and the samples that were in it."""

    file: Path
    count: int


class KeptStream:
    """The last ``seconds`` of a stream in temporary files, whether it is recorded or not.

    ``feed`` belongs to the thread of the stream: it never waits and never fails. ``write`` belongs to another
    one, and is called every now and then. A disk that is full or broken ends it. The files are removed by
    ``close``; at the latest when the program ends.
    """

    def __init__(
        self,
        quantities: Sequence[Quantity],
        joint_count: int,
        *,
        rate_hz: float,
        seconds: float = KEPT_S,
    ) -> None:
        self.quantities, self.joint_count, self._rate_hz = tuple(quantities), joint_count, rate_hz
        self.error: Exception | None = None
        """Why nothing is kept any more."""
        self._row_bytes = _BYTES * (_STAMPS + len(self.quantities) * joint_count)
        self._piece_count = max(math.ceil(seconds * rate_hz / (_PIECES - 1)), 1)
        self._lock, self._writing = threading.Lock(), threading.Lock()
        self._waiting: list[FloatArray] = []
        self._waiting_bytes = 0
        self._pieces: list[KeptPiece] = []
        self._numbers = itertools.count(1)
        self._newest_s = -math.inf
        self._folder: Path | None = None
        self._remove: weakref.finalize[..., KeptStream] | None = None
        self._is_closed = False

    @property
    def pieces(self) -> tuple[KeptPiece, ...]:
        """What is kept now, the oldest first."""
        with self._lock:
            return tuple(self._pieces[-_PIECES:])

    @property
    def seconds(self) -> float:
        """Length of what is kept, s, without what is missing."""
        return sum(one.count for one in self.pieces) / self._rate_hz

    @property
    def waiting_s(self) -> float:
        """Length of what is to be written, s."""
        return self._waiting_bytes / self._row_bytes / self._rate_hz

    def feed(self, numbers: _Numbers, time: FloatArray, columns: Columns) -> None:
        """Take the next samples: numbers (N,), times (N,) s, columns (N, n); a column may be missing."""
        if self.error is not None or self._is_closed:
            return
        rows = np.full((time.size, self._row_bytes // _BYTES), np.nan)
        rows[:, 0], rows[:, 1] = numbers, time
        for place, one in enumerate(self.quantities):
            if one in columns:
                first = _STAMPS + self.joint_count * place
                rows[:, first : first + self.joint_count] = columns[one]
        with self._lock:
            if self._waiting_bytes + rows.nbytes <= _MOST_WAITING:
                self._waiting.append(rows)
                self._waiting_bytes += rows.nbytes

    def write(self) -> None:
        """Write what has come; returns at once while another thread writes."""
        if not self._writing.acquire(blocking=False):
            return
        try:
            self._write_waiting()
        except (OSError, DiskFull) as error:
            self.error = error
            self._end()
        finally:
            self._writing.release()

    def close(self) -> None:
        """End it, and remove its files."""
        with self._writing:
            self._is_closed = True
            self._end()

    def _end(self) -> None:
        with self._lock:
            self._waiting, self._waiting_bytes = [], 0
        self._clear()

    def _write_waiting(self) -> None:
        with self._lock:
            waiting, self._waiting, self._waiting_bytes = self._waiting, [], 0
        if not waiting or self._is_closed:
            return
        rows = np.concatenate(waiting)
        # after a clock that went back the older samples have no place on its axis
        steps = np.diff(rows[:, 1], prepend=self._newest_s)
        back = np.flatnonzero(steps <= 0.0)
        if back.size:
            self._clear()
            rows = rows[back[-1] :]
        self._newest_s = float(rows[-1, 1])
        while rows.shape[0]:
            room = self._piece_count - (self._pieces[-1].count if self._pieces else self._piece_count)
            if not room:
                self._begin_piece()
                continue
            with self._pieces[-1].file.open("ab") as file:
                rows[:room].tofile(file)
            written = replace(self._pieces[-1], count=self._pieces[-1].count + min(room, rows.shape[0]))
            with self._lock:
                self._pieces[-1] = written
            rows = rows[room:]

    def _begin_piece(self) -> None:
        if self._folder is None:
            folder = self._folder = own_folder()
            self._remove = weakref.finalize(self, shutil.rmtree, folder, ignore_errors=True)
            check_room(folder / "0", needed=self._row_bytes * self._piece_count * (_PIECES + 1))
        with self._lock:
            gone, self._pieces = self._pieces[:-_PIECES], self._pieces[-_PIECES:]
            self._pieces.append(KeptPiece(self._folder / str(next(self._numbers)), 0))
        for one in gone:
            one.file.unlink(missing_ok=True)

    def _clear(self) -> None:
        with self._lock:
            self._pieces = []
        self._newest_s = -math.inf
        self._folder, remove, self._remove = None, self._remove, None
        if remove is not None:
            remove()


def kept_recording(
    pieces: Sequence[KeptPiece], quantities: Sequence[Quantity], joint_count: int
) -> tuple[Recording, _Numbers]:
    """A kept stream as a recording that is read in slices, and the numbers (N,) of its samples."""
    rows = _KeptRows(pieces, width=_STAMPS + len(quantities) * joint_count)
    stamps = np.empty((rows.count, _STAMPS))
    for first, last in _stretches(rows.count, ROWS_AT_ONCE):
        stamps[first:last] = rows.read(first, last)[:, :_STAMPS]
    columns = {
        one: _KeptColumn(rows, _STAMPS + joint_count * place, joint_count)
        for place, one in enumerate(quantities)
    }
    return Recording("", stamps[:, 1].copy(), columns), stamps[:, 0].astype(np.int64)


class _KeptRows:
    """Rows of several files, one after the other; the stretch that was read last stays in memory."""

    def __init__(self, pieces: Sequence[KeptPiece], *, width: int) -> None:
        self._pieces = [one for one in pieces if one.count]
        self._ends = list(itertools.accumulate(one.count for one in self._pieces))
        self._width = width
        self.count = self._ends[-1] if self._ends else 0
        self._last: tuple[tuple[int, int], FloatArray] | None = None

    def read(self, first: int, last: int) -> FloatArray:
        """The rows [first, last)."""
        if self._last is not None and self._last[0] == (first, last):
            return self._last[1]
        parts = [np.empty((0, self._width))]
        at = first
        while at < last:
            place = bisect.bisect_right(self._ends, at)
            begin = self._ends[place] - self._pieces[place].count
            until = min(last, self._ends[place])
            with self._pieces[place].file.open("rb") as file:
                file.seek(_BYTES * self._width * (at - begin))
                parts.append(np.fromfile(file, count=self._width * (until - at)).reshape(-1, self._width))
            at = until
        found: FloatArray = np.concatenate(parts)
        self._last = (first, last), found
        return found


class _KeptColumn:
    """One quantity of a kept stream, (N, n)."""

    def __init__(self, rows: _KeptRows, place: int, joint_count: int) -> None:
        self._rows, self._place = rows, slice(place, place + joint_count)
        self.shape = (rows.count, joint_count)

    def __getitem__(self, rows: slice, /) -> FloatArray:
        first, last, _ = rows.indices(self.shape[0])
        return self._rows.read(first, last)[:, self._place]
