"""Small files the window has written for it: tables and pictures. No Qt."""

import csv
import itertools
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from core.monitor import Monitor
from core.recording import FloatArray
from core.storage.output_writer import write_whole


def write_table(
    *, path: Path, header: Sequence[str], columns: Sequence[FloatArray], monitor: Monitor
) -> None:
    """Write columns as CSV with a header; shorter columns end in empty cells, NaN is an empty cell."""
    texts = [[_cell(value) for value in column] for column in columns]
    monitor.check()
    lines: list[str] = []
    writer = csv.writer(_Lines(lines), lineterminator="\n")
    writer.writerow(header)
    writer.writerows(itertools.zip_longest(*texts, fillvalue=""))
    write_whole(path, "".join(lines).encode())


def write_bytes(*, path: Path, content: bytes, monitor: Monitor) -> None:
    """Write a file that is ready."""
    monitor.check()
    write_whole(path, content)


def _cell(value: float) -> str:
    return f"{value:.9g}" if np.isfinite(value) else ""


class _Lines:
    """Lets a CSV writer append to a list."""

    def __init__(self, lines: list[str]) -> None:
        self._lines = lines

    def write(self, text: str) -> None:
        self._lines.append(text)
