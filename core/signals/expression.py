"""Signals worked out from others by one line, such as ``abs(twist_3) > 4 arcmin``.

A small grammar of its own; nothing of a line is ever executed as a program. Units are checked when a line is
read: what has no meaning, as a torque plus an angle, is refused with the place. Angles are a dimension of
their own, so that a twist is not compared with a bare number.

    line     = or
    or       = and {"or" and}
    and      = not {"and" not}
    not      = ["not"] compare
    compare  = sum [("<" | "<=" | ">" | ">=") sum]
    sum      = product {("+" | "-") product}
    product  = factor {("*" | "/") factor}
    factor   = ["-" | "+"] (number [unit] | name | function "(" sum {"," sum} ")" | "(" or ")")
"""

import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NoReturn

import numpy as np

from core.errors import BadRequest
from core.recording import FloatArray

LONGEST = 500
"""Longest line, characters."""
DEEPEST = 40
"""Most brackets in one another."""

_DEFINITION = re.compile(r"\s*(?P<name>[A-Za-z_][A-Za-z_0-9]*)\s*=(?!=)")
_TOKEN = re.compile(
    r"(?P<number>(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?)|(?P<name>[A-Za-z_][A-Za-z_0-9]*)"
    r"|(?P<sign><=|>=|[-+*/<>(),])|(?P<space>\s+)"
)
_UNIT = re.compile(r"\s*(?P<unit>[A-Za-z°µ%][A-Za-z°µ%·/²]*)")
_WORDS = frozenset({"and", "or", "not"})
_COMPARED: Mapping[str, Callable[[FloatArray, FloatArray], FloatArray]] = {
    "<": np.less,
    "<=": np.less_equal,
    ">": np.greater,
    ">=": np.greater_equal,
}


@dataclass(frozen=True)
class Unit:
    """Powers of angle, length, mass, time, current and temperature, and the size in SI units."""

    powers: tuple[int, int, int, int, int, int] = (0,) * 6
    size: float = 1.0

    def __mul__(self, other: "Unit") -> "Unit":
        """The unit of a product."""
        powers = (a + b for a, b in zip(self.powers, other.powers, strict=True))
        return Unit(tuple(powers), self.size * other.size)  # type: ignore[arg-type]

    def __truediv__(self, other: "Unit") -> "Unit":
        """The unit of a quotient."""
        powers = (a - b for a, b in zip(self.powers, other.powers, strict=True))
        return Unit(tuple(powers), self.size / other.size)  # type: ignore[arg-type]

    @property
    def si(self) -> "Unit":
        """The SI unit of the same dimension."""
        return Unit(self.powers)


def _unit(angle: int = 0, length: int = 0, mass: int = 0, time: int = 0, *, amp: int = 0, kelvin: int = 0,
          size: float = 1.0) -> Unit:  # fmt: skip
    return Unit((angle, length, mass, time, amp, kelvin), size)


PURE, RADIAN, METRE, SECOND = _unit(), _unit(1), _unit(length=1), _unit(time=1)
KILOGRAM, AMPERE, KELVIN = _unit(mass=1), _unit(amp=1), _unit(kelvin=1)
NEWTON = _unit(length=1, mass=1, time=-2)
NEWTON_METRE = NEWTON * METRE
_DEGREE = math.pi / 180.0
UNITS: Mapping[str, Unit] = {
    "rad": RADIAN,
    "mrad": _unit(1, size=1e-3),
    "°": _unit(1, size=_DEGREE),
    "deg": _unit(1, size=_DEGREE),
    "arcmin": _unit(1, size=_DEGREE / 60.0),
    "arcsec": _unit(1, size=_DEGREE / 3600.0),
    "rad/s": RADIAN / SECOND,
    "°/s": _unit(1, time=-1, size=_DEGREE),
    "deg/s": _unit(1, time=-1, size=_DEGREE),
    "rad/s²": RADIAN / SECOND / SECOND,
    "m": METRE,
    "mm": _unit(length=1, size=1e-3),
    "µm": _unit(length=1, size=1e-6),
    "m/s": METRE / SECOND,
    "mm/s": _unit(length=1, time=-1, size=1e-3),
    "N": NEWTON,
    "N·m": NEWTON_METRE,
    "Nm": NEWTON_METRE,
    "kg": KILOGRAM,
    "A": AMPERE,
    "mA": _unit(amp=1, size=1e-3),
    "K": KELVIN,
    "s": SECOND,
    "ms": _unit(time=1, size=1e-3),
    "Hz": PURE / SECOND,
    "%": Unit(size=1e-2),
}
"""Units that a number may have."""
_TRUTH = Unit((9,) * 6)
"""In place of a unit: the part is true or false."""


@dataclass(frozen=True)
class _Part:
    """A part of a line: its unit, what works it out, and where in the line it begins."""

    unit: Unit
    value: "Callable[[_Block], FloatArray]"
    at: int
    is_zero: bool = False
    """A bare zero, which fits every unit."""


@dataclass(frozen=True)
class _Block:
    columns: Mapping[str, FloatArray]
    time: FloatArray


@dataclass
class Expression:
    """A line that was read; ``values`` takes a signal block by block, and remembers what came before.

    ``unit`` is that of its values, SI; None where they are true or false. ``names`` are the signals in it.
    """

    line: str
    unit: Unit | None
    names: frozenset[str]
    _value: Callable[[_Block], FloatArray] = field(repr=False)

    def values(self, columns: Mapping[str, FloatArray], time: FloatArray) -> FloatArray:
        """Values (N,) of a block, or whether it is so (N,), of columns (N,) by name and times (N,) s."""
        with np.errstate(all="ignore"):
            found = self._value(_Block(columns, time))
        return np.broadcast_to(found, time.shape)


def read_expression(line: str, signals: Mapping[str, Unit]) -> Expression:
    """Read a line of signals with these names and units.

    Raises
    ------
    BadRequest
        ``expression-long``, ``-form``, ``-name``, ``-unit``, ``-units``, ``-truth``, ``-count``; with the
        ``line`` and the ``column``, from 1, at which it cannot be read.
    """
    return _Reader(line, signals).read()


class _Reader:
    """Reads one line from left to right."""

    def __init__(self, line: str, signals: Mapping[str, Unit]) -> None:
        self._line, self._signals = line, signals
        self._place, self._depth = 0, 0
        self._names: set[str] = set()
        if len(line) > LONGEST:
            self._refuse("long", 0, most=LONGEST, deepest=DEEPEST)

    def read(self) -> Expression:
        """The whole line."""
        part = self._either()
        if self._next():
            self._refuse("form", self._place)
        unit = None if part.unit == _TRUTH else part.unit.si
        return Expression(self._line, unit, frozenset(self._names), part.value)

    # Words

    def _next(self) -> str:
        """The next word, which stays; empty at the end."""
        match = _TOKEN.match(self._line, self._place)
        if match is not None and match.lastgroup == "space":
            self._place = match.end()
            match = _TOKEN.match(self._line, self._place)
        if match is None:
            if self._place < len(self._line):
                self._refuse("form", self._place)
            return ""
        return match.group()

    def _take(self, *words: str) -> str:
        """The next word, if it is one of these; else empty."""
        word = self._next()
        if word not in words:
            return ""
        self._place += len(word)
        return word

    def _refuse(self, problem: str, at: int, **facts: str | int) -> NoReturn:
        line = self._line[:LONGEST]
        raise BadRequest(
            f"expression-{problem}", line=line, column=at + 1, **(_EXAMPLES.get(problem, {}) | facts)
        )

    # Grammar

    def _either(self) -> _Part:
        part = self._both()
        while self._take("or"):
            part = self._joined(part, self._both(), np.logical_or)
        return part

    def _both(self) -> _Part:
        part = self._negated()
        while self._take("and"):
            part = self._joined(part, self._negated(), np.logical_and)
        return part

    def _joined(self, one: _Part, other: _Part, how: Callable[[FloatArray, FloatArray], FloatArray]) -> _Part:
        for each in (one, other):
            if each.unit != _TRUTH:
                self._refuse("truth", each.at)
        return _Part(_TRUTH, lambda block: how(one.value(block), other.value(block)), one.at)

    def _negated(self) -> _Part:
        at = self._begin()
        if not self._take("not"):
            return self._compared()
        self._deeper(at)
        part = self._negated()
        self._depth -= 1
        if part.unit != _TRUTH:
            self._refuse("truth", part.at)
        return _Part(_TRUTH, lambda block: np.logical_not(part.value(block)), at)

    def _compared(self) -> _Part:
        one = self._sum()
        sign = self._take(*_COMPARED)
        if not sign:
            return one
        other, how = self._sum(), _COMPARED[sign]
        self._same_unit(one, other)
        return _Part(_TRUTH, lambda block: how(one.value(block), other.value(block)), one.at)

    def _sum(self) -> _Part:
        part = self._product()
        while sign := self._take("+", "-"):
            part = self._added(part, self._product(), 1.0 if sign == "+" else -1.0)
        return part

    def _added(self, one: _Part, other: _Part, by: float) -> _Part:
        self._same_unit(one, other)
        unit = other.unit if one.is_zero else one.unit
        return _Part(unit, lambda block: one.value(block) + by * other.value(block), one.at)

    def _same_unit(self, one: _Part, other: _Part) -> None:
        if one.is_zero or other.is_zero:
            for each in (one, other):
                self._expect_number(each)
            return
        for each in (one, other):
            self._expect_number(each)
        if one.unit.powers != other.unit.powers:
            self._refuse("units", other.at, one=written(one.unit), other=written(other.unit))

    def _product(self) -> _Part:
        part = self._factor()
        while sign := self._take("*", "/"):
            part = self._multiplied(part, self._factor(), is_over=sign == "/")
        return part

    def _multiplied(self, one: _Part, other: _Part, *, is_over: bool) -> _Part:
        self._expect_number(one)
        self._expect_number(other)
        if is_over:
            return _Part(
                one.unit / other.unit, lambda block: np.divide(one.value(block), other.value(block)), one.at
            )
        return _Part(one.unit * other.unit, lambda block: one.value(block) * other.value(block), one.at)

    def _factor(self) -> _Part:
        at = self._begin()
        if sign := self._take("-", "+"):
            self._deeper(at)
            part = self._factor()
            self._depth -= 1
            self._expect_number(part)
            if sign == "+":
                return part
            return _Part(part.unit, lambda block: -part.value(block), at, is_zero=part.is_zero)
        if self._take("("):
            self._deeper(at)
            part = self._either()
            self._depth -= 1
            self._close()
            return part
        word = self._next()
        if word[:1].isdigit() or word[:1] == ".":
            return self._number(word, at)
        if not word or word in _WORDS or not (word[0].isalpha() or word[0] == "_"):
            self._refuse("form", at)
        self._place += len(word)
        if word in _FUNCTIONS and self._take("("):
            return self._function(word, at)
        if word not in self._signals:
            self._refuse("name", at, name=word, near=", ".join(nearest(word, self._signals)))
        self._names.add(word)
        return _Part(self._signals[word], lambda block: block.columns[word], at)

    def _number(self, word: str, at: int) -> _Part:
        self._place += len(word)
        number, unit = float(word), PURE
        match = _UNIT.match(self._line, self._place)
        if match is not None and match["unit"] not in _WORDS:
            if match["unit"] not in UNITS:
                self._refuse("unit", self._place, unit=match["unit"], known=", ".join(UNITS))
            self._place, unit = match.end(), UNITS[match["unit"]]
        value = np.asarray(number * unit.size)
        return _Part(unit.si, lambda _block: value, at, is_zero=number == 0.0 and unit == PURE)

    def _function(self, name: str, at: int) -> _Part:
        self._deeper(at)
        given = [self._sum()]
        while self._take(","):
            given.append(self._sum())
        self._depth -= 1
        self._close()
        for each in given:
            self._expect_number(each)
        counts, make = _FUNCTIONS[name]
        if len(given) not in counts:
            self._refuse("count", at, name=name)
        return make(self, given, at)

    def _begin(self) -> int:
        self._next()
        return self._place

    def _close(self) -> None:
        if not self._take(")"):
            self._refuse("form", self._place)

    def _deeper(self, at: int) -> None:
        self._depth += 1
        if self._depth > DEEPEST:
            self._refuse("long", at, most=LONGEST, deepest=DEEPEST)

    def _expect_number(self, part: _Part) -> None:
        if part.unit == _TRUTH:
            self._refuse("truth", part.at)

    # Functions

    def absolute(self, given: Sequence[_Part], at: int) -> _Part:
        """Size of a signal."""
        (one,) = given
        return _Part(one.unit, lambda block: np.abs(one.value(block)), at)

    def extreme(
        self, given: Sequence[_Part], at: int, how: Callable[[FloatArray, FloatArray], FloatArray]
    ) -> _Part:
        """Smaller or larger of two signals."""
        one, other = given
        self._same_unit(one, other)
        unit = other.unit if one.is_zero else one.unit
        return _Part(unit, lambda block: how(one.value(block), other.value(block)), at)

    def rate(self, given: Sequence[_Part], at: int) -> _Part:
        """Change per second from one sample to the next; NaN at the first of all."""
        (one,) = given
        last = [math.nan, math.nan]

        def value(block: _Block) -> FloatArray:
            found = np.broadcast_to(np.asarray(one.value(block), dtype=np.float64), block.time.shape)
            if not found.size:
                return found
            rates = np.diff(found, prepend=last[0]) / np.diff(block.time, prepend=last[1])
            last[:] = float(found[-1]), float(block.time[-1])
            return rates

        return _Part(one.unit / SECOND, value, at)

    def low(self, given: Sequence[_Part], at: int) -> _Part:
        """First-order low-pass with the corner frequency that is the second part, a number in Hz."""
        one, corner = given
        if corner.unit.powers != UNITS["Hz"].powers:
            self._refuse("units", corner.at, one="Hz", other=written(corner.unit))
        state = [math.nan, math.nan]

        def value(block: _Block) -> FloatArray:
            found = np.broadcast_to(np.asarray(one.value(block), dtype=np.float64), block.time.shape)
            hertz = np.broadcast_to(np.asarray(corner.value(block), dtype=np.float64), block.time.shape)
            steps = np.diff(block.time, prepend=state[1])
            smooth = np.empty(found.shape)
            now = state[0]
            for place, (new, share) in enumerate(
                zip(found.tolist(), (-np.expm1(-2.0 * math.pi * hertz * steps)).tolist(), strict=True)
            ):
                now = new if math.isnan(now) or math.isnan(share) else now + share * (new - now)
                smooth[place] = now
            if found.size:
                state[:] = now, float(block.time[-1])
            return smooth

        return _Part(one.unit, value, at)


_EXAMPLES: Mapping[str, dict[str, str]] = {
    "form": {"signs": "+ - * / < > ( ) and or not", "example": "abs(twist_3) > 4 arcmin"},
    "units": {"example": "4 arcmin"},
    "truth": {"words": "and or not", "example": "torque_2 > 10 N·m"},
    "count": {"forms": "abs(a) rate(a) low(a, 5 Hz) min(a, b) max(a, b)"},
}
_Made = Callable[[_Reader, Sequence[_Part], int], _Part]
_FUNCTIONS: Mapping[str, tuple[frozenset[int], _Made]] = {
    "abs": (frozenset({1}), _Reader.absolute),
    "rate": (frozenset({1}), _Reader.rate),
    "low": (frozenset({2}), _Reader.low),
    "min": (frozenset({2}), lambda reader, given, at: reader.extreme(given, at, np.minimum)),
    "max": (frozenset({2}), lambda reader, given, at: reader.extreme(given, at, np.maximum)),
}


def written(unit: Unit) -> str:
    """A unit in words of SI units; *no unit* for a pure number."""
    for name, one in UNITS.items():
        if one.size == 1.0 and one.powers == unit.powers:
            return name if name != "%" else ""
    names = ("rad", "m", "kg", "s", "A", "K")
    parts = [name if power == 1 else f"{name}^{power}" for name, power in zip(names, unit.powers, strict=True)
             if power]  # fmt: skip
    return "·".join(parts) or "no unit"


def nearest(name: str, names: Mapping[str, object], most: int = 3) -> list[str]:
    """The names most like a misspelt one; the first of each kind where none is like it."""
    import difflib

    of_each_kind = {one.rpartition("_")[0]: one for one in reversed(list(names))}
    return difflib.get_close_matches(name, list(names), n=most, cutoff=0.6) or sorted(of_each_kind.values())


def read_condition(line: str, signals: Mapping[str, Unit]) -> Expression:
    """Read a line that is true or false; else as ``read_expression``.

    Raises
    ------
    BadRequest
        As ``read_expression``; ``expression-number`` for a line that is a number, with its ``unit``.
    """
    found = read_expression(line, signals)
    if found.unit is not None:
        unit = written(found.unit)
        raise BadRequest("expression-number", line=line, unit="" if unit == "no unit" else unit)
    return found


def read_definition(line: str, signals: Mapping[str, Unit]) -> tuple[str, Expression]:
    """Read a line that may begin with a name of its own, such as ``missed_2 = torque_2 - model_2``.

    Returns
    -------
    The name, empty where the line gives none, and the line behind it.

    Raises
    ------
    BadRequest
        As ``read_expression``; ``expression-taken`` for the name of a signal or of a function, or a word.
    """
    named = _DEFINITION.match(line) if len(line) <= LONGEST else None  # too long with its name, too
    if named is None:
        return "", read_expression(line, signals)
    name = named["name"]
    if name in signals or name in _FUNCTIONS or name in _WORDS:
        raise BadRequest("expression-taken", name=name)
    return name, read_expression(line[named.end() :].strip(), signals)
