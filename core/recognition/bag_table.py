"""Bags of ROS 1 and ROS 2 and MCAP files as tables: one topic, its stamps and its arrays for each joint."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from core.errors import BadFile
from core.monitor import Monitor, NullMonitor
from core.recognition.bag_messages import MessageForm, form_of
from core.recognition.found_table import Channel, FoundTable
from core.recording import Dropped, FloatArray

_ENDINGS = {".bag", ".db3", ".mcap"}
_MOST_FIELDS = 400
_STAMP = "header.stamp"


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
        with AnyReader([path], default_typestore=get_typestore(Stores.ROS2_HUMBLE)) as reader:
            chosen = _chosen(reader.connections, topic, path)
            if chosen[0].msgtype not in reader.typestore.fielddefs:
                raise BadFile("bag-without-definition", file=str(path), message=chosen[0].msgtype)
            topics = tuple(sorted({connection.topic for connection in reader.connections}))
            rows = _rows(reader, chosen, monitor or NullMonitor())
    except BadFile:
        raise
    except MemoryError:
        raise
    except Exception as error:  # damaged bags raise errors of many libraries
        if type(error).__name__ == "Cancelled":
            raise
        raise BadFile("not-a-bag", file=str(path), reason=str(error) or type(error).__name__) from error
    return _table(path, rows, chosen, topics)


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


@dataclass
class _Rows:
    """Values of one topic, message by message."""

    names: tuple[str, ...] = ()
    stamps: list[int] = field(default_factory=list)
    arrived: list[int] = field(default_factory=list)
    fields: dict[str, list[Any]] = field(default_factory=dict)
    skipped: Counter[str] = field(default_factory=Counter)


def _rows(reader: Any, chosen: list[Any], monitor: Monitor) -> _Rows:
    rows = _Rows()
    count = max(1, sum(connection.msgcount for connection in chosen))
    for number, (connection, arrived, raw) in enumerate(reader.messages(connections=chosen)):
        if number % 500 == 0:
            monitor.check()
            monitor.report(number / count)
        _add(rows, reader.deserialize(raw, connection.msgtype), int(arrived))
    return rows


def _add(rows: _Rows, message: Any, arrived: int) -> None:
    values = dict(_flattened(message))
    names = tuple(getattr(message, "name", ()) or ())
    if not rows.fields:
        rows.names = names
        rows.fields = {key: [] for key in list(values)[:_MOST_FIELDS] if np.size(values[key])}
    order = _same_joints(rows.names, names)
    if order is None or any(np.size(values.get(key, ())) == 0 for key in rows.fields):
        rows.skipped["other-joints"] += 1
        return
    row: dict[str, Any] = {}
    for key in rows.fields:
        value = np.asarray(values[key], dtype=np.float64)
        row[key] = value[list(order)] if value.ndim and len(order) == value.size and order else value
    if any(
        rows.fields[key] and np.shape(rows.fields[key][0]) != np.shape(value) for key, value in row.items()
    ):
        rows.skipped["other-joints"] += 1
        return
    for key, value in row.items():
        rows.fields[key].append(value)
    header = getattr(message, "header", None)
    stamp = getattr(header, "stamp", None)
    rows.stamps.append(_nanoseconds(stamp) if stamp is not None else 0)
    rows.arrived.append(arrived)


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
    if len(rows.arrived) < 2:
        raise BadFile("no-usable-rows", file=str(path))
    kind = chosen[0].msgtype
    form = form_of(kind) or MessageForm({})
    has_stamp = any(rows.stamps)
    stamps = rows.stamps if has_stamp else rows.arrived
    name = f"{_STAMP} [s]" if has_stamp else "time of arrival [s]"
    whole, part = np.divmod(np.array(stamps, dtype=np.int64), 1_000_000_000)
    channels = [Channel(1, name, whole + 1e-9 * part, unit="s")]
    for key, values in rows.fields.items():
        table = np.array(values, dtype=np.float64).reshape(len(values), -1)
        channels += _channels(key, table, rows, form, first=len(channels) + 1)
    first_rows = tuple(
        tuple(f"{channel.values[row]:.6g}" for channel in channels) for row in range(min(3, len(stamps)))
    )
    remarks = [] if has_stamp else [Dropped("time-of-arrival", 0, 0)]
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
