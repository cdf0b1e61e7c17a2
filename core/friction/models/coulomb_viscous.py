"""Coulomb and viscous friction with an offset: the simplest model."""

import numpy as np

from core.friction.form import PER_SPEED, TORQUE, Coefficient, FrictionForm, JointMotion, Shape
from core.recording import FloatArray


def _columns(motion: JointMotion, _shape: Shape) -> tuple[FloatArray, ...]:
    velocity = motion.velocity
    return np.sign(velocity), velocity, np.ones_like(velocity)


MODEL = FrictionForm(
    name="coulomb-viscous",
    order=1,
    title="Coulomb and viscous",
    coefficients=(
        Coefficient("coulomb", TORQUE),
        Coefficient("viscous", PER_SPEED),
        Coefficient("offset", TORQUE),
    ),
    columns=_columns,
    shape_start={},
    shape_candidates=(),
    is_near_gears=False,
)
