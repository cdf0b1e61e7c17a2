"""Spectra of the visible samples, worked out a few joints at a time: no frame takes long. No Qt."""

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from core.diagnostics.signals import Signal as Watched
from core.diagnostics.spectra import order_spectra_of, spectra_of
from core.signals.spectrum import Spectrum
from devices.samples import SampleBlock

if TYPE_CHECKING:
    from core.diagnostics.live_signals import LiveSignals

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
