"""Settings of the elasticity analysis."""

from dataclasses import dataclass
from typing import Annotated

from core.bounds import Bounds, Cutoff, check_bounds
from core.setting import setting

GAIN_STD = 0.03 / 3.0**0.5
"""Relative standard deviation of data sheet drive gains: uniform within 3 % of the true value."""
ORDER = Bounds("", 0.0, 1000.0, above=True)
LINES = Bounds(lower=0, upper=100, whole=True)
GAIN_DOUBT = Bounds("", 0.0, 1.0)


@dataclass(frozen=True)
class ElasticitySettings:
    """The settings of the deflection analysis.

    Attributes
    ----------
    highest_order
        Highest order of the ripple search, cycles per motor turn.
    most_lines
        Largest number of ripple lines per joint.
    gain_std
        Relative standard deviation of the drive gains: a load that is too large by one per cent
        makes every gear stiffer by as much.
    """

    filter_hz: Cutoff = setting(20.0, "Cut-off frequency of the zero-phase low-pass of twist and loads.")
    highest_order: Annotated[float, ORDER] = 8.0
    most_lines: Annotated[int, LINES] = 4
    gain_std: Annotated[float, GAIN_DOUBT] = GAIN_STD

    turn_encoders: bool = False
    """Turn encoders round that count backwards."""

    def __post_init__(self) -> None:
        """Refuse impossible values at once, with the name of the setting."""
        check_bounds(self)
