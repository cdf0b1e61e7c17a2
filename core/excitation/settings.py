"""What a person can choose about an excitation trajectory, and nothing else."""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
import numpy.typing as npt

from core.errors import BadRequest
from core.excitation.criteria.excitation_numbers import CriterionName
from core.excitation.criteria.friction_columns import FrictionColumns
from core.excitation.trajectories import TrajectoryKind
from core.recording import FloatArray
from core.robot.surroundings import Box

__all__ = ["CriterionName", "ExcitationSettings", "FrictionColumns", "MethodName", "TrajectoryKind"]

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
        ``setting-not-positive``, ``setting-not-finite``, ``setting-negative`` or
        ``setting-not-a-share`` with the setting's name, ``sample-step`` with the step and the
        period where a period holds less than two samples per harmonic and one over.
    """

    kind: TrajectoryKind = TrajectoryKind.FOURIER
    start: tuple[float, ...] | None = None
    harmonics: int = 5
    period_s: float = 20.0
    sample_step_s: float = 0.1
    criterion: CriterionName = CriterionName.COND
    friction: FrictionColumns = FrictionColumns.NONE
    method: MethodName = MethodName.GRADIENT
    seconds: float = 10.0
    evaluations: int | None = None
    seed: int = 0
    limits: str = "robot"
    """The set of limits as it was asked for: ``robot``, ``liu``, or a file."""
    limit_share: float = 1.0
    """Of the limits, seen from the start pose, that is made use of: a real arm errs by the rest."""
    locked: tuple[int, ...] = ()
    collision: bool = True
    floor_height: float | None = 0.0
    boxes: tuple[Box, ...] = ()
    torque: bool = True
    """Keep to the rated torques, where the robot has masses and rated torques."""
    noise: tuple[float, ...] | None = None

    def __post_init__(self) -> None:
        """Refuse impossible values at once, with the name of the setting."""
        self._check(("harmonics", "period_s", "sample_step_s", "seconds", "evaluations"), _positive)
        self._check(("start", "floor_height", "noise"), _finite)
        self._check(("noise",), _positive)
        self._check(("seed", "locked"), _not_negative)
        self._check(("limit_share",), _share)
        if self.sample_count < 2 * self.harmonics + 1:
            raise BadRequest("sample-step", step_s=self.sample_step_s, period_s=self.period_s)

    def _check(self, names: tuple[str, ...], rule: "tuple[str, _Rule]") -> None:
        code, holds = rule
        for name in names:
            value = getattr(self, name)
            if value is not None and not np.all(holds(np.asarray(value, dtype=np.float64))):
                raise BadRequest(code, setting=name)

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


_Rule = Callable[[FloatArray], npt.NDArray[np.bool_]]
_positive: tuple[str, _Rule] = ("setting-not-positive", lambda value: (value > 0.0) & np.isfinite(value))
_finite: tuple[str, _Rule] = ("setting-not-finite", np.isfinite)
_not_negative: tuple[str, _Rule] = ("setting-negative", lambda value: value >= 0)
_share: tuple[str, _Rule] = ("setting-not-a-share", lambda value: (value > 0.0) & (value <= 1.0))
