"""Visits of unknown origin: no file outside is read or written, and no error is unexpected."""

import os
from pathlib import Path

import h5py
import numpy as np
import pytest

from core.errors import BadFile, TorsionError
from core.exchange.array_file import read_arrays
from core.exchange.layout import load_layout
from core.hdf5_file import open_to_read
from core.monitor import NullMonitor
from core.storage import probe
from core.storage.outline_reading import outline_of
from core.storage.rescue import rescue
from core.storage.visit import Visit
from tests.core.results_examples import validation
from tests.core.storage.children import probed
from tests.core.storage.crafted import ELSEWHERE, MALFORMED
from tests.core.storage.edited import edited, make_older, take_in
from tests.core.storage.judged import content_of, differences, make_visit, read_to_the_end

FLIPS = 12
"""Bits that are flipped, evenly over the file and at every place of a byte; the campaign takes more."""
ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture(autouse=True)
def probes_begin_with_their_modules(monkeypatch: pytest.MonkeyPatch) -> None:
    """Unsealed files are read in copies of a loaded process; ``test_visit`` has them read in new ones."""
    monkeypatch.setattr(probe, "exit_code_of", probed)


@pytest.fixture(scope="module")
def content(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The bytes of a visit with two recordings, a result of few arrays, settings and who made it."""
    path = tmp_path_factory.mktemp("whole") / "visit.h5"
    make_visit(path, result=validation("run", used_in_fit=True))
    return path.read_bytes()


@pytest.fixture
def path(tmp_path: Path, content: bytes) -> Path:
    path = tmp_path / "visit.h5"
    path.write_bytes(content)
    return path


@pytest.fixture
def canary(tmp_path: Path) -> Path:
    """A file that must be neither read nor changed; it is an HDF5 file, so that reading it would succeed."""
    path = tmp_path / "canary.h5"
    with h5py.File(path, "w") as file:
        file["x"] = np.zeros((50, 3))
    os.utime(path, (1_000_000_000, 1_000_000_000))
    return path


def state_of(canary: Path) -> tuple[float, float, bytes]:
    status = canary.stat()
    return status.st_atime, status.st_mtime, b""


@pytest.mark.parametrize("name", ELSEWHERE)
@pytest.mark.parametrize("is_older", [False, True])
def test_links_out_of_the_file_are_refused_by_name(
    path: Path, canary: Path, name: str, *, is_older: bool
) -> None:
    if is_older:
        make_older(path, 2)
    with h5py.File(path, "r+") if is_older else edited(path) as file:
        ELSEWHERE[name](file, canary)
    os.utime(canary, (1_000_000_000, 1_000_000_000))
    before, there = state_of(canary), path.read_bytes()
    for opening in (Visit.open, outline_of):
        with pytest.raises(BadFile) as caught:
            opening(path)
        assert caught.value.code == "leads-elsewhere"
        assert caught.value.problems
    into = path.with_name("new.h5")
    rescue(path, into=into, monitor=NullMonitor())
    with Visit.open(into) as rescued:
        assert not rescued.damage
    assert state_of(canary) == before
    assert path.read_bytes() == there


@pytest.mark.parametrize("name", MALFORMED)
def test_a_malformed_visit_ends_in_a_readable_error(path: Path, canary: Path, name: str) -> None:
    with edited(path) as file:
        MALFORMED[name](file, canary)
    read_to_the_end(path, path.with_name("new.h5"))  # raises an unexpected error


def test_a_visit_without_damage_is_read_whole(path: Path) -> None:
    found = read_to_the_end(path, path.with_name("new.h5"))
    assert not found.is_noticed
    assert len(found.content) == 9


def test_an_older_visit_is_signed_once_and_reads_the_same(path: Path) -> None:
    with Visit.open(path) as visit:
        truth = content_of(visit, {})
    for schema in (2, 1):
        make_older(path, schema)
        if schema == 1:  # it noted no holes
            truth["recording run"]["missing"] = []
        with Visit.open(path) as visit:
            assert not visit.damage
            assert not differences(content_of(visit, {}), truth)
            visit.set_operator("A. Person")
        with h5py.File(path, "r") as file:
            assert "sha256" in file["recordings/0001"].attrs


def test_a_damaged_older_visit_is_not_signed(path: Path) -> None:
    make_older(path, 2)
    with h5py.File(path, "r+") as file:
        file["recordings/0001/time"][5] = np.nan
    before = path.read_bytes()
    with Visit.open(path) as visit:
        assert [problem.code for problem in visit.damage] == ["no-clock-inside"]
        assert visit.recording("again").sample_count == 50
        with pytest.raises(BadFile, match="visit-read-only"):
            visit.set_operator("B")
    assert path.read_bytes() == before


def test_flipped_bits_are_detected(path: Path, tmp_path: Path) -> None:
    with Visit.open(path) as visit:
        truth = content_of(visit, {})
    whole = path.read_bytes()
    harmless = 0
    for bit in range(5, 8 * len(whole), 8 * (len(whole) // FLIPS) + 1):
        damaged = bytearray(whole)
        damaged[bit // 8] ^= 1 << bit % 8
        path.write_bytes(damaged)
        found = read_to_the_end(path, tmp_path / "new.h5")
        assert not differences(found.content, truth), bit
        assert not differences(found.rescued or {}, truth, is_rescued=True), bit
        harmless += not found.is_noticed
    assert harmless == 0


def test_a_flipped_schema_bit_prevents_signing(path: Path) -> None:
    with h5py.File(path, "r+") as file:
        file.attrs["schema"] = 2
    before = path.read_bytes()
    with Visit.open(path) as visit:
        assert "digest" in {problem.code for problem in visit.damage}
    assert path.read_bytes() == before


def test_a_visit_that_another_program_changed_is_read_and_rescued(path: Path) -> None:
    with h5py.File(path, "r+") as file:
        file["recordings/0001/columns/current"][3, 1] += 1e-9
    with Visit.open(path) as visit, pytest.raises(TorsionError):
        visit.recording("run").columns["current"][:]  # type: ignore[index]
    into = path.with_name("new.h5")
    found = rescue(path, into=into, monitor=NullMonitor())
    assert [(left.piece.value, left.name) for left in found.left_out] == [("column", "run/current")]
    with Visit.open(into) as visit:
        assert set(visit.recording("run").columns) == {"position", "link_position"}
        assert visit.operator == "A. Person"
        visit.set_operator("B")


def test_rescue_needs_readable_content_and_a_new_file(path: Path, tmp_path: Path) -> None:
    there = tmp_path / "there.h5"
    there.write_text("mine")
    with pytest.raises(BadFile, match="file-exists"):
        rescue(path, into=there, monitor=NullMonitor())
    assert there.read_text() == "mine"
    take_in(path)
    with h5py.File(path, "r+") as file:
        for place in ("recordings", "results", "settings", "robot_toml"):
            del file[place]
        file.create_group("results")
    with pytest.raises(BadFile, match="nothing-whole"):
        rescue(path, into=tmp_path / "new.h5", monitor=NullMonitor())
    assert not (tmp_path / "new.h5").exists()


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="Windows has no pipes among files")
def test_a_pipe_in_place_of_a_visit_is_refused_at_once(tmp_path: Path) -> None:
    pipe = tmp_path / "visit.h5"
    os.mkfifo(pipe)
    for opening in (Visit.open, outline_of):
        with pytest.raises(BadFile, match="not-a-plain-file"):
            opening(pipe)


def test_locks_and_drafts_that_are_links_are_not_followed(path: Path, canary: Path) -> None:
    before = canary.read_bytes()
    lock, draft = path.with_name(".visit.h5.lock"), path.with_name(".visit.h5.draft")
    draft.symlink_to(canary)
    with Visit.open(path) as visit:
        visit.set_operator("B")
        assert canary.read_bytes() == before
        lock.symlink_to(path.with_name("made-by-the-lock"))
        with pytest.raises(BadFile, match="not-a-plain-file"):
            visit.set_operator("C")
    assert not path.with_name("made-by-the-lock").exists()
    assert canary.read_bytes() == before


@pytest.mark.parametrize("name", ["external link besides", "external storage", "virtual dataset"])
def test_a_matlab_file_is_not_followed(tmp_path: Path, canary: Path, name: str) -> None:
    path = tmp_path / "file.mat"
    with h5py.File(path, "w") as file:
        file.create_group("results")
        file["recordings/0001/columns/position"] = np.zeros((50, 3))
        ELSEWHERE[name](file, canary)
    os.utime(canary, (1_000_000_000, 1_000_000_000))
    before = state_of(canary)
    with pytest.raises(BadFile, match="leads-elsewhere"):
        read_arrays(path, load_layout("mat"), None)
    assert state_of(canary) == before


def test_hdf5_filter_plugins_are_not_searched() -> None:
    import h5py.h5pl

    import core.hdf5_file  # noqa: F401  switches it off

    assert h5py.h5pl.size() == 0


def test_hdf5_files_are_opened_in_one_place() -> None:
    guilty = [
        str(source.relative_to(ROOT))
        for room in ("app", "core", "devices", "packaging")
        for source in (ROOT / room).rglob("*.py")
        if "h5py.File(" in source.read_text(encoding="utf-8")
    ]
    assert guilty == ["core/hdf5_file.py"]


def test_opening_to_read_follows_no_link(path: Path, tmp_path: Path) -> None:
    link = tmp_path / "link.h5"
    link.symlink_to(path)
    with pytest.raises(BadFile, match="not-a-plain-file"):
        open_to_read(link)
