"""Digests of the content of a visit: recordings, results and settings, and columns of samples.

A group's digest covers its own name, all attributes and all values below it, columns by their own
digests. It is kept as the attribute ``sha256`` and in the visit's listing, so that damage is detected
and undamaged parts are known to be whole.
"""

import hashlib
import struct
from typing import Any

import h5py
import numpy as np

from core.storage.hdf5_values import (
    Node,
    attribute,
    attribute_names,
    attribute_text,
    checked_dataset,
    damaged,
    member_in,
    names_in,
    reading,
)

DIGEST = "sha256"
"""The attribute that keeps a digest."""
_ROWS_AT_ONCE = 1 << 16
_DEEPEST = 4


def text_digest(text: str) -> str:
    """SHA-256 of a text, in hexadecimal digits."""
    return hashlib.sha256(text.encode()).hexdigest()


def sign(group: h5py.Group) -> str:
    """Store the digest of a group that is complete, and return it."""
    found = content_digest(group)
    group.attrs[DIGEST] = found
    return found


def check(group: h5py.Group, digest: str) -> None:
    """Raise an error if a group differs from its digest; an empty digest, of an older file, checks nothing.

    Raises
    ------
    BadFile
        ``visit-damaged`` with the group.
    """
    if digest and content_digest(group) != digest:
        raise damaged(group, str(group.name), "digest")


def content_digest(group: h5py.Group) -> str:
    """The digest of a group's name, attributes and content."""
    found = hashlib.sha256()
    _feed_group(found, group, str(group.name).rsplit("/", maxsplit=1)[-1], depth=0)
    return found.hexdigest()


def sign_column(dataset: h5py.Dataset) -> None:
    """Store the digest of a column's samples."""
    dataset.attrs[DIGEST] = column_digest(dataset)


def check_column(dataset: h5py.Dataset) -> None:
    """Raise an error if the samples of a column differ from their digest; one without a digest passes."""
    stored = attribute_text(dataset, DIGEST, "")
    if stored and column_digest(dataset) != stored:
        raise damaged(dataset, str(dataset.name), "digest")


def column_digest(dataset: h5py.Dataset) -> str:
    """SHA-256 of a column's samples as little-endian float64, read piece by piece."""
    found = hashlib.sha256()
    with reading(dataset, str(dataset.name)):
        for first in range(0, int(dataset.shape[0]), _ROWS_AT_ONCE):
            found.update(np.ascontiguousarray(dataset[first : first + _ROWS_AT_ONCE], dtype="<f8").tobytes())
    return found.hexdigest()


def _feed(found: Any, *pieces: bytes) -> None:
    """Feed pieces, each preceded by its length, so that different contents never give the same bytes."""
    for piece in pieces:
        found.update(struct.pack("<Q", len(piece)))
        found.update(piece)


def _feed_group(found: Any, group: h5py.Group, name: str, *, depth: int) -> None:
    if depth > _DEEPEST:
        raise damaged(group, str(group.name), "nested-too-deeply")
    _feed(found, b"group", _bytes(name))
    _feed_attributes(found, group, but=DIGEST if depth == 0 else "")
    for member in sorted(names_in(group)):
        node, where = member_in(group, member)
        if isinstance(node, h5py.Group):
            _feed_group(found, node, member, depth=depth + 1)
        elif isinstance(node, h5py.Dataset):
            _feed_dataset(found, checked_dataset(node, where), member)
        else:
            raise damaged(group, where, "unknown-object")
    _feed(found, b"end")


def _feed_attributes(found: Any, node: Node, *, but: str = "") -> None:
    for name in sorted(attribute_names(node)):
        if name != but:
            value = attribute(node, name)
            _feed(found, b"attribute", _bytes(name), *_plain(np.asarray(value)))


def _feed_dataset(found: Any, dataset: h5py.Dataset, name: str) -> None:
    _feed(found, b"dataset", _bytes(name), repr(dataset.shape).encode())
    _feed_attributes(found, dataset)
    if DIGEST in dataset.attrs:  # a column, which may be larger than the memory
        _feed(found, dataset.dtype.str.encode())
        return
    with reading(dataset, str(dataset.name)):
        value = np.asarray(dataset[()])
        if value.dtype.names:
            for field in value.dtype.names:
                _feed(found, field.encode(), *_plain(value[field]))
        else:
            _feed(found, *_plain(value))


def _plain(value: Any) -> list[bytes]:
    """The bytes of an array of numbers or texts, with its kind and shape."""
    head = repr(value.shape).encode()
    if value.dtype.kind in "OUS":
        return [b"text", head, *(_bytes(item) for item in value.ravel().tolist())]
    return [
        value.dtype.newbyteorder("<").str.encode(),
        head,
        value.astype(value.dtype.newbyteorder("<")).tobytes(),
    ]


def _bytes(text: object) -> bytes:
    return text if isinstance(text, bytes) else str(text).encode("utf-8", "surrogateescape")
