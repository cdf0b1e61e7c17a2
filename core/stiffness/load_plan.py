"""A planned stiffness experiment: poses, loads on the tool, and the expected accuracy."""

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
        """Raise an error for impossible values."""
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
        """Raise an error for directions without length and impossible sizes."""
        check_bounds(self)
        lengths = [float(np.linalg.norm(direction)) for direction in self.directions]
        if not lengths or not all(np.isfinite(length) and length > 0.0 for length in lengths):
            raise BadRequest("load-plan-setting", setting="directions", value=tuple(lengths))

    @property
    def forces(self) -> FloatArray:
        """Forces of all directions, (k, 3) N."""
        along = np.array(self.directions, dtype=np.float64)
        return np.asarray(self.size * along / np.linalg.norm(along, axis=1, keepdims=True))


Loads = HungMass | Pushes


@dataclass(frozen=True)
class LoadPlanSettings:
    """Settings of a load plan: joint ranges, surroundings, and the accuracy of measured shifts.

    Raises
    ------
    BadRequest
        ``load-plan-setting`` with the setting and its value.
    """

    lower: tuple[Position, ...] = ()
    """Lower end of every joint's range, rad (m); empty for the description's, half a turn without limits."""
    upper: tuple[Position, ...] = ()
    noise: Noise = setting(5e-5, "Standard deviation of a measured shift per axis.", option="noise-mm")
    """Standard deviation of a measured shift per axis, m."""
    floor_height: Height | None = 0.0
    """Height of the floor above the base frame's origin against gravity, m; None for no floor."""
    boxes: tuple[Box, ...] = ()
    candidates: Annotated[int, CANDIDATES] = 400
    """Number of collision-free poses of which the best are chosen."""
    seed: Seed = 0

    def __post_init__(self) -> None:
        """Raise an error for impossible values."""
        check_bounds(self)
        ends = zip(self.lower, self.upper, strict=False)
        if len(self.lower) != len(self.upper) or not all(low < high for low, high in ends):
            raise BadRequest("load-plan-setting", setting="lower", value=self.lower)


@dataclass(frozen=True, eq=False)
class LoadTestPlan:
    """Load tests in the order with the shortest travel of the arm.

    Attributes
    ----------
    poses
        (m, n) rad (m) of the model.
    forces, moments
        (m, 3) N and N·m at the tool point, in the base frame.
    shifts
        (m, 3) m that the full model expects, in the base frame.
    compliance
        (n,) rad/(N·m) (m/N) of the reduced model from these shifts without noise; that of the joint's
        own spring where they do not determine it.
    expected_std
        (n,) expected standard deviation: from noise, and from elastic links that the joints do not
        represent, which differs from pose to pose. Infinite for undetermined joints.
    noise_std
        (n,) from noise alone.
    condition
        Condition number of the observation matrix of the determined joints, scaled by their springs.
    criterion
        ``log det(1 + information)`` of the compliances, each in units of its spring; larger is better.
    determined
        (n,) True for joints that the tests determine.
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
    determined: tuple[bool, ...]
    judgement: Judgement = field(default_factory=lambda: Judgement.of(()))

    @property
    def count(self) -> int:
        """Number of load tests."""
        return int(self.poses.shape[0])

    @property
    def names(self) -> tuple[str, ...]:
        """(m,) ``test 1`` and so on."""
        return tuple(f"test {number}" for number in range(1, self.count + 1))

    @property
    def stiffness_std(self) -> FloatArray:
        """Standard deviation of the stiffness, (n,) N·m/rad (N/m)."""
        return np.asarray(self.expected_std / self.compliance**2)

    @property
    def relative_std(self) -> FloatArray:
        """Relative standard deviation (n,), equal for compliance and stiffness."""
        return np.asarray(self.expected_std / self.compliance)
