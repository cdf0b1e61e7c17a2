"""Time at which a drive measured: between request and answer, narrowed by its own clock.

Each drive has its own clock, which counts whole milliseconds, starts anywhere and runs up to some parts in
ten thousand too fast or too slow. A request leaves before the drive measures and its answer arrives after
it: that bounds the moment whatever the computer does meanwhile. The counter bounds it again, because the
offset between both clocks hardly changes: each exchange narrows it for the next ones.
"""

from dataclasses import dataclass

TICK_S = 0.001
"""Step of a drive's counter."""
WORST_DRIFT = 200e-6
"""No crystal is worse; an offset that was found widens by this much per second."""
_WRAP = 1 << 32


@dataclass(frozen=True)
class Moment:
    """A time on this computer's clock and how far it may be off, s."""

    at: float
    within: float


class DriveClock:
    """Relates the counter of one drive to this computer's clock."""

    def __init__(self) -> None:
        self._known: tuple[float, float, float] | None = None
        """Time of the newest exchange, and the lower and upper bound of the offset after it, s."""
        self._counter: int | None = None
        self._wraps = 0
        self.has_restarted = False
        """True once the counter has gone back: the drive was switched off and on."""

    def moment(self, counter: int, *, sent: float, arrived: float) -> Moment:
        """The moment at which the drive measured; ``counter`` as int32, times in s of this computer.

        The bounds hold if the drive's clock is no worse than ``WORST_DRIFT``. If they contradict each
        other (the drive was switched off and on) only those of this exchange count.
        """
        ticks = self._unwrapped(counter) * TICK_S
        # the counter shows whole steps: the drive's own time is up to one step later
        lower, upper = sent - ticks - TICK_S, arrived - ticks
        if self._known is not None:
            at, low, high = self._known
            widened = WORST_DRIFT * (arrived - at)
            low, high = max(lower, low - widened), min(upper, high + widened)
            if low <= high:
                lower, upper = low, high
        self._known = (arrived, lower, upper)
        first, last = max(sent, ticks + lower), min(arrived, ticks + upper + TICK_S)
        return Moment(0.5 * (first + last), 0.5 * (last - first))

    def _unwrapped(self, counter: int) -> int:
        counter %= _WRAP
        if self._counter is not None and self._counter - counter > _WRAP // 2:
            self._wraps += 1
        elif self._counter is not None and counter < self._counter:
            self.has_restarted = True
        self._counter = counter
        return counter + self._wraps * _WRAP
