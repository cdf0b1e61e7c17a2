"""An opened visit file with its listing and its damage."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import h5py

from core.errors import BadFile, Problem
from core.hdf5_file import refuse_elsewhere
from core.storage.listing import LISTING, Listing, read_listing
from core.storage.migration import SIGNED_SCHEMA, check_schema
from core.storage.seal import SealState
from core.storage.typed import has
from core.storage.visit_file import open_for_reading

_SEAL_PROBLEMS = {SealState.BROKEN: "seal-broken", SealState.MISSING: "seal-missing"}
_LEAST = ("recordings", "results")
"""Groups without which a file is no visit."""


@dataclass(frozen=True)
class Opened:
    """An open visit file; ``damage`` is empty for one that may be changed."""

    handle: h5py.File
    schema: int
    is_sealed: bool
    is_signed: bool
    """True if everything in it has a digest, so that content without one is refused."""
    may_migrate: bool
    listing: Listing
    damage: tuple[Problem, ...]


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
        columns are compared with their digests even where the seal fits.
    """
    handle, state, problems = open_for_reading(path)
    try:
        if refuse:
            refuse_elsewhere(handle, problems)
        schema = check_schema(handle, path=str(path))
        if not any(has(handle, name) for name in _LEAST):
            raise BadFile("visit-damaged", [Problem(name, "missing") for name in _LEAST], file=str(path))
        listing = read_listing(handle)
    except BaseException:
        handle.close()
        raise
    found = [*known, *problems, *listing.problems]
    # a flipped bit may turn the schema into an older one; its digests must not be replaced
    is_signed = schema >= SIGNED_SCHEMA or has(handle, LISTING) or state is SealState.BROKEN
    if is_signed and state in _SEAL_PROBLEMS:
        found.append(Problem("", _SEAL_PROBLEMS[state]))
    if is_signed and schema < SIGNED_SCHEMA:
        found.append(Problem("schema", "digest"))
    if not has(handle, "robot_toml"):
        found.append(Problem("robot_toml", "missing"))
    once = {(problem.where.strip("/"), problem.code): problem for problem in found}
    fits = state is SealState.FITS
    return Opened(
        handle,
        schema,
        is_sealed=believe_seal and fits,
        is_signed=is_signed,
        may_migrate=not is_signed or (fits and schema >= SIGNED_SCHEMA),
        listing=listing,
        damage=tuple(once.values()),
    )
