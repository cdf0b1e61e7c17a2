"""Plots: decimated to the pixels, thin, and saved as seen."""

import csv
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QMenu, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from app.jobs.messages import MessageBus
from app.jobs.runner import JobRunner
from app.speech.units import ARCMINUTE, NEWTON_METRE
from app.widgets import view_saving
from app.widgets.legend import Curve
from app.widgets.plot import Plot
from app.widgets.strip_chart import StripChart
from app.widgets.view_saving import PlotExport, view_table
from tests.waiting import LIMIT_MS, settle

SAMPLES = 100_000


@pytest.fixture
def plot(qtbot: QtBot) -> Plot:
    plot = Plot("Torque over time")
    qtbot.addWidget(plot)
    plot.resize(900, 300)
    plot.show()
    plot.label_axes("Time", "s", "Torque", "N·m")
    time = np.linspace(0.0, 50.0, SAMPLES)
    plot.show_curves(
        (
            Curve("measured", "N·m", time, np.sin(time), "measured"),
            Curve("model", "N·m", time, np.cos(time), "model"),
        )
    )
    settle()
    return plot


def test_at_most_two_points_a_pixel_and_pens_of_one_pixel(plot: Plot) -> None:
    for item in plot._items:
        assert 0 < item.xData.size <= 2 * plot.width()
        assert item.opts["pen"].widthF() == 1.0
        assert not item.opts["antialias"]


def test_zooming_in_brings_the_samples_back(plot: Plot, qtbot: QtBot) -> None:
    plot.setXRange(10.0, 10.05, padding=0)
    settle()
    shown = plot._items[0].xData
    inside = np.linspace(0.0, 50.0, SAMPLES)
    inside = inside[(inside >= 10.0) & (inside <= 10.05)]
    assert np.isin(inside, shown).all()


def test_ticks_are_in_the_unit_of_the_label(plot: Plot, qtbot: QtBot) -> None:
    time = np.linspace(0.0, 0.02, 100)
    plot.show_curves((Curve("small", "N·m", time, 0.004 * np.sin(300 * time), "measured"),))
    plot.take_theme()
    settle()
    axis = plot.axis("left")
    image = QImage(8, 8, QImage.Format.Format_RGB32)
    painter = QPainter(image)
    _, _, texts = axis.generateDrawSpecs(painter)
    painter.end()
    numbers = [float(spec[2].replace("−", "-")) for spec in texts]
    assert numbers
    assert max(abs(number) for number in numbers) <= 0.005
    assert "x0" not in axis.labelString()


def test_view_table_has_the_visible_samples_and_units(plot: Plot) -> None:
    plot.setXRange(10.0, 11.0, padding=0)
    header, columns = view_table(plot)
    assert header == ("Time (s)", "measured (N·m)", "model (N·m)")
    assert columns[0].size == pytest.approx(SAMPLES / 50, abs=3)
    assert columns[0][0] >= 10.0 - 0.001
    assert np.allclose(columns[1], np.sin(columns[0]))


@pytest.mark.parametrize("ending", ["csv", "png", "svg"])
def test_view_is_saved(plot: Plot, qtbot: QtBot, tmp_path: Path, ending: str) -> None:
    runner, bus = JobRunner(), MessageBus()
    export = PlotExport((plot,), name=lambda: "view", mark=lambda: "VIRTUAL", runner=runner, bus=bus)
    path = tmp_path / f"view.{ending}"
    with qtbot.waitSignal(bus.posted, timeout=LIMIT_MS):
        export.save_all(path)
    assert runner.shutdown()
    content = path.read_bytes()
    if ending == "csv":
        rows = list(csv.reader(content.decode().splitlines()))
        assert rows[0] == ["VIRTUAL Time (s)", "VIRTUAL measured (N·m)", "VIRTUAL model (N·m)"]
        assert float(rows[1][2]) == pytest.approx(1.0)
    elif ending == "png":
        assert content.startswith(b"\x89PNG")
    else:
        assert b"<svg" in content
        assert b"polyline" in content or b"path" in content


@pytest.fixture
def stack(qtbot: QtBot) -> QWidget:
    """Two running charts of two joints, and a third that is not in use."""
    stack = QWidget()
    qtbot.addWidget(stack)
    column = QVBoxLayout(stack)
    time = np.arange(-9999, 1) / 1000.0
    values = np.stack([np.sin(time), np.cos(time)], axis=1)
    for name, unit in (("Deflection", ARCMINUTE), ("Torque", NEWTON_METRE), ("Current", NEWTON_METRE)):
        chart = StripChart(name)
        chart.watch(name, joints=(0, 1), units=(unit, unit), least_span=1.0)
        chart.full_rate = lambda: (time.copy(), values / ARCMINUTE.per_si)
        chart.show_frame(time[::40], values[::40] / ARCMINUTE.per_si)
        column.addWidget(chart)
    chart.hide()
    stack.resize(700, 400)
    stack.show()
    return stack


@pytest.mark.parametrize("ending", ["csv", "png", "svg"])
def test_all_charts_are_saved_at_once(stack: QWidget, qtbot: QtBot, tmp_path: Path, ending: str) -> None:
    runner, bus = JobRunner(), MessageBus()
    charts = stack.findChildren(StripChart)
    export = PlotExport(
        charts, name=lambda: "view", mark=lambda: "VIRTUAL", runner=runner, bus=bus, stack=stack
    )
    path = tmp_path / f"view.{ending}"
    with qtbot.waitSignal(bus.posted, timeout=LIMIT_MS):
        export.save_all(path)
    assert runner.shutdown()
    content = path.read_bytes()
    if ending == "csv":
        rows = list(csv.reader(content.decode().splitlines()))
        assert rows[0] == [
            "VIRTUAL Time before the newest (s)",
            "VIRTUAL Joint 1 deflection (arcmin)",
            "VIRTUAL Joint 2 deflection (arcmin)",
            "VIRTUAL Joint 1 torque (N·m)",
            "VIRTUAL Joint 2 torque (N·m)",
        ]
        assert len(rows) == 1 + 10_000, "every sample, not the drawn points"
        assert [float(cell) for cell in rows[-1][:3]] == pytest.approx([0.0, 0.0, 1.0])
    elif ending == "png":
        image = QImage.fromData(content)
        assert (image.width(), image.height()) == (stack.width(), stack.height())
        names = {image.pixelColor(x, y).name() for x in range(550, 700, 3) for y in range(0, 60, 3)}
        assert "#ffb000" in names, "the ribbon says that no real arm stands behind it"
    else:
        assert content.count(b"<svg") == 1
        assert content.count(b"<polyline") >= 4
        assert b"VIRTUAL" in content


def test_a_view_is_taken_when_it_is_asked_for(
    stack: QWidget, qtbot: QtBot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    runner, bus = JobRunner(), MessageBus()
    charts = stack.findChildren(StripChart)
    export = PlotExport(charts, name=lambda: "view", mark=lambda: "", runner=runner, bus=bus, stack=stack)
    asked: list[Callable[[Path], None]] = []
    monkeypatch.setattr(view_saving, "ask_where_to_save", lambda _w, _t, _n, chosen: asked.append(chosen))
    export.open_menu_for_all(stack.mapToGlobal(stack.rect().center()))
    menu = stack.findChild(QMenu)
    menu.actions()[0].trigger()
    menu.hide()
    for chart in charts:
        chart.full_rate = None
        chart.show_nothing()
    path = tmp_path / "view.csv"
    with qtbot.waitSignal(bus.posted, timeout=LIMIT_MS):
        asked[0](path)
    assert runner.shutdown()
    assert len(path.read_text().splitlines()) == 1 + 10_000
