"""Separate friction for each direction, a cubic of the speed above a threshold ([Liu] eq. 9-11)."""

import numpy as np

from core.friction.form import (
    PER_SPEED,
    PER_SPEED_2,
    PER_SPEED_3,
    TORQUE,
    Coefficient,
    FrictionForm,
    JointMotion,
    Shape,
    grid,
)
from core.recording import FloatArray


def _columns(motion: JointMotion, shape: Shape) -> tuple[FloatArray, ...]:
    velocity = motion.velocity
    direction = np.tanh(velocity / shape["eps"])
    forward, backward = velocity >= 0.0, velocity < 0.0
    above = np.abs(velocity) >= shape["lambda"]
    return (
        forward * direction * (direction + 1.0) / 2.0,
        above * forward * (direction + 1.0) / 2.0 * velocity,
        above * forward * velocity**2,
        above * forward * velocity**3,
        backward * direction * (1.0 - direction) / 2.0,
        above * backward * (1.0 - direction) / 2.0 * velocity,
        above * backward * velocity**2,
        above * backward * velocity**3,
    )


MODEL = FrictionForm(
    name="bidirectional",
    order=4,
    title="Different in each direction",
    coefficients=tuple(
        Coefficient(f"{name} {direction}", unit)
        for direction in ("forward", "backward")
        for name, unit in (
            ("coulomb", TORQUE),
            ("viscous", PER_SPEED),
            ("quadratic", PER_SPEED_2),
            ("cubic", PER_SPEED_3),
        )
    ),
    columns=_columns,
    shape_start={"eps": 1e-4, "lambda": 0.01},
    shape_candidates=grid(eps=(1e-4,), **{"lambda": (0.0, 0.003, 0.01, 0.02, 0.05, 0.1)}),
    threshold="lambda",
)
