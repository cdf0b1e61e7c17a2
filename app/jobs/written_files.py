"""Small files written for the window: tables and pictures. No Qt."""

import itertools
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from core.exchange.csv_text import table_text
from core.monitor import Monitor
from core.recording import FloatArray
from core.storage.output import check_output
from core.storage.output_kinds import OutputKind
from core.storage.output_writer import write_whole


def write_table(
    monitor: Monitor, *, path: Path, header: Sequence[str], columns: Sequence[FloatArray]
) -> None:
    """Write columns as CSV with a header; shorter columns end in empty cells, NaN is an empty cell."""
    texts = [[_cell(value) for value in column] for column in columns]
    monitor.check()
    content = table_text((header, *itertools.zip_longest(*texts, fillvalue="")))
    write_whole(path, content.encode())


def check_report(*, pdf: Path, json: Path, visit: Path) -> None:
    """Refuse, before any work, to overwrite anything but an older report; the user was not asked.

    Raises
    ------
    BadRequest
        As raised by ``core.storage.output.check_output``.
    """
    check_output(pdf, kind=OutputKind.PDF, inputs=(visit,))
    check_output(json, kind=OutputKind.JSON, inputs=(visit,))


def write_bytes(monitor: Monitor, *, path: Path, content: bytes) -> None:
    """Write a file whose content is complete."""
    monitor.check()
    write_whole(path, content)


def _cell(value: float) -> str:
    return f"{value:.9g}" if np.isfinite(value) else ""
