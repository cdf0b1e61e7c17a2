"""Reads recordings as they were understood, or by a layout, from any container."""

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import numpy as np

from core.errors import BadFile, BadRequest, Problem
from core.exchange.array_file import without_absent_encoders
from core.exchange.clock import clock_report
from core.exchange.csv_file import chosen_rows
from core.exchange.import_parts import import_recordings, labelled
from core.exchange.import_recording import recording_of
from core.exchange.layout import FileKind, Layout, Source, layout_names, load_layout
from core.exchange.samples import ASKED_SHARE, Rows, Samples, left_out
from core.exchange.turns import within_limits
from core.monitor import Monitor, NullMonitor
from core.recognition.arm_readings import COUPLING, ZERO
from core.recognition.containers import read_table
from core.recognition.found_table import FoundTable
from core.recognition.layout_text import layout_of
from core.recognition.recognise import recognise
from core.recognition.understanding import LEAVE, REST, TIME, ArmReading, Evidence, Understanding
from core.recognition.user_answers import Answers
from core.recording import Dropped, FloatArray, MissingSamples, Quantity, Recording
from core.robot.model import RobotModel

_NAMED, _FAR = 12, 10_000
RATES = {Quantity.VELOCITY, Quantity.ACCELERATION}
POSITIONS = {Quantity.POSITION, Quantity.LINK_POSITION, Quantity.MOTOR_POSITION}
_BUILT_IN = {"npz": "npz", "mat": "mat"}


def look_at(
    path: Path,
    *,
    answers: Answers | None = None,
    robot: RobotModel | None = None,
    rows: Rows | None = None,
    monitor: Monitor | None = None,
) -> Understanding:
    """Recognise the layout of a file by its rows, or by the chosen ``rows`` alone; nothing is imported."""
    table = read_table(path, answers=answers, monitor=monitor)
    found = recognise(_cut(table, rows), answers=answers, robot=robot)
    if rows is not None:
        found = replace(found, table=table)
    return with_built_in(found) if answers in {None, Answers()} else found


def read_recordings(  # noqa: PLR0913  # independent arguments
    path: Path,
    *,
    layout: str | Path | Layout | None = None,
    found: Understanding | None = None,
    robot: RobotModel | None = None,
    rows: Rows | None = None,
    label: str | None = None,
    split_column: str = "",
    payload_mass: float | None = None,
    monitor: Monitor | None = None,
) -> tuple[Recording, ...]:
    """The recordings in a file: by its layout where one is named, else as it was understood.

    Parameters
    ----------
    layout
        Name of a shipped layout, a layout file, or a layout.
    found
        What :func:`look_at` found; looked at here where it is left out.
    split_column
        Column of the file whose changes part several recordings.

    Raises
    ------
    BadFile
        ``columns-open`` where a person has to say what columns are, ``no-clock-found``,
        ``nothing-recognised``, and what the readers raise.
    BadRequest
        ``rows-outside-file``, ``no-split-column``.
    """
    (monitor or NullMonitor()).check()
    if is_visit(path):
        if split_column:
            raise BadRequest("no-split-column", file=str(path), column=split_column, has=())
        return _of_visit(path, label=label)
    if layout is not None:
        found = None
        chosen = layout if isinstance(layout, Layout) else load_layout(layout)
    else:
        found = found or look_at(path, robot=robot, rows=rows, monitor=monitor)
        refuse_open(found)
        chosen = layout_of(found)
    count = None if robot is None else robot.joint_count
    if chosen.kind is not FileKind.TABLE:
        recordings = import_recordings(
            path,
            layout=chosen,
            rows=rows,
            label=label,
            split_column=split_column,
            payload_mass=payload_mass,
            joint_count=count,
            monitor=monitor,
        )
    else:
        table = found.table if found is not None else read_table(path, monitor=monitor)
        name = path.stem if label is None else label
        parts = _table_parts(table, split_column) if split_column else []
        recordings = tuple(
            recording_of(
                without_absent_encoders(*_samples(table, chosen, part_rows)),
                path,
                layout=chosen,
                rows=part_rows,
                label=part,
                payload_mass=payload_mass,
                joint_count=count,
            )
            for part, part_rows in labelled(parts, name=name, rows=rows) or [(name, rows)]
        )
    if found is not None and not found.takes_the_rest:
        for recording in recordings:
            _refuse_losses(recording, path)
    if found is not None and found.reading is not None:
        recordings = tuple(_read_otherwise(recording, found.reading) for recording in recordings)
    if robot is not None:
        recordings = tuple(within_limits(recording, robot) for recording in recordings)
    return tuple(_remarked(one, found) for one in recordings)


def _remarked(recording: Recording, found: Understanding | None) -> Recording:
    """The recording with the samples that its clock says are missing, and the remarks on its columns."""
    if found is None or found.layout:
        return recording
    remarks = tuple(Dropped(one.code, 0, 0, _detail(one)) for one in found.remarks)
    recording = _with_gaps(recording)
    return replace(recording, dropped=(*recording.dropped, *remarks)) if remarks else recording


def _detail(remark: Evidence) -> str:
    """The joints and the size of what is remarked, in signs that every language reads."""
    joints, angles, lag = (remark.facts.get(name) for name in ("joints", "angles", "lag"))
    names = ", ".join(f"J{one}" for one in joints) if isinstance(joints, tuple) else ""
    sizes = [f"{one:g}°" for one in angles] if isinstance(angles, tuple) else []
    sizes += [f"{1e3 * lag:.3g} ms"] if isinstance(lag, float) else []
    return ": ".join(one for one in (names, ", ".join(sizes)) if one)


def _cut(table: FoundTable, rows: Rows | None) -> FoundTable:
    """The table with the chosen rows alone."""
    if rows is None or not table.channels:
        return table
    first, last = chosen_rows(rows, table.channels[0].values.size)
    cut = (replace(one, values=one.values[first - 1 : last]) for one in table.channels)
    return replace(table, channels=tuple(cut))


def is_visit(path: Path) -> bool:
    """True for a file that this program made, whatever its version."""
    if path.suffix.lower() not in {".h5", ".hdf5"} or not path.is_file():
        return False
    from core.hdf5_file import is_hdf5, open_to_read

    if not is_hdf5(path):
        return False
    with open_to_read(path) as file:
        return "recordings" in file and "schema" in file.attrs


def _of_visit(path: Path, *, label: str | None) -> tuple[Recording, ...]:
    """All recordings of a visit; ``label`` names the one of a visit that has one alone."""
    from core.storage.visit import Visit

    with Visit.open(path) as visit:
        found = [visit.recording(name) for name in visit.labels]
        whole = tuple(recording.block(0, recording.sample_count) for recording in found)
    if not whole:
        raise BadFile("visit-without-recordings", file=str(path))
    return (replace(whole[0], label=label),) if label is not None and len(whole) == 1 else whole


def refuse_open(found: Understanding) -> None:
    """Raise an error for a file of which a person has to say something first.

    Raises
    ------
    BadFile
        ``columns-open`` with one problem for each question, ``file-faults``, ``no-clock-found``,
        ``nothing-recognised``.
    """
    file = str(found.table.path)
    if found.faults:
        raise BadFile(
            "file-faults", [Problem("", fault.code, dict(fault.facts)) for fault in found.faults], file=file
        )
    if found.questions:
        problems = [
            Problem(
                "",
                "column-open",
                {
                    "columns": group.span,
                    "choices": tuple(group.option(choice) for choice in group.choices),
                },
            )
            for group in found.questions
        ]
        raise BadFile("columns-open", problems, file=file)
    if not found.quantities:
        names = tuple(one.name or str(one.number) for one in found.table.channels[:_NAMED])
        layout = nearest_layout(found.table)
        raise BadFile(
            "nothing-recognised", file=file, columns=len(found.table.channels), names=names, layout=layout
        )
    if not found.has_clock:
        raise BadFile("no-clock-found", file=file)


def nearest_layout(table: FoundTable) -> str:
    """Name of the shipped layout that shares most names with a table, else its number of columns."""
    names = {one.name.split("[", maxsplit=1)[0] for one in table.channels} - {""}

    def likeness(layout: Layout) -> tuple[int, int]:
        sources = [source for one in layout.variants for source in one.quantities.values()]
        known = {name for source in sources for name in (*source.columns, *source.names)}
        counts = [abs(one.column_count - len(table.channels)) for one in layout.variants if one.column_count]
        return len(names & known), -min(counts, default=_FAR)

    return max(map(load_layout, layout_names()), key=likeness).name


def with_built_in(found: Understanding) -> Understanding:
    """The understanding with the shipped layout of arrays, where that reads all of it just as understood."""
    name = _BUILT_IN.get(found.table.container)
    if name is None or found.questions or found.faults or not found.quantities:
        return found
    variant = load_layout(name).variants[0]
    arrays: dict[str, set[int]] = {}
    for channel in found.table.channels:
        arrays.setdefault(channel.name.split("[", maxsplit=1)[0], set()).add(channel.number)
    recognised = layout_of(found).variants[0]
    for quantity, source in variant.quantities.items():
        present = next((array for array in source.names if array in arrays), None)
        group = found.quantities.get(quantity)
        if group is None and present is None:
            continue
        if group is None or present is None or set(group.columns) != arrays[present]:
            return found
        is_same = set(recognised.quantities[quantity].factor) == {1.0} and group.columns == tuple(
            sorted(group.columns)
        )
        if not is_same:
            return found
    clock = next((group for group in found.groups if group.meaning == TIME), None)
    is_own_clock = (
        clock is not None and {found.table.channel(clock.columns[0]).name} <= {"t"} and clock.units == ("s",)
    )
    has_parts = any(part in arrays for part in variant.parts)
    if not (is_own_clock or (clock is None and found.table.rate_name == "fs")):
        return found
    extra = [group for quantity, group in found.quantities.items() if quantity not in variant.quantities]
    if extra and not has_parts:
        return found
    groups = tuple(
        replace(group, meaning=LEAVE, units=(), evidence=(Evidence("not-in-layout", {"layout": name}),))
        if group in extra
        else group
        for group in found.groups
    )
    return replace(found, groups=groups, layout=name)


def _samples(
    table: FoundTable, layout: Layout, rows: Rows | None
) -> tuple[Samples, dict[Quantity, FloatArray]]:
    """The chosen rows of a table by a layout that names its columns, and the whole columns."""
    variant = layout.variants[0]
    count = table.channels[0].values.size
    first, last = chosen_rows(rows, count)
    part = slice(first - 1, last)
    time = (
        _taken(table, variant.time).sum(axis=1)
        if variant.time is not None
        else np.arange(count) / float(variant.rate_hz or 1.0)
    )
    whole = {quantity: _taken(table, source) for quantity, source in variant.quantities.items()}
    columns = {quantity: values[part] for quantity, values in whole.items()}
    row = np.arange(first, last + 1, dtype=np.int64)
    return Samples(row, time[part], columns, table.remarks), whole


def _table_parts(table: FoundTable, column: str) -> list[tuple[int, Rows]]:
    """The parts of a table, which end wherever a column of numbers changes."""
    channel = next((one for one in table.channels if one.name == column), None)
    if channel is None:
        has = tuple(one.name for one in table.channels)
        raise BadRequest("no-split-column", file=str(table.path), column=column, has=has)
    numbers = np.rint(np.nan_to_num(np.asarray(channel.values, dtype=np.float64)))
    edges = [0, *(np.flatnonzero(np.diff(numbers)) + 1).tolist(), numbers.size]
    return [(int(numbers[first]), (first + 1, last)) for first, last in pairwise(edges)]


def _taken(table: FoundTable, source: Source) -> FloatArray:
    places = {channel.name: channel.number for channel in reversed(table.channels)}
    numbers: list[int] = []
    problems: list[Problem] = []
    for column in source.columns:
        number = places.get(column) if isinstance(column, str) else column
        if number is None or number > len(table.channels):
            problems.append(Problem("", "no-such-column", {"column": column}))
        else:
            numbers.append(number)
    if problems:
        raise BadFile("layout-does-not-fit", problems, file=str(table.path), columns=len(table.channels))
    return source.to_si(table.matrix(tuple(numbers)))


_NO_LOSS = frozenset({"row-repeated", "rows-held", "other-source"})
"""Rows that say the same again, and those of a program that stands still beside the arm's own."""


def _refuse_losses(recording: Recording, path: Path) -> None:
    """Raise ``rows-open`` for a recording that lost so many rows that a person has to say if it may serve."""
    lost = left_out(one for one in recording.dropped if one.code not in _NO_LOSS)
    share = sum(lost.values()) / max(sum(lost.values()) + recording.sample_count, 1)
    if share > ASKED_SHARE:
        problems = [Problem("", one.code, {"rows": one.rows}) for one in recording.dropped if one.rows]
        raise BadFile(
            "rows-open", problems, file=str(path), share=share, kept=recording.sample_count,
            options=(f"--correct {REST}",),
        )  # fmt: skip


def _read_otherwise(recording: Recording, reading: ArmReading) -> Recording:
    """The recording with positions counted from other zeros, or from the link before, as was accepted."""
    columns = dict(recording.columns)
    for quantity in columns:
        if quantity in RATES:
            columns[quantity] = reading.of_rates(np.asarray(columns[quantity][:]))
        elif quantity in POSITIONS:
            columns[quantity] = reading.of_positions(np.asarray(columns[quantity][:]))
    remarks = tuple(Dropped(f"read-{kind}", 0, 0) for kind in reading.kinds if kind in {COUPLING, ZERO})
    return replace(recording, columns=columns, dropped=(*recording.dropped, *remarks))


def _with_gaps(recording: Recording) -> Recording:
    """The recording with the samples that its clock says are missing."""
    gaps = clock_report(recording.time).gaps
    missing = tuple(MissingSamples(gap.index, gap.missing, "clock") for gap in gaps)
    return replace(recording, missing=missing) if missing else recording
