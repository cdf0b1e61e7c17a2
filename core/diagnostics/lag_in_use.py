"""Which lag between the encoders' channels is taken out of the live deflection."""

from dataclasses import dataclass
from enum import StrEnum

import numpy as np
import numpy.typing as npt

from core.diagnostics.channel_lag import LagEstimate, RunningLag
from core.recording import FloatArray

GOOD_ENOUGH_S = 1e-4
"""Standard deviation from which on a running estimate is taken out."""
WORTH_S = 2e-5
"""A lag that differs by less is left as it is: at 1 rad/s that is 4 arcsec."""
_STDS = 2.0
_LOOK_S = 0.5
"""Of stream between two looks at the running estimate."""
LONGEST_S = 0.02
"""What is later than that is no lag of a channel."""


class LagSource(StrEnum):
    """Who says what the lag is."""

    VISIT = "visit"
    """The analysis of recordings, joint by joint."""
    RUNNING = "running"
    """The stream itself, one for all joints."""


@dataclass(frozen=True)
class ShownLag:
    """What is known of the lag now.

    Attributes
    ----------
    value, std
        s by which the link encoders' channel is late, the middle one of the joints.
    source
        Who says so.
    is_taken_out
        Whether the deflection is shown without it.
    """

    value: float
    std: float
    source: LagSource
    is_taken_out: bool


class LagInUse:
    """What the visit knows goes before what the stream shows; either may be left in on request.

    A change is only offered (:attr:`is_due`) until it is taken, since curves and loops have to be
    made anew with it.
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
        """Whether the raw difference is wanted."""

    @property
    def taken(self) -> FloatArray | None:
        """(n,) s that is taken out; None for nothing."""
        return self._taken

    @property
    def is_due(self) -> bool:
        """Whether another lag should be taken out than is."""
        wanted = self._wanted()
        if wanted is None or self._taken is None:
            return wanted is not self._taken
        return not np.array_equal(wanted, self._taken)

    def take(self) -> FloatArray | None:
        """Take out what should be, from now on."""
        self._taken = self._wanted()
        return self._taken

    def tell(self, lag: FloatArray | None, *, std: float = float("nan")) -> None:
        """What the visit knows: (n,) s, and the standard deviation of the middle one; None for nothing."""
        self._told, self._told_std = lag, std

    def is_new(self, sequence: npt.NDArray[np.int64]) -> bool:
        """Whether some of the samples (N,) have not been taken in yet."""
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
        """The device counts its samples anew."""
        self._running.count_anew()

    def shown(self) -> ShownLag | None:
        """What is known now; None while nothing is, or nothing good enough to be told."""
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
