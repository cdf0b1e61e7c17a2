"""A journal comes back bit for bit, and however it is cut or damaged, only what was touched is lost."""

import errno
import os
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import BadFile, BadRequest
from core.recording import Event, MissingSamples
from core.storage import journal as journal_module
from core.storage.file_lock import FileLock
from core.storage.journal import (
    MOST_ROWS_PER_BLOCK,
    JournalRows,
    JournalWriter,
    joined,
    parts_of,
)
from core.storage.journal_blocks import PREFIX_BYTES, read_block, whole_blocks
from core.storage.journal_reading import JournalContent, read_journal
from tests.core.storage.journals import assert_rows_from, example_header, example_rows, write_journal

SAMPLES, BLOCK = 600, 100


@pytest.fixture
def visit(tmp_path: Path) -> Path:
    return tmp_path / "cell.h5"


def whole(content: JournalContent) -> JournalRows | None:
    pieces = list(content.rows())
    return joined(pieces) if pieces else None


def last_whole_row(path: Path) -> list[tuple[int, int]]:
    """For each block of rows, where it ends in the file and how many rows there are up to there."""
    ends, rows = [], 0
    with path.open("rb") as file:
        header = example_header()
        for block in whole_blocks(file):
            if block.kind == 2:
                rows += len(block.body) // header.row_bytes
                ends.append((block.offset + PREFIX_BYTES + len(block.body), rows))
    return ends


def test_a_journal_comes_back_bit_for_bit(visit: Path) -> None:
    path = write_journal(visit)
    content = read_journal(path)
    assert path.name == "cell.h5.recording-001.part"
    assert content.header == replace(example_header(), token=content.header.token)
    assert (content.sample_count, content.lost_tail_bytes, content.lost_inside_bytes) == (SAMPLES, 0, 0)
    assert_rows_from(whole(content), first=0, last=SAMPLES)
    assert content.events[1] == Event(100.199, "passed", {"samples": 200})
    assert (content.incomplete, content.missing) == ("", ())
    assert content.end is not None
    assert content.end.samples == SAMPLES
    assert content.seconds == pytest.approx(0.599)


def test_the_header_is_on_the_disk_before_any_row(visit: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    synced: list[int] = []
    genuine = os.fsync

    def fsync(descriptor: int) -> None:
        synced.append(os.fstat(descriptor).st_ino)
        genuine(descriptor)

    monkeypatch.setattr(os, "fsync", fsync)
    writer = JournalWriter.create(visit, example_header())
    try:
        assert read_journal(writer.path).header.label == "run"
        assert synced == [writer.path.stat().st_ino, visit.parent.stat().st_ino]
    finally:
        writer.close()


def test_long_pieces_become_several_blocks(visit: Path) -> None:
    writer = JournalWriter.create(visit, example_header())
    writer.append(example_rows(0, 2 * MOST_ROWS_PER_BLOCK + 1))
    writer.close()
    content = read_journal(writer.path)
    assert [block.count for block in content.row_blocks] == [MOST_ROWS_PER_BLOCK, MOST_ROWS_PER_BLOCK, 1]
    assert_rows_from(whole(content), first=0, last=2 * MOST_ROWS_PER_BLOCK + 1)
    assert content.incomplete == "program-ended"


def test_parts_are_numbered_and_locked_while_they_are_written(visit: Path) -> None:
    writers = [JournalWriter.create(visit, example_header()) for _ in range(3)]
    (visit.parent / "cell.h5.recording-x.part").write_bytes(b"")
    (visit.parent / "another.h5.recording-001.part").write_bytes(b"")
    assert parts_of(visit) == tuple(writer.path for writer in writers)
    assert FileLock.take(writers[1].path) is None
    for writer in writers:
        writer.close()
        writer.close()
    lock = FileLock.take(writers[1].path)
    assert lock is not None
    lock.release()
    assert len(list(visit.parent.iterdir())) == 5


def test_an_invalid_recording_leaves_no_file(visit: Path) -> None:
    for header in (example_header(" "), example_header("a\x00b"), example_header(quantities=())):
        with pytest.raises(BadRequest):
            JournalWriter.create(visit, header)
    assert list(visit.parent.iterdir()) == []


def test_rows_of_another_shape_are_refused(visit: Path) -> None:
    writer = JournalWriter.create(visit, example_header())
    with pytest.raises(ValueError, match="shape"):
        writer.append(example_rows(0, 10, joints=3))
    writer.close()
    with pytest.raises(ValueError, match="closed"):
        writer.append(example_rows(0, 10))


def test_gaps_are_found_by_number_and_keep_their_cause(visit: Path) -> None:
    writer = JournalWriter.create(visit, example_header())
    writer.append(example_rows(0, 100))
    writer.missing(after=99, missing=10, cause="overflow")
    writer.append(joined([example_rows(110, 150), example_rows(153, 200)]))
    writer.missing(after=170, missing=500, cause="clock")
    writer.missing(after=199, missing=5, cause="sequence")  # nothing came after it
    writer.end()
    writer.close()
    assert read_journal(writer.path).missing == (
        MissingSamples(99, 10, "overflow"),
        MissingSamples(139, 3, "sequence"),
        MissingSamples(157, 500, "clock"),
    )


def test_every_prefix_loses_at_most_the_rows_after_the_last_whole_block(visit: Path, tmp_path: Path) -> None:
    path = write_journal(visit, samples=30, block=10)
    content, ends = path.read_bytes(), last_whole_row(path)
    with path.open("rb") as file:
        header_end = next(iter(whole_blocks(file))).body
    first_readable = PREFIX_BYTES + len(header_end)
    cut = tmp_path / "cut.part"
    for size in range(len(content)):
        cut.write_bytes(content[:size])
        if size < first_readable:
            with pytest.raises(BadFile, match="part-unreadable"):
                read_journal(cut)
            continue
        found = read_journal(cut)
        expected = max((rows for end, rows in ends if end <= size), default=0)
        assert found.sample_count == expected
        assert found.incomplete == "program-ended"
        assert not found.is_damaged
        if expected:
            assert_rows_from(whole(found), first=0, last=expected)
    assert len(ends) == 3


@pytest.mark.parametrize("tail", ["zeroed", "torn", "cut"])
def test_the_last_four_kilobytes_of_a_long_journal_cost_two_blocks(
    visit: Path, tmp_path: Path, tail: str
) -> None:
    path = write_journal(visit, samples=20_000, block=250, end=None)
    content, ends = path.read_bytes(), last_whole_row(path)
    random = np.random.default_rng(4)
    cut = tmp_path / "cut.part"
    for size in [len(content), *random.integers(5000, len(content), 40).tolist()]:
        damaged = bytearray(content[:size])
        damaged[-4096:] = {"zeroed": bytes(4096), "torn": random.bytes(4096), "cut": b""}[tail]
        cut.write_bytes(damaged)
        found = read_journal(cut)
        before = max((rows for end, rows in ends if end <= size), default=0)
        untouched = max((rows for end, rows in ends if end <= size - 4096), default=0)
        assert found.sample_count == untouched
        assert before - found.sample_count <= 500  # half a second at 1 kHz
        assert not found.is_damaged
        rows = list(found.rows())
        if rows:
            assert_rows_from(joined(rows[-2:]), first=max(untouched - 500, 0), last=untouched)


def test_damage_costs_only_its_block_and_shows_as_a_gap(visit: Path) -> None:
    path = write_journal(visit)
    content = bytearray(path.read_bytes())
    (_, (end, _), *_) = last_whole_row(path)
    content[end - 50] ^= 0x40
    path.write_bytes(content)
    found = read_journal(path)
    assert found.sample_count == SAMPLES - BLOCK
    assert found.missing == (MissingSamples(99, BLOCK, "damage"),)
    assert found.lost_inside_bytes > 0
    assert found.is_damaged
    rows = list(found.rows())
    assert_rows_from(rows[0], first=0, last=100)
    assert_rows_from(joined(rows[1:]), first=200, last=600)


@given(st.data())
def test_no_damage_raises_or_invents_rows(tmp_path_factory, data: st.DataObject) -> None:
    folder = tmp_path_factory.mktemp("damage")
    path = write_journal(folder / "v.h5", samples=300, block=30)
    content = bytearray(path.read_bytes())
    for _ in range(data.draw(st.integers(1, 4))):
        begin = data.draw(st.integers(0, len(content) - 1))
        patch = data.draw(st.one_of(st.binary(min_size=1, max_size=64), st.integers(1, 4096).map(bytes)))
        content[begin : begin + len(patch)] = patch
    content = content[: data.draw(st.integers(0, len(content)))]
    path.write_bytes(content)
    try:
        found = read_journal(path)
    except BadFile:  # the header itself was hit
        with path.open("rb") as file:
            assert read_block(file, 0) is None
        return
    for rows in found.rows():
        first = int(rows.sequence[0])
        assert_rows_from(rows, first=first, last=first + rows.count)
    numbers = [int(number) for rows in found.rows() for number in rows.sequence]
    assert numbers == sorted(set(numbers))
    assert sum(hole.missing for hole in found.missing) == (
        numbers[-1] - numbers[0] + 1 - len(numbers) if numbers else 0
    )


def test_a_journal_of_a_newer_program_is_recognised(visit: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal_module, "VERSION", 2)
    path = write_journal(visit)
    with pytest.raises(BadFile, match="part-too-new"):
        read_journal(path)


@pytest.mark.parametrize("content", [b"", b"t,q\n", bytes(5000)])
def test_a_file_that_is_no_journal_is_unreadable(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "x.part"
    path.write_bytes(content)
    with pytest.raises(BadFile, match="part-unreadable"):
        read_journal(path)


def test_a_full_disk_leaves_whole_blocks_and_room_for_the_end(
    visit: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    writer = JournalWriter.create(visit, example_header())
    writer.append(example_rows(0, 100))
    genuine, room = os.write, 1000

    def write(descriptor: int, content: memoryview) -> int:
        nonlocal room
        if not room:
            raise OSError(errno.ENOSPC, "no space left")
        written = genuine(descriptor, content[:room])
        room -= written
        return written

    with monkeypatch.context() as patch:
        patch.setattr(os, "write", write)
        with pytest.raises(OSError, match="no space"):
            writer.append(example_rows(100, 200))
    writer.end("disk-full")
    writer.close()
    found = read_journal(writer.path)
    assert (found.sample_count, found.incomplete, found.lost_inside_bytes) == (100, "disk-full", 0)
