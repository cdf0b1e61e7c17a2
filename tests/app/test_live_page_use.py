"""The live page in use: keys, saving, statistics, a motion, a lost robot, and the room of the page."""

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu, QScrollArea

from app.arm.link_state import LinkState
from app.features.live.lower import LOOPS, SIGNALS, STATISTICS
from app.look.theme import current_theme
from app.look.tokens import ThemeName
from app.shell.visits import Visits
from app.shell.window import FIRST_SIZE
from app.visit.steps import GuideName, Step
from app.widgets.popups import popup_rule
from tests.app.fake_robot import JOINTS
from tests.app.live_bench import STREAMED, LiveBench, bench
from tests.waiting import settle, wait_until

__all__ = ["bench"]


def test_keys_pause_zero_measure_and_save(bench: LiveBench) -> None:
    page, qtbot = bench.watch(), bench.qtbot
    page.tools.clear_zero.click()
    qtbot.keyClick(bench.window, Qt.Key.Key_Z)
    assert page.view.zeroed_at is not None
    qtbot.keyClick(bench.window, Qt.Key.Key_C)
    assert page.view.charts.cursors.is_shown
    qtbot.keyClick(bench.window, Qt.Key.Key_S)
    menus = [menu for menu in page.findChildren(QMenu) if menu.isVisible()]
    assert [len(menu.actions()) for menu in menus] == [3]
    menus[0].close()
    qtbot.keyClick(bench.window, Qt.Key.Key_P)
    assert page.view.is_paused
    qtbot.keyClick(bench.window, Qt.Key.Key_P)
    assert not page.view.is_paused


def test_keys_are_letters_in_a_field(bench: LiveBench) -> None:
    page = bench.watch()
    page.view.note.begin()
    field = page.view.note.text
    field.setFocus()
    page.tools.clear_zero.click()
    bench.qtbot.keyClicks(field, "zcp")
    assert page.view.zeroed_at is None
    assert not page.view.charts.cursors.is_shown
    assert not page.view.is_paused
    assert field.text() == "zcp"


def test_nothing_is_saved_while_an_arm_may_move(bench: LiveBench) -> None:
    page = bench.watch()
    popup_rule().forbid()
    page.tools.save.click()
    assert not [menu for menu in page.findChildren(QMenu) if menu.isVisible()]
    popup_rule().allow()


def test_statistics_are_of_what_is_visible_and_with_cursors_of_their_range(bench: LiveBench) -> None:
    page = bench.watch()
    page.view.below.tabs.press(STATISTICS)
    assert all(row.found.count == STREAMED for row in page.view.charts.numbers_of(0))
    page.tools.cursors.click()
    page.view.charts.cursors.move(-1.0, -0.5)
    rows = [row for place in range(2) for row in page.view.charts.numbers_of(place)]
    assert [row.name for row in rows][:2] == ["1 · Twist", "2 · Twist"]
    assert len(rows) == 2 * JOINTS
    assert all(row.found.count == 51 for row in rows), "0.5 s at 100 Hz, both ends counted"
    wave = np.sin((bench.fed - 1 - np.array([100, 50])) / 20.0)
    torque = rows[JOINTS]
    assert torque.at_b / torque.at_a == pytest.approx(wave[1] / wave[0], rel=1e-6)
    assert "Δt 0.500 s" in page.view.below.readout.words.text()


def test_a_hidden_page_gets_no_frames(bench: LiveBench) -> None:
    page = bench.watch()
    assert page.view.frames.is_running
    bench.window.open_step(Step.CONNECT)
    assert not page.view.frames.is_running
    bench.window.open_step(Step.LIVE)
    assert page.view.frames.is_running
    bench.window.show_start()
    assert not page.view.frames.is_running
    wait_until(lambda: bench.link.session is None)
    assert page.view.newest is None


def test_connecting_to_watch_stays_on_its_guide(bench: LiveBench) -> None:
    window = bench.window
    window.visit.close_visit()
    window.start_page.live_card.click()
    assert window.guide is GuideName.LIVE
    window.visits._make_for_robot("ec66", Step.CONNECT)
    assert window.visits._wanted == (GuideName.LIVE, Step.CONNECT)
    assert isinstance(window.visits, Visits)


def test_a_lost_robot_is_looked_for_until_that_is_stopped(bench: LiveBench) -> None:
    page = bench.watch()
    assert not page.find_button.isVisible()
    bench.session.is_away.set()
    bench.session.lose()
    wait_until(lambda: bench.link.state is LinkState.SEARCHING)
    assert page.find_button.text() == "Stop looking"
    bench.fall_silent()
    wait_until(lambda: "Try 2" in page._sentence.text())
    wait_until(lambda: bench.said.startswith("No data since "))
    page.find_button.click()
    wait_until(lambda: bench.link.state is LinkState.LOST)
    assert page.find_button.text() == "Reconnect"
    bench.session.is_away.clear()
    page.find_button.click()
    wait_until(lambda: bench.link.state is LinkState.READY)
    assert not page.find_button.isVisible()
    bench.quiet()


def test_everything_fits_below_a_message_at_the_first_size(bench: LiveBench) -> None:
    page = bench.watch()
    bench.window.resize(*FIRST_SIZE)
    bench.window.bus.show("One line above the page.", "And another that says what to do about it.")
    for tab in (LOOPS, STATISTICS):
        page.view.below.tabs.press(tab)
        settle()
        scroll = page.view.parentWidget().parentWidget()
        assert isinstance(scroll, QScrollArea)
        assert page.view.height() == scroll.viewport().height()
        assert page.view.width() == scroll.viewport().width()


PLOTS_SHARE = 0.7


@pytest.mark.parametrize("scale", [0.9, 1.0, 1.5])
def test_plots_and_the_arm_take_most_of_the_page_at_every_scale(bench: LiveBench, scale: float) -> None:
    page = bench.watch()
    bench.window.resize(*FIRST_SIZE)
    current_theme().apply(ThemeName.LIGHT, scale=scale)
    settle()
    view = page.view
    arm = view.side.arm.parentWidget()
    scroll = view.parentWidget().parentWidget()
    assert isinstance(scroll, QScrollArea)
    plots = sum(part.width() * part.height() for part in (view.charts, view.below, arm))
    current_theme().apply(ThemeName.LIGHT)
    assert plots >= PLOTS_SHARE * page.width() * page.height()
    assert view.height() <= scroll.viewport().height(), "nothing is out of sight"


def test_in_a_narrow_page_the_signals_are_a_view(bench: LiveBench) -> None:
    page = bench.watch()
    bench.window.resize(*FIRST_SIZE)
    view = page.view
    assert (view.below.tabs.count, view.side.browser.isVisible()) == (2, True)
    current_theme().apply(ThemeName.LIGHT, scale=1.5)
    wait_until(lambda: view.below.tabs.count == 3)
    assert not view.side.browser.isVisible()
    view.below.tabs.press(SIGNALS)
    assert view.side.browser.isVisible()
    current_theme().apply(ThemeName.LIGHT)
    wait_until(lambda: view.below.tabs.count == 2)
    assert (view.below.tab, view.side.browser.isVisible()) == (LOOPS, True)
    assert view.window_choice.isVisible()


def test_the_title_of_an_axis_is_left_out_where_it_has_no_room(bench: LiveBench) -> None:
    page = bench.watch()
    bench.window.resize(*FIRST_SIZE)
    settle()
    chart = page.view.charts.charts[0]
    axis = chart.axis("left")
    assert axis.labelText == "Twist<br>(arcmin)"
    chart.label_axes("", "", "Expected torque", "arcmin", stacked=True)  # a name longer than its unit
    for height, title in ((70, "(arcmin)"), (40, ""), (400, "Expected torque<br>(arcmin)")):
        chart.setMinimumHeight(0)
        chart.setFixedHeight(height)
        wait_until(lambda height=height: chart.height() == height)
        room = axis.height()
        assert axis.labelText == title, room
        assert not title or axis.label.boundingRect().width() <= room + 8
