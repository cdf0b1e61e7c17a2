"""Frames that were sent, and what can happen to them on a bad line or in a bad device.

Every ``Case`` knows what was sent: which frames must come out of a decoder, which may (the
damaged one, should the damage have changed nothing), and whether a frame in it is whole on
the line but must be refused for its body.
"""

import itertools
import struct
import zlib
from collections.abc import Callable
from dataclasses import dataclass, field, replace

import numpy as np

from devices.protocol_open import messages as m
from devices.protocol_open import wire
from devices.protocol_open.bodies import BY_KIND, CODECS
from devices.protocol_open.wire import LARGEST_BODY_BYTES, RawFrame, encode_frame
from tests.devices.open_arm.fake_device import announcement

Random = np.random.Generator
_POOL = 4000
_LONGEST_GARBAGE = 200_000
_PIECE = 4096


@dataclass(frozen=True)
class Sent:
    """A frame as it was sent: its message, and its bytes with the delimiter."""

    frame: wire.Frame
    content: bytes
    body: bytes
    number: int
    """Type on the wire."""
    key: tuple[int, ...]
    """Type, number, clock, length and checksum of the body, as the C codec tells them."""


@dataclass(frozen=True)
class Case:
    """What arrives, in the pieces in which it arrives; always up to a delimiter."""

    content: bytes
    must: tuple[Sent, ...] = ()
    may: tuple[Sent, ...] = ()
    malformed: tuple[int, ...] = ()
    """Types of frames with a right checksum around a body that is none."""
    oversized: bool = False
    pieces: tuple[bytes, ...] = field(default=())


def pool(random: Random) -> list[Sent]:
    """Frames of every kind, with bodies from nothing to the largest."""
    return [_sent(_message(random, index), random) for index in range(_POOL)]


def _sent(message: m.Message, random: Random) -> Sent:
    frame = wire.Frame(message, int(random.integers(2**16)), int(random.integers(2**32)))
    content = wire.encode(message, sequence=frame.sequence, time_us=frame.time_us)
    number, body = BY_KIND[type(message)].number, BY_KIND[type(message)].pack(message)
    key = (number, frame.sequence, frame.time_us, len(body), zlib.crc32(body))
    return Sent(frame, content, body, number, key)


def _message(random: Random, index: int) -> m.Message:
    """The kinds in turn; every other one of them a frame of samples, as on a real line."""
    if index % 2:
        count, width = int(random.integers(1, 12)), 4 * int(random.integers(1, 40))
        rows = bytes(count * width) if index % 16 == 1 else random.bytes(count * width)
        times = tuple(range(1000 * index, 1000 * (index + count), 1000))
        return m.Samples(int(random.integers(2**16)), times, rows)
    return _MAKERS[index // 2 % len(_MAKERS)](random)


def _status(random: Random) -> m.Status:
    return m.Status(
        m.DeviceState(_number(random, 2)),
        m.StatusFlag(_number(random, 4)),
        motion=int(random.integers(1000)),
        progress=float(np.float32(random.random())),
        outcome=("", "finished", "stopped", "failed")[random.integers(4)],
        fault=("", "host-silent")[random.integers(2)],
        facts={"joint": "elbow", "limit": float(random.normal())} if random.random() < 0.5 else {},
        payload_mass=None if random.random() < 0.5 else float(random.random()),
    )


def _number(random: Random, bits: int) -> int:
    return int(random.integers(2**bits))


_MAKERS: tuple[Callable[[Random], m.Message], ...] = (
    lambda random: m.Hello(_number(random, 16)),
    lambda random: m.StreamOn(_number(random, 16)),
    lambda _: m.StreamOff(),
    lambda _: m.Heartbeat(),
    lambda _: m.Arm(),
    lambda _: m.Disarm(),
    lambda random: m.PointToPoint(tuple(random.normal(size=random.integers(1, 9)).tolist()), 50.0),
    lambda random: m.JogJoint(_number(random, 3), float(random.normal()), float(random.random())),
    lambda random: m.TrajectoryBegin(
        m.TrajectoryKind(_number(random, 1)), _number(random, 20), _number(random, 32)
    ),
    lambda random: m.TrajectoryChunk(_number(random, 20), random.bytes(512)),
    lambda random: m.TrajectoryChunk(_number(random, 20), b"\xff" * int(random.integers(2000))),
    lambda _: m.TrajectoryCommit(),
    lambda random: m.TrajectoryRun(_number(random, 32)),
    lambda random: m.Stop(abort=bool(random.integers(2))),
    lambda _: m.Clear(),
    lambda _: m.AskStatus(),
    lambda random: m.Simulate("fault", {"name": "emergency-stop", "size": float(random.normal())}),
    lambda random: m.Ack(_number(random, 16)),
    lambda random: m.Reject(_number(random, 16), "outside-limits", {"joint": _number(random, 3)}),
    lambda random: m.TrajectoryAck(_number(random, 20)),
    lambda random: m.Committed(_number(random, 16), _number(random, 32)),
    _status,
    lambda random: m.SlowSamples(_number(random, 32), random.bytes(4 * int(random.integers(1, 12)))),
    lambda _: announcement(),
)


# On the line


def flipped(random: Random, sent: list[Sent]) -> Case:
    """One to eight bits turned."""
    one = _any(random, sent)
    content = bytearray(one.content)
    for place in random.integers(8 * len(content), size=random.integers(1, 9)).tolist():
        content[place // 8] ^= 1 << (place % 8)
    return _ended(content, may=(one,))


def cut_short(random: Random, sent: list[Sent]) -> Case:
    """The end is missing."""
    one = _any(random, sent)
    return _ended(one.content[: random.integers(len(one.content))], may=(one,))


def joined(random: Random, sent: list[Sent]) -> Case:
    """The beginning of one frame and the end of another."""
    one, other = _any(random, sent), _any(random, sent)
    head = one.content[: random.integers(len(one.content))]
    return _ended(head + other.content[random.integers(len(other.content)) :], may=(one, other))


def without_delimiter(random: Random, sent: list[Sent]) -> Case:
    """Two whole frames and nothing between them."""
    one, other = _any(random, sent), _any(random, sent)
    return Case(one.content[:-1] + other.content)


def rewritten(random: Random, sent: list[Sent]) -> Case:
    """Bytes lost, doubled, put in, or written over in a burst."""
    one = _any(random, sent)
    first, last = sorted(random.integers(len(one.content), size=2).tolist())
    last = min(last, first + 40)
    there = one.content[first:last]
    instead = (b"", there * 2, random.bytes(int(random.integers(9))) + there, random.bytes(len(there)))
    return _ended(one.content[:first] + instead[random.integers(4)] + one.content[last:], may=(one,))


def random_bytes(random: Random, sent: list[Sent]) -> Case:
    """Nothing that was ever a frame."""
    return _ended(random.bytes(int(random.integers(300))))


def endless(random: Random, sent: list[Sent]) -> Case:
    """Garbage without a delimiter, far longer than any frame, then one."""
    one = _any(random, sent)
    garbage = random.bytes(int(random.integers(20_000, _LONGEST_GARBAGE))).replace(b"\0", b"\x01")
    content = garbage + b"\0" + one.content
    pieces = tuple(content[first : first + _PIECE] for first in range(0, len(content), _PIECE))
    return Case(content, must=(one,), oversized=True, pieces=pieces)


# In the device: a right checksum around what is no body


def oversized(random: Random, sent: list[Sent]) -> Case:
    """A right frame with a body beyond the largest."""
    body = random.bytes(int(random.integers(LARGEST_BODY_BYTES + 1, LARGEST_BODY_BYTES + 4000)))
    return Case(_with_checksum(struct.pack("<BBHI", 0x0A, 0, 1, 2) + body))


def too_short(random: Random, sent: list[Sent]) -> Case:
    """A right checksum behind less than a header."""
    return Case(_with_checksum(random.bytes(int(random.integers(8)))))


def header_only(random: Random, sent: list[Sent]) -> Case:
    """A type that has a body without one."""
    one = _any(random, sent)
    while one.number in _WITHOUT_BODY:
        one = _any(random, sent)
    return _refused(one.number, b"")


def wrong_length(random: Random, sent: list[Sent]) -> Case:
    """A few bytes more or fewer than the body says."""
    one = _any(random, sent)
    while one.number in _OF_ANY_LENGTH or (one.number == _SAMPLES and one.body[2] < 2):
        one = _any(random, sent)
    if one.number == _SAMPLES:  # neither whole rows nor whole words
        return _refused(one.number, one.body[: -int(random.integers(1, one.body[2]))])
    if one.body and random.random() < 0.5:
        return _refused(one.number, one.body[: -int(random.integers(1, min(len(one.body), 3) + 1))])
    return _refused(one.number, one.body + b"x" * int(random.integers(1, 4)))


def wrong_fields(random: Random, sent: list[Sent]) -> Case:
    """Numbers that are none, states that there are not, counts beyond the end, bytes that are no text."""
    bad = (float("nan"), float("inf"), -float("inf"))[random.integers(3)]
    status = struct.pack("<BBIfBdB", 1, 0, 1, 0.5, 1, 0.5, 0)
    bodies = (
        (0x07, struct.pack("<dH2d", 50.0, 2, 0.1, bad)),
        (0x07, struct.pack("<dH2d", bad, 2, 0.1, 0.2)),
        (0x07, struct.pack("<dH2d", 50.0, int(random.integers(3, 65536)), 0.1, 0.2)),
        (0x08, struct.pack("<Hdd", 1, bad, 0.1)),
        (0x08, struct.pack("<Hdd", 1, 0.1, bad)),
        (0x09, struct.pack("<BII", int(random.integers(2, 256)), 100, 7)),
        (0x83, struct.pack("<HB", 1, int(random.integers(5, 256))) + b"code"),
        (0x83, struct.pack("<HB", 1, 2) + b"\xff\xfe"),
        (0x86, bytes([int(random.integers(5, 256))]) + status[1:]),
        (0x86, status[:10] + bytes([int(random.integers(4, 256))]) + status[11:]),
        (0x86, status[:6] + struct.pack("<f", bad) + status[10:]),
        (0x86, status[:11] + struct.pack("<d", float("inf")) + status[19:]),
        (0x87, struct.pack("<HH", 1, 0) + bytes(40)),
        (0x87, struct.pack("<HH", 1, int(random.integers(20, 65536))) + bytes(80)),
        (0x88, struct.pack("<I", 1)),
    )
    return _refused(*bodies[random.integers(len(bodies))])


def wrong_text(random: Random, sent: list[Sent]) -> Case:
    """JSON that is none, or nests as deep as a frame is long."""
    depth = int(random.integers(1000, LARGEST_BODY_BYTES // 8))
    texts = (
        b"[" * depth, b'{"a":' * depth, b'{"a":[' + b"[" * depth, b"{" * depth,
        b'{"version":NaN}', b'{"version":1e999}', b'{"version":' + b"9" * depth + b"}",
        b'{"a":null}', b'{"a":{"b":1}}', b'{"a":1e999}', b'{"a":1,"a":2}', b'{"a":"\\ud800"}', b'"text"',
        b'{"a":[1,"b"]}', b"\xff\xfe", b'{"a":' + b"9" * 6000 + b"}", random.bytes(40),
    )  # fmt: skip
    text = texts[random.integers(len(texts))]
    head = {
        0x10: b"",
        0x81: b"",
        0x83: struct.pack("<HB", 1, 4) + b"code",
        0x86: struct.pack("<BBIfBdB", 1, 0, 1, 0.5, 1, 0.5, 0),
    }
    number = tuple(head)[random.integers(len(head))]
    return _refused(number, head[number] + text)


_WITHOUT_BODY = frozenset(codec.number for codec in CODECS if codec.kind.__dataclass_fields__ == {})
_SAMPLES = 0x87
_OF_ANY_LENGTH = frozenset({0x0A, 0x0D})
"""A chunk is as long as it is; of a Stop, whose body is one byte, ``header_only`` takes care."""

KINDS: tuple[tuple[float, Callable[[Random, list[Sent]], Case]], ...] = (
    (0.27, flipped),
    (0.12, cut_short),
    (0.12, joined),
    (0.05, without_delimiter),
    (0.16, rewritten),
    (0.10, random_bytes),
    (0.0005, endless),
    (0.0015, oversized),
    (0.01, too_short),
    (0.03, header_only),
    (0.06, wrong_length),
    (0.06, wrong_fields),
    (0.018, wrong_text),
)
FOLLOWED = 0.3
CUT_UP = 0.1


def cases(random: Random, sent: list[Sent], count: int) -> list[tuple[str, Case]]:
    """That many cases by their kinds' shares; some followed by a whole frame, some arriving in pieces."""
    shares = np.array([share for share, _ in KINDS])
    chosen = random.choice(len(KINDS), size=count, p=shares / shares.sum())
    chance = random.random((count, 2))
    made = []
    for index, (kind, (follow, cut)) in enumerate(zip(chosen.tolist(), chance.tolist(), strict=True)):
        make = KINDS[kind][1]
        case = make(random, sent)
        if follow < FOLLOWED and not case.pieces:
            one = sent[(index * 7919) % len(sent)]
            case = replace(case, content=case.content + one.content, must=(*case.must, one))
        if not case.pieces:
            case = replace(case, pieces=_in_pieces(random, case.content) if cut < CUT_UP else (case.content,))
        made.append((make.__name__, case))
    return made


def _in_pieces(random: Random, content: bytes) -> tuple[bytes, ...]:
    edges = [0, *sorted(random.integers(len(content) + 1, size=3).tolist()), len(content)]
    return tuple(content[first:last] for first, last in itertools.pairwise(edges))


def _any(random: Random, sent: list[Sent]) -> Sent:
    return sent[random.integers(len(sent))]


def _ended(content: bytes | bytearray, *, may: tuple[Sent, ...] = ()) -> Case:
    return Case(bytes(content) + b"\0", may=may)


def _refused(number: int, body: bytes) -> Case:
    return Case(encode_frame(RawFrame(number, 0, 3, 4, body)), malformed=(number,))


def _with_checksum(content: bytes) -> bytes:
    return wire.stuff(content + struct.pack("<I", zlib.crc32(content))) + b"\0"
