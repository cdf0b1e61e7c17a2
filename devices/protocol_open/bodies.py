"""The body of each message: packed little-endian fields, or JSON where speed does not matter.

``CODECS`` is the whole protocol: type number, class, and the functions for both directions. An
``unpack`` raises ``ValueError``, ``struct.error`` or ``ProtocolError`` for a body that is not
exactly one message of its type.
"""

import math
import struct
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from devices.protocol_open import messages as m
from devices.protocol_open.announcements import (
    announcement_of,
    announcement_text,
    as_fact,
    facts_of,
    facts_text,
    object_of,
    text_of,
)

_OUTCOMES = ("", "finished", "stopped", "failed")
_U8 = struct.Struct("<B")
_U16 = struct.Struct("<H")
_U32 = struct.Struct("<I")
_JOG = struct.Struct("<Hdd")
_POINT = struct.Struct("<dH")
_BEGIN = struct.Struct("<BII")
_COMMITTED = struct.Struct("<HI")
_REJECT = struct.Struct("<HB")
_LOAD = struct.Struct("<4d")
_STATUS = struct.Struct("<BBIfBdB")
_SAMPLES = struct.Struct("<HH")
_WORD_BYTES = 4
"""Size of one value in a row."""


@dataclass(frozen=True)
class Codec:
    """Number, class and conversion functions of one message type."""

    number: int
    kind: type[Any]
    pack: Callable[[Any], bytes]
    unpack: Callable[[bytes], m.Message]


def _pack_nothing(message: m.Message) -> bytes:  # noqa: ARG001 - one shape for all
    return b""


def _nothing(kind: type[Any]) -> Callable[[bytes], m.Message]:
    def unpack(body: bytes) -> m.Message:
        if body:
            raise ValueError("a body where there is none")
        message: m.Message = kind()
        return message

    return unpack


def _pack_point(message: m.PointToPoint) -> bytes:
    count = len(message.target)
    return _POINT.pack(message.speed_percent, count) + struct.pack(f"<{count}d", *message.target)


def _unpack_point(body: bytes) -> m.Message:
    percent, count = _POINT.unpack_from(body)
    target = tuple(map(_finite, struct.unpack(f"<{count}d", body[_POINT.size :])))
    return m.PointToPoint(target=target, speed_percent=_finite(percent))


def _unpack_jog(body: bytes) -> m.Message:
    joint, angle, speed = _JOG.unpack(body)
    return m.JogJoint(joint=joint, angle=_finite(angle), speed=_finite(speed))


def _unpack_begin(body: bytes) -> m.Message:
    kind, size, crc = _BEGIN.unpack(body)
    return m.TrajectoryBegin(kind=m.TrajectoryKind(kind), size=size, crc=crc)


def _pack_chunk(message: m.TrajectoryChunk) -> bytes:
    return _U32.pack(message.offset) + message.content


def _unpack_chunk(body: bytes) -> m.Message:
    return m.TrajectoryChunk(offset=_U32.unpack_from(body)[0], content=body[_U32.size :])


def _unpack_simulate(body: bytes) -> m.Message:
    given = object_of(body)
    action, facts = given.get("action"), given.get("facts", {})
    if not isinstance(action, str) or not isinstance(facts, dict):
        raise ValueError("no action with facts")  # noqa: TRY004 - one kind of error for all bodies
    return m.Simulate(action=action, facts={name: as_fact(fact) for name, fact in facts.items()})


def _pack_simulate(message: m.Simulate) -> bytes:
    return text_of({"action": message.action, "facts": message.facts})


def _pack_reject(message: m.Reject) -> bytes:
    code = message.code.encode()
    return _REJECT.pack(message.request, len(code)) + code + facts_text(message.facts)


def _unpack_reject(body: bytes) -> m.Message:
    request, length = _REJECT.unpack_from(body)
    code, rest = _cut(body, at=_REJECT.size, length=length)
    return m.Reject(request=request, code=code, facts=facts_of(rest))


def _pack_status(status: m.Status) -> bytes:
    fault = status.fault.encode()
    payload = math.nan if status.payload_mass is None else status.payload_mass
    outcome = _OUTCOMES.index(status.outcome)
    head = _STATUS.pack(
        status.state, status.flags, status.motion, status.progress, outcome, payload, len(fault)
    )
    return head + fault + facts_text(status.facts)


def _unpack_status(body: bytes) -> m.Message:
    state, flags, motion, progress, outcome, payload, length = _STATUS.unpack_from(body)
    fault, rest = _cut(body, at=_STATUS.size, length=length)
    if outcome >= len(_OUTCOMES):
        raise ValueError("no such outcome")
    return m.Status(
        state=m.DeviceState(state),
        flags=m.StatusFlag(flags),
        motion=motion,
        progress=_finite(progress),
        outcome=_OUTCOMES[outcome],
        fault=fault,
        facts=facts_of(rest),
        payload_mass=None if math.isnan(payload) else _finite(payload),
    )


def _pack_load(mass: float, center: tuple[float, float, float] | None) -> bytes:
    return _LOAD.pack(mass, *((math.nan,) * 3 if center is None else center))


def _unpack_load(body: bytes) -> tuple[float, tuple[float, float, float] | None]:
    """Decode mass and centre; three NaN mean no centre, NaN in one component is an error."""
    mass, x, y, z = _LOAD.unpack(body)
    if all(map(math.isnan, (x, y, z))):
        return _finite(mass), None
    return _finite(mass), (_finite(x), _finite(y), _finite(z))


def _unpack_told(body: bytes) -> m.Message:
    (request,) = _U16.unpack_from(body)
    return m.PayloadTold(request, *_unpack_load(body[_U16.size :]))


def _pack_samples(samples: m.Samples) -> bytes:
    count = len(samples.time_us)
    head = _SAMPLES.pack(samples.first, count) + struct.pack(f"<{count}I", *samples.time_us)
    return head + samples.rows


def _unpack_samples(body: bytes) -> m.Message:
    first, count = _SAMPLES.unpack_from(body)
    time_us = struct.unpack_from(f"<{count}I", body, _SAMPLES.size)
    rows = body[_SAMPLES.size + 4 * count :]
    # the row length is not known here: it follows from the announced channel table
    if not count or not rows or len(rows) % count:
        raise ValueError("no whole rows")
    return m.Samples(first=first, time_us=time_us, rows=rows)


def _pack_slow_samples(samples: m.SlowSamples) -> bytes:
    return _U32.pack(samples.time_us) + samples.row


def _unpack_slow_samples(body: bytes) -> m.Message:
    (time_us,) = _U32.unpack_from(body)
    row = body[_U32.size :]
    if not row or len(row) % _WORD_BYTES:
        raise ValueError("no whole row")
    return m.SlowSamples(time_us=time_us, row=row)


def _finite(value: float) -> float:
    if not math.isfinite(value):
        raise ValueError("not finite")
    return value


def _cut(body: bytes, *, at: int, length: int) -> tuple[str, bytes]:
    if len(body) < at + length:
        raise ValueError("shorter than it says")
    return body[at : at + length].decode(), body[at + length :]


def _bare(number: int, kind: type[Any]) -> Codec:
    return Codec(number, kind, _pack_nothing, _nothing(kind))


CODECS = (
    Codec(0x01, m.Hello, lambda h: _U16.pack(h.version), lambda b: m.Hello(*_U16.unpack(b))),
    Codec(0x02, m.StreamOn, lambda s: _U16.pack(s.samples_per_frame), lambda b: m.StreamOn(*_U16.unpack(b))),
    _bare(0x03, m.StreamOff),
    _bare(0x04, m.Heartbeat),
    _bare(0x05, m.Arm),
    _bare(0x06, m.Disarm),
    Codec(0x07, m.PointToPoint, _pack_point, _unpack_point),
    Codec(0x08, m.JogJoint, lambda j: _JOG.pack(j.joint, j.angle, j.speed), _unpack_jog),
    Codec(0x09, m.TrajectoryBegin, lambda t: _BEGIN.pack(t.kind, t.size, t.crc), _unpack_begin),
    Codec(0x0A, m.TrajectoryChunk, _pack_chunk, _unpack_chunk),
    _bare(0x0B, m.TrajectoryCommit),
    Codec(0x0C, m.TrajectoryRun, lambda t: _U32.pack(t.token), lambda b: m.TrajectoryRun(*_U32.unpack(b))),
    Codec(0x0D, m.Stop, lambda s: _U8.pack(s.abort), lambda b: m.Stop(abort=bool(_U8.unpack(b)[0]))),
    _bare(0x0E, m.Clear),
    _bare(0x0F, m.AskStatus),
    Codec(0x10, m.Simulate, _pack_simulate, _unpack_simulate),
    _bare(0x11, m.AskPayload),
    Codec(
        0x12, m.SetPayload, lambda s: _pack_load(s.mass, s.center), lambda b: m.SetPayload(*_unpack_load(b))
    ),
    Codec(0x81, m.Announcement, announcement_text, announcement_of),
    Codec(0x82, m.Ack, lambda a: _U16.pack(a.request), lambda b: m.Ack(*_U16.unpack(b))),
    Codec(0x83, m.Reject, _pack_reject, _unpack_reject),
    Codec(0x84, m.TrajectoryAck, lambda t: _U32.pack(t.received), lambda b: m.TrajectoryAck(*_U32.unpack(b))),
    Codec(
        0x85,
        m.Committed,
        lambda c: _COMMITTED.pack(c.request, c.token),
        lambda b: m.Committed(*_COMMITTED.unpack(b)),
    ),
    Codec(0x86, m.Status, _pack_status, _unpack_status),
    Codec(0x87, m.Samples, _pack_samples, _unpack_samples),
    Codec(0x88, m.SlowSamples, _pack_slow_samples, _unpack_slow_samples),
    Codec(0x89, m.PayloadTold, lambda t: _U16.pack(t.request) + _pack_load(t.mass, t.center), _unpack_told),
)
BY_KIND = {codec.kind: codec for codec in CODECS}
BY_NUMBER = {codec.number: codec for codec in CODECS}
