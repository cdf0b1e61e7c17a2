"""The views of a payload by themselves: what is held down, and what is painted where."""

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QLineEdit, QStyledItemDelegate, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from app.features.payload.presentation import DIAGRAM, present
from app.features.payload.setting_view import SettingTable, WriteButton
from app.features.payload.shift_view import Shift, ShiftView
from app.features.payload.tasks import Around
from app.look.theme import current_theme
from app.look.tokens import ThemeName
from app.widgets.figure_view import FigureView
from app.widgets.hold_button import HOLD_TIME_S
from app.widgets.sweep_residuals import CELL_ROLE, ResidualCell, ResidualDelegate
from app.widgets.table import Column, RowsModel, Table
from core.robot.load_envelope import EnvelopeSource, PayloadEnvelope
from devices.controller import PayloadSetting
from tests.app import payload_examples
from tests.waiting import LIMIT_MS, wait_until

HELD_MS = 20_000
SHORT_MS = 200
BLANK = "\N{NO-BREAK SPACE}"


@pytest.fixture(autouse=True)
def light(qtbot: QtBot) -> None:
    current_theme().apply(ThemeName.LIGHT)


def shown(qtbot: QtBot, widget: QWidget, *, width: int, height: int) -> QImage:
    """The widget as a picture."""
    qtbot.addWidget(widget)
    widget.resize(width, height)
    with qtbot.waitExposed(widget, timeout=LIMIT_MS):
        widget.show()
    return widget.grab().toImage()


def columns_of(picture: QImage, token: str, *, row: int) -> list[int]:
    """Where on a row of pixels a token's own colour is."""
    wanted = QColor(current_theme().colour(token))
    return [x for x in range(picture.width()) if picture.pixelColor(x, row) == wanted]


def button_in_a_window(qtbot: QtBot) -> tuple[QWidget, WriteButton, QLineEdit]:
    window = QWidget()
    qtbot.addWidget(window)
    button, beside = WriteButton("Write"), QLineEdit()
    column = QVBoxLayout(window)
    column.addWidget(button)
    column.addWidget(beside)
    with qtbot.waitExposed(window, timeout=LIMIT_MS):
        window.show()
    button.setFocus()
    return window, button, beside


@pytest.mark.parametrize("key", [Qt.Key.Key_Space, Qt.Key.Key_Return])
def test_a_key_that_stays_down_writes(qtbot: QtBot, key: Qt.Key) -> None:
    _window, button, _beside = button_in_a_window(qtbot)
    held: list[bool] = []
    button.held.connect(lambda: held.append(True))
    for _ in range(10):  # a busy computer that stands still takes the hold back
        qtbot.keyPress(button, key)
        assert button.is_held
        wait_until(lambda: not button.is_held)
        qtbot.keyRelease(button, key)
        if held:
            break
    assert held == [True]


def test_a_short_press_another_key_and_a_lost_focus_write_nothing(qtbot: QtBot) -> None:
    _window, button, beside = button_in_a_window(qtbot)
    with qtbot.assertNotEmitted(button.held, wait=round(1000 * HOLD_TIME_S) + SHORT_MS):
        qtbot.keyPress(button, Qt.Key.Key_A)
        assert not button.is_held
        qtbot.keyPress(button, Qt.Key.Key_Space)
        qtbot.keyRelease(button, Qt.Key.Key_Space)
        assert not button.is_held
        qtbot.keyPress(button, Qt.Key.Key_Space)
        beside.setFocus()
        assert not button.is_held
    assert "space bar" in button.accessibleDescription()


def test_a_shift_is_a_dot_where_it_is_and_an_arrow_at_the_edge(qtbot: QtBot) -> None:
    view = ShiftView("Shifts")
    view.show_shifts(
        (Shift("a", 0.0, "0"), Shift("b", 2.0, "+"), Shift("c", 40.0, "+"), Shift("d", np.nan, "–"))
    )
    picture = shown(qtbot, view, width=300, height=view.sizeHint().height())
    middles = [columns_of(picture, "model", row=17 + 34 * place) for place in range(4)]
    none, right, far, unknown = middles
    assert unknown == []
    assert none
    assert np.mean(none) < np.mean(right) < np.mean(far)
    assert view.accessibleDescription() == "a: 0. b: +. c: +. d: –."


def test_a_bar_is_as_long_as_what_is_left(qtbot: QtBot) -> None:
    class Cells(RowsModel):
        def data(self, index, role=Qt.ItemDataRole.DisplayRole):  # type: ignore[no-untyped-def]
            cell = ResidualCell((0.9, 0.3)[index.row()], 0.6, "")
            return cell if role == CELL_ROLE else super().data(index, role)

    model = Cells((Column("", stretches=True),))
    model.show_rows((("",), ("",)))
    table = Table("Bars")
    table.setModel(model)
    table.fit_columns(model.columns)
    delegate: QStyledItemDelegate = ResidualDelegate(table)
    table.setItemDelegateForColumn(0, delegate)
    shown(qtbot, table, width=420, height=160)
    picture = table.viewport().grab().toImage()
    rows = [table.visualRect(model.index(row, 0)).center() for row in range(2)]
    long, short = (_bar_width(picture, place) for place in rows)
    assert long == pytest.approx(3 * short, rel=0.1)


def _bar_width(picture: QImage, place: QPoint) -> int:
    found = columns_of(picture, "measured", row=place.y())
    return max(found) - min(found)


@pytest.mark.parametrize("theme", [ThemeName.LIGHT, ThemeName.DARK, ThemeName.HIGH_CONTRAST])
def test_the_load_diagram_has_its_point_in_every_theme(qtbot: QtBot, theme: ThemeName) -> None:
    chart = FigureView("Load diagram")
    allowed = PayloadEnvelope(np.array([0.0, 0.1, 0.4]), np.array([6.0, 6.0, 2.0]), EnvelopeSource.DIAGRAM)
    chart.show_figure(present(payload_examples.payload(), Around(allowed)).figure(DIAGRAM))
    shown(qtbot, chart, width=600, height=400)
    current_theme().apply(theme)
    picture = chart.grab().toImage()
    assert chart.accessibleDescription().startswith("Inside the maker's load diagram")
    assert any(columns_of(picture, "measured", row=row) for row in range(picture.height()))
    assert any(columns_of(picture, "good", row=row) for row in range(picture.height())), "the limit's line"
    chart.show_figure(None)
    assert chart.point is None
    assert chart.curves == ()
    chart.close()


def test_a_setting_without_a_centre_is_a_dash(qtbot: QtBot) -> None:
    table = SettingTable("Settings")
    qtbot.addWidget(table)
    table.show_setting(PayloadSetting(2.413, None), payload_examples.estimate())
    told = table.accessibleDescription().replace(BLANK, " ")
    assert told.startswith("Mass: 2.413 kg set, 2.413 kg measured.")
    assert "Centre, x: – set, 60.2 mm measured." in told
    table.show_setting(None, None)
    assert table.accessibleDescription().startswith("Mass: – set, – measured.")
