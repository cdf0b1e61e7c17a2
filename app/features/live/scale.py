"""Scale of the deflection for a full bar and a full tint: round steps without jitter."""

import math
import time as clock
from collections.abc import Callable

from app.speech.units import ARCMINUTE

SMALLEST_ARCMIN = 0.5
SHRINK_AFTER_S = 3.0
"""Time for which a smaller scale must have been enough before it is taken; a larger one is taken at once."""
_MANTISSAS = (1.0, 2.0, 5.0, 10.0)
_ROUNDING = 1e-9


def rounded_up(arcmin: float) -> float:
    """Smallest step of 0.5, 1, 2, 5, 10 … arcmin that holds ``arcmin``."""
    if not arcmin > SMALLEST_ARCMIN:
        return SMALLEST_ARCMIN
    decade = 10.0 ** math.floor(math.log10(arcmin))
    return next(step for step in _MANTISSAS if arcmin <= step * decade * (1.0 + _ROUNDING)) * decade


class DeflectionScale:
    """Follows the largest deflection that is visible, in rad (m at sliding joints)."""

    def __init__(self, *, now: Callable[[], float] = clock.monotonic) -> None:
        self._now = now
        self._arcmin = SMALLEST_ARCMIN
        self._needed_s = -math.inf
        """Time at which a scale this large was needed last, s."""

    @property
    def full(self) -> float:
        """Deflection of a full bar, rad (m at sliding joints)."""
        return self._arcmin / ARCMINUTE.per_si

    def take(self, largest: float) -> float:
        """The scale for the largest deflection (rad) that is visible now; NaN where there is none."""
        # every frame that needs this scale renews its time, so it shrinks only after a quiet while; with NaN
        # the smallest scale is wanted
        wanted = rounded_up(abs(largest) * ARCMINUTE.per_si)
        if wanted >= self._arcmin or self._now() - self._needed_s > SHRINK_AFTER_S:
            self._arcmin, self._needed_s = wanted, self._now()
        return self.full
