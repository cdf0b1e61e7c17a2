"""Errors of a model's predicted torque on a recording."""

from collections.abc import Callable
from dataclasses import dataclass, field, fields

import numpy as np

from core.identification.joint_side import check_fits_robot
from core.identification.model import Comparison, FittedModel
from core.identification.regression_rows import MOVING_SPEED
from core.identification.result import IdentificationResult, Validation
from core.monitor import Monitor, NullMonitor
from core.recording import FloatArray, Recording
from core.robot.model import RobotModel

LEAST_MOVING_SHARE = 0.05
"""Smallest share of moving samples for a verdict on a joint."""
FASTER = 1.05
"""Ratio to its top speed in the fit from which a joint counts as faster."""


def verify(
    result: IdentificationResult,
    robot: RobotModel,
    recording: Recording,
    *,
    monitor: Monitor | None = None,
) -> Validation:
    """Validate a stored model on a recording ([Wu] 4.3).

    Parameters
    ----------
    result
        The result of ``identify``.
    robot
        The arm of that result.

    Raises
    ------
    BadRequest
        The recording does not fit the robot or carries no torque.
    NotEnoughData
        It is too short to be filtered.
    """
    return validate_model(
        FittedModel.of(result, robot),
        recording,
        joint_std=result.residual_std,
        used_in_fit=recording.label in result.provenance.recordings,
        monitor=monitor or NullMonitor(),
    )


def validate_model(
    model: FittedModel,
    recording: Recording,
    *,
    joint_std: FloatArray,
    used_in_fit: bool,
    monitor: Monitor,
    watch: Callable[[Comparison], None] | None = None,
) -> Validation:
    """Validate a model in memory; ``joint_std`` (joints,) in N·m weights the weighted error.

    ``watch`` receives every compared chunk.
    """
    check_fits_robot(recording, model.plan.robot)
    sums = _Sums(model.plan.robot, model.conditioning.drive_gain, model.plan.top_speed)
    for comparison in model.compare(recording, monitor=monitor):
        sums.add(comparison)
        if watch is not None:
            watch(comparison)
    return sums.validation(recording.label, joint_std=joint_std, used_in_fit=used_in_fit)


@dataclass
class _Sums:
    """Sums of squares over the samples seen so far, (joints,) each."""

    robot: RobotModel
    drive_gain: FloatArray | None
    top_speed: FloatArray | None = None
    samples: int = 0
    current: FloatArray = field(init=False)
    residual: FloatArray = field(init=False)
    measured: FloatArray = field(init=False)
    moving: FloatArray = field(init=False)
    moving_residual: FloatArray = field(init=False)
    moving_measured: FloatArray = field(init=False)
    moving_sum: FloatArray = field(init=False)
    beyond: FloatArray = field(init=False)

    def __post_init__(self) -> None:
        sums = (one.name for one in fields(self) if not one.init)
        for name in sums:
            setattr(self, name, np.zeros(self.robot.joint_count))

    def add(self, comparison: Comparison) -> None:
        difference = comparison.measured - comparison.modelled
        if self.drive_gain is not None:
            current = self.robot.current_from_torque(difference, drive_gain=self.drive_gain)
            self.current += (current**2).sum(axis=0)
        squared = difference**2
        size = comparison.measured**2
        moves = np.abs(comparison.velocity) > MOVING_SPEED
        if self.top_speed is not None:
            self.beyond += (np.abs(comparison.velocity) > FASTER * self.top_speed).sum(axis=0)
        self.samples += squared.shape[0]
        self.residual += squared.sum(axis=0)
        self.measured += size.sum(axis=0)
        self.moving += moves.sum(axis=0)
        self.moving_residual += (squared * moves).sum(axis=0)
        self.moving_measured += (size * moves).sum(axis=0)
        self.moving_sum += (comparison.measured * moves).sum(axis=0)

    def validation(self, label: str, *, joint_std: FloatArray, used_in_fit: bool) -> Validation:
        rms = np.sqrt(self.residual / self.samples)
        current = None if self.drive_gain is None else np.sqrt(self.current / self.samples)
        # a joint that was never fitted, because it stood still, has no deviation and does not count
        weight = np.divide(1.0, joint_std**2, out=np.zeros_like(joint_std), where=joint_std > 0.0)
        return Validation(
            recording=label,
            used_in_fit=used_in_fit,
            sample_count=self.samples,
            rms_torque=rms,
            rms_current=current,
            relative_error=_ratio(self.residual, self.measured),
            total_rms_torque=float(np.linalg.norm(rms)),
            total_rms_current=None if current is None else float(np.linalg.norm(current)),
            total_relative_error=float(_ratio(self.residual.sum(), self.measured.sum())),
            moving_rms_torque=np.sqrt(self.moving_residual / np.maximum(self.moving, 1.0)),
            moving_relative_error=float(_ratio(self.moving_residual.sum(), self.moving_measured.sum())),
            weighted_relative_error=float(
                _ratio((self.residual * weight).sum(), (self.measured * weight).sum())
            ),
            moving_joint_error=_ratio(self.moving_residual, self.moving_measured),
            unexplained=self._unexplained(),
            beyond_speed=None if self.top_speed is None else self.beyond / self.samples,
        )

    def _unexplained(self) -> FloatArray:
        count = np.maximum(self.moving, 1.0)
        variation = np.maximum(self.moving_measured - self.moving_sum**2 / count, 0.0)
        enough = self.moving >= LEAST_MOVING_SHARE * self.samples
        return np.where(enough, _ratio(self.moving_residual, variation), np.nan)


def _ratio(residual: FloatArray, measured: FloatArray) -> FloatArray:
    squared = np.divide(residual, measured, out=np.full(np.shape(residual), np.inf), where=measured > 0.0)
    return np.asarray(np.sqrt(squared))
