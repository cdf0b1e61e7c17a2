"""A planned trajectory out of Torsion: one call, the format by the ending of the file's name.

As a table over time the positions are those the controller reports, as in recordings, so that the file can be
played or laid over a recording as it is.
"""

import io
from collections.abc import Iterator, Sequence
from enum import StrEnum
from pathlib import Path

import numpy as np

from core.bounds import RATE, check_value
from core.errors import BadRequest
from core.exchange.csv_text import table_text
from core.exchange.export_json import ReasonText, reason_code
from core.exchange.trajectory_json import ShortfallText, shortfall_code, write_excitation_json
from core.exchange.urscript import urscript_program
from core.excitation.excitation_plan import ExcitationPlan
from core.excitation.limits.motion_limits import MotionLimits
from core.excitation.trajectories import Trajectory
from core.excitation.trajectories.fourier_series import FourierSeries
from core.recording import FloatArray
from core.robot.model import RobotModel
from core.stamp import software_name
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


_MM = 1000.0
_OPERATION = (
    "It checks that the arm stands within 0.5 deg of the start pose, else it refuses; it does not go there.",
    "Set the payload first and leave the speed slider at 100 %. Change the speed in the line below.",
    "Output integer register 24: 0 ready, 1, 2, ... the period that runs, -1 over, -2 refused.",
    "Send it as it is, or add a line that calls torsion_excitation() where it is a file of a program.",
)
"""Comments in a program for Universal Robots, for the person who starts it."""


class TrajectoryFormat(StrEnum):
    """The endings of the files that a trajectory can be written into."""

    CSV = ".csv"
    """Positions, velocities and accelerations over time."""
    JSON = ".json"
    """Coefficients and everything that is known about them."""
    URSCRIPT = ".script"
    """A program for Universal Robots."""


def trajectory_format(path: Path) -> TrajectoryFormat:
    """The format that a file's ending stands for.

    Raises
    ------
    BadRequest
        ``trajectory-file-ending`` with the endings that are known.
    """
    known = tuple(kind.value for kind in TrajectoryFormat)
    if path.suffix.lower() not in known:
        raise BadRequest("trajectory-file-ending", file=str(path), endings=known)
    return TrajectoryFormat(path.suffix.lower())


def export_trajectory(  # settings that stand for themselves
    plan: ExcitationPlan,
    robot: RobotModel,
    *,
    path: Path,
    limits: MotionLimits | None = None,
    cycles: int = 1,
    rate_hz: float = DEFAULT_RATE_HZ,
    reason_text: ReasonText = reason_code,
    shortfall_text: ShortfallText = shortfall_code,
) -> None:
    """Write the plan's trajectory to ``path``, as its ending says.

    Parameters
    ----------
    plan : the planned or judged trajectory
    robot : the arm it is for
    limits : what it was judged against, for JSON
    cycles : how often a CSV table and a program run the period
    rate_hz : rows per second of a CSV table
    reason_text, shortfall_text : words for JSON

    Raises
    ------
    OSError
        When ``path`` cannot be written; an existing file is then left as it was.
    BadRequest
        ``trajectory-file-ending``; ``plan-not-runnable`` for a program of a motion that is not
        allowed or not at rest at its ends; ``trajectory-cycles``; otherwise as
        ``urscript_program`` and ``trajectory_csv``.
    """
    kind = trajectory_format(path)
    if kind is TrajectoryFormat.JSON:
        write_excitation_json(
            plan, path, limits=limits, reason_text=reason_text, shortfall_text=shortfall_text
        )
        return
    if cycles < 1:
        raise BadRequest("trajectory-cycles", cycles=cycles)
    remarks = tuple(_remarks(plan, cycles=cycles, shortfall_text=shortfall_text))
    trajectory = plan.trajectory
    if kind is TrajectoryFormat.CSV:
        run = trajectory if isinstance(trajectory, FourierSeries) else trajectory.repeated(cycles)
        write_trajectory_csv(run, robot, path, rate_hz=rate_hz, remarks=remarks)
        return
    if isinstance(trajectory, FourierSeries) or not is_runnable(plan):
        raise BadRequest("plan-not-runnable", file=str(path))
    program = urscript_program(trajectory.repeated(cycles), robot, remarks=(*remarks, *_OPERATION))
    write_whole(path, program.encode("ascii"))


def is_runnable(plan: ExcitationPlan) -> bool:
    """True if the motion is allowed: at rest at its ends, inside its limits, clear of everything."""
    if isinstance(plan.trajectory, FourierSeries) or plan.limit_use > 1.0:
        return False
    return not any(shortfall.blocking for shortfall in plan.shortfalls)


def _remarks(plan: ExcitationPlan, *, cycles: int, shortfall_text: ShortfallText) -> Iterator[str]:
    """Return the remarks that describe the motion to a reader of the file."""
    period_s = plan.trajectory.period_s
    yield f"Excitation trajectory for {plan.robot}, by {software_name()}"
    periods = "1 period" if cycles == 1 else f"{cycles} periods"
    yield f"{periods} of {period_s:g} s, condition number {plan.condition_number:.4g}"
    yield f"by {plan.convention}"
    yield f"limits {plan.settings.limits}, used to {plan.limit_use:.1%}"
    yield f"top speed {_MM * plan.top_speed:.0f} mm/s"
    if plan.closest is not None and plan.closest.first:
        pair = f"{plan.closest.first} and {plan.closest.second}"
        yield f"closest approach {_MM * plan.closest.distance:.0f} mm, {pair}, at {plan.closest_time:.2f} s"
    if not plan.settings.collision:
        yield "collisions were not looked at"
    heaviest = float(np.nanmax(plan.torque_share, initial=0.0))
    if heaviest > 1.0:
        yield f"needs {heaviest:.0%} of a rated torque with the heaviest payload"
    yield f"verdict {plan.judgement.verdict.value}"
    if not is_runnable(plan):
        yield "NOT TO BE RUN: outside its limits, too near something, or not at rest at its ends"
    for shortfall in plan.shortfalls:
        yield shortfall_text(shortfall)
