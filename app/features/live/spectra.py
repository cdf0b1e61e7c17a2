"""The spectra of what is on the screen, worked out a few joints at a time: no frame takes long. No Qt."""

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from core.diagnostics.signals import Signal as Watched
from core.diagnostics.spectra import order_spectra_of, spectra_of
from core.signals.spectrum import Spectrum
from devices.samples import SampleBlock

if TYPE_CHECKING:
    from core.diagnostics.live import LiveSignals

ROWS_AT_ONCE = 60_000
"""Samples of all joints together that one frame has the time for."""


class LiveSpectra:
    """One round: all joints from the same samples.

    It gives what ``LiveSignals.spectra`` and ``order_spectra`` give, in as many steps as the
    samples ask for.
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
        """Where no joint turned far enough: the one that turned farthest, and its motor turns."""
        self.is_complete = False
        self._steps = self._over_turns() if over_turns else self._over_time()
        self._at_once = max(1, ROWS_AT_ONCE // max(block.count, 1))

    def go_on(self) -> None:
        """Work out some more."""
        self.is_complete = next(self._steps, None) is None

    def _over_time(self) -> Iterator[bool]:
        time = self._block.device_time
        values = self._signals.values(self._signal, time, self._block.columns)
        for joints in self._portions():
            if not self._is_short:
                yield True
            self.found |= spectra_of(values, joints, time=time)

    def _over_turns(self) -> Iterator[bool]:
        time = self._block.device_time
        values = self._signals.values(self._signal, time, self._block.columns)
        turns = self._signals.motor_turns(self._block.columns)
        for joints in self._portions():
            if not self._is_short:
                yield True
            self.found |= order_spectra_of(values, joints, time=time, turns=turns)
        if not any(self.found.values()):
            yield True
            self._measure_strokes()

    @property
    def _is_short(self) -> bool:
        """Whether all of it fits into one frame."""
        return self._at_once >= len(self._joints)

    def _portions(self) -> Iterator[tuple[int, ...]]:
        for first in range(0, len(self._joints), self._at_once):
            yield self._joints[first : first + self._at_once]

    def _measure_strokes(self) -> None:
        strokes = self._signals.longest_strokes(self._joints, self._block.columns)
        known = {joint: turns for joint, turns in strokes.items() if math.isfinite(turns)}
        if known:
            joint = max(known, key=lambda each: known[each])
            self.nearest = (joint, known[joint])
