"""The speed stages of a motion: chosen, previewed before anything moves, and the next run by forecast. No Qt.

First a rehearsal so slow that people may stay in the cell, until the arm is proven; then the ramp; then full
speed, in as few runs as the controllers take.
"""

import threading

import numpy as np
import numpy.typing as npt

from app.arm.circumstances import SPEED_SHARE, Circumstances, Stage, StagedMotion
from app.arm.procedure import PlannedMotion
from core.excitation.runs.measured_run import run_began
from core.excitation.trajectories.motion import Trajectory
from core.excitation.trajectories.periodic import PeriodicTrajectory
from core.monitor import Monitor, PartOfMonitor
from core.recording import FloatArray
from core.robot.measured_joints import joint_position, joint_torque
from core.robot.model import RobotModel
from devices.errors import MotionRejected
from devices.motion import RunTrajectory
from devices.safety.limits import STAGES, UNPROVEN_TOOL_SPEED_M_S
from devices.safety.stage_forecast import (
    POINTS,
    StageForecast,
    StageTorque,
    forecast,
    left_standstill,
    stage_torque,
)
from devices.samples import SampleBlock

LONGEST_RUN_S = 300.0
"""Longest run, s; a longer motion is run in several pieces, since controllers limit the length."""
_APART = 0.8
"""Largest speed of a rehearsal, as a share of the speed of the ramp's first stage."""

_WITHIN_S = 2.0
"""Largest error of the assumed begin of a run on the device's clock, s."""


def staged(
    circumstances: Circumstances,
    motion: PeriodicTrajectory,
    *,
    cycles: int,
    fast: bool,
    rehearse: bool,
    share: float = 1.0,
    start: FloatArray | None = None,
    monitor: Monitor,
) -> StagedMotion:
    """The stages of ``motion``, one cycle each, and ``cycles`` of it at full speed.

    Parameters
    ----------
    circumstances
        The arm at rest at its present pose.
    motion
        One cycle at full speed.
    fast
        True if full speed may be faster than is allowed with people in the cell.
    rehearse
        True if slower stages come first; without ``fast`` there are none.
    share
        Share of the joints' speed limits that ``motion`` uses; the ramp's stages are shares of the limits.
    start
        Pose (n,) at the begin of the motion, if it is not the present one.
    """
    leads = motion.duration - motion.period_s  # lead-in from rest and lead-out to rest, of some motions
    counts = cycles_of_runs(cycles, most=max(int((LONGEST_RUN_S - leads) / motion.period_s), 1))
    runs = {
        count: circumstances.preview(
            RunTrajectory(motion.repeated(count)), start=start, proven=fast, monitor=monitor
        )
        for count in sorted(set(counts))
    }
    full = runs[counts[0]]
    stages = (
        *_slower(
            circumstances,
            motion,
            top_speed=full.top_speed,
            share=share,
            rehearse=rehearse and fast,
            start=start,
            monitor=monitor,
        ),
        Stage(1.0, full, counts[0]),
    )
    repeats = tuple(Stage(1.0, runs[count], count) for count in counts[1:])
    return StagedMotion(stages, inertial_torque(circumstances.robot, motion), repeats)


def staged_once(
    circumstances: Circumstances,
    motion: Trajectory,
    *,
    rehearse: bool,
    start: FloatArray | None = None,
    monitor: Monitor,
) -> StagedMotion:
    """The stages of a motion that is run once; parameters as for ``staged``."""
    full = circumstances.preview(RunTrajectory(motion), start=start, proven=True, monitor=monitor)
    slower = _slower(
        circumstances,
        motion,
        top_speed=full.top_speed,
        share=1.0,
        rehearse=rehearse,
        start=start,
        monitor=monitor,
    )
    return StagedMotion((*slower, Stage(1.0, full)), inertial_torque(circumstances.robot, motion))


def _slower(
    circumstances: Circumstances,
    motion: Trajectory,
    *,
    top_speed: float,
    share: float,
    rehearse: bool,
    start: FloatArray | None,
    monitor: Monitor,
) -> tuple[Stage, ...]:
    """The stages before full speed; none without a rehearsal."""
    fractions: tuple[float, ...] = ()
    if rehearse:
        fractions = stage_fractions(top_speed, share=share, proven=circumstances.proven)
    stages: list[Stage] = []
    for number, fraction in enumerate(fractions):
        part = PartOfMonitor(monitor, first=number / len(fractions), last=(number + 1) / len(fractions))
        part.check()
        plan = RunTrajectory(motion.slowed(fraction))
        # from the first stage on the arm counts as proven
        preview = circumstances.preview(plan, start=start, proven=bool(stages) or None, monitor=part)
        stages.append(Stage(fraction, preview))
    return tuple(stages)


def cycles_of_runs(cycles: int, *, most: int) -> list[int]:
    """Cycles of each run: as few runs as possible, as even as possible, none with more than ``most``."""
    runs = -(-cycles // most)
    return [cycles // runs + (number < cycles % runs) for number in range(runs)]


def inertial_torque(robot: RobotModel, trajectory: Trajectory) -> FloatArray | None:
    """Torque (POINTS, n) of inertia, Coriolis and centrifugal terms, N·m; None if the masses are unknown."""
    from core.robot.dynamics import inverse_dynamics

    if robot.inertial_parameters is None:
        return None
    middle = (np.arange(POINTS) + 0.5) / POINTS * trajectory.duration
    path = trajectory.evaluate(middle)
    still = np.zeros_like(path.position)
    known = {"parameters": robot.inertial_parameters}
    moving = inverse_dynamics(robot, path.position, path.velocity, path.acceleration, **known)
    holding = inverse_dynamics(robot, path.position, still, still, **known)
    rotors = 0.0 if robot.rotor_inertia is None else robot.rotor_inertia * path.acceleration
    return np.asarray(moving - holding + rotors)


def stage_fractions(top_speed: float, *, share: float, proven: bool) -> tuple[float, ...]:
    """Fractions of full speed to run before it: one at a safe speed, then the ramp.

    Parameters
    ----------
    top_speed
        Speed of the tool at full speed, m/s.
    share
        Share of the joints' speed limits that full speed uses; the ramp's stages are shares of the limits.
    proven
        True if the arm has been proven at reduced speed; then there is no rehearsal.
    """
    ramp = [stage / share for stage in STAGES if stage < share]
    rehearsal = min(1.0, SPEED_SHARE * UNPROVEN_TOOL_SPEED_M_S / max(top_speed, 1e-9))
    slowest = ramp[0] if ramp else 1.0
    if proven or rehearsal >= slowest:
        return tuple(ramp)
    # two stages of almost the same speed would not show how torque grows with speed
    return (min(rehearsal, _APART * slowest), *ramp)


class StageWatch:
    """Collects positions and torques of one stage; a watcher of the stream."""

    def __init__(self, robot: RobotModel) -> None:
        self._robot = robot
        self._lock = threading.Lock()
        self._rows: list[tuple[FloatArray, FloatArray, FloatArray]] = []

    def __call__(self, block: SampleBlock) -> None:
        """Keep a block; nothing if the stream has no torque."""
        position = joint_position(self._robot, block.columns)
        torque = joint_torque(self._robot, block.columns)
        if position is not None and torque is not None:
            with self._lock:
                self._rows.append((block.device_time, position, torque * self._robot.reported_sign))

    def measured(self) -> tuple[FloatArray, FloatArray, FloatArray] | None:
        """Time (N,), position and torque (N, n) of the model's joints; None without torque."""
        with self._lock:
            rows = tuple(self._rows)
        if not rows:
            return None
        time, position, torque = (np.concatenate([row[place] for row in rows]) for place in range(3))
        return time, position, torque


class Ramp:
    """The stages of one motion so far.

    Parameters
    ----------
    robot
        With drive gains, so that currents are torques.
    inertial
        Torque (points, n) for inertia at full speed by the model, N·m; None if unknown.
    """

    def __init__(self, robot: RobotModel, inertial: FloatArray | None) -> None:
        self._robot, self._inertial = robot, inertial
        self._stages: list[StageTorque] = []
        self._settled: npt.NDArray[np.bool_] | None = None

    def expect_allowed(self, planned: PlannedMotion) -> None:
        """Refuse a stage whose forecast torque is too large; the first stage has no forecast.

        Raises
        ------
        MotionRejected
            ``next-stage-too-strong`` with the joint and its share of the rated torque.
        """
        expected = self.forecast(planned)
        for finding in () if expected is None else expected.findings:
            raise MotionRejected(finding.code, **finding.facts)

    def forecast(self, planned: PlannedMotion) -> StageForecast | None:
        """Forecast torque of a stage from the slower ones; None before the first was measured."""
        if not self._stages:
            return None
        return forecast(
            self._robot,
            self._stages,
            next_fraction=_fraction(planned),
            inertial=self._inertial,
            settled=self._settled,
        )

    def take(
        self, planned: PlannedMotion, watch: StageWatch, *, began: float, ended: float | None = None
    ) -> bool:
        """Take a stage that ran from about ``began`` s on; return False if the stream has no torque.

        With ``ended`` it ran somewhere between the two times, which allows for a slow start of the arm.

        Raises
        ------
        NotEnoughData
            ``stage-not-covered`` if samples of it are missing.
        """
        measured = watch.measured()
        if measured is None:
            return False
        time, position, torque = measured
        trajectory = _trajectory(planned)
        slack = 0.0 if ended is None else max(ended - began - trajectory.duration, 0.0) / 2.0
        start = run_began(time, position, trajectory, about=began + slack, within=slack + _WITHIN_S)
        self._settled = left_standstill(trajectory, robot=self._robot)
        inside = (time >= start) & (time <= start + trajectory.duration)
        self._stages.append(
            stage_torque(
                _fraction(planned),
                time=time[inside] - start,
                torque=torque[inside],
                duration=trajectory.duration,
            )
        )
        return True


def _fraction(planned: PlannedMotion) -> float:
    fraction = planned.facts["fraction"]
    assert isinstance(fraction, float)
    return fraction


def _trajectory(planned: PlannedMotion) -> Trajectory:
    plan = planned.preview.plan
    assert isinstance(plan, RunTrajectory)
    return plan.trajectory
