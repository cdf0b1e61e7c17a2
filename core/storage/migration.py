"""The schema of the visit file: its number, and the migration of older files."""

from collections.abc import Callable, Mapping

import h5py

from core.errors import BadFile
from core.storage.digests import DIGEST, sign, sign_column, text_digest
from core.storage.hdf5_values import (
    attribute,
    attribute_number,
    attribute_text,
    group_in,
    has,
    names_in,
    read_fields,
    text_in,
)
from core.storage.listing import scanned, write_listing
from core.storage.recordings import OpenFile, columns_of, read_recording, write_missing

FORMAT = "torsion-visit"
SCHEMA = 4
SIGNED_SCHEMA = 3
"""First schema in which everything has a digest."""

Migration = Callable[[h5py.File], None]


def _with_missing(file: h5py.File) -> None:
    """Schema 2: recordings made by this program store the gaps they found, with causes."""
    recordings = group_in(file, "recordings")
    for name in names_in(recordings):
        group = group_in(recordings, name)
        if not has(group, "missing"):
            write_missing(group, ())


def _with_digests(file: h5py.File) -> None:
    """Schema 3: everything has a digest. Unreadable content is not signed: the migration stops there."""
    listing = scanned(file)
    if listing.problems:
        raise BadFile("visit-damaged", listing.problems, file=str(file.filename))
    opened = OpenFile(file)
    recordings = group_in(file, "recordings")
    for row in listing.recordings.values():
        group = group_in(recordings, row.name)
        read_recording(opened, group, row.label)
        for dataset in columns_of(group):
            sign_column(dataset)
        sign(group)
    for place, names in (("results", listing.results), ("settings", listing.settings)):
        for name in names:
            group = group_in(group_in(file, place), name)
            read_fields(group)
            sign(group)
    file["robot_toml"].attrs[DIGEST] = text_digest(text_in(file, "robot_toml"))
    signed = scanned(file)
    write_listing(file, signed)


def _with_additions(file: h5py.File) -> None:
    """Schema 4: additions may follow the HDF5 part, and fields are packed; older fields stay as they are."""


MIGRATIONS: dict[int, Migration] = {1: _with_missing, 2: _with_digests, 3: _with_additions}
"""Migrations from the schema of the key to the next one; each changes an open draft in place."""


def check_schema(file: h5py.File, *, path: str, newest: int = SCHEMA) -> int:
    """The schema of an open file.

    Raises
    ------
    BadFile
        ``not-a-visit`` for some other HDF5 file, ``visit-too-new`` for one that a newer
        program has written.
    """
    found = attribute(file, "format")
    if not isinstance(found, str) or found != FORMAT or attribute(file, "schema") is None:
        raise BadFile("not-a-visit", file=path)
    schema = attribute_number(file, "schema")
    if schema > newest:
        writer = attribute_text(file, "software", "")
        raise BadFile("visit-too-new", file=path, schema=schema, newest=newest, software=writer)
    return schema


def migrate(
    file: h5py.File,
    *,
    path: str,
    migrations: Mapping[int, Migration] | None = None,
    newest: int = SCHEMA,
) -> None:
    """Bring a draft to the newest schema, step by step.

    Raises
    ------
    BadFile
        ``visit-too-old`` when no way leads from its schema to the next.
    """
    steps = MIGRATIONS if migrations is None else migrations
    for schema in range(check_schema(file, path=path, newest=newest), newest):
        if schema not in steps:
            raise BadFile("visit-too-old", file=path, schema=schema, newest=newest)
        steps[schema](file)
        file.attrs["schema"] = schema + 1
