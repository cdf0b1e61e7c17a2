"""Visits that are changed behind the program's back, and sealed again as if it had written them."""

import json
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import h5py
import numpy as np

from core.errors import BadFile
from core.storage.digests import DIGEST, sign, text_digest
from core.storage.hdf5_values import group_in, names_in, read_fields, text_in, write_text
from core.storage.listing import LISTING, scanned, write_listing
from core.storage.recordings import sample_places
from core.storage.seal import cut_behind, seal_of, state_end, write_seal
from core.storage.visit import Visit


@contextmanager
def edited(path: Path) -> Iterator[h5py.File]:
    """The file, open for writing; digests, listing and seal fit it afterwards as far as that can be."""
    take_in(path)
    cut_behind(path, seal_of(path))
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


def take_in(path: Path) -> None:
    """Bring all that was added to a visit into its HDF5 part."""
    with suppress(BadFile), Visit.open(path, recover=False) as visit, visit.change() as draft:
        draft.begin_copy()


def unpack_in(file: h5py.File) -> None:
    """Store fields as before schema 4: each array is a dataset."""
    for place in ("results", "settings"):
        for group in file[place].values():
            plain = read_fields(group)
            arrays: list[np.ndarray] = []
            text = json.dumps(_numbered(plain, arrays), allow_nan=False)
            for name in ("fields", "values", "arrays"):
                if name in group:
                    del group[name]
            write_text(group, "fields", text)
            for number, array in enumerate(arrays):
                group.create_dataset(f"arrays/{number}", data=array)


def _numbered(value: object, arrays: list[np.ndarray]) -> object:
    if isinstance(value, np.ndarray):
        arrays.append(value)
        return {"$array": len(arrays) - 1}
    if isinstance(value, float) and not np.isfinite(value):
        return {"$float": str(value)}
    if isinstance(value, dict):
        return {key: _numbered(item, arrays) for key, item in value.items()}
    if isinstance(value, list):
        return [_numbered(item, arrays) for item in value]
    return value


def make_older(path: Path, schema: int) -> None:
    """Make of a visit what a program of an older schema wrote; before 3 without digests, listing and seal."""
    take_in(path)
    cut_behind(path, seal_of(path))
    if schema == 3:
        with h5py.File(path, "r+") as file:
            unpack_in(file)
            file.attrs["schema"] = schema
            for place in ("results", "settings"):
                _sign_all(file, place)
            write_listing(file, scanned(file))
            places = sample_places(file)
        write_seal(path, places)
        seal = seal_of(path)
        with path.open("r+b") as raw:  # its seal was the end of the file, behind the end that HDF5 stated
            raw.truncate(seal.end)
            state_end(raw.fileno(), seal.begin)
        return

    def strip(_name: str, node: h5py.Group | h5py.Dataset) -> None:
        if DIGEST in node.attrs:
            del node.attrs[DIGEST]

    with h5py.File(path, "r+") as file:
        del file[LISTING], file.attrs[LISTING], file.attrs[DIGEST]
        file.visititems(strip)
        unpack_in(file)
        file.attrs["schema"] = schema
        if schema < 2:
            for group in file["recordings"].values():
                del group["missing"]
