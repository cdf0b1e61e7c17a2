"""Traces of KUKA's KRC as tables: a header in DIAdem's form (``.dat``), binary values beside it (``.r64``).

Public sources: the DIAdem header of National Instruments; xikuibin/KukaTraceHelper, which reads such traces.
The controller writes a pair of files for each drive, ``NAME_NextGenDrive#1.dat`` … ``#6.dat``, and one of the
interpolator, ``NAME_KRCIpo.dat``. The drives of one trace are one table here, A1 … A6 by the number in the
name. Channels have German names (Istposition, Iststrom, Istmoment) and the units of the file. Whether a
torque is that of the motor or of the joint is not in the file: it is asked for. Positions that no axis
reaches are those of motors, and their ratio is asked for.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from core.errors import BadFile
from core.monitor import Monitor
from core.recognition.forms import AT_MOTOR
from core.recognition.found_table import Channel, FoundTable
from core.recognition.names import known_unit
from core.recording import FloatArray

_BEGIN, _END = "#BEGINCHANNELHEADER", "#ENDCHANNELHEADER"
_HEAD = 8_000
_DRIVE = re.compile(r"(?P<trace>.+_NextGenDrive#)(?P<axis>\d+)\.dat", re.IGNORECASE)
_TYPES = {"REAL64": "<f8", "REAL32": "<f4", "INT16": "<i2", "INT32": "<i4", "WORD16": "<u2", "WORD32": "<u4"}
_TORQUE, _POSITION = re.compile(r"moment", re.IGNORECASE), re.compile(r"istposition", re.IGNORECASE)
_FARTHEST_DEG = 800.0
"""Farther than any axis of an arm turns, degrees."""
_CLOCKS = {"zeit", "time", "t"}
NAME, UNIT, KIND, FILE, STORED, TYPE, COUNT, FIRST, OFFSET, FACTOR = (
    "200", "202", "210", "211", "213", "214", "220", "221", "240", "241",
)  # fmt: skip
"""Keys of a channel's header that are read."""


@dataclass(frozen=True)
class _Drive:
    """The channels of one pair of files, and its clock in s."""

    axis: str
    time: FloatArray
    channels: tuple[tuple[str, str, FloatArray], ...]


def is_kuka_trace(path: Path) -> bool:
    """True for a header file of a trace."""
    if path.suffix.lower() != ".dat" or not path.is_file():
        return False
    with path.open("rb") as stream:
        return _BEGIN.encode() in stream.read(_HEAD)


def read_kuka_trace(path: Path, *, monitor: Monitor) -> FoundTable:
    """The channels of a header file; of a drive those of all drives of the same trace in its folder.

    Raises
    ------
    BadFile
        ``trace-header`` for a header that cannot be followed, ``trace-values`` where the binary file is
        missing or shorter than the header says, ``trace-drives-differ`` where drives have other clocks.
    """
    found = _DRIVE.fullmatch(path.name)
    files = [path]
    if found is not None:
        files = sorted(
            (one for one in path.parent.iterdir() if (other := _DRIVE.fullmatch(one.name)) is not None
             and other["trace"] == found["trace"]),
            key=lambda one: int(_DRIVE.fullmatch(one.name)["axis"]),  # type: ignore[index]
        )  # fmt: skip
    drives = []
    for number, file in enumerate(files):
        monitor.check()
        monitor.report(number / len(files))
        drives.append(_read(file))
    first = drives[0]
    for drive, file in zip(drives, files, strict=True):
        if drive.time.shape != first.time.shape or not np.allclose(drive.time, first.time):
            raise BadFile("trace-drives-differ", file=str(file), other=str(files[0]))
    channels = list(_channels(drives))
    rows = [tuple(f"{one.values[row]:.6g}" for one in channels) for row in range(min(3, first.time.size))]
    return FoundTable(path, "kuka-trace", tuple(channels), tuple(rows), message="KUKA trace")


def _channels(drives: list[_Drive]) -> Iterator[Channel]:
    yield Channel(1, "Zeit", drives[0].time, unit="s")
    angles = [values for drive in drives for name, unit, values in drive.channels
              if _POSITION.search(name) and known_unit(unit) in {"deg", "°"}]  # fmt: skip
    at_motor = max((float(np.nanmax(np.abs(one))) for one in angles), default=0.0) > _FARTHEST_DEG
    number = 1
    for drive in drives:
        for name, unit, values in drive.channels:
            number += 1
            side = "motor " if drive.axis and _TORQUE.search(name) else ""
            label = f"A{drive.axis} {side}{name}" if drive.axis else name
            if at_motor and _POSITION.search(name):
                yield Channel(number, label, values, unit=AT_MOTOR)
            else:
                yield Channel(number, f"{label} [{unit}]" if unit else label, values)


def _read(file: Path) -> _Drive:
    """The channels of one header file with their values."""
    found = _DRIVE.fullmatch(file.name)
    clock: Mapping[str, str] | None = None
    channels = []
    blocks = list(_blocks(file))
    widths = {FILE: max((_whole(file, one, FIRST) for one in blocks if FIRST in one), default=1)}
    try:
        for block in blocks:
            if not _is_implicit(block):
                values = _values(file, block, width=widths[FILE])
                channels.append((block[NAME].strip(), _unit(block.get(UNIT, "")), values))
            elif block[NAME].strip().lower() in _CLOCKS:
                clock = block
        if clock is None or not channels:
            raise BadFile("trace-header", file=str(file), reason="Zeit" if clock is None else _BEGIN)
        count = _whole(file, clock, COUNT)
        for name, _, values in channels:  # before a clock of any length is made
            if values.size != count:
                reason = f"{COUNT}, {name}: {values.size} ≠ {count}"
                raise BadFile("trace-header", file=str(file), reason=reason)
        time = np.asarray(float(clock.get(OFFSET, "0")) + float(clock[FACTOR]) * np.arange(count), np.float64)
    except (KeyError, ValueError) as error:
        raise BadFile("trace-header", file=str(file), reason=str(error)) from error
    time *= 1e-3 if clock.get(UNIT, "").strip() == "ms" else 1.0
    return _Drive(found["axis"] if found is not None else "", time, tuple(channels))


def _blocks(file: Path) -> Iterator[Mapping[str, str]]:
    """The headers of the channels: values by their keys."""
    block: dict[str, str] | None = None
    for line in file.read_text("latin-1").splitlines():
        plain = line.strip()
        if plain == _BEGIN:
            block = {}
        elif plain == _END:
            if block is not None:
                yield block
            block = None
        elif block is not None and "," in plain:
            key, _, value = plain.partition(",")
            block[key.strip()] = value.strip()


def _is_implicit(block: Mapping[str, str]) -> bool:
    return block.get(KIND, "").upper().startswith("IMPLI")


def _values(file: Path, block: Mapping[str, str], *, width: int) -> FloatArray:
    """The numbers of one channel in its unit, from rows of all channels (BLOCK) or a part of its own."""
    source = _beside(file, block.get(FILE, ""))
    if source is None:  # renamed together with its header
        source = _beside(file, f"{file.stem}.{block[TYPE][0]}{block[TYPE][-2:]}")
    if source is None:
        raise BadFile("trace-values", file=str(file), values=block.get(FILE, ""), reason="-")
    raw = np.fromfile(source, dtype=_TYPES[block[TYPE].upper()])
    count, first = _whole(file, block, COUNT), _whole(file, block, FIRST) - 1
    is_block = block.get(STORED, "BLOCK").upper() == "BLOCK"
    own = raw[first::width][:count] if is_block else raw[first : first + count]
    if own.size < count:
        reason = f"{own.size} < {count}"
        raise BadFile("trace-values", file=str(file), values=source.name, reason=reason)
    return np.asarray(own * float(block.get(FACTOR, "1")) + float(block.get(OFFSET, "0")), dtype=np.float64)


def _beside(file: Path, name: str) -> Path | None:
    """The file of that name in the same folder; the controller knows no capital letters."""
    return next((one for one in file.parent.iterdir() if one.name.lower() == name.lower()), None)


def _whole(file: Path, block: Mapping[str, str], key: str) -> int:
    try:
        return int(block[key])
    except (KeyError, ValueError) as error:
        raise BadFile("trace-header", file=str(file), reason=f"{key}: {error}") from error


def _unit(text: str) -> str:
    """The unit as the header writes it, without brackets."""
    return text.strip().strip("[]() ")
