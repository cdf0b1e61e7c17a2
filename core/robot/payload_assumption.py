"""The load assumed on a flange before a payload was measured."""

from dataclasses import dataclass


@dataclass(frozen=True)
class AssumedPayload:
    """A point mass in kg with its centre anywhere up to ``distance`` m from the flange.

    ``reach`` m is how far a long tool reaches from the flange, along its z axis; 0 for none.
    ``mass_assumed`` and ``distance_assumed`` are True where the description gives no value and a
    fraction of the arm's own was taken.
    """

    mass: float
    distance: float
    mass_assumed: bool = False
    distance_assumed: bool = False
    reach: float = 0.0
