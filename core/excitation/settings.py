"""What a person can choose about an excitation trajectory, and nothing else."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated

import numpy as np

from core.bounds import (
    Bounds,
    Duration,
    Evaluations,
    Height,
    JointNumber,
    Period,
    Position,
    Seed,
    Share,
    Torque,
    check_bounds,
)
from core.errors import BadRequest
from core.excitation.criteria.excitation_numbers import CriterionName
from core.excitation.criteria.friction_columns import FrictionColumns
from core.excitation.trajectories import TrajectoryKind
from core.recording import FloatArray
from core.robot.surroundings import Box

__all__ = ["CriterionName", "ExcitationSettings", "FrictionColumns", "MethodName", "TrajectoryKind"]

HARMONICS = Bounds(lower=1, upper=50, whole=True)
MOST_SAMPLES = 20_000
"""Of one period."""
RUN_SHARE = 0.95
"""Of the limits, for a motion that is to be run: its following error stays inside them too."""


class MethodName(StrEnum):
    """The optimisers; ``core.excitation.optimisers`` says what each one is."""

    GRADIENT = "gradient"
    INTERIOR_POINT = "interior-point"
    GENETIC = "genetic"
    PATTERN = "pattern"


@dataclass(frozen=True)
class ExcitationSettings:
    """Everything a plan depends on beside the robot: SI, joints counted from 0.

    ``start`` in rad (m), zeros where None. ``seconds`` is the time to plan in; with
    ``evaluations`` the search ends after that many of the criterion instead, and gives
    the same plan on every machine. ``locked`` joints stand still at the start pose.
    ``floor_height`` in m against gravity over the base frame's origin, None for no floor.
    ``limit_share`` is more than 0 and at most 1. ``noise`` (n,) is the standard deviation of
    each joint's torque.

    Raises
    ------
    BadRequest
        As ``core.bounds.check_bounds``; ``sample-step`` with the step and the
        period where a period holds less than two samples per harmonic and one over.
    """

    kind: TrajectoryKind = TrajectoryKind.FOURIER
    start: tuple[Position, ...] | None = None
    harmonics: Annotated[int, HARMONICS] = 5
    period_s: Period = 20.0
    sample_step_s: Period = 0.1
    criterion: CriterionName = CriterionName.COND
    friction: FrictionColumns = FrictionColumns.NONE
    method: MethodName = MethodName.GRADIENT
    seconds: Duration = 10.0
    evaluations: Evaluations | None = None
    seed: Seed = 0
    limits: str = "robot"
    """The set of limits as it was asked for: ``robot``, ``liu``, or a file."""
    limit_share: Share = 1.0
    """Of the limits, seen from the start pose, that is made use of: a real arm errs by the rest."""
    locked: tuple[JointNumber, ...] = ()
    collision: bool = True
    floor_height: Height | None = 0.0
    boxes: tuple[Box, ...] = ()
    torque: bool = True
    """Keep to the rated torques, where the robot has masses and rated torques."""
    noise: tuple[Torque, ...] | None = None

    def __post_init__(self) -> None:
        """Refuse impossible values at once, with the name of the setting."""
        check_bounds(self)
        if self.sample_count < 2 * self.harmonics + 1:
            raise BadRequest("sample-step", step_s=self.sample_step_s, period_s=self.period_s)
        if self.sample_count > MOST_SAMPLES:
            raise BadRequest("too-many-samples", step_s=self.sample_step_s, period_s=self.period_s)

    @property
    def sample_count(self) -> int:
        """Samples in one period."""
        return round(self.period_s / self.sample_step_s)

    @property
    def time(self) -> FloatArray:
        """(N,) s, the samples of one period that the criterion looks at, the first at its start."""
        return np.arange(self.sample_count, dtype=np.float64) * self.sample_step_s

    def start_pose(self, joints: int) -> FloatArray:
        """(n,) rad or m.

        Raises
        ------
        BadRequest
            ``start-count`` where the start pose has another number of joints than the arm.
        """
        if self.start is None:
            return np.zeros(joints)
        if len(self.start) != joints:
            raise BadRequest("start-count", found=len(self.start), expected=joints)
        return np.array(self.start)
