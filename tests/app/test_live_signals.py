"""The list of signals on the live page: found, ticked, dragged, drawn over one another, worked out."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QMimeData, QPointF, Qt
from PySide6.QtGui import QDropEvent

from app.features.live.browser import MIME
from app.features.live.plots import MOST_PLOTS, Plots, Shown
from app.speech.units import AMPERE, ARCMINUTE, DEGREE, NEWTON_METRE
from tests.app.fake_robot import JOINTS
from tests.app.live_bench import TWIST_RAD, LiveBench, bench
from tests.waiting import settle, wait_until

__all__ = ["bench"]

UNITS = (AMPERE, ARCMINUTE, DEGREE, NEWTON_METRE)
EVERY = [Shown(f"s{number}", "=", "", UNITS[number % 4]) for number in range(12)]
NAMES = [one.name for one in EVERY]
STEPS = st.lists(
    st.tuples(st.sampled_from(("add", "remove", "put", "offer")), st.sampled_from(NAMES), st.integers(-1, 4)),
    max_size=30,
)


@given(STEPS)
def test_a_plot_has_one_unit_and_a_signal_one_plot_whatever_is_done(steps):
    plots = Plots()
    plots.offer(EVERY)
    unit = {one.name: one.unit.symbol for one in EVERY}
    offered = set(NAMES)
    for what, name, place in steps:
        before = set(plots.names)
        if what == "add":
            gone = plots.add(name)
            assert set(plots.names) == (before | {name} & offered) - set(gone)
        elif what == "remove":
            plots.remove(name)
            assert set(plots.names) == before - {name}
        elif what == "put":
            at = plots.shown[place] if 0 <= place < len(plots.shown) else []
            assert plots.put(name, place) is (name in offered and unit[name] in {unit[one] for one in at})
            assert set(plots.names) - {name} == before - {name}
        else:
            offered = set(NAMES[: place + 6])
            plots.offer(EVERY[: place + 6])
            assert set(plots.names) == before & offered
        assert len(plots.shown) <= MOST_PLOTS
        assert all(plots.shown), "no plot is empty"
        assert all(len({unit[one] for one in plot}) == 1 for plot in plots.shown)
        assert len(plots.names) == len(set(plots.names))


def pressed(bench: LiveBench, name: str) -> None:
    """Press the row of a signal, as a person does after opening its heading."""
    browser = bench.page.view.side.browser
    row = browser._rows[name]
    browser.expand(browser.tree.indexOfTopLevelItem(row.parent()))
    browser.tree.scrollToItem(row)
    settle()
    place = browser.tree.visualItemRect(row).center()
    bench.qtbot.mouseClick(browser.tree.viewport(), Qt.MouseButton.LeftButton, pos=place)


def dropped(bench: LiveBench, name: str, chart: int, *, keys=Qt.KeyboardModifier.NoModifier) -> None:
    """Drop a signal onto a chart, counted from the top."""
    charts = bench.page.view.charts
    data = QMimeData()
    data.setData(MIME, name.encode())
    place = QPointF(charts.charts[chart].geometry().center())
    charts.dropEvent(QDropEvent(place, Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, keys))


def shown(bench: LiveBench) -> list[list[str]]:
    return [[one.name for one in chart.signals] for chart in bench.page.view.charts.charts]


def test_three_letters_find_a_signal_and_a_press_shows_it(bench: LiveBench) -> None:
    page = bench.watch()
    browser = page.view.side.browser
    bench.qtbot.keyClicks(browser.search, "vel")
    assert set(browser.names) == {f"velocity_{joint + 1}" for joint in range(JOINTS)}
    pressed(bench, "velocity_2")
    assert shown(bench)[2] == ["velocity_2"]
    pressed(bench, "velocity_2")
    assert len(shown(bench)) == 2
    browser.search.clear()
    assert len(browser.names) > 6 * JOINTS


def test_every_listed_value_is_the_newest(bench: LiveBench) -> None:
    page = bench.watch()
    page.tools.clear_zero.click()
    browser = page.view.side.browser
    browser.expand(1)

    def is_shown() -> bool:
        bench.feed(5)
        return browser._rows["twist_2"].text(1) == f"{np.degrees(TWIST_RAD) * 60.0:.2f} arcmin"

    wait_until(is_shown)
    assert browser._heads[1][0].text(1) == browser._rows["twist_2"].text(1)


def test_a_signal_is_dropped_onto_a_plot_of_its_unit_alone(bench: LiveBench) -> None:
    page = bench.watch()
    page.view.show_plots([["twist_1"], ["torque_1"], ["velocity_1"]])
    dropped(bench, "velocity_3", 2)
    assert shown(bench)[2] == ["velocity_1", "velocity_3"]
    dropped(bench, "twist_3", 1)
    assert shown(bench)[1] == ["torque_1"]
    assert "one unit" in page._sentence.text()


def test_a_drop_with_shift_draws_one_signal_over_another(bench: LiveBench) -> None:
    page = bench.watch()
    page.view.show_plots([["twist_2"], ["torque_2"]])
    plot = page.view.below.loops.loops.plot
    assert (plot.x_label[0], plot.y_label[0]) == ("Torque", "Twist")
    dropped(bench, "position_3", 1, keys=Qt.KeyboardModifier.ShiftModifier)
    assert (plot.x_label, plot.y_label) == (("Torque", "N·m"), ("Position", "°"))
    time, torque = page.view.frames.values("torque")
    (curve,) = plot.read_curves()
    assert curve.x.size == time.size
    assert curve.x == pytest.approx(torque[:, 1])
    entries = page.view.side.browser.menu_of(page.view._known["current_2"])
    assert [words for words, _ in entries] == ["Over 2 · Twist", "Over 2 · Torque"]
    entries[0][1]()
    assert plot.y_label == ("Current", "A")
    page.view.below.loops.loops.start_over_button.click()
    assert plot.y_label[0] == "Twist"


def test_a_line_is_a_signal_like_others_and_a_wrong_one_says_why(bench: LiveBench) -> None:
    page = bench.watch()
    browser = page.view.side.browser
    bench.qtbot.keyClicks(browser.line, "twist_2 - torque_2")
    bench.qtbot.keyClick(browser.line, Qt.Key.Key_Return)
    assert "sets rad beside N·m" in browser.wrong.text()
    assert browser.line.text()
    bench.qtbot.keyClick(browser.line, Qt.Key.Key_Backspace)
    assert not browser.wrong.text()
    browser.line.setText("half = 0.5 * torque_2")
    bench.qtbot.keyClick(browser.line, Qt.Key.Key_Return)
    assert "half" in shown(bench)[1], "on the plot of its unit"
    bench.until_seen()
    _, half = page.view.frames.line_values("half")
    _, torque = page.view.frames.values("torque")
    assert half == pytest.approx(0.5 * torque[:, 1])
    frame = page.view.newest
    assert frame is not None
    assert frame.curves["=half"] == pytest.approx(0.5 * frame.curves["torque"][:, 1], nan_ok=True)
    browser.line.setText("half = torque_1")
    bench.qtbot.keyClick(browser.line, Qt.Key.Key_Return)
    assert "half is taken" in browser.wrong.text()
    page.view._drop_line("half")
    assert "half" not in browser.names
    assert not any("half" in plot for plot in shown(bench))


def test_signals_of_the_tool_are_drawn_and_held_as_others(bench: LiveBench) -> None:
    page = bench.watch()
    page.view.show_plots([["tool_x", "tool_z"], ["torque_1"]])
    bench.until_seen()
    chart = page.view.charts.charts[0]
    assert [curve.unit for curve in chart.read_curves()] == ["mm", "mm"]
    assert all(np.isfinite(curve.y).any() for curve in chart.read_curves())
    page.tools.hold.click()
    assert chart.is_frozen
    held = chart.read_curves()[0]
    assert held.x.size == page.view.frames.visible().count
    rows = page.view.charts.numbers_of(0)
    assert [row.name for row in rows] == ["Position x", "Position z"]
