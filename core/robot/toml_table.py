"""Reading a TOML file so that every mistake in it is reported at once, each with its line.

Python's TOML reader gives no line numbers; ``key_lines`` finds them. A ``TomlTable`` returns checked
values and collects the problems, so that the caller continues with a substitute value.
"""

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from core.bounds import SENSIBLE, Bounds, as_float
from core.errors import Fact, Problem
from core.recording import FloatArray

KeyPath = tuple[str | int, ...]

_HEADER = re.compile(r"^\s*(\[\[?)([^\]]+)\]\]?\s*(?:#.*)?$")
_KEY = re.compile(r"""^\s*((?:[\w-]+|"[^"]*"|'[^']*')(?:\s*\.\s*(?:[\w-]+|"[^"]*"|'[^']*'))*)\s*=""")
_STRINGS_AND_COMMENTS = re.compile(r""""(?:[^"\\]|\\.)*"|'[^']*'|#.*""")


def key_lines(text: str) -> dict[KeyPath, int]:
    """The line, from 1, of each key and table header of a TOML text."""
    lines: dict[KeyPath, int] = {}
    counts: dict[str, int] = {}
    table: KeyPath = ()
    depth = 0
    for number, line in enumerate(text.splitlines(), start=1):
        if depth <= 0:
            if header := _HEADER.match(line):
                table = _table_path(header[2].strip(), repeated=len(header[1]) > 1, counts=counts)
                lines.setdefault(table, number)
                continue
            if key := _KEY.match(line):
                lines.setdefault((*table, *_parts(key[1])), number)
        bare = _STRINGS_AND_COMMENTS.sub("", line)
        depth += sum(map(bare.count, "[{")) - sum(map(bare.count, "]}"))
    return lines


def _parts(dotted: str) -> tuple[str, ...]:
    return tuple(part.strip().strip("\"'") for part in dotted.split("."))


def _table_path(name: str, *, repeated: bool, counts: dict[str, int]) -> KeyPath:
    """The path of a table header; a repeated table's carries its number."""
    path: list[str | int] = []
    for part in _parts(name):
        path.append(part)
        dotted = ".".join(map(str, path))
        if repeated and len(path) == len(_parts(name)):
            counts[dotted] = counts.get(dotted, -1) + 1
        if dotted in counts:
            path.append(counts[dotted])
    return tuple(path)


def _called(path: KeyPath) -> str:
    """A key path such as ``joints[2].alpha``, with joints counted from 1."""
    text = ""
    for part in path:
        text += f"[{part + 1}]" if isinstance(part, int) else f".{part}" if text else part
    return text


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _leaves(value: object) -> Iterator[object]:
    """The elements of nested lists; checked one by one, so that ``true`` does not pass as the number 1."""
    if isinstance(value, list):
        for part in value:
            yield from _leaves(part)
    else:
        yield value


class TomlTable:
    """One table of a TOML file; problems with its values go to the shared ``problems``."""

    def __init__(
        self, values: Mapping[str, Any], path: KeyPath, lines: Mapping[KeyPath, int], problems: list[Problem]
    ) -> None:
        self._values, self._path, self._lines = values, path, lines
        self._asked: set[str] = set()
        self.problems = problems

    def where(self, key: str = "") -> str:
        """``line 12, joints[2].alpha``; the line is the nearest one known."""
        path = (*self._path, key) if key else self._path
        known = next((path[:end] for end in range(len(path), 0, -1) if path[:end] in self._lines), None)
        place = f"line {self._lines[known]}" if known else "line 1"
        return f"{place}, {_called(path)}" if path else place

    def complain(self, key: str, code: str, /, **facts: Fact) -> None:
        """Report a problem with the value of ``key``, or with the table if ``key`` is empty."""
        self.problems.append(Problem(self.where(key), code, facts))

    def has(self, key: str) -> bool:
        """True if the table contains ``key``."""
        return key in self._values

    def raw(self, key: str) -> Any:
        """The unchecked value of ``key``, None if absent."""
        self._asked.add(key)
        return self._values.get(key)

    def _wrong_kind(self, key: str, expected: str, value: object) -> None:
        self.complain(key, "wrong-kind", expected=expected, found=type(value).__name__)

    def text(self, key: str, *, default: str | None = None) -> str:
        """A text; required if there is no default."""
        value = self.raw(key)
        if value is None:
            if default is None:
                self.complain(key, "missing-key", key=key)
            return default or ""
        if not isinstance(value, str):
            self._wrong_kind(key, "text", value)
            return default or ""
        return value

    def choice(self, key: str, *, choices: Sequence[str], default: str) -> str:
        """A text that must be one of ``choices``."""
        value = self.text(key, default=default)
        if value not in choices:
            self.complain(key, "unknown-choice", value=value, choices=tuple(choices))
            return default
        return value

    def flag(self, key: str) -> bool:
        """A boolean value, False if the key is absent."""
        value = self.raw(key)
        if value is not None and not isinstance(value, bool):
            self._wrong_kind(key, "true or false", value)
        return value is True

    def number(
        self, key: str, *, default: float | None = None, finite: bool = True, bounds: Bounds = SENSIBLE
    ) -> float:
        """A number within ``bounds``, required where there is no default."""
        value = self.raw(key)
        if value is None:
            if default is None:
                self.complain(key, "missing-key", key=key)
            return default or 0.0
        if not _is_number(value):
            self._wrong_kind(key, "number", value)
            return default or 0.0
        number = as_float(value)
        if math.isnan(number) or (finite and math.isinf(number)):
            self.complain(key, "not-finite")
            return default or 0.0
        if not (bounds.holds(number) or (not finite and math.isinf(number))):
            self.complain(key, "out-of-bounds", lower=bounds.lower, upper=bounds.upper, unit=bounds.unit)
            return default or 0.0
        return number

    def positive(
        self, key: str, *, default: float | None = None, finite: bool = False, bounds: Bounds = SENSIBLE
    ) -> float:
        """A number above zero, by default one that may be infinite."""
        known = len(self.problems)
        given = self.raw(key)
        if _is_number(given) and given <= 0.0:
            self.complain(key, "not-positive", value=as_float(given))
            return default or 1.0
        value = self.number(key, default=default, finite=finite, bounds=bounds)
        return value if len(self.problems) == known else default or 1.0

    def angle(self, key: str, *, default: float, finite: bool = True, bounds: Bounds = SENSIBLE) -> float:
        """An angle in rad from ``key``, or from ``key_deg`` in degrees."""
        in_degrees = f"{key}_deg"
        if self.has(key) and self.has(in_degrees):
            self.complain(in_degrees, "given-twice", key=key)
        if self.has(in_degrees):
            self.raw(key)
            return math.radians(self.number(in_degrees, default=math.degrees(default), finite=finite))
        return self.number(key, default=default, finite=finite, bounds=bounds)

    def array(self, key: str, *, shape: tuple[int, ...]) -> FloatArray | None:
        """Nested lists of finite numbers of the given shape; None where absent or wrong."""
        value = self.raw(key)
        if value is None:
            return None
        try:
            array = np.array(value) if all(map(_is_number, _leaves(value))) else np.array(None)
        except ValueError:  # rows of different lengths
            array = np.array(None)
        if array.dtype.kind not in "if":
            self._wrong_kind(key, "numbers", value)
        elif array.shape != shape:
            self.complain(key, "wrong-shape", expected=shape, found=array.shape)
        elif not np.all(np.isfinite(array)):
            self.complain(key, "not-finite")
        elif array.size and np.abs(array).max() > SENSIBLE.upper:
            self.complain(key, "out-of-bounds", lower=SENSIBLE.lower, upper=SENSIBLE.upper, unit="")
        else:
            return array.astype(np.float64)
        return None

    def table(self, key: str) -> "TomlTable | None":
        """A table inside this one; None where absent or something else."""
        value = self.raw(key)
        if value is None:
            return None
        if not isinstance(value, Mapping):
            self._wrong_kind(key, "table", value)
            return None
        return TomlTable(value, (*self._path, key), self._lines, self.problems)

    def tables(self, key: str) -> list["TomlTable"]:
        """The tables of a list of tables; empty where absent or something else."""
        value = self.raw(key)
        if value is None:
            return []
        if not isinstance(value, list) or not all(isinstance(item, Mapping) for item in value):
            self._wrong_kind(key, "list of tables", value)
            return []
        return [
            TomlTable(item, (*self._path, key, index), self._lines, self.problems)
            for index, item in enumerate(value)
        ]

    def names(self, key: str) -> tuple[str, ...]:
        """A list of texts; empty where absent or something else."""
        value = self.raw(key)
        if value is None:
            return ()
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            self._wrong_kind(key, "list of texts", value)
            return ()
        return tuple(value)

    def texts(self) -> dict[str, str]:
        """All values of the table, each a text."""
        return {name: self.text(name) for name in self._values}

    def finish(self) -> None:
        """Report the keys that were never read: most are misspelt."""
        for key in self._values:
            if key not in self._asked:
                self.complain(key, "unknown-key", key=key)
