"""Reads a payload from the facts of a simulation request."""

import numpy as np

from core.errors import Fact
from core.recording import FloatArray
from devices.errors import ConfigurationError
from devices.virtual.firmware.plant import Payload

_STEEL_KG_M3 = 7850.0


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
