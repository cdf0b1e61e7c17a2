"""Jobs of a problem report: the outline of a visit, and writing the report's file. No Qt."""

import json
import re
import zipfile
from collections.abc import Sequence
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.health.problem_report import VisitOutline
from core.monitor import Monitor
from core.recording import Recording
from core.storage.output_writer import write_whole
from core.workflow import SETTINGS_NAME, Progress

if TYPE_CHECKING:
    from core.storage.visit import Visit

_BYTES_PER_NUMBER = 8


def outline_of_visit(monitor: Monitor, *, path: Path) -> VisitOutline:
    """Outline of a visit in words and counts, without names of people."""
    from core.storage.visit import Visit

    monitor.check()
    with Visit.open(path, recover=False) as visit:
        recordings = {label: visit.recording(label) for label in visit.labels}
        contents = {
            "file": path.name,
            "bytes": path.stat().st_size,
            "created_at": visit.created_at,
            "software": visit.software,
            "recordings": [_outline(recording) for recording in recordings.values()],
            "results": [_fields(entry) for entry in visit.results()],
            "progress": _progress(visit),
        }
        text = json.dumps(contents, indent=2, ensure_ascii=False, default=str)
        sizes = tuple((label, _size(recording)) for label, recording in recordings.items())
        people = (visit.operator,) if visit.operator else ()
        return VisitOutline(text, visit.robot_toml, sizes, people)


def write_problem_report(
    monitor: Monitor, *, path: Path, texts: Sequence[tuple[str, str]], visit: Path | None
) -> int:
    """Write the report completely or not at all, with recordings if ``visit`` is given; return its size."""
    content = BytesIO()
    with zipfile.ZipFile(content, "w", zipfile.ZIP_DEFLATED) as report:
        for name, text in texts:
            report.writestr(name, text)
        if visit is not None:
            _add_recordings(report, visit, monitor)
    monitor.check()
    write_whole(path, content.getvalue())
    return path.stat().st_size


def _add_recordings(report: zipfile.ZipFile, path: Path, monitor: Monitor) -> None:
    """Add each recording as a NumPy file with named columns."""
    import numpy as np

    from core.storage.visit import Visit

    with Visit.open(path, recover=False) as visit:
        for number, label in enumerate(visit.labels):
            monitor.check()
            monitor.report(number / len(visit.labels))
            recording = visit.recording(label)
            with report.open(f"recordings/{number + 1:02d}.npz", "w", force_zip64=True) as file:
                arrays: dict[str, Any] = {str(name): column[:] for name, column in recording.columns.items()}
                if recording.host_time is not None:
                    arrays["host_time"] = recording.host_time[:]
                np.savez(file, time=recording.time[:], **arrays)


def _outline(recording: Recording) -> dict[str, object]:
    origin = recording.origin
    return {
        "label": recording.label,
        "samples": recording.sample_count,
        "seconds": round(recording.duration, 3),
        "columns": [str(name) for name in recording.columns],
        "torque_kind": recording.torque_kind,
        "payload_mass": recording.payload_mass,
        "incomplete": recording.incomplete,
        "missing": [_fields(hole) for hole in recording.missing],
        "dropped": [_fields(rows) for rows in recording.dropped],
        "events": [_fields(event) for event in recording.events],
        "file": re.split(r"[/\\]", origin.file)[-1],
        "layout": origin.layout,
        "mark": origin.mark,
        "device": origin.device,
        "model": origin.model,
        "serial": origin.serial,
        "firmware": origin.firmware,
        "recorded_at": origin.recorded_at,
        "software": origin.software,
    }


def _fields(value: object) -> dict[str, object]:
    return {name: getattr(value, name) for name in value.__dataclass_fields__}  # type: ignore[attr-defined]


def _progress(visit: "Visit") -> object:
    progress = visit.settings(SETTINGS_NAME, Progress)
    if progress is None:
        return None
    place = progress.place
    return {
        "guide": progress.guide,
        "step": place.step if place is not None else "",
        "products": {name: dict(_fields(made)) for name, made in progress.products.items()},
    }


def _size(recording: Recording) -> int:
    numbers = sum(column.shape[0] * column.shape[1] for column in recording.columns.values())
    clocks = recording.sample_count * (1 if recording.host_time is None else 2)
    return _BYTES_PER_NUMBER * (numbers + clocks)
