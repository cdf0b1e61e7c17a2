"""A problem report: its contents as text that can be read before, and the jobs that write it. No Qt.

Nothing is sent. Names of people and computers are removed from every text (``app.health.masking``);
the recordings contain only numbers.
"""

import json
import os
import platform
import re
import sys
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from enum import StrEnum
from importlib.metadata import PackageNotFoundError, version
from io import BytesIO
from pathlib import Path, PurePath, PurePosixPath, PureWindowsPath
from typing import TYPE_CHECKING, Any

from app.health.log_file import faults_path, log_folder, log_path
from app.health.masking import Mask, mask_here
from app.health.running import last_ended
from core.monitor import Monitor
from core.recording import Recording
from core.stamp import software_name, time_stamp
from core.storage.output_writer import write_whole
from core.workflow import SETTINGS_NAME, Progress

if TYPE_CHECKING:
    from core.storage.visit import Visit


LOG_LINES = 400
FAULT_LINES = 200
_PACKAGES = (
    "PySide6-Essentials", "numpy", "scipy", "numba", "h5py", "mujoco", "pyqtgraph", "scikit-learn",
    "clarabel", "pyserial", "reportlab",
)  # fmt: skip
_LARGEST_READ_BYTES = 400_000
NOTHING = "Nothing."

_BYTES_PER_NUMBER = 8


class PartKey(StrEnum):
    """The parts of a report, by keys that are not shown."""

    SYSTEM = "system"
    SETTINGS = "settings"
    LOG = "log"
    CRASH = "crash"
    VISIT = "visit"
    ROBOT = "robot"


FILES: Mapping[PartKey, str] = {
    PartKey.SYSTEM: "system.json",
    PartKey.SETTINGS: "settings.json",
    PartKey.LOG: "log.txt",
    PartKey.CRASH: "last-crash.txt",
    PartKey.VISIT: "visit.json",
    PartKey.ROBOT: "robot.toml",
}


@dataclass(frozen=True)
class Part:
    """One file of the report, exactly as it is written."""

    key: PartKey
    text: str

    @property
    def file(self) -> str:
        """Name of the file within the report."""
        return FILES[self.key]

    @property
    def size(self) -> int:
        """Size of the text in bytes."""
        return len(self.text.encode())


@dataclass(frozen=True)
class VisitOutline:
    """Description of a visit in the report, and the sizes of its recordings as they would be written."""

    contents: str
    robot: str
    recordings: tuple[tuple[str, int], ...]
    """Label and size in bytes."""
    people: tuple[str, ...] = ()
    """Names of people in the visit, to be removed."""

    @property
    def recorded_bytes(self) -> int:
        """Size of all recordings together, bytes."""
        return sum(size for _, size in self.recordings)


def parts_of(
    *,
    settings: object,
    surroundings: Mapping[str, object],
    outline: VisitOutline | None = None,
    folder: Path | None = None,
    mask: Mask | None = None,
) -> tuple[Part, ...]:
    """Collect all parts of the report but the recordings.

    ``surroundings`` are facts of the window: screens, language, connected controller. ``folder`` is the
    folder of the logs.
    """
    mask = mask or mask_for(settings, outline)
    texts = {
        PartKey.SYSTEM: _json({**_system(), **surroundings}),
        PartKey.SETTINGS: _json(_without_folders(asdict(settings))),  # type: ignore[call-overload]
        PartKey.LOG: _tail(_in(folder, log_path()), LOG_LINES),
        PartKey.CRASH: _crash(folder),
    }
    if outline is not None:
        texts |= {PartKey.VISIT: outline.contents, PartKey.ROBOT: outline.robot}
    return tuple(Part(key, mask.masked(text) or NOTHING) for key, text in texts.items())


def mask_for(settings: object, outline: VisitOutline | None = None) -> Mask:
    """Return the mask for this computer, its user, and the people of the visit."""
    people = outline.people if outline is not None else ()
    return mask_here((str(getattr(settings, "operator", "")), *people))


def report_name() -> str:
    """Default name of the report's file."""
    return f"torsion-problem-{time_stamp()[:10]}.zip"


def _system() -> dict[str, object]:
    return {
        "software": software_name(),
        "made_at": time_stamp(),
        "python": platform.python_version(),
        "frozen": bool(getattr(sys, "frozen", False)),
        "system": f"{platform.system()} {platform.release()}",
        "machine": platform.machine(),
        "cores": os.cpu_count(),
        "packages": dict(_versions()),
    }


def _versions() -> Iterator[tuple[str, str]]:
    for name in _PACKAGES:
        try:
            yield name, version(name)
        except PackageNotFoundError:
            yield name, "not installed"


def _crash(folder: Path | None) -> str:
    ended = last_ended(folder or log_folder())
    last_run = "" if ended is None else _json(_without_folders(asdict(ended)))
    faults = _tail(_in(folder, faults_path()), FAULT_LINES)
    return "\n".join(part for part in (last_run, faults) if part)


def _in(folder: Path | None, path: Path) -> Path:
    return path if folder is None else folder / path.name


def _tail(path: Path, lines: int) -> str:
    """Last lines of a file; empty if there is no file."""
    try:
        with path.open("rb") as file:
            file.seek(max(path.stat().st_size - _LARGEST_READ_BYTES, 0))
            text = file.read().decode("utf-8", errors="replace")
    except OSError:
        return ""
    return "\n".join(text.splitlines()[-lines:])


def _without_folders(value: object) -> object:
    """Shorten every path in the value to its file name."""
    if isinstance(value, Mapping):
        return {name: _without_folders(part) for name, part in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [_without_folders(part) for part in value]
    return _name_of(value) if isinstance(value, str) else value


def _name_of(text: str) -> str:
    """Last part of a path of any system; other text is unchanged, a scheme in front is kept."""
    path: PurePath = PureWindowsPath(text) if "\\" in text else PurePosixPath(text)
    if path.is_absolute():
        return path.name
    scheme, colon, rest = text.partition(":")
    if (colon and rest.startswith(("/", "\\"))) or (colon and PureWindowsPath(rest).drive):
        place, mark, options = rest.partition("?")
        return f"{scheme}:{_name_of(place)}{mark}{options}" if not place.startswith("/dev/") else text
    return text


def _json(value: object) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False, default=str)


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
