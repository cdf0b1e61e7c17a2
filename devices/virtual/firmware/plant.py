"""The firmware's interface to its arm: set-points in, sensors out, and the data sheet of the drives."""

from typing import Protocol

from core.recording import FloatArray
from devices.virtual.physics.readings import CountArray, NominalDrives, Payload, Readings, Watch

__all__ = ["PERIOD_S", "CountArray", "NominalDrives", "Payload", "Plant", "Readings", "Watch"]

PERIOD_S = 0.001
"""Length of one control period, s."""


class Plant(Protocol):
    """An arm with position control loops: the physics, or a substitute for tests."""

    nominal: NominalDrives

    @property
    def time(self) -> float:
        """Time since power-on, s."""

    def hold(self) -> None:
        """Set the set-point to the present position."""

    def run(self, position: FloatArray, velocity: FloatArray, *, watch: Watch | None = None) -> Readings:
        """Run control periods with set-points (k, n) in the model's convention; return readings (m, n).

        It ends after the first period with a reading beyond ``watch``, and may end earlier; m ≥ 1.
        """

    def set_brakes(self, *, engaged: bool) -> None:
        """Close or release the brakes."""

    def sense(self) -> Readings:
        """Read the sensors (n,) before the first control period."""

    def attach(self, payload: Payload | None) -> None:
        """Put a payload on the flange; None removes it."""

    def flange_transform(self) -> FloatArray:
        """True pose (4, 4) of the flange in the base frame; only for the black box."""
