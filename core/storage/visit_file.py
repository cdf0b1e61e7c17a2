"""The visit file: its empty content, its required content, and its opening."""

import os
from pathlib import Path
from typing import BinaryIO

import h5py

from core.errors import BadFile, Problem
from core.given_file import open_regular
from core.hdf5_file import inspected, is_hdf5, open_to_read
from core.stamp import Clock, software_name, time_stamp
from core.storage.digests import DIGEST, text_digest
from core.storage.hdf5_values import write_text
from core.storage.journal import parts_of
from core.storage.listing import GROUPS, Listing, write_listing
from core.storage.migration import FORMAT, SCHEMA
from core.storage.probe import check_readable
from core.storage.seal import Seal, SealState, find_seal


def write_empty(file: h5py.File, robot_toml: str, now: Clock) -> None:
    """Make an empty visit of a file just created."""
    software, created_at = software_name(), time_stamp(now)
    file.attrs["format"] = FORMAT
    file.attrs["schema"] = SCHEMA
    file.attrs["software"] = software
    file.attrs["created_at"] = created_at
    write_text(file, "robot_toml", robot_toml)
    file["robot_toml"].attrs[DIGEST] = text_digest(robot_toml)
    for name in GROUPS:
        file.create_group(name)
    write_listing(file, Listing(software, created_at, "", text_digest(robot_toml)))


def open_for_reading(path: Path) -> tuple[h5py.File, BinaryIO, Seal, list[Problem]]:
    """The file, open for typed reading and as plain bytes, with its seal and foreign content.

    Of a sealed file results and settings are not looked into: their reader follows nothing.

    Raises
    ------
    BadFile
        ``file-missing``, ``visit-missing`` when recordings wait beside a file that is gone,
        ``not-a-plain-file``, ``visit-locked``, ``file-damaged`` or ``not-a-visit``. One that leads
        elsewhere is not refused here.
    """
    if not path.is_symlink() and not path.exists():
        parts = parts_of(path)
        if parts:
            raise BadFile("visit-missing", file=str(path), parts=tuple(part.name for part in parts))
        raise BadFile("file-missing", file=str(path))
    file = open_regular(path)
    try:
        while True:
            seal = find_seal(file)
            handle = _opened(path, seal)
            if _is_same(path, file):
                break
            handle.close()  # another process replaced it in between
            file.close()
            file = open_regular(path)
    except BaseException:
        file.close()
        raise
    try:
        unread = ("results", "settings") if seal.state is SealState.FITS else ()
        return handle, file, seal, inspected(handle, unread=unread)
    except (OSError, RuntimeError, ValueError, KeyError, TypeError) as error:
        handle.close()
        file.close()
        raise BadFile("file-damaged", file=str(path), reason=str(error)) from error


def _is_same(path: Path, file: BinaryIO) -> bool:
    """True if an open file is the one at a path, or was until it was removed."""
    try:
        return os.path.samestat(os.fstat(file.fileno()), path.stat())
    except FileNotFoundError:
        return True


def _opened(path: Path, seal: Seal) -> h5py.File:
    if seal.state is not SealState.FITS and is_hdf5(path):
        check_readable(path)  # HDF5 itself may crash on damage
    try:
        return open_to_read(path)
    except BlockingIOError as error:
        # a program that does not use our lock
        raise BadFile("visit-locked", file=str(path), program="–", process="–", since="–") from error
    except (OSError, RuntimeError, ValueError) as error:
        code = "file-damaged" if is_hdf5(path) else "not-a-visit"
        raise BadFile(code, file=str(path), reason=str(error)) from error
