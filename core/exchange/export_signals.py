"""Signals of a recording for other programs: CSV with units, Parquet, and MCAP for Foxglove and PlotJuggler.

Numbers are written so that a reader gets the same ones to the last bit. Files are written block by block.
"""

import json
import re
import struct
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from functools import cached_property
from math import isnan
from pathlib import Path
from typing import Any, BinaryIO, Protocol

import numpy as np

from core.diagnostics.named_signals import SignalBlock
from core.errors import BadRequest
from core.exchange.csv_text import table_text
from core.exchange.export_file import SignalFile
from core.monitor import Monitor, NullMonitor
from core.recording import FloatArray, Mark, Recording
from core.robot.model import RobotModel
from core.signals.expression import PURE, Expression, Unit, read_definition, written
from core.signals.trend_line import moment_of
from core.storage.output_writer import write_whole
from core.storage.unpacked import Reader, Unpacked, lines_along

TIME = "time"
"""Name of the column of the device's clock, s."""
WITHOUT_NAME = "worked_out"
"""Beginning of the name of a line that has none."""
_FIELD = re.compile(r"[a-z](_?[a-z0-9])*")
"""Names that a message of ROS 2 may have for its fields."""


class SignalSource(Protocol):
    """Signals of one recording, or of a part of it."""

    @property
    def recording(self) -> Recording:
        """What was recorded, with its times; columns may be missing."""

    @property
    def robot(self) -> RobotModel:
        """The arm."""

    @property
    def units(self) -> dict[str, Unit]:
        """Names and units of all signals."""

    def blocks(
        self, asked: Mapping[str, Expression], monitor: Monitor | None = None
    ) -> Iterator[SignalBlock]:
        """Values of lines that were read with ``units``, from the first sample to the last."""


@dataclass(frozen=True, eq=False)
class UnpackedSignals:
    """Signals of the samples [first, last) of an unpacked recording, as the live page shows them.

    ``zero`` (n,) is taken out of twists, and the lag of the encoders' channels unless ``leaves_lag_in``.
    """

    made: Unpacked
    first: int
    last: int
    zero: FloatArray | None = None
    leaves_lag_in: bool = False

    @cached_property
    def recording(self) -> Recording:
        """Times, events and origin of these samples."""
        made = self.made
        whole = Reader(made).time
        time = np.array(whole[self.first : self.last])
        events = tuple(one for one in made.events if time.size and time[0] <= one.time <= time[-1])
        began = moment_of(made.origin.recorded_at)
        origin = made.origin
        if began is not None and time.size:
            began += timedelta(seconds=float(time[0] - whole[0]))
            origin = replace(origin, recorded_at=began.isoformat())
        return Recording(made.label, time, {}, events=events, origin=origin, incomplete=made.incomplete)

    @property
    def robot(self) -> RobotModel:
        """The arm."""
        return self.made.robot

    @property
    def units(self) -> dict[str, Unit]:
        """Names and units of all signals."""
        return self.made.rows().names

    def blocks(
        self, asked: Mapping[str, Expression], monitor: Monitor | None = None
    ) -> Iterator[SignalBlock]:
        """Values of lines that were read with ``units``, from the first sample to the last."""
        found = lines_along(
            self.made,
            {name: line.line for name, line in asked.items()},
            first=self.first,
            last=self.last,
            zero=self.zero,
            leaves_lag_in=self.leaves_lag_in,
            monitor=monitor or NullMonitor(),
        )
        for time, values in found:
            yield SignalBlock(time, dict(zip(asked, values, strict=True)))


@dataclass(frozen=True, eq=False)
class SignalExport:
    """Signals to be written, by the names of their columns."""

    signals: SignalSource
    lines: Mapping[str, Expression]

    @property
    def units(self) -> dict[str, str]:
        """Unit of each column, the time first; empty for a pure number, and for what is true (1) or not."""
        units = {name: line.unit for name, line in self.lines.items()}
        return {TIME: "s"} | {
            name: "" if unit is None or unit == PURE else written(unit) for name, unit in units.items()
        }


def ask_signals(signals: SignalSource, lines: Sequence[str]) -> SignalExport:
    """Signals by name, or lines of them such as ``missed_2 = torque_2 - model_2``; all where none is named.

    Raises
    ------
    BadRequest
        As ``read_definition``; ``expression-taken`` for a name that is there twice, ``column-name`` for one
        that other programs cannot read.
    """
    units = signals.units
    asked: dict[str, Expression] = {}
    for line in lines or units:
        name, expression = read_definition(line, units)
        if not name:
            is_plain = line.strip() in units
            name = line.strip() if is_plain else f"{WITHOUT_NAME}_{_count(asked) + 1}"
        if name in asked or name == TIME:
            raise BadRequest("expression-taken", name=name)
        if not _FIELD.fullmatch(name):
            raise BadRequest("column-name", name=name)
        asked[name] = expression
    return SignalExport(signals, asked)


def _count(asked: Mapping[str, Expression]) -> int:
    return sum(name.startswith(f"{WITHOUT_NAME}_") for name in asked)


def export_signals(
    asked: SignalExport, path: Path, *, kind: SignalFile, monitor: Monitor | None = None
) -> None:
    """Write the signals to ``path``, whole or not at all.

    Raises
    ------
    BadRequest
        ``export-library-missing`` where pyarrow is needed and not installed, or as
        ``RecordedSignals.blocks``.
    NotWritten
        As ``write_whole``.
    """
    if kind is SignalFile.PARQUET:
        _arrow(path)  # before a file is begun
    write = {
        SignalFile.CSV: _write_csv,
        SignalFile.PARQUET: _write_parquet,
        SignalFile.MCAP: _write_mcap,
    }[kind]
    rows = asked.signals.recording.sample_count
    write_whole(
        path,
        lambda stream: write(asked, stream, monitor or NullMonitor()),
        size=8 * rows * (1 + len(asked.lines)),
    )


def _remarks(asked: SignalExport) -> dict[str, str]:
    """What a reader should know of the recording, by short names."""
    recording = asked.signals.recording
    found = {
        "recording": recording.label,
        "robot": asked.signals.robot.name,
        "device": recording.origin.device,
        "serial": recording.origin.serial,
        "recorded_at": recording.origin.recorded_at,
        "mark": "" if recording.origin.mark is Mark.NONE else recording.origin.mark.value.upper(),
        "incomplete": recording.incomplete,
    }
    lines = {name: line.line for name, line in asked.lines.items() if line.line != name}
    return {name: text for name, text in (found | lines).items() if text}


# CSV


def _write_csv(asked: SignalExport, stream: BinaryIO, monitor: Monitor) -> None:
    remarks = [f"{name}: {text}" for name, text in _remarks(asked).items()]
    for event in asked.signals.recording.events:
        facts = ", ".join(f"{name} {fact}" for name, fact in event.facts.items())
        remarks.append(f"event at {event.time!r} s: {event.code}" + (f" ({facts})" if facts else ""))
    header = [f"{name} [{unit}]" if unit else name for name, unit in asked.units.items()]
    stream.write(table_text([header], remarks=remarks).encode())
    for block in asked.signals.blocks(asked.lines, monitor):
        rows = _table(block.time, block.values)
        stream.writelines(
            (",".join("" if isnan(value) else repr(value) for value in row) + "\n").encode()
            for row in rows.tolist()
        )


def _table(time: FloatArray, values: Mapping[str, FloatArray]) -> FloatArray:
    return np.column_stack([time, *values.values()]).astype(np.float64, copy=False)


# Parquet


def _arrow(path: Path) -> Any:
    try:
        import pyarrow as pa
        import pyarrow.parquet
    except ImportError as error:
        raise BadRequest("export-library-missing", file=str(path), library="pyarrow") from error
    return pa


def _write_parquet(asked: SignalExport, stream: BinaryIO, monitor: Monitor) -> None:
    arrow = _arrow(Path())
    events = [(event.time, event.code, event.facts) for event in asked.signals.recording.events]
    about = _remarks(asked) | ({"events": json.dumps(events)} if events else {})
    schema = arrow.schema(
        [arrow.field(name, arrow.float64(), metadata={"unit": unit}) for name, unit in asked.units.items()],
        metadata=about,
    )
    with arrow.parquet.ParquetWriter(stream, schema) as writer:
        for block in asked.signals.blocks(asked.lines, monitor):
            columns = [block.time, *(np.asarray(one, dtype=np.float64) for one in block.values.values())]
            writer.write_batch(arrow.record_batch([arrow.array(one) for one in columns], schema=schema))


# MCAP

SIGNALS_TOPIC, EVENTS_TOPIC = "/torsion/signals", "/torsion/events"
_SIGNALS_TYPE, _EVENT_TYPE = "torsion_msgs/msg/Signals", "torsion_msgs/msg/Event"
_EVENT_FIELDS = "float64 time  # s, clock of the device\nstring code\nstring facts  # JSON\n"
_LITTLE_ENDIAN = b"\x00\x01\x00\x00"
"""First bytes of a message in CDR; numbers of 8 bytes follow one another without gaps."""
_NANO = 1e9


def _write_mcap(asked: SignalExport, stream: BinaryIO, monitor: Monitor) -> None:
    from mcap.writer import Writer

    recording = asked.signals.recording
    writer = Writer(stream)
    writer.start(profile="ros2", library="torsion")
    writer.add_metadata("torsion", _remarks(asked))
    fields = "".join(
        f"float64 {name}" + (f"  # {unit}" if unit else "") + "\n" for name, unit in asked.units.items()
    )
    signals = writer.register_schema(_SIGNALS_TYPE, "ros2msg", fields.encode())
    channel = writer.register_channel(SIGNALS_TOPIC, "cdr", signals, metadata=asked.units)
    stamps = _Stamps(recording)
    number = 0
    for block in asked.signals.blocks(asked.lines, monitor):
        rows = np.ascontiguousarray(_table(block.time, block.values), dtype="<f8")
        for stamp, row in zip(stamps.of(block.time), rows, strict=True):
            writer.add_message(channel, stamp, _LITTLE_ENDIAN + row.tobytes(), stamp, number)
            number += 1
    if recording.events:
        events = writer.register_schema(_EVENT_TYPE, "ros2msg", _EVENT_FIELDS.encode())
        channel = writer.register_channel(EVENTS_TOPIC, "cdr", events)
        stamped = zip(
            stamps.of(np.array([one.time for one in recording.events])), recording.events, strict=True
        )
        for stamp, event in stamped:
            text = _cdr_texts(event.code, json.dumps(event.facts))
            writer.add_message(channel, stamp, _LITTLE_ENDIAN + struct.pack("<d", event.time) + text, stamp)
    writer.finish()  # type: ignore[no-untyped-call]


def _cdr_texts(*texts: str) -> bytes:
    """Texts of a message, each with its length and an end, on multiples of four bytes."""
    found = b""
    for text in texts:
        found += bytes(-len(found) % 4)
        encoded = text.encode() + b"\0"
        found += struct.pack("<I", len(encoded)) + encoded
    return found


class _Stamps:
    """Stamps of messages, ns: the wall clock where it is known, else the time since the first sample."""

    def __init__(self, recording: Recording) -> None:
        self._first = float(recording.time[0]) if recording.time.size else 0.0
        try:
            began = datetime.fromisoformat(recording.origin.recorded_at)
        except ValueError:
            self._base = 0
        else:
            self._base = round(began.replace(tzinfo=began.tzinfo or UTC).timestamp() * _NANO)

    def of(self, time: FloatArray) -> list[int]:
        """Stamps of times of the device's clock; none is before the first sample."""
        since = np.maximum(np.rint((time - self._first) * _NANO), 0.0).astype(np.int64)
        return [int(stamp) for stamp in since + self._base]
