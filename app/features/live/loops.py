"""Below the charts: deflection over torque as a loop that builds up, and the spectra of the ripple."""

import math
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np
from PySide6.QtCore import Qt, Signal, Slot
from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.features.live.frames import LiveFrames
from app.features.live.loop_plot import Loop, LoopView
from app.features.live.plots import Shown
from app.features.live.spectrum_plot import SpectrumMode, SpectrumView
from app.look.tokens import GRID
from app.speech.units import number
from app.widgets.layouts import ViewStack, in_card, in_row
from app.widgets.text import paragraph
from core.diagnostics.signals import Signal as Watched
from core.diagnostics.spectra import order_spectra_of, spectra_of
from core.recording import FloatArray
from core.robot.model import RobotModel
from core.signals.spectrum import Spectrum
from devices.samples import SampleBlock

if TYPE_CHECKING:
    from core.diagnostics.live_signals import LiveSignals

_LOOPS, _WHY = 0, 1
_WITH_RIPPLE = (Watched.DEFLECTION, Watched.TORQUE, Watched.CURRENT, Watched.RATE)
"""The spectrum is that of the first of these that a chart shows."""

_Curve = tuple[Watched | str, int | None]
"""A signal and its joint, or the name of a line."""
ROWS_AT_ONCE = 60_000
"""Samples, counted over all joints, that one frame has the time for."""


class LiveSpectra:
    """One round of spectra: all joints from the same samples, in as many steps as their number needs.

    The result is that of ``LiveSignals.spectra`` or, over motor turns, ``order_spectra``.
    """

    def __init__(
        self,
        signals: "LiveSignals",
        block: SampleBlock,
        *,
        signal: Watched,
        joints: Sequence[int],
        over_turns: bool,
    ) -> None:
        self._signals, self._block, self._signal = signals, block, signal
        self._joints = tuple(joints)
        self.found: dict[int, Spectrum | None] = {}
        self.nearest: tuple[int, float] | None = None
        """The joint that turned farthest, and its motor turns, where none turned far enough."""
        self.is_complete = False
        self._steps = self._worked_out(over_turns=over_turns)
        self._at_once = max(1, ROWS_AT_ONCE // max(block.count, 1))

    @property
    def length_s(self) -> float:
        """Length of the samples, s."""
        time = self._block.device_time
        return float(time[-1] - time[0]) if time.size else 0.0

    def go_on(self) -> None:
        """Work out the next few joints."""
        self.is_complete = next(self._steps, None) is None

    def _worked_out(self, *, over_turns: bool) -> Iterator[bool]:
        """Yield wherever a frame may pass; nothing in between where one frame has time for all joints."""
        time, columns = self._block.device_time, self._block.columns
        values = self._signals.values(self._signal, time, columns)
        turns = self._signals.motor_turns(columns) if over_turns else None
        is_long = self._at_once < len(self._joints)
        for first in range(0, len(self._joints), self._at_once):
            joints = self._joints[first : first + self._at_once]
            if is_long:
                yield True
            if turns is None:
                self.found |= spectra_of(values, joints, time=time)
            else:
                self.found |= order_spectra_of(values, joints, time=time, turns=turns)
        if over_turns and not any(self.found.values()):
            yield True
            self._measure_strokes()

    def _measure_strokes(self) -> None:
        strokes = self._signals.longest_strokes(self._joints, self._block.columns)
        known = {joint: turns for joint, turns in strokes.items() if math.isfinite(turns)}
        if known:
            joint = max(known, key=lambda each: known[each])
            self.nearest = (joint, known[joint])


class LiveLoops(QWidget):
    """Loops at the left, spectra at the right; without link encoders a sentence in place of the loops."""

    spectra_asked = Signal()
    """Emitted when spectra of another kind are wanted."""

    def __init__(
        self, frames: LiveFrames, *, marked: Callable[[], tuple[float, float] | None] = lambda: None
    ) -> None:
        super().__init__()
        self._frames, self._marked = frames, marked
        self._robot: RobotModel | None = None
        self._joints: tuple[int, ...] = ()
        self._is_linked = True
        self._signal: Watched | None = None
        self._held: dict[int, Loop] | None = None
        """The loops of a held picture."""
        self._over: tuple[Shown, Shown] | None = None
        """Two signals, the first over the second, in place of twist over torque."""
        self._work: LiveSpectra | None = None
        """Spectra that are being worked out, some joints a frame."""
        self.loops, self.spectra = LoopView(), SpectrumView()
        self.why = paragraph(
            self.tr(
                "This controller reports one encoder per joint, so the twist of the gear cannot be seen."
                " You see positions, torque and their spectra."
            )
        )
        self.why.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.loops.start_over.connect(self._start_over)
        self.spectra.mode_changed.connect(self._change_spectra)
        self._lay_out()

    @property
    def has_loops(self) -> bool:
        """True for an arm with link encoders: only then there is a deflection."""
        return self._left.currentIndex() == _LOOPS

    @property
    def is_at_work(self) -> bool:
        """True while the spectra of some joints are not worked out yet."""
        return self._work is not None

    def show_robot(self, robot: RobotModel, *, has_loops: bool) -> None:
        """Take up another arm, with link encoders or without."""
        self._robot, self._work, self._over = robot, None, None
        self._is_linked = has_loops
        self._left.setCurrentIndex(_LOOPS if has_loops else _WHY)

    def watch(self, signals: Sequence[Watched], joints: Sequence[int]) -> None:
        """Show these joints from now on, and the spectrum of what the charts show."""
        self._joints, self._work = tuple(joints), None
        self._signal = self._rippling(signals)

    @property
    def over(self) -> tuple[str, ...]:
        """Names of the two signals over one another; empty for twist over torque."""
        return () if self._over is None else tuple(one.name for one in self._over)

    def draw_torque_twist(self) -> None:
        """Draw twist over torque again."""
        self._over = None
        self._left.setCurrentIndex(_LOOPS if self._is_linked else _WHY)
        self.show_loops()

    def draw_over(self, signal: Shown, other: Shown) -> None:
        """Draw one signal over another; of the same joint, so do all chosen joints."""
        self._over = (signal, other)
        self._left.setCurrentIndex(_LOOPS)
        self.show_loops()

    def hold(self) -> None:
        """Keep the loops as they are now."""
        signals, robot = self._frames.signals, self._robot
        if signals is not None and robot is not None:
            self._held = {joint: signals.loop.points(joint) for joint in range(robot.joint_count)}
        self.show_loops()

    def release(self) -> None:
        """Show the running loops again."""
        self._held = None
        self.drop_work()

    def drop_work(self) -> None:
        """Give up spectra that are half worked out: they are of other samples or joints."""
        self._work = None

    def show_loops(self, *, is_stale: bool = False) -> None:
        """Draw the loops as they have been built up."""
        signals = self._frames.signals
        if signals is None or not self.has_loops:
            return
        if self._over is not None:
            self._show_over(*self._over, is_stale=is_stale)
            return
        loops = self._held or {joint: signals.loop.points(joint) for joint in self._joints}
        shown = {joint: loops[joint] for joint in self._joints}
        earlier = self._earlier([((Watched.TORQUE, one), (Watched.DEFLECTION, one)) for one in self._joints])
        self.loops.show_loops(shown, slides=self._all_slide(), is_stale=is_stale, earlier=earlier)

    def _earlier(self, pairs: Sequence[tuple[_Curve, _Curve]]) -> list[Loop]:
        """The same pairs of the recording that this one is compared with, SI; none without one."""
        block, earlier = self._frames.earlier_block(), self._frames.earlier
        if block is None or earlier is None:
            return []
        kinds = {kind for pair in pairs for kind, _ in pair}
        known = {kind: earlier.values(kind, block) for kind in kinds}

        def samples(kind: Watched | str, joint: int | None) -> FloatArray:
            values = known[kind]
            if values.ndim == 1:
                return values
            is_there = joint is not None and joint < values.shape[1]
            return values[:, joint] if is_there else np.full(values.shape[0], np.nan)

        return [(samples(*across), samples(*up)) for across, up in pairs]

    def _show_over(self, signal: Shown, other: Shown, *, is_stale: bool) -> None:
        """Draw the samples on the screen of one signal over another."""
        joints: Sequence[int | None] = [signal.joint]
        if signal.signal and other.signal and signal.joint == other.joint:
            joints = [signal.joint, *(joint for joint in self._joints if joint != signal.joint)]
        found, pairs = {}, []
        for joint in joints:
            of = [joint if joint is not None else one.joint for one in (other, signal)]
            x, y = (self._samples(one, each) for one, each in zip((other, signal), of, strict=True))
            size = min(x.size, y.size)
            place = next((one for one in (joint, other.joint) if one is not None), 0)
            found[place] = (x[x.size - size :], y[y.size - size :])
            pairs.append(((other.signal or other.name, of[0]), (signal.signal or signal.name, of[1])))
        earlier = [(other.unit.shown(x), signal.unit.shown(y)) for x, y in self._earlier(pairs)]
        self.loops.show_pairs(found, x=other, y=signal, is_stale=is_stale, earlier=earlier)

    def _samples(self, signal: Shown, joint: int | None) -> FloatArray:
        """Every sample on the screen in display units, (N,)."""
        if signal.signal is None or joint is None:
            return signal.unit.shown(self._frames.line_values(signal.name)[1])
        values = self._frames.values(signal.signal)[1]
        return signal.unit.shown(values[:, joint]) if values.size else np.zeros(0)

    def show_spectra(self, *, is_stale: bool = False) -> None:
        """Work out the spectra of some more joints; show them once all are there."""
        signals, signal = self._frames.signals, self._signal
        if signals is None or signal is None or not self._joints:
            return
        if self._work is None:
            turning = self.spectra.mode is SpectrumMode.MOTOR_TURNS
            self._work = LiveSpectra(
                signals,
                self._frames.samples_of(self._marked()),
                signal=signal,
                joints=self._joints,
                over_turns=turning,
            )
        self._work.go_on()
        if not self._work.is_complete:
            return
        work, self._work = self._work, None
        slides = self._all_slide()
        of = self._words_of(work.length_s)
        self.spectra.show_spectra(work.found, signal=signal.value, slides=slides, is_stale=is_stale, of=of)
        if work.nearest is not None:
            joint, turns = work.nearest
            self.spectra.show_too_little(turns, joint=joint)

    def _words_of(self, length_s: float) -> str:
        """Say of what the spectra are, where that is the marked range or its end."""
        marked = self._marked()
        if marked is None:
            return ""
        if marked[1] - marked[0] > length_s + 1.0:
            return self.tr("last {seconds} s of A to B").format(seconds=number(length_s, decimals=0))
        return self.tr("A to B")

    def _all_slide(self) -> bool:
        """True where every shown joint slides: the axes are then in N and mm."""
        return self._robot is not None and bool(np.all(self._robot.is_prismatic[list(self._joints)]))

    def _rippling(self, signals: Sequence[Watched]) -> Watched | None:
        """Signal of the spectrum: the first choice that a chart shows; for a model's curves, the torque."""
        offered = self._frames.signals.offered if self._frames.signals is not None else ()
        shown = [each for each in signals if each in offered] or offered
        return next((each for each in _WITH_RIPPLE if each in shown), next(iter(shown), None))

    @Slot()
    def _change_spectra(self) -> None:
        self.drop_work()
        self.spectra_asked.emit()

    @Slot()
    def _start_over(self) -> None:
        """Begin the loops again; another pair of signals gives way to twist over torque."""
        signals = self._frames.signals
        if signals is not None:
            if self._over is None:
                signals.loop.clear()
            self._held = None
            self.draw_torque_twist()

    def _lay_out(self) -> None:
        self._left = ViewStack()
        reason = QWidget()
        QHBoxLayout(reason).addWidget(self.why)
        for view in (self.loops, reason):
            self._left.addWidget(view)
        left, right = (in_card(view, margin=GRID // 2) for view in (self._left, self.spectra))
        in_row((left, 1), (right, 1), of=self, spacing=GRID)
