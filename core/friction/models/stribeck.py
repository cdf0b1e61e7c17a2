"""Stribeck friction by two arcs of tangent ([Szabo] eq. 7-9)."""

import numpy as np

from core.friction.form import PER_SPEED, TORQUE, Coefficient, FrictionForm, JointMotion, Shape, grid
from core.recording import FloatArray


def _columns(motion: JointMotion, shape: Shape) -> tuple[FloatArray, ...]:
    velocity = motion.velocity
    fast, slow = shape["kv"], shape["kd"]
    scale = 2.0 / np.pi
    return scale * np.arctan(fast * velocity), scale * np.arctan(slow * velocity), velocity


MODEL = FrictionForm(
    name="stribeck",
    order=2,
    title="Stribeck",
    coefficients=(
        Coefficient("static", TORQUE),
        Coefficient("static to Coulomb", TORQUE),
        Coefficient("viscous", PER_SPEED),
    ),
    columns=_columns,
    shape_start={"kv": 1000.0, "kd": 20.0},
    shape_candidates=grid(kv=(200.0, 1000.0, 5000.0), kd=(3.0, 8.0, 20.0, 50.0)),
    shape_bounds={"kv": (1000.0, 2e4), "kd": (2.0, 200.0)},
)
