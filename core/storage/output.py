"""What may be written where: the rules for every file that is written for the user.

``check_output`` is asked before any work starts, and again by the writer
(``core.storage.output_writer``). It refuses whatever a result must never take the place of:
an input of the same work, a visit with its journals and locks, a device, a folder, a link.
"""

import errno
import os
import re
import stat
import sys
import tempfile
import unicodedata
from collections.abc import Sequence
from pathlib import Path

from core.errors import BadRequest, NotWritten
from core.storage.journal_blocks import MARKER
from core.storage.output_kinds import OutputKind, is_hdf5, is_of_kind

_RESERVED = re.compile(r"(CON|PRN|AUX|NUL|CONIN\$|CONOUT\$|(COM|LPT)[0-9¹²³])", re.IGNORECASE)
_OF_A_VISIT = re.compile(r".*\.(h5|hdf5|he5|draft|lock|part(\.damaged(-\d+)?)?)", re.IGNORECASE | re.DOTALL)
"""Names of visits, of their copies under change, of their journals and of locks."""
_NOT_ON_WINDOWS = re.compile(r'[<>:"|?*\x00-\x1f]|[^. ][. ]+$', re.DOTALL)
"""Signs that Windows forbids in names, and dots and blanks at the end, which it drops: ``cell4.h5.`` would be
the visit ``cell4.h5``."""
DISK_FULL = frozenset({errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC)})
"""What the system says of a disk, or of a user's share of it, that is full."""


def check_output(path: Path, *, kind: OutputKind | None = None, inputs: Sequence[Path] = ()) -> None:
    """Refuse a place where nothing of this ``kind`` may be written.

    Parameters
    ----------
    path
        Where the file shall be.
    kind
        What will be written. A file that exists there is replaced only by one of its own kind: the
        older result. Without a kind the user has agreed to its replacement, as in a file dialog.
    inputs
        Files that the same work reads.

    Raises
    ------
    BadRequest
        ``output-name-reserved``, ``output-is-link``, ``output-is-folder``, ``output-is-device``,
        ``output-is-input``, ``output-is-visit``, ``output-other-kind``, ``output-protected``,
        ``output-folder-missing``, ``output-folder-closed``.
    NotWritten
        ``output-folder-full``.
    OSError
        When the system cannot even say what is there.
    """
    check_place(path, kind=kind, inputs=inputs)
    check_folder(path)


def check_place(path: Path, *, kind: OutputKind | None = None, inputs: Sequence[Path] = ()) -> None:
    """Refuse as ``check_output``, without trying whether the folder takes a file.

    Raises
    ------
    BadRequest
        As ``check_output``, without ``output-folder-closed``.
    OSError
        When the system cannot even say what is there.
    """
    check_name(path)
    _refuse_visit_name(path)
    if not path.parent.is_dir():
        raise BadRequest("output-folder-missing", file=str(path), folder=str(path.parent.absolute()))
    found = _found(path)
    if found is None:
        return
    _refuse_other_than_file(path, found)
    for one in inputs:
        if is_same_file(path, one):
            raise BadRequest("output-is-input", file=str(path))
    if is_of_visit(path):
        raise BadRequest("output-is-visit", file=str(path))
    if kind is not None and not is_of_kind(path, kind):
        raise BadRequest("output-other-kind", file=str(path), kind=kind.value)
    if not os.access(path, os.W_OK):
        raise BadRequest("output-protected", file=str(path))


def check_name(path: Path) -> None:
    """Refuse names that Windows keeps for devices, on every system: files travel.

    Raises
    ------
    BadRequest
        ``output-name-reserved``.
    """
    stem = path.name.split(".", 1)[0].rstrip(" ")
    forbidden = sys.platform == "win32" and bool(_NOT_ON_WINDOWS.search(path.name))
    if _RESERVED.fullmatch(stem) or "\0" in path.name or forbidden:
        raise BadRequest("output-name-reserved", file=str(path), name=path.name)


def check_visit_place(path: Path, *, inputs: Sequence[Path] = ()) -> None:
    """Refuse what no visit can be made at or changed at; its content is judged by who opens it.

    Raises
    ------
    BadRequest
        As ``check_output``, and ``visit-place-other-file`` where the file is no HDF5.
    """
    check_name(path)
    found = _found(path)
    if found is not None and stat.S_ISLNK(found.st_mode):
        path = Path(os.path.realpath(path))
        found = _found(path)
        if found is None or stat.S_ISLNK(found.st_mode):  # leads nowhere, or in a circle
            raise BadRequest("output-is-link", file=str(path))
    if found is None:
        check_folder(path)
        return
    _refuse_other_than_file(path, found)
    for one in inputs:
        if is_same_file(path, one):
            raise BadRequest("output-is-input", file=str(path))
    if not is_hdf5(path):
        raise BadRequest("visit-place-other-file", file=str(path))


def check_output_folder(folder: Path) -> None:
    """Refuse a place where no folder for results can be or be made.

    Raises
    ------
    BadRequest
        ``output-name-reserved``, ``output-is-link``, ``output-no-folder``, ``output-folder-closed``.
    """
    check_name(folder)
    found = _found(folder)
    if found is not None and stat.S_ISLNK(found.st_mode) and not folder.is_dir():
        raise BadRequest("output-is-link", file=str(folder))
    there = next((place for place in (folder, *folder.absolute().parents) if os.path.lexists(place)), None)
    if there is None or not there.is_dir():
        raise BadRequest("output-no-folder", file=str(there or folder))
    check_folder(there / "any")


def check_folder(path: Path) -> None:
    """Refuse a file in a folder that is missing or takes no file; tried, because permissions do not tell all.

    Raises
    ------
    BadRequest
        ``output-folder-missing``, ``output-folder-closed``.
    NotWritten
        ``output-folder-full``: not even an empty file has room.
    """
    folder = path.parent
    if not folder.is_dir():
        raise BadRequest("output-folder-missing", file=str(path), folder=str(folder.absolute()))
    try:
        handle, name = tempfile.mkstemp(prefix=".torsion-", suffix=".tmp", dir=folder)
    except OSError as error:
        reason = error.strerror or str(error)
        if error.errno in DISK_FULL:
            raise NotWritten("output-folder-full", folder=str(folder), text=reason) from error
        raise BadRequest("output-folder-closed", folder=str(folder), text=reason) from error
    os.close(handle)
    Path(name).unlink()


def is_of_visit(path: Path) -> bool:
    """Whether an existing file is a visit, another HDF5 file, or the journal of a recording."""
    with path.open("rb") as file:
        start = file.read(len(MARKER))
    return start == MARKER or is_hdf5(path)


def is_same_file(first: Path, second: Path) -> bool:
    """Whether two paths lead to one existing file: by links, by another spelling, by another case."""
    try:
        return first.samefile(second)
    except OSError:
        return False


def place_key(path: Path) -> tuple[object, ...]:
    """The same for paths that some file system takes for one: case and composed letters do not count."""
    folder: object
    try:
        known = path.parent.stat()
        folder = (known.st_dev, known.st_ino)
    except OSError:
        folder = path.parent.absolute()
    return folder, unicodedata.normalize("NFC", path.name).casefold()


def _found(path: Path) -> os.stat_result | None:
    """What is at the path itself, a link not followed; None where nothing is."""
    try:
        return path.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return None


def _refuse_visit_name(path: Path) -> None:
    if _OF_A_VISIT.fullmatch(path.name):
        raise BadRequest("output-is-visit", file=str(path))


def _refuse_other_than_file(path: Path, found: os.stat_result) -> None:
    if stat.S_ISLNK(found.st_mode):
        raise BadRequest("output-is-link", file=str(path))
    if stat.S_ISDIR(found.st_mode):
        raise BadRequest("output-is-folder", file=str(path))
    if not stat.S_ISREG(found.st_mode):
        raise BadRequest("output-is-device", file=str(path))
