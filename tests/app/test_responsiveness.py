"""The window's own work on a 50 s recording at 500 Hz: no step keeps the event loop over 50 ms."""

import time

import pytest
from pytestqt.qtbot import QtBot

from app.pages.results import ResultsPage
from app.steps import Step
from app.theme import current_theme
from app.tokens import ThemeName
from app.window import Window
from tests.app import examples
from tests.app.event_loop import EventLoopWatch

BLOCK_LIMIT_S = 0.050


@pytest.fixture
def results(window_with_result: Window, qtbot: QtBot) -> ResultsPage:
    window_with_result.open_step(Step.RESULTS)
    qtbot.wait(300)
    page = window_with_result.pages[Step.RESULTS]
    assert isinstance(page, ResultsPage)
    return page


def _longest(watch: EventLoopWatch) -> str:
    return f"blocked {1e3 * watch.longest_gap_s:.0f} ms at {watch.longest_at_s:.2f} s"


@pytest.mark.alone
def test_looking_through_the_results(results: ResultsPage, qtbot: QtBot) -> None:
    with EventLoopWatch() as watch:
        for index in range(5):
            results.tabs._group.button(index).click()
            qtbot.wait(60)
        results.show_view(0)
        for joint in range(examples.JOINTS):
            results.measured.joint._group.button(joint).click()
            qtbot.wait(60)
        for low in range(20):
            results.measured.torque.setXRange(low, low + 5.0, padding=0)
            qtbot.wait(20)
    assert watch.longest_gap_s <= BLOCK_LIMIT_S, _longest(watch)


@pytest.mark.alone
def test_a_new_result_arrives(window_with_result: Window, results: ResultsPage, qtbot: QtBot) -> None:
    visit = window_with_result.visit
    fresh = examples.result()
    curves = {label: examples.curves(label) for label in examples.LABELS}
    with EventLoopWatch() as watch:
        qtbot.wait(50)
        visit._take_result(fresh, visit.choice)
        visit.changed.emit()
        qtbot.wait(50)
        visit._curves = curves
        visit.changed.emit()
        qtbot.wait(100)
    assert watch.longest_gap_s <= BLOCK_LIMIT_S, _longest(watch)


@pytest.mark.alone
def test_turning_the_pages(window_with_result: Window, qtbot: QtBot) -> None:
    qtbot.wait(200)
    for step in Step:  # the first time a page is shown, Qt lays it out
        window_with_result.open_step(step)
        qtbot.wait(100)
    with EventLoopWatch() as watch:
        for step in (*Step, *reversed(Step)):
            window_with_result.open_step(step)
            qtbot.wait(60)
    assert watch.longest_gap_s <= BLOCK_LIMIT_S, _longest(watch)


def test_the_watch_notices_a_block(qtbot: QtBot) -> None:
    with EventLoopWatch() as watch:
        qtbot.wait(20)
        time.sleep(0.08)
        qtbot.wait(20)
    assert 0.07 < watch.longest_gap_s < 1.0


@pytest.mark.parametrize("theme", [ThemeName.LIGHT, ThemeName.DARK, ThemeName.HIGH_CONTRAST])
def test_every_theme_paints_every_page(window_with_result: Window, qtbot: QtBot, theme: ThemeName) -> None:
    current_theme().apply(theme)
    tokens = current_theme().tokens
    for step in Step:
        window_with_result.open_step(step)
        qtbot.wait(20)
        image = window_with_result.grab().toImage()
        corner = image.pixelColor(4, image.height() - 4).name().upper()
        assert corner == tokens.window
    current_theme().apply(ThemeName.LIGHT)
