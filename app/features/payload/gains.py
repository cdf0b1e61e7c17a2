"""Drive gains that turn a payload's currents into torques, with their uncertainty. No Qt."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from app.visit.stored_products import newest
from core.payload.settings import GainKnowledge, GainSource, identified_gains
from core.recording import FloatArray, Quantity, Recording, TorqueKind

if TYPE_CHECKING:
    from core.robot.model import RobotModel
    from core.storage.visit import Visit


@dataclass(frozen=True, eq=False)
class GainsInUse:
    """``drive_gain`` (n,) N·m/A, None for those of the description, and their uncertainty."""

    knowledge: GainKnowledge
    drive_gain: FloatArray | None = None


def gains_in_use(
    requested: str, *, robot: "RobotModel", recordings: Sequence[Recording], visits: Sequence["Visit"]
) -> GainsInUse:
    """The requested gains; without a request, the best known ones.

    Parameters
    ----------
    requested
        ``manufacturer``, ``identified``, ``exact``, ``unknown``, a file's path, or empty: torques of
        sensors are exact; else identified gains of the first visit that has some, else those of the
        description, else unknown.
    recordings
        Recordings from which the payload is computed.

    Raises
    ------
    BadRequest
        ``payload-gains-not-identified``.
    BadFile
        As ``read_gains``.
    """
    count = len(robot.joints)
    if requested and requested not in set(GainSource):
        return _from_file(Path(requested), robot)
    source = GainSource(requested) if requested else _best(robot, recordings, visits)
    if source is GainSource.IDENTIFIED:
        return _identified(robot, visits)
    made = {
        GainSource.EXACT: GainKnowledge.exact,
        GainSource.MANUFACTURER: GainKnowledge.manufacturer,
        GainSource.UNKNOWN: GainKnowledge.unknown,
    }
    return GainsInUse(made[source](count))


def _best(robot: "RobotModel", recordings: Sequence[Recording], visits: Sequence["Visit"]) -> GainSource:
    from core.identification.gains.result import DRIVE_GAINS

    if recordings and all(one.torque_kind is TorqueKind.LINK_SENSOR for one in recordings):
        return GainSource.EXACT  # sensors measure torque: no gain lies between
    if any(visit.results(DRIVE_GAINS) for visit in visits):
        return GainSource.IDENTIFIED
    in_current = any(Quantity.TORQUE not in one.columns for one in recordings)
    is_open = in_current and robot.drive_gain is None
    return GainSource.UNKNOWN if is_open else GainSource.MANUFACTURER


def _identified(robot: "RobotModel", visits: Sequence["Visit"]) -> GainsInUse:
    from core.errors import BadRequest
    from core.identification.gains.result import DRIVE_GAINS, DriveGains

    for visit in visits:
        if (found := newest(visit, DRIVE_GAINS, DriveGains)) is not None:
            gains, knowledge = identified_gains(
                found.drive_gain, found.covariance, described=robot.drive_gain
            )
            return GainsInUse(knowledge, gains)
    raise BadRequest("payload-gains-not-identified")


def _from_file(path: Path, robot: "RobotModel") -> GainsInUse:
    """The gains of a file; without a covariance they count as those of a data sheet."""
    from core.exchange.gains_file import read_gains

    count = len(robot.joints)
    read = read_gains(path, joint_count=count)
    if read.covariance is not None:
        gains, knowledge = identified_gains(read.drive_gain, read.covariance, described=robot.drive_gain)
        return GainsInUse(knowledge, gains)
    described = np.full(count, np.nan) if robot.drive_gain is None else robot.drive_gain
    gains = np.where(np.isfinite(read.drive_gain), read.drive_gain, described)
    return GainsInUse(GainKnowledge.manufacturer(count), gains)
