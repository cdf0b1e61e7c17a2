"""The catalogue of visits: scanning, searching, broken files, several programs, arms that need care."""

import csv
import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from core.catalogue.care import robots_by_care
from core.catalogue.example import WornArm, write_example
from core.catalogue.export import TableKind, write_robots, write_visits
from core.catalogue.fleet import PAYLOAD_SET_WRONG
from core.catalogue.scan import scan
from core.catalogue.store import Catalogue
from core.errors import BadFile, BadRequest
from core.monitor import NullMonitor
from core.quality import UNREADABLE
from core.storage.tag import TAG, VisitTag
from core.storage.visit import Visit
from tests.core.catalogue.made_fleet import ARMS, BROKEN, WRONG_PAYLOADS, MadeFleet, made_fleet
from tests.made_once import MadeOnce

QUIET = NullMonitor()


@pytest.fixture
def fleet(made_once: MadeOnce) -> MadeFleet:
    return made_fleet(made_once)


@pytest.fixture
def folder(fleet: MadeFleet, tmp_path: Path) -> Path:
    """A copy of the first 24 visits, those of six arms."""
    folder = tmp_path / "visits"
    folder.mkdir()
    for number in range(1, 7):
        for path in fleet.visits.glob(f"*-{number:04d}-*.h5"):
            shutil.copy(path, folder)
    return folder


@pytest.fixture
def catalogue(tmp_path: Path):
    with Catalogue(tmp_path / "catalogue.sqlite") as made:
        yield made


def test_a_second_scan_reads_what_changed_alone(catalogue: Catalogue, folder: Path) -> None:
    first = scan(catalogue, [folder], monitor=QUIET)
    assert (first.files, first.read, first.broken, first.gone) == (24, 24, 0, 0)
    assert scan(catalogue, [folder], monitor=QUIET).read == 0
    with Visit.open(folder / "ec66-0001-01.h5") as visit:
        visit.put_settings(TAG, VisitTag(customer="Bakery, Ulm"))
    (folder / "ec66-0001-02.h5").unlink()
    again = scan(catalogue, [folder], monitor=QUIET)
    assert (again.files, again.read, again.gone) == (23, 1, 1)
    assert [Path(one.path).name for one in catalogue.visits("bakery ULM")] == ["ec66-0001-01.h5"]


def test_a_broken_file_is_listed_as_broken_and_stops_nothing(catalogue: Catalogue, folder: Path) -> None:
    (folder / "cut.h5").write_bytes((folder / "ec66-0001-01.h5").read_bytes()[:5000])
    (folder / "empty.h5").write_bytes(b"")
    (folder / "notes.h5").write_text("no visit")
    (folder / "gone.h5").symlink_to(folder / "nowhere.h5")
    done = scan(catalogue, [folder], monitor=QUIET)
    assert (done.files, done.broken) == (27, 3)
    broken = catalogue.visits(UNREADABLE)
    assert {Path(one.path).name for one in broken} == {"cut.h5", "empty.h5", "notes.h5"}
    assert all(one.error for one in broken)
    assert [one.verdict for one in robots_by_care(catalogue)][-3:] == [UNREADABLE] * 3


def test_a_scan_of_one_folder_leaves_the_others_in_the_catalogue(catalogue: Catalogue, folder: Path) -> None:
    other = folder.parent / "other"
    other.mkdir()
    shutil.copy(folder / "ec66-0001-01.h5", other / "copy.h5")
    scan(catalogue, [folder, other], monitor=QUIET)
    scan(catalogue, [other], monitor=QUIET)
    assert len(catalogue.visits()) == 25
    with pytest.raises(BadRequest, match="folder-missing"):
        scan(catalogue, [folder / "none"], monitor=QUIET)
    assert len(catalogue.visits()) == 25


def test_no_file_of_another_kind_is_taken_for_a_catalogue(tmp_path: Path) -> None:
    text = tmp_path / "notes.txt"
    text.write_text("important, and longer than a header")
    foreign = tmp_path / "foreign.sqlite"
    with sqlite3.connect(foreign) as database:
        database.execute("CREATE TABLE bills (amount REAL)")
    database.close()
    for path in (text, foreign):
        before = path.read_bytes()
        with pytest.raises(BadFile, match="not-a-catalogue"):
            Catalogue(path)
        assert path.read_bytes() == before


def test_a_damaged_catalogue_says_so(tmp_path: Path, folder: Path) -> None:
    path = tmp_path / "catalogue.sqlite"
    with Catalogue(path) as made:
        scan(made, [folder], monitor=QUIET)
    content = bytearray(path.read_bytes())
    content[4096:] = os.urandom(len(content) - 4096)
    path.write_bytes(content)
    with pytest.raises(BadFile, match="catalogue-damaged"), Catalogue(path) as made:
        made.visits()


SCANNING = """
import sys
from pathlib import Path
from core.catalogue.scan import scan
from core.catalogue.store import Catalogue
from core.monitor import NullMonitor
class Telling(NullMonitor):
    def report(self, fraction, text=""):
        print(fraction, flush=True)
with Catalogue(Path(sys.argv[1])) as catalogue:
    scan(catalogue, [Path(sys.argv[2])], monitor=Telling())
"""


def scanning(path: Path, folder: Path) -> "subprocess.Popen[str]":
    command = [sys.executable, "-c", SCANNING, str(path), str(folder)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def test_two_programs_scan_into_one_catalogue(tmp_path: Path, folder: Path) -> None:
    path = tmp_path / "catalogue.sqlite"
    both = [scanning(path, folder) for _ in range(2)]
    for one in both:
        one.communicate()
    assert [one.returncode for one in both] == [0, 0]
    with Catalogue(path) as catalogue:
        assert len(catalogue.visits()) == 24
        figures = [(one.serial, one.recorded_at, one.number, one.code) for one in catalogue.figures()]
        assert figures
        assert len(set(figures)) == len(figures)


def test_a_killed_scan_leaves_a_catalogue_that_the_next_one_completes(tmp_path: Path, folder: Path) -> None:
    path = tmp_path / "catalogue.sqlite"
    program = scanning(path, folder)
    assert program.stdout is not None
    assert 0.0 <= float(program.stdout.readline()) < 1.0
    program.send_signal(signal.SIGKILL)
    program.communicate()
    with Catalogue(path) as catalogue:
        scan(catalogue, [folder], monitor=QUIET)
        assert len(catalogue.visits()) == 24


def test_worn_arms_of_an_example_fleet_stand_first(fleet: MadeFleet) -> None:
    with Catalogue(fleet.catalogue) as catalogue:
        found = robots_by_care(catalogue)
        assert len(found) == ARMS + 1, "the broken file too"
        named = {one.serial: {care.joint for care in one.care if care.joint} for one in found if one.care}
        clear = fleet.clearly_worn
        assert clear
        assert clear.keys() <= named.keys()
        assert all(worn.joint in named[serial] for serial, worn in clear.items())
        assert len(named.keys() - fleet.truth.keys()) <= 1
        verdicts = [one.verdict for one in found]
        order = ["repeat", "good", UNREADABLE]
        assert verdicts == sorted(verdicts, key=order.index), "those that need care come first"
        (alone,) = robots_by_care(catalogue, next(iter(clear)))
        assert alone.care == next(one.care for one in found if one.serial == alone.serial)


@pytest.mark.parametrize("seed", range(4))
def test_even_a_small_example_has_a_worn_arm(tmp_path: Path, seed: int) -> None:
    truth = write_example(tmp_path, arms=3, visits=5, seed=seed, monitor=QUIET)
    assert truth
    assert all(
        (tmp_path / worn.first_worn_visit).exists() for worn in truth.values() if isinstance(worn, WornArm)
    )


def _found(folder: Path, *, arms: int, visits: int, seed: int) -> tuple[set[str], set[str], set[str]]:
    """Serial numbers of arms that are clearly worn, of all worn ones, and of those that need care."""
    truth = write_example(folder, arms=arms, visits=visits, seed=seed, monitor=QUIET, recordings=0)
    with Catalogue(folder / "catalogue.sqlite") as catalogue:
        scan(catalogue, [folder], monitor=QUIET)
        found = robots_by_care(catalogue)
    clear = {serial for serial, one in truth.items() if isinstance(one, WornArm) and one.stiffness_lost > 0.1}
    return clear, set(truth), {one.serial for one in found if one.care}


def test_wear_is_found_among_three_arms_of_different_models(tmp_path: Path) -> None:
    """With four visits to each; nothing is usual for a model of one arm."""
    clear, worn, care = _found(tmp_path, arms=3, visits=12, seed=4)
    assert clear
    assert clear <= care <= worn


def test_wear_is_found_among_four_arms_of_a_model(tmp_path: Path) -> None:
    clear, worn, care = _found(tmp_path, arms=12, visits=36, seed=3)
    assert len(clear) == 2
    assert clear <= care <= worn


def test_two_visits_to_a_lone_arm_show_a_worn_gear_and_never_call_one_good(tmp_path: Path) -> None:
    truth = write_example(tmp_path, arms=3, visits=6, seed=4, monitor=QUIET, recordings=0)
    with Catalogue(tmp_path / "catalogue.sqlite") as catalogue:
        scan(catalogue, [tmp_path], monitor=QUIET)
        found = robots_by_care(catalogue)
    assert {one.serial for one in found if one.care} == set(truth) != set()
    assert {one.verdict for one in found if not one.care} == {"not-measurable"}
    for care in (care for one in found for care in one.care):
        assert "" < care.before < care.since, "it names the visit that it was compared with"


def test_a_payload_set_wrong_needs_care_and_one_set_right_does_not(fleet: MadeFleet) -> None:
    wrong = fleet.wrong_payloads
    assert len(wrong) == WRONG_PAYLOADS
    with Catalogue(fleet.catalogue) as catalogue:
        assert [Path(one.path).name for one in catalogue.visits() if one.error] == [BROKEN]
        cares = {
            one.serial: care
            for one in robots_by_care(catalogue)
            for care in one.care
            if care.code == PAYLOAD_SET_WRONG
        }
    assert set(cares) == set(wrong)
    for serial, one in wrong.items():
        assert cares[serial].usual == one.set_mass
        assert cares[serial].value == pytest.approx(one.true_mass, abs=0.08)


def test_a_list_on_a_screen_takes_a_part_of_the_visits(catalogue: Catalogue, folder: Path) -> None:
    scan(catalogue, [folder], monitor=QUIET)
    every = catalogue.visits()
    assert catalogue.count() == len(every) == 24
    assert catalogue.visits(first=5, most=7) == every[5:12]
    assert catalogue.count("ec66-0001") == len(catalogue.visits("ec66-0001"))


@pytest.mark.parametrize("kind", TableKind)
def test_arms_and_visits_are_written_as_tables(catalogue: Catalogue, folder: Path, kind: TableKind) -> None:
    scan(catalogue, [folder], monitor=QUIET)
    path, found = folder.parent / f"out.{kind}", robots_by_care(catalogue)

    def read() -> list[dict[str, object]]:
        if kind is TableKind.JSON:
            return list(json.loads(path.read_text()))
        if kind is TableKind.CSV:
            return list(csv.DictReader(path.read_text().splitlines()))
        return list(pytest.importorskip("pyarrow.parquet").read_table(path).to_pylist())

    if kind is TableKind.PARQUET:
        pytest.importorskip("pyarrow")
    write_robots(path, found, kind)
    assert {line["serial"] for line in read()} == {one.serial for one in found}
    write_visits(path, catalogue.visits(), kind)
    assert [line["visit"] for line in read()] == [one.path for one in catalogue.visits()]
    write_visits(path, (), TableKind.CSV)
    assert path.read_text().startswith("visit,robot,serial")
