"""Speed stages of one motion: each is measured, and the next runs only if its forecast torque is allowed."""

import threading

import numpy as np
import numpy.typing as npt

from app.arm.procedure import PlannedMotion
from core.excitation.runs.measured_run import run_began
from core.excitation.trajectories.motion import Trajectory
from core.recording import FloatArray
from core.robot.measured_joints import joint_position, joint_torque
from core.robot.model import RobotModel
from devices.errors import MotionRejected
from devices.motion import RunTrajectory
from devices.safety.ramp import StageForecast, StageTorque, forecast, left_standstill, stage_torque
from devices.samples import SampleBlock

_WITHIN_S = 2.0
"""Largest error of the assumed begin of a run on the device's clock, s."""


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
