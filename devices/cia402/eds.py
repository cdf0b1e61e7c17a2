"""The objects of a drive in its EDS or DCF file (CiA 306)."""

import configparser
import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path

from core.errors import BadFile
from core.given_file import read_given_bytes
from core.recording import Quantity
from devices.cia402.drive_map import POSITION, STATUS_WORD, TORQUE, VENDOR, DriveMap, ObjectAt
from devices.errors import ConfigurationError

LARGEST_EDS = 4_000_000
"""Largest size of an EDS file, bytes."""
_TYPES = {2: (1, True), 3: (2, True), 4: (4, True), 5: (1, False), 6: (2, False), 7: (4, False)}
"""Size in bytes and sign of the data types of CiA 301 that are whole numbers."""
_OWN_TYPES = range(0x40, 0x100)
"""Types that a file defines itself: its editor writes the type in question into the sub-object 1."""
_SECTION = re.compile(r"([0-9a-f]{1,4})(?:sub([0-9a-f]{1,2}))?", re.IGNORECASE)
_IS_COMPACT = "compactsubobj"
"""Of an array whose members are not described one by one."""
_LONGEST_NUMBER = 20
_OF_MAKERS = range(0x2000, 0x6000)
_SECOND = re.compile(
    r"\b(second|secondary|2nd|auxiliary|aux|additional|load|external|output|motor)\b.*"
    r"\b(encoder|sensor|feedback)\b"
    r"|\b(encoder|sensor|feedback)\b.*\b(load|motor|output|2)\b"
    r"|\b(motor|load)\b.*\bposition\b"
)
_POSITION_WORD = re.compile(r"\b(position|pos|counts?|counter|value)\b")
_NO_VALUE = re.compile(
    r"\b(demand|target|command|limit|offset|window|resolution|error|factor|source|type|mode|config\w*|"
    r"polarity|direction|preset|speed|velocity|scal\w+|index|shift|range|latch\w*|capture\w*)\b"
)
_MOST_NAMED = 8


class Eds:
    """The objects in an EDS or DCF file (CiA 306)."""

    def __init__(self, path: Path, sections: Mapping[str, Mapping[str, str]]) -> None:
        self.path = path
        self._sections: dict[tuple[int, int | None], Mapping[str, str]] = {}
        for name, values in sections.items():
            if found := _SECTION.fullmatch(name):
                place = int(found[1], 16), None if found[2] is None else int(found[2], 16)
                if place in self._sections:
                    raise BadFile("cia402-eds-wrong", file=str(path), reason=f"[{name}] is there twice")
                self._sections[place] = values

    def find(self, index: int, sub: int = 0) -> ObjectAt | None:
        """The object with its size and sign; None if it is not there, or no whole number."""
        if not sub and _IS_COMPACT in self._sections.get((index, None), {}):
            return ObjectAt(index, size=1)  # how many members it has
        kind = _number(self._section(index, sub), "datatype")
        if kind in _OWN_TYPES:
            kind = _number(self._sections.get((kind, 1), {}), "defaultvalue")
        size, signed = _TYPES.get(kind, (0, False))
        return ObjectAt(index, sub, size, signed) if size else None

    def is_sent(self, index: int, sub: int = 0) -> bool:
        """True if a PDO can carry the object."""
        return bool(_number(self._section(index, sub), "pdomapping"))

    def has_subs(self, index: int) -> bool:
        """True if the object has sub-objects."""
        return (index, 0) in self._sections or _IS_COMPACT in self._sections.get((index, None), {})

    @property
    def vendor(self) -> int:
        """The maker's number (0x1018:1); 0 where the file does not state it."""
        return _number(self._sections.get((VENDOR.index, VENDOR.sub), {}), "defaultvalue")

    @property
    def quantities(self) -> tuple[Quantity, ...]:
        """The columns that are expected of drives with these objects."""
        link = (Quantity.LINK_POSITION,) if self.has_subs(0x60E4) else ()
        torque = (Quantity.TORQUE,) if self.find(TORQUE.index) == TORQUE else ()
        return (Quantity.POSITION, Quantity.MOTOR_POSITION, *link, *torque)

    @cached_property
    def second_positions(self) -> tuple[str, ...]:
        """Objects of the maker that may be another encoder, by name and type, such as ``0x2088 (Load …)``."""
        found = []
        for (index, sub), values in sorted(self._sections.items(), key=lambda item: item[0][0]):
            at = self.find(index, sub or 0) if index in _OF_MAKERS else None
            own, parent = (self._name(index, place) for place in (sub, None))
            name = own if sub is None else f"{parent} {own}"
            said = name.lower().replace("_", " ")
            if (
                at is not None
                and (at.size, at.signed) == (POSITION.size, POSITION.signed)
                and "w" not in values.get("accesstype", "ro").lower()
                and _SECOND.search(said)
                and _POSITION_WORD.search(said)
                and not _NO_VALUE.search(said)
            ):
                found.append(f"{at.name} ({own})")
        return tuple(found[:_MOST_NAMED])

    def _name(self, index: int, sub: int | None) -> str:
        text = self._sections.get((index, sub), {}).get("parametername", "")
        return "".join(letter for letter in text if letter.isprintable())

    def _section(self, index: int, sub: int) -> Mapping[str, str]:
        if (index, sub) in self._sections:
            return self._sections[index, sub]
        whole = self._sections.get((index, None), {})
        return whole if bool(sub) == (_IS_COMPACT in whole) else {}


def _number(section: Mapping[str, str], key: str) -> int:
    """The whole number of a key; 0 if there is none."""
    text = section.get(key, "").strip()[:_LONGEST_NUMBER]
    for base in (0, 10):  # 07 is no number of Python's
        try:
            return int(text, base)
        except ValueError:
            continue
    return 0


def read_eds(path: Path) -> Eds:
    """Read an EDS or DCF file.

    Raises
    ------
    BadFile
        ``cia402-eds-missing``, ``cia402-eds-wrong``, ``given-file-too-large``, ``not-a-plain-file``.
    """
    try:
        content = read_given_bytes(path, largest=LARGEST_EDS)
    except OSError as error:
        raise BadFile("cia402-eds-missing", file=str(path), reason=str(error)) from error
    # makers write names of objects in the character set of their country; only ASCII matters here
    coding = "utf-16" if content[:2] in {b"\xff\xfe", b"\xfe\xff"} else "utf-8-sig"
    try:
        text = content.decode(coding)
    except UnicodeDecodeError:
        text = content.decode("latin-1")
    parser = configparser.RawConfigParser(
        delimiters=("=",),
        comment_prefixes=(";", "#"),
        inline_comment_prefixes=(";", "#"),
        default_section="\0",
        empty_lines_in_values=False,
    )
    try:
        # an indented line would continue the one before
        parser.read_string("\n".join(" ".join(line.split()) for line in text.splitlines()))
    except configparser.Error as error:
        raise BadFile("cia402-eds-wrong", file=str(path), reason=_reason(error)) from error
    return Eds(path, {name: parser[name] for name in parser.sections()})


def _reason(error: configparser.Error) -> str:
    """Line and kind of an error in a file, without the file's own text."""
    match error:
        case configparser.DuplicateSectionError():
            return f"line {error.lineno}: [{error.section[:_LONGEST_NUMBER]}] is there twice"
        case configparser.DuplicateOptionError():
            return f"line {error.lineno}: an entry of [{error.section[:_LONGEST_NUMBER]}] is there twice"
        case configparser.MissingSectionHeaderError():
            return f"line {error.lineno} is in no section"
        case configparser.ParsingError():
            return f"line {error.errors[0][0]} is no entry"
    return type(error).__name__


def read_drive(path: Path) -> Eds:
    """Read the EDS file of a drive that can send its state and its position.

    Raises
    ------
    BadFile
        As ``read_eds``; ``cia402-eds-no-drive``, ``cia402-eds-not-sent``.
    """
    found = read_eds(path)
    for at in (STATUS_WORD, POSITION):
        if found.find(at.index) != at:
            raise BadFile("cia402-eds-no-drive", file=str(path), object=at.name)
        if not found.is_sent(at.index):
            raise BadFile("cia402-eds-not-sent", file=str(path), object=at.name)
    return found


def expect_described(drive: DriveMap, objects: Sequence[ObjectAt]) -> None:
    """Compare a drive's EDS, where one is given, with the objects of the table.

    Raises
    ------
    ConfigurationError
        ``cia402-not-in-eds`` for an object that the drive does not have.
    BadFile
        As ``read_eds``.
    """
    if drive.eds is None:
        return
    described = read_eds(drive.eds)
    for at in objects:
        if described.find(at.index, at.sub) is None:
            raise ConfigurationError("cia402-not-in-eds", node=drive.node, object=at.name)
