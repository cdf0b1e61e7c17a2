"""An opened visit file with its listing and its damage."""

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

import h5py

from core.errors import BadFile, Problem
from core.hdf5_file import refuse_elsewhere
from core.storage.additions import MOST_BYTES, Additions, Change, find_additions
from core.storage.digests import check
from core.storage.disk_room import free_bytes
from core.storage.hdf5_values import damaged, group_in, has, read_fields, read_plain
from core.storage.listing import LISTING, Listing, read_listing
from core.storage.migration import SCHEMA, SIGNED_SCHEMA, check_schema
from core.storage.seal import Seal, SealState
from core.storage.visit_file import open_for_reading

_SEAL_PROBLEMS = {SealState.BROKEN: "seal-broken", SealState.MISSING: "seal-missing"}
_FEW_BYTES, _MANY_BYTES = 1 << 20, 8 << 20
"""Additions that are taken into HDF5 in a small file and in a large one: half of its size between."""
_LEAST = ("recordings", "results")
"""Groups without which a file is no visit."""


@dataclass
class Opened:
    """An open visit file; ``damage`` is empty for one that may be changed.

    Where its seal fits, the content is as it was written and is not compared with its digests.
    """

    handle: h5py.File
    file: BinaryIO
    """The same file, for what is behind its HDF5 part."""
    seal: Seal
    schema: int
    is_sealed: bool
    is_signed: bool
    """True if everything in it has a digest, so that content without one is refused."""
    listing: Listing
    """Listing of the HDF5 part and of the additions."""
    additions: Additions
    damage: tuple[Problem, ...]
    stamp: "Stamp | None" = None
    """The state of the file that all of this is of."""

    def close(self) -> None:
        """Close the file."""
        self.handle.close()
        self.file.close()

    def is_copy_due(self, change: Change) -> bool:
        """True if a change has to be stored in a copy of the file, together with all additions before it.

        Other programs read results in HDF5 alone. The copy costs less than the additions in it did together,
        except for large files, so that a result costs about its own size. On a full disk it can wait.
        """
        if self.schema < SCHEMA or change.size > MOST_BYTES:
            return True
        room = max(_FEW_BYTES, min(self.seal.end // 2, _MANY_BYTES))
        if self.additions.size + change.size <= room:
            return False
        free = free_bytes(Path(self.file.name).parent)
        return free is None or free > 2 * (self.additions.end + change.size)

    def group(self, place: str, name: str) -> h5py.Group:
        """A group of the HDF5 part, compared with its digest where the seal does not fit."""
        group = group_in(group_in(self.handle, place), name)
        if not self.is_sealed:
            digest = self._digest(place, name)
            if self.is_signed and not digest:
                raise damaged(group, str(group.name), "digest-missing")
            check(group, digest)
        return group

    def fields(self, place: str, name: str) -> dict[str, Any]:
        """The plain fields of a result or of settings; ``place`` is ``results`` or ``settings``."""
        if self.additions.has(place, name):
            return self.additions.fields(self.file, place, name)
        return read_fields(self.group(place, name))

    def plain(self, place: str, name: str) -> Mapping[str, Any]:
        """The fields of a result or of settings without their arrays."""
        if self.additions.has(place, name):
            return self.additions.plain(self.file, place, name)
        return read_plain(self.group(place, name))

    def _digest(self, place: str, name: str) -> str:
        if place == "results":
            return self.listing.results[name].sha256
        if place == "settings":
            return self.listing.settings[name]
        return next(row.sha256 for row in self.listing.recordings.values() if row.name == name)


Stamp = tuple[int, int, int, int]


def stamp_of(status: os.stat_result) -> Stamp:
    """Stamp that changes when a file is replaced or written."""
    return status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns


def in_resolved_folder(path: Path) -> Path:
    """The path with its folder resolved; the file name itself is kept, even if it is a link."""
    return path.parent.resolve() / path.name


def named_visit(path: Path) -> Path:
    """The path of a visit named by the user, with links resolved.

    Raises
    ------
    BadFile
        ``not-a-plain-file`` where links lead in a circle.
    """
    try:
        return path.resolve()
    except (OSError, RuntimeError) as error:
        raise BadFile("not-a-plain-file", file=str(path), kind="link") from error


def open_visit_file(
    path: Path, *, known: Sequence[Problem] = (), refuse: bool = True, believe_seal: bool = True
) -> Opened:
    """Open a visit and find its damage; ``known`` is damage found before.

    Raises
    ------
    BadFile
        As ``core.storage.visit_file.open_for_reading``, ``visit-too-new``, and
        ``visit-damaged`` when nothing can be read of it. With ``refuse`` False a file that
        leads elsewhere is opened as well; its reader follows nothing. Without ``believe_seal``
        content is compared with its digests even where the seal fits.
    """
    handle, file, seal, problems = open_for_reading(path)
    try:
        stamp = stamp_of(os.fstat(file.fileno()))
        if refuse:
            refuse_elsewhere(handle, problems)
        schema = check_schema(handle, path=str(path))
        if not any(has(handle, name) for name in _LEAST):
            raise BadFile("visit-damaged", [Problem(name, "missing") for name in _LEAST], file=str(path))
        fits = seal.state is SealState.FITS
        listing = read_listing(handle, is_sealed=fits)
        additions = find_additions(file, seal) if schema >= SCHEMA else Additions.none(seal)
    except BaseException:
        handle.close()
        file.close()
        raise
    found = [*known, *problems, *listing.problems, *additions.problems]
    additions.list_in(listing)
    # a flipped bit may turn the schema into an older one; its digests must not be replaced
    is_signed = schema >= SIGNED_SCHEMA or has(handle, LISTING) or seal.state is SealState.BROKEN
    if is_signed and seal.state in _SEAL_PROBLEMS:
        found.append(Problem("", _SEAL_PROBLEMS[seal.state]))
    if is_signed and schema < SIGNED_SCHEMA:
        found.append(Problem("schema", "digest"))
    if not has(handle, "robot_toml"):
        found.append(Problem("robot_toml", "missing"))
    once = {(problem.where.strip("/"), problem.code): problem for problem in found}
    return Opened(
        handle,
        file,
        seal,
        schema,
        is_sealed=believe_seal and fits,
        is_signed=is_signed,
        listing=listing,
        additions=additions,
        damage=tuple(once.values()),
        stamp=stamp,
    )
