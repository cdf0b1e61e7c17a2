"""A trajectory as a table over time: what a controller reads that takes set-points.

Positions are those the controller reports, as in recordings, so that the file can be
played or laid over a recording as it is.
"""

import io
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from core.bounds import RATE, check_value
from core.exchange.csv_text import table_text
from core.excitation.trajectories import Trajectory
from core.excitation.trajectories.fourier_series import FourierSeries
from core.recording import FloatArray
from core.robot.model import RobotModel
from core.storage.output_writer import write_whole

DEFAULT_RATE_HZ = 100.0
_ROUNDING = 1e-9
"""Of a sample step, within which a motion ends on a sample."""
_DIGITS = "%.10g"
_DECIMALS = 12
"""Beyond these is nothing but rounding."""


def trajectory_csv(
    trajectory: Trajectory | FourierSeries,
    robot: RobotModel,
    *,
    rate_hz: float = DEFAULT_RATE_HZ,
    remarks: Sequence[str] = (),
) -> str:
    """Time in s, then position, velocity and acceleration of every joint at an even rate.

    A plain series, which has no ends, is written for one period. The last row is the first
    sample at or after the end, where the motion rests.

    Parameters
    ----------
    trajectory : the motion, model joint positions
    robot : whose joints these are; tells angles from lengths, and what the controller reports
    rate_hz : rows per second
    remarks : comment lines that go first, after a ``#``

    Raises
    ------
    BadRequest
        As ``core.bounds.check_value`` for a rate that is none.
    """
    check_value("rate_hz", rate_hz, RATE)
    seconds = trajectory.period_s if isinstance(trajectory, FourierSeries) else trajectory.duration
    time = np.arange(np.ceil(seconds * rate_hz - _ROUNDING) + 1.0) / rate_hz
    stream = io.StringIO()
    remarks = (*remarks, "joint positions, velocities and accelerations as the controller reports them")
    stream.write(table_text([_header(robot)], remarks=remarks))
    np.savetxt(stream, _rows(trajectory, robot, time), fmt=_DIGITS, delimiter=",")
    return stream.getvalue()


def write_trajectory_csv(
    trajectory: Trajectory | FourierSeries,
    robot: RobotModel,
    path: Path,
    *,
    rate_hz: float = DEFAULT_RATE_HZ,
    remarks: Sequence[str] = (),
) -> None:
    """Write ``trajectory_csv`` to ``path`` as UTF-8."""
    write_whole(path, trajectory_csv(trajectory, robot, rate_hz=rate_hz, remarks=remarks).encode())


def _rows(trajectory: Trajectory | FourierSeries, robot: RobotModel, time: FloatArray) -> FloatArray:
    motion = trajectory.evaluate(time)
    position = robot.position_as_reported(motion.position)
    velocity, acceleration = motion.velocity * robot.reported_sign, motion.acceleration * robot.reported_sign
    rows = np.round(np.column_stack([time, position, velocity, acceleration]), _DECIMALS)
    return np.asarray(rows + 0.0)  # no zero below zero


def _header(robot: RobotModel) -> list[str]:
    units = ["m" if slides else "rad" for slides in robot.is_prismatic.tolist()]
    columns = [
        f"{letter}{number} [{unit}{per}]"
        for letter, per in (("q", ""), ("v", "/s"), ("a", "/s^2"))
        for number, unit in enumerate(units, start=1)
    ]
    return ["t [s]", *columns]
