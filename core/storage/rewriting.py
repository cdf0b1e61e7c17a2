"""Creation and change of a visit file in a draft that replaces it in one step after success."""

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import h5py

from core.errors import BadFile, Problem
from core.given_file import check_regular
from core.storage.disk_room import check_room
from core.storage.draft_file import DraftFile, opened_draft
from core.storage.recordings import sample_places
from core.storage.replacement import locked, replace, scratch_of, told_when_full
from core.storage.seal import SealState, cut_behind, seal_of, write_seal


@contextmanager
def creating(path: Path) -> Iterator[h5py.File]:
    """A new file, open for writing, that gets its name when the block ends normally.

    Raises
    ------
    BadFile
        ``file-exists``, ``visit-locked``.
    DiskFull
        When there is no room for it.
    """
    with locked(path):
        if path.exists() or path.is_symlink():
            raise BadFile("file-exists", file=str(path))
        with scratch_of(path) as scratch:
            with told_when_full(path, scratch), opened_draft(scratch, visit=path, create=True) as (file, _):
                yield file
            with told_when_full(path, scratch):
                write_seal(scratch, ())
                replace(path, scratch)


@contextmanager
def rewriting(
    path: Path, *, closing: Callable[[], None], sealed: bool = False
) -> Iterator[tuple[h5py.File, DraftFile]]:
    """A copy of the visit's HDF5 part, open for writing, that replaces it when the block ends normally.

    The lock of the visit must be held. A copy that must be ``sealed`` and is not is refused: nothing is
    added to a damaged visit. ``closing`` is called before the replacement, for an open file cannot be
    replaced on Windows. What was added behind the HDF5 part is not in the copy.

    Raises
    ------
    BadFile
        ``file-missing``, ``not-a-plain-file``, ``visit-read-only``.
    DiskFull
        When there is no room for the copy, or for what is added to it; the visit is as it was.
    """
    with scratch_of(path) as scratch:
        if not path.exists():
            raise BadFile("file-missing", file=str(path))
        check_regular(path)
        check_room(path, needed=path.stat().st_size)
        with told_when_full(path, scratch):
            shutil.copy(path, scratch)
        seal = seal_of(scratch)
        if sealed and seal.state is not SealState.FITS:
            raise BadFile("visit-read-only", [Problem("", "seal-broken")], file=str(path))
        with told_when_full(path, scratch):
            cut_behind(scratch, seal)
        with opened_draft(scratch, visit=path) as (file, draft):
            yield file, draft
            places = sample_places(file)
        closing()
        with told_when_full(path, scratch):
            write_seal(scratch, places)
            replace(path, scratch)
