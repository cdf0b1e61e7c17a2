"""The schema of the visit file: its number, and how older files become new ones."""

from collections.abc import Callable, Mapping

import h5py

from core.errors import BadFile
from core.storage.recordings import write_missing

FORMAT = "torsion-visit"
SCHEMA = 2

Migration = Callable[[h5py.File], None]


def _with_missing(file: h5py.File) -> None:
    """Schema 2: recordings made by this program tell the holes they found, with causes."""
    for group in file["recordings"].values():
        if "missing" not in group:
            write_missing(group, ())


MIGRATIONS: dict[int, Migration] = {1: _with_missing}
"""From the schema that is the key to the next one; each changes an open draft in place."""


def check_schema(file: h5py.File, *, path: str, newest: int = SCHEMA) -> int:
    """The schema of an open file.

    Raises
    ------
    BadFile
        ``not-a-visit`` for some other HDF5 file, ``visit-too-new`` for one that a newer
        program has written.
    """
    if file.attrs.get("format") != FORMAT or "schema" not in file.attrs:
        raise BadFile("not-a-visit", file=path)
    schema = int(file.attrs["schema"])
    if schema > newest:
        writer = str(file.attrs.get("software", ""))
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
