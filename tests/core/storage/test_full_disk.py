"""A disk that refuses at any write leaves the visit as it was, and the error says how much is missing."""

import errno
import hashlib
import os
import subprocess
import sys
from collections import namedtuple
from pathlib import Path

import pytest

from core.errors import DiskFull
from core.storage import disk_room
from core.storage.journal import parts_of
from core.storage.visit import Visit
from tests.campaigns._disk_faults import NUMBERS, Fault, FaultyDisk
from tests.core.storage.journals import write_journal
from tests.core.storage.recordings_examples import assert_same_recording, example_recording

REFUSALS = ((Fault.FULL, 1), (Fault.FULL_ONCE, 2), (Fault.QUOTA, 5), (Fault.LIMIT, 5))
"""With one in how many of HDF5's writes each is tried; the last two differ from the first by their code."""
CODES = {"disk-full", "disk-quota", "file-too-large", "disk-takes-no-file"}
UNFORCED = "could not be forced to the disk|could not be removed for good"
Usage = namedtuple("Usage", "total used free")  # noqa: PYI024  as shutil has it


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "cell.h5"
    with Visit.create(path, robot_toml="") as visit:
        visit.add_recording(example_recording("old"))
    return path


def digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def store(path: Path) -> None:
    """Everything that is put into a visit, in one change."""
    with Visit.open(path) as visit, visit.change() as draft:
        draft.add_recording(example_recording("new", samples=3000, seed=1))
        draft.add_result("note", example_recording("new", samples=200).origin)
        draft.set_operator("Ada")


def operations(path: Path, *, every: int) -> list[int]:
    """Numbers of the operations of ``store``: all but HDF5's writes, of which one in ``every``.

    The visit is put back.
    """
    content = path.read_bytes()
    with FaultyDisk(path.parent) as disk:
        store(path)
    path.write_bytes(content)
    return spread(disk, every=every)


def spread(disk: FaultyDisk, *, every: int) -> list[int]:
    writes = [at for at, name in enumerate(disk.operations, 1) if name == "draft"]
    left_out = set(writes) - set(writes[::every])
    return [at for at in range(1, len(disk.operations) + 1) if at not in left_out]


def refusal(path: Path) -> DiskFull | None:
    """The error that ``store`` raised, or None."""
    try:
        store(path)
    except DiskFull as error:
        return error
    return None


@pytest.mark.expected_log(UNFORCED)
@pytest.mark.parametrize(("fault", "every"), REFUSALS)
def test_a_disk_that_refuses_any_write_leaves_the_visit_as_it_was(
    path: Path, fault: Fault, every: int
) -> None:
    content, before = path.read_bytes(), digest(path)
    chosen = operations(path, every=every)
    assert len(chosen) > 60 // every
    refused = set()
    for at in chosen:
        with FaultyDisk(path.parent, at=at, fault=fault) as disk:
            error = refusal(path)
        operation = disk.operations[at - 1]
        if error is None:  # it was not needed: who holds the lock, the name forced to the disk
            assert operation in {"write", "sync", "remove"}
            with Visit.open(path, recover=False) as visit:
                assert (visit.labels, visit.operator) == (("old", "new"), "Ada")
        else:
            refused.add(operation)
            assert error.code in CODES
            assert error.facts["file"] == str(path)
            assert int(error.facts["needed"]) >= path.stat().st_size
            assert digest(path) == before
        path.write_bytes(content)
        assert [file.name for file in path.parent.iterdir()] == [path.name]
    assert {"make", "copy", "draft", "sync", "rename"} <= refused


@pytest.mark.expected_log(UNFORCED)
def test_a_refused_new_visit_leaves_no_file(tmp_path: Path) -> None:
    path = tmp_path / "new.h5"
    with FaultyDisk(tmp_path) as disk:
        Visit.create(path, robot_toml="x = 1").close()
    path.unlink()
    refused = 0
    for at in range(1, len(disk.operations) + 1):
        with FaultyDisk(tmp_path, at=at):
            try:
                Visit.create(path, robot_toml="x = 1").close()
            except DiskFull:
                refused += 1
                assert list(tmp_path.iterdir()) == []
        path.unlink(missing_ok=True)
    assert refused > 5


LIMITS = (20_000, 100_000, 250_000, 400_000, 620_000)
"""Largest sizes of a file, by which the write is refused in the copy, in the samples and at the end."""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no limit of this kind")
def test_a_limit_of_the_system_does_not_break_the_process_down(path: Path, repository: Path) -> None:
    """HDF5 may abort at the end of a process what it could not write before; so it is a whole process."""
    before = digest(path)
    command = [sys.executable, "-m", "tests.core.storage.children", str(path), *map(str, LIMITS)]
    done = subprocess.run(command, cwd=repository, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    lines = done.stdout.splitlines()
    for limit, said, labels in zip(LIMITS, lines[::2], lines[1::2], strict=True):
        code, needed, free = said.split()
        assert code == "file-too-large"
        assert int(free) <= limit < int(needed)
        assert labels == "('old',)"
    assert digest(path) == before
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_a_change_that_cannot_fit_is_refused_before_it_is_written(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    big = example_recording("big", samples=9000)
    monkeypatch.setattr(disk_room.shutil, "disk_usage", lambda _: Usage(10**9, 0, 500_000))
    with Visit.open(path) as visit:
        with FaultyDisk(path.parent) as disk, pytest.raises(DiskFull) as caught:
            visit.add_recording(big)
        assert "sync" not in disk.operations
        facts = caught.value.facts
        assert caught.value.code == "disk-full"
        assert int(facts["needed"]) > 9000 * 8 * 10
        assert int(facts["free"]) < int(facts["needed"])
        assert visit.labels == ("old",)
        monkeypatch.setattr(disk_room.shutil, "disk_usage", lambda _: Usage(0, 0, 0))  # nothing is known
        visit.add_recording(big)
        assert visit.labels == ("old", "big")


def test_free_space_that_is_named_wrongly_is_not_relied_on(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(disk_room.shutil, "disk_usage", lambda _: Usage(10**15, 0, 10**15))
    before = digest(path)
    with Visit.open(path) as visit:
        with FaultyDisk(path.parent, at=8), pytest.raises(DiskFull) as caught:
            visit.add_recording(example_recording("new", samples=9000))
        assert caught.value.code == "disk-takes-no-file"
    assert digest(path) == before


def test_another_disk_error_is_passed_on(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(NUMBERS, Fault.FULL, errno.EIO)
    before = digest(path)
    with FaultyDisk(path.parent, at=12), pytest.raises(OSError, match=os.strerror(errno.EIO)):
        store(path)
    assert digest(path) == before


@pytest.mark.expected_log(UNFORCED)
def test_a_part_that_does_not_fit_into_the_visit_stays_and_is_taken_in_later(path: Path) -> None:
    part = write_journal(path)
    content = part.read_bytes()
    before = path.read_bytes()
    with FaultyDisk(path.parent) as disk, Visit.open(path):
        pass
    stayed = 0
    for at in spread(disk, every=3):
        path.write_bytes(before)
        part.write_bytes(content)
        with FaultyDisk(path.parent, at=at), Visit.open(path) as visit:
            assert visit.labels[0] == "old"
            if visit.left_behind:
                stayed += 1
                (error,) = visit.left_behind
                assert error.code in {"part-without-room", "parts-not-taken-in"}
                assert part.read_bytes() == content
        with Visit.open(path) as visit:
            assert visit.labels == ("old", "run")
            assert visit.recording("run").sample_count == 600
            assert_same_recording(visit.recording("old"), example_recording("old"))
        assert [file.name for file in path.parent.iterdir()] == [path.name]
    assert stayed > 10


def test_adopting_a_part_on_a_full_disk_says_where_the_recording_is(path: Path) -> None:
    part = write_journal(path)
    with Visit.open(path, recover=False) as visit:
        with FaultyDisk(path.parent, at=6), pytest.raises(DiskFull) as caught:
            visit.adopt(part)
        assert (caught.value.code, caught.value.facts["file"]) == ("part-without-room", str(part))
        assert parts_of(path) == (part,)
        assert visit.adopt(part) == "run"


def test_leftovers_of_a_killed_program_are_removed_at_opening(path: Path) -> None:
    for name in (".cell.h5.draft", ".cell.h5.lock", ".cell.h5.recording-001.part.lock"):
        (path.parent / name).write_bytes(b"half of something")
    with Visit.open(path, recover=False):
        assert len(list(path.parent.iterdir())) == 4
    with Visit.open(path) as visit:
        assert visit.labels == ("old",)
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_drafts_of_a_running_program_are_kept(path: Path) -> None:
    with Visit.open(path) as visit, visit.change() as draft:
        draft.add_recording(example_recording("new"))
        draft.set_operator("Ada")
        with Visit.open(path):
            assert (path.parent / ".cell.h5.draft").exists()
    with Visit.open(path) as visit:
        assert visit.operator == "Ada"
