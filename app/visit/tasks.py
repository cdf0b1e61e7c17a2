"""Tasks that open, create, rescue and fill visits. No Qt.

Each opens the file, closes it again, and returns small frozen objects. Heavy imports are inside the
functions, because only the worker process calls them.

Runs in the worker process of the window.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from app.visit.contents import (
    is_load_steps,
    is_ramp,
    is_standing,
    is_sweeps,
    is_torque_ramps,
    loaded_joints,
)
from app.visit.payload import PAYLOAD_PLAN, recorded_runs, stored_choice
from app.visit.recordings import robot_of
from app.visit.stored_products import has_twist, newest, products_in, stored_stiffness
from app.visit.summaries import (
    FileToImport,
    ImportOutcome,
    OpenedVisit,
    RecognisedFile,
    RecordingSummary,
    RescuedRecording,
    RobotChoice,
    VisitSummary,
)
from core.encoders.result import ENCODER_CHECK
from core.errors import BadFile, BadRequest, Problem, TorsionError
from core.identification.result import IDENTIFICATION, IDENTIFICATION_PART, IdentificationResult
from core.monitor import Monitor
from core.payload.result import PAYLOAD, PayloadResult
from core.recording import Mark, Origin, Quantity, Recording
from core.storage.tag import TAG, VisitTag, tag_of
from core.workflow import SETTINGS_NAME, Progress
from devices.capabilities import Capabilities

if TYPE_CHECKING:
    from core.exchange.joining import Alignment
    from core.payload.plan import PayloadPlan
    from core.recognition.user_answers import Answers
    from core.robot.model import RobotModel
    from core.storage.visit import Visit


SYNTHETIC_ROBOT = "generic-6r"
SYNTHETIC_DURATION_S = 50.0
SYNTHETIC_RUNS = ("fit-1", "fit-2", "check")
VISIT_ENDING = ".h5"

RESCUABLE = {"visit-damaged", "visit-read-only", "leads-elsewhere"}
"""Codes of errors after which parts of the visit may be intact."""


def list_robots(monitor: Monitor) -> tuple[RobotChoice, ...]:
    """List the shipped robots; this also loads modules that the first fit needs."""
    from core.robot.library import load_robot, shipped_robots

    names = tuple(shipped_robots())
    found = []
    for number, name in enumerate(names):
        monitor.check()
        monitor.report(number / len(names))
        found.append(_choice(name, load_robot(name)))
    return tuple(found)


def describe_robot(monitor: Monitor, *, path: str) -> RobotChoice:
    """Read a robot description from a file."""
    from core.robot.library import read_description

    monitor.check()
    found = read_description(path)
    return _choice(path, found.robot, notes=found.notes)


def create_visit(
    monitor: Monitor, *, path: Path, robot: str, mounting: str = "", tag: VisitTag | None = None
) -> VisitSummary:
    """Create an empty visit; ``robot`` is a shipped name, a description file or another visit.

    ``mounting`` is that of its base; empty leaves it as it is described.
    """
    from core.robot.library import load_robot
    from core.robot.mounting import mounted
    from core.robot.toml_format import write_toml
    from core.storage.visit import Visit

    monitor.check()
    if Path(robot).suffix.lower() == VISIT_ENDING:
        with Visit.open(robot) as other:
            robot_toml = other.robot_toml
    else:
        described = load_robot(robot)
        robot_toml = write_toml(mounted(described, mounting) if mounting else described)
    path.parent.mkdir(parents=True, exist_ok=True)
    with Visit.create(path, robot_toml=robot_toml) as visit:
        if tag is not None and tag != VisitTag():
            visit.put_settings(TAG, tag)
        return summary_of(visit, path)


def describe_controller(monitor: Monitor, *, uri: str) -> Capabilities:
    """Abilities of a controller, before it is connected."""
    from devices.connection import described_robot, open_controller
    from devices.driving.pulse import Pulse

    monitor.check()
    return open_controller(uri, robot=described_robot(uri), pulse=Pulse()).capabilities


def robot_of_visit(monitor: Monitor, *, path: Path) -> "RobotModel":
    """The description of the robot of a visit."""
    from core.storage.visit import Visit

    monitor.check()
    with Visit.open(path) as visit:
        return robot_of(visit)


def open_visit(monitor: Monitor, *, path: Path) -> OpenedVisit:
    """Open a visit with its newest results and the progress that was stored.

    Raises
    ------
    BadFile
        ``visit-damaged`` even if it could be read in part, because the window writes to the visit it shows.
    """
    from core.payload.plan import PayloadPlan
    from core.storage.visit import Visit

    monitor.check()
    with Visit.open(path) as visit:
        if visit.damage:
            raise BadFile("visit-damaged", visit.damage, file=str(path))
        result, is_partial = _last_result(visit)
        return OpenedVisit(
            summary_of(visit, path),
            result,
            visit.settings(SETTINGS_NAME, Progress),
            tuple(RescuedRecording(found.label, found.seconds) for found in visit.recovered),
            visit.left_behind,
            is_partial,
            newest(visit, PAYLOAD, PayloadResult),
            newest(visit, PAYLOAD_PLAN, PayloadPlan),
            stored_stiffness(visit),
        )


def look_after_procedure(
    monitor: Monitor, *, path: Path, before: VisitSummary
) -> "tuple[VisitSummary, PayloadPlan | None]":
    """The summary of a visit after a procedure, and the newest plan of payload sweeps.

    Only recordings that ``before`` lacks are read, and of results what they were made from: the procedure's
    outcome brings its own.
    """
    from core.payload.plan import PayloadPlan
    from core.storage.visit import Visit

    monitor.check()
    with Visit.open(path) as visit:
        return summary_of(visit, path, known=before.recordings), newest(visit, PAYLOAD_PLAN, PayloadPlan)


def remember_progress(monitor: Monitor, *, path: Path, progress: Progress) -> None:
    """Store the progress in the visit."""
    from core.storage.visit import Visit

    monitor.check()
    with Visit.open(path) as visit:
        visit.put_settings(SETTINGS_NAME, progress)


def import_files(monitor: Monitor, *, path: Path, files: Sequence[FileToImport]) -> ImportOutcome:
    """Import files into a visit; one that cannot be read prevents the others only if all are one run."""
    from core.storage.visit import Visit

    failures: list[tuple[str, Exception]] = []
    with Visit.open(path) as visit:
        read: dict[str, Recording] = {}
        robot = robot_of(visit)
        for number, file in enumerate(files):
            monitor.check()
            monitor.report(number / len(files), Path(file.path).name)
            try:
                found = _read(file, taken=(*visit.labels, *read), robot=robot, monitor=monitor)
                read |= {recording.label: recording for recording in found}
            except (TorsionError, OSError) as error:
                failures.append((file.path, error))
        monitor.check()
        recordings, clocks = _arranged(files, tuple(read.values()), failures, taken=visit.labels)
        if recordings:
            with visit.change() as draft:
                for recording in recordings:
                    draft.add_recording(recording)
        labels = tuple(recording.label for recording in recordings)
        return ImportOutcome(summary_of(visit, path), tuple(failures), labels, clocks)


def _arranged(
    files: Sequence[FileToImport],
    read: tuple[Recording, ...],
    failures: list[tuple[str, Exception]],
    *,
    taken: Sequence[str],
) -> "tuple[tuple[Recording, ...], Mapping[str, Alignment]]":
    """The recordings that the files become, and clocks of joined ones; what fails joins ``failures``."""
    from core.exchange.arrangement import Arrangement, arranged

    wanted = files[0].arrangement if files else Arrangement.SEPARATE
    if wanted is Arrangement.SEPARATE or (wanted is Arrangement.ONE_RUN and failures):
        return (read if wanted is Arrangement.SEPARATE else ()), {}
    try:
        recordings, clocks = arranged(
            read, join=wanted is Arrangement.ONE_RUN, at_pauses=wanted is Arrangement.RUNS
        )
        again = next((one.label for one in recordings if one.label in taken), None)
        if again is not None:
            raise BadRequest("label-exists", label=again)
    except TorsionError as error:
        failures.extend((file.path, error) for file in files)
        return (), {}
    return recordings, clocks


def create_synthetic_visit(monitor: Monitor, *, path: Path, seed: int) -> VisitSummary:
    """Create a visit with recordings computed from a seed, marked as synthetic."""
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
        return summary_of(visit, path)


def _choice(name: str, robot: "RobotModel", *, notes: tuple[Problem, ...] = ()) -> RobotChoice:
    from core.robot.mounting import mounting_name

    mounting = mounting_name(robot.gravity)
    return RobotChoice(name, robot.title or robot.name, robot.joint_count, notes, mounting)


def _read(
    file: FileToImport, *, taken: Sequence[str], robot: "RobotModel", monitor: Monitor
) -> tuple[Recording, ...]:
    """The recordings of one file; the label of a part is that of the file with its number."""
    from core.recognition.reading import is_visit, look_at, read_recordings

    if file.label in taken:
        raise BadRequest("label-exists", label=file.label)
    path = Path(file.path)
    found = None
    if not file.layout and not is_visit(path):
        found = look_at(path, answers=_answers(file.columns), robot=robot, monitor=monitor)
    recordings = read_recordings(
        path,
        layout=file.layout or None,
        found=found,
        robot=robot,
        rows=file.rows,
        label=file.label,
        payload_mass=file.payload_mass,
        monitor=monitor,
    )
    for recording in recordings:
        if recording.label in taken:
            raise BadRequest("label-exists", label=recording.label)
    return recordings


def _answers(columns: Sequence[str]) -> "Answers":
    from core.recognition.user_answers import parse_answers

    return parse_answers(columns)


def recognise_file(
    monitor: Monitor, *, path: str, robot: str, columns: tuple[str, ...] = ()
) -> RecognisedFile:
    """Look at a recording without importing it; ``robot`` is a name, a description or a visit."""
    from core.recognition.reading import is_visit, look_at, refuse_open
    from core.robot.library import load_robot
    from core.storage.visit import Visit

    monitor.check()
    try:
        if is_visit(Path(path)):
            return RecognisedFile(path)
        if Path(robot).suffix.lower() == VISIT_ENDING:
            with Visit.open(robot) as visit:
                arm = robot_of(visit)
        else:
            arm = load_robot(robot)
        found = look_at(Path(path), answers=_answers(columns), robot=arm, monitor=monitor)
    except (TorsionError, OSError) as error:
        return RecognisedFile(path, error=error)
    missing: Exception | None = None
    try:
        if not found.questions:
            refuse_open(found)
    except BadFile as refused:
        missing = refused
    names = tuple(channel.name for channel in found.table.channels)
    return RecognisedFile(path, found.groups, names, found.table.first_rows, missing)


def _last_result(visit: "Visit") -> tuple[IdentificationResult | None, bool]:
    """The newest model, and True if its fit was stopped."""
    # in the order of the file, because the computer's clock may have been set back between two results
    stored = [entry for entry in visit.results() if entry.kind in {IDENTIFICATION, IDENTIFICATION_PART}]
    if not stored:
        return None, False
    return visit.result(stored[-1].key, IdentificationResult), stored[-1].kind == IDENTIFICATION_PART


def summary_of(visit: "Visit", path: Path, *, known: Sequence[RecordingSummary] = ()) -> VisitSummary:
    """Summary of an open visit, for its pages; recordings that are ``known`` are not read again."""
    from core.robot.mounting import mounting_name

    robot = robot_of(visit)
    checks = checked_recordings(visit)
    runs = recorded_runs(visit)
    swept = {run.label for run in runs}
    by_label = {one.label: one for one in known}
    recordings = (by_label.get(label) or _recording(visit.recording(label)) for label in visit.labels)
    origins = (visit.about(label).origin for label in visit.labels)
    return VisitSummary(
        path=str(path),
        robot=robot.title or robot.name,
        joint_names=tuple(robot.joint_names),
        prismatic=tuple(bool(slides) for slides in robot.is_prismatic),
        recordings=tuple(
            replace(one, is_check=one.label in checks, is_payload=one.label in swept) for one in recordings
        ),
        products=products_in(visit),
        payload_runs=runs,
        chosen_reference=stored_choice(visit),
        tag=tag_of(visit),
        recorded_at=next(filter(None, (one.recorded_at for one in origins)), visit.created_at),
        mounting=mounting_name(robot.gravity),
    )


def checked_recordings(visit: "Visit") -> frozenset[str]:
    """Labels of the recordings that were made for encoder checks."""
    from core.encoders.result import EncoderCheck

    stored = visit.results(ENCODER_CHECK)
    return frozenset(visit.result(entry.key, EncoderCheck).recording for entry in stored)


def _recording(recording: Recording) -> RecordingSummary:
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
        is_sweeps=is_sweeps(recording.events),
        is_load_steps=is_load_steps(recording.events),
        load_joints=loaded_joints(recording.events),
        is_ramp=is_ramp(recording.events),
        has_twist=has_twist(recording),
        is_torque_ramps=is_torque_ramps(recording.events),
        is_standing=is_standing(recording.events),
    )


def mark_of(origin: Origin) -> Mark:
    """The mark of a recording; a recording computed from a seed is always marked."""
    if origin.mark is Mark.NONE and origin.synthetic_seed is not None:
        return Mark.SYNTHETIC
    return origin.mark


@dataclass(frozen=True)
class RescuedVisit:
    """The new visit, with the names of the copied parts and of those that were left out."""

    into: str
    taken: tuple[str, ...]
    left_out: tuple[str, ...]


def may_be_rescued(error: BaseException) -> bool:
    """True for an error of a visit of which parts may be intact."""
    return isinstance(error, BadFile) and error.code in RESCUABLE


def rescue_visit(monitor: Monitor, *, path: Path, into: Path) -> RescuedVisit:
    """Copy the intact parts of ``path`` into the new visit ``into``.

    Raises
    ------
    BadFile
        As ``core.storage.rescue.rescue``.
    """
    from core.storage.rescue import Piece, rescue

    into.parent.mkdir(parents=True, exist_ok=True)
    found = rescue(path, into=into, monitor=monitor)
    named = {Piece.RECORDING, Piece.PART, Piece.RESULT}
    return RescuedVisit(
        str(found.into),
        tuple(taken.name for taken in found.taken if taken.piece in named),
        tuple(left.name for left in found.left_out),
    )
