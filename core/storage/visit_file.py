"""The visit file as a file: what an empty one holds, what a whole one must have, how it is opened."""

from pathlib import Path

import h5py

from core.errors import BadFile, Problem
from core.stamp import Clock, software_name, time_stamp
from core.storage.journal import parts_of
from core.storage.migration import FORMAT, SCHEMA
from core.storage.text import write_text

GROUPS = ("settings", "recordings", "results")


def write_empty(file: h5py.File, robot_toml: str, now: Clock) -> None:
    """Make an empty visit of a file just created."""
    file.attrs["format"] = FORMAT
    file.attrs["schema"] = SCHEMA
    file.attrs["software"] = software_name()
    file.attrs["created_at"] = time_stamp(now)
    write_text(file, "robot_toml", robot_toml)
    for name in GROUPS:
        file.create_group(name)


def check_members(file: h5py.File, path: Path) -> None:
    """Refuse a visit of which a part is gone."""
    problems = [Problem(name, "missing") for name in ("robot_toml", *GROUPS) if name not in file]
    if problems:
        raise BadFile("file-damaged", problems, file=str(path), reason="")


def open_for_reading(path: Path) -> h5py.File:
    """The file, open for reading.

    Raises
    ------
    BadFile
        ``file-missing``, ``visit-missing`` when recordings wait beside a file that is gone,
        ``visit-locked``, ``file-damaged`` or ``not-a-visit``.
    """
    if not path.exists():
        parts = parts_of(path)
        if parts:
            raise BadFile("visit-missing", file=str(path), parts=tuple(part.name for part in parts))
        raise BadFile("file-missing", file=str(path))
    with path.open("rb"):  # a folder or a forbidden file raises its own error here
        pass
    try:
        return h5py.File(path, "r")
    except BlockingIOError as error:
        # a program that knows no lock of ours
        raise BadFile("visit-locked", file=str(path), program="–", process="–", since="–") from error
    except OSError as error:
        code = "file-damaged" if h5py.is_hdf5(path) else "not-a-visit"
        raise BadFile(code, file=str(path), reason=str(error)) from error
