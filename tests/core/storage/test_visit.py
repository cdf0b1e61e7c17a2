"""The visit file keeps what it is given, refuses to overwrite it, and says what is wrong with a file."""

import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import h5py
import numpy as np
import pytest

from core.errors import BadFile, BadRequest
from core.exchange.clock import Gap
from core.identification.result import IdentificationResult
from core.identification.settings import IdentificationSettings
from core.quality import Judgement
from core.recording import Quantity, Recording
from core.storage import migration, recordings
from core.storage.migration import migrate
from core.storage.recordings import blocks_of
from core.storage.visit import Visit
from tests.core.results_examples import example_result, same
from tests.core.storage.edited import edited, make_older
from tests.core.storage.recordings_examples import assert_same_recording, example_recording

ROBOT = 'name = "two"\n# 机械臂, é, µ\n'


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "visit.h5"


@pytest.fixture
def visit(path: Path) -> Iterator[Visit]:
    with Visit.create(path, robot_toml=ROBOT, now=lambda: datetime(2024, 5, 6, tzinfo=UTC)) as visit:
        yield visit


def test_a_new_visit_knows_its_robot_and_when_it_began(visit: Visit, path: Path) -> None:
    assert visit.robot_toml == ROBOT
    assert visit.created_at == "2024-05-06T00:00:00+00:00"
    assert visit.software.startswith("torsion")
    assert visit.labels == ()
    assert visit.results() == ()
    assert [file.name for file in path.parent.iterdir()] == ["visit.h5"]


def test_an_existing_file_is_never_replaced_by_a_new_visit(visit: Visit, path: Path) -> None:
    with pytest.raises(BadFile, match="file-exists"):
        Visit.create(path, robot_toml="")
    assert visit.robot_toml == ROBOT


def test_a_recording_comes_back_and_its_columns_stay_in_the_file(visit: Visit, path: Path) -> None:
    original = example_recording()
    visit.add_recording(original)
    with Visit.open(path) as again:
        stored = again.recording("run")
        assert not isinstance(stored.columns[Quantity.POSITION], np.ndarray)
        assert stored.columns[Quantity.POSITION].shape == (50, 3)
        assert stored.joint_count == 3
        assert_same_recording(stored, original)


def test_the_file_itself_names_units_and_keeps_the_default_format(visit: Visit, path: Path) -> None:
    visit.add_recording(example_recording())
    visit.close()
    with h5py.File(path, "r") as file:
        assert file.libver[0] == "earliest"
        group = file["recordings/0001"]
        assert group["time"].attrs["unit"] == "s"
        assert group["columns/current"].attrs["unit"] == "A"
        assert {item.attrs["unit"] for item in group["columns"].values()} == {"A", "rad or m"}
    assert set(recordings.UNITS) == set(Quantity)


def test_stored_columns_survive_a_later_change(visit: Visit) -> None:
    original = example_recording()
    visit.add_recording(original)
    stored = visit.recording("run")
    visit.add_recording(example_recording("another", seed=1))
    assert_same_recording(stored, original)


def test_an_existing_label_is_refused_and_nothing_of_the_change_remains(visit: Visit, path: Path) -> None:
    visit.add_recording(example_recording())
    with visit.change() as draft, pytest.raises(BadRequest):
        draft.add_recording(example_recording("run", seed=9))
    assert_same_recording(visit.recording("run"), example_recording())
    before = path.read_bytes()
    with pytest.raises(BadRequest) as caught:
        add_two(visit, "new", "run")
    assert (caught.value.code, caught.value.facts["label"]) == ("label-exists", "run")
    assert path.read_bytes() == before
    assert visit.labels == ("run",)
    assert [file.name for file in path.parent.iterdir()] == ["visit.h5"]


def add_two(visit: Visit, *labels: str) -> None:
    with visit.change() as draft:
        for label in labels:
            draft.add_recording(example_recording(label, seed=9))


def test_several_changes_are_one_copy(visit: Visit, monkeypatch: pytest.MonkeyPatch) -> None:
    copies: list[object] = []
    from core.storage import draft as module

    genuine = module.shutil.copy
    monkeypatch.setattr(module.shutil, "copy", lambda *names: copies.append(names) or genuine(*names))
    labels = [f"run {number}" for number in range(12)]
    with visit.change() as draft:
        for number, label in enumerate(labels):
            draft.add_recording(example_recording(label, seed=number))
    assert len(copies) == 1
    assert visit.labels == tuple(labels)


def test_a_recording_can_arrive_in_blocks(visit: Visit) -> None:
    original = example_recording(samples=1000)
    blocks = (original.block(first, first + 130) for first in range(0, 1000, 130))
    visit.add_recording_blocks("in blocks", blocks)
    assert_same_recording(visit.recording("in blocks"), replace(original, label="in blocks"))


def test_a_recording_moves_from_visit_to_visit(visit: Visit, tmp_path: Path) -> None:
    original = example_recording()
    visit.add_recording(original)
    with Visit.create(tmp_path / "other.h5", robot_toml="") as other:
        other.add_recording(visit.recording("run"))
        assert_same_recording(other.recording("run"), original)


def test_blocks_cover_every_sample_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recordings, "ROWS_PER_BLOCK", 7)
    original = example_recording(samples=50)
    assert np.concatenate([block.time for block in blocks_of(original)]).tobytes() == original.time.tobytes()


def test_the_gaps_of_the_clock_are_kept(visit: Visit) -> None:
    time = np.concatenate([np.arange(10) * 0.01, 0.5 + np.arange(10) * 0.01])
    visit.add_recording(Recording("gap", time, {Quantity.POSITION: np.zeros((20, 1))}))
    assert visit.gaps("gap") == (Gap(index=9, missing=40),)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"time": np.zeros(50)}, "clock-not-increasing"),
        ({"time": np.full(50, np.nan)}, "clock-not-increasing"),
        ({"columns": {Quantity.POSITION: np.zeros((49, 3))}}, "column-shape"),
        ({"columns": {}}, "no-samples"),
        ({"label": " "}, "label-not-usable"),
        ({"label": "a\x00b"}, "label-not-usable"),
    ],
)
def test_invalid_recordings_are_refused(visit: Visit, change: dict[str, object], code: str) -> None:
    with pytest.raises(BadRequest) as caught:
        visit.add_recording(replace(example_recording(), **change))
    assert caught.value.code == code
    assert visit.labels == ()


def test_blocks_that_go_back_in_time_are_refused(visit: Visit) -> None:
    original = example_recording()
    with pytest.raises(BadRequest, match="clock-not-increasing"):
        visit.add_recording_blocks("run", [original, original])


def test_a_result_comes_back_bit_for_bit(visit: Visit, path: Path) -> None:
    first = visit.add_result("identification", example_result())
    second = visit.add_result("verification", Judgement.of(()))
    assert (first, second) == ("identification-001", "verification-002")
    with Visit.open(path) as again:
        assert [entry.key for entry in again.results()] == [first, second]
        (entry,) = again.results("identification")
        assert (entry.kind, entry.number) == ("identification", 1)
        assert entry.created_at == "2024-05-06T00:00:00+00:00"
        assert same(again.result(first, IdentificationResult), example_result())
        with pytest.raises(BadFile, match="bad-fields"):
            again.result(second, IdentificationResult)


def test_results_keep_their_order_beyond_a_thousand(visit: Visit) -> None:
    with visit.change() as draft:
        keys = [draft.add_result("z" if number % 2 else "a", Judgement.of(())) for number in range(1002)]
    assert [entry.key for entry in visit.results()] == keys


def test_unknown_names_are_named(visit: Visit) -> None:
    visit.add_recording(example_recording())
    with pytest.raises(BadRequest) as caught:
        visit.recording("walk")
    assert caught.value.facts == {"label": "walk", "labels": ("run",)}
    with pytest.raises(BadRequest, match="unknown-result"):
        visit.result("identification-001", IdentificationResult)


def test_settings_are_remembered_and_replaced(visit: Visit) -> None:
    assert visit.settings("identify", IdentificationSettings) is None
    visit.put_settings("identify", IdentificationSettings(filter_hz=5.0))
    visit.put_settings("identify", IdentificationSettings(filter_hz=7.0))
    kept = visit.settings("identify", IdentificationSettings)
    assert kept is not None
    assert kept.filter_hz == 7.0


def test_two_visits_of_one_file_keep_each_others_changes(visit: Visit, path: Path) -> None:
    with Visit.open(path) as other:
        visit.add_recording(example_recording("mine"))
        other.add_recording(example_recording("theirs", seed=1))
        assert other.labels == ("mine", "theirs")
        with pytest.raises(BadRequest, match="label-exists"):
            visit.add_recording(example_recording("theirs"))


def test_a_change_during_a_change_is_refused(visit: Visit, path: Path) -> None:
    with Visit.open(path) as other, visit.change() as draft:
        draft.add_recording(example_recording())
        with pytest.raises(BadFile) as caught:
            other.add_recording(example_recording("late"))
        assert caught.value.code == "visit-locked"
        assert other.labels == ()
    assert visit.labels == ("run",)


def test_a_link_to_a_visit_stays_a_link(visit: Visit, path: Path, tmp_path: Path) -> None:
    link = tmp_path / "link.h5"
    link.symlink_to(path)
    with Visit.open(link) as linked:
        linked.add_recording(example_recording())
    assert link.is_symlink()
    with Visit.open(path) as again:
        assert again.labels == ("run",)


def test_links_in_a_circle_are_refused(path: Path, tmp_path: Path) -> None:
    link, other = tmp_path / "link.h5", tmp_path / "other.h5"
    link.symlink_to(other)
    other.symlink_to(link)
    with pytest.raises(BadFile) as caught:
        Visit.open(link)
    assert (caught.value.code, caught.value.facts["kind"]) == ("not-a-plain-file", "link")
    with pytest.raises(BadFile, match="file-exists"):
        Visit.create(link, robot_toml="")


def test_a_visit_in_a_folder_that_is_a_link_opens(visit: Visit, path: Path, tmp_path: Path) -> None:
    visit.add_recording(example_recording())
    folder = tmp_path / "elsewhere"
    folder.symlink_to(path.parent, target_is_directory=True)
    with Visit.open(folder / path.name) as linked:
        assert linked.labels == ("run",)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadFile) as caught:
        Visit.open(tmp_path / "none.h5")
    assert caught.value.code == "file-missing"
    assert str(caught.value.facts["file"]).endswith("none.h5")


@pytest.mark.parametrize("content", [b"", b"t,q\n1,2\n", b"\x89HDF\r\n\x1a"])
def test_another_kind_of_file_is_no_visit(path: Path, content: bytes) -> None:
    path.write_bytes(content)
    with pytest.raises(BadFile, match="not-a-visit"):
        Visit.open(path)


def test_another_hdf5_file_is_no_visit(path: Path) -> None:
    with h5py.File(path, "w") as file:
        file["x"] = 1
    with pytest.raises(BadFile, match="not-a-visit"):
        Visit.open(path)


@pytest.mark.parametrize("share", [0.3, 0.6, 0.9, 0.999])
def test_a_truncated_visit_is_damaged(visit: Visit, path: Path, share: float) -> None:
    visit.add_recording(example_recording(samples=9000))
    visit.close()
    content = path.read_bytes()
    path.write_bytes(content[: int(len(content) * share)])
    with pytest.raises(BadFile, match="file-damaged"):
        Visit.open(path)


def test_a_flipped_bit_in_the_samples_is_noticed(visit: Visit, path: Path) -> None:
    original = example_recording()
    visit.add_recording(original)
    visit.close()
    with h5py.File(path, "r") as file:
        chunk = file["recordings/0001/columns/current"].id.get_chunk_info(0)
    content = bytearray(path.read_bytes())
    content[chunk.byte_offset + chunk.size // 2] ^= 1
    path.write_bytes(content)
    with Visit.open(path) as damaged, pytest.raises(BadFile, match="file-damaged"):
        damaged.recording("run").columns[Quantity.CURRENT][0:50]


def test_counts_of_encoders_take_much_less_room_and_come_back_to_the_bit(visit: Visit, path: Path) -> None:
    time = 0.001 * np.arange(60_000.0)
    turned = np.outer(np.sin(0.2 * time), np.ones(3))
    counted = np.rint(turned * 2.0**19) * 2.0**-19
    visit.add_recording(Recording("counted", time, {Quantity.LINK_POSITION: counted}))
    visit.close()
    assert path.stat().st_size < 0.25 * counted.nbytes
    with Visit.open(path) as again:
        assert_same_recording(
            again.recording("counted"), Recording("counted", time, {Quantity.LINK_POSITION: counted})
        )


def test_a_visit_without_its_recordings_is_read_and_never_written(visit: Visit, path: Path) -> None:
    key = visit.add_result("verification", Judgement.of(()))
    visit.close()
    with h5py.File(path, "r+") as file:
        del file["recordings"]
    before = path.read_bytes()
    with Visit.open(path) as damaged:
        assert "recordings" in {problem.where for problem in damaged.damage}
        assert damaged.result(key, Judgement) == Judgement.of(())
        with pytest.raises(BadFile, match="visit-read-only"):
            damaged.set_operator("A")
    assert path.read_bytes() == before


def test_a_visit_of_a_newer_program_is_refused(visit: Visit, path: Path) -> None:
    visit.close()
    with h5py.File(path, "r+") as file:
        file.attrs["schema"] = migration.SCHEMA + 1
    with pytest.raises(BadFile) as caught:
        Visit.open(path)
    assert caught.value.code == "visit-too-new"
    assert caught.value.facts["schema"] == migration.SCHEMA + 1


def test_a_quantity_and_fields_of_a_newer_program_are_left_out(visit: Visit, path: Path) -> None:
    visit.add_recording(example_recording())
    visit.close()
    with edited(path) as file:
        group = file["recordings/0001"]
        group["columns"].create_dataset("smell", data=np.zeros((50, 3)))
        fields = json.loads(group["about/fields"].asstr()[()])
        group["about/fields"][()] = json.dumps({**fields, "mood": "good"})
    with Visit.open(path) as again:
        assert_same_recording(again.recording("run"), example_recording())


def test_an_old_visit_is_migrated_in_a_copy(
    visit: Visit, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    visit.add_recording(example_recording())
    visit.close()
    make_older(path, 0)
    with h5py.File(path, "r+") as file:
        file.move("settings", "preferences")
    with pytest.raises(BadFile, match="visit-too-old"):
        Visit.open(path)
    monkeypatch.setitem(migration.MIGRATIONS, 0, lambda file: file.move("preferences", "settings"))
    with Visit.open(path) as again:
        assert_same_recording(again.recording("run"), example_recording())
    with h5py.File(path, "r") as file:
        assert file.attrs["schema"] == migration.SCHEMA


def test_migrations_run_one_after_the_other(path: Path) -> None:
    ran: list[int] = []
    with h5py.File(path, "w") as file:
        file.attrs["format"], file.attrs["schema"] = migration.FORMAT, 1
        steps = {number: lambda _, number=number: ran.append(number) for number in (1, 2, 3)}
        migrate(file, path=str(path), migrations=steps, newest=4)
        assert file.attrs["schema"] == 4
    assert ran == [1, 2, 3]


def test_a_failed_migration_leaves_the_old_file(
    visit: Visit, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    visit.close()
    make_older(path, 0)
    before = path.read_bytes()

    def fail(file: h5py.File) -> None:
        del file["recordings"]
        raise BadFile("file-damaged")

    monkeypatch.setitem(migration.MIGRATIONS, 0, fail)
    with pytest.raises(BadFile):
        Visit.open(path)
    assert path.read_bytes() == before
