"""Rules for the places of files written for the user.

``check_output`` is called before any work starts, and again by the writer
(``core.storage.output_writer``). It refuses everything that a result must not replace: an input of the
same work, a visit with its journals and locks, a device, a folder, a link.
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
"""Names of visits, of their drafts, of their journals and of locks."""
_NOT_ON_WINDOWS = re.compile(r'[<>:"|?*\x00-\x1f]|[^. ][. ]+$', re.DOTALL)
"""Characters forbidden in names on Windows, and dots and blanks at the end, which it drops.

``cell4.h5.`` would be the visit ``cell4.h5``.
"""
DISK_FULL = frozenset({errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC)})
"""Error numbers for a full disk, or a full quota on it."""


def check_output(path: Path, *, kind: OutputKind | None = None, inputs: Sequence[Path] = ()) -> None:
    """Raise an error for a place where no file of this ``kind`` may be written.

    Parameters
    ----------
    path
        Path of the file.
    kind
        Kind of the file. A file that exists there is replaced only by one of its own kind: the
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
        When the system cannot read the place.
    """
    check_place(path, kind=kind, inputs=inputs)
    check_folder(path)


def check_place(path: Path, *, kind: OutputKind | None = None, inputs: Sequence[Path] = ()) -> None:
    """Check as ``check_output``, without a test file in the folder.

    Raises
    ------
    BadRequest
        As ``check_output``, without ``output-folder-closed``.
    OSError
        When the system cannot read the place.
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
    """Raise an error for names reserved for devices on Windows, on every system, because files travel.

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
    """Raise an error for a place where no visit can be made or changed; its content is checked when opened.

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
        if found is None or stat.S_ISLNK(found.st_mode):  # a broken or circular link
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
    """Raise an error for a place where no folder for results can be made.

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
    """Raise an error if the folder is missing or not writable; tested with a file, since permissions may lie.

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
        with tempfile.TemporaryFile(
            dir=folder
        ):  # without a name where possible: a killed program leaves none
            pass
    except OSError as error:
        reason = error.strerror or str(error)
        if error.errno in DISK_FULL:
            raise NotWritten("output-folder-full", folder=str(folder), text=reason) from error
        raise BadRequest("output-folder-closed", folder=str(folder), text=reason) from error


def is_of_visit(path: Path) -> bool:
    """True if an existing file is a visit, another HDF5 file, or the journal of a recording."""
    with path.open("rb") as file:
        start = file.read(len(MARKER))
    return start == MARKER or is_hdf5(path)


def is_same_file(first: Path, second: Path) -> bool:
    """True if two paths lead to one existing file, also by links or another spelling."""
    try:
        return first.samefile(second)
    except OSError:
        return False


def place_key(path: Path) -> tuple[object, ...]:
    """A key equal for paths that some file system treats as one: case and composed letters are ignored."""
    folder: object
    try:
        known = path.parent.stat()
        folder = (known.st_dev, known.st_ino)
    except OSError:
        folder = path.parent.absolute()
    return folder, unicodedata.normalize("NFC", path.name).casefold()


def _found(path: Path) -> os.stat_result | None:
    """The status of the path itself, links not followed; None if nothing is there."""
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
