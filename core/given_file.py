"""Reading of users' files: plain files of a bounded size, with text of bounded nesting.

A pipe never ends, a device has no size, and a text of ten kilobytes can occupy a parser for hours or
overflow its stack. These are checked before a parser sees the first character.
"""

import json
import os
import re
import stat
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

from core.errors import BadFile

LARGEST_TEXT = 16_000_000
"""Largest size in bytes of a text read as a whole: a description, a layout, a table, a trajectory."""
LARGEST_TOML = 1_000_000
LARGEST_RECORDING = 4_000_000_000
"""Largest size in bytes of a recording's file, and of its arrays once unpacked."""
DEEPEST = 32
"""Deepest nesting of brackets, and largest number of dotted parts of a key."""
LONGEST_LINE = 20_000
"""Longest line of a description, in characters."""


def check_file(path: Path, *, largest: int) -> None:
    """Raise an error for a file that is not plain, or too large.

    Raises
    ------
    BadFile
        ``not-a-plain-file`` or ``given-file-too-large``.
    OSError
        Where it is missing, may not be read, is a folder, or where links lead in a circle.
    """
    about = path.stat()
    if stat.S_ISDIR(about.st_mode):
        raise IsADirectoryError(21, "Is a directory", str(path))
    if not stat.S_ISREG(about.st_mode):
        raise BadFile("not-a-plain-file", file=str(path))
    if about.st_size > largest:
        raise BadFile("given-file-too-large", file=str(path), size=about.st_size, largest=largest)


def read_given_bytes(path: Path, *, largest: int = LARGEST_TEXT) -> bytes:
    """All bytes of a plain file.

    Raises
    ------
    BadFile, OSError
        As :func:`check_file`.
    """
    check_file(path, largest=largest)
    with path.open("rb") as stream:
        content = stream.read(largest + 1)
    if len(content) > largest:  # it grew since the check
        raise BadFile("given-file-too-large", file=str(path), size=len(content), largest=largest)
    return content


def parse_given_toml(text: str, *, file: str = "") -> dict[str, Any]:
    """The tables of a TOML text.

    Raises
    ------
    BadFile
        ``text-too-deep``, ``text-too-long``.
    tomllib.TOMLDecodeError
        Where it is no TOML.
    """
    if len(text) > LARGEST_TOML or max(map(len, text.splitlines()), default=0) > LONGEST_LINE:
        raise BadFile("text-too-long", file=file)
    for depth, parts in _toml_depths(text):
        if depth > DEEPEST or parts > DEEPEST:
            raise BadFile("text-too-deep", file=file, deepest=DEEPEST)
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        raise
    except ValueError as error:  # such as a number with thousands of digits
        raise tomllib.TOMLDecodeError(str(error)) from error


_TOML_STRINGS = {
    '"""': re.compile(r'(?:[^"\\]|\\.|"(?!""))*+"""', re.DOTALL),
    "'''": re.compile(r"(?:[^']|'(?!''))*+'''"),
    '"': re.compile(r'(?:[^"\\\n]|\\.)*+"'),
    "'": re.compile(r"[^'\n]*+'"),
}
_TOML_TOKEN = re.compile(r"\"\"\"|'''|[\"'#\n\[\]{}.=,]|[^\"'#\n\[\]{}.=,]+")


def _toml_depths(text: str) -> Iterator[tuple[int, int]]:
    """Nesting depth of brackets, and number of dots of a key, after each token; in one pass."""
    place, depth, dots = 0, 0, 0
    while token := _TOML_TOKEN.match(text, place):
        sign, place = token[0], token.end()
        if sign in _TOML_STRINGS:
            closed = _TOML_STRINGS[sign].match(text, place)
            if closed is None:
                return  # the parser gets no farther either
            place = closed.end()
        elif sign == "#":
            end = text.find("\n", place)
            place = len(text) if end < 0 else end
        elif sign in "[{":
            depth, dots = depth + 1, 0
        elif sign in "]}":
            depth, dots = depth - 1, 0
        elif sign in "\n=,":
            dots = 0
        dots += sign == "."
        yield depth, dots


def parse_given_json(text: str, *, file: str = "") -> Any:
    """The value of a JSON text without duplicate keys.

    Raises
    ------
    BadFile
        ``text-too-deep``.
    ValueError
        Where it is no JSON, or has a key twice.
    """
    depth = 0
    for sign in _JSON_BRACKETS.finditer(text):
        depth += {"[": 1, "{": 1, "]": -1, "}": -1}.get(sign[0], 0)
        if depth > DEEPEST:
            raise BadFile("text-too-deep", file=file, deepest=DEEPEST)
    return json.loads(text, object_pairs_hook=_once_each)


_JSON_BRACKETS = re.compile(r'"(?:[^"\\]|\\.)*+"?|[\[\]{}]', re.DOTALL)


def _once_each(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in found if names.count(name) > 1)
        raise ValueError(f"the key {twice[:40]!r} stands there twice")
    return found


def open_regular(path: Path) -> BinaryIO:
    """Open a file for reading.

    Raises
    ------
    BadFile
        ``not-a-plain-file`` for a link, a pipe, a socket or a device.
    OSError
        When the system refuses; ``IsADirectoryError`` for a folder.
    """
    return open(path, "rb", opener=lambda _path, flags: open_descriptor(path, flags))


def open_descriptor(path: Path, flags: int, mode: int = 0o666) -> int:
    """Open a descriptor of a file that is a plain file; raises as ``open_regular``."""
    # the file may be replaced between check and opening; O_NOFOLLOW and fstat check what was opened
    check_regular(path)
    safe = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    descriptor = os.open(path, flags | safe, mode)
    found = os.fstat(descriptor).st_mode
    if not stat.S_ISREG(found):
        os.close(descriptor)
        _refuse(path, found)
    return descriptor


def check_regular(path: Path) -> None:
    """Raise an error if the path exists and is not a plain file."""
    try:
        found = path.lstat().st_mode
    except FileNotFoundError:
        return
    if not stat.S_ISREG(found):
        _refuse(path, found)


def _refuse(path: Path, mode: int) -> None:
    if stat.S_ISDIR(mode):
        raise IsADirectoryError(21, os.strerror(21), str(path))
    raise BadFile("not-a-plain-file", file=str(path), kind=_kind(mode))


def _kind(mode: int) -> str:
    kinds = ((stat.S_ISLNK, "link"), (stat.S_ISFIFO, "pipe"), (stat.S_ISSOCK, "socket"))
    return next((name for is_kind, name in kinds if is_kind(mode)), "device")
