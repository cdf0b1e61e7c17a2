"""A window of its own for every test, with its worker process, settings and folder."""

import gc
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from pytestqt.qtbot import QtBot

from app.arm.link import RobotLink
from app.health.memory import set_aside_what_stays
from app.jobs.messages import MessageBus
from app.jobs.runner import JobRunner
from app.look.theme import current_theme
from app.look.tokens import ThemeName
from app.shell.window import Window
from app.visit.settings import SettingsStore
from core.recording import Mark
from tests.app.fake_robot import FakeSession
from tests.app.made_visit import open_made_visit, put_made_result
from tests.app.no_worker import NoWorker
from tests.app.robot_bench import Bench, bench_of


@pytest.fixture
def store(tmp_path: Path) -> SettingsStore:
    """Settings of somebody who turns the pages by hand."""
    store = SettingsStore(tmp_path / "settings.json")
    store.update(replace(store.current, goes_by_itself=False))
    return store


@pytest.fixture
def window(
    qtbot: QtBot, tmp_path: Path, store: SettingsStore, request: pytest.FixtureRequest
) -> Iterator[Window]:
    """The real window with its worker process."""
    yield from _window(JobRunner(), store, tmp_path, request)


@pytest.fixture
def still_window(
    qtbot: QtBot, tmp_path: Path, store: SettingsStore, request: pytest.FixtureRequest
) -> Iterator[Window]:
    """A window whose jobs never run, with a made-up visit open."""
    for window in _window(NoWorker(), store, tmp_path, request):
        open_made_visit(window.visit, tmp_path)
        yield window


def _window(
    runner: JobRunner, store: SettingsStore, folder: Path, request: pytest.FixtureRequest
) -> Iterator[Window]:
    measures_time = request.node.get_closest_marker("alone") is not None
    current_theme().apply(ThemeName.LIGHT)
    window = Window(runner, MessageBus(), store, link=RobotLink(runner), visits_folder=folder / "visits")
    if measures_time:
        set_aside_what_stays()  # as the program does: what takes time must not be the test's own memory
    window.show()
    yield window
    window.close()
    window.deleteLater()
    if measures_time:
        gc.unfreeze()


@pytest.fixture
def window_with_result(still_window: Window) -> Window:
    """A window with a made-up result and its curves."""
    put_made_result(still_window.visit)
    return still_window


@pytest.fixture
def bench(qtbot: QtBot, tmp_path: Path, store: SettingsStore) -> Iterator[Bench]:
    """A window, and behind its link a session that does as it is told."""
    yield from bench_of(qtbot, tmp_path, store, FakeSession())


@pytest.fixture
def real_arm(qtbot: QtBot, tmp_path: Path, store: SettingsStore) -> Iterator[Bench]:
    """The same, as a real arm that goes on when this computer fails."""
    yield from bench_of(qtbot, tmp_path, store, FakeSession(mark=Mark.NONE, stops_when_host_silent=False))
