"""The page of the fleet: arms by their need, one arm over its visits, folders that are scanned."""

import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.shell import fleet_scan
from app.shell.fleet_page import FleetPage
from app.shell.fleet_parts import PAGE, FleetScanned
from app.shell.fleet_tasks import export_fleet, list_fleet, show_arm
from app.shell.fleet_words import check_words
from app.shell.sides import Side
from app.shell.window import Window
from app.visit.steps import GuideName, Step
from core.catalogue.fleet import DueBy, NextCheck
from core.catalogue.store import Catalogue
from core.catalogue.visit_entry import Entry
from core.monitor import NullMonitor
from core.storage.visit_outline import VisitOutline
from tests.core.catalogue.made_fleet import ARMS, MadeFleet, made_fleet
from tests.made_once import MadeOnce
from tests.waiting import wait_until

QUIET = NullMonitor()


@pytest.fixture
def fleet(made_once: MadeOnce) -> MadeFleet:
    """Visits of a made-up fleet with a broken file, and their catalogue."""
    return made_fleet(made_once)


@pytest.fixture
def filled(fleet: MadeFleet, tmp_path: Path) -> Path:
    """A catalogue of its own over the visits of the fleet."""
    return Path(shutil.copy(fleet.catalogue, tmp_path / "filled.sqlite"))


@pytest.fixture
def shown(still_window: Window, filled: Path) -> FleetPage:
    """The page with the arms of the example; its jobs never run."""
    still_window.show_start()
    still_window.start_page.fleet_button.click()
    page = still_window.beside.fleet
    assert still_window.sides.current is Side.FLEET
    page._catalogue = filled
    page.show_part(list_fleet(QUIET, catalogue=filled, query="", first=0))
    page._job = None
    return page


def cell(page: FleetPage, row: int, column: int) -> str:
    model = page.table.rows_model
    return str(model.data(model.index(row, column)))


def test_arms_that_need_care_stand_first_with_the_reason_and_broken_files_last(
    shown: FleetPage, fleet: MadeFleet
) -> None:
    rows = shown.table.rows_model.rowCount()
    serials = [cell(shown, row, 1).rpartition("\n")[2] for row in range(rows)]
    assert fleet.clearly_worn
    assert set(fleet.clearly_worn) <= set(serials[: shown.part.in_care])
    for serial in fleet.clearly_worn:
        assert cell(shown, serials.index(serial), 0) == "Needs care"
        reason = cell(shown, serials.index(serial), 2)
        assert "stiffness lost" in reason or "play grown" in reason
    assert cell(shown, shown.part.in_care, 0) == "Good"
    assert cell(shown, rows - 1, 1) == "broken.h5"
    assert cell(shown, rows - 1, 0) == "Cannot be read"
    assert "is not a visit file" in cell(shown, rows - 1, 2)
    shown.table.setCurrentIndex(shown.table.rows_model.index(0, 0))
    assert "files that cannot be read: 1" in shown.place_words


def test_list_and_chosen_arm_are_side_by_side_and_the_worst_figure_is_in_front(
    still_window: Window, shown: FleetPage, filled: Path, qtbot: QtBot
) -> None:
    place, robot = next(one for one in enumerate(shown.part.robots) if one[1].care and one[1].care[0].joint)
    view, numbers = shown.arm_view, [care.number for care in robot.care]
    shown.table.setCurrentIndex(shown.table.rows_model.index(place, 0))
    shown.show_followed(show_arm(QUIET, catalogue=filled, robot=robot))
    assert view.isVisible()
    assert shown.table.isVisible()
    assert shown.table.mapTo(shown, shown.table.rect().topRight()).x() < view.x()
    assert view.words.startswith("Next check: now")
    assert view.figure.value[1] == numbers[0], "the joint that needs care is in front"
    assert "±" in view.words
    assert "Also: " in view.words or len(robot.care) == 1
    assert view.chart.extra_curves[0].x.size == 4
    assert "arms · " in still_window.footer.place
    qtbot.keyClick(shown.table, Qt.Key.Key_Down)
    assert view.robot == shown.part.robots[place + 1], "the arm of the keyboard"
    assert view.part is None, "never the numbers of another one"
    shown.show_followed(show_arm(QUIET, catalogue=filled, robot=robot))
    assert view.part is None, "an answer that comes late"


def test_an_arm_opens_its_newest_visit_and_its_visits_are_listed(
    still_window: Window, shown: FleetPage, filled: Path, qtbot: QtBot
) -> None:
    opened: list[Path] = []
    shown.open_wanted.disconnect()
    shown.open_wanted.connect(opened.append)
    assert still_window.footer.primary_button.text() == "Open this arm"
    still_window.footer.primary_button.click()
    qtbot.keyClick(shown.table, Qt.Key.Key_Return)
    robot = shown.part.robots[0]
    assert opened == [Path(robot.last_file)] * 2
    shown.show_followed(show_arm(QUIET, catalogue=filled, robot=robot))
    assert str(robot.visits) in shown.arm_view.visits_button.text()
    shown.arm_view.visits_button.click()
    visits = still_window.pages[Step.VISITS]
    assert still_window.step is Step.VISITS
    assert visits.search.text() == robot.serial
    assert len(visits._added) == robot.visits


def test_a_search_that_leaves_nothing_is_cleared_by_the_main_button(
    still_window: Window, shown: FleetPage, filled: Path
) -> None:
    shown.search.setText("nothing is called so")
    shown.show_part(list_fleet(QUIET, catalogue=filled, query=shown.search.text(), first=0))
    assert still_window.footer.primary_button.text() == "Clear the search"
    still_window.footer.primary_button.click()
    assert shown.search.text() == ""
    shown._typed.stop()


def test_a_broken_file_is_not_opened(still_window: Window, shown: FleetPage) -> None:
    model = shown.table.rows_model
    shown.table.setCurrentIndex(model.index(model.rowCount() - 1, 0))
    button = still_window.footer.primary_button
    assert button.isEnabled()
    assert button.text() == "Read the folders again"
    assert "cannot be read" in still_window.footer.place
    asked: list[None] = []
    shown.scan = lambda: asked.append(None)
    button.click()
    assert asked
    said: list[str] = []
    still_window.bus.posted.connect(lambda message, _severity: said.append(message.title))
    shown._scan_ended(FleetScanned(1, 0, 1, 0))
    assert "Nothing has changed" in said[-1], "an answer, though there is nothing new"


def test_an_empty_fleet_says_what_to_do_first(still_window: Window, tmp_path: Path) -> None:
    still_window.show_start()
    still_window.start_page.fleet_button.click()
    page = still_window.beside.fleet
    page.show_part(list_fleet(QUIET, catalogue=tmp_path / "none.sqlite", query="", first=0))
    assert "Commission one, or add a folder with visits" in page._none.text()
    assert still_window.footer.primary_button.text() == "Commission an arm"
    still_window.footer.primary_button.click()
    assert still_window.step is Step.CONNECT
    assert still_window.guide is GuideName.ON_ROBOT
    assert not (tmp_path / "none.sqlite").exists(), "looking makes no file"


def test_long_lists_come_in_pages(tmp_path: Path, filled: Path) -> None:
    catalogue = tmp_path / "many.sqlite"
    shutil.copy(filled, catalogue)
    with Catalogue(catalogue) as opened:
        outlines = (VisitOutline("ec66", f"S-{n:05d}", "", "", (), 0, (), ()) for n in range(500))
        opened.put(Entry(f"/{one.serial}.h5", 1, 1, one) for one in outlines)
    first = list_fleet(QUIET, catalogue=catalogue, query="", first=0)
    assert (len(first.robots), first.arms) == (PAGE, 500 + ARMS)
    last = list_fleet(QUIET, catalogue=catalogue, query="", first=10_000)
    assert last.first == 2 * PAGE, "a page behind the end is the last one"
    assert len(last.robots) == 500 + ARMS + 1 - 2 * PAGE


def test_words_of_the_next_check_say_by_which_rule() -> None:
    due = "2031-05-01T00:00:00+00:00"
    told = check_words(NextCheck(DueBy.INTERVAL, due, 170.4)).words
    assert told == "Next check: 1 May 2031, the usual 170 days after the last visit to this arm."
    assert check_words(NextCheck(DueBy.INTERVAL, "2020-05-01T00:00:00+00:00", 170.0)).words.endswith("over.")
    assert "“Stiffness” of elbow" in check_words(NextCheck(DueBy.TREND, due, 1.0, "stiffness", "elbow")).words
    assert "cannot be told" in check_words(NextCheck(DueBy.UNKNOWN)).words


def test_a_folder_is_scanned_listed_and_taken_out_in_the_real_workers(
    window: Window, fleet: MadeFleet, tmp_path: Path
) -> None:
    folder = tmp_path / "some"
    folder.mkdir()
    for path in sorted(fleet.visits.glob("ec66-000*.h5")):
        shutil.copy(path, folder)
    window.start_page.fleet_button.click()
    page = window.beside.fleet
    page.add_folder(folder)
    wait_until(lambda: page.part is not None and page.part.arms > 0)
    assert window._settings.current.fleet_folders == (str(folder),)
    wait_until(lambda: page.arm_view.part is not None)
    assert page.arm_view.part.robot_model is not None, "drawn from its newest file"
    page.folders_button.click()
    page.go_back()
    assert not page.panel.isVisible()
    page.take_out(folder)
    wait_until(lambda: page.part is not None and page.part.is_empty)
    assert window._settings.current.fleet_folders == ()
    assert any(folder.iterdir()), "the files stay"


def test_a_scan_shows_its_progress_and_is_cancelled(
    window: Window, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(fleet_scan, "scan_folders", endless_scan)
    window.start_page.fleet_button.click()
    page = window.beside.fleet
    page.scanner.begin([tmp_path])
    wait_until(lambda: "ec66-7" in page.work.words)
    wait_until(page.work.isVisible)
    page.work.cancel_button.click()
    wait_until(lambda: not page.scanner.is_running)
    assert not page.work.isVisible()


def endless_scan(monitor: object, *, catalogue: Path, folders: object) -> object:
    """A scan without an end, in the worker."""
    while True:
        monitor.report(0.4, "ec66-7.h5")  # type: ignore[attr-defined]
        monitor.check()  # type: ignore[attr-defined]


@pytest.mark.parametrize("what", ["pdf", "robots.csv", "visits.json"])
def test_what_the_search_leaves_is_saved(filled: Path, tmp_path: Path, what: str) -> None:
    path = tmp_path / f"fleet.{what}"
    export_fleet(QUIET, catalogue=filled, query="ec66-0001", what=what, path=path)
    content = path.read_bytes()
    assert content.startswith(b"%PDF") or (b"EC66-0001" in content and b"EC66-0004" not in content)


def test_a_new_visit_is_listed_while_the_page_is_open(
    window: Window, qtbot: QtBot, fleet: MadeFleet, tmp_path: Path
) -> None:
    pytest.importorskip("watchdog")
    folder = tmp_path / "watched"
    (folder / "below").mkdir(parents=True)
    files = sorted(fleet.visits.glob("ec66-000*.h5"))
    shutil.copy(files[0], folder)
    window.start_page.fleet_button.click()
    page = window.beside.fleet
    page.add_folder(folder)
    wait_until(lambda: page.part is not None and page.part.visits == 1)
    assert page.watch.is_told
    told: list[None] = []
    page.watch._told.connect(lambda: told.append(None))
    new = folder / "below" / files[1].name
    shutil.copy(files[1], new)

    def is_noticed() -> bool:
        new.touch()  # again and again: a thread sets the watch
        return bool(told)

    wait_until(is_noticed)
    wait_until(lambda: page.part.visits == 2)
    page.hide()
    assert not page.watch.is_told
