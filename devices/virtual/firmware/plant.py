"""What the firmware needs of the arm it sits in: set-points in, sensors out, and what its data sheet says."""

from typing import Protocol

from core.recording import FloatArray
from devices.virtual.physics.readings import CountArray, NominalDrives, Payload, Readings

__all__ = ["PERIOD_S", "CountArray", "NominalDrives", "Payload", "Plant", "Readings"]

PERIOD_S = 0.001
"""One control period."""


class Plant(Protocol):
    """An arm with position loops: the physics, or anything that behaves like it."""

    nominal: NominalDrives

    @property
    def time(self) -> float:
        """Seconds since power-on."""

    def hold(self) -> None:
        """Make the set-point where the arm is."""

    def advance(self, position: FloatArray, velocity: FloatArray) -> None:
        """One control period with set-points (n,) in the model's terms."""

    def set_brakes(self, *, engaged: bool) -> None:
        """Close or open the brakes."""

    def sense(self) -> Readings:
        """The sensors, once per control period."""

    def attach(self, payload: Payload | None) -> None:
        """Put a payload on the flange, or take it off."""

    def flange_transform(self) -> FloatArray:
        """(4, 4) where the flange truly is, in the base frame; no controller knows, the black box alone."""
