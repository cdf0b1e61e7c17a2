"""What stands around an arm."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Box:
    """A box with edges along the base frame's axes: its lowest and highest corner in m."""

    name: str
    low: tuple[float, float, float]
    high: tuple[float, float, float]
