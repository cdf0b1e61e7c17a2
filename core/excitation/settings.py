"""The settings of an excitation trajectory."""

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
    KeepOff,
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
from core.robot.surroundings import KEEP_OFF_M, Box
from core.setting import setting

__all__ = ["CriterionName", "ExcitationSettings", "FrictionColumns", "MethodName", "TrajectoryKind"]

HARMONICS = Bounds(lower=1, upper=50, whole=True)
MOST_SAMPLES = 20_000
"""Largest number of samples in one period."""
RUN_SHARE = 0.95
"""Share of the limits used by a motion that is to be run, so that its following error stays inside too."""


class MethodName(StrEnum):
    """The names of the optimisers; see ``core.excitation.optimisers``."""

    GRADIENT = "gradient"
    INTERIOR_POINT = "interior-point"
    GENETIC = "genetic"
    PATTERN = "pattern"


@dataclass(frozen=True)
class ExcitationSettings:
    """Everything a plan depends on beside the robot: SI, joints counted from 0.

    ``start`` (n,) rad (m), zeros where None. ``floor_height`` is None where there is no floor.
    ``noise`` (n,) N·m.

    Raises
    ------
    BadRequest
        As ``core.bounds.check_bounds``; ``sample-step`` with the step and the
        period where a period holds less than two samples per harmonic and one over.
    """

    kind: TrajectoryKind = setting(
        TrajectoryKind.FOURIER,
        "Kind of the motion, which also says where it starts and ends.",
        caption="Motion",
    )
    start: tuple[Position, ...] | None = setting(
        None,
        "Start pose, one number per joint: 0,-1.57,1.57,0,1.57,0 in rad, or 0,-90,90,0,90,0deg "
        "(m for joints that slide).",
        auto="all zero",
    )
    harmonics: Annotated[int, HARMONICS] = setting(
        5, "Number of harmonics of the series.", caption="Harmonics"
    )
    period_s: Period = setting(20.0, "Length of one period.", caption="Period", option="period")
    sample_step_s: Period = setting(
        0.1, "Time between the samples at which the criterion looks.", option="sample-step"
    )
    criterion: CriterionName = setting(
        CriterionName.COND,
        "Criterion that the motion is to make as small as possible.",
        caption="What is a good motion",
    )
    friction: FrictionColumns = setting(
        FrictionColumns.NONE,
        "Columns for friction beside the inertial ones.",
        caption="What it shall show",
        option="friction-columns",
    )
    method: MethodName = setting(
        MethodName.GRADIENT,
        "Method of the search; gradient is the best, the others are for comparison.",
        caption="Method",
    )
    seconds: Duration = setting(10.0, "Time to plan.", caption="Time to plan")
    evaluations: Evaluations | None = setting(
        None,
        "Number of evaluations of the criterion after which planning ends instead: "
        "the same result on every machine.",
    )
    seed: Seed = setting(0, "Number that chooses the random starts.", caption="Seed")
    limits: str = setting(
        "robot",
        "Limits of the joints; the robot's own allow 120 °/s² where the maker gives no acceleration.",
        caption="Limits",
    )
    limit_share: Share = setting(
        1.0,
        "Share of the limits, seen from the start pose, that is made use of; a real arm errs by the rest.",
        caption="Share of limits",
    )
    locked: tuple[JointNumber, ...] = setting(
        (),
        "Joints, numbered from 1, that stand still at the start pose.",
        caption="Locked joints",
        auto="none",
        example="4 5 6",
        option="lock",
    )
    """Numbered from 0 here, from 1 on screen."""
    collision: bool = setting(True, "Keep clear of the arm itself, the floor and the boxes.")
    floor_height: Height | None = setting(
        0.0,
        "Height of the floor over the base; none for no floor.",
        caption="Floor, none if empty",
        option="floor",
    )
    boxes: tuple[Box, ...] = setting(
        (),
        "Boxes to keep out of, each by two opposite corners in the base frame.",
        caption="Boxes: name, two corners in mm",
        example="table: -500 -900 0 500 -400 700",
        option="box",
    )
    keep_off: KeepOff = setting(
        KEEP_OFF_M,
        "Distance that fast motion keeps to the floor, the boxes and between links.",
        caption="Keep off",
        option="keep-off",
    )
    torque: bool = setting(True, "Keep to the rated torques where masses and rated torques are known.")
    noise: tuple[Torque, ...] | None = setting(
        None,
        "Standard deviation of each joint's torque, by which rows are weighted.",
        auto="all alike",
    )

    def __post_init__(self) -> None:
        """Raise an error for impossible values, with the name of the setting."""
        check_bounds(self)
        if self.sample_count < 2 * self.harmonics + 1:
            raise BadRequest("sample-step", step_s=self.sample_step_s, period_s=self.period_s)
        if self.sample_count > MOST_SAMPLES:
            raise BadRequest("too-many-samples", step_s=self.sample_step_s, period_s=self.period_s)

    @property
    def sample_count(self) -> int:
        """Number of samples in one period."""
        return round(self.period_s / self.sample_step_s)

    @property
    def time(self) -> FloatArray:
        """Sample times (N,) in s of one period used by the criterion, the first at its start."""
        return np.arange(self.sample_count, dtype=np.float64) * self.sample_step_s

    def start_pose(self, joints: int) -> FloatArray:
        """The start pose, (n,) rad or m.

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
