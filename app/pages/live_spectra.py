"""The spectra of what is on the screen, worked out a few joints at a time: no frame takes long. No Qt."""

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

from core.diagnostics.signals import Signal as Watched
from devices.samples import SampleBlock

if TYPE_CHECKING:
    from core.diagnostics.live import LiveSignals
    from core.signals.spectrum import Spectrum

ROWS_AT_ONCE = 60_000
"""Samples of all joints together that one frame has the time for."""


class LiveSpectra:
    """One round: all joints from the same samples."""

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
        self._over_turns = over_turns
        self._joints = tuple(joints)
        self._at_once = max(1, ROWS_AT_ONCE // max(block.count, 1))
        self._next = 0
        self.found: dict[int, Spectrum | None] = {}
        self.nearest: tuple[int, float] | None = None
        """Where no joint turned far enough: the one that turned farthest, and its motor turns."""
        self.is_complete = False

    def go_on(self) -> None:
        """Work out some more."""
        joints = self._joints[self._next : self._next + self._at_once]
        self._next += len(joints)
        if joints:
            ask = self._signals.order_spectra if self._over_turns else self._signals.spectra
            self.found |= ask(self._signal, joints, self._block.device_time, self._block.columns)
        if self._next < len(self._joints):
            return
        lacks_turns = self._over_turns and not any(self.found.values())
        if joints and lacks_turns:
            return  # how far they turned is a piece of its own
        if lacks_turns:
            self._measure_strokes()
        self.is_complete = True

    def _measure_strokes(self) -> None:
        strokes = self._signals.longest_strokes(self._joints, self._block.columns)
        known = {joint: turns for joint, turns in strokes.items() if math.isfinite(turns)}
        if known:
            joint = max(known, key=lambda each: known[each])
            self.nearest = (joint, known[joint])
