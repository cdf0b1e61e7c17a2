"""Visits that are changed behind the program's back, and sealed again as if it had written them."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import h5py

from core.errors import BadFile
from core.storage.digests import DIGEST, sign, text_digest
from core.storage.listing import LISTING, scanned, write_listing
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
        with suppress(BadFile):
            file["robot_toml"].attrs[DIGEST] = text_digest(text_in(file, "robot_toml"))
        write_listing(file, scanned(file))
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


def make_older(path: Path, schema: int) -> None:
    """Make of a visit what a program of an older schema wrote: without digests, listing and seal."""

    def strip(_name: str, node: h5py.Group | h5py.Dataset) -> None:
        if DIGEST in node.attrs:
            del node.attrs[DIGEST]

    with h5py.File(path, "r+") as file:  # closing it cuts the seal off
        del file[LISTING], file.attrs[LISTING], file.attrs[DIGEST]
        file.visititems(strip)
        file.attrs["schema"] = schema
        if schema < 2:
            for group in file["recordings"].values():
                del group["missing"]
