"""Damaged journals and journals of unknown origin: adopted, refused or left in place, never followed."""

import os
from pathlib import Path

import pytest

from core.errors import BadFile, TorsionError
from core.storage.journal_reading import read_journal
from core.storage.recovery import orphans_of
from core.storage.visit import Visit
from tests.core.storage.crafted_journals import JOURNALS, LABEL, journal_in


@pytest.fixture(autouse=True)
def _without_waiting_for_the_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Skips the forced writes to the disk, because no test simulates a power failure."""
    monkeypatch.setattr(os, "fsync", lambda _descriptor: None)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "visit.h5"
    Visit.create(path, robot_toml="").close()
    return path


@pytest.mark.parametrize("name", JOURNALS)
def test_a_crafted_journal_ends_in_a_readable_error(path: Path, tmp_path: Path, name: str) -> None:
    canary = tmp_path / "canary"
    canary.write_bytes(b"mine" * 100)
    os.utime(canary, (1_000_000_000, 1_000_000_000))
    JOURNALS[name](path, canary)
    refused = ""
    try:
        with Visit.open(path) as visit:
            assert all(isinstance(error, TorsionError) for error in visit.left_behind)
            for label in visit.labels:
                recording = visit.recording(label)
                recording.block(0, recording.sample_count)
    except BadFile as error:
        refused = error.code
    assert refused in {"", "not-a-plain-file"}  # in place of the visit's own lock
    status = canary.stat()
    assert (status.st_atime, status.st_mtime) == (1_000_000_000, 1_000_000_000)
    assert canary.read_bytes() == b"mine" * 100


def test_a_link_in_place_of_a_journal_stays_and_is_named(path: Path, tmp_path: Path) -> None:
    JOURNALS["a link"](path, tmp_path / "canary")
    (tmp_path / "canary").write_bytes(b"")
    with Visit.open(path) as visit:
        assert [error.code for error in visit.left_behind] == ["not-a-plain-file"]
        assert visit.labels == ()
    assert path.with_name(f"{path.name}.recording-001.part").is_symlink()


@pytest.mark.parametrize("bit", range(8 * 5, 8 * 9))
def test_a_flipped_length_of_a_header_does_not_cost_the_recording(path: Path, bit: int) -> None:
    part = journal_in(path)
    content = bytearray(part.read_bytes())
    content[bit // 8] ^= 1 << bit % 8
    part.write_bytes(content)
    with orphans_of(path) as orphans:
        assert [error.code for error in orphans.unreadable] == ["part-unreadable"]
    assert part.read_bytes() == content


def test_every_flipped_bit_of_a_journal_is_found(path: Path) -> None:
    part = journal_in(path, samples=120)
    whole = part.read_bytes()
    truth = read_journal(part)
    rows = {piece.sequence.tobytes() + piece.time.tobytes() for piece in truth.rows()}
    codes: set[str] = set()
    for bit in range(3, 8 * len(whole), 97):
        content = bytearray(whole)
        content[bit // 8] ^= 1 << bit % 8
        part.write_bytes(content)
        try:
            found = read_journal(part)
        except BadFile as error:
            codes.add(error.code)
            continue
        assert found.lost_inside_bytes or found.lost_tail_bytes, bit
        assert found.header == truth.header
        assert {piece.sequence.tobytes() + piece.time.tobytes() for piece in found.rows()} <= rows
        assert all(event in truth.events for event in found.events)
    assert codes == {"part-unreadable"}


def test_a_complete_journal_is_adopted(path: Path) -> None:
    journal_in(path)
    with Visit.open(path) as visit:
        assert (visit.labels, visit.left_behind) == ((LABEL,), ())
        assert visit.recording(LABEL).sample_count == 300
