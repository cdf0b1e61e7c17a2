"""The friction models: their columns, coefficients and shape constants, and the names that files give them.

A further model is one more ``FrictionForm`` in ``MODELS``; fitting, files and lists take it from there.
"""

from collections.abc import Mapping
from dataclasses import replace
from enum import StrEnum
from typing import TYPE_CHECKING

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
    shape_grid,
)
from core.recording import FloatArray


def _coulomb_viscous_columns(motion: JointMotion, _shape: Shape) -> tuple[FloatArray, ...]:
    velocity = motion.velocity
    return np.sign(velocity), velocity, np.ones_like(velocity)


COULOMB_VISCOUS = FrictionForm(
    name="coulomb-viscous",
    title="Coulomb and viscous",
    coefficients=(
        Coefficient("coulomb", TORQUE),
        Coefficient("viscous", PER_SPEED),
        Coefficient("offset", TORQUE),
    ),
    columns=_coulomb_viscous_columns,
    shape_start={},
    shape_candidates=(),
    is_near_gears=False,
)
"""Coulomb and viscous friction with an offset: the simplest model."""


def _stribeck_columns(motion: JointMotion, shape: Shape) -> tuple[FloatArray, ...]:
    velocity = motion.velocity
    fast, slow = shape["kv"], shape["kd"]
    scale = 2.0 / np.pi
    return scale * np.arctan(fast * velocity), scale * np.arctan(slow * velocity), velocity


STRIBECK = FrictionForm(
    name="stribeck",
    title="Stribeck",
    coefficients=(
        Coefficient("static", TORQUE),
        Coefficient("static to Coulomb", TORQUE),
        Coefficient("viscous", PER_SPEED),
    ),
    columns=_stribeck_columns,
    shape_start={"kv": 1000.0, "kd": 20.0},
    shape_candidates=shape_grid(kv=(200.0, 1000.0, 5000.0), kd=(3.0, 8.0, 20.0, 50.0)),
    shape_bounds={"kv": (1000.0, 2e4), "kd": (2.0, 200.0)},
)
"""Stribeck friction by two arcs of tangent ([Szabo] eq. 7-9)."""


def _continuous_columns(motion: JointMotion, shape: Shape) -> tuple[FloatArray, ...]:
    velocity = motion.velocity
    hump = np.tanh(velocity / shape["v2"]) - np.tanh(velocity / shape["v3"])
    return np.tanh(velocity / shape["v1"]), hump, velocity


CONTINUOUS = FrictionForm(
    name="continuous",
    title="Continuous",
    coefficients=(
        Coefficient("coulomb", TORQUE),
        Coefficient("hump", TORQUE),
        Coefficient("viscous", PER_SPEED),
    ),
    columns=_continuous_columns,
    shape_start={"v1": 0.005, "v2": 0.02, "v3": 0.1},
    shape_candidates=shape_grid(v1=(0.002, 0.005, 0.02), v2=(0.01, 0.03), v3=(0.06, 0.2, 0.6)),
    shape_bounds={"v1": (5e-4, 0.02), "v2": (2e-3, 0.03), "v3": (0.06, 0.6)},
)
"""A continuous model with a hump at low speed ([Wu]; our reading of a formula missing from its text)."""


def _bidirectional_columns(motion: JointMotion, shape: Shape) -> tuple[FloatArray, ...]:
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


BIDIRECTIONAL = FrictionForm(
    name="bidirectional",
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
    columns=_bidirectional_columns,
    shape_start={"eps": 1e-4, "lambda": 0.01},
    shape_candidates=shape_grid(eps=(1e-4,), **{"lambda": (0.0, 0.003, 0.01, 0.02, 0.05, 0.1)}),
    threshold="lambda",
)
"""Separate friction for each direction, a cubic of the speed above a threshold ([Liu] eq. 9-11)."""


def _load_dependent_columns(motion: JointMotion, _shape: Shape) -> tuple[FloatArray, ...]:
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


LOAD_DEPENDENT = FrictionForm(
    name="load-dependent",
    title="Load dependent, with presliding",
    coefficients=(
        Coefficient("presliding", TORQUE),
        Coefficient("viscous", PER_SPEED),
        Coefficient("quadratic", PER_SPEED_2),
        Coefficient("cubic", PER_SPEED_3),
        Coefficient("load-dependent", "1"),
        Coefficient("offset", TORQUE),
    ),
    columns=_load_dependent_columns,
    shape_start={"presliding distance": 1e-4},
    shape_candidates=shape_grid(**{"presliding distance": (3e-5, 5e-5, 7e-5, 1e-4, 1.4e-4, 2e-4, 3e-4)}),
    uses_presliding=True,
    uses_load=True,
    load_column=4,
)
"""Friction that grows with the load on the gear, with a presliding state through reversals."""


def _extended_columns(motion: JointMotion, shape: Shape) -> tuple[FloatArray, ...]:
    *known, offset = LOAD_DEPENDENT.columns(motion, shape)
    return (*known, motion.load**2 * motion.presliding, motion.velocity * motion.stirred, offset)


EXTENDED = replace(
    LOAD_DEPENDENT,
    name="extended",
    title="Extended by curved load and stirred grease",
    coefficients=(
        *LOAD_DEPENDENT.coefficients[:-1],
        Coefficient("load squared", "1/(N·m)"),
        Coefficient("stirring", PER_SPEED_2),
        LOAD_DEPENDENT.coefficients[-1],
    ),
    columns=_extended_columns,
    load_squared_column=5,
    uses_stirring=True,
    is_near_gears=False,
)
"""Load-dependent friction with a curved load, and viscous friction that falls while grease is stirred.

That friction depends on load and temperature is from Bittencourt, Wernholt, Sander-Tavallaey and Brogårdh
(IROS 2010). Here the load adds its square, and the mean speed of ``core.friction.states`` stands for the
temperature of the grease, which is not measured.

On a UR10e, each term alone added to the load-dependent model: the square of the load lowers the error of
runs left out by 1.2 % and that of a run from another day by 4.1 %; stirred grease by 3.6 % and 3.3 %.
"""


MODELS = (COULOMB_VISCOUS, STRIBECK, CONTINUOUS, BIDIRECTIONAL, LOAD_DEPENDENT, EXTENDED)
"""All friction models, in the order of lists."""

if TYPE_CHECKING:

    class FrictionKind(StrEnum):
        """A friction model by its name; code may use the names listed here, and further models may exist."""

        COULOMB_VISCOUS = "coulomb-viscous"
        STRIBECK = "stribeck"
        CONTINUOUS = "continuous"
        BIDIRECTIONAL = "bidirectional"
        LOAD_DEPENDENT = "load-dependent"
        EXTENDED = "extended"

else:  # the members are whatever models there are
    FrictionKind = StrEnum(
        "FrictionKind", {form.name.replace("-", "_").upper(): form.name for form in MODELS}, module=__name__
    )

FORMS: Mapping[FrictionKind, FrictionForm] = {FrictionKind(form.name): form for form in MODELS}
"""Every friction model by its name."""
