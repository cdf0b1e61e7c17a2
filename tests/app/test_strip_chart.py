"""Strip charts: curves as fed, greyed when stale, held at full rate; cursors by pointer and by keys."""

import math
from collections.abc import Iterator

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from app.features.live.charts import CurveNumbers
from app.features.live.lower import StatisticsTable
from app.look.theme import current_theme
from app.look.tokens import ThemeName
from app.speech.units import ARCMINUTE, CELSIUS, NEWTON_METRE
from app.widgets.cursors import CursorReadout, Cursors
from app.widgets.strip_chart import GRAB_PX, StripChart
from core.diagnostics.statistics import statistics
from tests.waiting import LIMIT_MS, settle, wait_until

JOINTS = 3
ARCMIN = math.pi / 180.0 / 60.0


@pytest.fixture
def stack(qtbot: QtBot) -> Iterator[QWidget]:
    current_theme().apply(ThemeName.LIGHT)
    stack = QWidget()
    qtbot.addWidget(stack)
    column = QVBoxLayout(stack)
    for name in ("Deflection", "Torque"):
        chart = StripChart(name)
        unit = ARCMINUTE if name == "Deflection" else NEWTON_METRE
        chart.watch(name, joints=(0, 2), units=(unit, unit), least_span=1.0)
        column.addWidget(chart)
    column.addWidget(QPushButton("after"))
    stack.resize(800, 500)
    stack.show()
    qtbot.waitExposed(stack, timeout=LIMIT_MS)
    yield stack
    current_theme().apply(ThemeName.LIGHT)


@pytest.fixture
def charts(stack: QWidget) -> list[StripChart]:
    return stack.findChildren(StripChart)


def wave(count: int = 400) -> tuple[np.ndarray, np.ndarray]:
    """Time and three joints, in SI units: 1, 2 and 3 arcmin high."""
    time = np.linspace(-10.0, 0.0, count)
    return time, np.stack([height * ARCMIN * np.sin(time) for height in (1.0, 2.0, 3.0)], axis=1)


def colours(chart: StripChart) -> set[str]:
    image = chart.grab().toImage()
    return {image.pixelColor(x, y).name() for x in range(90, 700, 2) for y in range(image.height())}


def pixel(chart: StripChart, place: float) -> QPoint:
    """A point on the chart at a moment."""
    box = chart.box
    middle = box.viewRange()[1]
    return chart.mapFromScene(box.mapViewToScene(QPointF(place, sum(middle) / 2.0)))


def test_the_chosen_joints_are_drawn_in_their_units_and_colours(charts: list[StripChart]) -> None:
    chart, (time, values) = charts[0], wave()
    chart.show_frame(time, values)
    strokes = chart._lines.strokes
    assert len(strokes) == 2
    assert np.allclose(strokes[0].y, np.sin(time))
    assert np.allclose(strokes[1].y, 3.0 * np.sin(time))
    assert {stroke.pen.widthF() for stroke in strokes} == {1.0}
    tokens = current_theme().tokens
    assert {tokens.joint(0).lower(), tokens.joint(2).lower()} <= colours(chart)
    assert tokens.joint(1).lower() not in colours(chart)
    assert "Joint 3: 0" in chart.accessibleDescription()
    assert "arcmin" in chart.y_label
    assert chart.legend_entries == (("joint 1", "Joint 1"), ("joint 3", "Joint 3"))


def test_stale_curves_are_grey_and_themes_recolour_them(charts: list[StripChart]) -> None:
    chart, (time, values) = charts[0], wave()
    chart.show_frame(time, values, is_stale=True)
    tokens = current_theme().tokens
    assert tokens.control_border.lower() in colours(chart)
    assert tokens.joint(0).lower() not in colours(chart)
    chart.show_frame(time, values)
    current_theme().apply(ThemeName.DARK)
    dark = current_theme().tokens
    assert dark.joint(0) != tokens.joint(0)
    assert {dark.joint(0).lower(), dark.surface.lower()} <= colours(chart)


def test_the_height_follows_without_jitter_and_never_shows_noise_as_motion(charts: list[StripChart]) -> None:
    chart, (time, values) = charts[0], wave()
    chart.show_frame(time, 1e-3 * values)
    low, high = chart.box.viewRange()[1]
    assert high - low >= 1.0
    chart.show_frame(time, values)
    first = chart.box.viewRange()[1]
    assert first[0] < -3.0
    assert first[1] > 3.0
    for share in (0.98, 0.9, 0.7, 1.03):
        chart.show_frame(time, share * values)
        assert chart.box.viewRange()[1] == first
    chart.show_frame(time, 5.0 * values)
    assert chart.box.viewRange()[1][1] > 15.0


def test_missing_samples_break_the_line_and_a_joint_without_encoder_is_none(charts: list[StripChart]) -> None:
    chart, (time, values) = charts[0], wave()
    values[180:220, 0] = np.nan
    values[:, 2] = np.nan
    chart.show_frame(time, values)
    image = chart.grab().toImage()
    box = chart.box.sceneBoundingRect()
    joint = current_theme().tokens.joint(0).lower()
    columns = {
        x
        for x in range(math.ceil(box.left()), math.floor(box.right()))
        for y in range(image.height())
        if image.pixelColor(x, y).name() == joint
    }
    shown = (np.array(sorted(columns)) - box.left()) / box.width()
    assert not ((shown > 181 / 399) & (shown < 218 / 399)).any()
    assert shown.min() < 0.01
    assert shown.max() > 0.98
    assert current_theme().tokens.joint(2).lower() not in colours(chart)


def test_nothing_at_all_is_an_empty_chart(charts: list[StripChart]) -> None:
    chart = charts[0]
    chart.show_frame(np.zeros(0), np.zeros((0, JOINTS)))
    chart.show_frozen(np.zeros(0), np.zeros((0, JOINTS)))
    chart.show_nothing()
    chart.watch("Torque", joints=(), units=(), least_span=1.0)
    chart.show_frame(*wave())
    assert chart._lines.strokes == []
    assert chart.saved_curves() == ()


def test_temperatures_have_their_own_zero(charts: list[StripChart]) -> None:
    chart = charts[0]
    chart.watch("Temperature", joints=(1,), units=(CELSIUS,), least_span=2.0)
    chart.show_frame(np.linspace(-10.0, 0.0, 50), np.full((50, JOINTS), 313.15))
    assert np.allclose(chart._lines.strokes[0].y, 40.0)


def test_held_curves_have_every_sample_and_keep_their_zoom(charts: list[StripChart], qtbot: QtBot) -> None:
    chart = charts[0]
    time, values = wave(20_000)
    chart.show_frozen(time, values)
    assert all(stroke.x.size <= 2 * chart.width() for stroke in chart._lines.strokes)
    assert chart.saved_curves()[0].x.size == 20_000
    chart.setXRange(-5.0, -4.9, padding=0)
    inside = time[(time >= -5.0) & (time <= -4.9)]
    wait_until(lambda: bool(np.isin(inside, chart._lines.strokes[0].x).all()))
    chart.watch("Deflection", joints=(1,), units=(ARCMINUTE,), least_span=1.0)
    chart.show_frozen(time, values)
    assert chart.visible_range() == pytest.approx((-5.0, -4.9))
    chart.setXRange(-30.0, 5.0, padding=0)
    assert chart.visible_range() == pytest.approx((-10.0, 0.0)), "there is nothing outside of the window"
    chart.show_frame(*wave())
    assert chart.visible_range() == pytest.approx((-10.0, 0.0))
    assert not chart.is_frozen


def test_a_running_chart_saves_every_sample(charts: list[StripChart]) -> None:
    chart = charts[0]
    time, values = wave(5000)
    chart.full_rate = lambda: (time, values)
    chart.show_frame(time[::50], values[::50])
    first, second = chart.saved_curves()
    assert (first.name, second.name, first.unit) == ("Joint 1 deflection", "Joint 3 deflection", "arcmin")
    assert np.array_equal(first.x, time)
    assert np.allclose(second.y, 3.0 * np.sin(time))


def test_a_new_frame_paints_neither_axes_nor_bounds_anew(
    charts: list[StripChart], qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    chart, (time, values) = charts[0], wave()
    chart.show_frame(time, values)
    settle()
    moved: list[object] = []
    chart.box.sigRangeChanged.connect(lambda *_: moved.append(1))
    axis = chart.axis("left")
    monkeypatch.setattr(axis, "generateDrawSpecs", lambda *_: pytest.fail("the axis was laid out anew"))
    for _ in range(3):
        chart.show_frame(time, values)
        settle()
    assert moved == []


@pytest.fixture
def cursors(charts: list[StripChart]) -> Cursors:
    for chart in charts:
        chart.show_frame(*wave())
    cursors = Cursors(charts)
    cursors.set_shown(True)
    return cursors


def test_cursors_are_the_same_in_every_chart(charts: list[StripChart], cursors: Cursors) -> None:
    assert cursors.places == (-6.0, -4.0)
    cursors.move(-7.5, 3.0)
    assert cursors.places == (-7.5, 0.0), "they stay within the window"
    text = current_theme().tokens.text.lower()
    for chart in charts:
        at = pixel(chart, -7.5)
        image = chart.grab().toImage()
        assert image.pixelColor(at.x(), image.height() // 2).name() == text
    cursors.set_window(2.0)
    assert cursors.places == (-1.2, -0.8)
    cursors.set_shown(False)
    assert cursors.places is None
    assert text not in colours(charts[0])


def test_a_pointer_drags_a_cursor_from_nearby(
    charts: list[StripChart], cursors: Cursors, qtbot: QtBot
) -> None:
    moves: list[tuple[float, float]] = []
    cursors.moved.connect(lambda a, b: moves.append((a, b)))
    view = charts[1].viewport()
    held = pixel(charts[1], -4.0) + QPoint(GRAB_PX - 8, 0)
    qtbot.mousePress(view, Qt.MouseButton.LeftButton, pos=held)
    qtbot.mouseMove(view, pixel(charts[1], -2.0))
    qtbot.mouseRelease(view, Qt.MouseButton.LeftButton, pos=pixel(charts[1], -2.0))
    assert cursors.a == -6.0
    assert cursors.b == pytest.approx(-2.0, abs=0.02)
    assert moves[-1] == cursors.places
    assert cursors.current == 1
    qtbot.mouseMove(view, pixel(charts[1], -9.0))
    assert cursors.b == pytest.approx(-2.0, abs=0.02), "it was let go"
    qtbot.mousePress(view, Qt.MouseButton.LeftButton, pos=pixel(charts[1], -9.0))
    qtbot.mouseRelease(view, Qt.MouseButton.LeftButton, pos=pixel(charts[1], -9.0))
    assert cursors.places == pytest.approx((-6.0, -2.0), abs=0.02), "too far away to take hold of"


def test_keys_move_the_cursor_in_use_and_tab_goes_on(
    stack: QWidget, charts: list[StripChart], cursors: Cursors, qtbot: QtBot
) -> None:
    stack.activateWindow()
    charts[1].setFocus()
    wait_until(charts[1].hasFocus)
    qtbot.keyClick(charts[1], Qt.Key.Key_Right)
    assert cursors.places == pytest.approx((-5.95, -4.0))
    qtbot.keyClick(charts[1], Qt.Key.Key_Left, Qt.KeyboardModifier.ShiftModifier)
    assert cursors.places == pytest.approx((-6.45, -4.0))
    qtbot.keyClick(charts[1], Qt.Key.Key_Tab)
    assert cursors.current == 1
    assert charts[1].hasFocus()
    qtbot.keyClick(charts[1], Qt.Key.Key_Right)
    assert cursors.places == pytest.approx((-6.45, -3.95))
    qtbot.keyClick(charts[1], Qt.Key.Key_Tab)
    assert not charts[1].hasFocus(), "nobody is caught in the chart"


def test_the_readout_says_how_far_apart_they_are(cursors: Cursors, qtbot: QtBot) -> None:
    readout = CursorReadout(cursors)
    qtbot.addWidget(readout)
    cursors.move(-5.0, -4.5)
    assert readout.words.text() == "A to B: Δt 0.500 s · 1/Δt 2.00 Hz"
    cursors.move(-5.0, -5.0)
    assert "–" in readout.words.text()
    cursors.set_shown(False)
    assert readout.words.text() == ""


def test_zooming_one_chart_zooms_all(charts: list[StripChart], cursors: Cursors) -> None:
    for chart in charts:
        chart.show_frozen(*wave())
    charts[1].setXRange(-3.0, -1.0, padding=0)
    assert charts[0].visible_range() == pytest.approx((-3.0, -1.0))
    for chart in charts:
        chart.set_window(2.0)
    assert charts[0].visible_range() == charts[1].visible_range() == pytest.approx((-2.0, 0.0))


def test_statistics_in_display_units(qtbot: QtBot) -> None:
    table = StatisticsTable()
    qtbot.addWidget(table)
    values = ARCMIN * np.array([1.0, 3.0, 2.0])
    found = statistics(values, time=np.arange(3.0) / 2.0)
    twist = CurveNumbers("Joint 1 deflection", ARCMINUTE, values[-1], found, *values[:2])
    warm = CurveNumbers("Joint 1 temperature", CELSIUS, 313.15, statistics(np.array([312.15, 314.15])), 1, 1)
    table.show_numbers([twist, warm])
    model = table.model()

    def row(number: int) -> list[str]:
        return [model.index(number, column).data() for column in range(model.columnCount())]

    numbers = ["2.00", "2.00", "0.82", "2.16", "1.00", "3.00", "2.00", "1.0000", "1.0000"]
    assert row(0) == ["Joint 1 deflection (arcmin)", *numbers]
    warm_numbers = ["40.0", "40.0", "1.0", "40.0", "39.0", "41.0", "2.0", "–", "–"]
    assert row(1) == ["Joint 1 temperature (°C)", *warm_numbers]
    table.show_numbers([twist], cursors=True)
    assert row(0)[4] == "3.00"
    assert row(0)[-3:] == ["1.00", "3.00", "2.00"]
    assert [model.headerData(at, Qt.Orientation.Horizontal) for at in (4, 8, 9, 10)] == [
        "Peak",
        "At A",
        "At B",
        "Δ, B − A",
    ]
    resets: list[object] = []
    model.modelReset.connect(lambda: resets.append(1))
    with qtbot.waitSignal(model.dataChanged, timeout=LIMIT_MS):
        table.show_numbers([twist], cursors=True)
    assert resets == [], "twice a second nothing scrolls back"
    unknown = CurveNumbers(
        "Joint 2 deflection", ARCMINUTE, math.nan, statistics(np.zeros(0)), math.nan, math.nan
    )
    table.show_numbers([unknown], cursors=True)
    assert set(row(0)[1:]) == {"–"}
