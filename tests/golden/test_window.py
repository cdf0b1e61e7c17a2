"""What the pages of the window show of stored results, in English and Chinese."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.arm.link import RobotLink
from app.features.comparison.page import ComparePage
from app.jobs.messages import MessageBus
from app.jobs.runner import JobRunner
from app.look.translator import Speech
from app.shell.window import Window
from app.speech.language import Language, current_language
from app.visit.settings import SettingsStore
from app.visit.steps import Step
from tests.app.arm_change_examples import spring_and_winter
from tests.app.compare_examples import three_visits
from tests.gallery.exhibit import Exhibit
from tests.gallery.exhibits import of_a_comparison, of_a_visit, of_an_elastic_arm
from tests.golden.keeping import Golden
from tests.golden.made_visits import elastic_visit, full_visit
from tests.golden.shown_words import words_of
from tests.waiting import settle, wait_until

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


class Reader:
    """Looks through exhibits of a window as a person does who waits until nothing more comes."""

    def __init__(self, window: Window, qtbot: QtBot, folder: Path) -> None:
        self._window, self._qtbot, self._folder = window, qtbot, folder

    def settle(self) -> None:
        """Wait for the work that was asked for, and for what a page does a moment later."""
        for _ in range(2):  # what has come may ask for more
            wait_until(lambda: not (self._window.visit.is_busy or self._window._runner.is_busy))
            settle()

    def read(self, exhibits: Iterator[Exhibit]) -> str:
        """The words of all exhibits that show a result."""
        told = []
        for exhibit in exhibits:
            if not exhibit.name.startswith(WITHOUT_RESULT):
                exhibit.show()
                told.append(f"=== {exhibit.name}\n{self._words()}")
        return "\n\n".join(told)

    def _words(self) -> str:
        page = self._window.sides.page
        if page is None:
            assert self._window.step is not None
            page = self._window.pages[self._window.step]
        last, shown = None, ""
        while last != shown:
            self.settle()
            last, shown = shown, words_of(page)
        return shown.replace(str(self._folder), "<folder>")


@pytest.mark.expected_log("compare_with_model failed")  # the example model predicts no recording
def test_the_pages_show_the_same(window: Window, qtbot: QtBot, tmp_path: Path, golden: Golden) -> None:
    language, reader = current_language(), Reader(window, qtbot, tmp_path)
    rooms = {"full": (full_visit, of_a_visit), "elastic": (elastic_visit, of_an_elastic_arm)}
    for name, (write, room) in rooms.items():
        window.open_visit(write(tmp_path / f"{name}.h5"))
        reader.settle()
        golden.text(f"window-{name}-{language}", reader.read(room(window)))
        window.show_start()
    page = window.pages[Step.COMPARE]
    assert isinstance(page, ComparePage)
    for name, write_visits in (("trend", three_visits), ("arm", spring_and_winter)):
        (tmp_path / name).mkdir()
        window.guides.compare_visits(write_visits(tmp_path / name))
        reader.settle()
        assert page.found is not None
        golden.text(f"window-compare-{name}-{language}", reader.read(of_a_comparison(window)))
        window.show_start()
