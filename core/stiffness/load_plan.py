"""A planned experiment: where the arm stands, what pulls at its tool, and what the shifts will tell."""

from dataclasses import dataclass, field
from typing import Annotated

import numpy as np

from core.bounds import Bounds, Force, Height, Mass, Noise, Place, Position, Seed, check_bounds
from core.errors import BadRequest
from core.quality import Judgement
from core.recording import FloatArray
from core.robot.surroundings import Box
from core.setting import setting

CANDIDATES = Bounds(lower=1, upper=100_000, whole=True)
Direction = tuple[float, float, float]
DIRECTION = Bounds("", -1e6, 1e6, many=300)
AXES: tuple[Direction, ...] = ((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))


@dataclass(frozen=True)
class HungMass:
    """A known mass at the tool: ``mass`` kg, ``center`` m in the flange frame, None for the tool point.

    Raises
    ------
    BadRequest
        ``load-plan-setting``.
    """

    mass: Mass
    center: tuple[Place, Place, Place] | None = None

    def __post_init__(self) -> None:
        """Refuse what does not hang."""
        check_bounds(self)


@dataclass(frozen=True)
class Pushes:
    """A force of ``size`` N on the tool point, along any of ``directions`` in the base frame.

    Raises
    ------
    BadRequest
        ``load-plan-setting``.
    """

    size: Force
    directions: tuple[Annotated[Direction, DIRECTION], ...] = AXES

    def __post_init__(self) -> None:
        """Refuse what does not push."""
        check_bounds(self)
        lengths = [float(np.linalg.norm(direction)) for direction in self.directions]
        if not lengths or not all(np.isfinite(length) and length > 0.0 for length in lengths):
            raise BadRequest("load-plan-setting", setting="directions", value=tuple(lengths))

    @property
    def forces(self) -> FloatArray:
        """(k, 3) N."""
        along = np.array(self.directions, dtype=np.float64)
        return np.asarray(self.size * along / np.linalg.norm(along, axis=1, keepdims=True))


Loads = HungMass | Pushes


@dataclass(frozen=True)
class LoadPlanSettings:
    """Between which positions poses are looked for, what stands around, and how well shifts are measured.

    Raises
    ------
    BadRequest
        ``load-plan-setting`` with the setting and its value.
    """

    lower: tuple[Position, ...] = ()
    """rad (m) of every joint; empty for the limits of the description, half a turn where there are none."""
    upper: tuple[Position, ...] = ()
    noise: Noise = setting(5e-5, "Standard deviation of a measured shift per axis.", option="noise-mm")
    """m"""
    floor_height: Height | None = 0.0
    """m against gravity over the base frame's origin; None for no floor."""
    boxes: tuple[Box, ...] = ()
    candidates: Annotated[int, CANDIDATES] = 400
    """Clear poses of which the best are chosen."""
    seed: Seed = 0

    def __post_init__(self) -> None:
        """Refuse what cannot be planned with."""
        check_bounds(self)
        ends = zip(self.lower, self.upper, strict=False)
        if len(self.lower) != len(self.upper) or not all(low < high for low, high in ends):
            raise BadRequest("load-plan-setting", setting="lower", value=self.lower)


@dataclass(frozen=True, eq=False)
class LoadTestPlan:
    """Load tests in the order in which the arm travels least.

    Attributes
    ----------
    poses
        (m, n) rad (m) of the model.
    forces, moments
        (m, 3) N and N·m at the tool point, in the base frame.
    shifts
        (m, 3) m that the full model expects, in the base frame.
    compliance
        (n,) rad/(N·m) (m/N) of the reduced model that just these shifts would give without noise; that of
        the joint's own spring where they do not tell.
    expected_std
        (n,) what the experiment will say of its doubt: by noise, and by bending links that no joint stands
        for, which change from pose to pose. Infinite for joints that these tests do not tell.
    noise_std
        (n,) by noise alone.
    condition
        Of the observation matrix of the joints that can be told, each scaled by its spring.
    criterion
        ``log det(1 + information)`` of the compliances, each in units of its spring; larger is better.
    told
        (n,) whether a joint can be told at all.
    """

    robot: str
    tool: tuple[float, float, float]
    loads: Loads
    settings: LoadPlanSettings
    poses: FloatArray
    forces: FloatArray
    moments: FloatArray
    shifts: FloatArray
    compliance: FloatArray
    expected_std: FloatArray
    noise_std: FloatArray
    condition: float
    criterion: float
    told: tuple[bool, ...]
    judgement: Judgement = field(default_factory=lambda: Judgement.of(()))

    @property
    def count(self) -> int:
        """How many tests."""
        return int(self.poses.shape[0])

    @property
    def names(self) -> tuple[str, ...]:
        """(m,) ``test 1`` and so on."""
        return tuple(f"test {number}" for number in range(1, self.count + 1))

    @property
    def stiffness_std(self) -> FloatArray:
        """(n,) N·m/rad (N/m)."""
        return np.asarray(self.expected_std / self.compliance**2)

    @property
    def relative_std(self) -> FloatArray:
        """(n,) of compliance and stiffness alike."""
        return np.asarray(self.expected_std / self.compliance)
