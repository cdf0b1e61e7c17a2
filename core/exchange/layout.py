"""Layouts: small TOML files that say which column or array of a file is which quantity.

Format::

    name = "my-logger"          # what it is called in reports
    kind = "csv"                # csv, npz or mat
    delimiter = ";"             # csv only; "," when left out, "whitespace" for runs of blanks
    decimal = ","               # csv only; "." when left out
    thousands = "."             # csv only; sign between thousands, none when left out
    encoding = "cp1252"         # csv only; "utf-8" when left out; also utf-16, utf-16-le, utf-16-be
    header_lines = 1            # csv only; 0 when left out; the last of them holds the names
    torque_kind = "link-sensor" # motor-current, motor-torque, link-sensor, model, unknown

    [[variant]]                 # one or more; chosen by the number of columns of most rows
    columns = 7                 # csv only; left out: any number that has all columns named
    time = { columns = 1, unit = "ms" }     # or two columns that are added: [1, 2], unit ["s", "ns"]
    # a clock of texts, such as 2024-03-05 14:07:58.12:  time = { columns = 1, unit = "date-time" }
    # unit = "date-time-us" where the month comes before the day: 03/12/2024 is the twelfth of March
    # or, without a clock in the file:  rate = { value = 1000, unit = "Hz" }

    [variant.quantities]        # core.recording.Quantity, one column per joint
    position = { columns = "2-4", unit = "deg" }       # columns are counted from 1
    current = { columns = ["i1", "i2", "i3"], unit = "mA" }   # or named as in the header
    torque = { columns = [5, 6, 7], unit = ["N·m", "N·m", "N"] }   # a unit for each joint
    motor_position = { columns = "8-10", unit = "524288 counts/turn" }   # or "0.2 A": each number is 0.2 A

In npz and mat files a quantity is ``{ names = ["q_mot", "q_motor"], unit = "rad" }``: the
first array of these names is taken, of shape (N, joints) or (joints, N), and quantities
without an array are left out. ``rate`` may name an array in the same way. ``parts = ["test"]``
in such a variant names an array (N,) of numbers: where it changes, another recording begins. Row 1 of a csv
file is the first line after its header. Units are those of ``core.exchange.file_units``.
"""

import tomllib
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path

import numpy as np

import resources
from core.errors import BadFile
from core.exchange.clock_text import MONTH_FIRST, TEXT_CLOCKS
from core.exchange.layout_parser import LayoutParser
from core.exchange.text_lines import EAST_ASIAN
from core.given_file import parse_given_toml, read_given_bytes
from core.recording import FloatArray, Quantity, TorqueKind

ENCODINGS = ("utf-8", "cp1252", *EAST_ASIAN, "utf-16", "utf-16-le", "utf-16-be")
_KEYS = {
    "name", "kind", "delimiter", "decimal", "thousands", "encoding", "header_lines", "torque_kind", "variant",
}  # fmt: skip
_NO_SIGN = "none"
THOUSANDS = (",", ".", "'", " ", "\u00a0", "\u202f")
"""Signs between thousands."""


class FileKind(StrEnum):
    """The kinds of files that can be imported."""

    CSV = "csv"
    NPZ = "npz"
    MAT = "mat"
    TABLE = "table"
    """Any other container whose columns have names, read by ``core.recognition``."""


BY_COLUMN = frozenset({FileKind.CSV, FileKind.TABLE})
"""Kinds whose quantities are named by columns, not by arrays."""


@dataclass(frozen=True)
class Source:
    """Place of a channel in the file: columns (numbers from 1, or names), or array names.

    ``factor`` and ``offset`` lead to SI, one for all joints or one for each.
    """

    columns: tuple[int, ...] | tuple[str, ...]
    names: tuple[str, ...]
    factor: tuple[float, ...]
    offset: tuple[float, ...]
    is_text: bool = False
    """True for a clock of moments that are written as text."""
    is_month_first: bool | None = None
    """Of its dates; None where each file tells by itself."""

    def to_si(self, values: FloatArray) -> FloatArray:
        """Values (N, joints) of the file in SI units; those that are in SI already keep every bit."""
        if set(self.factor) == {1.0} and not any(self.offset):
            return np.asarray(values, dtype=np.float64)  # large files are copied as seldom as can be
        scaled = values * self.factor
        return np.asarray(scaled + self.offset if any(self.offset) else scaled, dtype=np.float64)


@dataclass(frozen=True)
class Variant:
    """One arrangement of a file; either ``time``, ``rate`` or ``rate_hz`` gives its clock.

    ``parts`` are the names that an array may have whose numbers tell its parts apart.
    """

    column_count: int | None
    time: Source | None
    rate: Source | None
    rate_hz: float | None
    quantities: dict[Quantity, Source]
    parts: tuple[str, ...] = ()


@dataclass(frozen=True)
class Layout:
    """Arrangement of the files of one program."""

    name: str
    kind: FileKind
    delimiter: str
    decimal: str
    header_lines: int
    torque_kind: TorqueKind
    variants: tuple[Variant, ...]
    encoding: str = "utf-8"
    thousands: str = ""
    """Sign between thousands; empty without."""


def layout_names() -> tuple[str, ...]:
    """The layouts that the program ships."""
    return tuple(sorted(file.stem for file in resources.path("layouts").glob("*.toml")))


def load_layout(name_or_path: str | Path) -> Layout:
    """A shipped layout by its name, or one from a TOML file.

    Raises
    ------
    BadFile
        ``unknown-layout`` for neither, ``not-toml`` for a file that is no TOML,
        ``bad-layout`` with everything that is wrong in it.
    """
    if str(name_or_path) in layout_names():
        path = resources.path(f"layouts/{name_or_path}.toml")
    else:
        path = Path(name_or_path)
    if not path.is_file():
        raise BadFile("unknown-layout", layout=str(name_or_path), layouts=layout_names())
    try:
        table = parse_given_toml(read_given_bytes(path).decode("utf-8-sig"), file=str(path))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadFile("not-toml", file=str(path), reason=str(error)) from error
    return parse_layout(table, file=str(path))


def parse_layout(table: dict[str, object], *, file: str) -> Layout:
    """The layout in a parsed TOML table; ``BadFile`` (``bad-layout``) with all its problems."""
    parser = LayoutParser()
    kind = parser.choice(table, "kind", FileKind, FileKind.CSV, required=True)
    layout = Layout(
        name=parser.text(table, "name", Path(file).stem),
        kind=kind,
        delimiter=parser.text(table, "delimiter", ","),
        decimal=parser.text(table, "decimal", "."),
        header_lines=parser.count(table, "header_lines", least=0) or 0,
        torque_kind=parser.choice(table, "torque_kind", TorqueKind, TorqueKind.UNKNOWN),
        variants=tuple(
            _variant(parser, variant, f"variant[{index + 1}]", kind)
            for index, variant in enumerate(parser.variants(table))
        ),
        encoding=parser.text(table, "encoding", "utf-8"),
        thousands=parser.text(table, "thousands", _NO_SIGN).removeprefix(_NO_SIGN),
    )
    parser.unknown_keys(table, "", _KEYS)
    if layout.encoding not in ENCODINGS:
        parser.problem("encoding", "not-a-choice", value=layout.encoding, choices=ENCODINGS)
    if layout.decimal not in {".", ","}:
        parser.problem("decimal", "wrong-value", value=layout.decimal)
    if layout.thousands not in {"", *THOUSANDS} - {layout.decimal}:
        parser.problem("thousands", "wrong-value", value=layout.thousands)
    if parser.problems:
        raise BadFile("bad-layout", parser.problems, file=file)
    return layout


def _variant(parser: LayoutParser, table: dict[str, object], where: str, kind: FileKind) -> Variant:
    quantities = parser.table(table, "quantities", where)
    by_column = kind in BY_COLUMN
    variant = Variant(
        column_count=parser.count(table, "columns", least=1, where=where),
        time=_clock(parser, table, "time", where, by_column=by_column),
        rate=None if by_column else _clock(parser, table, "rate", where, by_column=False),
        rate_hz=parser.rate_hz(table, where),
        quantities={
            quantity: Source(*parser.source(quantities, quantity, f"{where}.quantities", by_column))
            for quantity in parser.quantities(quantities, f"{where}.quantities")
        },
        parts=() if by_column else parser.names(table, "parts", where),
    )
    known = {"columns", "time", "rate", "quantities"}
    parser.unknown_keys(table, where, known if by_column else known | {"parts"})
    if variant.time is None and variant.rate is None and variant.rate_hz is None:
        parser.problem(where, "no-clock")
    return variant


def _clock(
    parser: LayoutParser, table: dict[str, object], key: str, where: str, *, by_column: bool
) -> Source | None:
    entry = table.get(key)
    if entry is None or (isinstance(entry, dict) and "value" in entry):
        return None
    source = Source(*parser.source(table, key, where, by_column))
    if len(source.columns) > len(source.factor):
        parser.problem(f"{where}.{key}", "one-column-only")
    units = entry.get("unit") if isinstance(entry, dict) else None
    named = set(units if isinstance(units, list) else [units])
    return replace(
        source, is_text=bool(named & TEXT_CLOCKS), is_month_first=True if MONTH_FIRST in named else None
    )
