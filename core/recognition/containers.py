"""Opens any kind of recording as a table: chosen by its content and its ending."""

import zipfile
from pathlib import Path

from core.errors import BadFile
from core.given_file import LARGEST_RECORDING, check_file
from core.monitor import Monitor, NullMonitor
from core.recognition.array_table import read_array_table
from core.recognition.bag_table import is_bag, read_bag_table
from core.recognition.found_table import FoundTable
from core.recognition.kuka_trace import is_kuka_trace, read_kuka_trace
from core.recognition.lerobot_table import lerobot_root, read_lerobot_table
from core.recognition.sheet_table import read_excel_table, read_parquet_table
from core.recognition.text_format import read_text_table
from core.recognition.user_answers import Answers
from core.storage.output_kinds import HDF5_SIGNATURE

_HEAD = 4_000
VISIT_ENDING = ".h5"
_ARRAYS = {".npz": "npz", ".npy": "npy", ".mat": "mat"}


def read_table(path: Path, *, answers: Answers | None = None, monitor: Monitor | None = None) -> FoundTable:
    """The columns of a recording, whatever its container.

    Raises
    ------
    BadFile
        ``file-missing``, ``not-a-plain-file``, ``given-file-too-large``, ``robot-not-a-recording``, and
        what the reader of its kind raises.
    Cancelled
        After a request to stop.
    """
    monitor = monitor or NullMonitor()
    monitor.check()
    if not path.exists():
        raise BadFile("file-missing", file=str(path))
    said = answers or Answers()
    root = lerobot_root(path)
    if root is not None:
        return read_lerobot_table(root, path, episode=said.topic, monitor=monitor)
    if is_bag(path):
        return read_bag_table(path, topic=said.topic, monitor=monitor)
    check_file(path, largest=LARGEST_RECORDING)
    if is_kuka_trace(path):
        return read_kuka_trace(path, monitor=monitor)
    if _is_robot(path):
        raise BadFile("robot-not-a-recording", file=str(path))
    container = container_of(path)
    if container in {"npz", "npy", "mat"}:
        return read_array_table(path, container)
    if container == "parquet":
        return read_parquet_table(path, monitor=monitor)
    if container == "xlsx":
        return read_excel_table(path, sheet=said.topic, monitor=monitor)
    return read_text_table(path)


def _is_robot(path: Path) -> bool:
    """True for a description of a robot, in XML or TOML: its numbers are no rows of a recording."""
    with path.open("rb") as stream:
        head = stream.read(_HEAD)
    text = head.removeprefix(b"\xef\xbb\xbf").lstrip()
    is_xml = text.startswith(b"<") and any(mark in text for mark in (b"<robot", b"<mujoco", b"<sdf"))
    return is_xml or (path.suffix.lower() == ".toml" and b"[[joint" in text)


def container_of(path: Path) -> str:
    """Kind of a file by its first bytes, else by its ending."""
    with path.open("rb") as stream:
        head = stream.read(128)
    if head.startswith(b"\x93NUMPY"):
        return "npy"
    if head.startswith(b"PAR1"):
        return "parquet"
    if head.startswith(b"PK"):
        return _packed(path)
    if head.startswith((b"MATLAB 5", b"MATLAB 7", HDF5_SIGNATURE)) or b"MATLAB 7.3" in head:
        return "mat"
    return _ARRAYS.get(path.suffix.lower(), "csv")


def _packed(path: Path) -> str:
    try:
        with zipfile.ZipFile(path) as archive:
            names = archive.namelist()
    except (zipfile.BadZipFile, OSError):
        return "npz"
    return "xlsx" if any(name.startswith("xl/") for name in names) else "npz"
