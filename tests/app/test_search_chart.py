"""The search as a curve: steps, round numbers at the left, what is said and saved."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pytestqt.qtbot import QtBot

from app.features.excitation.search_chart import SearchChart, round_values
from app.look.theme import current_theme
from app.look.tokens import ThemeName
from tests.waiting import wait_until

HISTORY = np.array([[0.1, 340.0], [0.4, 120.0], [1.5, 41.0], [6.0, 23.4]])


@pytest.fixture
def chart(qtbot: QtBot) -> SearchChart:
    current_theme().apply(ThemeName.LIGHT)
    chart = SearchChart("Best condition number so far")
    qtbot.addWidget(chart)
    chart.resize(600, 300)
    chart.show()
    return chart


def _ticks(chart: SearchChart) -> list[tuple[float, str]]:
    return list(chart.axis("left")._tickLevels[0])


def test_the_curve_falls_in_steps_and_goes_on_until_now(chart: SearchChart) -> None:
    chart.show_history(HISTORY, seconds=8.0)
    curve = chart.curves[0]
    assert np.interp(1.0, curve.x, curve.y) == 120.0  # level between two finds
    assert curve.x[-1] == 8.0
    assert curve.y[-1] == 23.4
    assert np.all(np.diff(curve.y) <= 0.0)
    low, high = chart.box.viewRange()[0]
    assert (low, high) == (0.0, pytest.approx(8.0))
    bottom, top = chart.box.viewRange()[1]
    assert bottom < math.log10(23.4)
    assert top > math.log10(340.0)


def test_it_grows_while_the_search_goes_on(chart: SearchChart) -> None:
    for known in range(1, 5):
        now = float(HISTORY[known - 1, 0]) + 0.05
        chart.show_history(HISTORY[:known], seconds=now)
        assert chart.curves[0].x[-1] == pytest.approx(now)
        drawn_x, drawn_y = chart._items[0].getData()
        assert drawn_x[-1] == pytest.approx(now)
        assert 10.0 ** drawn_y[-1] == pytest.approx(HISTORY[known - 1, 1])
    assert len(chart._items) == 1


def test_the_newest_number_stands_at_its_end(chart: SearchChart) -> None:
    chart.show_history(HISTORY, seconds=8.0)
    assert chart._newest is not None
    assert chart._newest.toPlainText() == "23.4"
    assert chart._newest.pos().x() == pytest.approx(8.0)


def test_what_is_saved_are_the_numbers_themselves(chart: SearchChart) -> None:
    chart.show_history(HISTORY)
    saved = chart.saved_curves()[0]
    assert saved.y.max() == 340.0
    assert saved.name == "Condition number"
    assert chart.visible_range() == (0.0, 6.0)


def test_words_say_where_it_began_and_where_it_is(chart: SearchChart) -> None:
    assert chart.accessibleDescription() == "Nothing found yet."
    chart.show_history(HISTORY, seconds=8.0)
    assert chart.accessibleDescription() == "Condition number 23.4 after 8.0 s; it began at 340."
    assert chart.accessibleName() == "Best condition number so far"


def test_what_is_not_measurable_yet_is_not_drawn(chart: SearchChart) -> None:
    chart.show_history(np.vstack([[0.05, np.inf], HISTORY]), seconds=8.0)
    assert np.isfinite(chart.curves[0].y).all()
    assert chart.curves[0].x[0] == 0.1
    chart.show_history(np.array([[0.05, np.inf]]), seconds=1.0)
    assert chart.curves == ()
    chart.show_history(np.empty((0, 2)))
    assert chart.accessibleDescription() == "Nothing found yet."


def test_numbers_at_the_left_are_round_and_in_sight(chart: SearchChart) -> None:
    chart.show_history(HISTORY, seconds=8.0)
    shown = [words for _, words in _ticks(chart)]
    assert {"50", "100", "200"} <= set(shown)
    heights = [height for height, _ in _ticks(chart)]
    low, high = chart.box.viewRange()[1]
    assert all(low <= height <= high for height in heights)


def test_a_low_chart_has_fewer_numbers(chart: SearchChart, qtbot: QtBot) -> None:
    chart.show_history(HISTORY)
    many = len(_ticks(chart))
    chart.resize(600, 150)
    wait_until(lambda: len(_ticks(chart)) < many)


def test_a_search_that_hardly_gets_on_still_has_numbers(chart: SearchChart) -> None:
    chart.show_history(np.array([[0.1, 23.41], [3.0, 23.40]]))
    assert len(_ticks(chart)) >= 2


@given(
    st.floats(min_value=0.0, max_value=6.0),
    st.floats(min_value=0.05, max_value=6.0),
    st.integers(min_value=2, max_value=12),
)
def test_round_values_are_few_ascending_and_between(low: float, span: float, most: int) -> None:
    found = round_values(low, low + span, most=most)
    assert 1 <= len(found) <= most + 1
    assert found == sorted(set(found))
    for value in found:
        assert 10.0**low * (1.0 - 1e-9) <= value <= 10.0 ** (low + span) * (1.0 + 1e-9)
        assert float(f"{value:.3g}") == pytest.approx(value, rel=1e-9)
