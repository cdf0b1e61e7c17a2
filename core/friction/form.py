"""What a friction model declares: columns per joint that are linear in their coefficients, and its words.

Each form gives the columns of one joint from its motion. What is not linear (a
speed or a distance that sets the shape) is a shape constant with a grid of
candidates; ``core.identification.shape_search`` picks among them with the linear fit inside.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

import numpy as np

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
    """One friction model: its name and title, its coefficients, its shape constants, and its columns."""

    name: str
    """By which it is stored and asked for."""
    order: int
    """Its place in lists."""
    title: str
    """What it contains, in English as all its words; the window translates them."""
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
    is_near_gears: bool = True
    """Whether it comes near real gears; drive gains found with any that does are compared."""

    @property
    def offset_column(self) -> int | None:
        """Which coefficient is the torque offset, where the form has one."""
        names = [coefficient.name for coefficient in self.coefficients]
        return names.index("offset") if "offset" in names else None

    def steady(self, speed: FloatArray, *, coefficients: FloatArray, shape: Shape) -> FloatArray:
        """Friction torque (K,) in N·m at constant ``speed`` (K,) without load and offset."""
        motion = JointMotion(speed, np.sign(speed), np.zeros_like(speed))
        total = np.zeros_like(speed)
        for index, column in enumerate(self.columns(motion, shape)):
            if index != self.offset_column:
                total += coefficients[index] * column
        return total


def grid(**axes: tuple[float, ...]) -> tuple[dict[str, float], ...]:
    """Every combination of the values of the shape constants."""
    points: list[dict[str, float]] = [{}]
    for name, values in axes.items():
        points = [{**point, name: value} for point in points for value in values]
    return tuple(points)


TORQUE, PER_SPEED, PER_SPEED_2, PER_SPEED_3 = "N·m", "N·m·s/rad", "N·m·s²/rad²", "N·m·s³/rad³"
