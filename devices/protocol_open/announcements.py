"""The body of an announcement: strict JSON, in which every field is checked.

A missing, misspelt or out-of-range field would shift or scale a whole recording. It is refused
with its name. The bounds are far wider than any real arm. They keep out values that could overflow,
fill the memory, hide a loss of samples or control a terminal, and values that contradict each other.
"""

import hashlib
import json
import math
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import MISSING, asdict, fields
from typing import Any, cast

from core.errors import Fact
from core.recording import TorqueKind
from devices.capabilities import ControllerKind
from devices.errors import ProtocolError
from devices.protocol_open.messages import OFF_WIRE, PROTOCOL_VERSION, Announcement, Channel
from devices.protocol_open.safe_text import shown

CHANNEL_KINDS = ("i4", "f4")
MOST_COUNTS_PER_TURN = 2**32 - 1
HIGHEST_VERSION = 2**16 - 1
"""Upper limit of a protocol version, as in ``Hello``."""

_LARGEST_NUMBER = sys.float_info.max
"""JSON allows 1e999 and integers of any length; such numbers cannot be shown or calculated with."""


def announcement_text(announcement: Announcement) -> bytes:
    """Encode an announcement; ``ValueError`` if it contains a number that is not finite."""
    said = asdict(announcement)
    return text_of({name: said[name] for name in _fields_of(Announcement)})


def announcement_of(content: bytes) -> Announcement:
    """Decode and check an announcement.

    Raises
    ------
    ProtocolError
        ``protocol-version`` with the device's version, or ``protocol-field`` with the field
        and the reason.
    ValueError
        If the body is not a JSON object.
    """
    given = object_of(content)
    # the version first: the fields of another version may have other meanings
    version = _integer(given.get("version"), field="version")
    if not 0 <= version <= HIGHEST_VERSION:
        raise _wrong("version", "out of range")
    if version != PROTOCOL_VERSION:
        raise ProtocolError("protocol-version", expected=PROTOCOL_VERSION, found=version)
    _check_names(given, Announcement, prefix="")
    names = _texts(given["joint_names"], field="joint_names")
    count = len(names)
    channels = _list(given["channels"], field="channels")
    announcement = Announcement(
        version=version,
        **{field: _text(given[field], field=field) for field in ("model", "serial", "firmware", "power_on")},
        kind=_choice(given["kind"], [kind.value for kind in ControllerKind], field="kind"),
        joint_names=names,
        lower=_limits(given["lower"], count, field="lower"),
        upper=_limits(given["upper"], count, field="upper"),
        velocity=_limits(given["velocity"], count, field="velocity"),
        gear_ratio=_numbers(given["gear_ratio"], count, field="gear_ratio"),
        channels=tuple(_channel(item, index, joints=count) for index, item in enumerate(channels)),
        sample_rate=_number(given["sample_rate"], field="sample_rate"),
        torque_kind=_choice(given["torque_kind"], [kind.value for kind in TorqueKind], field="torque_kind"),
        stops_when_host_silent=_flag(given.get("stops_when_host_silent", True), "stops_when_host_silent"),
        drive_gain=_gains(given.get("drive_gain"), count),
        mark=_text(given.get("mark", ""), field="mark"),
        simulation=_flag(given.get("simulation", False), "simulation"),
        acceleration=_accelerations(given.get("acceleration"), count),
        sha256=hashlib.sha256(content).hexdigest(),
    )
    _check_whole(announcement)
    return announcement


def _check_whole(announcement: Announcement) -> None:
    """Check what concerns several fields together."""
    if not announcement.joint_names:
        raise _wrong("joint_names", "empty")
    if not announcement.model:
        raise _wrong("model", "empty")  # an empty model name would match every description
    if announcement.sample_rate <= 0.0:
        raise _wrong("sample_rate", "not positive")
    if 0.0 in announcement.gear_ratio:
        raise _wrong("gear_ratio", "zero")
    if not announcement.channels:
        raise _wrong("channels", "empty")
    seen: set[tuple[str, int]] = set()
    for index, channel in enumerate(announcement.channels):
        key = (channel.quantity, channel.joint)
        if key in seen:
            raise _wrong(f"channels[{index}]", "the same quantity and joint twice")
        seen.add(key)
    if not announcement.fast_channels:
        raise _wrong("channels", "none at the sample rate")
    for field, reason in beyond_bounds(announcement):
        raise _wrong(field, reason)


def _channel(given: object, index: int, *, joints: int) -> Channel:
    prefix = f"channels[{index}]."
    if not isinstance(given, dict):
        raise _wrong(prefix.rstrip("."), "not an object")
    _check_names(given, Channel, prefix=prefix)
    texts = {field: _text(given[field], field=prefix + field) for field in ("name", "quantity", "unit")}
    channel = Channel(
        name=texts["name"],
        quantity=texts["quantity"],
        unit=texts["unit"],
        joint=_integer(given["joint"], field=prefix + "joint"),
        kind=_choice(given["kind"], CHANNEL_KINDS, field=prefix + "kind"),
        sign=_integer(given.get("sign", 1), field=prefix + "sign"),
        counts_per_turn=_integer(given.get("counts_per_turn", 0), field=prefix + "counts_per_turn"),
        scale=_number(given["scale"], field=prefix + "scale"),
        offset=_number(given.get("offset", 0.0), field=prefix + "offset"),
        ratio=_number(given.get("ratio", 1.0), field=prefix + "ratio"),
        rate=_number(given.get("rate", 1000.0), field=prefix + "rate"),
    )
    if not 0 <= channel.joint < joints:
        raise _wrong(prefix + "joint", "no such joint")
    if channel.sign not in {-1, 1}:
        raise _wrong(prefix + "sign", "neither 1 nor -1")
    if channel.scale == 0.0 or channel.ratio == 0.0:
        raise _wrong(prefix + ("ratio" if channel.scale else "scale"), "zero")
    if not 0 <= channel.counts_per_turn <= MOST_COUNTS_PER_TURN:
        raise _wrong(prefix + "counts_per_turn", "out of range")
    if channel.rate <= 0.0:
        raise _wrong(prefix + "rate", "not positive")
    return channel


def _check_names(given: Mapping[str, object], kind: type[Any], *, prefix: str) -> None:
    known = _fields_of(kind)
    for name in given:
        if name not in known:
            raise _wrong(prefix + name, "unknown")
    for name, needed in known.items():
        if needed and name not in given:
            raise _wrong(prefix + name, "missing")


def _fields_of(kind: type[Any]) -> dict[str, bool]:
    """The fields that are transmitted, True for those that are required."""
    return {item.name: item.default is MISSING for item in fields(kind) if OFF_WIRE not in item.metadata}


def _wrong(field: str, reason: str) -> ProtocolError:
    return ProtocolError("protocol-field", message="Announcement", field=shown(field), reason=reason)


def _text(value: object, *, field: str) -> str:
    if not isinstance(value, str):
        raise _wrong(field, "not a text")
    if reason := wrong_text(value):
        raise _wrong(field, reason)
    return value


def _flag(value: object, field: str) -> bool:
    if not isinstance(value, bool):
        raise _wrong(field, "neither true nor false")
    return value


def _integer(value: object, *, field: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise _wrong(field, "not a whole number")
    return value


def _number(value: object, *, field: str) -> float:
    if not isinstance(value, int | float) or isinstance(value, bool):
        raise _wrong(field, "not a number")
    if not abs(value) <= sys.float_info.max:  # JSON allows integers of any length, and 1e999
        raise _wrong(field, "out of range")
    return float(value)


def _choice(value: object, choices: Sequence[str], *, field: str) -> str:
    if value not in choices:
        raise _wrong(field, "none of " + ", ".join(choices))
    return cast("str", value)


def _list(value: object, *, field: str) -> list[object]:
    if not isinstance(value, list):
        raise _wrong(field, "not a list")
    return value


def _texts(value: object, *, field: str) -> tuple[str, ...]:
    return tuple(_text(item, field=field) for item in _list(value, field=field))


def _numbers(value: object, count: int, *, field: str) -> tuple[float, ...]:
    numbers = tuple(_number(item, field=field) for item in _list(value, field=field))
    if len(numbers) != count:
        raise _wrong(field, "not one per joint")
    return numbers


def _limits(value: object, count: int, *, field: str) -> tuple[float | None, ...]:
    given = _list(value, field=field)
    if len(given) != count:
        raise _wrong(field, "not one per joint")
    return tuple(None if item is None else _number(item, field=field) for item in given)


def _accelerations(value: object, count: int) -> tuple[float | None, ...] | None:
    return None if value is None else _limits(value, count, field="acceleration")


def _gains(value: object, count: int) -> tuple[float, ...] | None:
    return None if value is None else _numbers(value, count, field="drive_gain")


LONGEST_TEXT = 64
"""Characters of a name, a serial number, a firmware version or a unit."""
MOST_JOINTS = 32
MOST_CHANNELS = 512
LOWEST_RATE_HZ, HIGHEST_RATE_HZ = 10.0, 20_000.0
"""Below it an arm could not be supervised during a motion; above it no line carries the stream."""
LARGEST_LIMIT = 1e6
"""Position, velocity and acceleration limits in rad, m and s."""
LEAST_VELOCITY = 1e-6
"""Velocity and acceleration limits in rad, m and s."""
LEAST_RATIO, LARGEST_RATIO = 1e-3, 1e6
LEAST_GAIN, LARGEST_GAIN = 1e-6, 1e6
"""Drive gains in N·m/A."""
LEAST_FACTOR, LARGEST_FACTOR = 1e-15, 1e9
"""Scale of a channel in SI units per count."""
LARGEST_OFFSET = 1e12
"""Offset of a channel in counts."""

Wrong = tuple[str, str]
"""Name of a field and the reason why it is wrong."""


def wrong_text(text: str) -> str:
    """Reason why a text of a device cannot be shown; empty if it can be shown unchanged."""
    if len(text) > LONGEST_TEXT:
        return f"longer than {LONGEST_TEXT} characters"
    if "\0" in text:
        return "with a zero in it"  # zero ends a text in the visit file
    if not text.isprintable():  # it could control a terminal or hide other text
        return "with a character that cannot be shown"
    return "" if text == text.strip() else "with a space at an end"


def beyond_bounds(announcement: Announcement) -> Iterator[Wrong]:
    """Yield each field that is beyond its bounds or contradicts another one."""
    if len(announcement.joint_names) > MOST_JOINTS:
        yield "joint_names", f"more than {MOST_JOINTS}"
    if not LOWEST_RATE_HZ <= announcement.sample_rate <= HIGHEST_RATE_HZ:
        yield "sample_rate", f"not from {LOWEST_RATE_HZ:g} to {HIGHEST_RATE_HZ:g} Hz"
    yield from _ranges(announcement)
    rows: Sequence[tuple[str, Sequence[float | None], float, float]] = (
        ("velocity", announcement.velocity, LEAST_VELOCITY, LARGEST_LIMIT),
        ("acceleration", announcement.acceleration or (), LEAST_VELOCITY, LARGEST_LIMIT),
        ("gear_ratio", tuple(map(abs, announcement.gear_ratio)), LEAST_RATIO, LARGEST_RATIO),
        # the sign of a gear ratio or gain is a direction; only the size is bounded
        ("drive_gain", tuple(map(abs, announcement.drive_gain or ())), LEAST_GAIN, LARGEST_GAIN),
    )
    for field, values, least, largest in rows:
        if any(value is not None and not least <= value <= largest for value in values):
            yield field, f"not from {least:g} to {largest:g}"
    if len(announcement.channels) > MOST_CHANNELS:
        yield "channels", f"more than {MOST_CHANNELS}"
    for index, channel in enumerate(announcement.channels):
        yield from _scales(channel, f"channels[{index}].")


def _ranges(announcement: Announcement) -> Iterator[Wrong]:
    for field, limits in (("lower", announcement.lower), ("upper", announcement.upper)):
        if any(limit is not None and abs(limit) > LARGEST_LIMIT for limit in limits):
            yield field, f"beyond {LARGEST_LIMIT:g}"
    for low, high in zip(announcement.lower, announcement.upper, strict=True):
        if low is not None and high is not None and not low < high:
            yield "upper", "not above lower"


def _scales(channel: Channel, prefix: str) -> Iterator[Wrong]:
    if not LEAST_FACTOR <= abs(channel.scale) <= LARGEST_FACTOR:
        yield prefix + "scale", f"not from {LEAST_FACTOR:g} to {LARGEST_FACTOR:g}"
    elif not LEAST_FACTOR <= abs(channel.scale / channel.ratio) <= LARGEST_FACTOR:
        yield prefix + "ratio", f"scale over ratio not from {LEAST_FACTOR:g} to {LARGEST_FACTOR:g}"
    if abs(channel.offset) > LARGEST_OFFSET:
        yield prefix + "offset", f"beyond {LARGEST_OFFSET:g}"


def text_of(value: object) -> bytes:
    """Encode compact JSON in UTF-8; ``ValueError`` for NaN and infinity, which JSON does not have."""
    return json.dumps(value, allow_nan=False, separators=(",", ":"), ensure_ascii=False).encode()


def object_of(content: bytes) -> dict[str, object]:
    """Decode a JSON object; ``ValueError`` for another value or a repeated name."""
    text = content.decode()
    found = json.loads(text, parse_constant=_refuse_constant, object_pairs_hook=_once_each)
    if not isinstance(found, dict):
        raise ValueError("no JSON object")  # noqa: TRY004 - one kind of error for all bodies
    if "\\u" in text:
        text_of(found)  # refuses lone surrogates, which no file could store
    return found


def _refuse_constant(name: str) -> object:
    raise ValueError(f"{name} is no JSON")


def _once_each(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a name twice")
    return found


def facts_text(facts: Mapping[str, Fact]) -> bytes:
    """Encode facts, empty for none; numbers that are not finite are encoded as text."""
    return text_of({name: _as_json(fact) for name, fact in facts.items()}) if facts else b""


def _as_json(fact: Fact) -> object:
    if isinstance(fact, tuple):
        # a list has one type: one infinite number turns all of its numbers into text
        whole = all(map(_is_sayable, fact))
        return [item if whole else str(item) for item in fact]
    return fact if _is_sayable(fact) else str(fact)


def _is_sayable(item: str | float) -> bool:
    return isinstance(item, str) or math.isfinite(item)


def facts_of(content: bytes) -> dict[str, Fact]:
    """Decode facts; ``ValueError`` unless each value is text, a number or a list of one type."""
    return {name: as_fact(value) for name, value in object_of(content).items()} if content else {}


def as_fact(value: object) -> Fact:
    """Convert a JSON value to a fact; ``ValueError`` if it has another type."""
    items = value if isinstance(value, list) else [value]
    if any(isinstance(item, int | float) and not abs(item) <= _LARGEST_NUMBER for item in items):
        raise ValueError("a number out of range")
    if isinstance(value, str | int | float):
        return value
    if isinstance(value, list):
        if all(isinstance(item, str) for item in value):
            return tuple(value)
        # whole numbers are kept: a list of joint numbers must not become floats
        if all(isinstance(item, int) for item in value):
            return tuple(value)
        if all(isinstance(item, int | float) for item in value):
            return tuple(float(item) for item in value)
    raise ValueError("no fact")
