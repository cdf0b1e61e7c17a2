"""A window that another one replaced leaves nothing behind: it would stay for good, with all it holds."""

import gc
from pathlib import Path
from weakref import ref

from pytestqt.qtbot import QtBot

from app.arm.link import RobotLink
from app.jobs.messages import MessageBus
from app.shell.window import Window
from app.visit.settings import SettingsStore
from app.visit.steps import Step
from app.widgets.plot import Plot
from tests.app.made_visit import open_made_visit, put_made_result
from tests.app.no_worker import NoWorker
from tests.waiting import settle


def _seen_and_gone(folder: Path, store: SettingsStore, qtbot: QtBot) -> dict[str, "ref[object]"]:
    """Every page of a window was looked at with a result, and the window retired."""
    runner = NoWorker()
    window = Window(runner, MessageBus(), store, link=RobotLink(runner), visits_folder=folder)
    window.show()
    open_made_visit(window.visit, folder)
    put_made_result(window.visit)
    for step in Step:
        window.open_step(step)
        settle()
    held = [window, window.visit, window.link, window.visits, window.on_robot, *window.pages.values()]
    held += window.findChildren(Plot)
    window.retire()
    runner.shutdown()
    return {f"{place}: {type(each).__name__}": ref(each) for place, each in enumerate(held)}


def test_a_window_that_was_replaced_is_gone_with_all_its_pages(
    tmp_path: Path, store: SettingsStore, qtbot: QtBot
) -> None:
    held = _seen_and_gone(tmp_path, store, qtbot)
    for _ in range(3):  # what is deleted lets go of what is deleted next
        settle()
        gc.collect()
    assert [name for name, there in held.items() if there() is not None] == []
