"""Kinds of files written for the user, and recognition of an existing file's kind.

A file with a signature (PDF, PNG, ZIP, MAT) or a grammar (JSON, XML) is recognised by its content. A
table, a C header and a robot program have neither: they are recognised by the extension of their name,
and by being text of no other kind.
"""

import json
import re
from enum import StrEnum
from pathlib import Path

_HEAD_BYTES = 1 << 16
_LARGEST_PARSED_BYTES = 1 << 26
"""Size above which a JSON file is recognised by its first character alone."""
HDF5_SIGNATURE = b"\x89HDF\r\n\x1a\n"
_SIGNATURES = {
    "pdf": b"%PDF-",
    "png": b"\x89PNG\r\n\x1a\n",
    "zip": b"PK",
    "mat": b"MATLAB 5.0",
    "parquet": b"PAR1",
    "mcap": b"\x89MCAP0\r\n",
}
_ROOTS = {b"svg": "svg", b"robot": "urdf", b"mujoco": "mjcf"}
_BEFORE_ROOT = re.compile(rb"\s+|<\?.*?\?>|<!--.*?-->|<!DOCTYPE[^>]*>", re.DOTALL)
_ROOT = re.compile(rb"<([A-Za-z]\w*)")
_BLANK = b" \t\r\n"


class OutputKind(StrEnum):
    """Kind of a file's content."""

    PDF = "pdf"
    JSON = "json"
    CSV = "csv"
    MAT = "mat"
    URDF = "urdf"
    MJCF = "mjcf"
    C_HEADER = "c"
    URSCRIPT = "script"
    PNG = "png"
    SVG = "svg"
    ZIP = "zip"
    PARQUET = "parquet"
    MCAP = "mcap"
    TOML = "toml"
    RAPID = "rapid"
    KRL = "krl"
    TEXT = "text"
    NOTES = "notes"
    """JSON lines, as a virtual robot records them."""


_ENDINGS = {
    OutputKind.CSV: (".csv",),
    OutputKind.C_HEADER: (".h", ".hpp", ".c"),
    OutputKind.URSCRIPT: (".script",),
    OutputKind.TOML: (".toml",),
}
_OWN_HEADS = {
    OutputKind.RAPID: b"! Torsion: ",
    OutputKind.KRL: b"; Torsion: ",
    OutputKind.TEXT: b"Torsion: ",
}
"""First characters of files whose names are those of people's own programs and notes."""


def is_of_kind(path: Path, kind: OutputKind) -> bool:
    """True if an existing file is of the ``kind``, or empty.

    Raises
    ------
    OSError
        When the file cannot be read.
    """
    with path.open("rb") as file:
        head = file.read(_HEAD_BYTES)
    if not head:
        return True
    if kind is OutputKind.JSON:
        return _is_json(path, head)
    if kind is OutputKind.NOTES:
        return head.startswith(b"{")
    if kind in _OWN_HEADS:
        return head.startswith(_OWN_HEADS[kind])
    if kind in _ENDINGS:
        return path.suffix.lower() in _ENDINGS[kind] and _is_plain_text(head)
    return _content_of(head) == kind.value


def is_hdf5(path: Path) -> bool:
    """True if a file has the HDF5 signature, at its start or after a user block."""
    with path.open("rb") as file:
        size, place = file.seek(0, 2), 0
        while place < size:
            file.seek(place)
            if file.read(len(HDF5_SIGNATURE)) == HDF5_SIGNATURE:
                return True
            place = 2 * place or 512  # user blocks are 512 bytes, 1024, 2048 and so on
    return False


def _content_of(head: bytes) -> str:
    """The kind recognised from the first bytes; empty if unknown."""
    for name, signature in _SIGNATURES.items():
        if head.startswith(signature):
            return name
    rest = head.removeprefix(b"\xef\xbb\xbf")
    while (skipped := _BEFORE_ROOT.match(rest)) is not None:
        rest = rest[skipped.end() :]
    root = _ROOT.match(rest)
    return _ROOTS.get(root[1].lower(), "") if root is not None else ""


def _is_json(path: Path, head: bytes) -> bool:
    start = head.removeprefix(b"\xef\xbb\xbf").lstrip(_BLANK)
    if start[:1] not in {b"{", b"["}:
        return False
    if path.stat().st_size > _LARGEST_PARSED_BYTES:
        return True
    try:  # a TOML file may begin with a bracket too
        json.loads(path.read_bytes())
    except (ValueError, RecursionError):
        return False
    return True


def _is_plain_text(head: bytes) -> bool:
    """True for text that is no document of another kind."""
    return b"\0" not in head and not _content_of(head) and head.lstrip(_BLANK)[:1] != b"{"
