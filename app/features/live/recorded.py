"""A recording in place of the stream: a ring whose newest sample is chosen, and the bar that chooses it."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QElapsedTimer, QObject, QPointF, Qt, QThreadPool, QTimer, Signal, Slot
from PySide6.QtGui import QHideEvent, QKeyEvent, QMouseEvent, QPaintEvent
from PySide6.QtWidgets import QWidget

from app.arm.live_feed import BUCKETS, FRAME_MS
from app.errors.text import event_text
from app.look.tokens import GRID
from app.speech.language import tr
from app.speech.units import number
from app.widgets.layouts import in_row
from app.widgets.motion_player import TimeSlider
from app.widgets.painting import smooth_painter
from app.widgets.segmented import Segmented
from app.widgets.text import Button, Text
from core.diagnostics.live_signals import LiveSignals
from core.diagnostics.signal_rows import line_key
from core.diagnostics.signals import Signal as Watched
from core.diagnostics.statistics import Statistics, statistics, statistics_of
from core.errors import BadRequest
from core.recording import Event, FloatArray, Quantity
from core.robot.model import RobotModel
from core.signals.alignment import Alignment, by_event, common_events
from core.signals.expression import read_expression
from core.signals.pyramid import Pyramid, Samples
from core.storage.unpacked import KeptStream, Reader, Unpacked
from devices.controller import PROGRAM_LINE
from devices.samples import SampleBlock

if TYPE_CHECKING:
    from devices.acquisition.acquisition import Acquisition
    from devices.capabilities import Capabilities

MOST_RAW = 12_000
"""Samples that are worked on one by one for a picture; of more, the buckets of the pyramid are shown."""
MOST_SECONDS = 60.0
"""Longest stretch before the moment that is read sample by sample, as long as a ring, s."""
SPEEDS = (0.1, 1.0, 10.0)
MOST_MARKS = 200
"""Events on the axis of time."""
_LARGE_STEP = 10
_PAGES = {Qt.Key.Key_PageUp: -1, Qt.Key.Key_PageDown: 1}
_SIGN_PX, _BESIDE_S = 8.0, 0.011
"""Reach of the sign of an event, px, and rounding of the slider, s."""
_WRITTEN_S = 0.5
"""Time after which what came is written, s."""
NOTE = "note"
"""Code of an event that a person noted; fact ``text``."""
_NOTE_TEXT = {NOTE: "text", "trigger": "when"}
"""Events whose own fact says enough beside a line."""
_HOLE_PERIODS = 3.5
_S_PER_MIN, _S_PER_H, _MS = 60, 3600, 1000.0


def moment_text(seconds: float, *, tenths: bool = True) -> str:
    """A time of a recording, such as 0:24.6 or 1:02:24.6, or 0:24."""
    whole, tenth = divmod(round(max(seconds, 0.0) * 10.0), 10)
    minutes, rest = divmod(whole, _S_PER_MIN)
    decimal = number(tenth / 10.0, decimals=1)[1:] if tenths else ""
    if whole < _S_PER_H:
        return f"{minutes}:{rest:02d}{decimal}"
    hours, minutes = divmod(minutes, _S_PER_MIN)
    return f"{hours}:{minutes:02d}:{rest:02d}{decimal}"


@dataclass(frozen=True)
class AskedLines:
    """Lines by name, and what their values depend on besides the samples.

    ``zero`` (n,) is taken out of twists, and the lag of the encoders' channels unless ``leaves_lag_in``.
    """

    lines: tuple[tuple[str, str], ...]
    zero: tuple[float, ...] | None
    leaves_lag_in: bool

    @classmethod
    def of(cls, signals: LiveSignals) -> "AskedLines":
        """The lines of these signals as they are worked out there."""
        zero = None if signals.zero is None else tuple(signals.zero.tolist())
        lines = tuple((name, one.line) for name, one in signals.lines.items())
        return cls(lines, zero, signals.lag.taken is None)


class RecordedStream:
    """An unpacked recording as a ring; ``at`` is the row of its newest sample. Its making opens files."""

    def __init__(self, made: Unpacked) -> None:
        self.about, self.reader = made, Reader(made)
        self.time = self.reader.time
        """(N,) s of the device's clock, in the file."""
        self.at = made.count - 1
        self._signals = self.reader.signals
        self._rows = made.rows().rows
        self._lines: dict[AskedLines, Pyramid] = {}
        self._summed_up: tuple[object, ...] = ()
        self._sums = np.zeros((0, 0)), np.zeros((0, 0))
        """Summary and changes of all curves over the range that was asked for last."""
        marks = [(one.time, words, one.code) for one in made.events if (words := words_of(one))]
        is_crowded = len(marks) > MOST_MARKS
        self.marks = tuple(
            (at, words) for at, words, code in marks if not (is_crowded and code == PROGRAM_LINE)
        )
        """Events: times on the device's clock, s, and words; of too many, not the lines of programs."""

    def signals_over(self, window_s: float) -> LiveSignals:
        """Signals of this recording over so many seconds, with its zero and its lag, and no samples yet."""
        about = self.about
        found = LiveSignals(about.robot, about.quantities, rate_hz=about.rate_hz, window_s=window_s)
        found.follows_lag = False
        found.use_zero(about.zero)
        found.lag.tell(about.lag, std=about.lag_std)
        return found

    def curves_of_samples(
        self, signals: LiveSignals, *, first: int, last: int
    ) -> tuple[FloatArray, Mapping[str, FloatArray]]:
        """Curves of a few samples by ``signals`` of this recording; times as in ``curves``."""
        block = self.block(first, last)
        time = block.device_time
        signals.restart(
            window_s=float(time[-1] - time[0]),
            sequence=block.sequence,
            time=time,
            columns=block.columns,
            keeps_loops=False,
        )
        before_s, curves = signals.curves()
        return before_s + float(time[-1]), curves

    @property
    def duration(self) -> float:
        """From the first to the last sample, s; at least one period."""
        return max(float(self.time[-1] - self.time[0]), 1.0 / self.about.rate_hz)

    @property
    def moment(self) -> float:
        """Time of the newest sample from the first one, s."""
        return float(self.time[self.at] - self.time[0])

    def row_at(self, moment: float) -> int:
        """Row of the last sample at a time from the first one, s."""
        wanted = float(self.time[0]) + moment + 1e-9
        return int(np.clip(np.searchsorted(self.time, wanted, side="right") - 1, 0, self.about.count - 1))

    def first_row(self, seconds: float) -> int:
        """Row of the first sample within ``seconds`` before the newest."""
        return int(np.searchsorted(self.time, float(self.time[self.at]) - seconds - 1e-9))

    def newest(self, seconds: float) -> tuple[FloatArray, dict[Quantity, FloatArray]]:
        """Times (N,) s and columns (N, n) of the last ``seconds``."""
        block = self.newest_block(seconds)
        return block.device_time, dict(block.columns)

    def newest_block(self, seconds: float) -> SampleBlock:
        """The samples of the last ``seconds``, at most ``MOST_SECONDS``."""
        return self.block(self.first_row(min(seconds, MOST_SECONDS)), self.at + 1)

    def block(self, first: int, last: int) -> SampleBlock:
        """The samples [first, last)."""
        numbers, time, columns = self.reader.block(first, last)
        return SampleBlock(numbers, time, time, columns)

    def lacks(self, asked: AskedLines) -> bool:
        """True if there are lines, and their pyramid is not there."""
        return bool(asked.lines) and asked not in self._lines

    def lines_of(self, name: str, *, count: int) -> Pyramid:
        """The pyramid of lines that was built under ``name``; opens files."""
        return self.reader.pyramid(name, curves=count)

    def add_lines(self, asked: AskedLines, found: Pyramid) -> None:
        """Take the pyramid of lines."""
        self._lines[asked] = found

    def curves(
        self, signals: LiveSignals, *, first: int, last: int
    ) -> tuple[FloatArray, dict[str, FloatArray]]:
        """Curves of the samples [first, last): times (M,) s of the device's clock, and values as in a frame.

        Two points a bucket, its smallest and its largest sample, and a break where samples are missing.
        """
        size, begin, found = self._signals.extremes(first, last, buckets=BUCKETS)
        starts = begin + size * np.arange(found.shape[0])
        ends = np.minimum(starts + size, self.about.count) - 1
        pairs = [found]
        asked = AskedLines.of(signals)
        known = self._lines.get(asked)
        if known is not None:
            pairs.append(known.extremes(first, last, buckets=BUCKETS)[2])
        values = np.concatenate(pairs, axis=2).reshape(2 * starts.size, -1)
        time = np.stack([self.time[starts], self.time[ends]], axis=1).ravel()
        # a break between two buckets, or within one that has a hole as long as itself
        longest = np.where(np.arange(time.size - 1) % 2 == 0, 2.0 * size, _HOLE_PERIODS)
        holes = np.flatnonzero(np.diff(time) > longest / self.about.rate_hz) + 1
        time = np.insert(time, holes, 0.5 * (time[holes - 1] + time[holes]))
        values = np.ascontiguousarray(np.insert(values, holes, np.nan, axis=0).T).T
        curves = {str(signal): values[:, rows] for signal, rows in self._rows.items()}
        if Watched.DEFLECTION in self._rows:
            curves[Watched.DEFLECTION] = self._twist(values, signals)
        if known is not None:
            first_line = self.about.curves
            curves |= {line_key(name): values[:, first_line + i] for i, (name, _) in enumerate(asked.lines)}
        return time, curves

    def _twist(self, values: FloatArray, signals: LiveSignals) -> FloatArray:
        twist = values[:, self._twist_rows(signals)]
        return twist if signals.zero is None else np.asfortranarray(twist - signals.zero)

    def _twist_rows(self, signals: LiveSignals) -> slice:
        """Curves of the twist: with the lag of the channels taken out, or as it comes."""
        if self.about.lag is None or signals.lag.taken is not None:
            return self._rows[Watched.DEFLECTION]
        n = self.about.robot.joint_count
        return slice(self.about.curves - n, self.about.curves)

    def numbers(
        self, signals: LiveSignals, curve: tuple[str, int | None], *, first: int, last: int
    ) -> Statistics:
        """Exact statistics of one curve over the samples [first, last): its key in a frame, and its joint."""
        name, joint = curve
        asked_lines = AskedLines.of(signals)
        if name.startswith("="):
            if self.lacks(asked_lines):
                return statistics(np.zeros(0))
            lines, pyramid = dict(asked_lines.lines), self._lines[asked_lines]
            place, zero = list(lines).index(name[1:]), 0.0
            samples: Samples = lambda low, high: self._of_lines(lines, signals, low, high)  # noqa: E731
        else:
            pyramid, samples = self._signals, self.reader.samples
            place, zero = self._place(signals, name, joint)
        asked = (pyramid, first, last, asked_lines)
        if asked != self._summed_up:  # once for all curves of a range
            found = pyramid.summary(first, last, samples)
            self._sums = found, pyramid.changes(first, last, samples, time=self.time)
            self._summed_up = asked
        found, changes = self._sums
        return statistics_of(found[:, place], changes[:, place], zero=zero)

    def value(self, signals: LiveSignals, curve: tuple[str, int | None], row: int) -> float:
        """Value of one curve at a sample."""
        name, joint = curve
        if name.startswith("="):
            lines = {name[1:]: signals.lines[name[1:]].line}
            return float(self._of_lines(lines, signals, row, row + 1)[0, 0])
        place, zero = self._place(signals, name, joint)
        return float(self.reader.samples(row, row + 1)[place, 0]) - zero

    def _place(self, signals: LiveSignals, name: str, joint: int | None) -> tuple[int, float]:
        """Number of a curve in the pyramid, and what is subtracted from it."""
        assert joint is not None
        is_twist = name == Watched.DEFLECTION
        rows = self._twist_rows(signals) if is_twist else self._rows[Watched(name)]
        has_zero = is_twist and signals.zero is not None
        return rows.start + joint, float(
            signals.zero[joint]
        ) if has_zero and signals.zero is not None else 0.0

    def _of_lines(self, lines: Mapping[str, str], signals: LiveSignals, first: int, last: int) -> FloatArray:
        left_in = signals.lag.taken is None
        return self.reader.line_samples(lines, first, last, zero=signals.zero, leaves_lag_in=left_in)


def words_of(event: Event) -> str:
    """Words of an event on the axis of time; empty for one that is not shown."""
    own = _NOTE_TEXT.get(event.code)
    return str(event.facts[own]) if own in event.facts else event_text(event, is_on_axis=True)


class Earlier:
    """Another recording behind the one that is looked at, and how it is laid over it."""

    def __init__(self, stream: RecordedStream, here: RecordedStream, words: str) -> None:
        self.stream, self._here = stream, here
        self.words = tr("Earlier: {label}").format(label=words)
        """Words in the legend."""
        self.lines_lacking: AskedLines | None = None
        """Lines whose pyramid the stretch that was shown last would need."""
        self.alignment = self.by_time()
        self._signals = stream.signals_over(MOST_SECONDS)
        self._lines: Mapping[str, str] = {}
        self._asked: tuple[object, ...] = ()
        self._found: tuple[FloatArray, Mapping[str, FloatArray]] = (np.zeros(0), {})

    def by_time(self) -> Alignment:
        """Both begin together."""
        return Alignment(float(self._here.time[0]), float(self.stream.time[0]))

    def by_event(self, code: str) -> Alignment:
        """The first events with this code lie over one another."""
        return by_event(self._here.about.events, self.stream.about.events, code)

    def by_phase(self) -> Alignment:
        """The same phase of a periodic motion lies over one another."""
        return self._here.reader.phase_with(self.stream.reader)

    def events(self) -> dict[str, str]:
        """Codes and words of the events that both recordings have."""
        here, there = self._here.about.events, self.stream.about.events
        firsts = {code: next(one for one in here if one.code == code) for code in common_events(here, there)}
        return {code: words for code, one in firsts.items() if (words := words_of(one))}

    def take_lines(self, asked: AskedLines, found: Pyramid) -> None:
        """Take the pyramid of lines that were lacking."""
        self.stream.add_lines(asked, found)
        self._asked = ()

    def curves(
        self, low: float, high: float, shown: LiveSignals
    ) -> tuple[FloatArray, Mapping[str, FloatArray]]:
        """Curves between two times of the recording that is looked at, s; lines as ``shown``."""
        leaves_lag_in = shown.lag.taken is None
        lines = {name: one.line for name, one in shown.lines.items()}
        asked = (low, high, self.alignment, leaves_lag_in, tuple(lines.items()))
        if asked != self._asked:
            if lines != self._lines:
                self._lines = lines
                self._signals.set_lines(self._readable(lines))
            self._asked, self._found = asked, self._curves(low, high, leaves_lag_in=leaves_lag_in)
        return self._found

    def newest_block(self, moment: float, seconds: float) -> SampleBlock:
        """Every sample of the ``seconds`` before a time of the recording that is looked at, s; the newest."""
        ends = [self.alignment.there_at(moment - seconds), self.alignment.there_at(moment)]
        first, last = np.searchsorted(self.stream.time, ends, side="right").tolist()
        return self.stream.block(max(first, last - MOST_RAW), last)

    def values(self, signal: Watched | str, block: SampleBlock) -> FloatArray:
        """A signal (N, n), or a line (N,) by its name, of samples of this recording, SI; NaN without one."""
        signals = self._signals
        if isinstance(signal, Watched):
            if signal in signals.offered:
                return signals.values(signal, block.device_time, block.columns)
            return np.full((block.count, self.stream.about.robot.joint_count), np.nan)
        if signal in signals.lines:
            return signals.line_values(signal, block.device_time, block.columns)
        return np.full(block.count, np.nan)

    def _readable(self, lines: Mapping[str, str]) -> dict[str, str]:
        """The lines that this recording has all signals of, in the same units."""
        found = {}
        for name, line in lines.items():
            with suppress(BadRequest):
                read_expression(line, self._signals.names)
                found[name] = line
        return found

    def _curves(
        self, low: float, high: float, *, leaves_lag_in: bool
    ) -> tuple[FloatArray, Mapping[str, FloatArray]]:
        stream, align, signals = self.stream, self.alignment, self._signals
        self.lines_lacking = None
        ends = [align.there_at(low), align.there_at(high)]
        first, last = np.searchsorted(stream.time, ends).tolist()
        if last - first < 2:
            return np.zeros(0), {}
        signals.lag.is_left_in = leaves_lag_in
        if signals.lag.is_due:
            signals.take_lag()
        if last - first > MOST_RAW:
            lines = AskedLines.of(signals)
            self.lines_lacking = lines if stream.lacks(lines) else None
            time, buckets = stream.curves(signals, first=first, last=last)
            return align.here_of(time), buckets
        time, curves = stream.curves_of_samples(signals, first=first, last=last)
        return align.here_of(time), curves


class Keeping(QObject):
    """Keeps the last minutes of a stream, whether the page is seen or not, recorded or not."""

    failed = Signal(object)
    """Carries the error for which nothing is kept any more."""

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self.kept: KeptStream | None = None
        """What is kept, in temporary files; None without a stream."""
        self.robot: RobotModel | None = None
        """The robot that streams."""
        self._stream: tuple[object, ...] = ()
        self._acquisition: Acquisition | None = None

    @property
    def events(self) -> tuple[Event, ...]:
        """What happened in the stream lately."""
        return () if self._acquisition is None else self._acquisition.events

    def keep(
        self,
        acquisition: "Acquisition",
        robot: RobotModel,
        able: "Capabilities",
        *,
        stream: tuple[object, ...],
    ) -> None:
        """Keep this stream from now on; the one of the same ``stream`` goes on where it was lost."""
        if stream != self._stream:
            self.end()
            self.kept = KeptStream(able.quantities, able.joint_count, rate_hz=able.sample_rate)
            self.robot, self._stream = robot, stream
        if acquisition is not self._acquisition and self.kept is not None:
            self._acquisition = acquisition
            acquisition.add_watcher(partial(self._take, self.kept))

    def end(self) -> None:
        """Keep nothing, and remove what was kept."""
        kept, self.kept, self._acquisition, self._stream = self.kept, None, None, ()
        if kept is not None:
            QThreadPool.globalInstance().start(kept.close)

    def _take(self, kept: KeptStream, block: SampleBlock) -> None:
        """Take what comes, in the thread of the stream, and have it written in another."""
        kept.feed(block.sequence, block.device_time, block.columns)
        if kept.waiting_s >= _WRITTEN_S:
            QThreadPool.globalInstance().start(partial(self._write, kept))

    def _write(self, kept: KeptStream) -> None:
        kept.write()
        if kept.error is not None and kept is self.kept:
            self.kept = None
            self.failed.emit(kept.error)


class _Scrub(TimeSlider):
    """Slider over a recording: arrows go by samples; events have signs, and a press on one goes there."""

    stepped = Signal(int)
    """Carries a number of samples."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.signs: Sequence[float] = ()
        """Times of events, s."""

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Go to the pressed place; near the sign of an event, to the event."""
        super().mousePressEvent(event)
        x = event.position().x()
        near = [sign for sign in self.signs if abs(self._place(sign) - x) <= _SIGN_PX]
        if near:
            self.moved_to.emit(min(near, key=lambda sign: abs(self._place(sign) - x)))

    def _go_to_event(self, way: int) -> None:
        """Go to the next event in this way of time."""
        beyond = [sign for sign in self.signs if (sign - self.seconds) * way > _BESIDE_S]
        if beyond:
            self.moved_to.emit(min(beyond, key=lambda sign: abs(sign - self.seconds)))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """One sample with an arrow, ten with Shift; to the next event with a page key."""
        if page := _PAGES.get(Qt.Key(event.key()), 0):
            self._go_to_event(page)
            event.accept()
            return
        way = {Qt.Key.Key_Left: -1, Qt.Key.Key_Right: 1}.get(Qt.Key(event.key()), 0)
        if not way:
            super().keyPressEvent(event)
            return
        is_large = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        self.stepped.emit(way * (_LARGE_STEP if is_large else 1))
        event.accept()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the slider, and the events on it."""
        super().paintEvent(event)
        with smooth_painter(self) as painter:
            for sign in self.signs:
                self._paint_sign(painter, QPointF(self._place(sign), self.height() / 4.0))


class RecordingBar(QWidget):
    """Plays a recording, and goes to any moment of it."""

    went = Signal(int)
    """Carries the row to be shown."""

    def __init__(self) -> None:
        super().__init__()
        self.play = Button(self.tr("Play"))
        self.speed = Segmented(
            self.tr("Speed"), [f"{number(one, decimals=int(one < 1.0))}×" for one in SPEEDS]
        )
        self.speed.choose(SPEEDS.index(1.0))
        self.slider = _Scrub(self.tr("Moment of the recording"))
        self.words = Text()
        self._stream: RecordedStream | None = None
        self._since, self._from_s = QElapsedTimer(), 0.0
        self._frames = QTimer(self)
        self._frames.setInterval(FRAME_MS)
        self._frames.timeout.connect(self._next)
        self.play.clicked.connect(self._toggle)
        self.speed.chosen.connect(self._begin_anew)
        self.slider.moved_to.connect(self._move)
        self.slider.stepped.connect(self._step)
        in_row(self.play, self.speed, (self.slider, 1), self.words, of=self, spacing=GRID)
        self.hide()

    @property
    def is_playing(self) -> bool:
        """True while the recording plays."""
        return self._frames.isActive()

    def take(self, stream: RecordedStream | None) -> None:
        """Show the moments of this recording; hidden without one."""
        self._stop()
        self._stream = stream
        self.setVisible(stream is not None)
        if stream is not None:
            begin = float(stream.time[0])
            self.slider.set_duration(stream.duration, sign=None)
            self.slider.signs = [at - begin for at, _ in stream.marks]
            self.show_moment()

    def show_moment(self) -> None:
        """Show the moment at which the recording is."""
        stream = self._stream
        if stream is not None:
            self.slider.show_at(stream.moment)
            words = self.tr("{moment} of {length}")
            self.words.setText(
                words.format(moment=moment_text(stream.moment), length=moment_text(stream.duration))
            )

    def hideEvent(self, event: QHideEvent) -> None:
        """Play nothing while hidden."""
        super().hideEvent(event)
        self._stop()

    @Slot()
    def _toggle(self) -> None:
        stream = self._stream
        if self.is_playing or stream is None:
            self._stop()
            return
        if stream.at == stream.about.count - 1:
            self.went.emit(0)
        self._frames.start()
        self.play.set_text(self.tr("Stop playing"))
        self._begin_anew()

    def _stop(self) -> None:
        self._frames.stop()
        self.play.set_text(self.tr("Play"))

    @Slot()
    def _begin_anew(self) -> None:
        if self._stream is not None:
            self._from_s = self._stream.moment
        self._since.start()

    @Slot()
    def _next(self) -> None:
        """Show the moment by the clock, so that a late frame does not slow it down."""
        stream = self._stream
        if stream is None:
            return
        speed = SPEEDS[max(self.speed.index, 0)]
        self.went.emit(stream.row_at(self._from_s + speed * self._since.elapsed() / _MS))
        if stream.at == stream.about.count - 1:
            self._stop()

    @Slot(float)
    def _move(self, seconds: float) -> None:
        if self._stream is not None:
            self.went.emit(self._stream.row_at(seconds))
            self._begin_anew()

    @Slot(int)
    def _step(self, samples: int) -> None:
        if self._stream is not None:
            self._stop()
            self.went.emit(self._stream.at + samples)
