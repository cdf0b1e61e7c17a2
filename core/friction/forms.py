"""The friction models: columns per joint that are linear in their coefficients.

Each form gives the columns of one joint from its motion. What is not linear (a
speed or a distance that sets the shape) is a shape constant with a grid of
candidates; ``core.identification.shape_search`` picks among them with the linear fit inside.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import numpy as np

from core.friction.kinds import FrictionKind
from core.recording import FloatArray

Shape = Mapping[str, float]


@dataclass(frozen=True)
class JointMotion:
    """What the friction of one joint depends on; arrays have shape (N,).

    ``velocity`` in rad/s or m/s, ``presliding`` the state z in [-1, 1], ``load`` the
    rigid-body torque in N·m (zeros while none is known yet).
    """

    velocity: FloatArray
    presliding: FloatArray
    load: FloatArray


@dataclass(frozen=True)
class Coefficient:
    """Name and unit (of a revolute joint) of one friction coefficient."""

    name: str
    unit: str


@dataclass(frozen=True)
class FrictionForm:
    """One friction model: its coefficients, its shape constants, and its columns."""

    kind: FrictionKind
    coefficients: tuple[Coefficient, ...]
    columns: Callable[[JointMotion, Shape], tuple[FloatArray, ...]]
    shape_start: Shape
    shape_candidates: tuple[Shape, ...]
    shape_bounds: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    """Lowest and highest value of each shape constant that a steady speed shows, for a continuous search."""
    threshold: str | None = None
    """The shape constant that only matters by which speeds lie above it."""
    uses_presliding: bool = False
    uses_load: bool = False
    load_column: int | None = None
    """Which coefficient multiplies the load; it has no column until the load is known."""

    @property
    def offset_column(self) -> int | None:
        """Which coefficient is the torque offset, where the form has one."""
        names = [coefficient.name for coefficient in self.coefficients]
        return names.index("offset") if "offset" in names else None

    @property
    def odd(self) -> bool:
        """Whether friction at −v is that at v with the other sign, the offset left out."""
        return self.kind is not FrictionKind.BIDIRECTIONAL

    @property
    def free_numbers(self) -> int:
        """How many numbers make a curve of steady friction: its complexity."""
        shapes = len(self.shape_bounds) + (self.threshold is not None)
        return len(self.coefficients) - (self.offset_column is not None) + shapes

    def steady(self, speed: FloatArray, *, coefficients: FloatArray, shape: Shape) -> FloatArray:
        """Friction torque (K,) in N·m at constant ``speed`` (K,) without load and offset."""
        motion = JointMotion(speed, np.sign(speed), np.zeros_like(speed))
        total = np.zeros_like(speed)
        for index, column in enumerate(self.columns(motion, shape)):
            if index != self.offset_column:
                total += coefficients[index] * column
        return total


def _coulomb_viscous(motion: JointMotion, _shape: Shape) -> tuple[FloatArray, ...]:
    velocity = motion.velocity
    return np.sign(velocity), velocity, np.ones_like(velocity)


def _stribeck(motion: JointMotion, shape: Shape) -> tuple[FloatArray, ...]:
    velocity = motion.velocity
    fast, slow = shape["kv"], shape["kd"]
    scale = 2.0 / np.pi
    return scale * np.arctan(fast * velocity), scale * np.arctan(slow * velocity), velocity


def _continuous(motion: JointMotion, shape: Shape) -> tuple[FloatArray, ...]:
    velocity = motion.velocity
    hump = np.tanh(velocity / shape["v2"]) - np.tanh(velocity / shape["v3"])
    return np.tanh(velocity / shape["v1"]), hump, velocity


def _bidirectional(motion: JointMotion, shape: Shape) -> tuple[FloatArray, ...]:
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


def _load_dependent(motion: JointMotion, _shape: Shape) -> tuple[FloatArray, ...]:
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


def _grid(**axes: tuple[float, ...]) -> tuple[dict[str, float], ...]:
    points: list[dict[str, float]] = [{}]
    for name, values in axes.items():
        points = [{**point, name: value} for point in points for value in values]
    return tuple(points)


_TORQUE, _PER_SPEED, _PER_SPEED_2, _PER_SPEED_3 = "N·m", "N·m·s/rad", "N·m·s²/rad²", "N·m·s³/rad³"

_FORMS = (
    FrictionForm(
        kind=FrictionKind.COULOMB_VISCOUS,
        coefficients=(
            Coefficient("coulomb", _TORQUE),
            Coefficient("viscous", _PER_SPEED),
            Coefficient("offset", _TORQUE),
        ),
        columns=_coulomb_viscous,
        shape_start={},
        shape_candidates=(),
    ),
    FrictionForm(
        kind=FrictionKind.STRIBECK,  # [Szabo] eq. 7-9
        coefficients=(
            Coefficient("static", _TORQUE),
            Coefficient("static to Coulomb", _TORQUE),
            Coefficient("viscous", _PER_SPEED),
        ),
        columns=_stribeck,
        shape_start={"kv": 1000.0, "kd": 20.0},
        shape_candidates=_grid(kv=(200.0, 1000.0, 5000.0), kd=(3.0, 8.0, 20.0, 50.0)),
        shape_bounds={"kv": (1000.0, 2e4), "kd": (2.0, 200.0)},
    ),
    FrictionForm(
        kind=FrictionKind.CONTINUOUS,  # [Wu]; our reading of a formula missing from its text
        coefficients=(
            Coefficient("coulomb", _TORQUE),
            Coefficient("hump", _TORQUE),
            Coefficient("viscous", _PER_SPEED),
        ),
        columns=_continuous,
        shape_start={"v1": 0.005, "v2": 0.02, "v3": 0.1},
        shape_candidates=_grid(v1=(0.002, 0.005, 0.02), v2=(0.01, 0.03), v3=(0.06, 0.2, 0.6)),
        shape_bounds={"v1": (5e-4, 0.02), "v2": (2e-3, 0.03), "v3": (0.06, 0.6)},
    ),
    FrictionForm(
        kind=FrictionKind.BIDIRECTIONAL,  # [Liu] eq. 9-11
        coefficients=tuple(
            Coefficient(f"{name} {direction}", unit)
            for direction in ("forward", "backward")
            for name, unit in (
                ("coulomb", _TORQUE),
                ("viscous", _PER_SPEED),
                ("quadratic", _PER_SPEED_2),
                ("cubic", _PER_SPEED_3),
            )
        ),
        columns=_bidirectional,
        shape_start={"eps": 1e-4, "lambda": 0.01},
        shape_candidates=_grid(eps=(1e-4,), **{"lambda": (0.0, 0.003, 0.01, 0.02, 0.05, 0.1)}),
        threshold="lambda",
    ),
    FrictionForm(
        kind=FrictionKind.LOAD_DEPENDENT,
        coefficients=(
            Coefficient("presliding", _TORQUE),
            Coefficient("viscous", _PER_SPEED),
            Coefficient("quadratic", _PER_SPEED_2),
            Coefficient("cubic", _PER_SPEED_3),
            Coefficient("load-dependent", "1"),
            Coefficient("offset", _TORQUE),
        ),
        columns=_load_dependent,
        shape_start={"presliding distance": 1e-4},
        shape_candidates=_grid(**{"presliding distance": (3e-5, 5e-5, 7e-5, 1e-4, 1.4e-4, 2e-4, 3e-4)}),
        uses_presliding=True,
        uses_load=True,
        load_column=4,
    ),
)

FORMS: Mapping[FrictionKind, FrictionForm] = {form.kind: form for form in _FORMS}
"""Every friction model by its name."""
