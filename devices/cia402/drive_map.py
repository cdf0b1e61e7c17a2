"""Which object of which drive is what: the table ``FILE.toml``, read, checked and written. Pure."""

import math
import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any, TypeVar

from core.errors import BadFile
from core.given_file import parse_given_toml, read_given_bytes

Kind = TypeVar("Kind", bound=StrEnum)
LARGEST_NODE = 126
_DRIVE_KEYS = frozenset({"node", "position", "link", "torque", "clock", "homing", "eds"})
_ENCODER_KEYS = frozenset({"object", "counts_per_turn", "gear_ratio", "sign", "side", "zero_deg"})
_TORQUE_KEYS = frozenset({"object", "rated", "rated_nm", "gear_ratio", "sign"})

_NAME = re.compile(r"0x([0-9A-Fa-f]{4})(?::([0-9]{1,3}))?")
_LARGEST_SUB = 254


@dataclass(frozen=True)
class ObjectAt:
    """An entry of a drive's object dictionary; ``size`` in bytes."""

    index: int
    sub: int = 0
    size: int = 4
    signed: bool = False

    @property
    def name(self) -> str:
        """Name as in a table, such as ``0x60E4:1``."""
        return f"0x{self.index:04X}" + (f":{self.sub}" if self.sub else "")

    @property
    def mapping(self) -> int:
        """Entry of a PDO's mapping."""
        return self.index << 16 | self.sub << 8 | 8 * self.size

    def encoded(self, value: int) -> bytes:
        """The bytes of a value; ``OverflowError`` beyond its range."""
        return value.to_bytes(self.size, "little", signed=self.signed)

    def decoded(self, content: bytes) -> int:
        """The value of the first bytes."""
        return int.from_bytes(content[: self.size], "little", signed=self.signed)


def read_object(text: str) -> ObjectAt:
    """Read ``0x60E4:1`` as a signed number of 32 bits; raise ``ValueError`` if it is no object."""
    found = _NAME.fullmatch(text)
    sub = int(found[2] or 0) if found else _LARGEST_SUB + 1
    if found is None or sub > _LARGEST_SUB:
        raise ValueError(text)
    return ObjectAt(int(found[1], 16), sub, signed=True)


CONTROL_WORD = ObjectAt(0x6040, size=2)
STATUS_WORD = ObjectAt(0x6041, size=2)
MODE = ObjectAt(0x6060, size=1, signed=True)
MODE_SHOWN = ObjectAt(0x6061, size=1, signed=True)
POSITION = ObjectAt(0x6064, signed=True)
TORQUE = ObjectAt(0x6077, size=2, signed=True)
RATED_TORQUE = ObjectAt(0x6076)
TARGET = ObjectAt(0x607A, signed=True)
PROFILE_SPEED = ObjectAt(0x6081)
PROFILE_ACCELERATION = ObjectAt(0x6083)
PROFILE_DECELERATION = ObjectAt(0x6084)
CONNECTION_LOST = ObjectAt(0x6007, size=2, signed=True)
ERROR_CODE = ObjectAt(0x603F, size=2)
PERIOD = ObjectAt(0x60C2, 1, size=1)
PERIOD_UNIT = ObjectAt(0x60C2, 2, size=1, signed=True)
CLOCK = ObjectAt(0x1013)
HEARD_HEARTBEAT = ObjectAt(0x1016, 1)
SERIAL = ObjectAt(0x1018, 4)
VENDOR = ObjectAt(0x1018, 1)
REVISION = ObjectAt(0x1018, 3)


class Side(StrEnum):
    """Side of the gear at which an encoder is mounted."""

    MOTOR = "motor"
    LINK = "link"


class Homing(StrEnum):
    """Way in which a drive knows its zero."""

    ABSOLUTE = "absolute"
    """By an absolute encoder: there is nothing to home."""
    REQUIRED = "required"
    """By homing after each power-on."""


@dataclass(frozen=True)
class EncoderMap:
    """An encoder: ``gear_ratio`` in its turns per joint turn, ``zero`` in rad of the joint at count 0."""

    at: ObjectAt
    counts_per_turn: float
    gear_ratio: float
    sign: int
    side: Side
    zero: float = 0.0

    @property
    def scale(self) -> float:
        """Radians of the joint per count, with sign."""
        return self.sign * 2.0 * math.pi / (self.counts_per_turn * self.gear_ratio)


@dataclass(frozen=True)
class TorqueMap:
    """A torque in thousandths of the rated one; ``rated_nm`` is None where the drive is asked for it."""

    at: ObjectAt
    rated: ObjectAt
    rated_nm: float | None
    gear_ratio: float
    sign: int


@dataclass(frozen=True)
class DriveMap:
    """One drive, which is one joint; ``position`` is the encoder by which the drive is commanded."""

    node: int
    position: EncoderMap
    link: EncoderMap | None
    torque: TorqueMap | None
    clock: ObjectAt | None
    homing: Homing
    eds: Path | None = None

    def encoder(self, side: Side) -> EncoderMap | None:
        """The encoder on a side of the gear; None without one."""
        found = (each for each in (self.position, self.link) if each is not None and each.side is side)
        return next(found, None)


def read_map(path: Path) -> tuple[DriveMap, ...]:
    """Read the drives of a table, in the order of the joints.

    Raises
    ------
    BadFile
        ``cia402-map-missing`` if it cannot be read, ``cia402-map-wrong`` with the entry and the reason.
    """
    try:
        tables = parse_given_toml(read_given_bytes(path).decode("utf-8"), file=str(path))
    except OSError as error:
        raise BadFile("cia402-map-missing", file=str(path), reason=str(error)) from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadFile("cia402-map-wrong", file=str(path), entry="the file", reason=str(error)) from error
    return drives_of(tables, path)


def drives_of(tables: Mapping[str, Any], path: Path) -> tuple[DriveMap, ...]:
    """The drives of tables that are read already; ``path`` is named with an error. Raises as ``read_map``."""
    return _Reader(path).drives(tables)


def map_text(rows: Sequence[Mapping[str, Any]], *, head: str) -> str:
    """Write a table that ``read_map`` reads; ``rows`` are its joints, None in place of an unknown value.

    An unknown value is written so that ``read_map`` refuses it by name until a person has filled it in.
    """
    pieces = ["".join(f"# {line}\n" for line in head.splitlines())]
    for row in rows:
        parts = {key: value for key, value in row.items() if isinstance(value, Mapping)}
        pieces.append("[[joint]]\n" + _lines({key: row[key] for key in row if key not in parts}))
        pieces += (f"[joint.{part}]\n" + _lines(values, part=part) for part, values in parts.items())
    return "\n".join(pieces)


_MEANINGS = {
    "clock": "in µs; leave it out if the drive has no such object",
    "homing": '"absolute" if the drive knows its zero after switching on, or "required"',
    "position.object": "the encoder by which the drive is commanded",
    "link.object": "the additional encoder",
    "counts_per_turn": "of this encoder's own shaft",
    "gear_ratio": "turns of that shaft per turn of the joint",
    "sign": "1 or -1: the direction of the description",
    "side": '"motor" or "link"',
    "torque.object": "in thousandths of the rated torque, at the motor's shaft",
    "torque.rated": "in mN·m; rated_nm = 1.3 in its place where the drive does not tell it",
    "torque.gear_ratio": "turns of the motor per turn of the joint",
}
_UNKNOWN = '"?"'


def _lines(values: Mapping[str, Any], *, part: str = "") -> str:
    shown = {key: _UNKNOWN if value is None else _shown(value) for key, value in values.items()}
    meanings = {key: _MEANINGS.get(f"{part}.{key}", _MEANINGS.get(key, "")) for key in values}
    return "".join(
        f"{key} = {text}" + (f"  # {meanings[key]}" if meanings[key] else "") + "\n"
        for key, text in shown.items()
    )


def _shown(value: object) -> str:
    if isinstance(value, str):
        return f'"{value}"'
    number = float(value)  # type: ignore[arg-type]  # a row has texts and numbers
    return str(int(number)) if number.is_integer() else repr(number)


class _Reader:
    """Reads the tables of one file; every refusal names the entry."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def drives(self, tables: Mapping[str, Any]) -> tuple[DriveMap, ...]:
        rows = tables.get("joint")
        if not isinstance(rows, list) or not rows:
            raise self._wrong("[[joint]]", "there is none")
        self._expect_known(tables, frozenset({"joint"}), "the file")
        found = tuple(self._drive(row, f"joint {place}") for place, row in enumerate(rows, 1))
        nodes = [drive.node for drive in found]
        if len(set(nodes)) != len(nodes):
            raise self._wrong("node", "two joints have the same")
        if len({drive.link is None for drive in found}) > 1:
            # one column group holds the link encoders of all joints
            raise self._wrong("link", "some joints have one and some have none")
        return found

    def _drive(self, row: Any, where: str) -> DriveMap:
        table = self._table(row, where)
        self._expect_known(table, _DRIVE_KEYS, where)
        node = table.get("node")
        if not isinstance(node, int) or isinstance(node, bool) or not 1 <= node <= LARGEST_NODE:
            raise self._wrong(f"{where}, node", f"not a number from 1 to {LARGEST_NODE}")
        position = self._encoder(table.get("position"), f"{where}, position", usual=POSITION)
        link = self._encoder(table["link"], f"{where}, link", usual=None) if "link" in table else None
        if link is not None and link.side is position.side:
            raise self._wrong(f"{where}, side", f"both encoders are on the {link.side} side")
        clock = self._object(table["clock"], f"{where}, clock") if "clock" in table else None
        return DriveMap(
            node,
            position,
            link,
            self._torque(table["torque"], f"{where}, torque") if "torque" in table else None,
            clock and ObjectAt(clock.index, clock.sub),
            self._one_of(Homing, table.get("homing", ""), f"{where}, homing"),
            self._eds(table, where),
        )

    def _encoder(self, row: Any, where: str, *, usual: ObjectAt | None) -> EncoderMap:
        table = self._table(row, where)
        self._expect_known(table, _ENCODER_KEYS, where)
        if "object" not in table and usual is not None:
            at = usual
        else:
            at = self._object(table.get("object"), f"{where}, object")
        return EncoderMap(
            at,
            counts_per_turn=self._positive(table, "counts_per_turn", where),
            gear_ratio=self._positive(table, "gear_ratio", where),
            sign=self._sign(table, where),
            side=self._one_of(Side, table.get("side", ""), f"{where}, side"),
            zero=math.radians(self._number(table.get("zero_deg", 0.0), f"{where}, zero_deg")),
        )

    def _torque(self, row: Any, where: str) -> TorqueMap:
        table = self._table(row, where)
        self._expect_known(table, _TORQUE_KEYS, where)
        at = self._object(table.get("object", TORQUE.name), f"{where}, object")
        rated = self._object(table.get("rated", RATED_TORQUE.name), f"{where}, rated")
        return TorqueMap(
            ObjectAt(at.index, at.sub, size=2, signed=True),
            ObjectAt(rated.index, rated.sub),
            self._positive(table, "rated_nm", where) if "rated_nm" in table else None,
            gear_ratio=self._positive(table, "gear_ratio", where),
            sign=self._sign(table, where),
        )

    def _eds(self, table: Mapping[str, Any], where: str) -> Path | None:
        name = table.get("eds")
        if name is None:
            return None
        if not isinstance(name, str) or not (self._path.parent / name).is_file():
            raise self._wrong(f"{where}, eds", "no such file beside the table")
        return self._path.parent / name

    def _table(self, row: Any, where: str) -> Mapping[str, Any]:
        if not isinstance(row, dict):
            raise self._wrong(where, "it is missing, or no table")
        return row

    def _expect_known(self, table: Mapping[str, Any], known: frozenset[str], where: str) -> None:
        for key in table:
            if key not in known:
                raise self._wrong(f"{where}, {key}", f"known are {', '.join(sorted(known))}")

    def _object(self, text: Any, where: str) -> ObjectAt:
        try:
            return read_object(text if isinstance(text, str) else "")
        except ValueError as error:
            raise self._wrong(where, 'no object such as "0x6064" or "0x60E4:1"') from error

    def _number(self, value: Any, where: str) -> float:
        is_number = isinstance(value, int | float) and not isinstance(value, bool)
        if not is_number or not math.isfinite(value):
            raise self._wrong(where, "it is missing, or no number")
        return float(value)

    def _positive(self, table: Mapping[str, Any], key: str, where: str) -> float:
        number = self._number(table.get(key), f"{where}, {key}")
        if number <= 0.0:
            raise self._wrong(f"{where}, {key}", "it is not above 0; a direction goes to sign")
        return number

    def _sign(self, table: Mapping[str, Any], where: str) -> int:
        sign = self._number(table.get("sign"), f"{where}, sign")
        if abs(sign) != 1.0:
            raise self._wrong(f"{where}, sign", "it is neither 1 nor -1")
        return int(sign)

    def _one_of(self, kind: type[Kind], text: Any, where: str) -> Kind:
        try:
            return kind(text)
        except ValueError as error:
            raise self._wrong(where, f"it is none of {', '.join(kind)}") from error

    def _wrong(self, entry: str, reason: str) -> BadFile:
        return BadFile("cia402-map-wrong", file=str(self._path), entry=entry, reason=reason)
