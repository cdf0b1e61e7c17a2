"""Bags of ROS 1 and ROS 2 and MCAP files as tables: one topic, its stamps and its arrays for each joint."""

import importlib
import struct
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from operator import attrgetter
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.errors import BadFile
from core.monitor import Monitor, NullMonitor
from core.recognition.forms import DOOSAN, FLEXIV, FRANKA, Form
from core.recognition.found_table import Channel, FoundTable
from core.recording import Dropped, FloatArray, Quantity, TorqueKind
from core.storage.output_writer import write_whole, written_at_once


@dataclass(frozen=True)
class MessageForm:
    """Fields with their quantity and unit; with ``is_open``, other fields are recognised by their names."""

    fields: Form
    torque_kind: TorqueKind = TorqueKind.UNKNOWN
    is_open: bool = False


JOINT_STATE: Form = {"position": (Quantity.POSITION, "rad"), "velocity": (Quantity.VELOCITY, "rad/s")}
MESSAGES: dict[str, MessageForm] = {
    "JointState": MessageForm(JOINT_STATE, is_open=True),
    "FrankaState": MessageForm(FRANKA, TorqueKind.LINK_SENSOR),
    "FrankaRobotState": MessageForm(FRANKA, TorqueKind.LINK_SENSOR),
    "RobotStateRt": MessageForm(DOOSAN, TorqueKind.MOTOR_TORQUE),
    "RobotStates": MessageForm(FLEXIV, TorqueKind.LINK_SENSOR),
}
"""Forms by the last part of a message's type."""


def form_of(message_type: str) -> MessageForm | None:
    """The form of a type such as ``sensor_msgs/msg/JointState``; None for one without joints."""
    return MESSAGES.get(message_type.rsplit("/", maxsplit=1)[-1])


_ENDINGS = {".bag", ".db3", ".mcap"}
_MOST_FIELDS = 400
_FEWEST_ROWS = 1024
_STAMP = "header.stamp"
IntArray = NDArray[np.int64]


def is_bag(path: Path) -> bool:
    """True for a ROS 1 bag, a ROS 2 folder or one of its files, and an MCAP file."""
    return path.suffix.lower() in _ENDINGS if path.is_file() else (path / "metadata.yaml").is_file()


def read_bag_table(path: Path, *, topic: str = "", monitor: Monitor | None = None) -> FoundTable:
    """The messages of one topic as rows; ``topic`` where several hold joints.

    Raises
    ------
    BadFile
        ``library-missing``, ``not-a-bag``, ``bag-without-joints``, ``bag-topic-open`` where several topics
        hold joints, ``bag-topic-unknown``.
    """
    try:
        from rosbags.highlevel import AnyReader
        from rosbags.typesys import Stores, get_typestore
    except ImportError as error:
        raise BadFile("library-missing", file=str(path), library="rosbags") from error
    try:
        with (
            _whole(path) as (whole, is_cut),
            AnyReader([whole], default_typestore=get_typestore(Stores.ROS2_HUMBLE)) as reader,
        ):
            chosen = _chosen(reader.connections, topic, path)
            if chosen[0].msgtype not in reader.typestore.fielddefs:
                raise BadFile("bag-without-definition", file=str(path), message=chosen[0].msgtype)
            topics = tuple(sorted({connection.topic for connection in reader.connections}))
            rows = _rows(reader, chosen, monitor or NullMonitor())
            rows.is_cut = is_cut
    except BadFile:
        raise
    except MemoryError:
        raise
    except Exception as error:  # damaged bags raise errors of many libraries
        if type(error).__name__ == "Cancelled":
            raise
        raise BadFile("not-a-bag", file=str(path), reason=str(error) or type(error).__name__) from error
    return _table(path, rows, chosen, topics)


_MAGIC = b"\x89MCAP0\r\n"
_HEADER, _FOOTER, _SCHEMA, _CHANNEL, _MESSAGE, _CHUNK = 1, 2, 3, 4, 5, 6
_KEPT = {_HEADER, _SCHEMA, _CHANNEL, _MESSAGE, _CHUNK}
"""Records of an MCAP file that hold its messages; the others are indexes."""
_CLOSING = bytes([_FOOTER]) + struct.pack("<QQQI", 20, 0, 0, 0) + _MAGIC


@contextmanager
def _whole(path: Path) -> Iterator[tuple[Path, bool]]:
    """The bag, or a closed copy of an MCAP file whose recorder was ended before it wrote the end."""
    is_mcap = path.suffix.lower() == ".mcap" and path.is_file()
    content = path.read_bytes() if is_mcap and not _is_closed(path) else b""
    if not content.startswith(_MAGIC):
        yield path, False
        return
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / path.name
        records = b"".join(_records(content[len(_MAGIC) :]))
        with written_at_once():  # a command's own files wait until it ends
            write_whole(copy, _MAGIC + records + _CLOSING)
        yield copy, True


def _is_closed(path: Path) -> bool:
    with path.open("rb") as stream:
        stream.seek(max(0, path.stat().st_size - len(_MAGIC)))
        return stream.read() == _MAGIC


def _records(content: bytes) -> Iterator[bytes]:
    """The complete records with messages; of a chunk that is cut, those that are whole."""
    place = 0
    while place + 9 <= len(content):
        code, size = content[place], int.from_bytes(content[place + 1 : place + 9], "little")
        end = place + 9 + size
        if code in _KEPT and end <= len(content):
            yield content[place:end]
        elif code == _CHUNK:
            yield from _records(_opened(content[place + 9 :]))
        place = end


def _opened(chunk: bytes) -> bytes:
    """What a chunk without its end holds, as far as it can be unpacked."""
    size = int.from_bytes(chunk[28:32], "little")
    kind, packed = chunk[32 : 32 + size], chunk[40 + size :]
    if not kind:
        return packed
    library, unpacker = {b"lz4": ("lz4.frame", "LZ4FrameDecompressor"),
                         b"zstd": ("backports.zstd", "ZstdDecompressor")}[kind]  # fmt: skip
    return bytes(getattr(importlib.import_module(library), unpacker)().decompress(packed))


def _chosen(connections: list[Any], topic: str, path: Path) -> list[Any]:
    """The connections of the one topic that is read."""
    topics = {connection.topic: connection.msgtype for connection in connections}
    if topic:
        if topic not in topics:
            raise BadFile("bag-topic-unknown", file=str(path), topic=topic, topics=tuple(sorted(topics)))
        return [connection for connection in connections if connection.topic == topic]
    with_joints = sorted(name for name, kind in topics.items() if form_of(kind) is not None)
    if not with_joints:
        listed = tuple(f"{name} ({kind})" for name, kind in sorted(topics.items()))
        raise BadFile("bag-without-joints", file=str(path), topics=listed)
    if len(with_joints) > 1:
        raise BadFile("bag-topic-open", file=str(path), topics=tuple(with_joints))
    return [connection for connection in connections if connection.topic == with_joints[0]]


class _Rows:
    """Values of one topic, message by message: a row of numbers each, in one table that grows."""

    def __init__(self, count: int) -> None:
        self.names: tuple[str, ...] = ()
        self.fields: list[_Field] = []
        self.skipped: Counter[str] = Counter()
        self.is_cut = False
        self._count = max(count, _FEWEST_ROWS)
        self._used = 0
        self._stamps = np.zeros((self._count, 2), dtype=np.int64)
        self._values = np.zeros((0, 0))

    @property
    def stamps(self) -> IntArray:
        """Stamp of the message and time of its arrival, ns (N, 2)."""
        return self._stamps[: self._used]

    def values(self, one: "_Field") -> FloatArray:
        """Values of a field (N, width)."""
        return self._values[: self._used, one.first : one.first + one.width]

    def add(self, message: Any, arrived: int) -> None:
        """Take one message; one about other joints is only counted."""
        names = tuple(getattr(message, "name", ()) or ())
        if not self.fields:
            self._begin(message, names)
        order = _same_joints(self.names, names)
        row = None if order is None else self._row(message, order)
        if row is None:
            self.skipped["other-joints"] += 1
            return
        if self._used == self._count:
            self._count *= 2
            for table in (self._stamps, self._values):  # nothing else holds them while they grow
                table.resize((self._count, table.shape[1]), refcheck=False)
        stamp = getattr(getattr(message, "header", None), "stamp", None)
        self._stamps[self._used] = 0 if stamp is None else _nanoseconds(stamp), arrived
        self._values[self._used] = row
        self._used += 1

    def _begin(self, message: Any, names: tuple[str, ...]) -> None:
        found = [(key, np.size(value)) for key, value in _flattened(message)]
        first = 0
        for key, width in found[:_MOST_FIELDS]:
            if width:
                self.fields.append(_Field(key, attrgetter(key), first, width))
                first += width
        self.names = names
        self._values = np.zeros((self._count, first))

    def _row(self, message: Any, order: tuple[int, ...]) -> FloatArray | None:
        """Numbers of a message; None where an array is of another length than in the first one."""
        row = np.empty(self._values.shape[1])
        is_same = order == tuple(range(len(order)))
        for one in self.fields:
            value = one.get(message)
            if np.size(value) != one.width and (is_same or np.size(value) < max(order, default=0) + 1):
                return None
            if not is_same and np.ndim(value) and len(order) == one.width:
                value = value[list(order)]
            if np.size(value) != one.width:
                return None
            row[one.first : one.first + one.width] = value
        return row


@dataclass(frozen=True)
class _Field:
    """A number or an array of a message: its dotted name, how it is taken, and its place in a row."""

    key: str
    get: Callable[[Any], Any]
    first: int
    width: int


def _rows(reader: Any, chosen: list[Any], monitor: Monitor) -> _Rows:
    count = sum(int(connection.msgcount or 0) for connection in chosen)
    rows = _Rows(count)
    for number, (connection, arrived, raw) in enumerate(reader.messages(connections=chosen)):
        if number % 500 == 0:
            monitor.check()
            monitor.report(min(1.0, number / max(count, 1)))
        rows.add(reader.deserialize(raw, connection.msgtype), int(arrived))
    return rows


def _nanoseconds(stamp: Any) -> int:
    return int(stamp.sec) * 1_000_000_000 + int(stamp.nanosec)


def _same_joints(first: tuple[str, ...], names: tuple[str, ...]) -> tuple[int, ...] | None:
    """Places of the first message's joints in this one; None where it is about other joints."""
    if first == names:
        return tuple(range(len(first)))
    if set(first) <= set(names):
        return tuple(names.index(name) for name in first)
    return None


def _flattened(message: Any, prefix: str = "", depth: int = 0) -> Iterator[tuple[str, Any]]:
    """Numbers and arrays of numbers of a message, by their dotted names; the header is left out."""
    for key in getattr(message, "__dataclass_fields__", {}):
        if key in {"header", "__msgtype__"} or key.startswith("__"):
            continue
        value = getattr(message, key)
        if isinstance(value, bool | int | float):
            yield f"{prefix}{key}", float(value)
        elif (
            isinstance(value, np.ndarray)
            and value.dtype.kind in "fiu"
            and value.ndim == 1
            and value.size <= 64
        ):
            yield f"{prefix}{key}", value
        elif hasattr(value, "__dataclass_fields__") and depth < 3:
            yield from _flattened(value, f"{prefix}{key}.", depth + 1)


def _table(path: Path, rows: _Rows, chosen: list[Any], topics: tuple[str, ...]) -> FoundTable:
    if len(rows.stamps) < 2:
        raise BadFile("no-usable-rows", file=str(path))
    kind = chosen[0].msgtype
    form = form_of(kind) or MessageForm({})
    has_stamp = bool(rows.stamps[:, 0].any())
    stamps = rows.stamps[:, 0 if has_stamp else 1]
    name = f"{_STAMP} [s]" if has_stamp else "time of arrival [s]"
    whole, part = np.divmod(stamps, 1_000_000_000)
    channels = [Channel(1, name, whole + 1e-9 * part, unit="s")]
    for one in rows.fields:
        channels += _channels(one.key, rows.values(one), rows, form, first=len(channels) + 1)
    first_rows = tuple(
        tuple(f"{channel.values[row]:.6g}" for channel in channels) for row in range(min(3, len(stamps)))
    )
    remarks = [] if has_stamp else [Dropped("time-of-arrival", 0, 0)]
    remarks += [Dropped("bag-not-closed", 0, 0)] if rows.is_cut else []
    remarks += [Dropped(code, number, 0) for code, number in rows.skipped.items()]
    return FoundTable(
        path, "bag", tuple(channels), first_rows, topic=chosen[0].topic, topics=topics, message=kind,
        torque_kind=form.torque_kind, remarks=tuple(remarks),
    )  # fmt: skip


def _channels(key: str, table: FloatArray, rows: _Rows, form: MessageForm, *, first: int) -> list[Channel]:
    stated = form.fields.get(key)
    is_left = bool(form.fields) and stated is None and not form.is_open
    found = []
    for place in range(table.shape[1]):
        joint = rows.names[place] if table.shape[1] == len(rows.names) else ""
        name = f"{joint}.{key}" if joint else f"{key}[{place + 1}]" if table.shape[1] > 1 else key
        found.append(
            Channel(
                first + place,
                name,
                table[:, place],
                unit=stated[1] if stated else "",
                stated=stated[0] if stated else None,
                is_left_out=is_left,
                joint=joint,
            )
        )
    return found
