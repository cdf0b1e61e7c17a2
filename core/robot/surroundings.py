"""The obstacles around an arm, and the closest pair found among them."""

from dataclasses import dataclass

from core.bounds import Height, check_bounds

KEEP_OFF_M = 0.05
"""Distance that an arm in fast motion keeps to the floor, the boxes around it and between its links, m."""
SLOW_M_S = 0.25
"""Speed of a point of the arm above which a motion is fast, m/s."""


@dataclass(frozen=True)
class Box:
    """A box with edges along the base frame's axes: its lowest and highest corner in m."""

    name: str
    low: tuple[Height, Height, Height]
    high: tuple[Height, Height, Height]

    def __post_init__(self) -> None:
        """Raise an error for corners that are not finite or not in order."""
        check_bounds(self)


@dataclass(frozen=True)
class ClosestPair:
    """The two bodies that come nearest: names, distance in m (negative where they overlap), and the pose.

    Names are ``base``, ``link N`` (from 1), ``floor`` and those of the boxes. If no two bodies can
    touch, the distance is infinite and the names are empty.
    """

    distance: float = float("inf")
    first: str = ""
    second: str = ""
    pose: int = 0
