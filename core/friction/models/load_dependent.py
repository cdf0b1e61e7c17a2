"""Friction that grows with the load on the gear, with a presliding state through reversals."""

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


def _columns(motion: JointMotion, _shape: Shape) -> tuple[FloatArray, ...]:
    velocity, state = motion.velocity, motion.presliding
    signed_square = velocity * np.abs(velocity)
    return (
        state,
        velocity,
        signed_square,
        signed_square * np.abs(velocity),
        np.abs(motion.load) * state,
        np.ones_like(velocity),
    )


MODEL = FrictionForm(
    name="load-dependent",
    order=5,
    title="Load dependent, with presliding",
    coefficients=(
        Coefficient("presliding", TORQUE),
        Coefficient("viscous", PER_SPEED),
        Coefficient("quadratic", PER_SPEED_2),
        Coefficient("cubic", PER_SPEED_3),
        Coefficient("load-dependent", "1"),
        Coefficient("offset", TORQUE),
    ),
    columns=_columns,
    shape_start={"presliding distance": 1e-4},
    shape_candidates=grid(**{"presliding distance": (3e-5, 5e-5, 7e-5, 1e-4, 1.4e-4, 2e-4, 3e-4)}),
    uses_presliding=True,
    uses_load=True,
    load_column=4,
)
