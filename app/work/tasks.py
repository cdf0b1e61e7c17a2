"""The jobs of the identification pages: everything that touches a file or computes. No Qt.

Each opens what it needs, closes it again, and returns small frozen objects. Heavy
imports are inside the functions, since only the worker process ever calls them.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from app.work.summaries import (
    FileToImport,
    ImportOutcome,
    MeasuredAgainstModel,
    OpenedVisit,
    RecordingSummary,
    RobotChoice,
    VisitSummary,
)
from core.errors import TorsionError
from core.identification.result import IdentificationResult
from core.identification.settings import IdentificationSettings
from core.monitor import Monitor, PartOfMonitor
from core.recording import Quantity, Recording

if TYPE_CHECKING:
    from core.storage.visit import Visit

    from core.robot.model import RobotModel

SYNTHETIC_ROBOT = "generic-6r"
SYNTHETIC_DURATION_S = 50.0
SYNTHETIC_RUNS = ("fit-1", "fit-2", "check")
LONGEST_CURVE = 200_000
"""Samples per curve that go to the window; a longer recording is thinned by its extremes."""


def list_robots(*, monitor: Monitor) -> tuple[RobotChoice, ...]:
    """The shipped robots; also loads what the first fit would otherwise wait for."""
    from core.robot.library import load_robot, shipped_robots

    names = tuple(shipped_robots())
    found = []
    for number, name in enumerate(names):
        monitor.check()
        monitor.report(number / len(names))
        found.append(_choice(name, load_robot(name)))
    return tuple(found)


def describe_robot(*, path: str, monitor: Monitor) -> RobotChoice:
    """A robot description from a file."""
    from core.robot.library import load_robot

    monitor.check()
    return _choice(path, load_robot(path))


def create_visit(*, path: Path, robot: str, monitor: Monitor) -> VisitSummary:
    """A new, empty visit to a robot."""
    from core.robot.library import load_robot
    from core.storage.visit import Visit

    monitor.check()
    path.parent.mkdir(parents=True, exist_ok=True)
    with Visit.create(path, robot=load_robot(robot)) as visit:
        return _summary(visit, path)


def open_visit(*, path: Path, monitor: Monitor) -> OpenedVisit:
    """A visit as it was left, with its last identification."""
    from core.storage.visit import Visit

    monitor.check()
    with Visit.open(path) as visit:
        return OpenedVisit(_summary(visit, path), _last_result(visit))


def import_files(*, path: Path, files: Sequence[FileToImport], monitor: Monitor) -> ImportOutcome:
    """Read files into a visit; one that cannot be read does not keep the others out."""
    from core.storage.visit import Visit

    failures: list[tuple[str, Exception]] = []
    with Visit.open(path, writable=True) as visit:
        for number, file in enumerate(files):
            part = PartOfMonitor(monitor, first=number / len(files), last=(number + 1) / len(files))
            part.check()
            part.report(0.0, Path(file.path).name)
            try:
                _import(visit, file)
            except (TorsionError, OSError) as error:
                failures.append((file.path, error))
        return ImportOutcome(_summary(visit, path), tuple(failures))


def create_synthetic_visit(*, path: Path, seed: int, monitor: Monitor) -> VisitSummary:
    """A visit whose recordings are computed from a seed, and say so."""
    from core.robot.library import load_robot
    from core.storage.visit import Visit

    from core.identification.synthetic import synthesize

    robot = load_robot(SYNTHETIC_ROBOT)
    path.parent.mkdir(parents=True, exist_ok=True)
    with Visit.create(path, robot=robot) as visit:
        for number, label in enumerate(SYNTHETIC_RUNS):
            monitor.check()
            monitor.report(number / len(SYNTHETIC_RUNS), label)
            recording = synthesize(robot, seed=seed + number, duration_s=SYNTHETIC_DURATION_S, label=label)
            visit.add_recording(recording)
        return _summary(visit, path)


def identify_model(
    *,
    path: Path,
    fit: Sequence[str],
    validate: Sequence[str],
    settings: IdentificationSettings,
    monitor: Monitor,
) -> IdentificationResult:
    """Identify, and store the result in the visit."""
    from core.storage.visit import Visit

    from core.identification.identify import identify

    with Visit.open(path, writable=True) as visit:
        result = identify(
            {label: visit.recording(label) for label in (*fit, *validate)},
            visit.robot,
            fit=tuple(fit),
            validate=tuple(validate),
            settings=settings,
            monitor=monitor,
        )
        visit.add_result(result)
    return result


def compare_with_model(
    *, path: Path, result: IdentificationResult, label: str, monitor: Monitor
) -> MeasuredAgainstModel:
    """Measured and modelled torque over one recording, for the plots."""
    from core.storage.visit import Visit

    from core.identification.prediction import predict

    with Visit.open(path) as visit:
        found = predict(result, visit.robot, visit.recording(label), monitor=monitor)
    size = max(-(-found.time.shape[0] // LONGEST_CURVE), 1)
    keep = slice(None, None, size)
    return MeasuredAgainstModel(
        label,
        np.ascontiguousarray(found.time[keep]),
        np.ascontiguousarray(found.measured[keep]),
        np.ascontiguousarray(found.modelled[keep]),
    )


def _choice(name: str, robot: "RobotModel") -> RobotChoice:
    return RobotChoice(name, robot.title or robot.name, robot.joint_count)


def _import(visit: "Visit", file: FileToImport) -> None:
    from core.exchange import import_recording

    rows = None if file.first_row is None and file.last_row is None else (file.first_row, file.last_row)
    recording = import_recording(Path(file.path), rows=rows, label=file.label, payload_mass=file.payload_mass)
    visit.add_recording(recording)


def _last_result(visit: "Visit") -> IdentificationResult | None:
    keys = visit.result_keys
    return visit.result(keys[-1]) if keys else None


def _summary(visit: "Visit", path: Path) -> VisitSummary:
    robot = visit.robot
    return VisitSummary(
        path=str(path),
        robot=robot.title or robot.name,
        joint_names=tuple(robot.joint_names),
        prismatic=tuple(bool(slides) for slides in robot.is_prismatic),
        recordings=tuple(_recording(visit.recording(label)) for label in visit.labels),
    )


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
        synthetic=recording.origin.synthetic_seed is not None,
    )
