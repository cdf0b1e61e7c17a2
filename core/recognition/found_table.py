"""A file as a table of named columns, before anything is known about their meaning."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

import numpy as np

from core.recording import Dropped, FloatArray, Quantity, TorqueKind


@dataclass(frozen=True)
class Channel:
    """One column of a file; ``number`` counts from 1.

    ``values`` (N,) are the rows that are looked at, NaN where a cell is no number. For a text table these
    are parts of the file, for every other container all rows.
    """

    number: int
    name: str
    values: FloatArray
    unit: str = ""
    """Unit that the container itself states, empty if it states none."""
    stated: Quantity | None = None
    """Quantity that the definition of the message states."""
    is_left_out: bool = False
    """True if the definition of the message says that it is no quantity of a recording."""
    joint: str = ""
    """Joint that the container names."""
    words: tuple[str, ...] = ()
    """The different texts in a column without numbers, in the order of the file; the first of very many."""

    @property
    def numeric_share(self) -> float:
        """Share of the cells that are finite numbers, 0 to 1."""
        return float(np.isfinite(self.values).mean()) if self.values.size else 0.0


MOST_WORDS = 64


def words_of(texts: Iterable[str]) -> tuple[str, ...]:
    """The different texts of a column, blanks and quotes taken off."""
    return tuple(islice(dict.fromkeys(text.strip().strip("'\"") for text in texts), MOST_WORDS))


@dataclass(frozen=True)
class TextFormat:
    """Format of a text table: what a layout says about it."""

    encoding: str
    delimiter: str
    decimal: str
    header_lines: int
    thousands: str = ""
    """Sign between thousands; empty without."""


@dataclass(frozen=True)
class FoundTable:
    """Columns of a file, its first rows as text, and what its container states."""

    path: Path
    container: str
    """Kind of the container, such as csv, npz, mat, parquet, xlsx or bag."""
    channels: tuple[Channel, ...]
    first_rows: tuple[tuple[str, ...], ...] = ()
    text: TextFormat | None = None
    rate_hz: float | None = None
    """Sample rate that the file states in place of a clock."""
    rate_name: str = ""
    """Name of the array that states the rate."""
    topic: str = ""
    topics: tuple[str, ...] = ()
    message: str = ""
    """Type of the messages of a bag."""
    torque_kind: TorqueKind = TorqueKind.UNKNOWN
    """Source of the torque that the type of the messages states."""
    remarks: tuple[Dropped, ...] = field(default=())

    def channel(self, number: int) -> Channel:
        """The column of this number, counted from 1."""
        return self.channels[number - 1]

    def matrix(self, numbers: tuple[int, ...]) -> FloatArray:
        """The columns of these numbers as (N, columns)."""
        return np.column_stack([self.channels[number - 1].values for number in numbers])
