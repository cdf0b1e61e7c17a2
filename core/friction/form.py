"""Declaration of a friction model: columns per joint that are linear in their coefficients, and its texts.

Each form computes the columns of one joint from its motion. A nonlinear parameter (a speed or a
distance that sets the shape) is a shape constant with a grid of candidates;
``core.identification.shape_search`` chooses among them with the linear fit inside.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import numpy as np

from core.recording import FloatArray

Shape = Mapping[str, float]
LINE_FROM = 0.5
"""Beyond the fastest speed of a fit friction goes on along the line through this share of that speed and it.

On a UR10e, runs left out that are 1.6 times as fast as the others are predicted with 0.204 A on this line,
0.225 A with friction that stays what it is at the fastest speed, and 0.210 A with the curve itself. On a KUKA
LWR4+ with twice the speed the curve misses by 105 % of the torque, the tangent by 31 %, this line by 15 %
(all with the extended model; 12 % with friction that stays).
"""


@dataclass(frozen=True)
class JointMotion:
    """The inputs of one joint's friction; arrays have shape (N,).

    ``velocity`` in rad/s or m/s, ``presliding`` the state z in [-1, 1], ``load`` the
    rigid-body torque in N·m (zeros while none is known yet), ``stirred`` the mean speed of the last
    seconds in rad/s or m/s (``core.friction.states``; zero for a joint that was at rest).
    """

    velocity: FloatArray
    presliding: FloatArray
    load: FloatArray
    stirred: FloatArray = field(default_factory=lambda: np.zeros(1))


@dataclass(frozen=True)
class Coefficient:
    """Name and unit (of a revolute joint) of one friction coefficient."""

    name: str
    unit: str


@dataclass(frozen=True)
class FrictionForm:
    """One friction model: its name and title, coefficients, shape constants and columns."""

    name: str
    """Name in files and options."""
    title: str
    """Title of the model, in English like all its texts; the window translates them."""
    coefficients: tuple[Coefficient, ...]
    columns: Callable[[JointMotion, Shape], tuple[FloatArray, ...]]
    shape_start: Shape
    shape_candidates: tuple[Shape, ...]
    shape_bounds: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    """Range of each shape constant that is identifiable at steady speeds, for a continuous search."""
    threshold: str | None = None
    """The shape constant that acts only through the set of speeds above it."""
    uses_presliding: bool = False
    uses_load: bool = False
    load_column: int | None = None
    """Index of the coefficient that multiplies the load; its column exists once the load is known."""
    load_squared_column: int | None = None
    """Index of the coefficient that multiplies the square of the load; exists once the load is known."""
    uses_stirring: bool = False
    """True if friction depends on the motion before, so that steady strokes cannot identify it."""
    is_near_gears: bool = True
    """True if the model is close to real gears; drive gains are compared over all such models."""

    @property
    def offset_column(self) -> int | None:
        """Index of the torque offset's coefficient, None if the form has none."""
        names = [coefficient.name for coefficient in self.coefficients]
        return names.index("offset") if "offset" in names else None

    @property
    def load_columns(self) -> tuple[int, ...]:
        """Indices of the coefficients whose columns exist once the load is known."""
        places = (self.load_column, self.load_squared_column)
        return tuple(place for place in places if place is not None)

    def steady(self, speed: FloatArray, *, coefficients: FloatArray, shape: Shape) -> FloatArray:
        """Friction torque (K,) in N·m at a ``speed`` (K,) held for long, without load and offset."""
        motion = JointMotion(speed, np.sign(speed), np.zeros_like(speed), np.abs(speed))
        total = np.zeros_like(speed)
        for index, column in enumerate(self.columns(motion, shape)):
            if index != self.offset_column:
                total += coefficients[index] * column
        return total


def shape_grid(**axes: tuple[float, ...]) -> tuple[dict[str, float], ...]:
    """Every combination of the values of the shape constants."""
    points: list[dict[str, float]] = [{}]
    for name, values in axes.items():
        points = [{**point, name: value} for point in points for value in values]
    return tuple(points)


TORQUE, PER_SPEED, PER_SPEED_2, PER_SPEED_3 = "N·m", "N·m·s/rad", "N·m·s²/rad²", "N·m·s³/rad³"
