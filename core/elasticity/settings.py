"""What the analysis of the twist may be told."""

from dataclasses import dataclass

GAIN_STD = 0.03 / 3.0**0.5
"""Relative standard deviation of drive gains by the data sheet: within 3 % of the truth, anywhere in it."""


@dataclass(frozen=True)
class ElasticitySettings:
    """How the deflection is analysed.

    Attributes
    ----------
    filter_hz
        Cut-off of the low-pass that deflection and loads go through alike.
    highest_order
        Ripple is looked for up to so many cycles per motor turn.
    most_lines
        Of ripple per joint.
    gain_std
        Relative standard deviation of the drive gains: a load that is too large by one per cent
        makes every gear stiffer by as much.
    """

    filter_hz: float = 20.0
    highest_order: float = 8.0
    most_lines: int = 4
    gain_std: float = GAIN_STD
