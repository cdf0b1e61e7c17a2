"""Evaluation of a recorded excitation run: its start time, its mean period, its errors."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from core.errors import Fact, NotEnoughData
from core.excitation.limits.motion_limits import MotionLimits
from core.excitation.runs.excitation_run import ExcitationRun, MeasuredPeaks
from core.excitation.runs.periods import PeriodAverage, period_average
from core.excitation.trajectories.motion import Kinematics, PeakBounds, Trajectory, enclosing_bounds
from core.excitation.trajectories.periodic import PeriodicTrajectory, lead_in_s
from core.quality import Judgement, Reason, Verdict
from core.recording import FloatArray, Quantity, Recording
from core.robot.measured_joints import joint_position, joint_torque
from core.robot.model import RobotModel
from core.signals.differentiation import central_difference
from core.signals.filters import ZeroPhaseLowPass

BAND_HARMONICS = 2.0
"""Upper end of the trajectory's band, as a multiple of the highest harmonic.

The limits apply in this band.
"""
SHAKING_HZ = 10.0
"""Upper end of the vibration band, Hz; above it noise of the differentiated encoders dominates."""
TORQUE = "torque"
"""Name of the torque (N, n) in N·m at the link side among the averaged columns."""
AVERAGE_SAMPLES = 500
"""Number of samples of the mean period that are kept."""
_BAND_SHARE = 0.2
"""Share of the sample rate used as upper end of a band, if that is lower."""
_AROUND_S = 1.0
"""Length of standstill used before and after a run, where it was recorded, s."""
_PEAK_S = 0.02
"""Time over which a torque is averaged before its peak is taken, s."""
_AVERAGED = (
    Quantity.POSITION,
    Quantity.VELOCITY,
    Quantity.MOTOR_POSITION,
    Quantity.MOTOR_VELOCITY,
    Quantity.LINK_POSITION,
    Quantity.CURRENT,
    Quantity.MOTOR_TORQUE,
    Quantity.TORQUE,
)
_FOLLOWING_RAD = float(np.radians(0.5))
_FOLLOWING_M = 0.002
"""Following errors up to these values are normal."""
_MISSING = 0.01
"""Share of missing samples from which a run must be repeated."""
_EFFORT = (Quantity.TORQUE, Quantity.MOTOR_TORQUE, Quantity.CURRENT)
"""Columns that show a warming arm; positions follow the controller and do not."""
_LIMITS = ("position", "velocity", "acceleration")
_TINY = float(np.finfo(np.float64).tiny)
_ROWS = 400
"""Number of samples compared, enough for one unknown."""
_STEPS = 40
_ROUNDS = 3
"""Number of search rounds; each has a step ``_STEPS`` / 2 times finer than the one before."""


@dataclass(frozen=True)
class RunSpan:
    """One run of ``cycles`` periods, somewhere between ``begins`` and ``ends`` s on the recording's clock."""

    begins: float
    ends: float
    cycles: int


def _is_settling(drift: Mapping[str, FloatArray], noise: Mapping[str, FloatArray]) -> bool:
    """True if some joint's torque changed by more than its noise, both (n,) by column."""
    return _settling_joint(drift, noise) is not None


def _settling_joint(drift: Mapping[str, FloatArray], noise: Mapping[str, FloatArray]) -> int | None:
    """The joint (from 0) with the largest change relative to its noise; None if all are within noise."""
    ratios = [drift[name] / np.maximum(noise[name], _TINY) for name in _EFFORT if name in drift]
    worst = np.nan_to_num(np.max(ratios, axis=0)) if ratios else np.zeros(1)
    joint = int(np.argmax(worst))
    return joint if worst[joint] > 1.0 else None


def _judge_run(
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
        verdict = Verdict.REPEAT if missing > _MISSING else Verdict.USABLE
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
    ratio = error / np.where(robot.is_prismatic, _FOLLOWING_M, _FOLLOWING_RAD)
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


def measure_run(
    recording: Recording,
    robot: RobotModel,
    trajectory: PeriodicTrajectory,
    *,
    spans: Sequence[RunSpan],
    limits: MotionLimits,
    plan: str,
) -> ExcitationRun:
    """The evaluation of a run from its recording.

    Parameters
    ----------
    recording
        Of the run at full speed.
    robot
        The arm, with drive gains for the conversion of currents to torques.
    trajectory
        One period at full speed.
    spans
        The runs that contain the periods, in their order.
    limits
        The limits that the trajectory was planned for.
    plan
        Key of the plan in the visit.

    Raises
    ------
    NotEnoughData
        ``no-run-recorded``, ``position-not-recorded``, ``periods-not-covered``.
    """
    if not spans:
        raise NotEnoughData("no-run-recorded", recording=recording.label)
    runs = [_MeasuredRun(recording, robot, trajectory, span) for span in spans]
    average = _settled(runs, trajectory.period_s)
    peaks = _peaks(runs, limits)
    error = np.max([np.abs(run.error).max(axis=0) for run in runs], axis=0)
    share = np.max([run.torque_share for run in runs], axis=0)
    missing = sum(run.missing for run in runs)
    return ExcitationRun(
        label=recording.label,
        plan=plan,
        cycles=sum(span.cycles for span in spans),
        period_s=trajectory.period_s,
        began=tuple(run.began for run in runs),
        average=average.thinned(AVERAGE_SAMPLES),
        following_error=error,
        peaks=peaks,
        torque_share=share,
        missing_samples=missing,
        judgement=_judge_run(
            robot,
            average,
            cycles=sum(span.cycles for span in spans),
            error=error,
            peaks=peaks,
            torque_share=share,
            missing=missing / sum(run.time.size + run.missing for run in runs),
        ),
    )


def _settled(runs: "Sequence[_MeasuredRun]", period_s: float) -> PeriodAverage:
    """The mean of all periods, or of all but the first if that differs by more than noise."""
    time = np.concatenate([run.time[run.inside] for run in runs])
    columns = {
        name: np.concatenate([run.columns[name][run.inside] for run in runs]) for name in runs[0].columns
    }
    began = np.concatenate([run.periods for run in runs])
    cycles = began.size

    def average(*, first: int, last: int) -> PeriodAverage:
        return period_average(time, columns, began=began[first:last], period_s=period_s, cycles=last - first)

    if cycles > 2:  # with two periods it is unknown which of them is the outlier
        rest = average(first=1, last=cycles)
        if _is_settling(average(first=0, last=2).drift, rest.noise):
            return rest
    return average(first=0, last=cycles)


def _peaks(runs: "Sequence[_MeasuredRun]", limits: MotionLimits) -> MeasuredPeaks:
    found = enclosing_bounds([run.reached for run in runs])
    return MeasuredPeaks(
        lower=found.lower,
        upper=found.upper,
        velocity=found.velocity,
        acceleration=found.acceleration,
        limit_use=limits.use(found),
        band_hz=runs[0].band_hz,
        shaking=np.max([run.shaking for run in runs], axis=0),
        shaking_hz=min(run.shaking_hz for run in runs),
    )


def run_began(
    time: FloatArray, position: FloatArray, trajectory: Trajectory, *, about: float, within: float
) -> float:
    """The moment, in s on the clock ``time``, at which the run of ``trajectory`` fits the positions best.

    Parameters
    ----------
    time
        (N,) s, increasing; from before the run until after it.
    position
        (N, n) in the trajectory's terms.
    about, within
        Search interval: ``about ± within`` in s.
    """
    rows = np.unique(np.linspace(0, time.shape[0] - 1, _ROWS).astype(np.intp))
    clock, measured = time[rows], position[rows]
    best, reach = about, within
    for _ in range(_ROUNDS):
        tried = best + np.linspace(-reach, reach, _STEPS + 1)
        misses = [float(np.sum((trajectory.evaluate(clock - at).position - measured) ** 2)) for at in tried]
        best, reach = float(tried[int(np.argmin(misses))]), 2.0 * reach / _STEPS
    return best + _rest(trajectory, clock - best, measured, most=reach)


def _rest(trajectory: Trajectory, time: FloatArray, measured: FloatArray, *, most: float) -> float:
    """Correction of the start time, s: one least-squares step with the velocities as derivative."""
    motion = trajectory.evaluate(time)
    square = float(np.sum(motion.velocity**2))
    step = float(np.sum(motion.velocity * (motion.position - measured))) / square if square > 0.0 else 0.0
    return float(np.clip(step, -most, most))


class _MeasuredRun:
    """One run with its measured columns, in the model's terms."""

    def __init__(
        self, recording: Recording, robot: RobotModel, trajectory: PeriodicTrajectory, span: RunSpan
    ) -> None:
        self._robot, self._span, self._period_s = robot, span, trajectory.period_s
        self.band_hz = BAND_HARMONICS * trajectory.harmonics / trajectory.period_s
        self._motion: Trajectory = trajectory.repeated(span.cycles)
        first, last = _rows(recording.time, span)
        block = recording.block(first, last)
        self.time = np.asarray(block.time)
        self._recorded: Mapping[Quantity, FloatArray] = {
            quantity: np.asarray(column[:]) for quantity, column in block.columns.items()
        }
        position = joint_position(robot, self._recorded)
        if position is None or not self.time.size:
            raise NotEnoughData("position-not-recorded", recording=recording.label)
        self._position = position
        slack = max(span.ends - span.begins - self._motion.duration, 0.0) / 2.0
        self.began = run_began(
            self.time, position, self._motion, about=span.begins + slack, within=slack + _AROUND_S
        )
        self.missing = sum(hole.missing for hole in recording.missing if first <= hole.index < last - 1)

    @property
    def periods(self) -> FloatArray:
        """Start time of each period, (cycles,) s."""
        lead = lead_in_s(self._motion)
        return np.asarray(self.began + lead + self._period_s * np.arange(self._span.cycles))

    @cached_property
    def columns(self) -> dict[str, FloatArray]:
        """The columns to average, (N, n) by name."""
        found = {
            quantity.value: self._recorded[quantity] for quantity in _AVERAGED if quantity in self._recorded
        }
        torque = joint_torque(self._robot, self._recorded)
        return found if torque is None else {**found, TORQUE: torque * self._robot.reported_sign}

    @cached_property
    def inside(self) -> slice:
        """Rows while the trajectory ran, and those just before and after."""
        edges = np.searchsorted(self.time, [self.began, self.began + self._motion.duration])
        return slice(max(int(edges[0]) - 1, 0), int(edges[1]) + 1)

    @cached_property
    def _meant(self) -> Kinematics:
        return self._motion.evaluate(self.time - self.began)

    @property
    def error(self) -> FloatArray:
        """Measured minus commanded position during the run, (N, n)."""
        return (self._position - self._meant.position)[self.inside]

    @property
    def shaking_hz(self) -> float:
        """Upper frequency to which the following error is differentiated for vibration, Hz."""
        return min(SHAKING_HZ, _BAND_SHARE / self._step_s)

    @property
    def reached(self) -> PeakBounds:
        """Peaks of the measured motion: the trajectory plus the following error."""
        position = self._position[self.inside]
        slip, jolt = self._error_rates(self.band_hz)
        meant = self._motion.evaluate(self._grid - self.began)
        return PeakBounds(
            lower=position.min(axis=0),
            upper=position.max(axis=0),
            velocity=np.abs(meant.velocity + slip).max(axis=0),
            acceleration=np.abs(meant.acceleration + jolt).max(axis=0),
        )

    @property
    def shaking(self) -> FloatArray:
        """Largest second derivative of the following error, (n,)."""
        return np.asarray(np.abs(self._error_rates(self.shaking_hz)[1]).max(axis=0))

    def _error_rates(self, band_hz: float) -> tuple[FloatArray, FloatArray]:
        """First and second derivative (K, n) of the following error up to ``band_hz``."""
        rate = 1.0 / self._step_s
        columns = (self._position - self._meant.position).T
        error = np.stack([np.interp(self._grid, self.time, column) for column in columns], axis=1)
        slip = central_difference(ZeroPhaseLowPass(band_hz, rate).apply(error), rate_hz=rate)
        return slip, central_difference(slip, rate_hz=rate)

    @property
    def _step_s(self) -> float:
        return float(np.median(np.diff(self.time)))

    @property
    def _grid(self) -> FloatArray:
        """Evenly spaced times over the whole recording of the run, (K,) s."""
        return np.arange(self.time[0], self.time[-1], self._step_s)

    @property
    def torque_share(self) -> FloatArray:
        """Largest torque relative to the rated one, (n,); NaN where either is unknown."""
        rated = self._robot.torque_limit
        if TORQUE not in self.columns:
            return np.full(rated.shape, np.nan)
        torque = self.columns[TORQUE][self.inside]
        count = max(round(_PEAK_S / self._step_s), 1)
        starts = np.arange(0, torque.shape[0] - count + 1, count)
        means = np.add.reduceat(torque[: starts.size * count], starts, axis=0) / count
        known = np.isfinite(rated)
        return np.where(known, np.abs(means).max(axis=0) / np.where(known, rated, 1.0), np.nan)


def _rows(time: FloatArray, span: RunSpan) -> tuple[int, int]:
    edges = np.searchsorted(time, [span.begins - _AROUND_S, span.ends + _AROUND_S])
    return int(edges[0]), int(edges[1])
