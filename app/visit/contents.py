"""Contents of the recordings of a visit, read in the worker. No Qt."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from core.monitor import Monitor
from core.recording import BOTH_ENCODERS, Dropped, Recording

if TYPE_CHECKING:
    from core.encoders.result import LinkPositionFinding
    from core.recognition.contents import Contents
    from core.robot.model import RobotModel


@dataclass(frozen=True, eq=False)
class SeenRecording:
    """A recording that was looked through: its name, size, contents, and what was left out of its file.

    ``joints`` are the names of the joints, ``slides`` is True for each that slides; empty where no arm is
    known.
    """

    label: str
    sample_count: int
    duration: float
    contents: "Contents"
    dropped: tuple[Dropped, ...] = ()
    joints: tuple[str, ...] = ()
    slides: tuple[bool, ...] = ()
    link: "LinkPositionFinding | None" = None
    """None where the recording has not both encoders."""


def see(recording: Recording, robot: "RobotModel | None" = None) -> SeenRecording:
    """Look through a recording of any length once."""
    from core.recognition.contents import contents_of

    return SeenRecording(
        recording.label,
        recording.sample_count,
        recording.duration,
        contents_of(recording),
        tuple(recording.dropped),
        () if robot is None else tuple(robot.joint_names),
        () if robot is None else tuple(bool(one) for one in robot.is_prismatic),
        _link(recording, robot),
    )


def _link(recording: Recording, robot: "RobotModel | None") -> "LinkPositionFinding | None":
    from core.encoders.link_position import find_link_position

    has_both = set(BOTH_ENCODERS) <= set(recording.columns)
    fits = robot is None or (recording.joint_count == robot.joint_count and not robot.output_locked)
    return find_link_position([recording], robot) if has_both and fits else None


def see_in_visit(monitor: Monitor, *, path: Path, label: str) -> SeenRecording:
    """Look through a recording of a visit."""
    from app.visit.recordings import robot_of
    from core.storage.visit import Visit

    monitor.check()
    with Visit.open(path, recover=False) as visit:
        return see(visit.recording(label), robot_of(visit))
