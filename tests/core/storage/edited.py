"""Visits that are changed behind the program's back, and sealed again as if it had written them."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import h5py

from core.errors import BadFile
from core.storage.digests import sign, text_digest
from core.storage.listing import scanned, write_listing
from core.storage.recordings import sample_places
from core.storage.seal import write_seal
from core.storage.typed import group_in, names_in, text_in


@contextmanager
def edited(path: Path) -> Iterator[h5py.File]:
    """The file, open for writing; digests, listing and seal fit it afterwards as far as that can be."""
    with h5py.File(path, "r+") as file:
        yield file
        for place in ("recordings", "results", "settings"):
            _sign_all(file, place)
        listing = scanned(file)
        try:
            listing.robot_sha256 = text_digest(text_in(file, "robot_toml"))
        except BadFile:
            listing.robot_sha256 = ""
        write_listing(file, listing)
        try:
            places = sample_places(file)
        except BadFile:
            places = []
    write_seal(path, places)


def _sign_all(file: h5py.File, place: str) -> None:
    try:
        parent = group_in(file, place)
        names = names_in(parent)
    except BadFile:
        return
    for name in names:
        try:
            sign(group_in(parent, name))
        except BadFile:
            continue
