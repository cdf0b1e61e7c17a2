"""Tasks of procedures on the visit: read its robot, adopt recordings, check encoders. No Qt.

Runs in the worker process of the window, or directly for the command line.
"""

import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from app.visit.stored_products import newest
from core.encoders.result import ENCODER_CHECK
from core.errors import BadRequest, DiskFull
from core.monitor import Monitor
from core.recording import Event, FloatArray, Recording
from core.robot.model import RobotModel

if TYPE_CHECKING:
    from core.encoders.result import EncoderCheck, JogSpan
    from core.quality import Judgement
    from core.storage.visit import Visit

_LOG = logging.getLogger(__name__)
JOG_BEGINS = "jog-begins"
"""Code of the event before a jog; facts ``joint`` (from 0) and ``angle`` (rad or m)."""
DRIVES = "drives"
"""Name under which a visit keeps the drive gains that a controller reported."""


@dataclass(frozen=True, eq=False)
class AnnouncedDrives:
    """Nominal drive gains (n,) at the link side, N·m/A, and the controller that reported them."""

    drive_gain: FloatArray
    source: str


@dataclass(frozen=True)
class AdoptedRecording:
    """A recording that was adopted into the visit; ``seconds`` on the device's clock."""

    label: str
    seconds: float
    samples: int
    missing_samples: int
    events: tuple[Event, ...]
    incomplete: str


@dataclass(frozen=True, eq=False)
class AboutVisit:
    """Serial number and last encoder check of a visit, for a session."""

    serial: str
    """Serial number of the robot in the recordings; empty if none has one."""
    last_check: "StoredCheck | None"


def about_visit(monitor: Monitor, *, path: Path) -> AboutVisit:
    """Read the serial number and the last encoder check of a visit."""
    from core.storage.visit import Visit

    monitor.check()
    with Visit.open(path) as visit:
        serials = [visit.about(label).origin.serial for label in visit.labels]
        return AboutVisit(next(filter(None, serials), ""), last_check(visit))


def adopt_recording(
    monitor: Monitor, *, visit: Path, part: Path, drives: AnnouncedDrives | None
) -> AdoptedRecording:
    """Adopt a finished part into the visit, and keep the drive gains if it has none yet.

    Raises
    ------
    BadRequest
        ``no-samples``; such a part is removed.
    """
    from core.storage.visit import Visit

    monitor.check()
    with Visit.open(visit, recover=False) as opened:
        label = opened.adopt(part)
        if drives is not None and opened.settings(DRIVES, AnnouncedDrives) is None:
            try:
                opened.put_settings(DRIVES, drives)
            except DiskFull:  # the recording is stored; the gains come again with the next one
                _LOG.warning("The drive gains of the controller were not stored.", exc_info=True)
        recording = opened.recording(label)
        return AdoptedRecording(
            label=label,
            seconds=recording.duration,
            samples=recording.sample_count,
            missing_samples=sum(hole.missing for hole in recording.missing),
            events=recording.events,
            incomplete=recording.incomplete,
        )


def named_recordings(visit: "Visit", labels: Sequence[str]) -> dict[str, Recording]:
    """The recordings with these labels; unknown labels are refused together with the known ones.

    Raises
    ------
    BadRequest
        ``unknown-recording``.
    """
    unknown = tuple(label for label in labels if label not in visit.labels)
    if unknown:
        raise BadRequest("unknown-recording", labels=unknown, known=visit.labels)
    return {label: visit.recording(label) for label in labels}


def robot_of(visit: "Visit") -> RobotModel:
    """The robot of a visit; if its description has no drive gains, with those of its controller."""
    from core.robot.toml_format import parse_toml

    robot = parse_toml(visit.robot_toml, file=str(visit.path))
    drives = visit.settings(DRIVES, AnnouncedDrives)
    if robot.drive_gain is not None or drives is None:
        return robot
    return replace(
        robot, drive_gain=drives.drive_gain, sources={**robot.sources, "drive_gain": drives.source}
    )


@dataclass(frozen=True, eq=False)
class StoredCheck:
    """An encoder check of the visit; it is valid for one robot in one power-on."""

    check: "EncoderCheck"
    serial: str

    @property
    def judgement(self) -> "Judgement":
        """The judgement of the encoders."""
        return self.check.judgement

    @property
    def power_on(self) -> str:
        """The power-on for which the encoder offsets are valid."""
        return self.check.power_on


def last_check(visit: "Visit") -> StoredCheck | None:
    """The newest encoder check of a visit; None without one."""
    from core.encoders.result import EncoderCheck

    check = newest(visit, ENCODER_CHECK, EncoderCheck)
    if check is None:
        return None
    serial = visit.about(check.recording).origin.serial if check.recording in visit.labels else ""
    return StoredCheck(check, serial)


def check_recording(monitor: Monitor, *, visit: Path, label: str) -> StoredCheck:
    """Check the encoders in a recording against the known offsets, and store the result.

    The jogs are those that the recording notes; without any, single-joint motions are detected.
    """
    from core.encoders.check import check_encoders
    from core.storage.visit import Visit

    monitor.check()
    with Visit.open(visit) as opened:
        recording = opened.recording(label)
        before = last_check(opened)
        known = before if before is not None and before.serial == recording.origin.serial else None
        check = check_encoders(
            recording,
            robot_of(opened),
            known_offsets=None if known is None else known.check.offsets,
            known_power_on="" if known is None else known.power_on,
            jogs=jogs_of(recording) or None,
        )
        opened.add_result(ENCODER_CHECK, check)
    return StoredCheck(check, recording.origin.serial)


def jogs_of(recording: Recording) -> tuple["JogSpan", ...]:
    """The jogs of a recording, each from its begin until the next one begins.

    The arm is at rest in between; samples may arrive later than the event at the end of a jog.
    """
    from core.encoders.result import JogSpan

    begun = [event for event in recording.events if event.code == JOG_BEGINS]
    ends = [*(event.time for event in begun[1:]), float(recording.time[-1])]
    return tuple(
        JogSpan(joint, event.time, end, float(angle))
        for event, end in zip(begun, ends, strict=False)
        if isinstance(joint := event.facts.get("joint"), int)
        and isinstance(angle := event.facts.get("angle"), int | float)
    )
