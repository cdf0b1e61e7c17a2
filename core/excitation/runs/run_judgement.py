"""The verdict on a run of an excitation trajectory, with its reasons."""

from collections.abc import Iterator, Mapping

import numpy as np

from core.errors import Fact
from core.excitation.runs.excitation_run import MeasuredPeaks
from core.excitation.runs.periods import PeriodAverage
from core.quality import Judgement, Reason, Verdict
from core.recording import FloatArray, Quantity
from core.robot.model import RobotModel

FOLLOWING_RAD = float(np.radians(0.5))
FOLLOWING_M = 0.002
"""Following errors up to these values are normal."""
MISSING = 0.01
"""Share of missing samples from which a run must be repeated."""
_EFFORT = (Quantity.TORQUE, Quantity.MOTOR_TORQUE, Quantity.CURRENT)
"""Columns that show a warming arm; positions follow the controller and do not."""
_LIMITS = ("position", "velocity", "acceleration")
_TINY = float(np.finfo(np.float64).tiny)


def is_settling(drift: Mapping[str, FloatArray], noise: Mapping[str, FloatArray]) -> bool:
    """True if some joint's torque changed by more than its noise, both (n,) by column."""
    return _settling_joint(drift, noise) is not None


def _settling_joint(drift: Mapping[str, FloatArray], noise: Mapping[str, FloatArray]) -> int | None:
    """The joint (from 0) with the largest change relative to its noise; None if all are within noise."""
    ratios = [drift[name] / np.maximum(noise[name], _TINY) for name in _EFFORT if name in drift]
    worst = np.nan_to_num(np.max(ratios, axis=0)) if ratios else np.zeros(1)
    joint = int(np.argmax(worst))
    return joint if worst[joint] > 1.0 else None


def judge_run(
    robot: RobotModel,
    average: PeriodAverage,
    *,
    cycles: int,
    error: FloatArray,
    peaks: MeasuredPeaks,
    torque_share: FloatArray,
    missing: float,
) -> Judgement:
    """The verdict on a run, with its reasons.

    Parameters
    ----------
    average
        The average of the periods that are used.
    cycles
        Periods that were run.
    error
        (n,) following error, rad or m.
    torque_share
        (n,) of the rated torque, NaN where unknown.
    missing
        Share of the samples that are missing.
    """
    return Judgement.of(
        [
            *_data_reasons(average, missing=missing),
            *_period_reasons(robot, average, cycles=cycles),
            *_limit_reasons(robot, peaks),
            *_arm_reasons(robot, error, torque_share),
        ]
    )


def _data_reasons(average: PeriodAverage, *, missing: float) -> Iterator[Reason]:
    if not any(name in average.mean for name in _EFFORT):
        yield Reason("torque-not-recorded", {}, Verdict.NOT_MEASURABLE)
    if missing > 0.0:
        verdict = Verdict.REPEAT if missing > MISSING else Verdict.USABLE
        yield Reason("run-misses-samples", {"share": missing}, verdict)


def _period_reasons(robot: RobotModel, average: PeriodAverage, *, cycles: int) -> Iterator[Reason]:
    if cycles == 1:
        yield Reason("single-period")
        return
    if average.cycles_used < cycles:
        # the first period always starts with static friction, so this is normal
        yield Reason("first-period-left-out", {"periods": average.cycles_used}, Verdict.GOOD)
    joint = _settling_joint(average.drift, average.noise)
    if joint is not None:
        yield Reason("periods-still-drift", {"joint": robot.joint_names[joint]})


def _limit_reasons(robot: RobotModel, peaks: MeasuredPeaks) -> Iterator[Reason]:
    joint, limit = np.unravel_index(int(np.argmax(peaks.limit_use)), peaks.limit_use.shape)
    if not peaks.inside:
        facts: dict[str, Fact] = {
            "joint": robot.joint_names[int(joint)],
            "limit": _LIMITS[int(limit)],
            "share": float(peaks.limit_use[joint, limit]),
        }
        yield Reason("limit-passed-while-running", facts)


def _arm_reasons(robot: RobotModel, error: FloatArray, torque_share: FloatArray) -> Iterator[Reason]:
    ratio = error / np.where(robot.is_prismatic, FOLLOWING_M, FOLLOWING_RAD)
    joint = int(np.argmax(ratio))
    if ratio[joint] > 1.0:
        slides = bool(robot.is_prismatic[joint])
        amount = 1e3 * error[joint] if slides else np.degrees(error[joint])
        facts: dict[str, Fact] = {
            "joint": robot.joint_names[joint],
            "error": float(amount),
            "unit": "mm" if slides else "°",
        }
        yield Reason("large-following-error", facts)
    strong = int(np.argmax(np.nan_to_num(torque_share)))
    if torque_share[strong] > 1.0:
        facts = {"joint": robot.joint_names[strong], "share": float(torque_share[strong])}
        yield Reason("torque-above-rating", facts)
