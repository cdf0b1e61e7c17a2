"""What stands around an arm, and what of it comes near."""

from dataclasses import dataclass

from core.bounds import Height, check_bounds


@dataclass(frozen=True)
class Box:
    """A box with edges along the base frame's axes: its lowest and highest corner in m."""

    name: str
    low: tuple[Height, Height, Height]
    high: tuple[Height, Height, Height]

    def __post_init__(self) -> None:
        """Refuse corners that are nowhere."""
        check_bounds(self)


@dataclass(frozen=True)
class ClosestPair:
    """The two that come nearest: their names, the distance in m (negative inside), and at which pose.

    Names are ``base``, ``link N`` (from 1), ``floor`` and those of the boxes. Where nothing can
    touch anything the distance is infinite and the names are empty.
    """

    distance: float = float("inf")
    first: str = ""
    second: str = ""
    pose: int = 0
