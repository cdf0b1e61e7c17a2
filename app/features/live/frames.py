"""From the ring to the live page: what is new goes into running curves, at most 30 times a second.

Runs only while the page is visible. Every look takes just the samples that have come since the
last one. A stream that falls silent gets one more frame, with the time of its last sample, and
the next one when it is back; a new connection starts over by itself. Frames may be dropped here,
data never: recording goes on behind, whether the picture runs, is held or is hidden.
"""

import math
import time as clock
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import QObject, Qt, QTimer, Signal, Slot

from app.arm.link import RobotLink
from app.arm.live_feed import WINDOW_S, heard_at, is_silent
from app.features.live.frame import LiveFrame
from app.features.live.model import LiveModel
from app.features.live.stiffness import LiveStiffness
from core.diagnostics.signals import MODEL_SIGNALS
from core.diagnostics.signals import Signal as Watched
from core.recording import FloatArray
from core.robot.model import RobotModel
from devices.samples import SampleBlock

if TYPE_CHECKING:
    from core.diagnostics.live import LiveSignals
    from devices.acquisition.acquisition import Acquisition
    from devices.acquisition.ring import Ring

FRAME_MS = 33
WINDOWS_S = (2.0, 10.0, 60.0)
"""Windows that can be chosen; the ring holds no more."""
MOST_ROWS = 3000
"""Samples taken in by one look: less than 10 ms of work."""
_NO_NUMBERS = np.zeros(0, dtype=np.int64)
_NO_SAMPLES = SampleBlock(_NO_NUMBERS, np.zeros(0), np.zeros(0), {})
_NOTHING_READ = -1
_MARGIN_S = 1.0
"""Part of the stream that may have come since the last look and is not on the screen yet, s."""


class LiveFrames(QObject):
    """Feeds the live page with the stream of whatever robot is connected."""

    begun = Signal(object)
    """LiveSignals of another robot or another kind of stream."""
    arrived = Signal(object)
    """LiveFrame."""
    frozen = Signal(object)
    """SampleBlock of the held picture, at full rate."""

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
        self._ring: Ring | None = None
        self._stream: tuple[object, ...] = ()
        """Facts that differ between the streams of two robots or two power-ons."""
        self._generation = _NOTHING_READ
        self._read_to_s = -math.inf
        self._was_stale = False
        self._wants_window = True
        """True if the curves begin again with the next samples."""
        self._is_filling = False
        """True while the window is filled with older samples, piece by piece."""
        self._known_lag: tuple[FloatArray, float] | None = None
        """Lag between the encoders' channels (n,) s by the visit, and its standard deviation, s."""
        self._lag_is_left_in = False
        self._held: SampleBlock | None = None
        self._full: SampleBlock | None = None
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.PreciseTimer)  # a coarse one loses a frame in twenty
        self._timer.setInterval(FRAME_MS)
        self._timer.timeout.connect(self._look)
        self.model = LiveModel()
        """The identified model beside the stream; may be without one."""
        self.stiffness = LiveStiffness()
        """The stiffness of the arm beside the stream; may be without one."""
        link.closed.connect(self._forget)

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
            self._show_again()

    def clear_zero(self) -> None:
        """Show deflections without a zero, as the encoders report them."""
        if self.signals is not None:
            self.signals.clear_zero()
            self._show_again()

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

    def values(self, signal: Watched) -> tuple[FloatArray, FloatArray]:
        """Signal of the samples on the screen: time (N,) s before the newest and values (N, n), SI."""
        block = self.visible()
        if self.signals is None or not block.count:
            return np.zeros(0), np.zeros((0, 0 if self.robot is None else self.robot.joint_count))
        time = block.device_time - block.device_time[-1]
        if signal in MODEL_SIGNALS:
            return time, self.model.values(signal, block.sequence)
        return time, self.signals.values(signal, time, block.columns)

    def measured_torque(self) -> tuple[FloatArray, FloatArray]:
        """Measured torque of the samples on the screen, filtered as the expected one: time and values."""
        block = self.visible()
        time = block.device_time - block.device_time[-1] if block.count else np.zeros(0)
        return time, self.model.measured(block.sequence)

    @Slot()
    def _look(self) -> None:
        began_s = clock.perf_counter()
        acquisition = self._link.acquisition
        if acquisition is not None and acquisition is not self._acquisition:
            self._begin(acquisition)
        is_new = self._read()
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
        from core.diagnostics.live import LiveSignals

        able, robot = session.capabilities, session.robot
        stream = (identity.model, identity.serial, identity.power_on, able.quantities, able.sample_rate)
        self._acquisition, self._ring = acquisition, acquisition.ring
        self._generation, self._read_to_s, self._wants_window = _NOTHING_READ, -math.inf, True
        if stream == self._stream:
            return
        if robot.drive_gain is None and identity.drive_gain is not None:
            robot = replace(robot, drive_gain=identity.drive_gain)
        self._stream, self._held, self.robot = stream, None, robot
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
        self._generation, self._wants_window = _NOTHING_READ, True
        if self._read():
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
        self._was_stale = is_silent(self._ring)
        time, curves = self.signals.curves()
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
                heard_at=heard_at(self._ring),
                model=self.model.frame(self._read_to_s),
                lag=self.signals.lag.shown(),
                tool_axes=axes,
                correction=self.stiffness.of(self.signals),
            )
        )

    def _copied(self) -> SampleBlock:
        """Copy the window up to the last look out of the ring, which may be ahead of it."""
        if self._ring is None:
            return _NO_SAMPLES
        block = self._ring.newest_block(self.window_s + _MARGIN_S)
        first, last = np.searchsorted(block.device_time, [self._read_to_s - self.window_s, self._read_to_s])
        return _rows(block, slice(int(first), int(last) + 1))

    @Slot()
    def _forget(self) -> None:
        """Show nothing: the robot was let go."""
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
