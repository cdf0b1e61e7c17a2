"""A problem report: all of it can be read before, nothing of who sits there goes in, one file comes out."""

import io
import json
import zipfile
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from app.health.masking import COMPUTER, HOME, USER, Mask, mask_here
from app.health.problem_report import PartKey, outline_of_visit, parts_of, write_problem_report
from app.shell.problem_page import ProblemPage
from app.shell.sides import Side
from app.shell.window import Window
from app.visit.settings import RecentVisit, Settings
from app.visit.steps import Step
from core.monitor import NullMonitor
from core.recording import Origin, Quantity, Recording
from core.robot.library import load_robot
from core.robot.toml_format import write_toml
from core.storage.visit import Visit
from tests.waiting import wait_until

MASK = Mask("/home/anna.berg", ("anna.berg",), "cell-pc-7")
SECRETS = ("anna", "berg", "cell-pc-7", "peter")
SETTINGS = Settings(
    last_folder="/home/anna.berg/cells",
    last_controller="replay:/home/anna.berg/cells/old.h5?pace=fast",
    last_serial="serial:/dev/ttyACM0?baud=2000000",
    recent=(RecentVisit("/media/anna.berg/stick/cell4.h5", "ec66", "excite", "2026-11-22T10:00:00"),),
)
LOG = """2026-11-22 10:00:00 7 CRITICAL app.health.crash: Uncaught error.
Traceback (most recent call last):
  File "/home/anna.berg/torsion/app/x.py", line 3, in f
  File "C:\\Users\\peter\\torsion\\app\\y.py", line 3, in f
OSError: [Errno 2] No such file: '/home/anna.berg/cells/cell4.h5' on CELL-PC-7
"""


@pytest.fixture
def logs(tmp_path: Path) -> Path:
    folder = tmp_path / "log"
    folder.mkdir()
    (folder / "torsion.log").write_text("an old line\n" * 5000 + LOG)
    (folder / "faults.log").write_text('Fatal Python error\n  File "/home/anna.berg/z.py"\n')
    return folder


@pytest.fixture
def visit(tmp_path: Path) -> Path:
    path = tmp_path / "cell4.h5"
    time = np.arange(200) * 1e-3
    origin = Origin(file="/home/anna.berg/monday.csv", device="virtual:ec66", serial="4711")
    columns = {Quantity.POSITION: np.ones((200, 6)), Quantity.CURRENT: np.zeros((200, 6))}
    with Visit.create(path, robot_toml=write_toml(load_robot("ec66"))) as made:
        made.add_recording(Recording("fit", time, columns, origin=origin))
        made.set_operator("Anna Berg")
    return path


def test_a_mask_takes_out_home_user_and_computer_however_they_are_spelled() -> None:
    windows = Mask(r"C:\Users\Anna", ("Anna",), "CELL-PC")
    assert windows.masked(r'File "C:\Users\Anna\x.py"') == rf'File "{HOME}\x.py"'
    assert windows.masked(r'"C:\\Users\\Anna\\x.h5"') == rf'"{HOME}\\x.h5"'
    assert windows.masked("file:///c:/users/anna/x.h5") == f"file:///{HOME}/x.h5"
    assert windows.masked("anna_cell4.h5 of ANNA on cell-pc") == f"{USER}_cell4.h5 of {USER} on {COMPUTER}"
    assert windows.masked("Susanna and annals stay") == "Susanna and annals stay"
    assert MASK.masked("/home/somebody/x /Users/else/y") == f"/home/{USER}/x /Users/{USER}/y"
    assert Mask("/", ("",), "").masked("/ stays / as it is") == "/ stays / as it is"
    assert str(Path.home()) not in mask_here().masked(f"in {Path.home()}/x")


def test_nothing_of_who_sits_there_is_in_any_part(logs: Path, visit: Path) -> None:
    outline = outline_of_visit(path=visit, monitor=NullMonitor())
    parts = parts_of(
        settings=SETTINGS, surroundings={"screens": ["1280 x 800"]}, outline=outline, folder=logs, mask=MASK
    )
    assert {part.key for part in parts} == set(PartKey)
    for part in parts:
        for secret in SECRETS:
            assert secret not in part.text.lower(), part.key
    texts = {part.key: part.text for part in parts}
    assert json.loads(texts[PartKey.SYSTEM])["screens"] == ["1280 x 800"]
    settings = json.loads(texts[PartKey.SETTINGS])
    assert settings["last_controller"] == "replay:old.h5?pace=fast"
    assert settings["last_serial"] == SETTINGS.last_serial
    assert settings["recent"][0]["path"] == "cell4.h5"
    assert "Uncaught error" in texts[PartKey.LOG]
    assert len(texts[PartKey.LOG].splitlines()) == 400
    assert "Fatal Python error" in texts[PartKey.CRASH]
    contents = json.loads(texts[PartKey.VISIT])
    assert contents["recordings"][0]["label"] == "fit"
    assert contents["recordings"][0]["samples"] == 200
    assert contents["recordings"][0]["file"] == "monday.csv"
    assert "ec66" in texts[PartKey.ROBOT]


def test_one_file_with_what_is_wanted_and_recordings_only_when_asked(tmp_path: Path, visit: Path) -> None:
    path = tmp_path / "report.zip"
    texts = (("system.json", "{}"), ("log.txt", "ü"))
    size = write_problem_report(path=path, texts=texts, visit=None, monitor=NullMonitor())
    assert size == path.stat().st_size
    with zipfile.ZipFile(path) as report:
        assert report.namelist() == ["system.json", "log.txt"]
        assert report.read("log.txt").decode() == "ü"
    write_problem_report(path=path, texts=texts, visit=visit, monitor=NullMonitor())
    outline = outline_of_visit(path=visit, monitor=NullMonitor())
    with zipfile.ZipFile(path) as report:
        content = report.read("recordings/01.npz")
        assert b"anna" not in content.lower()
        assert abs(len(content) - outline.recorded_bytes) < 2000, "as large as was said"
        with np.load(io.BytesIO(content)) as arrays:
            assert arrays["position"].shape == (200, 6)
            assert arrays["time"][-1] == pytest.approx(0.199)


def test_the_page_shows_every_part_and_writes_what_is_ticked(
    window: Window, tmp_path: Path, visit: Path, monkeypatch: pytest.MonkeyPatch, logs: Path
) -> None:
    monkeypatch.setattr("app.health.problem_report.mask_here", MASK.with_people)
    monkeypatch.setattr("app.health.problem_report.log_path", lambda: logs / "torsion.log")
    monkeypatch.setattr("app.health.problem_report.faults_path", lambda: logs / "faults.log")
    monkeypatch.setattr("app.health.problem_report.log_folder", lambda: logs)
    window._settings.update(replace(SETTINGS, recent=()))
    window.open_visit(visit)
    wait_until(lambda: window.step is Step.CHOOSE and not window.visit.is_busy)
    window.sides.open(Side.PROBLEM)
    page = window.beside.problem
    assert window.sides.current is Side.PROBLEM
    wait_until(lambda: not page.rows["recordings"].isHidden())
    for key, row in page.rows.items():
        assert row.isVisible(), key
        row.button.click()
        assert page.heading.text() == row.button.text()
        assert page.preview.toPlainText()
    assert not page.rows["recordings"].tick.isChecked(), "only when somebody ticks it"
    page.words.setPlainText("It stopped by itself.")
    page.rows[PartKey.SETTINGS].tick.click()
    shown = page._parts[PartKey.LOG].text

    path = tmp_path / "out.zip"
    page.write(path)
    assert not page.primary_enabled
    wait_until(lambda: not page.is_writing)
    assert "saved" in window.banner.text
    with zipfile.ZipFile(path) as report:
        names = report.namelist()
        assert names == [
            "what-happened.txt",
            "system.json",
            "log.txt",
            "last-crash.txt",
            "visit.json",
            "robot.toml",
        ]
        assert report.read("log.txt").decode() == shown, "word for word"
        for name in names:
            assert not any(secret.encode() in report.read(name).lower() for secret in SECRETS), name
    page.rows["recordings"].tick.click()
    page.write(path)
    wait_until(lambda: not page.is_writing)
    with zipfile.ZipFile(path) as report:
        assert "recordings/01.npz" in report.namelist()
    window.footer.back.emit()
    assert window.step is Step.CHOOSE
    wait_until(lambda: not window._runner.is_busy)


def test_ways_to_the_pages(still_window: Window) -> None:
    window = still_window
    window.show_start()
    for button, side in (
        (window.beside.settings.problem_button, Side.PROBLEM),
        (window.beside.settings.about_button, Side.ABOUT),
        (window.beside.about.report_button, Side.PROBLEM),
        (window.frame.crash_panel.report_button, Side.PROBLEM),
        (window.start_page.continue_card.report_button, Side.PROBLEM),
    ):
        button.click()
        assert window.sides.current is side
        if side is Side.PROBLEM:
            wait_until(lambda: window.beside.problem.primary_enabled)
    assert isinstance(window.sides.page, ProblemPage)
    window.close_side()
    window.sides.open(Side.ABOUT)
    page = window.beside.about
    assert "Python 3" in page.versions.text()
    assert page.table.rows_model.rowCount() > 5
    assert all(text.text() for text in page.places.values())
