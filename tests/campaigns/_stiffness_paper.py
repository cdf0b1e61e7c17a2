"""What [Mikhel] printed of its three-link arm: Tables 2, 3 and 4, and how to hold numbers against Table 2.

Table 2 is given with decimals, with powers of ten for what is smaller, and with zeros. Its decimals are what
comes out if coefficients are rounded to two digits, then divided by the largest one, 1.04, and rounded again.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from core.recording import FloatArray

LARGEST = 1.04
"""By which Table 2 is divided."""
STIFFNESS = (1.78e5, 2.87e5, 0.94e5)
"""N·m/rad, Table 4, both routes."""
MEAN_ERROR_M = {"algebra": 5.83e-5, "experiment": 5.82e-5}
"""Table 4."""
ERROR_BY_TESTS_M = {25: 6.70e-5, 50: 5.82e-5, 75: 5.86e-5, 100: 5.83e-5}
"""Table 3."""
SECONDS = {"algebra": 4.01, "experiment": 0.05}
"""Table 4, Maxima on a computer of 2021."""
FORCE_N = 100.0
DRAWS = 30
"""Of forces, over which the published program takes its mean error."""

SPRINGS = "xyzαβγ"
_TABLE_2 = """
xx  1e-5  0.03  0.17 |  1e-6 -0.03  0.25 |  1e-5  0.07 -0.08
xy  0     0     0    | -1e-3  1e-8  1e-8 | -1e-3  1e-8  1e-8
xz  0     0     0    |  0     0     0    |  1e-7  1e-3 -0.01
xα  0     0     0    |  0     0     0    |  1e-5  1e-5 -1e-4
xβ  0     0     0    |  0     0     0    |  1e-7  1e-3 -0.01
xγ -0.01 -1e-3 -1e-3 | -1e-3  1e-3 -1e-3 | -1e-7 -1e-3  1e-3
yy  0.26 -1e-6 -1e-6 |  0.26 -1e-6 -1e-6 |  0.26 -1e-6  1e-6
yz  0     0     0    |  0     0     0    | -1e-5  0     0
yα  0     0     0    |  0     0     0    | -0.01  1e-8  1e-7
yβ  0     0     0    |  0     0     0    | -1e-5  0     0
yγ  0     0     0    |  0.37 -1e-6 -1e-5 | -1e-5  0     0
zz -1e-6  0.03  0.17 |  1e-6  0.1   0.1  |  0     1e-6  0.42
zα -1e-7  1e-3  1e-3 |  1e-3  1e-3  1e-7 |  1e-7  1e-7  0.01
zβ  0     0     0    |  1e-6 -0.79  1    |  1e-9  1e-5 -1e-4
zγ  0     0     0    |  0     0     0    | -1e-9 -1e-5  1e-4
αα  0.32  1e-6  1e-5 |  0.29  1e-5  1e-6 |  1e-5  0     1e-5
αβ  0     0     0    |  1e-3 -1e-3  0.01 |  1e-7  1e-7 -1e-6
αγ  0     0     0    |  0     0     0    | -1e-7 -1e-7  1e-6
ββ  0     0.96  0    |  0     0     0.96 |  1e-9  1e-5 -1e-5
βγ  0     0     0    |  0     0     0    | -1e-9 -1e-5  1e-5
γγ  0.96  0     0    |  0.29 -1e-6  1e-5 |  1e-9  1e-5 -1e-5
"""
_NOTHING = 5e-10
"""Below which a coefficient rounds to nothing at the smallest power of ten that is printed."""


@dataclass(frozen=True)
class Cell:
    """One cell of Table 2: ``joint`` and ``link`` from 1, and its content."""

    spring: str
    link: int
    joint: int
    printed: str

    @property
    def is_power(self) -> bool:
        """Whether only the power of ten is known."""
        return "e" in self.printed

    @property
    def is_nothing(self) -> bool:
        """Whether the spring does nothing to the joint."""
        return self.printed == "0"

    @property
    def name(self) -> str:
        """For lists."""
        return f"k{self.spring} of link {self.link} on joint {self.joint}"

    def is_met(self, coefficient: float) -> bool:
        """Whether a coefficient, not yet divided, gives what is printed.

        A decimal to its two digits as the paper reckoned them, a power of ten with its sign and within a
        factor of ten, nothing as nothing.
        """
        if self.is_nothing:
            return abs(coefficient) / LARGEST < _NOTHING
        printed = float(self.printed)
        if self.is_power:
            return 0.1 < coefficient / LARGEST / printed < 10.0
        return round(round(coefficient, 2) / LARGEST, 2) == printed

    def is_met_unrounded(self, coefficient: float) -> bool:
        """The same for a decimal that is divided without being rounded first."""
        return round(coefficient / LARGEST, 2) == float(self.printed)


def cells() -> Iterator[Cell]:
    """All 189 of Table 2."""
    for line in _TABLE_2.split("\n"):
        spring, *values = line.replace("|", "").split() or [""]
        for place, printed in enumerate(values):
            yield Cell(spring, place // 3 + 1, place % 3 + 1, printed)


def coefficient(of: Cell, coefficients: FloatArray) -> float:
    """Of (links, n, 6, 6) coefficients the one of a cell: that of a spring and its mirror image together."""
    row, column = (SPRINGS.index(axis) for axis in of.spring)
    chosen = coefficients[of.link - 1, of.joint - 1]
    both: FloatArray = chosen[row, column] + (chosen[column, row] if row != column else np.zeros(()))
    return float(both)
