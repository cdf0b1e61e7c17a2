"""Bounds of an announcement; a value beyond them is refused with the name of its field.

The bounds are far wider than any real arm. They keep out values that could overflow, fill the
memory, hide a loss of samples or control a terminal, and values that contradict each other.
"""

from collections.abc import Iterator, Sequence

from devices.protocol_open.messages import Announcement, Channel

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
