"""Files that hold several recordings one after the other, such as the tests of one session on a bench."""

from collections import Counter
from pathlib import Path

from core.errors import BadFile
from core.exchange.array_file import part_rows
from core.exchange.csv_file import column_parts
from core.exchange.import_recording import LEAST_ROWS, import_recording
from core.exchange.layout import FileKind, Layout, load_layout
from core.exchange.samples import Rows
from core.monitor import Monitor
from core.recording import Recording
from core.stamp import Clock, utc_now


def import_recordings(  # noqa: PLR0913  each is an answer about the one file
    path: Path | str,
    *,
    layout: str | Path | Layout,
    rows: Rows | None = None,
    label: str | None = None,
    split_column: str = "",
    payload_mass: float | None = None,
    joint_count: int | None = None,
    now: Clock = utc_now,
    monitor: Monitor | None = None,
) -> tuple[Recording, ...]:
    """The recordings in a file, one for each of its parts; one in all where it has no parts.

    Parameters and errors are those of :func:`core.exchange.import_recording.import_recording`. With
    ``split_column``, a part ends wherever that column of the file changes (``BadRequest`` ``no-split-column``
    without it).

    The parts of ``bench`` are ``bench-000``, ``bench-001``, … by the numbers in the file; a number that comes
    again gets a count behind it. Each part is cleaned by itself: the clock may begin again with it.
    """
    path = Path(path)
    if not path.exists():
        raise BadFile("file-missing", file=str(path))
    chosen = layout if isinstance(layout, Layout) else load_layout(layout)
    name = path.stem if label is None else label
    if chosen.kind is FileKind.CSV:
        parts = column_parts(path, chosen, split_column) if split_column else []
    else:
        parts = part_rows(path, chosen, split_column)
    within = labelled(parts, name=name, rows=rows) or [(name, rows)]
    return tuple(
        import_recording(
            path,
            layout=chosen,
            rows=chosen_rows,
            label=part,
            payload_mass=payload_mass,
            joint_count=joint_count,
            now=now,
            monitor=monitor,
        )
        for part, chosen_rows in within
    )


def labelled(parts: list[tuple[int, Rows]], *, name: str, rows: Rows | None) -> list[tuple[str, Rows | None]]:
    """The parts that are among the chosen rows, with what they are called."""
    digits = max((len(str(abs(number))) for number, _ in parts), default=0)
    seen: Counter[int] = Counter()
    found: list[tuple[str, Rows | None]] = []
    for number, (first, last) in parts:
        low, high = (first, last) if rows is None else (max(first, rows[0]), min(last, rows[1]))
        if high - low + 1 < LEAST_ROWS:
            continue
        seen[number] += 1
        again = f"-{seen[number]}" if seen[number] > 1 else ""
        found.append((f"{name}-{number:0{digits}d}{again}", (low, high)))
    return found
