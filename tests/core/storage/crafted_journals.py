"""Journals beside a visit that were made to do harm, or that a broken program wrote."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from core.fields import to_fields
from core.storage.journal import FORMAT, VERSION, JournalWriter
from core.storage.journal_blocks import BlockKind, encode_block
from tests.core.storage.journals import example_header, example_rows, write_journal

Make = Callable[[Path, Path], None]
LABEL = "live"


def journal_in(visit: Path, *, samples: int = 300) -> Path:
    """A whole journal beside a visit."""
    return write_journal(visit, label=LABEL, samples=samples, block=50)


def _part(visit: Path) -> Path:
    return visit.with_name(f"{visit.name}.recording-001.part")


def _header(**changes: object) -> bytes:
    plain = {"format": FORMAT, "version": VERSION, **to_fields(example_header(LABEL)), **changes}
    return encode_block(BlockKind.HEADER, json.dumps(plain).encode())


def _rows(count: int = 20) -> bytes:
    rows = example_rows(0, count)
    pieces = [rows.sequence, rows.time, rows.host_time, *rows.columns.values()]
    return encode_block(BlockKind.ROWS, b"".join(piece.tobytes() for piece in pieces))


def _of(*blocks: bytes) -> Make:
    def make(visit: Path, _canary: Path) -> None:
        _part(visit).write_bytes(b"".join(blocks))

    return make


def _noted(kind: BlockKind, plain: Any) -> Make:
    text = plain if isinstance(plain, bytes) else json.dumps(plain).encode()
    end = encode_block(BlockKind.END, b'{"incomplete": "", "samples": 20}')
    return _of(_header(), _rows(), encode_block(kind, text), end)


def _time(value: float, place: int = -1) -> Make:
    def make(visit: Path, _canary: Path) -> None:
        rows = example_rows(0, 20)
        rows.time[place] = value
        writer = JournalWriter.create(visit, example_header(LABEL))
        writer.append(rows)
        writer.end()
        writer.close()

    return make


def _link(visit: Path, canary: Path) -> None:
    _part(visit).symlink_to(canary)


def _dangling(visit: Path, _canary: Path) -> None:
    _part(visit).symlink_to(visit.with_name("nowhere"))


def _folder(visit: Path, _canary: Path) -> None:
    _part(visit).mkdir()


def _pipe(visit: Path, _canary: Path) -> None:
    os.mkfifo(_part(visit))


def _lock_link(visit: Path, canary: Path) -> None:
    journal_in(visit)
    _part(visit).with_name(f".{_part(visit).name}.lock").symlink_to(canary)


def _lock_pipe(visit: Path, _canary: Path) -> None:
    journal_in(visit)
    os.mkfifo(_part(visit).with_name(f".{_part(visit).name}.lock"))


def _visit_lock_link(visit: Path, canary: Path) -> None:
    journal_in(visit)
    visit.with_name(f".{visit.name}.lock").symlink_to(canary)


def _draft_link(visit: Path, canary: Path) -> None:
    journal_in(visit)
    visit.with_name(f".{visit.name}.draft").symlink_to(canary)


def _aside_link(visit: Path, canary: Path) -> None:
    part = journal_in(visit)
    content = bytearray(part.read_bytes())
    content[len(content) // 2] ^= 8
    part.write_bytes(content)
    part.with_name(f"{part.name}.damaged").symlink_to(canary)


JOURNALS: dict[str, Make] = {
    "a link": _link,
    "a link to nothing": _dangling,
    "a folder": _folder,
    "a lock that is a link": _lock_link,
    "the visit's lock is a link": _visit_lock_link,
    "the draft is a link": _draft_link,
    "the place aside is a link": _aside_link,
    "empty": _of(b""),
    "header alone": _of(_header()),
    "header is a list": _of(encode_block(BlockKind.HEADER, b"[1, 2]"), _rows()),
    "header is deep": _of(encode_block(BlockKind.HEADER, b"[" * 100_000), _rows()),
    "header is no UTF-8": _of(encode_block(BlockKind.HEADER, b'{"a": "\xff"}'), _rows()),
    "version is text": _of(_header(version="one"), _rows()),
    "version is newer": _of(_header(version=99), _rows()),
    "no joints": _of(_header(joint_count=0), _rows()),
    "negative joints": _of(_header(joint_count=-3, quantities=["position"]), _rows()),
    "a million joints": _of(_header(joint_count=10**6), _rows()),
    "more joints than a row has": _of(_header(joint_count=5), _rows()),
    "no quantities": _of(_header(quantities=[]), _rows()),
    "a quantity twice": _of(_header(quantities=["position", "position"]), _rows()),
    "unknown quantity": _of(_header(quantities=["smell", "current"]), _rows()),
    "label is a number": _of(_header(label=3), _rows()),
    "label is empty": _of(_header(label=""), _rows()),
    "label has control characters": _of(_header(label="a\x1b[2J"), _rows()),
    "payload is text": _of(_header(payload_mass="heavy"), _rows()),
    "origin is text": _of(_header(origin="here"), _rows()),
    "two headers": _of(_header(), _rows(), _header(label="other"), _rows()),
    "rows before the header": _of(_rows(), _header()),
    "an event is a list": _noted(BlockKind.EVENT, [1]),
    "an event is deep": _noted(BlockKind.EVENT, b'{"a":' * 50_000),
    "an event without a time": _noted(BlockKind.EVENT, {"code": "x"}),
    "an event at no time": _noted(BlockKind.EVENT, b'{"time": NaN, "code": "x", "facts": {"a": [[]]}}'),
    "a hole is text": _noted(BlockKind.MISSING, {"after": "x", "missing": 1, "cause": "clock"}),
    "a hole without a count": _noted(BlockKind.MISSING, {"after": 3}),
    "a hole of 1e30 samples": _noted(BlockKind.MISSING, {"after": 3, "missing": 10**30, "cause": "clock"}),
    "a negative hole": _noted(BlockKind.MISSING, {"after": 3, "missing": -5, "cause": "clock"}),
    "an end of text": _noted(BlockKind.END, b'"end"'),
    "an event of numbers": _noted(BlockKind.EVENT, {"time": 1, "code": 5}),
    "time is not a number": _time(float("nan")),
    "time is infinite": _time(float("inf")),
    "time runs backwards": _time(0.0),
    "time ends at 1e300": _time(1e300),
    "time ends at 1e12 s": _time(1e12),
}
"""Each must be taken in, refused or left where it is, with a sentence."""

if hasattr(os, "mkfifo"):
    JOURNALS |= {"a pipe": _pipe, "a lock that is a pipe": _lock_pipe}
