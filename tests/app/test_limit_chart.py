"""Joints against their limits: what is hatched, how much is used in words, the moment, the finger."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QImage
from pytestqt.qtbot import QtBot

from app.look.theme import current_theme
from app.look.tokens import ThemeName
from app.widgets.limit_chart import LimitChart
from core.excitation.trajectories.motion import Kinematics
from core.recording import FloatArray
from tests.app.motions import DURATION_S, ShownMotion, waves
from tests.waiting import wait_until


@pytest.fixture
def chart(qtbot: QtBot) -> LimitChart:
    current_theme().apply(ThemeName.LIGHT)
    chart = LimitChart()
    qtbot.addWidget(chart)
    chart.resize(640, 520)
    return chart


def _show(chart: LimitChart, shown: ShownMotion, *, slides: tuple[int, ...] = ()) -> None:
    count = shown.limit_use.shape[0]
    chart.show_motion(
        shown.time,
        shown.motion,
        limits=shown.limits,
        limit_use=shown.limit_use,
        slides=np.isin(np.arange(count), slides),
    )
    chart.show()
    chart.grab()


def _pixels(chart: LimitChart) -> FloatArray:
    image = chart.cells.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    raw = np.frombuffer(image.constBits(), dtype=np.uint8).reshape(image.height(), image.width(), 4)
    return raw[..., 2::-1].astype(np.float64)


@pytest.mark.parametrize("count", [2, 6, 7])
def test_every_joint_has_a_cell_of_its_own_inside_the_chart(chart: LimitChart, count: int) -> None:
    _show(chart, waves(count))
    cells = chart.cells.cells()
    assert len(cells) == count
    for number, cell in enumerate(cells):
        assert cell.place.contains(cell.box)
        assert chart.cells.rect().toRectF().adjusted(0, 0, 0, 0.5).contains(cell.box)
        assert not any(cell.box.intersects(other.box) for other in cells[:number])
        assert cell.box.height() > 40.0


def test_curves_are_in_degrees_between_their_limits(chart: LimitChart) -> None:
    shown = waves(6)
    _show(chart, shown)
    for joint, curve in enumerate(chart.cells.curves):
        np.testing.assert_allclose(curve.values, np.degrees(shown.motion.position[:, joint]))
        assert curve.low == pytest.approx(np.degrees(shown.limits.lower[joint]))
        assert curve.high == pytest.approx(np.degrees(shown.limits.upper[joint]))
        assert curve.unit.symbol == "°"
    chart.quantity.press(1)
    assert chart.cells.curves[2].unit.symbol == "°/s"
    np.testing.assert_allclose(chart.cells.curves[2].values, np.degrees(shown.motion.velocity[:, 2]))
    chart.quantity.press(2)
    assert chart.cells.curves[2].high == pytest.approx(np.degrees(shown.limits.acceleration[2]))
    assert chart.cells.curves[2].low == -chart.cells.curves[2].high


def test_a_sliding_joint_is_in_millimetres(chart: LimitChart) -> None:
    shown = waves(6)
    _show(chart, shown, slides=(1,))
    assert chart.cells.curves[1].unit.symbol == "mm"
    np.testing.assert_allclose(chart.cells.curves[1].values, 1000.0 * shown.motion.position[:, 1])
    assert chart.cells.curves[0].unit.symbol == "°"


def test_beyond_the_limits_it_is_hatched_and_the_curve_is_in_the_joints_colour(chart: LimitChart) -> None:
    _show(chart, waves(6))
    chart.show_at(0.0)
    pixels = _pixels(chart)
    for joint, (cell, curve) in enumerate(zip(chart.cells.cells(), chart.cells.curves, strict=True)):
        top = round(cell.y(curve, curve.high))
        box = cell.box
        above = pixels[int(box.top()) + 1 : top - 1, int(box.left()) + 4 : int(box.right()) - 4]
        between = pixels[
            top + 4 : round(cell.y(curve, curve.low)) - 4, int(box.left()) + 6 : int(box.right())
        ]
        assert (above[..., 0] - above[..., 1] > 8.0).mean() > 0.8  # reddish
        assert above.std() > 10.0  # and not even
        colour = current_theme().joint_pen(joint).color()
        wanted = [colour.red(), colour.green(), colour.blue()]
        row, column = np.nonzero(np.abs(between - wanted).max(axis=2) < 8.0)
        seconds = DURATION_S * (column + 6.5) / box.width()
        expected = np.array([cell.y(curve, curve.at(at)) for at in seconds])
        assert row.size > 0.8 * box.width()
        assert np.median(np.abs(row + top + 4.5 - expected)) < 2.0


def test_words_say_how_much_is_used_and_where_it_is_most(chart: LimitChart) -> None:
    use = np.full((6, 3), 0.5)
    use[2, 0], use[3, 1] = 0.871, 0.984
    _show(chart, replace(waves(6), limit_use=use))
    assert chart.cells.curves[2].words == "87 % of limit"
    assert "Joint 3: 87 % of limit." in chart.accessibleDescription()
    assert chart.most.text() == "Nearest to a limit: joint 4 in velocity, 98 %"
    chart.quantity.press(1)
    assert "Joint 4: 98 % of limit." in chart.accessibleDescription()


def test_over_a_limit_is_said_and_signed(chart: LimitChart) -> None:
    within, beyond = waves(6), waves(6)
    _show(chart, within)
    warning = current_theme().colour("warning")
    wanted = [warning.red(), warning.green(), warning.blue()]
    assert not (np.abs(_pixels(chart) - wanted).max(axis=2) < 3.0).any()
    use = within.limit_use.copy()
    use[4, 0] = 1.04
    _show(chart, replace(beyond, limit_use=use))
    assert chart.cells.curves[4].words == "104 % of limit, over it"
    assert (np.abs(_pixels(chart) - wanted).max(axis=2) < 3.0).sum() > 12
    exact = within.limit_use.copy()
    exact[4, 0] = 1.0
    _show(chart, replace(within, limit_use=exact))
    assert not chart.cells.curves[4].is_over


def test_a_moment_is_a_line_through_every_cell(chart: LimitChart) -> None:
    _show(chart, waves(6))
    chart.show_at(2.5)
    pixels = _pixels(chart)
    ink = current_theme().colour("text")
    wanted = [ink.red(), ink.green(), ink.blue()]
    for cell, curve in zip(chart.cells.cells(), chart.cells.curves, strict=True):
        column = round(cell.x(curve, 2.5))
        line = pixels[int(cell.box.top()) + 1 : int(cell.box.bottom()) - 1, column]
        assert (np.abs(line - wanted).max(axis=1) < 12.0).mean() > 0.7


def test_a_press_asks_for_the_moment_below_the_finger(chart: LimitChart, qtbot: QtBot) -> None:
    _show(chart, waves(6))
    asked: list[float] = []
    chart.moment_asked.connect(asked.append)
    box = chart.cells.cells()[3].box
    place = QPoint(round(box.left() + 0.25 * box.width()), round(box.center().y()))
    qtbot.mouseClick(chart.cells, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, place)
    assert asked == [pytest.approx(DURATION_S / 4.0, abs=0.05)]


def test_narrow_means_fewer_columns_and_more_height(chart: LimitChart, qtbot: QtBot) -> None:
    _show(chart, waves(6))
    wide = chart.cells.minimumSizeHint().height()
    chart.resize(360, 900)
    wait_until(lambda: chart.cells.minimumSizeHint().height() > wide)
    lefts = {round(cell.place.left()) for cell in chart.cells.cells()}
    assert lefts == {0}


def test_a_joint_that_stands_still_is_a_level_line(chart: LimitChart) -> None:
    shown = waves(2)
    still = Kinematics(*(np.zeros_like(shown.motion.position) for _ in range(3)))
    _show(chart, replace(shown, motion=still))
    assert chart.cells.curves[0].at(3.0) == 0.0


def test_another_theme_paints_it_anew(chart: LimitChart) -> None:
    _show(chart, waves(6))
    light = _pixels(chart)
    current_theme().apply(ThemeName.DARK)
    dark = _pixels(chart)
    current_theme().apply(ThemeName.LIGHT)
    assert np.abs(light - dark).mean() > 5.0


def test_without_a_motion_it_is_empty(chart: LimitChart) -> None:
    chart.quantity.press(1)
    chart.show_at(2.0)
    chart.grab()
    assert chart.cells.curves == ()
    assert chart.accessibleName() == "Every joint against its limits"
