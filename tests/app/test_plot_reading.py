"""Plots: values are read off, two lines measure a difference, a zoomed plot finds its whole view again."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.widgets.legend import Curve
from app.widgets.plot import Plot
from app.widgets.plot_reading import digits_of, read_at
from tests.waiting import wait_until

TIME = np.linspace(0.0, 10.0, 5001)
TURN = np.linspace(0.0, 2.0 * np.pi, 400)
RISING = Curve("measured", "N·m", TIME, np.sin(TIME), "measured")
LOOP = Curve("Joint 1", "arcmin", 5.0 * np.cos(TURN), np.sin(TURN), "joint 1")


@pytest.fixture
def plot(qtbot: QtBot) -> Plot:
    plot = Plot("Torque over time")
    qtbot.addWidget(plot)
    plot.resize(900, 300)
    plot.show()
    plot.label_axes("Time", "s", "Torque", "N·m")
    plot.show_curves((RISING, Curve("model", "N·m", TIME, np.cos(TIME), "model")))
    wait_until(lambda: plot.box.width() > 500)
    return plot


def _point_at(plot: Plot, x: float, y: float) -> None:
    """Move the pointer as pyqtgraph tells it."""
    plot.scene().sigMouseMoved.emit(plot.box.mapViewToScene(QPointF(x, y)))


def test_the_values_of_all_curves_at_the_pointer_are_read(plot: Plot) -> None:
    _point_at(plot, 2.0, 0.5)
    time, measured, model = plot.reading.words()
    assert time.startswith("Time 2.0")
    assert measured.startswith("measured 0.9")
    assert model.startswith(("model -0.4", "model −0.4"))
    assert time.endswith(" s")
    assert measured.endswith(" N·m")
    assert plot.reading.isVisible()
    assert not plot.reading.grab().isNull()


def test_nothing_is_read_beside_the_curves(plot: Plot) -> None:
    _point_at(plot, 2.0, 0.5)
    plot.scene().sigMouseMoved.emit(QPointF(1.0, 1.0))
    assert plot.reading.words() == ()
    assert plot.reading.isHidden()


@given(x=st.floats(0.0, 10.0))
def test_what_is_read_is_a_sample_of_the_curve_and_the_nearest_one(x: float) -> None:
    (read,) = read_at((RISING,), QPointF(x, 0.0), pixel=(0.01, 0.01))
    place = int(np.argmin(np.abs(TIME - read.x)))
    assert (read.x, read.y) == (TIME[place], RISING.y[place])
    assert abs(read.x - x) == pytest.approx(float(np.abs(TIME - x).min()), abs=1e-12)


def test_gaps_and_ends_are_not_read() -> None:
    y = np.sin(TIME)
    y[1000:2000] = math.nan
    curve = Curve("measured", "N·m", TIME, y, "measured")
    assert read_at((curve,), QPointF(3.0, 0.0), pixel=(0.01, 0.01)) == ()
    assert read_at((curve,), QPointF(12.0, 0.0), pixel=(0.01, 0.01)) == ()
    assert read_at((Curve("none", "", np.empty(0), np.empty(0), "model"),), QPointF(), pixel=(1.0, 1.0)) == ()


@given(angle=st.floats(0.0, 6.28), away=st.floats(0.0, 0.3))
def test_of_a_loop_the_point_nearest_to_the_pointer_is_read(angle: float, away: float) -> None:
    at = QPointF(5.0 * math.cos(angle), (1.0 + away) * math.sin(angle))
    (read,) = read_at((LOOP,), at, pixel=(0.02, 0.01))
    best = float(np.hypot((LOOP.x - at.x()) / 0.02, (LOOP.y - at.y()) / 0.01).min())
    assert math.hypot((read.x - at.x()) / 0.02, (read.y - at.y()) / 0.01) == pytest.approx(best)


def test_two_lines_measure_a_difference(plot: Plot) -> None:
    plot.reading.measure(on=True)
    first, last = (line for line in plot.reading._upright)
    first.setValue(2.0)
    last.setValue(5.0)
    apart, measured, _ = plot.reading.words()
    assert apart == "Δ Time 3.00 s"
    assert float(measured.split()[2].replace("−", "-")) == pytest.approx(math.sin(5) - math.sin(2), abs=0.01)
    plot.reading.measure(on=False)
    assert plot.reading.words() == ()


def test_a_loop_is_measured_both_ways(plot: Plot) -> None:
    plot.show_curves((LOOP,))
    plot.reading.measure(on=True)
    assert [words.split()[1] for words in plot.reading.words()] == ["Time", "Torque"]


@pytest.mark.parametrize(("pixel", "digits"), [(0.5, 1), (1.0, 0), (20.0, 0), (0.002, 3), (0.0, 0)])
def test_as_many_digits_as_can_be_seen(pixel: float, digits: int) -> None:
    assert digits_of(pixel) == digits


def test_a_zoomed_plot_offers_its_whole_view(plot: Plot) -> None:
    whole = plot.box.viewRange()
    assert plot.is_whole
    assert plot.whole_view.isHidden()
    plot.box.setRange(xRange=(2.0, 2.5), yRange=(40.0, 41.0), padding=0)
    assert plot.whole_view.isVisible()
    assert plot.rect().contains(plot.whole_view.geometry())
    QTest.mouseClick(plot.whole_view, Qt.MouseButton.LeftButton)
    assert np.allclose(plot.box.viewRange(), whole)
    assert plot.whole_view.isHidden()


def test_a_double_click_shows_the_whole_view(plot: Plot) -> None:
    whole = plot.box.viewRange()
    plot.box.setRange(xRange=(2.0, 2.5), padding=0)
    middle = plot.mapFromScene(plot.box.sceneBoundingRect().center())
    QTest.mouseDClick(plot.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(middle))
    assert np.allclose(plot.box.viewRange(), whole)


def test_other_curves_are_shown_whole(plot: Plot) -> None:
    plot.box.setRange(xRange=(2.0, 2.5), padding=0)
    plot.show_curves((Curve("short", "N·m", TIME[:100], np.sin(TIME[:100]), "measured"),))
    assert plot.is_whole
    assert plot.whole_view.isHidden()
