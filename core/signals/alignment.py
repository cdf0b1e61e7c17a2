"""Two recordings over one another: by their beginnings, by an event, or by the phase of a periodic motion.

The period is the lag at which the motion is most like itself (its autocorrelation), measured over as many
cycles as there are. The phase is the shift at which the mean cycles of both recordings are most alike.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from core.errors import NotEnoughData
from core.recording import Event, FloatArray

_LEAST_LIKENESS = 0.7
"""Least correlation of a motion with itself one period later."""
_FIRST_OF = 0.9
"""A shorter period is taken where its correlation is at least this share of the highest."""
_LONGEST = 0.6
"""Longest lag as a share of the length: more than one and a half cycles have to be there."""
_STILL = 0.02
"""Part of the travel within which an arm counts as standing."""
_BINS = 256
"""Parts of a cycle."""
_LEAST_POINTS = 64


@dataclass(frozen=True)
class Alignment:
    """``there``, s in the other recording, is shown at ``here``; it runs ``stretch`` times as fast."""

    here: float
    there: float
    stretch: float = 1.0

    def there_at(self, here: float) -> float:
        """Time of the other recording that is shown at a time of this one, s."""
        return self.there + self.stretch * (here - self.here)

    def here_of(self, there: FloatArray) -> FloatArray:
        """Times of this recording at which times (N,) of the other are shown, s."""
        return self.here + (there - self.there) / self.stretch


def by_event(here: Sequence[Event], there: Sequence[Event], code: str) -> Alignment:
    """Lay the first events with this code over one another; both recordings have one.

    Examples
    --------
    >>> by_event([Event(3.0, "start")], [Event(1.0, "note"), Event(9.0, "start")], "start").there_at(4.0)
    10.0
    """
    first, other = (next(one.time for one in events if one.code == code) for events in (here, there))
    return Alignment(first, other)


def common_events(here: Sequence[Event], there: Sequence[Event]) -> tuple[str, ...]:
    """Codes of events that both recordings have, in the order of the first."""
    others = {one.code for one in there}
    return tuple(dict.fromkeys(one.code for one in here if one.code in others))


def by_phase(
    time: FloatArray, motion: FloatArray, other_time: FloatArray, other_motion: FloatArray
) -> Alignment:
    """Lay the same phase of a periodic motion over one another, cycle by cycle.

    Parameters
    ----------
    time, other_time
        (N,) and (M,) s, evenly spaced.
    motion, other_motion
        (N,) and (M,) positions of the same joint; any unit, without gaps.

    Raises
    ------
    NotEnoughData
        ``no-period``: one of the motions does not repeat itself.
    """
    time, motion = _without_still_ends(time, motion)
    other_time, other_motion = _without_still_ends(other_time, other_motion)
    period, other_period = period_of(time, motion), period_of(other_time, other_motion)
    here = _mean_cycle(time, motion, period)
    there = _mean_cycle(other_time, other_motion, other_period)
    likeness = np.fft.irfft(np.conj(np.fft.rfft(here)) * np.fft.rfft(there), _BINS)
    place = int(likeness.argmax())
    around = likeness[np.array([place - 1, place, place + 1]) % _BINS]
    phase = (place + _top(around)) / _BINS
    return Alignment(float(time[0]), float(other_time[0]) + phase * other_period, other_period / period)


def period_of(time: FloatArray, motion: FloatArray) -> float:
    """Period of a motion (N,) at evenly spaced times (N,) s.

    Raises
    ------
    NotEnoughData
        ``no-period`` where it does not repeat itself.
    """
    count = motion.size
    if count < _LEAST_POINTS or not np.ptp(motion) > 0.0:
        raise NotEnoughData("no-period")
    step = float(time[-1] - time[0]) / (count - 1)
    likeness = _likeness(motion - motion.mean())
    below = np.flatnonzero(likeness < 0.0)
    first, last = (int(below[0]) if below.size else count), int(_LONGEST * count)
    inside = np.arange(max(first, 1), last - 1)
    is_top = (likeness[inside] >= likeness[inside - 1]) & (likeness[inside] > likeness[inside + 1])
    tops = inside[is_top]
    highest = float(likeness[tops].max()) if tops.size else 0.0
    if highest < _LEAST_LIKENESS:
        raise NotEnoughData("no-period")
    at = int(tops[likeness[tops] >= _FIRST_OF * highest][0])
    lag, cycles = at + _top(likeness[at - 1 : at + 2]), 1
    # a later repetition is as sharp as the first, so that the period is known the better the later it is
    while 2 * cycles * lag < last - 1:
        cycles *= 2
        wide = max(round(0.1 * lag), 1)
        middle = round(cycles * lag)
        near = np.arange(max(middle - wide, 1), min(middle + wide + 1, last - 1))
        at = int(near[likeness[near].argmax()])
        lag = (at + _top(likeness[at - 1 : at + 2])) / cycles
    return lag * step


def _without_still_ends(time: FloatArray, motion: FloatArray) -> tuple[FloatArray, FloatArray]:
    """From the first to the last motion: an arm may stand before its program starts, and after it."""
    if not motion.size:
        return time, motion
    least = _STILL * np.ptp(motion)
    left = np.flatnonzero(np.abs(motion - motion[0]) > least)
    not_back = np.flatnonzero(np.abs(motion - motion[-1]) > least)
    if not left.size or not not_back.size:
        return time, motion
    moving = slice(int(left[0]), int(not_back[-1]) + 1)
    return time[moving], motion[moving]


def _likeness(motion: FloatArray) -> FloatArray:
    """Correlation of a motion (N,) without its mean with itself at each lag, one at lag zero."""
    count = motion.size
    spectrum = np.fft.rfft(motion, 2 * count)
    products = np.fft.irfft(spectrum * np.conj(spectrum))[:count]
    squares = np.concatenate([[0.0], np.cumsum(motion * motion)])
    lags = np.arange(count)
    scale = np.sqrt(squares[count - lags] * (squares[-1] - squares[lags]))
    return np.asarray(products / np.where(scale > 0.0, scale, np.inf))


def _mean_cycle(time: FloatArray, motion: FloatArray, period: float) -> FloatArray:
    """Mean of all cycles (``_BINS``,), from the first sample on, without its mean."""
    share = (time - time[0]) / period % 1.0
    place = np.minimum((share * _BINS).astype(np.int64), _BINS - 1)
    count = np.bincount(place, minlength=_BINS)
    known = np.flatnonzero(count)
    means = np.bincount(place, weights=motion, minlength=_BINS)[known] / count[known]
    cycle = np.interp(np.arange(_BINS), known, means, period=_BINS)
    return np.asarray(cycle - cycle.mean())


def _top(around: FloatArray) -> float:
    """Place of the top of the parabola through three values, from the middle one."""
    bend = float(around[0] - 2.0 * around[1] + around[2])
    return 0.0 if bend >= 0.0 else float(0.5 * (around[0] - around[2]) / bend)
