"""Watching a stream for a condition: each time it becomes true, what was before and after it is recorded.

Nothing is sent to the controller. The condition is a line of signals (``core.signals.expression``); twists
count from the first second of watching. A watch that could not see is told from one that saw nothing.
"""

import queue
import threading
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import numpy as np

from app.arm.description import announced_drives
from app.arm.session import RobotSession
from app.jobs.task import Task
from app.visit.recordings import AdoptedRecording, adopt_recording
from core.diagnostics.named_signals import TWIST_ZERO_S, SignalValues, named_signals
from core.errors import BadRequest, NotEnoughData
from core.monitor import Cancelled, Monitor, NullMonitor
from core.recording import FloatArray
from core.signals.expression import Expression
from core.stamp import time_stamp
from devices.acquisition.recorder import RecordingInProgress
from devices.samples import SampleBlock

LABEL = "trigger"
TRIGGER = "trigger"
"""Code of the event at which the condition became true; fact ``when``, the line."""
BLIND_S = 10.0
"""Longest time without a value of a signal, s, after which a watch has still seen it throughout."""
_LOOK_S = 0.05


@dataclass(frozen=True)
class Fired:
    """One time at which the condition became true.

    ``after_s`` counts by the device's clock from the beginning of the watch; ``recorded`` is None where
    nothing could be kept, and ``error`` says why.
    """

    at: str
    after_s: float
    recorded: AdoptedRecording | None
    error: Exception | None = None


@dataclass
class Watched:
    """What a watch has seen: for how long by the device's clock, s, and each time it fired."""

    seconds: float = 0.0
    fired: list[Fired] = field(default_factory=list)


class Watch:
    """A watch over the stream of an open session; ``run`` belongs to the session's thread.

    Parameters
    ----------
    condition
        A line that is true or false, of the signals of ``named_signals``.
    before, after
        s that each recording has before and after the moment at which the line became true.
    on_fired
        Called in the thread of ``run`` each time, when the recording is in the visit.
    """

    def __init__(
        self,
        session: RobotSession,
        condition: Expression,
        *,
        before: float,
        after: float,
        on_fired: Callable[[Fired], None] = lambda _fired: None,
    ) -> None:
        self._session, self._condition, self._on_fired = session, condition, on_fired
        self._before, self._after = before, after
        self._acquisition = session.stream.acquisition
        self._stop_asked = threading.Event()
        self._arrived: queue.SimpleQueue[SampleBlock] = queue.SimpleQueue()
        self._kept: deque[SampleBlock] = deque()
        self._was_true = False
        self._recording: RecordingInProgress | None = None
        self._fired_at = ("", 0.0)
        self._until = self._begun = float("nan")
        self._values = SignalValues(session.robot)
        self._twist_sum = np.zeros(len(session.robot.joints))
        self._twist_count = np.zeros(len(session.robot.joints))
        self._known_at: dict[str, float] = {}
        """Time of the last value of each signal of the line, s of the device's clock."""
        self._unknown_s = dict.fromkeys(sorted(condition.names), 0.0)
        """Longest time between two values of each, s."""
        self.seen = Watched()

    def stop(self) -> None:
        """End the watch, from any thread; the arm is told nothing."""
        self._stop_asked.set()

    def run(self, seconds: float, monitor: Monitor) -> Watched:
        """Watch for some seconds of the device's clock, until ``stop``, or until the stream ends.

        Raises
        ------
        DeviceError
            The error that ended the stream; what was recorded is in the visit by then.
        """
        acquisition = self._acquisition
        acquisition.add_watcher(self._arrived.put)
        try:
            while not self._is_over(seconds):
                self._session.clock.wait(self._stop_asked, _LOOK_S)
                self._take_all()
                if self._stop_asked.is_set():
                    break
                try:
                    monitor.report(min(self.seen.seconds / seconds, 1.0), "")
                except Cancelled:
                    self.stop()
                if acquisition.error is not None:
                    raise acquisition.error
        finally:
            acquisition.remove_watcher(self._arrived.put)
            if self._recording is not None:
                self._end("stopped" if self._stop_asked.is_set() else "")
        return self.seen

    @property
    def blindness(self) -> NotEnoughData | None:
        """``watch-blind`` where signals of the line had no value at all, or none for ``BLIND_S`` and longer.

        A channel that the controller announces and does not deliver has none, whatever it sends.
        """
        session, whole_s = self._session, self.seen.seconds
        acquisition = self._acquisition
        gone = {*acquisition.not_delivered, *acquisition.doubtful}
        delivered = named_signals(
            session.robot, [one for one in session.capabilities.quantities if one not in gone]
        )
        blind_s = {}
        for name, longest_s in self._unknown_s.items():
            if name not in self._known_at or name not in delivered:
                blind_s[name] = whole_s
                continue
            since_s = self._begun + whole_s - self._known_at[name]
            if max(longest_s, since_s) > BLIND_S:
                blind_s[name] = max(longest_s, since_s)
        if not blind_s:
            return None
        seconds, watched = (
            round(one, 1) if one < BLIND_S else round(one) for one in (max(blind_s.values()), whole_s)
        )
        return NotEnoughData("watch-blind", signals=tuple(blind_s), seconds=seconds, watched=watched)

    def _is_over(self, seconds: float) -> bool:
        return self.seen.seconds >= seconds and self._recording is None

    def _take_all(self) -> None:
        while True:
            try:
                block = self._arrived.get_nowait()
            except queue.Empty:
                return
            self._take(block)

    def _take(self, block: SampleBlock) -> None:
        if np.isnan(self._begun):
            self._begun = float(block.device_time[0])
        self.seen.seconds = float(block.device_time[-1]) - self._begun
        rises = self._rises(block)
        self._kept.append(block)
        if self._recording is not None:
            self._record(block)
        elif rises.size:
            self._begin(block, float(block.device_time[rises[0]]))
        newest = float(block.device_time[-1])
        while self._kept[0].device_time[-1] < newest - self._before:
            self._kept.popleft()

    def _rises(self, block: SampleBlock) -> "np.ndarray[tuple[int], np.dtype[np.intp]]":
        """Places in the block at which the condition becomes true."""
        if self._values.zero is None or np.isnan(self._values.zero).any():
            self._take_zero(block)
        columns = self._values.of(self._condition.names, block.columns, block.count)
        self._note_known(columns, block.device_time)
        is_so = self._condition.values(columns, block.device_time).astype(np.bool_)
        before = np.concatenate([[self._was_true], is_so[:-1]])
        self._was_true = bool(is_so[-1])
        return np.flatnonzero(is_so & ~before)

    def _note_known(self, columns: Mapping[str, FloatArray], time: FloatArray) -> None:
        """Measure how long each signal of the line had no value."""
        for name, values in columns.items():
            known = time[np.isfinite(values)]
            if known.size:
                times = np.concatenate([[self._known_at.get(name, self._begun)], known])
                self._unknown_s[name] = max(self._unknown_s[name], float(np.diff(times).max()))
                self._known_at[name] = float(known[-1])

    def _take_zero(self, block: SampleBlock) -> None:
        """Take the mean of each joint's known twists as its zero, once the first second is over.

        A joint that was unknown until then has its zero from the first block that knows it.
        """
        raw = self._values.raw_twist(block.columns)
        if raw is None:
            return
        known = np.isfinite(raw)
        self._twist_sum += np.where(known, raw, 0.0).sum(axis=0)
        self._twist_count += known.sum(axis=0)
        if self.seen.seconds >= TWIST_ZERO_S:
            count = np.where(self._twist_count > 0.0, self._twist_count, np.nan)
            mean, zero = self._twist_sum / count, self._values.zero
            self._values.zero = mean if zero is None else np.where(np.isnan(zero), mean, zero)

    def _begin(self, block: SampleBlock, moment: float) -> None:
        """Begin a recording with what was kept; the samples after it follow."""
        session = self._session
        self._fired_at = (time_stamp(), moment - self._begun)
        try:
            recording = session.begin_recording(label=LABEL)
        except Exception as error:
            self._tell(Fired(*self._fired_at, None, error))
            raise
        self._recording, self._until = recording, moment + self._after
        for kept in self._kept:
            recording.take(_part(kept, moment - self._before, self._until))
        recording.note_at(moment, TRIGGER, when=self._condition.line)
        if block.device_time[-1] >= self._until:
            self._end("")

    def _record(self, block: SampleBlock) -> None:
        assert self._recording is not None
        self._recording.take(_part(block, -np.inf, self._until))
        if block.device_time[-1] >= self._until:
            self._end("")

    def _end(self, incomplete: str) -> None:
        """Put the recording into the visit."""
        recording, self._recording = self._recording, None
        assert recording is not None
        for event in self._acquisition.events:
            if self._until - self._after - self._before <= event.time <= self._until:
                recording.keep(event)
        part = recording.finish(incomplete)
        session = self._session
        task = Task(
            adopt_recording, visit=session.visit_file, part=part, drives=announced_drives(session.identity)
        )
        try:
            kept = session.compute(task, NullMonitor())
        except BadRequest as nothing:
            self._tell(Fired(*self._fired_at, None, nothing))
            return
        self._tell(Fired(*self._fired_at, kept, recording.error))

    def _tell(self, fired: Fired) -> None:
        self.seen.fired.append(fired)
        self._on_fired(fired)


def _part(block: SampleBlock, low: float, high: float) -> SampleBlock:
    """The samples of a block between two times of the device's clock."""
    first, last = np.searchsorted(block.device_time, [low, high], side="left").tolist()
    if first == 0 and last == block.count:
        return block
    rows = slice(first, last)
    columns = {quantity: column[rows] for quantity, column in block.columns.items()}
    return SampleBlock(block.sequence[rows], block.device_time[rows], block.host_time[rows], columns)
