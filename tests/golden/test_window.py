"""What the pages of the window show of stored results, in English and Chinese."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.gallery.exhibits import Exhibit, of_a_comparison, of_a_visit, of_an_elastic_arm
from app.jobs.runner import JobRunner
from app.language import Language, current_language
from app.messages import MessageBus
from app.pages.compare import ComparePage
from app.robot_link import RobotLink
from app.settings import SettingsStore
from app.steps import Step
from app.translator import Speech
from app.window import Window
from tests.app.arm_change_examples import spring_and_winter
from tests.app.compare_examples import three_visits
from tests.golden.keeping import Golden
from tests.golden.made_visits import elastic_visit, full_visit
from tests.golden.shown_words import words_of

SOON_MS, SETTLE_MS = 60_000, 30
WITHOUT_RESULT = (Step.CONNECT, Step.LIVE)
"""They show what is connected to this computer."""


@pytest.fixture(params=Language)
def window(request: pytest.FixtureRequest, qapp: QApplication, tmp_path: Path) -> Iterator[Window]:
    """A window in one language, with its worker."""
    speech = Speech(qapp)
    speech.speak(request.param)
    runner = JobRunner()
    store = SettingsStore(tmp_path / "settings.json")
    window = Window(runner, MessageBus(), store, link=RobotLink(runner), visits_folder=tmp_path / "visits")
    window.show()
    yield window
    window.close()
    window.deleteLater()
    speech.speak(Language.ENGLISH)


@pytest.mark.expected_log("compare_with_model failed")  # the example model predicts no recording
def test_the_pages_show_the_same(window: Window, qtbot: QtBot, tmp_path: Path, golden: Golden) -> None:
    language = current_language()

    def settle() -> None:
        for _ in range(2):  # what has come may ask for more
            qtbot.waitUntil(lambda: not (window.visit.is_busy or window._runner.is_busy), timeout=SOON_MS)
            qtbot.wait(SETTLE_MS)

    def words() -> str:
        """The words of the page in front once nothing more comes."""
        assert window.step is not None
        last, shown = "", words_of(window.pages[window.step])
        while last != shown:
            settle()
            last, shown = shown, words_of(window.pages[window.step])
        return shown.replace(str(tmp_path), "<folder>")

    def compare(name: str, exhibits: Iterator[Exhibit]) -> None:
        told = []
        for exhibit in exhibits:
            if not exhibit.name.startswith(WITHOUT_RESULT):
                exhibit.show()
                told.append(f"=== {exhibit.name}\n{words()}")
        golden.text(f"window-{name}-{language}", "\n\n".join(told))

    rooms = {"full": (full_visit, of_a_visit), "elastic": (elastic_visit, of_an_elastic_arm)}
    for name, (write, room) in rooms.items():
        window.open_visit(write(tmp_path / f"{name}.h5"))
        settle()
        compare(name, room(window))
        window.show_start()
    page = window.pages[Step.COMPARE]
    assert isinstance(page, ComparePage)
    for name, write_visits in (("trend", three_visits), ("arm", spring_and_winter)):
        (tmp_path / name).mkdir()
        window.compare_visits(write_visits(tmp_path / name))
        settle()
        assert page.found is not None
        compare(f"compare-{name}", of_a_comparison(window))
        window.show_start()
