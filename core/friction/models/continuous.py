"""A continuous model with a hump at low speed ([Wu]; our reading of a formula missing from its text)."""

import numpy as np

from core.friction.form import PER_SPEED, TORQUE, Coefficient, FrictionForm, JointMotion, Shape, grid
from core.recording import FloatArray


def _columns(motion: JointMotion, shape: Shape) -> tuple[FloatArray, ...]:
    velocity = motion.velocity
    hump = np.tanh(velocity / shape["v2"]) - np.tanh(velocity / shape["v3"])
    return np.tanh(velocity / shape["v1"]), hump, velocity


MODEL = FrictionForm(
    name="continuous",
    order=3,
    title="Continuous",
    coefficients=(
        Coefficient("coulomb", TORQUE),
        Coefficient("hump", TORQUE),
        Coefficient("viscous", PER_SPEED),
    ),
    columns=_columns,
    shape_start={"v1": 0.005, "v2": 0.02, "v3": 0.1},
    shape_candidates=grid(v1=(0.002, 0.005, 0.02), v2=(0.01, 0.03), v3=(0.06, 0.2, 0.6)),
    shape_bounds={"v1": (5e-4, 0.02), "v2": (2e-3, 0.03), "v3": (0.06, 0.6)},
)
