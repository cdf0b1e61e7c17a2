"""The list of visits: by arm, searched, picked and opened by hand and by keyboard; read in the worker."""

import json
import os
from pathlib import Path

import h5py
import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.shell.history import ListedArm, list_visits
from app.shell.visit_list import HeadingRow, VisitRow
from app.shell.visits_page import VisitsPage
from app.shell.window import Window
from app.visit.known_visits import MEMORY_VERSION
from app.visit.steps import Step
from app.visit.tasks import open_visit, rescue_visit
from app.widgets.glyphs import Glyph
from core.errors import BadFile, Problem
from core.monitor import NullMonitor
from core.storage import outline_reading as outlines
from core.storage.visit import Visit
from tests.app.compare_examples import healthy, of_other_arm, three_visits, write_visit
from tests.waiting import wait_until

KEYS = Qt.Key


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Three visits to an arm, one to another, one file that is none."""
    place = tmp_path / "visits"
    place.mkdir()
    three_visits(place)
    write_visit(place / "other.h5", of_other_arm(9.0))
    (place / "broken.h5").write_bytes(b"not a visit")
    return place


def listed(folder: Path, cache: Path | None = None) -> tuple[ListedArm, ...]:
    return list_visits(folder=folder, cache=cache, monitor=NullMonitor())


def page_of(window: Window) -> VisitsPage:
    page = window.pages[Step.VISITS]
    assert isinstance(page, VisitsPage)
    return page


@pytest.fixture
def shown(still_window: Window, folder: Path) -> VisitsPage:
    still_window.show_start()
    still_window.start_page.visits_button.click()
    page = page_of(still_window)
    page._take(listed(folder))
    page._ended()
    return page


def test_arms_and_visits_newest_first_and_what_cannot_be_read_last(folder: Path) -> None:
    arms = listed(folder)
    assert [(arm.robot, arm.serial) for arm in arms] == [("bench-arm", "T-1"), ("bench-arm", "T-2"), ("", "")]
    assert [visit.name for visit in arms[0].visits] == ["winter", "autumn", "spring"]
    error = arms[2].visits[0].error
    assert error is not None
    assert error.code == "not-a-visit"


def test_what_was_read_is_remembered_until_the_file_changes(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache = tmp_path / "memory" / "visits.json"
    first = listed(folder, cache)
    looked: list[str] = []
    read = outlines.outline_of

    def looking(path: Path) -> object:
        looked.append(path.name)
        return read(path)

    monkeypatch.setattr(outlines, "outline_of", looking)
    assert [arm.serial for arm in listed(folder, cache)] == [arm.serial for arm in first]
    assert looked == ["broken.h5"], "only what could not be read is tried again"
    looked.clear()
    spring = folder / "spring.h5"
    with Visit.open(spring) as visit:
        visit.set_operator("M. Keller")
    os.utime(spring, ns=(1, 1))
    again = listed(folder, cache)
    assert sorted(looked) == ["broken.h5", "spring.h5"]
    outline = again[0].visits[-1].outline
    assert outline is not None
    assert outline.operator == "M. Keller"


@pytest.mark.parametrize("damage", ["{", json.dumps({"version": 1, "visits": {"a": 3}}), "[]"])
def test_a_damaged_memory_is_written_anew(folder: Path, tmp_path: Path, damage: str) -> None:
    cache = tmp_path / "visits.json"
    cache.write_text(damage, encoding="utf-8")
    assert len(listed(folder, cache)) == 3
    assert json.loads(cache.read_text(encoding="utf-8"))["version"] == MEMORY_VERSION


def test_looking_changes_no_file(folder: Path) -> None:
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    listed(folder)
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


def test_rows_say_what_was_measured_with_its_verdict(shown: VisitsPage) -> None:
    rows = shown.list.rows_model.rows
    headings = [row.words for row in rows if isinstance(row, HeadingRow)]
    assert headings == [
        "bench-arm · serial T-1 · 3 visits",
        "bench-arm · serial T-2 · 1 visit",
        "Files that cannot be read · 1",
    ]
    winter = rows[1]
    assert isinstance(winter, VisitRow)
    assert [(one.glyph, one.words) for one in winter.shown.signs] == [
        (Glyph.CHECK, "Friction"),
        (Glyph.CHECK, "Twist"),
    ]
    assert "Friction: Good" in winter.shown.sentence
    broken = rows[-1]
    assert isinstance(broken, VisitRow)
    assert not broken.is_readable
    assert "is not a visit file" in broken.shown.signs[0].words


def test_two_of_one_arm_are_compared_and_two_arms_only_when_asked(
    still_window: Window, shown: VisitsPage
) -> None:
    footer = still_window.footer
    assert footer.primary_button.text() == "Open"
    shown.list.rows_model.toggle(1)
    shown.list.rows_model.toggle(2)
    assert footer.primary_button.text() == "Compare 2 visits"
    assert footer.primary_button.isEnabled()
    shown.list.rows_model.toggle(5)
    assert footer.primary_button.text() == "Compare other arms of the same kind as well"
    assert footer.place == "These are of different arms."
    footer.primary_button.click()
    assert shown.other_arm.isChecked()
    assert footer.primary_button.isEnabled()
    asked: list[tuple[object, bool, bool]] = []
    shown.compare_wanted.connect(lambda *facts: asked.append(facts))
    footer.primary_button.click()
    assert asked[0] == (shown.picked, True, False)
    assert len(shown.picked) == 3
    assert still_window.step is Step.COMPARE


def test_a_heading_picks_all_its_visits_and_the_history_takes_them_all(shown: VisitsPage) -> None:
    shown.list.rows_model.toggle(0)
    assert {path.name for path in shown.picked} == {"winter.h5", "autumn.h5", "spring.h5"}
    shown.list.rows_model.toggle(0)
    assert shown.picked == ()
    asked: list[tuple[object, bool, bool]] = []
    shown.compare_wanted.connect(lambda *facts: asked.append(facts))
    assert shown.history_button.isEnabled()
    shown.history_button.click()
    assert asked[0][1:] == (False, True)


def test_the_search_takes_words_of_robot_serial_and_date(shown: VisitsPage) -> None:
    def found(words: str) -> list[str]:
        shown.search.setText(words)
        names = [Path(row.path).stem for row in shown.list.rows_model.rows if isinstance(row, VisitRow)]
        # one that cannot be read is found by its folder, whose name is not ours here
        return names if not words else [name for name in names if name != "broken"]

    assert found("t-2") == ["other"]
    assert found("2026") == ["winter"]
    assert found("bench sep 2025") == ["autumn"]
    assert found("nowhere-at-all") == []
    assert "No visit has all of these words" in shown._none.text()
    assert len(found("")) == 5


def test_by_keyboard_alone(still_window: Window, shown: VisitsPage, qtbot: QtBot) -> None:
    opened: list[Path] = []
    shown.open_wanted.disconnect()
    shown.open_wanted.connect(opened.append)
    view = shown.list
    view.setFocus()
    qtbot.keyClick(view, KEYS.Key_Down)
    qtbot.keyClick(view, KEYS.Key_Return)
    assert [path.name for path in opened] == ["autumn.h5"]
    qtbot.keyClick(view, KEYS.Key_Space)
    qtbot.keyClick(view, KEYS.Key_Down)
    qtbot.keyClick(view, KEYS.Key_Space)
    assert {path.name for path in shown.picked} == {"autumn.h5", "spring.h5"}
    qtbot.keyClick(view, KEYS.Key_Return)
    assert still_window.step is Step.COMPARE


def test_a_click_picks_and_a_double_click_opens(shown: VisitsPage, qtbot: QtBot) -> None:
    opened: list[Path] = []
    shown.open_wanted.disconnect()
    shown.open_wanted.connect(opened.append)
    view = shown.list
    place = view.visualRect(view.rows_model.index(1)).center()
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert [path.name for path in shown.picked] == ["winter.h5"]
    qtbot.mouseDClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert [path.name for path in opened] == ["winter.h5"]


def test_from_the_start_screen_to_the_list_in_the_real_worker(window: Window, tmp_path: Path) -> None:
    (tmp_path / "visits").mkdir()
    write_visit(tmp_path / "visits" / "spring.h5", healthy())
    elsewhere = write_visit(tmp_path / "elsewhere.h5", healthy(30.0))
    window.start_page.visits_button.click()
    page = page_of(window)
    wait_until(lambda: bool(page.arms))
    assert (window._settings.folder / "visits.json").is_file()
    page.add((elsewhere,))
    wait_until(lambda: len(page.arms[0].visits) == 2)
    assert [path.name for path in page.picked] == ["elsewhere.h5"]


def test_a_damaged_visit_is_offered_to_be_rescued(
    still_window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[Path, Path]] = []
    visits, path = still_window.visits, tmp_path / "harmed.h5"
    monkeypatch.setattr(visits._visit, "rescue", lambda path, *, into: asked.append((path, into)))
    monkeypatch.setattr(visits, "rescue", lambda path: visits._visit.rescue(path, into=Path("new.h5")))
    bus, banner = visits._bus, still_window.banner
    error = BadFile("visit-damaged", [Problem("recordings/0001", "digest")], file=str(path))
    bus.show_error(error)
    assert banner.offer_button.isHidden()
    visits._visit.not_opened.emit(path, error)
    assert not banner.offer_button.isHidden()
    banner.offer_button.click()
    assert asked == [(path, Path("new.h5"))]
    assert banner.offer_button.isHidden()
    visits._visit.not_opened.emit(path, BadFile("not-a-visit", file=str(path)))
    assert banner.offer_button.text() == "Import it as a recording"


def test_the_worker_rescues_and_refuses_what_is_damaged(folder: Path) -> None:
    path = folder / "spring.h5"
    with h5py.File(path, "r+") as file:
        file["recordings"].attrs["note"] = "changed by another program"
    with pytest.raises(BadFile, match="visit-damaged"):
        open_visit(path=path, monitor=NullMonitor())
    broken = [visit for arm in listed(folder) for visit in arm.visits if visit.outline is None]
    assert {visit.name for visit in broken} == {"broken", "spring"}
    rescued = rescue_visit(path=path, into=folder / "new" / "spring.h5", monitor=NullMonitor())
    assert not rescued.left_out
    assert open_visit(path=Path(rescued.into), monitor=NullMonitor()).summary.robot == "An arm on a bench"
