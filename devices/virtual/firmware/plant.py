"""The firmware's interface to its arm: set-points in, sensors out, and the data sheet of the drives."""

from typing import Protocol

import numpy as np

from core.errors import Fact
from core.recording import FloatArray
from devices.errors import ConfigurationError
from devices.virtual.physics.readings import CountArray, NominalDrives, Payload, Readings, Watch

__all__ = ["PERIOD_S", "CountArray", "NominalDrives", "Payload", "Plant", "Readings", "Watch"]

PERIOD_S = 0.001
"""Length of one control period, s."""

_STEEL_KG_M3 = 7850.0


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


def payload_from_facts(facts: dict[str, Fact]) -> Payload | None:
    """Payload from ``mass`` kg, ``center_of_mass`` (3,) m, ``inertia`` (9,) kg·m² by rows; None for mass 0.

    Raises
    ------
    ConfigurationError
        ``payload-setting`` for a fact that is missing, unknown or of a wrong shape.
    """
    shapes = {"mass": (), "center_of_mass": (3,), "inertia": (9,)}
    for name in facts.keys() - shapes.keys():
        raise ConfigurationError("payload-setting", setting=name)
    values = {}
    for name, fact in facts.items():
        value = None if isinstance(fact, str) else np.asarray(fact)
        if value is None or value.shape != shapes[name] or value.dtype.kind not in "if":
            raise ConfigurationError("payload-setting", setting=name)
        values[name] = value.astype(np.float64)
    if "mass" not in values or not 0.0 <= values["mass"] < np.inf:
        raise ConfigurationError("payload-setting", setting="mass")
    return solid_payload(
        float(values["mass"]),
        center_of_mass=values.get("center_of_mass", np.zeros(3)),
        inertia=values["inertia"].reshape(3, 3) if "inertia" in values else None,
    )


def solid_payload(
    mass: float, *, center_of_mass: FloatArray, inertia: FloatArray | None = None
) -> Payload | None:
    """Payload in kg and m; a steel ball if no inertia is given; None for mass 0."""
    if mass == 0.0:
        return None
    if inertia is None:
        radius = np.cbrt(3.0 * mass / (4.0 * np.pi * _STEEL_KG_M3))
        inertia = 0.4 * mass * radius**2 * np.eye(3)
    return Payload(mass, center_of_mass, inertia)
