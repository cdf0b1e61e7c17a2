"""Numbers as options take them, each within the bounds of its setting.

They may be typed in another unit than SI, such as degrees. A number outside the bounds ends the command
before any work, with one line that names the option and its bounds.
"""

import argparse
import math
import re
from dataclasses import dataclass
from typing import Any

from core.bounds import Bounds

DEGREES = math.pi / 180.0
MILLIMETRES = 1e-3
_NUMBER = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]{1,3})?")
_WHOLE = re.compile(r"[0-9]{1,18}")
_LONGEST_SHOWN = 40


@dataclass(frozen=True)
class NumberOption:
    """Reads one number, or several with commas between.

    Attributes
    ----------
    bounds
        In SI units.
    si
        Size of one typed unit in the SI unit.
    unit
        The typed unit; the SI one where it is None.
    first
        Number that is typed for 0: joints are typed from 1 and counted from 0.
    none
        Word that is typed for no number.
    several
        Numbers with commas between them make a tuple.
    """

    bounds: Bounds
    si: float = 1.0
    unit: str | None = None
    first: int = 0
    none: str = ""
    several: bool = False

    def __call__(self, text: str) -> Any:
        """The SI value.

        Raises
        ------
        argparse.ArgumentTypeError
            With the numbers that are taken.
        """
        if self.none and text == self.none:
            return None
        if not self.several:
            return self._one(text)
        return tuple(self._one(part.strip()) for part in text.split(","))

    def _one(self, text: str) -> float | int:
        if self.bounds.whole:
            value: float | int | None = int(text) - self.first if _WHOLE.fullmatch(text) else None
        else:
            value = self.si * float(text) if _NUMBER.fullmatch(text) else None
        if value is None or not math.isfinite(value) or not self.bounds.holds(value):
            raise argparse.ArgumentTypeError(f"{shown(text)} is no {self.wanted}")
        return value

    @property
    def sign(self) -> str:
        """The unit that is typed; empty for a plain number."""
        return self.bounds.unit if self.unit is None else self.unit

    @property
    def wanted(self) -> str:
        """Numbers that are taken, such as ``number above 0 and up to 3600 s``."""
        bounds = self.bounds
        low, high = (f"{end / self.si + self.first:.12g}" for end in (bounds.lower, bounds.upper))
        span = f"above {low} and up to {high}" if bounds.above else f"from {low} to {high}"
        return f"{'whole ' * bounds.whole}number {span} {self.sign}".strip() + f", nor {self.none}" * bool(
            self.none
        )


class JointsOption(NumberOption):
    """Reads joints with commas between; sorts them, each once."""

    def __call__(self, text: str) -> tuple[int, ...]:
        """Joints, counted from 0."""
        return tuple(sorted(set(super().__call__(text))))


def shown(text: str) -> str:
    """Typed text in quotes; a long one is cut."""
    return repr(text if len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]}…")
