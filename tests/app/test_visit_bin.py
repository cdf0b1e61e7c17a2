"""Deleting visits: asked for, moved to the bin of the system, brought back; and without a bin to a folder."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.shell.visit_bin import discard_empty_visit, move_all, to_folder
from app.shell.visit_list import VisitRow
from app.shell.visits_page import VisitsPage
from app.shell.window import Window
from app.visit.steps import GuideName, Step
from core.errors import BadFile
from core.monitor import NullMonitor
from core.robot.library import load_robot
from core.robot.toml_format import write_toml
from core.storage.file_lock import FileLock
from core.storage.replacement import locked
from core.storage.visit import Visit
from core.workflow import Place, Progress
from tests.app.compare_examples import three_visits
from tests.core.storage.recordings_examples import example_recording
from tests.waiting import wait_until


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "visits"
    place.mkdir()
    three_visits(place)
    (place / "broken.h5").write_bytes(b"not a visit")
    return place


@pytest.fixture
def has_bin() -> bool:
    return True


@pytest.fixture
def system_bin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, has_bin: bool) -> Path:
    """The bin of the desktop; without ``has_bin`` there is no folder for it."""
    home = tmp_path / "share"
    if has_bin:
        home.mkdir()
    monkeypatch.setenv("XDG_DATA_HOME", str(home))
    return home / "Trash" / "files"


@pytest.fixture
def page(window: Window, folder: Path, system_bin: Path) -> VisitsPage:
    window.start_page.visits_button.click()
    page = window.pages[Step.VISITS]
    assert isinstance(page, VisitsPage)
    wait_until(lambda: page._has_listed and page._job is None)
    return page


def rows(page: VisitsPage) -> set[str]:
    return {Path(row.path).stem for row in page.list.rows_model.rows if isinstance(row, VisitRow)}


def go_to(page: VisitsPage, path: Path) -> None:
    page.list.go_to(page.list.rows_model.row_of(str(path)))


def test_deleting_asks_moves_to_the_bin_and_brings_back(
    window: Window, page: VisitsPage, folder: Path, system_bin: Path
) -> None:
    path = folder / "winter.h5"
    content = path.read_bytes()
    go_to(page, path)
    QTest.keyClick(page.list, Qt.Key.Key_Delete)
    assert "winter" in page.bin_panel.words
    page.bin_panel.keep_button.click()
    assert page.bin_panel.isHidden()
    assert path.exists(), "only asked"
    page.delete_button.click()
    page.bin_panel.move_button.click()
    wait_until(lambda: "winter" not in rows(page))
    assert (system_bin / "winter.h5").read_bytes() == content
    assert "Moved to the bin: winter" in window.banner.text
    assert window.banner.offer_button.text() == "Undo"
    window.banner.offer_button.click()
    assert path.read_bytes() == content
    wait_until(lambda: "winter" in rows(page))
    assert not list((system_bin.parent / "info").iterdir()), "the bin has forgotten it"


def test_several_visits_and_a_damaged_file_go_at_once(
    window: Window, page: VisitsPage, folder: Path, system_bin: Path
) -> None:
    part = folder / "spring.h5.recording-001.part"
    part.write_bytes(b"a part that no visit has taken in")
    page.list.rows_model.pick([str(folder / "spring.h5"), str(folder / "autumn.h5")])
    page.delete_button.click()
    assert "2 visits" in page.bin_panel.words
    page.bin_panel.move_button.click()
    wait_until(lambda: rows(page) == {"winter", "broken"})
    assert (system_bin / part.name).exists(), "a part goes with its visit"
    go_to(page, folder / "broken.h5")
    page.delete_button.click()
    page.bin_panel.move_button.click()
    wait_until(lambda: rows(page) == {"winter"})


def test_another_choice_closes_the_question(page: VisitsPage, folder: Path) -> None:
    go_to(page, folder / "winter.h5")
    page.delete_button.click()
    go_to(page, folder / "spring.h5")
    assert page.bin_panel.isHidden()


def test_a_visit_that_another_program_changes_stays(window: Window, page: VisitsPage, folder: Path) -> None:
    path = folder / "winter.h5"
    go_to(page, path)
    with locked(path):
        page.delete_button.click()
        page.bin_panel.move_button.click()
        wait_until(lambda: "V-005" in window.banner.text)
    assert path.exists()


@pytest.mark.parametrize("has_bin", [False])
def test_without_a_bin_nothing_is_deleted_and_a_folder_is_offered(
    window: Window, page: VisitsPage, folder: Path, tmp_path: Path
) -> None:
    path = folder / "winter.h5"
    go_to(page, path)
    page.delete_button.click()
    page.bin_panel.move_button.click()
    wait_until(lambda: "There is no bin" in window.banner.text)
    assert path.exists()
    assert window.banner.offer_button.text() == "Choose a folder …"
    away = tmp_path / "away"
    away.mkdir()
    page.folder_chosen.emit(away, [[path]])
    wait_until(lambda: "winter" not in rows(page))
    assert (away / "winter.h5").exists()
    assert not path.exists()


def test_all_files_of_a_visit_are_moved_or_none(tmp_path: Path) -> None:
    visit, part, away = tmp_path / "a.h5", tmp_path / "a.part", tmp_path / "away"
    away.mkdir()
    for file in (visit, part, away / part.name):
        file.write_text(file.parent.name, encoding="utf-8")
    assert move_all((visit, part), lambda path: to_folder(path, away)) == []
    assert visit.exists()
    assert [file.name for file in away.iterdir()] == [part.name]
    assert (away / part.name).read_text(encoding="utf-8") == "away", "never written over"


@pytest.fixture
def empty(tmp_path: Path) -> Path:
    path = tmp_path / "watched.h5"
    with Visit.create(path, robot_toml=write_toml(load_robot("generic-6r"))) as visit:
        visit.put_settings("workflow", Progress("live"))
    return path


def test_an_empty_visit_goes(empty: Path) -> None:
    assert discard_empty_visit(path=empty, monitor=NullMonitor())
    assert list(empty.parent.iterdir()) == []


def test_a_visit_with_a_recording_stays(empty: Path) -> None:
    with Visit.open(empty) as visit:
        visit.add_recording(example_recording())
    assert not discard_empty_visit(path=empty, monitor=NullMonitor())
    assert empty.exists()


def test_a_visit_with_a_part_of_a_recording_beside_it_stays(empty: Path) -> None:
    part = empty.with_name(f"{empty.name}.recording-001.part")
    part.write_bytes(b"samples")
    assert not discard_empty_visit(path=empty, monitor=NullMonitor())
    assert empty.exists()
    assert part.exists()


def test_a_visit_that_somebody_changes_stays(empty: Path) -> None:
    lock = FileLock.take(empty)
    assert lock is not None
    with pytest.raises(BadFile, match="visit-locked"):
        discard_empty_visit(path=empty, monitor=NullMonitor())
    lock.release()
    assert empty.exists()


@pytest.mark.parametrize(("guide", "stays"), [(GuideName.LIVE, False), (GuideName.ON_ROBOT, True)])
def test_leaving_takes_away_what_was_made_to_watch(window: Window, guide: GuideName, *, stays: bool) -> None:
    window.guides.new_on_robot(guide=guide)
    window.on_robot._waiting_uri = ""  # nothing is connected here
    window.on_robot.visit_asked.emit("generic-6r", Step.CONNECT)
    wait_until(lambda: window.visit.summary is not None and not window.visit.is_busy)
    path = window.visit.path
    assert window.guide is guide
    assert window.step is Step.CONNECT
    assert path.exists()
    if stays:
        wait_until(lambda: window.visits.recent, "the visit's page, which remembers where it was left")
    window.show_start()
    assert bool(window.visits.recent) is stays
    if stays:
        wait_until(lambda: not window._runner.is_busy)
    else:
        wait_until(lambda: not path.exists())
        wait_until(lambda: not window._runner.is_busy)
    assert path.exists() is stays
    assert bool(window.visits.recent) is stays


def test_an_empty_visit_that_was_opened_stays(window: Window, empty: Path) -> None:
    window.open_visit(empty)
    wait_until(lambda: window.step is not None and not window.visit.is_busy)
    window.show_start()
    wait_until(lambda: not window._runner.is_busy)
    assert empty.exists()


@pytest.mark.parametrize(("to_watch", "guide"), [(True, GuideName.LIVE), (False, GuideName.FROM_FILES)])
def test_what_was_recorded_while_watching_is_not_lost_to_the_other_steps(
    window: Window, empty: Path, *, to_watch: bool, guide: GuideName
) -> None:
    with Visit.open(empty) as visit:
        visit.add_recording(example_recording(joints=6))
        visit.put_settings("workflow", Progress("live", place=Place("live")))
    window.visits.open(empty, to_watch=to_watch)
    wait_until(lambda: window.step is not None and not window.visit.is_busy)
    assert window.guide is guide
    assert window.step is (Step.CONNECT if to_watch else Step.CHOOSE)
