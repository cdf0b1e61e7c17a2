"""Load-dependent friction with a curved load, and viscous friction that falls while grease is stirred.

That friction depends on load and temperature is from Bittencourt, Wernholt, Sander-Tavallaey and Brogårdh
(IROS 2010). Here the load adds its square, and the mean speed of ``core.friction.stirring`` stands for the
temperature of the grease, which is not measured.

On a UR10e, each term alone added to the load-dependent model: the square of the load lowers the error of
runs left out by 1.2 % and that of a run from another day by 4.1 %; stirred grease by 3.6 % and 3.3 %.
"""

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
        motion.load**2 * state,
        velocity * motion.stirred,
        np.ones_like(velocity),
    )


MODEL = FrictionForm(
    name="extended",
    order=6,
    title="Extended by curved load and stirred grease",
    coefficients=(
        Coefficient("presliding", TORQUE),
        Coefficient("viscous", PER_SPEED),
        Coefficient("quadratic", PER_SPEED_2),
        Coefficient("cubic", PER_SPEED_3),
        Coefficient("load-dependent", "1"),
        Coefficient("load squared", "1/(N·m)"),
        Coefficient("stirring", PER_SPEED_2),
        Coefficient("offset", TORQUE),
    ),
    columns=_columns,
    shape_start={"presliding distance": 1e-4},
    shape_candidates=grid(**{"presliding distance": (3e-5, 5e-5, 7e-5, 1e-4, 1.4e-4, 2e-4, 3e-4)}),
    uses_presliding=True,
    uses_load=True,
    load_column=4,
    load_squared_column=5,
    uses_stirring=True,
    is_near_gears=False,
)
