"""A window of its own for every test, with its settings and folder."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.arm.link import RobotLink
from app.jobs.messages import MessageBus
from app.jobs.runner import JobRunner
from app.look.theme import current_theme
from app.look.tokens import ThemeName
from app.shell import footer
from app.shell.window import Window
from app.visit.settings import SettingsStore
from core.recording import Mark
from tests.app import fake_robot
from tests.app.fake_robot import FakeSession
from tests.app.made_visit import open_made_visit, put_made_result
from tests.app.ready_window import READY, settings_in
from tests.app.ready_window import still_window as build_window
from tests.app.robot_bench import Bench, MakeWindow, bench_of
from tests.patience import answers_may_come_late
from tests.waiting import LIMIT_S

__all__ = ["answers_may_come_late"]


@pytest.fixture(autouse=True)
def unhurried_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """What ends with its window may take its time on a busy computer; what never ends is still seen."""
    monkeypatch.setattr(RobotLink.leave, "__defaults__", (LIMIT_S,))
    monkeypatch.setitem(JobRunner.shutdown.__kwdefaults__, "deadline_s", LIMIT_S)


@pytest.fixture(autouse=True)
def presses_are_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    """The primary rectangle takes a press at once; ``test_primary_rectangle`` has it as it is."""
    monkeypatch.setattr(footer, "DEAF_MS", 0)


@pytest.fixture
def tmp_path(tmp_path: Path) -> Path:
    """The folder of the window that is ready, where there is one: it keeps its visits there."""
    return READY.folder or tmp_path


@pytest.fixture
def store(tmp_path: Path) -> Iterator[SettingsStore]:
    """Settings of a person who turns the pages by hand; saved at the end, as the program does."""
    store = READY.store or settings_in(tmp_path)
    yield store
    store.finish()


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path, store: SettingsStore) -> Iterator[Window]:
    """The real window with its worker process."""
    current_theme().apply(ThemeName.LIGHT)
    runner = JobRunner()
    window = Window(runner, MessageBus(), store, link=RobotLink(runner), visits_folder=tmp_path / "visits")
    window.show()
    yield window
    window.close()
    window.deleteLater()


@pytest.fixture
def make_window(qtbot: QtBot, tmp_path: Path, store: SettingsStore) -> Iterator[MakeWindow]:
    """Make the one window of a test whose jobs never run; the arm behind its link is the given session."""
    made: list[Window] = []

    def make(session: FakeSession | None = None) -> Window:
        window = READY.take() or build_window(tmp_path, store)
        if session is not None:
            window.link._make_session = fake_robot.make(session)
        made.append(window)
        return window

    yield make
    for window in made:
        window.close()
        window.deleteLater()


@pytest.fixture
def still_window(make_window: MakeWindow, tmp_path: Path) -> Window:
    """A window whose jobs never run, with a made-up visit open."""
    window = make_window()
    open_made_visit(window.visit, tmp_path)
    return window


@pytest.fixture
def window_with_result(still_window: Window) -> Window:
    """A window with a made-up result and its curves."""
    put_made_result(still_window.visit)
    return still_window


@pytest.fixture
def bench(qtbot: QtBot, tmp_path: Path, make_window: MakeWindow) -> Bench:
    """A window, and behind its link a session that does as it is told."""
    return bench_of(qtbot, tmp_path, make_window, FakeSession())


@pytest.fixture
def real_arm(qtbot: QtBot, tmp_path: Path, make_window: MakeWindow) -> Bench:
    """The same, as a real arm that goes on when this computer fails."""
    session = FakeSession(mark=Mark.NONE, stops_when_host_silent=False)
    return bench_of(qtbot, tmp_path, make_window, session)
