"""Recordings from other programs' files, with everything that had to be left out."""

import hashlib
from collections.abc import Mapping
from pathlib import Path

from core.errors import BadFile, Problem
from core.exchange.array_file import read_arrays
from core.exchange.cleaning import clean
from core.exchange.csv_file import read_csv
from core.exchange.layout import FileKind, Layout, load_layout
from core.exchange.samples import Rows, Samples
from core.given_file import LARGEST_RECORDING, check_file
from core.monitor import Monitor
from core.recording import FloatArray, Origin, Quantity, Recording, TorqueKind
from core.stamp import Clock, software_name, time_stamp, utc_now

LEAST_ROWS = 2
"""A single row has no period; it is no recording."""


def import_recording(
    path: Path | str,
    *,
    layout: str | Path | Layout,
    rows: Rows | None = None,
    label: str | None = None,
    payload_mass: float | None = None,
    joint_count: int | None = None,
    now: Clock = utc_now,
    monitor: Monitor | None = None,
) -> Recording:
    """The recording in a file, cleaned; ``Recording.dropped`` says of what.

    Parameters
    ----------
    path
        The file; its name without ending is the label unless ``label`` is given.
    layout
        Name of a shipped layout (``core.exchange.layout.layout_names``), a layout file,
        or a layout.
    rows
        First and last row to use, counted from 1 in the file before any cleaning, both
        included; all rows where left out.
    payload_mass
        Weighed payload on the flange in kg.
    joint_count
        Number of joints that the robot has; a file with another number is refused.
    monitor
        Sees the progress through a text table, and stops it.

    Raises
    ------
    BadFile
        ``file-missing``, ``no-usable-rows``, ``wrong-joint-count``, and whatever the
        layout and the reader of its kind of file raise.
    BadRequest
        ``rows-outside-file``.
    """
    path = Path(path)
    if not path.exists():
        raise BadFile("file-missing", file=str(path))
    check_file(path, largest=LARGEST_RECORDING)
    chosen = layout if isinstance(layout, Layout) else load_layout(layout)
    is_text = chosen.kind is FileKind.CSV
    return recording_of(
        read_csv(path, chosen, rows, monitor) if is_text else read_arrays(path, chosen, rows),
        path,
        layout=chosen,
        rows=rows,
        label=label,
        payload_mass=payload_mass,
        joint_count=joint_count,
        now=now,
    )


def recording_of(
    samples: Samples,
    path: Path,
    *,
    layout: Layout,
    rows: Rows | None = None,
    label: str | None = None,
    payload_mass: float | None = None,
    joint_count: int | None = None,
    now: Clock = utc_now,
) -> Recording:
    """The samples of a file as a recording, cleaned; parameters and errors as :func:`import_recording`."""
    _check_joints(samples, joint_count, path)
    span = (int(samples.row[0]), int(samples.row[-1])) if samples.count else (0, 0)
    samples = clean(samples)
    if samples.count < LEAST_ROWS:
        raise BadFile("no-usable-rows", _as_problems(samples), file=str(path))
    return Recording(
        label=path.stem if label is None else label,
        time=samples.time,
        columns=samples.columns,
        torque_kind=_torque_kind(layout, samples.columns),
        payload_mass=payload_mass,
        origin=Origin(
            file=path.name,
            sha256=_sha256(path) if path.is_file() else "",
            layout=layout.name,
            first_row=rows[0] if rows else min(1, span[0]),
            last_row=rows[1] if rows else span[1],
            imported_at=time_stamp(now),
            software=software_name(),
        ),
        dropped=samples.dropped,
    )


def _sha256(path: Path) -> str:
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def _check_joints(samples: Samples, joint_count: int | None, path: Path) -> None:
    """Refuse quantities that differ in their number of joints from the robot or each other."""
    widths = {quantity: column.shape[1] for quantity, column in samples.columns.items()}
    expected = joint_count if joint_count is not None else next(iter(widths.values()))
    problems = [
        Problem(quantity.value, "wrong-joint-count", {"found": width, "expected": expected})
        for quantity, width in widths.items()
        if width != expected
    ]
    if problems:
        raise BadFile("wrong-joint-count", problems, file=str(path), expected=expected)


def _as_problems(samples: Samples) -> list[Problem]:
    return [
        Problem(f"row {entry.first_row}", entry.code, {"rows": entry.rows})
        for entry in samples.dropped
        if entry.rows
    ]


def _torque_kind(layout: Layout, columns: Mapping[Quantity, FloatArray]) -> TorqueKind:
    """Return the layout's kind, else that of the columns; a plain ``tau`` may come from anywhere."""
    if layout.torque_kind is not TorqueKind.UNKNOWN or Quantity.TORQUE in columns:
        return layout.torque_kind
    if Quantity.MOTOR_TORQUE in columns:
        return TorqueKind.MOTOR_TORQUE
    return TorqueKind.MOTOR_CURRENT if Quantity.CURRENT in columns else TorqueKind.UNKNOWN
