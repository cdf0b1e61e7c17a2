"""Reads a trajectory from JSON: one that this program wrote, or coefficients from elsewhere."""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from core.bounds import MOST_JOINTS, PERIOD, POSITION, Bounds, check_value
from core.errors import BadFile, BadRequest, Problem
from core.exchange.trajectory_json import PLAIN_SERIES
from core.excitation.settings import ExcitationSettings
from core.excitation.trajectories import TrajectoryKind, trajectory_from_fields
from core.excitation.trajectories.fourier import REST_TOLERANCE, FourierTrajectory
from core.excitation.trajectories.fourier_series import FourierSeries
from core.excitation.trajectories.free_fourier import FreeFourierTrajectory
from core.excitation.trajectories.motion import frozen_array
from core.excitation.trajectories.quintic_fourier import QuinticFourierTrajectory
from core.fields import from_fields
from core.given_file import parse_given_json, read_given_bytes

GivenTrajectory = FourierTrajectory | QuinticFourierTrajectory | FreeFourierTrajectory | FourierSeries
COEFFICIENT = Bounds("rad/s", -1e4, 1e4, many=MOST_JOINTS * 1000)
_SERIES_KINDS = (TrajectoryKind.FOURIER, TrajectoryKind.MODIFIED, PLAIN_SERIES)
_KINDS = (*(kind.value for kind in TrajectoryKind), PLAIN_SERIES)


@dataclass(frozen=True, eq=False)
class TrajectoryFile:
    """Content of a file: the motion and, if this program wrote it, how it was planned and for which arm."""

    trajectory: GivenTrajectory
    settings: ExcitationSettings | None
    robot: str

    @property
    def judging_settings(self) -> ExcitationSettings:
        """The settings to judge it with: its own, or the defaults from where it starts.

        A plain series should start at zero, whatever its rounded coefficients say.
        """
        if self.settings is not None:
            return self.settings
        if isinstance(self.trajectory, FourierSeries):
            return ExcitationSettings()
        return ExcitationSettings(start=tuple(self.trajectory.start.tolist()))


def read_trajectory(path: Path, *, joints: int) -> TrajectoryFile:
    """The trajectory of a JSON file for an arm of so many joints.

    The file holds ``a`` and ``b`` (a list of harmonics per joint, rad/s), ``q0`` (rad) and
    ``period_s`` at its top or under ``trajectory``; m for sliding joints. Coefficients that
    do not start and end at rest, such as rounded ones, make a plain series.

    Raises
    ------
    BadFile
        ``bad-trajectory-file`` with every problem found.
    BadRequest
        ``trajectory-joints`` for an arm with another number of joints; ``trajectory-kind`` and
        what the trajectory's own class refuses.
    OSError
        Where the file cannot be read.
    """
    document = _document(path)
    plain = document.get("trajectory", document)
    if not isinstance(plain, Mapping):
        raise BadFile("bad-trajectory-file", [Problem("trajectory", "not-an-object")], file=str(path))
    settings = document.get("settings")
    try:
        trajectory = _trajectory(plain)
        planned = from_fields(ExcitationSettings, settings) if isinstance(settings, Mapping) else None
    except BadFile as error:
        raise BadFile("bad-trajectory-file", error.problems, file=str(path)) from error
    found = trajectory.a.shape[0]
    if found != joints:
        raise BadRequest("trajectory-joints", found=found, expected=joints)
    return TrajectoryFile(trajectory, planned, str(document.get("robot", "")))


def _document(path: Path) -> Mapping[str, Any]:
    try:
        document = parse_given_json(read_given_bytes(path).decode("utf-8-sig"), file=str(path))
    except ValueError as error:  # neither UTF-8 nor JSON
        problem = Problem("", "not-json", {"reason": str(error)})
        raise BadFile("bad-trajectory-file", [problem], file=str(path)) from error
    if not isinstance(document, Mapping):
        raise BadFile("bad-trajectory-file", [Problem("", "not-an-object")], file=str(path))
    return document


def _trajectory(plain: Mapping[str, Any]) -> GivenTrajectory:
    kind = plain.get("kind", PLAIN_SERIES)
    if kind not in _KINDS:
        raise BadRequest("trajectory-kind", kind=str(kind), kinds=_KINDS)
    series = _checked(from_fields(FourierSeries, plain))
    if kind in _SERIES_KINDS:
        if not _rests(series):
            return series
        kind = TrajectoryKind.MODIFIED
    trajectory = trajectory_from_fields({**plain, "kind": str(kind)})
    assert isinstance(trajectory, FourierTrajectory | QuinticFourierTrajectory | FreeFourierTrajectory)
    return trajectory


def _checked(series: FourierSeries) -> FourierSeries:
    check_value("period_s", series.period_s, PERIOD)
    for name, bounds in (("a", COEFFICIENT), ("b", COEFFICIENT), ("q0", POSITION)):
        check_value(name, getattr(series, name), bounds)
    a = frozen_array("a", series.a, shape=(None, None))
    return FourierSeries(
        period_s=series.period_s,
        q0=frozen_array("q0", series.q0, shape=(a.shape[0],)),
        a=a,
        b=frozen_array("b", series.b, shape=a.shape),
    )


def _rests(series: FourierSeries) -> bool:
    """Return True if a period starts and ends at rest, as ``FourierTrajectory`` asks for."""
    velocity, acceleration = series.a.sum(axis=1), (series.b * series.rates).sum(axis=1)
    return bool(max(np.abs(velocity).max(), np.abs(acceleration).max()) <= REST_TOLERANCE)
