"""Results and settings are appended to a visit: at the cost of their size, whole or not at all."""

import io
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import h5py
import numpy as np
import pytest

from core.errors import BadFile, DiskFull
from core.identification.result import IdentificationResult
from core.monitor import NullMonitor
from core.storage import opened_visit
from core.storage.additions import find_additions
from core.storage.outline_reading import outline_of
from core.storage.rescue import rescue
from core.storage.seal import SealState, find_seal, seal_of
from core.storage.visit import Visit
from tests.campaigns._disk_faults import Fault, FaultyDisk
from tests.core.results_examples import example_result, same
from tests.core.storage.edited import make_older, take_in
from tests.core.storage.judged import alike, content_of
from tests.core.storage.recordings_examples import assert_same_recording, example_recording


@dataclass(frozen=True)
class Note:
    text: str
    values: np.ndarray


def note(text: str, count: int = 3) -> Note:
    return Note(text, np.arange(count) / 7.0)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "visit.h5"
    with Visit.create(path, robot_toml="x = 1") as visit:
        visit.add_recording(example_recording(samples=5000))
    return path


def content(path: Path) -> dict[str, object]:
    errors: dict[str, str] = {}
    with Visit.open(path) as visit:
        assert not visit.damage
        found = content_of(visit, errors)
    assert not errors
    return found


def test_a_result_costs_its_own_size_and_leaves_the_rest_untouched(path: Path) -> None:
    before = path.read_bytes()
    inode = path.stat().st_ino
    with Visit.open(path) as visit:
        key = visit.add_result("note", note("one", 1000))
        assert visit.result(key, Note).text == "one"
    after = path.read_bytes()
    assert path.stat().st_ino == inode
    assert len(before) + 8000 < len(after) < len(before) + 9000
    changed = [at for at, byte in enumerate(before) if after[at] != byte]
    assert changed
    assert max(changed) < 48  # where the file states its end
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_results_come_back_bit_for_bit_behind_the_file_and_in_it(path: Path) -> None:
    with Visit.open(path) as visit:
        key = visit.add_result("identification", example_result())
        visit.put_settings("note", note("first"))
        visit.put_settings("note", note("second"))
        visit.set_operator("Ada")
    behind = content(path)
    assert behind["operator"] == "Ada"
    with h5py.File(path, "r") as file:
        assert list(file["results"]) == []
    take_in(path)
    with h5py.File(path, "r") as file:
        assert list(file["results"]) == [key]
        assert set(file["results"][key]) == {"fields", "values"}
    assert alike(content(path), behind)
    with Visit.open(path) as visit:
        assert same(visit.result(key, IdentificationResult), example_result())
        assert visit.settings("note", Note).text == "second"  # type: ignore[union-attr]


def test_a_recording_takes_in_what_was_added(path: Path) -> None:
    with Visit.open(path) as visit:
        first = visit.add_result("note", note("one"))
        with visit.change() as draft:
            second = draft.add_result("note", note("two"))
            draft.add_recording(example_recording("another", seed=1))
        third = visit.add_result("note", note("three"))
        assert [entry.key for entry in visit.results()] == [first, second, third]
        assert (first, third) == ("note-001", "note-003")
    with h5py.File(path, "r") as file:
        assert set(file["results"]) == {first, second}
        assert file["recordings/0001"].attrs["label"] == "run"
        assert {"time", "columns", "gaps"} <= set(file["recordings/0001"])
    assert seal_of(path).state is SealState.FITS


def test_many_additions_are_taken_in_at_once(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opened_visit, "_FEW_BYTES", 3000)
    monkeypatch.setattr(opened_visit, "_MANY_BYTES", 3000)
    taken = []
    with Visit.open(path) as visit:
        for number in range(12):
            visit.add_result("note", note(str(number), 100))
            with h5py.File(path, "r") as file:
                taken.append(len(file["results"]))
        keys = [entry.key for entry in visit.results()]
        assert [visit.result(key, Note).text for key in keys] == [str(number) for number in range(12)]
    assert sorted(set(taken)) == [0, 4, 8, 12]
    monkeypatch.setattr(opened_visit, "free_bytes", lambda _folder: 1000)  # no room for a copy
    with Visit.open(path) as visit:
        for number in range(8):
            visit.add_result("note", note(str(number), 100))
    with h5py.File(path, "r") as file:
        assert len(file["results"]) == 12
    assert len([place for place in content(path) if place.startswith("result ")]) == 20


def test_a_write_that_was_torn_anywhere_counts_whole_or_not_at_all(path: Path) -> None:
    with Visit.open(path) as visit:
        visit.add_result("note", note("old"))
    before = path.read_bytes()
    with Visit.open(path) as visit, visit.change() as draft:
        draft.add_result("note", note("new"))
        draft.set_operator("Ada")
    after = path.read_bytes()
    torn = before[:48] + after[48:]  # the stated end is written last
    seen = []
    for size in range(len(before), len(after) + 1):
        for rest in (b"", bytes(len(after) - size)):  # zeros: the length reached the disk before the bytes
            file = io.BytesIO(torn[:size] + rest)
            seal = find_seal(file)
            assert seal.state is SealState.FITS
            found = find_additions(file, seal)
            assert not found.problems
            assert (len(found.results), found.about is None) in ((1, True), (2, False))
            seen.append(len(found.results))
    assert set(seen) == {1, 2}
    for size in range(len(before), len(after), 150):
        path.write_bytes(torn[:size])
        with Visit.open(path) as visit:
            visit.add_result("note", note("later"))
        with Visit.open(path) as visit:
            assert [visit.result(entry.key, Note).text for entry in visit.results()] == ["old", "later"]


def test_every_flipped_bit_behind_the_file_is_noticed(path: Path) -> None:
    begin = path.stat().st_size
    with Visit.open(path) as visit:
        for text in ("one", "two", "three"):
            visit.add_result("note", note(text))
    truth = content(path)
    whole = path.read_bytes()
    for bit in range(8 * begin, 8 * len(whole), 5):
        file = io.BytesIO(whole)
        file.getbuffer()[bit // 8] ^= 1 << bit % 8
        seal = find_seal(file)
        found = find_additions(file, seal)
        assert found.problems or seal.state is not SealState.FITS, bit
        assert set(found.results) <= {"note-001", "note-002", "note-003"}
    for bit in range(8 * begin + 1, 8 * len(whole), len(whole) - begin):
        damaged = bytearray(whole)
        damaged[bit // 8] ^= 1 << bit % 8
        path.write_bytes(damaged)
        with Visit.open(path) as visit:
            assert visit.damage
            found = content_of(visit, {})
            assert all(alike(found[place], truth[place]) for place in found)
            with pytest.raises(BadFile, match="visit-read-only"):
                visit.add_result("note", note("more"))


def test_a_program_that_opens_the_file_for_writing_cuts_no_result_off(path: Path, tmp_path: Path) -> None:
    with Visit.open(path) as visit:
        key = visit.add_result("note", note("kept"))
    with h5py.File(path, "r+") as file:
        file.flush()
    with Visit.open(path) as visit:
        assert "seal-missing" in {problem.code for problem in visit.damage}
        assert visit.result(key, Note).text == "kept"
    with h5py.File(path, "r+") as file:
        file["remark"] = np.arange(5000)
    rescue(path, into=tmp_path / "rescued.h5", monitor=NullMonitor())
    with Visit.open(tmp_path / "rescued.h5") as rescued:
        assert rescued.result(key, Note).text == "kept"
        assert_same_recording(rescued.recording("run"), example_recording(samples=5000))


def test_a_reader_keeps_its_view_while_others_change_the_visit(path: Path) -> None:
    with Visit.open(path) as writer:
        key = writer.add_result("note", note("first"))
        with Visit.open(path) as reader:
            writer.add_result("note", note("second"))
            writer.add_recording(example_recording("another", seed=1))  # replaces the file
            assert [entry.key for entry in reader.results()] == [key]
            assert reader.result(key, Note).text == "first"
            assert_same_recording(reader.recording("run"), example_recording(samples=5000))
            reader.add_result("note", note("third"))
            assert [reader.result(entry.key, Note).text for entry in reader.results()] == [
                "first",
                "second",
                "third",
            ]


def test_a_visit_that_was_damaged_since_it_was_opened_is_not_written(path: Path) -> None:
    with Visit.open(path) as visit:
        with path.open("r+b") as file:
            file.seek(100)
            file.write(b"?")
        with pytest.raises(BadFile, match="visit-read-only"):
            visit.add_result("note", note("one"))


def test_a_visit_of_the_former_schema_is_read_as_it_is_and_changed_in_a_copy(path: Path) -> None:
    with Visit.open(path) as visit:
        key = visit.add_result("identification", example_result())
    make_older(path, 3)
    before = path.read_bytes()
    assert outline_of(path).results[0].kind == "identification"
    with Visit.open(path) as visit:
        assert not visit.damage
        assert same(visit.result(key, IdentificationResult), example_result())
    assert path.read_bytes() == before
    with Visit.open(path) as visit:
        visit.add_result("note", note("new"))
    with h5py.File(path, "r") as file:
        assert file.attrs["schema"] == 4
        assert set(file["results"]) == {key, "note-002"}
    with Visit.open(path) as visit:
        visit.add_result("note", note("newer"))
        assert same(visit.result(key, IdentificationResult), example_result())


def store(path: Path) -> None:
    with Visit.open(path) as visit, visit.change() as draft:
        draft.add_result("note", note("new"))
        draft.set_operator("Ada")


@pytest.mark.parametrize("fault", [Fault.FULL, Fault.FULL_ONCE, Fault.QUOTA])
def test_a_disk_that_refuses_any_write_of_a_result_leaves_the_visit_as_it_was(
    path: Path, fault: Fault
) -> None:
    whole = path.read_bytes()
    with FaultyDisk(path.parent) as disk:
        store(path)
    count = len(disk.operations)
    assert {"make", "write", "sync"} <= set(disk.operations)
    refused = 0
    for at in range(1, count + 1):
        path.write_bytes(whole)
        with FaultyDisk(path.parent, at=at, fault=fault), suppress(DiskFull):
            store(path)
            refused -= 1
        refused += 1
        with Visit.open(path) as visit:
            assert not visit.damage
            assert len(visit.results()) == (1 if visit.operator else 0)
            if not visit.operator:
                assert path.read_bytes() == whole
    assert refused >= 2


def test_an_array_of_texts_is_refused_before_anything_is_written(path: Path) -> None:
    before = path.read_bytes()
    with Visit.open(path) as visit, pytest.raises(TypeError):
        visit.add_result("note", Note("x", np.array(["a", "b"])))
    assert path.read_bytes() == before
