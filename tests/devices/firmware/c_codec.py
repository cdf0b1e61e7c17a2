"""The reference codec in C, compiled and called from here: its decoder, its pack functions, its readers."""

import ctypes
import functools
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

import numpy as np

import resources
from devices.protocol_open import messages as m
from devices.protocol_open.wire import Frame

FIRMWARE = resources.path("firmware")
HERE = Path(__file__).resolve().parent
STRICT = ("-std=c99", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror")
LARGEST_BUFFER = 16461
"""Bytes of the longest stuffed frame without its delimiter."""
REQUEST, UNKNOWN, MALFORMED = 0, 1, 2

FLAT_FRAME = np.dtype(
    [
        *[(name, "u1") for name in ("type", "flags", "verdict", "is_repeated")],
        ("seq", "<u2"),
        ("has_center", "<u2"),
        *[(name, "<u4") for name in ("t_us", "body_bytes", "body_crc", "list_bytes")],
        ("fields", "<f8", 4),
        ("list", np.uintp),
    ],
    align=True,
)
FLAT_COUNTS = np.dtype([(name, "<u4") for name in ("frames", "damaged", "oversized", "pending", "found")])


def compiler() -> str | None:
    """The C compiler of this computer, if there is one."""
    return shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")


def compile_c(target: Path, *sources: Path, options: Sequence[str] = ()) -> Path:
    """Compile without a single warning; ``CalledProcessError`` where that fails."""
    command = [compiler() or "cc", *STRICT, "-O2", f"-I{FIRMWARE}", *options]
    subprocess.run([*command, *map(str, sources), "-o", str(target), "-lm"], check=True)
    return target


class _Room(ctypes.Structure):
    _fields_ = (("out", ctypes.c_void_p), ("capacity", ctypes.c_size_t))


class _Stamp(ctypes.Structure):
    _fields_ = (("seq", ctypes.c_uint16), ("t_us", ctypes.c_uint32))


class _Status(ctypes.Structure):
    _fields_ = (
        ("state", ctypes.c_int),
        ("flags", ctypes.c_uint8),
        ("motion", ctypes.c_uint32),
        ("progress", ctypes.c_float),
        ("outcome", ctypes.c_int),
        ("payload_kg", ctypes.c_double),
        ("fault", ctypes.c_char_p),
        ("facts", ctypes.c_char_p),
    )


class Answer(ctypes.Structure):
    """Layout of the C struct ``torsion_answer``."""

    _fields_ = (
        ("request", ctypes.c_uint16),
        ("type", ctypes.c_int),
        ("code", ctypes.c_char_p),
        ("value", ctypes.c_uint32),
    )


class Answers(ctypes.Structure):
    """Layout of the C struct ``torsion_answers``."""

    _fields_ = (("last", Answer * 32), ("count", ctypes.c_uint8), ("next", ctypes.c_uint8))


class Fourier(ctypes.Structure):
    """Layout of the C struct ``torsion_fourier``."""

    _fields_ = (
        ("duration_s", ctypes.c_double),
        ("base", ctypes.c_double),
        ("joints", ctypes.c_uint16),
        ("harmonics", ctypes.c_uint16),
        *((name, ctypes.c_void_p) for name in ("q0", "a", "b")),
    )


class Points(ctypes.Structure):
    """Layout of the C struct ``torsion_points``."""

    _fields_ = (
        ("period_s", ctypes.c_double),
        ("joints", ctypes.c_uint16),
        ("count", ctypes.c_uint32),
        ("positions", ctypes.c_void_p),
    )


@functools.cache
def library() -> ctypes.CDLL:
    """The codec with its flat calls, compiled once; its file is gone as soon as it is loaded."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        sources = (FIRMWARE / "torsion_codec.c", HERE / "flat_codec.c")
        built = compile_c(Path(folder) / "flat_codec.so", *sources, options=("-shared", "-fPIC"))
        found = ctypes.CDLL(str(built))
    for name in ("announcement", "ack", "reject", "trajectory_ack", "committed", "status", "samples"):
        getattr(found, f"torsion_pack_{name}").restype = ctypes.c_size_t
    found.torsion_pack_payload_told.restype = ctypes.c_size_t
    found.torsion_pack_slow_samples.restype = found.torsion_pack_answer.restype = ctypes.c_size_t
    found.flat_feed.restype = found.flat_decoder_size.restype = ctypes.c_size_t
    found.torsion_crc32.restype = ctypes.c_uint32
    found.torsion_read_fourier.restype = found.torsion_read_points.restype = ctypes.c_bool
    found.torsion_answers_find.restype = ctypes.POINTER(Answer)
    for name in ("fourier_q0", "fourier_a", "fourier_b", "point"):
        getattr(found, f"torsion_{name}").restype = ctypes.c_double
    return found


class CDecoder:
    """The decoder in C over a buffer of its own; takes many pieces at once."""

    def __init__(self, *, capacity: int = LARGEST_BUFFER, most_frames: int = 4096) -> None:
        self._library = library()
        self._decoder = ctypes.create_string_buffer(self._library.flat_decoder_size())
        # what lies behind the buffer must stay as it is
        self._buffer = ctypes.create_string_buffer(b"\xa5" * (capacity + 64), capacity + 64)
        self._capacity = capacity
        self._flat = np.zeros(most_frames, FLAT_FRAME)
        self._library.torsion_decoder_init(self._decoder, self._buffer, ctypes.c_size_t(capacity))

    def feed(self, pieces: Sequence[bytes]) -> tuple[np.ndarray, np.ndarray]:
        """The frames that the pieces held (``FLAT_FRAME``), and the counts after each of them."""
        content = b"".join(pieces)
        ends = np.cumsum([len(piece) for piece in pieces]).astype(np.uintp)
        counts = np.zeros(len(pieces), FLAT_COUNTS)
        found = self._library.flat_feed(
            self._decoder, content, ctypes.c_void_p(ends.ctypes.data), ctypes.c_size_t(len(pieces)),
            ctypes.c_void_p(self._flat.ctypes.data), ctypes.c_size_t(len(self._flat)),
            ctypes.c_void_p(counts.ctypes.data),
        )  # fmt: skip
        assert found <= len(self._flat)
        assert self._buffer.raw[self._capacity :] == b"\xa5" * 64
        return self._flat[:found].copy(), counts

    def one(self, content: bytes) -> tuple[np.void, bytes] | None:
        """The last frame in ``content`` with its list, or None."""
        found, _ = self.feed([content])
        if not len(found):
            return None
        last = found[-1]
        return last, ctypes.string_at(int(last["list"]), int(last["list_bytes"])) if last["list"] else b""


def fields_of(message: m.Request) -> tuple[float, ...]:
    """The numbers that a ``FLAT_FRAME`` holds of a request."""
    match message:
        case m.Hello(version=number) | m.StreamOn(samples_per_frame=number) | m.TrajectoryRun(token=number):
            return (number, 0, 0, 0)
        case m.PointToPoint():
            return (message.speed_percent, len(message.target), 0, 0)
        case m.JogJoint():
            return (message.joint, message.angle, message.speed, 0)
        case m.TrajectoryBegin():
            return (message.kind, message.size, message.crc, 0)
        case m.TrajectoryChunk():
            return (message.offset, 0, 0, 0)
        case m.Stop():
            return (message.abort, 0, 0, 0)
        case m.SetPayload():
            return (message.mass, *(message.center or (0, 0, 0)))
    return (0, 0, 0, 0)


def pack(frame: Frame, *, body: bytes, capacity: int = LARGEST_BUFFER + 1) -> bytes:
    """The bytes that the C codec makes of a reply; ``body`` gives the texts in it as they are on the wire."""
    out = ctypes.create_string_buffer(capacity + 1)
    out[capacity] = b"\xa5"
    room, stamp = _Room(ctypes.addressof(out), capacity), _Stamp(frame.sequence, frame.time_us)
    size = _pack_with(library(), room, stamp, frame.message, body)
    assert size <= capacity
    assert out[capacity] == b"\xa5"
    return out.raw[:size]


def _pack_with(  # noqa: PLR0911 - one for each kind of reply
    c: ctypes.CDLL, room: _Room, stamp: _Stamp, message: m.Message, body: bytes
) -> int:
    match message:
        case m.Announcement():
            return int(c.torsion_pack_announcement(room, stamp, body))
        case m.Ack():
            return int(c.torsion_pack_ack(room, stamp, message.request))
        case m.Reject():
            code = message.code.encode()
            return int(c.torsion_pack_reject(room, stamp, message.request, code, body[3 + len(code) :]))
        case m.TrajectoryAck():
            return int(c.torsion_pack_trajectory_ack(room, stamp, message.received))
        case m.Committed():
            return int(c.torsion_pack_committed(room, stamp, message.request, message.token))
        case m.Status():
            return int(c.torsion_pack_status(room, stamp, ctypes.byref(_status_of(message, body))))
        case m.PayloadTold():
            center = None if message.center is None else (ctypes.c_double * 3)(*message.center)
            return int(
                c.torsion_pack_payload_told(
                    room, stamp, message.request, ctypes.c_double(message.mass), center
                )
            )
        case m.Samples():
            count, rows = len(message.time_us), message.rows
            times = np.array(message.time_us, "<u4").tobytes()
            words = ctypes.c_size_t(len(rows) // count // 4)
            return int(c.torsion_pack_samples(room, stamp, message.first, count, times, rows, words))
        case m.SlowSamples():
            words = ctypes.c_size_t(len(message.row) // 4)
            return int(c.torsion_pack_slow_samples(room, stamp, message.time_us, message.row, words))
    raise AssertionError(f"{message} is no reply")


def _status_of(message: m.Status, body: bytes) -> _Status:
    fault = message.fault.encode()
    payload = float("nan") if message.payload_mass is None else message.payload_mass
    outcome = ("", "finished", "stopped", "failed").index(message.outcome)
    facts = body[20 + len(fault) :]
    return _Status(
        message.state, message.flags, message.motion, message.progress, outcome, payload, fault, facts
    )
