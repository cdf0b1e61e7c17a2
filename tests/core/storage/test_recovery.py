"""Recordings whose program ended first come into the visit at the next opening, and nothing else changes."""

import errno
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import h5py
import numpy as np
import pytest

from core.errors import BadFile, BadRequest
from core.exchange.clock import Gap
from core.recording import Event, MissingSamples, Quantity
from core.storage import draft as draft_module
from core.storage import replacement
from core.storage.file_lock import FileLock
from core.storage.journal import JournalWriter
from core.storage.visit import Visit
from tests.core.storage.edited import make_older
from tests.core.storage.journals import example_header, example_rows, write_journal
from tests.core.storage.recordings_examples import assert_same_recording, example_recording


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "cell.h5"
    with Visit.create(path, robot_toml="") as visit:
        visit.add_recording(example_recording("old"))
    return path


@pytest.fixture
def visit(path: Path) -> Iterator[Visit]:
    with Visit.open(path) as visit:
        yield visit


def files_beside(path: Path) -> list[str]:
    return sorted(file.name for file in path.parent.iterdir())


def assert_stored(visit: Visit, label: str, *, samples: int) -> None:
    stored = visit.recording(label)
    expected = example_rows(0, samples)
    assert stored.time.tobytes() == expected.time.tobytes()
    assert stored.host_time is not None
    assert stored.host_time.tobytes() == expected.host_time.tobytes()
    for quantity, column in expected.columns.items():
        assert np.asarray(stored.columns[quantity]).tobytes() == column.tobytes()


def test_an_orphan_is_taken_in_at_opening_and_its_part_removed(path: Path) -> None:
    part = write_journal(path, end=None)
    with part.open("ab") as file:
        file.write(b"half a block")
    with Visit.open(path) as visit:
        assert visit.labels == ("old", "run")
        (found,) = visit.recovered
        assert (found.label, found.samples, found.incomplete) == ("run", 600, "program-ended")
        assert (found.lost_tail_bytes, found.kept_as) == (12, "")
        assert found.seconds == pytest.approx(0.599)
        assert visit.left_behind == ()
        assert_stored(visit, "run", samples=600)
        stored = visit.recording("run")
        assert stored.incomplete == "program-ended"
        assert stored.origin == example_header().origin
        assert (stored.torque_kind, stored.payload_mass) == ("motor-current", 1.25)
        assert stored.events[0] == Event(100.099, "passed", {"samples": 100})
        assert_same_recording(visit.recording("old"), example_recording("old"))
    assert files_beside(path) == ["cell.h5"]
    with Visit.open(path) as again:
        assert again.recovered == ()


def test_the_normal_end_is_adopted_with_its_own_reason(visit: Visit, path: Path) -> None:
    assert visit.adopt(write_journal(path, end="")) == "run"
    assert visit.adopt(write_journal(path, label="next", end="link-lost")) == "next"
    assert visit.recording("run").incomplete == ""
    assert visit.recording("next").incomplete == "link-lost"
    assert_stored(visit, "next", samples=600)
    assert files_beside(path) == ["cell.h5"]


def test_a_used_label_gets_a_number(visit: Visit, path: Path) -> None:
    labels = [visit.adopt(write_journal(path, label="old")) for _ in range(2)]
    assert labels == ["old (2)", "old (3)"]
    assert_same_recording(visit.recording("old"), example_recording("old"))


def test_a_part_taken_in_at_opening_counts_as_adopted(path: Path) -> None:
    part = write_journal(path)
    with Visit.open(path) as visit:
        assert [found.label for found in visit.recovered] == ["run"]
        assert visit.adopt(part) == "run"
        assert visit.recovered == ()
        assert visit.labels == ("old", "run")


def test_a_part_taken_in_by_another_process_counts_as_adopted(visit: Visit, path: Path) -> None:
    part = write_journal(path)
    with Visit.open(path):
        pass
    assert visit.adopt(part) == "run"
    assert visit.labels == ("old", "run")


def test_opening_without_recovery_leaves_parts_alone(path: Path) -> None:
    part = write_journal(path)
    with Visit.open(path, recover=False) as visit:
        assert visit.labels == ("old",)
        assert part.exists()
        assert visit.adopt(part) == "run"


def test_a_live_recording_is_never_touched(path: Path) -> None:
    writer = JournalWriter.create(path, example_header())
    writer.append(example_rows(0, 100))
    with Visit.open(path) as visit:
        assert (visit.labels, visit.recovered, visit.left_behind) == (("old",), (), ())
        with pytest.raises(BadFile) as caught:
            visit.adopt(writer.path)
        assert caught.value.code == "recording-in-progress"
        writer.append(example_rows(100, 200))
        writer.end()
        writer.close()
        assert visit.adopt(writer.path) == "run"
        assert_stored(visit, "run", samples=200)


def test_several_orphans_come_in_one_change(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for label in ("a", "b", "a"):
        write_journal(path, label=label, samples=50, end=None)
    replaced: list[Path] = []
    from core.storage import draft as module

    genuine = module.replace
    monkeypatch.setattr(module, "replace", lambda *names: replaced.append(names[0]) or genuine(*names))
    with Visit.open(path) as visit:
        assert visit.labels == ("old", "a", "b", "a (2)")
        assert len(replaced) == 1


def test_a_crash_between_the_change_and_the_removal_does_not_store_twice(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    part = write_journal(path)
    content = part.read_bytes()
    with Visit.open(path):
        pass
    part.write_bytes(content)  # as if it had never been removed
    with Visit.open(path) as visit:
        assert visit.labels == ("old", "run")
    assert files_beside(path) == ["cell.h5"]


def test_a_part_that_cannot_be_read_stays_and_is_reported(path: Path) -> None:
    part = write_journal(path)
    content = bytearray(part.read_bytes())
    content[20] ^= 1  # in the header
    part.write_bytes(content)
    write_journal(path, label="fine")
    for _ in range(2):
        with Visit.open(path) as visit:
            (error,) = visit.left_behind
            assert (error.code, error.facts["file"]) == ("part-unreadable", str(part))
            assert visit.labels == ("old", "fine")
        assert files_beside(path) == ["cell.h5", part.name]
    assert part.read_bytes() == content


def test_a_damaged_part_is_kept_beside_what_could_be_read_of_it(path: Path) -> None:
    for turn in (1, 2):
        part = write_journal(path, label=f"run {turn}")
        content = bytearray(part.read_bytes())
        content[len(content) // 2] ^= 1
        part.write_bytes(content)
        with Visit.open(path) as visit:
            (found,) = visit.recovered
            assert found.samples == 500
            assert (path.parent / found.kept_as).read_bytes() == content
            (hole,) = visit.recording(f"run {turn}").missing
            assert (hole.missing, hole.cause) == (100, "damage")
            assert Gap(hole.index, 100) in visit.gaps(f"run {turn}")
    assert len(files_beside(path)) == 3


@pytest.mark.parametrize("kept", [0, 5, 40, "header"])
def test_a_part_without_rows_is_removed(path: Path, kept: int | str) -> None:
    part = write_journal(path, samples=0, end=None)
    if isinstance(kept, int):
        part.write_bytes(part.read_bytes()[:kept])
    with Visit.open(path) as visit:
        assert (visit.labels, visit.recovered, visit.left_behind) == (("old",), (), ())
    assert files_beside(path) == ["cell.h5"]


def test_adopting_nothing_is_refused(visit: Visit, path: Path) -> None:
    with pytest.raises(BadRequest, match="no-samples"):
        visit.adopt(write_journal(path, samples=0))
    with pytest.raises(BadFile, match="file-missing"):
        visit.adopt(path.with_name("cell.h5.recording-009.part"))
    assert files_beside(path) == ["cell.h5"]


def test_a_disk_too_full_to_take_parts_in_still_opens_the_visit(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    part = write_journal(path)

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "no space left")

    with monkeypatch.context() as patch:
        patch.setattr(replacement.os, "fsync", full)
        with Visit.open(path) as visit:
            assert visit.labels == ("old",)
            assert_same_recording(visit.recording("old"), example_recording("old"))
            (error,) = visit.left_behind
            assert error.code == "part-without-room"
            assert error.facts["file"] == str(part)
    assert files_beside(path) == ["cell.h5", part.name]
    with Visit.open(path) as visit:
        assert visit.labels == ("old", "run")


def test_one_part_that_is_refused_does_not_keep_the_others_out(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    refused = write_journal(path, label="refused")
    write_journal(path, label="fine")
    genuine = draft_module.write_recording

    def write_recording(parent: h5py.Group, label: str, blocks: object) -> h5py.Group:
        if label == "refused":
            raise BadRequest("clock-not-increasing", label=label)
        return genuine(parent, label, blocks)

    monkeypatch.setattr(draft_module, "write_recording", write_recording)
    with Visit.open(path) as visit:
        assert visit.labels == ("old", "fine")
        assert [error.code for error in visit.left_behind] == ["clock-not-increasing"]
        assert [found.label for found in visit.recovered] == ["fine"]
    assert files_beside(path) == ["cell.h5", refused.name]


def test_a_visit_in_change_opens_and_reports_waiting_parts(path: Path) -> None:
    write_journal(path)
    lock = FileLock.take(path)
    assert lock is not None
    with Visit.open(path) as visit:
        assert visit.labels == ("old",)
        assert [error.code for error in visit.left_behind] == ["visit-locked"]
    lock.release()


def test_a_missing_visit_with_parts_is_reported_and_a_new_one_adopts_them(path: Path) -> None:
    part = write_journal(path)
    path.unlink()
    with pytest.raises(BadFile) as caught:
        Visit.open(path)
    assert caught.value.code == "visit-missing"
    assert caught.value.facts == {"file": str(path), "parts": (part.name,)}
    with Visit.create(path, robot_toml="") as visit:
        assert visit.labels == ("run",)
        assert [found.label for found in visit.recovered] == ["run"]


def test_gaps_found_while_recording_count_even_if_the_clock_hides_them(visit: Visit, path: Path) -> None:
    writer = JournalWriter.create(path, example_header())
    writer.append(example_rows(0, 100))
    writer.append(example_rows(101, 200))  # one sample: the clock alone would not tell
    writer.append(example_rows(240, 300))
    writer.end()
    writer.close()
    label = visit.adopt(writer.path)
    assert visit.recording(label).missing == (
        MissingSamples(99, 1, "sequence"),
        MissingSamples(198, 40, "sequence"),
    )
    assert visit.gaps(label) == (Gap(99, 1), Gap(198, 40))


def test_everything_about_a_recording_moves_from_visit_to_visit(visit: Visit, tmp_path: Path) -> None:
    whole = replace(
        example_recording("all"),
        host_time=np.linspace(5.0, 6.0, 50),
        missing=(MissingSamples(3, 2, "sequence"), MissingSamples(9, 1, "üü")),
        events=(Event(0.01, "stopped", {"by": "hand", "angle": 0.5, "joints": (1, 2)}),),
        incomplete="link-lost",
        origin=example_header().origin,
    )
    visit.add_recording(whole)
    with Visit.create(tmp_path / "other.h5", robot_toml="") as other:
        other.add_recording(visit.recording("all"))
        stored = other.recording("all")
    assert stored.host_time is not None
    assert stored.host_time.tolist() == whole.host_time.tolist()
    for name in ("missing", "events", "incomplete", "origin"):
        assert getattr(stored, name) == getattr(whole, name)
    assert visit.recording("old").host_time is None
    with pytest.raises(BadRequest, match="column-shape"):
        visit.add_recording(replace(whole, label="short", host_time=np.zeros(49)))


def test_a_visit_of_the_former_schema_opens_and_takes_parts_in(path: Path) -> None:
    make_older(path, 1)
    write_journal(path)
    with Visit.open(path) as visit:
        assert_same_recording(visit.recording("old"), example_recording("old"))
        assert (visit.recording("old").missing, visit.recording("old").host_time) == ((), None)
        assert visit.labels == ("old", "run")


ADOPTING = """
import resource, sys
from pathlib import Path
from core.storage.visit import Visit

with Visit.open(sys.argv[1], recover=False) as visit:
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    visit.adopt(Path(sys.argv[2]))
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="ru_maxrss is in kB on Linux")
def test_adopting_needs_little_memory_however_long_the_recording(path: Path, repository: Path) -> None:
    quantities = (Quantity.POSITION, Quantity.MOTOR_POSITION, Quantity.LINK_POSITION, Quantity.CURRENT)
    writer = JournalWriter.create(path, example_header(joints=6, quantities=quantities))
    rows = example_rows(0, 5000, joints=6, quantities=quantities)
    for turn in range(100):  # 500 s at 1 kHz
        writer.append(replace(rows, sequence=rows.sequence + 5000 * turn, time=rows.time + 5.0 * turn))
    writer.end()
    writer.close()
    size_mb = writer.path.stat().st_size / 1e6
    grown = subprocess.run(
        [sys.executable, "-c", ADOPTING, str(path), str(writer.path)],
        cwd=repository,
        capture_output=True,
        check=True,
    )
    assert size_mb > 100.0
    assert int(grown.stdout) / 1e3 < 50.0
