"""The jobs of the identification pages: everything that touches a file or computes. No Qt.

Each opens what it needs, closes it again, and returns small frozen objects. Heavy
imports are inside the functions, since only the worker process ever calls them.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from app.visit.payload_reference import stored_choice
from app.visit.payload_runs import recorded_runs
from app.visit.recorded_motion import is_load_steps, is_ramp, is_standing, is_sweeps
from app.visit.recordings import ENCODER_CHECK, robot_of
from app.visit.stored_payload import stored_payload
from app.visit.stored_products import products_in
from app.visit.stored_stiffness import stored_stiffness
from app.visit.summaries import (
    FileToImport,
    ImportOutcome,
    OpenedVisit,
    RecordingSummary,
    RescuedRecording,
    RobotChoice,
    VisitSummary,
)
from core.errors import BadFile, BadRequest, TorsionError
from core.identification.result import IDENTIFICATION, IDENTIFICATION_PART, IdentificationResult
from core.monitor import Monitor
from core.recording import Mark, Origin, Quantity, Recording
from core.workflow import SETTINGS_NAME, Progress
from devices.capabilities import Capabilities

if TYPE_CHECKING:
    from core.robot.model import RobotModel
    from core.storage.visit import Visit

SYNTHETIC_ROBOT = "generic-6r"
SYNTHETIC_DURATION_S = 50.0
SYNTHETIC_RUNS = ("fit-1", "fit-2", "check")
VISIT_ENDING = ".h5"
LAYOUTS = {".npz": "npz", ".mat": "mat"}
OTHER_LAYOUT = "ur10e-31"
"""Layouts by the ending of a file, where none is named."""


def list_robots(monitor: Monitor) -> tuple[RobotChoice, ...]:
    """The shipped robots; also loads what the first fit would otherwise wait for."""
    from core.robot.library import load_robot, shipped_robots

    names = tuple(shipped_robots())
    found = []
    for number, name in enumerate(names):
        monitor.check()
        monitor.report(number / len(names))
        found.append(_choice(name, load_robot(name)))
    return tuple(found)


def describe_robot(monitor: Monitor, *, path: str) -> RobotChoice:
    """A robot description from a file."""
    from core.robot.library import load_robot

    monitor.check()
    return _choice(path, load_robot(path))


def create_visit(monitor: Monitor, *, path: Path, robot: str) -> VisitSummary:
    """A new, empty visit to a robot: a shipped one, one from a file, or that of another visit."""
    from core.robot.library import load_robot
    from core.robot.toml_format import write_toml
    from core.storage.visit import Visit

    monitor.check()
    if Path(robot).suffix.lower() == VISIT_ENDING:
        with Visit.open(robot) as other:
            robot_toml = other.robot_toml
    else:
        robot_toml = write_toml(load_robot(robot))
    path.parent.mkdir(parents=True, exist_ok=True)
    with Visit.create(path, robot_toml=robot_toml) as visit:
        return _summary(visit, path)


def describe_controller(monitor: Monitor, *, uri: str) -> Capabilities:
    """What a controller can do, before it is connected."""
    from devices.connection import described_robot, open_controller
    from devices.driving.pulse import Pulse

    monitor.check()
    return open_controller(uri, robot=described_robot(uri), pulse=Pulse()).capabilities


def robot_of_visit(monitor: Monitor, *, path: Path) -> "RobotModel":
    """The description of the robot that a visit is to."""
    from core.storage.visit import Visit

    monitor.check()
    with Visit.open(path) as visit:
        return robot_of(visit)


def open_visit(monitor: Monitor, *, path: Path) -> OpenedVisit:
    """A visit as it was left, with its last identification.

    Raises
    ------
    BadFile
        ``visit-damaged`` also for one that could be read in part: the window writes the visit it shows.
    """
    from core.storage.visit import Visit

    monitor.check()
    with Visit.open(path) as visit:
        if visit.damage:
            raise BadFile("visit-damaged", visit.damage, file=str(path))
        result, is_partial = _last_result(visit)
        payload, payload_plan = stored_payload(visit)
        return OpenedVisit(
            _summary(visit, path),
            result,
            visit.settings(SETTINGS_NAME, Progress),
            tuple(RescuedRecording(found.label, found.seconds) for found in visit.recovered),
            visit.left_behind,
            is_partial,
            payload,
            payload_plan,
            stored_stiffness(visit),
        )


def remember_progress(monitor: Monitor, *, path: Path, progress: Progress) -> None:
    """Keep the progress in the visit."""
    from core.storage.visit import Visit

    monitor.check()
    with Visit.open(path) as visit:
        visit.put_settings(SETTINGS_NAME, progress)


def import_files(monitor: Monitor, *, path: Path, files: Sequence[FileToImport]) -> ImportOutcome:
    """Read files into a visit; one that cannot be read does not keep the others out."""
    from core.storage.visit import Visit

    failures: list[tuple[str, Exception]] = []
    with Visit.open(path) as visit:
        read: dict[str, Recording] = {}
        joints = robot_of(visit).joint_count
        for number, file in enumerate(files):
            monitor.check()
            monitor.report(number / len(files), Path(file.path).name)
            try:
                found = _read(file, taken=(*visit.labels, *read), joint_count=joints)
                read |= {recording.label: recording for recording in found}
            except (TorsionError, OSError) as error:
                failures.append((file.path, error))
        monitor.check()
        if read:
            with visit.change() as draft:
                for recording in read.values():
                    draft.add_recording(recording)
        return ImportOutcome(_summary(visit, path), tuple(failures))


def create_synthetic_visit(monitor: Monitor, *, path: Path, seed: int) -> VisitSummary:
    """A visit whose recordings are computed from a seed, and say so."""
    from core.identification.synthetic import synthesize
    from core.robot.library import load_robot
    from core.robot.toml_format import write_toml
    from core.storage.visit import Visit

    robot = load_robot(SYNTHETIC_ROBOT)
    path.parent.mkdir(parents=True, exist_ok=True)
    made = []
    for number, label in enumerate(SYNTHETIC_RUNS):
        monitor.check()
        monitor.report(number / len(SYNTHETIC_RUNS), label)
        made.append(synthesize(robot, seed=seed, duration_s=SYNTHETIC_DURATION_S, label=label))
    with Visit.create(path, robot_toml=write_toml(robot)) as visit:
        with visit.change() as draft:
            for recording in made:
                draft.add_recording(recording)
        return _summary(visit, path)


def _choice(name: str, robot: "RobotModel") -> RobotChoice:
    return RobotChoice(name, robot.title or robot.name, robot.joint_count)


def _read(file: FileToImport, *, taken: Sequence[str], joint_count: int) -> tuple[Recording, ...]:
    """The recordings of one file; those of a file with parts are named by its label and their number."""
    from core.exchange.import_parts import import_recordings

    if file.label in taken:
        raise BadRequest("label-exists", label=file.label)
    path = Path(file.path)
    recordings = import_recordings(
        path,
        layout=file.layout or LAYOUTS.get(path.suffix.lower(), OTHER_LAYOUT),
        rows=file.rows,
        label=file.label,
        payload_mass=file.payload_mass,
        joint_count=joint_count,
    )
    for recording in recordings:
        if recording.label in taken:
            raise BadRequest("label-exists", label=recording.label)
    return recordings


def _last_result(visit: "Visit") -> tuple[IdentificationResult | None, bool]:
    """The newest model, and whether its fit was stopped."""
    # by their numbers in the visit: the computer's clock may have been set back between two results
    stored = [entry for entry in visit.results() if entry.kind in {IDENTIFICATION, IDENTIFICATION_PART}]
    if not stored:
        return None, False
    return visit.result(stored[-1].key, IdentificationResult), stored[-1].kind == IDENTIFICATION_PART


def _summary(visit: "Visit", path: Path) -> VisitSummary:
    robot = robot_of(visit)
    checks = checked_recordings(visit)
    runs = recorded_runs(visit)
    swept = {run.label for run in runs}
    return VisitSummary(
        path=str(path),
        robot=robot.title or robot.name,
        joint_names=tuple(robot.joint_names),
        prismatic=tuple(bool(slides) for slides in robot.is_prismatic),
        recordings=tuple(
            _recording(visit.recording(label), is_check=label in checks, is_payload=label in swept)
            for label in visit.labels
        ),
        products=products_in(visit),
        payload_runs=runs,
        chosen_reference=stored_choice(visit),
    )


def checked_recordings(visit: "Visit") -> frozenset[str]:
    """Labels of the recordings that were made to compare the encoders."""
    from core.encoders.result import EncoderCheck

    stored = visit.results(ENCODER_CHECK)
    return frozenset(visit.result(entry.key, EncoderCheck).recording for entry in stored)


def _recording(recording: Recording, *, is_check: bool, is_payload: bool) -> RecordingSummary:
    from app.visit.stored_products import has_twist

    duration = recording.duration
    return RecordingSummary(
        label=recording.label,
        file=Path(recording.origin.file).name,
        duration=duration,
        sample_count=recording.sample_count,
        rate=(recording.sample_count - 1) / duration if duration > 0.0 else float("nan"),
        first_row=recording.origin.first_row,
        last_row=recording.origin.last_row,
        torque_kind=recording.torque_kind,
        has_current=Quantity.CURRENT in recording.columns,
        payload_mass=recording.payload_mass,
        dropped=tuple(recording.dropped),
        mark=mark_of(recording.origin),
        device=recording.origin.device,
        serial=recording.origin.serial,
        missing=sum(hole.missing for hole in recording.missing),
        incomplete=recording.incomplete,
        is_check=is_check,
        is_sweeps=is_sweeps(recording.events),
        is_load_steps=is_load_steps(recording.events),
        is_ramp=is_ramp(recording.events),
        has_twist=has_twist(recording),
        is_payload=is_payload,
        is_standing=is_standing(recording.events),
    )


def mark_of(origin: Origin) -> Mark:
    """The mark of a recording; one that was computed from a seed is always marked."""
    if origin.mark is Mark.NONE and origin.synthetic_seed is not None:
        return Mark.SYNTHETIC
    return origin.mark
