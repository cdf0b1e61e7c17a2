"""Files dropped on the real window: visits, recordings, robot descriptions, several at once, unknown ones."""

from collections.abc import Sequence
from pathlib import Path

import h5py
import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication

from app.shell.dropping import sorted_out
from app.shell.visits_page import VisitsPage
from app.shell.window import Window
from app.visit.steps import Step
from core.robot.library import load_robot
from core.robot.toml_format import write_toml
from tests.app.compare_examples import three_visits
from tests.app.robot_bench import Bench
from tests.waiting import settle, wait_until

COPY, LEFT, NONE = Qt.DropAction.CopyAction, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier


def drop(window: Window, paths: Sequence[Path]) -> bool:
    """Drop files in the middle of the window, as the system does; True if the drag was welcome."""
    files = QMimeData()
    files.setUrls([QUrl.fromLocalFile(str(path)) for path in paths])
    middle = window.rect().center()
    entering = QDragEnterEvent(middle, COPY, files, LEFT, NONE)
    QApplication.sendEvent(window, entering)
    QApplication.sendEvent(window, QDropEvent(QPointF(middle), COPY, files, LEFT, NONE))
    return entering.isAccepted()


@pytest.fixture
def files(tmp_path: Path) -> dict[str, Path]:
    folder = tmp_path / "desk"
    folder.mkdir()
    made = {path.stem: path for path in three_visits(folder)}
    for name in ("one.csv", "two.NPZ", "picture.png"):
        made[name] = folder / name
        made[name].write_text("time\n0\n", encoding="utf-8")
    made["robot"] = folder / "arm.toml"
    made["robot"].write_text(write_toml(load_robot("ec66")), encoding="utf-8")
    return made


def test_a_dropped_visit_opens(window: Window, files: dict[str, Path]) -> None:
    assert drop(window, [files["spring"]])
    wait_until(lambda: window.visit.summary is not None)
    assert window.visit.path == files["spring"]
    wait_until(lambda: not window.visit.is_busy)
    assert drop(window, [files["autumn"]])
    wait_until(lambda: window.visit.summary is not None and window.visit.path == files["autumn"])
    settle()  # its page comes a moment later


def test_an_hdf5_file_that_is_no_visit_is_offered_as_a_recording(window: Window, tmp_path: Path) -> None:
    path = tmp_path / "log.h5"
    with h5py.File(path, "w") as file:
        file["time"] = [0.0, 1.0]
    drop(window, [path])
    wait_until(window.banner.offer_button.isVisible)
    assert window.banner.offer_button.text() == "Import it as a recording"
    wait_until(lambda: not window.visit.is_busy)
    window.banner.offer_button.click()
    assert window.step is Step.RECORDINGS
    assert [one.path for one in window.guides.recordings_page.model.waiting] == [path]


def test_several_dropped_visits_are_listed_and_picked(window: Window, files: dict[str, Path]) -> None:
    drop(window, [files["spring"], files["winter"]])
    page = window.pages[Step.VISITS]
    assert isinstance(page, VisitsPage)
    wait_until(lambda: page._has_listed and page._job is None)
    assert page.picked == (files["spring"], files["winter"])
    assert window.footer.primary_button.text() == "Compare 2 visits"
    assert window.footer.primary_button.isEnabled()


def test_dropped_recordings_wait_on_the_import_page_with_the_dropped_robot(
    window: Window, files: dict[str, Path]
) -> None:
    drop(window, [files["one.csv"], files["robot"], files["two.NPZ"]])
    assert window.step is Step.RECORDINGS
    page = window.guides.recordings_page
    assert [str(one.path) for one in page.model.waiting] == [str(files["one.csv"]), str(files["two.NPZ"])]
    wait_until(lambda: page.robot.value == str(files["robot"]))
    assert window.footer.primary_button.text() == "Import 2 files"
    drop(window, [files["one.csv"]])
    assert len(page.model.waiting) == 3, "more files are added to those that wait"


def test_a_dropped_robot_is_chosen_where_one_connects(window: Window, files: dict[str, Path]) -> None:
    window.guides.new_on_robot("virtual:ec66")
    asked: list[object] = []
    window.on_robot.choice.description_asked.connect(asked.append)
    drop(window, [files["robot"]])
    assert window.step is Step.CONNECT
    assert asked == [files["robot"]]
    wait_until(lambda: not window.visit.is_busy)


def test_what_is_not_known_gets_a_sentence_and_changes_nothing(
    still_window: Window, files: dict[str, Path], tmp_path: Path
) -> None:
    still_window.open_step(Step.CHOOSE)
    for paths in ([files["picture.png"]], [tmp_path], [tmp_path / "gone.h5"], []):
        drop(still_window, paths)
        assert "Drop a visit (.h5) to open it" in still_window.banner.text, paths
    drop(still_window, [files["spring"], files["one.csv"]])
    assert "cannot be taken at once" in still_window.banner.text
    drop(still_window, [files["robot"], files["robot"]])
    assert "Only one robot" in still_window.banner.text
    assert still_window.step is Step.CHOOSE
    assert still_window.visit.summary is not None


def test_nothing_is_taken_while_a_robot_is_connected(bench: Bench, files: dict[str, Path]) -> None:
    window = bench.window
    bench.connect()
    drop(window, [files["spring"]])
    assert "were not taken" in window.banner.text


def test_files_are_known_by_their_endings(files: dict[str, Path], tmp_path: Path) -> None:
    found = sorted_out([*files.values(), tmp_path], recording_endings={".csv", ".npz", ".h5"})
    assert len(found.visits) == 3
    assert found.robots == (files["robot"],)
    assert found.recordings == (files["one.csv"], files["two.NPZ"])
    assert found.unknown == (files["picture.png"], tmp_path)
