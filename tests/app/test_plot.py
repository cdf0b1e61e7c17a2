"""Plots: decimated to the pixels, thin, and saved as seen."""

import csv
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtGui import QImage, QPainter
from pytestqt.qtbot import QtBot

from app.jobs.runner import JobRunner
from app.messages import MessageBus
from app.views.plot import Curve, Plot
from app.views.plot_export import PlotExport, view_table

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
    qtbot.wait(100)
    return plot


def test_at_most_two_points_a_pixel_and_pens_of_one_pixel(plot: Plot) -> None:
    for item in plot._items:
        assert 0 < item.xData.size <= 2 * plot.width()
        assert item.opts["pen"].widthF() == 1.0
        assert not item.opts["antialias"]


def test_zooming_in_brings_the_samples_back(plot: Plot, qtbot: QtBot) -> None:
    plot.setXRange(10.0, 10.05, padding=0)
    qtbot.wait(100)
    shown = plot._items[0].xData
    inside = np.linspace(0.0, 50.0, SAMPLES)
    inside = inside[(inside >= 10.0) & (inside <= 10.05)]
    assert np.isin(inside, shown).all()


def test_ticks_are_in_the_unit_of_the_label(plot: Plot, qtbot: QtBot) -> None:
    time = np.linspace(0.0, 0.02, 100)
    plot.show_curves((Curve("small", "N·m", time, 0.004 * np.sin(300 * time), "measured"),))
    plot.take_theme()
    qtbot.wait(60)
    axis = plot.getPlotItem().getAxis("left")
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
    with qtbot.waitSignal(bus.posted, timeout=20_000):
        getattr(export, f"save_{ending}")(plot, path)
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
