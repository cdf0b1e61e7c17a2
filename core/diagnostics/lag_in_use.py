"""The lag between the encoders' channels that is removed from the live deflection."""

from dataclasses import dataclass
from enum import StrEnum

import numpy as np
import numpy.typing as npt

from core.diagnostics.channel_lag import LagEstimate, RunningLag
from core.recording import FloatArray

GOOD_ENOUGH_S = 1e-4
"""Standard deviation below which a running estimate is removed, s."""
WORTH_S = 2e-5
"""Smallest change of the lag that is applied, s; at 1 rad/s that is 4 arcsec."""
_STDS = 2.0
_LOOK_S = 0.5
"""Time between two checks of the running estimate, s of the stream."""
LONGEST_S = 0.02
"""Largest plausible lag of a channel, s."""


class LagSource(StrEnum):
    """Source of the lag's value."""

    VISIT = "visit"
    """The analysis of recordings, joint by joint."""
    RUNNING = "running"
    """The stream itself, one for all joints."""


@dataclass(frozen=True)
class ShownLag:
    """The lag as shown now.

    Attributes
    ----------
    value, std
        Delay of the link encoders' channel, s, the median of the joints.
    source
        Its source.
    is_taken_out
        True if the deflection is shown without it.
    """

    value: float
    std: float
    source: LagSource
    is_taken_out: bool


class LagInUse:
    """Chooses the lag: the visit's value before the stream's; either may be kept in on request.

    A change is only offered (:attr:`is_due`) until it is taken, because curves and loops must be
    recomputed with it.
    """

    def __init__(self, joint_count: int, *, rate_hz: float) -> None:
        self._n, self._look_samples = joint_count, max(1, round(_LOOK_S * rate_hz))
        self._running = RunningLag(joint_count, rate_hz=rate_hz)
        self._unlooked = 0
        self._estimate: LagEstimate | None = None
        self._told: FloatArray | None = None
        self._told_std = float("nan")
        self._taken: FloatArray | None = None
        self.is_left_in = False
        """True if the uncorrected difference is wanted."""

    @property
    def taken(self) -> FloatArray | None:
        """Removed lag of each joint, (n,) s; None if none is removed."""
        return self._taken

    @property
    def is_due(self) -> bool:
        """True if another lag should be removed than the present one."""
        wanted = self._wanted()
        if wanted is None or self._taken is None:
            return wanted is not self._taken
        return not np.array_equal(wanted, self._taken)

    def take(self) -> FloatArray | None:
        """Start removing the wanted lag, and return it."""
        self._taken = self._wanted()
        return self._taken

    def tell(self, lag: FloatArray | None, *, std: float = float("nan")) -> None:
        """Set the visit's lag, (n,) s, and the standard deviation of the median; None for no value."""
        self._told, self._told_std = lag, std

    def is_new(self, sequence: npt.NDArray[np.int64]) -> bool:
        """True if some of the samples (N,) are new."""
        last = self._running.last_sequence
        return bool(sequence.size) and (last is None or int(sequence[-1]) > last)

    def feed(self, sequence: npt.NDArray[np.int64], deflection: FloatArray, angle: FloatArray) -> None:
        """Take in samples as :meth:`RunningLag.feed` does."""
        self._running.feed(sequence, deflection, angle)
        self._unlooked += sequence.size
        if self._unlooked >= self._look_samples:
            self._unlooked = 0
            found = self._running.estimate()
            is_one = found is not None and abs(found.value) < LONGEST_S
            self._estimate = found if is_one else None

    def count_anew(self) -> None:
        """Start a new sample count of the device."""
        self._running.count_anew()

    def shown(self) -> ShownLag | None:
        """The lag known now; None while unknown or not accurate enough to show."""
        if self._told is not None:
            middle = float(np.median(self._told))
            return ShownLag(middle, self._told_std, LagSource.VISIT, self._taken is not None)
        found = self._estimate
        if found is None or (found.std > GOOD_ENOUGH_S and self._taken is None):
            return None
        value = found.value if self._taken is None else float(self._taken[0])
        return ShownLag(value, found.std, LagSource.RUNNING, self._taken is not None)

    def _wanted(self) -> FloatArray | None:
        if self.is_left_in:
            return None
        if self._told is not None:
            return self._told
        found = self._estimate
        if found is None:
            return self._taken
        if self._taken is not None:
            change = float(np.max(np.abs(self._taken - found.value)))
            if change < max(WORTH_S, _STDS * found.std):
                return self._taken
        return np.full(self._n, found.value) if found.std < GOOD_ENOUGH_S else self._taken
