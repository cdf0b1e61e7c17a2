"""What procedures have done to the visit: looked at, recordings taken in, encoders checked. No Qt.

Runs in the worker process of the window, or directly for the command line.
"""

import logging
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from core.errors import DiskFull
from core.monitor import Monitor
from core.recording import Event, FloatArray, Recording
from core.robot.model import RobotModel

if TYPE_CHECKING:
    from core.encoders.result import EncoderCheck, JogSpan
    from core.quality import Judgement
    from core.storage.visit import Visit

_LOG = logging.getLogger(__name__)
ENCODER_CHECK = "encoder-check"
"""Under this kind the encoder checks are stored in a visit."""
JOG_BEGINS = "jog-begins"
"""Code of the event before a jog; facts ``joint`` (from 0) and ``angle`` (rad or m)."""
DRIVES = "drives"
"""Under this name the drive gains are remembered that a controller told."""


@dataclass(frozen=True, eq=False)
class AnnouncedDrives:
    """Nominal drive gains (n,) in N·m/A at the link side, and who told them."""

    drive_gain: FloatArray
    source: str


@dataclass(frozen=True)
class AdoptedRecording:
    """A recording that is in the visit now; ``seconds`` on the device's clock."""

    label: str
    seconds: float
    samples: int
    missing_samples: int
    events: tuple[Event, ...]
    incomplete: str


@dataclass(frozen=True, eq=False)
class AboutVisit:
    """What a session needs to know of its visit."""

    serial: str
    """Of the robot in its recordings; empty where none has one."""
    last_check: "StoredCheck | None"


def about_visit(monitor: Monitor, *, path: Path) -> AboutVisit:
    """Which robot the visit is to, and its last encoder check."""
    from core.storage.visit import Visit

    monitor.check()
    with Visit.open(path) as visit:
        serials = [visit.recording(label).origin.serial for label in visit.labels]
        return AboutVisit(next(filter(None, serials), ""), last_check(visit))


def adopt_recording(
    monitor: Monitor, *, visit: Path, part: Path, drives: AnnouncedDrives | None
) -> AdoptedRecording:
    """Take a finished part into the visit.

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
            except DiskFull:  # the recording is in the visit; the next one brings the gains again
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


def robot_of(visit: "Visit") -> RobotModel:
    """The robot a visit was made to, with the drive gains its controller told where it has no others."""
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
    """An encoder check that is in the visit, and which robot in which power-on it holds for."""

    check: "EncoderCheck"
    serial: str

    @property
    def judgement(self) -> "Judgement":
        """What the encoders are worth."""
        return self.check.judgement

    @property
    def power_on(self) -> str:
        """Encoder offsets hold for this one only."""
        return self.check.power_on


def last_check(visit: "Visit") -> StoredCheck | None:
    """The newest encoder check of a visit."""
    from core.encoders.result import EncoderCheck

    stored = visit.results(ENCODER_CHECK)
    if not stored:
        return None
    check = visit.result(stored[-1].key, EncoderCheck)
    serial = visit.recording(check.recording).origin.serial if check.recording in visit.labels else ""
    return StoredCheck(check, serial)


def check_recording(monitor: Monitor, *, visit: Path, label: str) -> StoredCheck:
    """Compare the encoders in a recording, with the offsets known before, and store what was found.

    The jogs are those that the recording notes; without any, single-joint motions are looked for.
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
    """The jogs that were carried out, each from its beginning until the next one begins.

    The arm stands in between; samples may come later than the news that a jog has ended.
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
