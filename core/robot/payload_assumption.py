"""What is taken to hang on a flange before anybody measured it."""

from dataclasses import dataclass


@dataclass(frozen=True)
class AssumedPayload:
    """A point mass in kg, its centre anywhere up to ``distance`` m from the flange.

    ``mass_assumed`` and ``distance_assumed`` say that the description gives none, and a
    fraction of the arm's own was taken.
    """

    mass: float
    distance: float
    mass_assumed: bool = False
    distance_assumed: bool = False
