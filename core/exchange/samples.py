"""State of an importer while it cleans: the rows that are left, and what was dropped and why."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from core.recording import Dropped, FloatArray, Quantity

Rows = tuple[int, int]
"""First and last row, counted from 1 in the file before any cleaning, both included."""


@dataclass(frozen=True)
class Samples:
    """Rows of a file: ``row`` (N,) their numbers in the file, ``time`` (N,), columns (N, joints)."""

    row: npt.NDArray[np.int64]
    time: FloatArray
    columns: Mapping[Quantity, FloatArray]
    dropped: tuple[Dropped, ...] = ()

    @property
    def count(self) -> int:
        """Number of rows that are left."""
        return int(self.row.shape[0])

    def without(self, bad: npt.NDArray[np.bool_], code: str, *, detail: str = "") -> "Samples":
        """The samples without the ``bad`` (N,) ones, which are reported under ``code``."""
        if not bad.any():
            return self
        keep = ~bad
        report = Dropped(code, int(bad.sum()), int(self.row[bad][0]), detail)
        return Samples(
            row=self.row[keep],
            time=self.time[keep],
            columns={quantity: column[keep] for quantity, column in self.columns.items()},
            dropped=(*self.dropped, report),
        )

    def noting(self, code: str, *, row: int = 0, detail: str = "") -> "Samples":
        """The same samples with a remark that cost no row."""
        return replace(self, dropped=(*self.dropped, Dropped(code, 0, row, detail)))


REMARKED_SHARE = 0.01
"""Share of the rows left out from which it is a remark of the whole recording."""
ASKED_SHARE = 0.1
"""Share of the rows left out from which a person is asked."""
SOME_LEFT_OUT = "rows-left-out"


def left_out(dropped: Iterable[Dropped]) -> dict[str, int]:
    """Rows that were left out, by their reason."""
    rows: dict[str, int] = {}
    for one in dropped:
        if one.rows:
            rows[one.code] = rows.get(one.code, 0) + one.rows
    return rows


def remarks(dropped: Iterable[Dropped], kept: int) -> tuple[str, ...]:
    """Codes of what a reader of a recording of ``kept`` rows has to know, first that rows are missing."""
    found = tuple(dropped)
    lost = sum(left_out(found).values())
    many = (SOME_LEFT_OUT,) if lost > REMARKED_SHARE * (lost + kept) else ()
    return (*many, *dict.fromkeys(one.code for one in found if not one.rows))
