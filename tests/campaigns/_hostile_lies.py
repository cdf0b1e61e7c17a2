"""The lies that the campaign of hostile devices tells, each with the sentence that a person gets for it."""

import json
import math

import numpy as np
from _hostile_device import FLOOD_BYTES, STANDING, HostileDevice, Lie, honest_announcement

from devices.protocol_open import messages as m
from devices.protocol_open import wire

NOT_NAMED = "is not the serial number of this arm"
FIELD = "(D-012)"
_NAN = float("nan")


def _channels(**changes: object) -> list[dict[str, object]]:
    """The honest channel table with its first channel changed."""
    first, *others = honest_announcement()["channels"]  # type: ignore[misc]
    return [{**first, **changes}, *others]  # type: ignore[has-type]


def _announced(name: str, says: str, **changes: object) -> Lie:
    return Lie(name, says, announced=changes)


def _raw(name: str, body: bytes, says: str = FIELD) -> Lie:
    return Lie(name, says, raw=body)


def _many_channels() -> bytes:
    """As many as fit into a frame, all alike but for their quantity."""
    said = {**honest_announcement(), "channels": []}
    channels = [
        {"name": "", "quantity": f"q{number}", "joint": 0, "unit": "", "kind": "f4", "scale": 1}
        for number in range(190)
    ]
    return json.dumps({**said, "channels": channels}, separators=(",", ":")).encode()


def _many_joints() -> bytes:
    count = 600
    said = {
        **honest_announcement(),
        "joint_names": [""] * count,
        **dict.fromkeys(("lower", "upper", "velocity"), [None] * count),
        "gear_ratio": [1] * count,
        "drive_gain": None,
    }
    return json.dumps(said, separators=(",", ":")).encode()


def _with_text(old: str, new: str) -> bytes:
    """The honest announcement with a piece of its text replaced."""
    text = json.dumps(honest_announcement())
    assert old in text, old
    return text.replace(old, new, 1).encode()


def announcements() -> list[Lie]:
    """Lies about itself."""
    n = 3
    escape = "\x1b[2J\x1b]0;mine\x07"
    return [
        Lie("honest", NOT_NAMED),
        _announced("calls itself virtual", NOT_NAMED, mark="virtual"),
        _announced("calls itself virtual and simulates", NOT_NAMED, mark="virtual", simulation=True),
        _announced("calls itself a replay", NOT_NAMED, mark="replay"),
        _announced("calls itself synthetic", NOT_NAMED, mark="synthetic"),
        _announced("mark unknown", FIELD, mark="toy"),
        _announced("no serial number", NOT_NAMED, serial=""),
        _announced("serial number of spaces", FIELD, serial="   "),
        _announced("serial number that draws", FIELD, serial=escape),
        _announced("serial number without end", FIELD, serial="9" * 10_000),
        _announced("serial number in two directions", FIELD, serial="A\u202e1"),
        _announced("model of another arm", "szabo-3r", model="ur10e"),
        _announced("model that draws", FIELD, model=escape),
        _announced("firmware with line ends", FIELD, firmware="1\n2026 INFO all is well"),
        _announced("power-on unnamed", NOT_NAMED, power_on=""),
        _announced("joint names that draw", FIELD, joint_names=[escape, "b", "c"]),
        _announced("two joints of three", FIELD, joint_names=["a", "b"]),
        _raw("six hundred joints", _many_joints()),
        _raw("channels without end", _many_channels()),
        _announced("no channels", FIELD, channels=[]),
        _raw("lists in lists", b'{"version":1,"model":' + b"[" * 8000 + b"]" * 8000 + b"}"),
        _raw("objects in objects", b'{"a":' * 2500 + b"1" + b"}" * 2500),
        _raw("one long text", json.dumps({"version": 1, "model": "x" * 16_000}).encode()),
        _raw("field name that draws", _with_text('"model"', json.dumps(escape))),
        _announced("next version", "D-011", version=2),
        _raw("version without end", _with_text('"version": 1', '"version": ' + "9" * 4000)),
        _raw("no JSON", b"\xff\xfe not json"),
        _raw("empty", b""),
        _raw("everything twice", _with_text('"model"', '"serial": "A", "model"')),
        _announced("wider limits", NOT_NAMED, lower=[-1e3] * n, upper=[1e3] * n, velocity=[1e3] * n),
        _announced(
            "limits unsaid", "Nothing has moved", lower=[None] * n, upper=[None] * n, velocity=[None] * n
        ),
        _announced("limits the wrong way round", FIELD, lower=[1.0] * n, upper=[-1.0] * n),
        _raw("limits that are no number", _with_text('"lower": [', '"lower": [NaN, ')),
        _raw("limits beyond all numbers", _with_text('"lower": [', '"lower": [1e999, ')),
        _announced("huge limits", FIELD, upper=[1e300] * n),
        _announced("negative speed", FIELD, velocity=[-2.0] * n),
        _announced("no speed", FIELD, velocity=[0.0] * n),
        _announced("huge speed", FIELD, velocity=[1e300] * n),
        _announced("other gears", NOT_NAMED, gear_ratio=[7.0] * n),
        _announced("no gears", FIELD, gear_ratio=[1e-300] * n),
        _announced("no torque per ampere", FIELD, drive_gain=[1e-300] * n),
        _announced("endless torque per ampere", FIELD, drive_gain=[1e300] * n),
        _announced("no rate", FIELD, sample_rate=0.0),
        _announced("a thousand million samples a second", FIELD, sample_rate=1e9),
        _announced("a sample an hour", FIELD, sample_rate=1.0 / 3600.0),
        _announced("scale zero", FIELD, channels=_channels(scale=0.0)),
        _announced("scale huge", FIELD, channels=_channels(scale=1e300)),
        _announced("ratio tiny", FIELD, channels=_channels(ratio=1e-300)),
        _announced("offset huge", FIELD, channels=_channels(offset=1e300)),
        _announced("sign seven", FIELD, channels=_channels(sign=7)),
        _announced("degrees for radians", FIELD, channels=_channels(unit="deg")),
        _announced("channel of no joint", FIELD, channels=_channels(joint=-1)),
        _announced("kind unknown", FIELD, kind="obedient"),
        _announced("stops by a word", FIELD, stops_when_host_silent="certainly"),
        Lie("serial number becomes the one that was typed", NOT_NAMED, changes_to={"serial": "WRONG"}),
    ]


def replies() -> list[Lie]:
    """Wrong answers, and none."""
    unexpected = {"code": "stopped", "self": 1, "kind": "\x1b[2J", "text": "x" * 5000, "more": (1e300,) * 500}
    return [
        Lie("ack to a greeting", FIELD, answers={m.Hello: lambda _d, _m, n: [m.Ack(n)]}),
        Lie("commit to a greeting", FIELD, answers={m.Hello: lambda _d, _m, n: [m.Committed(n, 7)]}),
        Lie("load to a greeting", FIELD, answers={m.Hello: lambda _d, _m, n: [m.PayloadTold(n, 1.0, None)]}),
        Lie("status to a greeting", "(D-0", answers={m.Hello: lambda d, _m, _n: [d.status()]}),
        Lie(
            "refusal in the program's own words",
            "controller reports",
            answers={m.Hello: lambda _d, _m, n: [m.Reject(n, "unexpected", unexpected)]},
        ),
        Lie(
            "refusal that draws",
            "controller reports",
            answers={
                m.Hello: lambda _d, _m, n: [m.Reject(n, "\x1b[2J" * 30, {"\x1b[1m": "\x1b]0;mine\x07"})]
            },
        ),
        Lie("silence", "(D-0", answers={m.Hello: lambda *_: []}),
        Lie("hangs up", "(D-0", hangs_up=True),
        Lie("no status", "(D-0", answers={m.AskStatus: lambda *_: []}),
        Lie("ack for a status", "(D-0", answers={m.AskStatus: lambda _d, _m, n: [m.Ack(n)]}),
        Lie("no stream", "(D-0", answers={m.StreamOn: lambda _d, _m, n: [m.Ack(n)]}),
        Lie("fault that draws", "not the serial", status={"fault": "\x1b[2J", "facts": {"code": "\x1b[1m"}}),
        Lie("stop in the flags alone", NOT_NAMED, status={"flags": m.StatusFlag.EMERGENCY_STOP}),
        Lie("always moving", NOT_NAMED, status={"state": m.DeviceState.MOVING}),
        Lie("armed from the beginning", NOT_NAMED, status={"state": m.DeviceState.ARMED}),
        Lie(
            "finished before it began",
            NOT_NAMED,
            status={"motion": 9, "outcome": "finished"},
        ),
        Lie("a huge load", NOT_NAMED, status={"payload_mass": 1e300}),
        Lie("less than nothing as load", NOT_NAMED, status={"payload_mass": -5.0}),
    ]


def _pose(value: float) -> np.ndarray:
    return np.full(3, value)


def _sway(seconds: float) -> np.ndarray:
    return np.array(STANDING) + 0.3 * math.sin(3.0 * seconds)


def _too_many(device: HostileDevice) -> list[m.Message]:
    return [device.rows(300) for _ in range(10)]


def _short_rows(device: HostileDevice) -> list[m.Message]:
    whole = device.rows(4)
    return [m.Samples(whole.first, whole.time_us, whole.rows[: 4 * 20])]


def _still_clock(device: HostileDevice) -> list[m.Message]:
    whole = device.rows(4)
    return [m.Samples(whole.first, (5,) * 4, whole.rows)]


def _backwards(device: HostileDevice) -> list[m.Message]:
    whole = device.rows(4)
    times = tuple((0xFFFFFFFF - time) & 0xFFFFFFFF for time in whole.time_us)
    return [m.Samples(whole.first, times, whole.rows)]


def _forwards(device: HostileDevice) -> list[m.Message]:
    whole = device.rows(4)
    times = tuple((time * 5000) & 0xFFFFFFFF for time in whole.time_us)
    return [m.Samples(whole.first, times, whole.rows)]


def _same_number(device: HostileDevice) -> list[m.Message]:
    whole = device.rows(4)
    return [m.Samples(7, whole.time_us, whole.rows)]


def streams() -> list[Lie]:
    """Lies in the samples, and floods."""
    random = np.random.default_rng(5).bytes(FLOOD_BYTES)
    status = m.Status(m.DeviceState.ARMED, m.StatusFlag.REMOTE, 1, 0.5, fault="", facts={})
    frames = [wire.encode(m.Ack(n), sequence=n, time_us=n) for n in range(500)]
    statuses = [wire.encode(status, sequence=n, time_us=n) for n in range(500)]
    return [
        Lie("a line without end", "(D-0", flood=b"\x55" * FLOOD_BYTES),
        Lie("nothing but delimiters", "(D-0", flood=b"\0" * FLOOD_BYTES, answers={m.Hello: lambda *_: []}),
        Lie("noise", "(D-0", flood=random, answers={m.Hello: lambda *_: []}),
        Lie("acks without end", "(D-0", flood=b"".join(frames), answers={m.Hello: lambda *_: []}),
        Lie("statuses without end", "(D-", flood=b"".join(statuses)),
        Lie("samples without end", "", samples=_too_many),
        Lie("no numbers for positions", "(D-", position=lambda _s: _pose(_NAN)),
        Lie("endless positions", "(D-", position=lambda _s: _pose(float("inf"))),
        Lie("positions beyond the earth", "", position=lambda _s: _pose(1e30)),
        Lie("positions beyond the limits", "", position=lambda _s: _pose(50.0)),
        Lie("moves without being asked", "(D-", position=_sway),
        Lie("rows that are too short", "(D-", samples=_short_rows),
        Lie("a clock that stands", "(D-", samples=_still_clock),
        Lie("a clock that runs backwards", "(D-", samples=_backwards),
        Lie("a clock that leaps", "", samples=_forwards),
        Lie("one number for all samples", "", samples=_same_number),
        Lie("half the rate", "", samples=lambda device: [device.rows(1)]),
    ]


def every_lie() -> list[Lie]:
    """All of them."""
    return [*announcements(), *replies(), *streams()]
