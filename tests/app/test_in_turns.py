"""The start screen is there before the pages behind it, which are built in turns or at the first touch."""

from collections.abc import Iterator
from itertools import count, pairwise
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QAccessible, QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import isValid

from app.arm.link import RobotLink
from app.health.running import Run
from app.jobs.messages import MessageBus
from app.look.theme import current_theme
from app.look.tokens import ThemeName
from app.shell.sides import Side
from app.shell.window import Window
from app.visit.settings import RecentVisit, SettingsStore
from app.visit.steps import Step
from tests.app.no_worker import NoWorker
from tests.waiting import LIMIT_MS, settle, wait_until

CLICKED_MS = 300
"""A press by a screen reader is shown for a moment before it counts as a click."""


@pytest.fixture
def begun(tmp_path: Path, store: SettingsStore, qtbot: QtBot) -> Iterator[Window]:
    """A window that shows its start screen, and nothing else yet."""
    current_theme().apply(store.current.theme)
    runner = NoWorker()
    window = Window(
        runner, MessageBus(), store, link=RobotLink(runner), visits_folder=tmp_path / "v", in_turns=True
    )
    window.show()
    window.activateWindow()
    yield window
    if isValid(window):
        window.close()
        window.deleteLater()


def _is_whole(window: Window) -> bool:
    return window.rest.is_done and list(window.pages) != [] and {*window.sides.pages} == {*Side}


def test_pages_come_one_in_a_turn_while_the_start_screen_answers(
    begun: Window, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert begun.start_page.isVisible()
    assert not begun.pages
    turns: list[int] = []
    take, number = begun.frame.take, count()
    turn = QTimer(interval=0)
    turn.timeout.connect(lambda: next(number))
    turn.start()

    def note(page: QWidget) -> None:
        turns.append(next(number))
        take(page)

    monkeypatch.setattr(begun.frame, "take", note)
    with qtbot.waitSignal(begun.rest.done, timeout=LIMIT_MS):
        begun.rest.begin()
    assert {*begun.pages} == {*Step}
    assert _is_whole(begun)
    between = [later - earlier - 1 for earlier, later in pairwise(turns)]
    assert min(between) > 0, "the window answers between any two pages"
    assert begun.step is None
    assert not any(page.isVisible() for page in begun.pages.values())


class ShownWindows(QObject):
    """Notes widgets that are shown as windows of their own."""

    def __init__(self) -> None:
        super().__init__()
        self.names: list[str] = []

    def eventFilter(self, shown: QObject, event: QEvent) -> bool:  # noqa: N802
        if event.type() == QEvent.Type.Show and isinstance(shown, QWidget) and shown.isWindow():
            self.names.append(type(shown).__name__)
        return False


def test_no_part_of_a_page_is_seen_as_a_window_meanwhile(begun: Window, qapp: QApplication) -> None:
    shown = ShownWindows()
    qapp.installEventFilter(shown)
    begun.rest.complete()
    qapp.removeEventFilter(shown)
    assert shown.names == []


def test_a_click_that_comes_first_is_answered(begun: Window) -> None:
    begun.rest.begin()
    QTest.mouseClick(begun.start_page.files_button, Qt.MouseButton.LeftButton)
    assert _is_whole(begun)
    assert begun.step is Step.RECORDINGS


def test_a_screen_reader_that_comes_first_is_answered(begun: Window) -> None:
    begun.rest.begin()
    QAccessible.queryAccessibleInterface(begun.start_page.files_button).actionInterface().doAction("Press")
    assert _is_whole(begun)
    wait_until(lambda: begun.step is Step.RECORDINGS)


def test_a_key_that_comes_first_is_answered(begun: Window) -> None:
    begun.rest.begin()
    begun.start_page.payload_card.setFocus()
    QTest.keyClick(begun.start_page.payload_card, Qt.Key.Key_Return)
    assert begun.step is Step.CONNECT


def test_a_visit_named_at_the_start_is_opened(begun: Window, tmp_path: Path) -> None:
    begun.open_visit(tmp_path / "named.h5")
    assert _is_whole(begun)
    assert begun.visit.is_busy


def test_recent_visits_are_there_from_the_first_picture(
    tmp_path: Path, store: SettingsStore, qtbot: QtBot
) -> None:
    path = tmp_path / "seen.h5"
    path.touch()
    gone = tmp_path / "gone.h5"
    for each in (path, gone):
        recent = RecentVisit(str(each), "ec66", "results", "2026-11-22T10:42:00+00:00")
        store.update(store.current.with_recent(recent))
    runner = NoWorker()
    window = Window(
        runner, MessageBus(), store, link=RobotLink(runner), visits_folder=tmp_path, in_turns=True
    )
    window.show()
    card = window.start_page.first_card
    assert card is not window.start_page.payload_card
    assert card.hasFocus() or window.focusWidget() is card
    window.rest.begin()
    wait_until(lambda: window.rest.is_done)
    assert window.focusWidget() is card, "the keyboard stays where it was"
    window.close()
    window.deleteLater()


def test_the_offer_to_continue_keeps_the_keyboard(begun: Window) -> None:
    card = begun.start_page.continue_card
    begun.start_page.offer_to_continue(Run(1, "", "2026-11-22T10:42:00+00:00", "torsion", None))
    focused = begun.focusWidget()
    begun.rest.begin()
    wait_until(lambda: begun.rest.is_done)
    assert card.isVisible()
    assert begun.focusWidget() is focused


def test_it_closes_and_saves_before_it_is_whole(begun: Window) -> None:
    begun.rest.begin()
    begun.remember_visit()
    assert not begun.rest.is_done
    begun.close()
    assert not begun.isVisible()
    assert begun.rest.is_done, "what ends with a window is there"


def test_done_is_told_to_who_asks_later(begun: Window, qtbot: QtBot) -> None:
    begun.rest.complete()
    with qtbot.waitSignal(begun.rest.done, timeout=0):
        begun.rest.begin()


@pytest.mark.parametrize("theme", [ThemeName.LIGHT, ThemeName.DARK])
def test_its_pages_look_as_those_of_a_window_built_at_once(
    begun: Window, tmp_path: Path, store: SettingsStore, theme: ThemeName, qtbot: QtBot
) -> None:
    def pictures(window: Window) -> dict[str, QImage]:
        window.resize(1280, 800)
        taken = {}
        for step in (None, *Step):
            if step is not None:
                window.open_step(step)
            if step is Step.CONNECT:
                choice = window.pages[step].choice
                wait_until(lambda choice=choice: choice.serial._ports is not None, "the serial ports")
            window.setFocus()  # without a blinking cursor
            settle()
            taken[step or "start"] = window.grab().toImage()
        return taken

    with qtbot.waitSignal(begun.rest.done, timeout=LIMIT_MS):
        begun.rest.begin()  # one by one, with the style sheet; the other window is dressed at the end
    current_theme().apply(theme)
    in_turns = pictures(begun)
    begun.close()
    begun.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    current_theme().apply(theme)
    runner = NoWorker()
    window = Window(runner, MessageBus(), store, link=RobotLink(runner), visits_folder=tmp_path / "v")
    window.show()
    window.activateWindow()
    at_once = pictures(window)
    window.close()
    window.deleteLater()
    assert [step for step in at_once if at_once[step] != in_turns[step]] == []
