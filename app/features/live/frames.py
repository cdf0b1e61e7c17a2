"""From the ring to the live page: what is new goes into running curves, at most 30 times a second.

Runs only while the page is visible. Every look takes just the samples that have come since the
last one. A stream that falls silent gets one more frame, with the time of its last sample, and
the next one when it is back; a new connection starts over by itself. Frames may be dropped here,
data never: recording goes on behind, whether the picture runs, is held or is hidden.
"""

import itertools
import math
import time as clock
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot

from app.arm.link import RobotLink
from app.arm.live_feed import WINDOW_S, heard_at, is_silent
from app.features.live.model import LiveModel, LiveStiffness, ModelFrame
from app.features.live.recorded import (
    MOST_MARKS,
    MOST_RAW,
    MOST_SECONDS,
    NOTE,
    AskedLines,
    Earlier,
    Keeping,
    RecordedStream,
    moment_text,
    words_of,
)
from app.speech.language import tr
from core.diagnostics.channel_lag import ShownLag
from core.diagnostics.signal_rows import line_key
from core.diagnostics.signals import MODEL_SIGNALS
from core.diagnostics.signals import Signal as Watched
from core.recording import Event, FloatArray
from core.robot.model import RobotModel
from core.stiffness.live_correction import LiveCorrection
from devices.controller import Told, ToldSteps, told_of
from devices.samples import SampleBlock

if TYPE_CHECKING:
    from core.diagnostics.live_signals import LiveSignals
    from core.diagnostics.statistics import Statistics
    from core.exchange.export_signals import UnpackedSignals
    from core.signals.alignment import Alignment
    from core.signals.pyramid import Pyramid
    from devices.acquisition.acquisition import Acquisition
    from devices.acquisition.ring import Ring

FRAME_MS = 33
WINDOWS_S = (2.0, 10.0, 60.0)
"""Windows that can be chosen; the ring holds no more."""
MOST_ROWS = 3000
"""Samples taken in by one look: less than 10 ms of work."""
MOST_MARKED = 1 << 17
"""Samples of a marked range that are worked on one by one; of a longer one, the newest."""
_NO_NUMBERS = np.zeros(0, dtype=np.int64)
_NO_SAMPLES = SampleBlock(_NO_NUMBERS, np.zeros(0), np.zeros(0), {})
_NOTHING_READ = -1
_CLOCK_S = 1e-9
"""Rounding of times that are worked out twice, s."""
_MARGIN_S = 1.0
"""Part of the stream that may have come since the last look and is not on the screen yet, s."""


@dataclass(frozen=True, eq=False)
class LiveFrame:
    """Curves and values of one moment, in SI units; n joints, M points a curve."""

    time: FloatArray
    """(M,) s before the newest sample."""
    curves: Mapping[str, FloatArray]
    """(M, n) of every signal, and (M,) of every line under its key.

    Smallest and largest sample of each bucket, NaN where samples are missing.
    """
    now: Mapping[str, FloatArray]
    """(n,) and () the mean of the last moment."""
    tool: FloatArray
    """(n,) m at the tool for each joint's deflection."""
    tool_shift: float
    """m at the tool for all of them together."""
    pose: FloatArray
    """(n,) the model's joint positions."""
    is_stale: bool
    heard_at: datetime | None
    """Arrival of the newest sample on the wall clock; None before the first."""
    model: ModelFrame | None = None
    """Torques of the identified model, where there is one."""
    lag: ShownLag | None = None
    """Lag between the encoders' channels, where it is known."""
    tool_axes: FloatArray | None = None
    """(3,) m, all deflections at the tool in the base frame's directions."""
    marks: tuple[tuple[float, str], ...] = ()
    """Events in the window: time s before the newest sample, and words, the oldest first."""
    earlier: tuple[FloatArray, Mapping[str, FloatArray]] | None = None
    """Curves of the recording that it is compared with, in its own times (M,)."""
    correction: LiveCorrection | None = None
    """Shift of the tool with the links counted, where the arm's stiffness is known."""
    told: Mapping[str, tuple[FloatArray, FloatArray]] = field(default_factory=dict)
    """Steps of what the controller tells, by ``Told``: times (M,) as those of the curves, and values (M,)."""


class LiveFrames(QObject):
    """Feeds the live page with the stream of whatever robot is connected."""

    begun = Signal(object)
    """LiveSignals of another robot or another kind of stream."""
    arrived = Signal(object)
    """LiveFrame."""
    frozen = Signal(object)
    """SampleBlock of the held picture, at full rate."""
    _told: tuple[tuple[Event, ...], ToldSteps] = ((), ToldSteps(()))
    """Events, and what they tell of the controller."""
    _event: Event | None = None
    """The newest event of the stream that is on the axis."""
    earlier: Earlier | None = None
    """The recording behind the one that is looked at, to compare it with."""
    lines_wanted = Signal(object, object)
    """Carries the RecordedStream and the AskedLines whose pyramid a long stretch of it needs."""

    def __init__(self, link: RobotLink, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._link = link
        self.signals: LiveSignals | None = None
        """Running curves, loop and numbers of the stream; None before the first."""
        self.robot: RobotModel | None = None
        """The robot that streams."""
        self.window_s = WINDOW_S
        self.look_s = 0.0
        """Duration of the last look, with all that listens to it, s."""
        self._acquisition: Acquisition | None = None
        self.recorded: RecordedStream | None = None
        """The recording that is looked at in place of the stream."""
        self._whole: tuple[FloatArray, Mapping[str, FloatArray]] | None = None
        """Curves over the whole recording; None where they have to be worked out again."""
        self._ring: Ring | None = None
        self._stream: tuple[object, ...] = ()
        """Facts that differ between the streams of two robots or two power-ons."""
        self._generation, self._read_to_s = _NOTHING_READ, -math.inf
        self._was_stale = False
        self._wants_window = True
        """True if the curves begin again with the next samples."""
        self._is_filling = False
        """True while the window is filled with older samples, piece by piece."""
        self._known_lag: tuple[FloatArray, float] | None = None
        """Lag between the encoders' channels (n,) s by the visit, and its standard deviation, s."""
        self._lag_is_left_in = self._was_recording = False
        self.keeping = Keeping(self)
        """The last minutes of the stream."""
        self._marks: deque[tuple[float, str]] = deque(maxlen=MOST_MARKS)
        """Events: time on the device's clock, s, and words."""
        self._noted: deque[Event] = deque(maxlen=MOST_MARKS)
        """Notes of a person, and where recordings start and end."""
        self._held: SampleBlock | None = None
        self._full: SampleBlock | None = None
        self._timer = self._timer_of_frames()
        self.model = LiveModel()
        """The identified model beside the stream; may be without one."""
        self.stiffness = LiveStiffness()
        """The stiffness of the arm beside the stream; may be without one."""
        link.closed.connect(self._let_go)

    def _timer_of_frames(self) -> QTimer:
        timer = QTimer(self)
        timer.setTimerType(Qt.TimerType.PreciseTimer)  # a coarse one loses a frame in twenty
        timer.setInterval(FRAME_MS)
        timer.timeout.connect(self._look)
        return timer

    @property
    def is_running(self) -> bool:
        """True while the stream is read."""
        return self._timer.isActive()

    @property
    def is_paused(self) -> bool:
        """True while the picture is held."""
        return self._held is not None

    def start(self) -> None:
        """Read the stream: the page is visible."""
        self.model.look()
        self._timer.start()

    def stop(self) -> None:
        """Read nothing: the page is hidden."""
        self._timer.stop()
        self.model.look_away()

    def look_at(self, recorded: RecordedStream | None) -> None:
        """Look at a recording from its end on, or with None at the stream again."""
        self._forget()
        self.recorded = recorded
        if recorded is None:
            return
        self.robot = recorded.about.robot
        self.signals = recorded.signals_over(self.window_s)
        self._marks = deque(recorded.marks, maxlen=MOST_MARKS)
        self._put_lag()
        self.stiffness.begin(self.robot)
        self.begun.emit(self.signals)
        self._restart()

    def go_to(self, row: int) -> None:
        """Go to a sample of the recording, or to the nearest that it has."""
        stream, signals = self.recorded, self.signals
        if stream is None or signals is None:
            return
        before, stream.at = stream.at, min(max(row, 0), stream.about.count - 1)
        if 0 < stream.at - before <= MOST_ROWS and signals.draws is not self.shows_buckets:
            block = stream.block(before + 1, stream.at + 1)
            signals.feed(block.sequence, block.device_time, block.columns)
            self._read_to_s, self._full = float(block.device_time[-1]), None
            self._show()
        elif stream.at != before:
            self._restart()

    def compare_with(self, stream: RecordedStream | None, words: str = "") -> None:
        """Show another recording, in ``words``, behind the one that is looked at, or none any more."""
        here = self.recorded
        self.earlier = None if stream is None or here is None else Earlier(stream, here, words)
        self._show()

    def align(self, alignment: "Alignment") -> None:
        """Lay the other recording so over the one that is looked at."""
        if self.earlier is not None:
            self.earlier.alignment = alignment
            self._show()

    def _earlier_curves(self) -> tuple[FloatArray, Mapping[str, FloatArray]] | None:
        """Curves of the other recording where this one is shown."""
        if self.earlier is None or self.signals is None:
            return None
        end_s = self._end_s()
        low = end_s - self.window_s
        time, curves = self.earlier.curves(low, end_s, self.signals)
        if self.earlier.lines_lacking is not None:
            self.lines_wanted.emit(self.earlier.stream, self.earlier.lines_lacking)
        return time - end_s, curves

    def earlier_block(self) -> SampleBlock | None:
        """Samples of the other recording that lie over the newest of this one; None without one."""
        if self.earlier is None or self.recorded is None:
            return None
        block = self.earlier.newest_block(self._read_to_s, min(self.window_s, MOST_SECONDS))
        return block if block.count else None

    @property
    def is_whole(self) -> bool:
        """True while the whole recording is shown, whatever its moment."""
        return self.recorded is not None and self.window_s >= self.recorded.duration

    @property
    def shows_buckets(self) -> bool:
        """True while a stretch of a recording is shown whose samples are not at hand one by one."""
        return self.recorded is not None and (self.is_whole or self._span()[1] - self._span()[0] > MOST_RAW)

    def _span(self) -> tuple[int, int]:
        """Rows [first, last) of the recording that are shown."""
        assert self.recorded is not None
        if self.is_whole:
            return 0, self.recorded.about.count
        return self.recorded.first_row(self.window_s), self.recorded.at + 1

    @property
    def end_moment(self) -> float:
        """Time at the right end of the charts from the first sample of the recording, s."""
        assert self.recorded is not None
        return self._end_s() - float(self.recorded.time[0])

    def _end_s(self) -> float:
        """Time at the right end of the charts, s of the device's clock."""
        return float(self.recorded.time[-1]) if self.recorded and self.is_whole else self._read_to_s

    def take_lines(self, stream: RecordedStream, asked: AskedLines, found: "Pyramid") -> None:
        """Take the pyramid of lines that was asked for, if the recording is still shown."""
        if stream is self.recorded:
            stream.add_lines(asked, found)
            self._whole = None
        elif self.earlier is not None and stream is self.earlier.stream:
            self.earlier.take_lines(asked, found)
        else:
            return
        self._show()

    def _curves(self) -> tuple[FloatArray, Mapping[str, FloatArray]]:
        """Curves of the stream, or of the stretch of a recording, as long as it may be."""
        stream, signals = self.recorded, self.signals
        assert signals is not None
        if stream is None or not self.shows_buckets:
            return signals.curves()
        if self.is_whole and self._whole is not None:
            return self._whole
        first, last = self._span()
        if self.is_whole and last - first <= MOST_RAW:
            found = self._curves_of_all(stream)
        else:
            lines = AskedLines.of(signals)
            if stream.lacks(lines):
                self.lines_wanted.emit(stream, lines)
            time, curves = stream.curves(signals, first=first, last=last)
            found = time - self._end_s(), curves
        if self.is_whole:
            self._whole = found
        return found

    def _curves_of_all(self, stream: RecordedStream) -> tuple[FloatArray, Mapping[str, FloatArray]]:
        """Curves of all samples of a short recording."""
        shown = self.signals
        assert shown is not None
        signals = stream.signals_over(stream.duration)
        signals.lag.tell(shown.lag.taken)
        signals.take_lag()
        signals.use_zero(shown.zero)
        signals.set_lines({name: one.line for name, one in shown.lines.items()})
        time, curves = stream.curves_of_samples(signals, first=0, last=stream.about.count)
        return time - self._end_s(), curves

    def curves_between(
        self, low_s: float, high_s: float
    ) -> tuple[
        tuple[FloatArray, Mapping[str, FloatArray]], tuple[FloatArray, Mapping[str, FloatArray]] | None
    ]:
        """Curves of a recording between two times before the right end, s, and those of the earlier one.

        Of every sample, or of the finest buckets that are few enough.
        """
        stream, signals = self.recorded, self.signals
        assert stream is not None
        assert signals is not None
        first, last = self.rows_of(low_s, high_s)
        if last - first > MOST_RAW:
            time, curves = stream.curves(signals, first=first, last=last)
        else:
            block = stream.block(first, last)
            time = block.device_time
            curves = {str(one): signals.values(one, time, block.columns) for one in signals.offered}
            curves |= {line_key(one): signals.line_values(one, time, block.columns) for one in signals.lines}
        end_s = self._end_s()
        earlier = None
        if self.earlier is not None:
            then, others = self.earlier.curves(end_s + low_s, end_s + high_s, signals)
            earlier = then - end_s, others
        return (time - end_s, curves), earlier

    def numbers(self, curve: tuple[str, int | None], low_s: float, high_s: float) -> "Statistics":
        """Exact statistics of a curve of a recording between two times before the right end, s.

        ``curve`` is its key in a frame, and its joint.
        """
        stream, signals = self.recorded, self.signals
        assert stream is not None
        assert signals is not None
        first, last = self.rows_of(low_s, high_s)
        return stream.numbers(signals, curve, first=first, last=last)

    def rows_of(self, low_s: float, high_s: float) -> tuple[int, int]:
        """Rows [first, last) of the recording between two times before the right end, s."""
        assert self.recorded is not None
        ends = [self._end_s() + low_s - _CLOCK_S, self._end_s() + high_s + _CLOCK_S]
        first, last = np.searchsorted(self.recorded.time, ends).tolist()
        return first, last

    def value_at(self, curve: tuple[str, int | None], place_s: float | None = None) -> float:
        """Value of a curve of a recording at a time before the right end, s; at the moment without one."""
        stream, signals = self.recorded, self.signals
        assert stream is not None
        assert signals is not None
        row = stream.at
        if place_s is not None:
            row = stream.row_at(self.end_moment + place_s)
        return stream.value(signals, curve, row)

    def set_window(self, seconds: float) -> None:
        """Show another stretch of time, filled from what is still in memory; a held picture stays."""
        self.window_s = seconds
        self.model.set_window(seconds)
        self._restart()

    def zero(self, *, was_asked: bool = True) -> None:
        """Take the present deflection as zero; ``was_asked`` by a person, else taken by itself."""
        if self.signals is not None:
            self.signals.set_zero()
            self.stiffness.zeroed(self.signals, was_asked=was_asked)
            self._show_other_zero()

    def clear_zero(self) -> None:
        """Show deflections without a zero, as the encoders report them."""
        if self.signals is not None:
            self.signals.clear_zero()
            self._show_other_zero()

    def set_lines(self, lines: Mapping[str, str]) -> None:
        """Work these lines out from now on, with what is still in memory.

        Raises
        ------
        BadRequest
            As ``core.signals.expression.read_expression``; the lines before stay.
        """
        if self.signals is not None and lines != {name: one.line for name, one in self.signals.lines.items()}:
            self.signals.set_lines(lines)
            self._restart()

    def use_lag(self, known: tuple[FloatArray, float] | None) -> None:
        """Use this lag between the encoders' channels, (n,) s, and its standard deviation, s; or none."""
        self._known_lag = known
        self._put_lag()

    def leave_lag_in(self, *, is_left_in: bool) -> None:
        """Show the difference of the encoders as it comes, or without the lag again."""
        self._lag_is_left_in = is_left_in
        self._put_lag()

    def pause(self) -> None:
        """Hold the picture; ``frozen`` follows at once. The stream is read on behind it."""
        if self._held is None and self.signals is not None:
            self._held = self.visible()
            self.frozen.emit(self._held)

    def resume(self) -> None:
        """Let the picture run again, with everything that came meanwhile."""
        if self._held is not None:
            self._held = None
            self._show()

    def visible(self) -> SampleBlock:
        """Samples on the screen, at full rate: the window up to the last look, or the held picture.

        Copied once for each look; no samples before the first.
        """
        if self._held is not None:
            return self._held
        if self._full is None:
            self._full = self._copied()
        return self._full

    def samples_of(self, marked: tuple[float, float] | None) -> SampleBlock:
        """Samples of a marked range, s before the right end, at full rate; without one, of the screen."""
        block = self.visible()
        if marked is None or not block.count:
            return block
        if self.recorded is None:
            low, high = (float(block.device_time[-1]) + each for each in marked)
            first, last = np.searchsorted(block.device_time, [low - _CLOCK_S, high + _CLOCK_S])
            return _rows(block, slice(int(first), int(last)))
        first, last = self.rows_of(*marked)
        return self.recorded.block(max(first, last - MOST_MARKED), last)

    def signals_of(self, low_s: float, high_s: float) -> "UnpackedSignals":
        """Signals of a recording, as they are shown, between two times before the right end, s."""
        from core.exchange.export_signals import UnpackedSignals

        assert self.recorded is not None
        assert self.signals is not None
        leaves_lag_in = self.signals.lag.taken is None
        rows = self.rows_of(low_s, high_s)
        return UnpackedSignals(self.recorded.about, *rows, self.signals.zero, leaves_lag_in)

    def values(self, signal: Watched) -> tuple[FloatArray, FloatArray]:
        """Signal of the samples on the screen: time (N,) s before the newest and values (N, n), SI."""
        block = self.visible()
        if self.signals is None or not block.count:
            return np.zeros(0), np.zeros((0, 0 if self.robot is None else self.robot.joint_count))
        time = block.device_time - block.device_time[-1]
        if signal in MODEL_SIGNALS and signal not in self.signals.offered:
            return time, self.model.values(signal, block.sequence)
        return time, self.signals.values(signal, time, block.columns)

    def line_values(self, name: str) -> tuple[FloatArray, FloatArray]:
        """Line of the samples on the screen: time (N,) s before the newest and values (N,), SI.

        There are none of a line that is not worked out.
        """
        block = self.visible()
        if self.signals is None or not block.count or name not in self.signals.lines:
            return np.zeros(0), np.zeros(0)
        time = block.device_time - block.device_time[-1]
        return time, self.signals.line_values(name, block.device_time, block.columns)

    def mark(self, words: str) -> None:
        """Note an event at the newest sample."""
        if math.isfinite(self._read_to_s):
            self._marks.append((self._read_to_s, words))
            self._noted.append(Event(self._read_to_s, NOTE, {"text": words}))

    def _mark_recording(self, acquisition: "Acquisition | None") -> None:
        """Note where a recording starts and ends."""
        is_recording = acquisition is not None and acquisition.recording is not None
        if is_recording is not self._was_recording:
            self._was_recording = is_recording
            self.mark(tr("Recording starts") if is_recording else tr("Recording ends"))

    def _mark_events(self, acquisition: "Acquisition | None") -> None:
        """Note what happened at the controller, and in the stream, since the last look."""
        events = () if acquisition is None else acquisition.events
        if not events or events[-1] is self._event:
            return
        new = list(itertools.takewhile(lambda one: one is not self._event, reversed(events)))
        self._event = events[-1]
        self._marks.extend((one.time, words) for one in reversed(new) if (words := words_of(one)))

    def named_now(self) -> dict[str, float]:
        """Newest values, SI, of the named signals that are no signals of the joints."""
        source = self.recorded or self._ring
        if self.signals is None or source is None:
            return {}
        _, columns = source.newest(0.0)
        told = self._told_steps().at(self._read_to_s, now=self._told_now())
        return self.signals.named_now(columns) | {str(one): value for one, value in told.items()}

    @property
    def told(self) -> frozenset[Told]:
        """What the controller tells beside the samples, of the stream or of the recording."""
        return self._told_steps().told | self._told_now().keys()

    def _told_now(self) -> Mapping[Told, float]:
        session = self._link.session
        if self.recorded is not None or session is None:
            return {}
        return told_of(session.controller.status)

    def _told_steps(self) -> ToldSteps:
        """The steps by the present events; made again only where there are others."""
        acquisition = self._acquisition
        events = () if acquisition is None else acquisition.events
        if self.recorded is not None:
            events = self.recorded.about.events
        if events is not self._told[0]:
            self._told = events, ToldSteps(events)
        return self._told[1]

    def _steps(self) -> dict[str, tuple[FloatArray, FloatArray]]:
        end_s = self._end_s()
        found = self._told_steps().over(end_s - self.window_s, end_s, now=self._told_now())
        return {str(one): (time - end_s, values) for one, (time, values) in found.items()}

    @Slot()
    def _look(self) -> None:
        if self.recorded is not None:
            return
        began_s = clock.perf_counter()
        acquisition = self._link.acquisition
        if acquisition is not None and acquisition is not self._acquisition:
            self._begin(acquisition)
        is_new = self._read()
        self._mark_recording(acquisition)
        self._mark_events(acquisition)
        if self._ring is not None and self.model.work(self._ring):
            is_new = is_new or not self._is_filling
        if is_new or (is_silent(self._ring) != self._was_stale and not self._is_filling):
            self._show()
        if not self.is_paused and not self._is_filling:
            self._follow_lag()
        self.look_s = clock.perf_counter() - began_s

    def _begin(self, acquisition: "Acquisition") -> None:
        """Take up a stream; one of the same robot in the same power-on goes on with its zero."""
        session, identity = self._link.session, self._link.identity
        if session is None or identity is None or not acquisition.ring.generation:
            return
        from core.diagnostics.live_signals import LiveSignals

        able, robot = session.capabilities, session.robot
        stream = (identity.model, identity.serial, identity.power_on, able.quantities, able.sample_rate)
        self._acquisition, self._ring = acquisition, acquisition.ring
        self._generation, self._read_to_s, self._wants_window = _NOTHING_READ, -math.inf, True
        if robot.drive_gain is None and identity.drive_gain is not None:
            robot = replace(robot, drive_gain=identity.drive_gain)
        self.keeping.keep(acquisition, robot, able, stream=stream)
        if stream == self._stream:
            return
        self._stream, self._held, self.robot = stream, None, robot
        self._marks.clear()
        if not self.keeping.kept or not self.keeping.kept.pieces:
            self._noted.clear()
        self.signals = LiveSignals(
            robot,
            able.quantities,
            rate_hz=able.sample_rate,
            window_s=self.window_s,
            gear_ratio=identity.gear_ratio,
        )
        self._put_lag()
        self.stiffness.begin(robot)
        self.model.begin(robot, rate_hz=able.sample_rate, quantities=able.quantities, window_s=self.window_s)
        self.begun.emit(self.signals)

    @property
    def events(self) -> tuple[Event, ...]:
        """What happened in the stream lately, with what was noted on the screen."""
        return tuple(sorted((*self.keeping.events, *self._noted), key=lambda one: one.time))

    @property
    def known_lag(self) -> tuple[FloatArray, float] | None:
        """Lag between the encoders' channels (n,) s by the visit, and its standard deviation, s."""
        return self._known_lag

    def _read(self) -> bool:
        """Take in new samples, a long window piece by piece; True if the curves are up to date now."""
        if self._ring is None or self.signals is None:
            return False
        before = self._generation
        block, self._generation = self._ring.since(before, seconds=self.window_s, most=MOST_ROWS)
        if not block.count:
            return False
        self._take(block, grown=self._generation - before)
        self._read_to_s, self._full = float(block.device_time[-1]), None
        self._is_filling = self._is_filling and self._generation < self._ring.generation
        return not self._is_filling

    def _take(self, block: SampleBlock, *, grown: int) -> None:
        assert self.signals is not None
        signals, rows = self.signals, (block.sequence, block.device_time, block.columns)
        # the device's clock went back: it was switched on again, and older samples mean nothing
        has_restarted = block.device_time[0] <= self._read_to_s and not self._wants_window
        if has_restarted:
            self._marks.clear()
            self._noted.clear()
            signals.restart(window_s=self.window_s, sequence=rows[0], time=rows[1], columns=rows[2])
        elif self._wants_window or block.count < grown:
            signals.restart(window_s=self.window_s, sequence=_NO_NUMBERS, time=np.zeros(0), columns={})
            self._is_filling = True
            signals.refill(*rows)
        elif self._is_filling:
            signals.refill(*rows)
        else:
            signals.feed(*rows)
        self._wants_window = False

    def _put_lag(self) -> None:
        """Give the signals the known lag and the choice; a lag of another arm (other n) is left out."""
        if self.signals is None or self.robot is None:
            return
        lag, std = self._known_lag or (None, math.nan)
        if self.recorded is not None:
            lag, std = self.recorded.about.lag, self.recorded.about.lag_std
        if lag is not None and lag.size != self.robot.joint_count:
            lag, std = None, math.nan
        self.signals.lag.tell(lag, std=std)
        self.signals.lag.is_left_in = self._lag_is_left_in
        self._follow_lag()

    def _follow_lag(self) -> None:
        """Work the curves out again where another lag should be taken out than is."""
        if self.signals is not None and self.signals.lag.is_due:
            self.signals.take_lag()
            self._restart()

    def _restart(self) -> None:
        """Fill the window again, and show it."""
        self._whole = None
        if self.recorded is not None:
            self._refill(self.recorded)
            self._show()
            return
        self._generation, self._wants_window = _NOTHING_READ, True
        if self._read():
            self._show_again()

    def _refill(self, stream: RecordedStream) -> None:
        """Work the samples before the moment out, as far as they are shown one by one."""
        assert self.signals is not None
        self.signals.draws = not self.shows_buckets
        first = max(stream.first_row(self.window_s), stream.at + 1 - MOST_RAW)
        block = stream.block(first, stream.at + 1)
        self.signals.restart(
            window_s=self.window_s,
            sequence=block.sequence,
            time=block.device_time,
            columns=block.columns,
            keeps_loops=False,
        )
        self._read_to_s, self._full = float(block.device_time[-1]), None

    def _show_other_zero(self) -> None:
        """Show the same samples with another zero, which lines are worked out with."""
        self._whole = None
        if self.signals is not None and self.signals.lines:
            self._restart()
        else:
            self._show_again()

    def _show_again(self) -> None:
        """Show the same samples, which mean something else now."""
        if self._held is not None:
            self.frozen.emit(self._held)
        else:
            self._show()

    def _show(self) -> None:
        """Emit a frame, unless the picture is held."""
        if self.signals is None or self._held is not None:
            return
        is_recorded = self.recorded is not None
        self._was_stale = not is_recorded and is_silent(self._ring)
        time, curves = self._curves()
        axes = self.signals.tool_translation()
        self.arrived.emit(
            LiveFrame(
                time=time,
                curves=curves,
                now=self.signals.now(),
                tool=self.signals.tool_deflection(),
                tool_shift=float(np.linalg.norm(axes)),
                pose=self.signals.pose(),
                is_stale=self._was_stale,
                heard_at=datetime.now(UTC).astimezone() if is_recorded else heard_at(self._ring),
                model=self.model.frame(self._read_to_s),
                lag=self.signals.lag.shown(),
                tool_axes=axes,
                marks=self._marks_shown(),
                earlier=self._earlier_curves(),
                correction=self.stiffness.of(self.signals),
                told=self._steps(),
            )
        )

    def _marks_shown(self) -> tuple[tuple[float, str], ...]:
        """Events in the window, and the moment of a recording that is shown whole: s before the right end."""
        end_s = self._end_s()
        found = [
            (at - end_s, words)
            for at, words in self._marks
            if end_s - self.window_s - _CLOCK_S <= at <= end_s
        ]
        if self.recorded is not None and self.is_whole:
            found.append((self._read_to_s - end_s, moment_text(self.recorded.moment)))
        return tuple(found)

    def _copied(self) -> SampleBlock:
        """Copy the window up to the last look out of the ring, which may be ahead of it."""
        source = self.recorded or self._ring
        if source is None:
            return _NO_SAMPLES
        block = source.newest_block(self.window_s + _MARGIN_S)
        first, last = np.searchsorted(block.device_time, [self._read_to_s - self.window_s, self._read_to_s])
        return _rows(block, slice(int(first), int(last) + 1))

    @Slot()
    def _let_go(self) -> None:
        """Show nothing, unless it is a recording: the robot was let go."""
        self.keeping.end()
        if self.recorded is None:
            self._forget()

    def _forget(self) -> None:
        self.recorded, self.earlier, self._whole, self._event = None, None, None, None
        self._marks.clear()
        self._acquisition, self._ring, self._stream = None, None, ()
        self.signals, self.robot, self._held, self._full = None, None, None, None
        self.stiffness.forget()
        self.model.forget()


def _rows(block: SampleBlock, rows: slice) -> SampleBlock:
    return SampleBlock(
        block.sequence[rows],
        block.device_time[rows],
        block.host_time[rows],
        {quantity: column[rows] for quantity, column in block.columns.items()},
    )
