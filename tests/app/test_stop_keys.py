"""STOP while a list, menu, dialog or cell editor has the keyboard, on every page, and during a hold."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QLineEdit, QMenu, QTableWidget, QTableWidgetItem, QWidget
from pytestqt.qtbot import QtBot

from app.shell.sides import Side
from app.visit.steps import Step
from app.widgets.choice import Choice
from tests.app.robot_bench import Bench
from tests.waiting import settle

LEFT = Qt.MouseButton.LeftButton
KEYS = (Qt.Key.Key_Escape, Qt.Key.Key_Pause)


@pytest.fixture
def connected(bench: Bench) -> Bench:
    bench.connect()
    return bench


def _menu(window: QWidget) -> QWidget:
    menu = QMenu(window)
    menu.addMenu("more").addAction("an entry")
    menu.popup(window.mapToGlobal(QPoint(200, 200)))
    return menu


def _dialog(window: QWidget, *, modal: bool) -> QWidget:
    dialog = QDialog(window)
    dialog.setModal(modal)
    field = QLineEdit(dialog)
    dialog.show()
    field.setFocus()
    return dialog


def _list(window: QWidget) -> QWidget:
    choice = Choice("A list")
    choice.setParent(window)
    choice.addItems(["one", "two"])
    choice.show()
    choice.showPopup()
    return choice


def _editor(window: QWidget) -> QWidget:
    table = QTableWidget(1, 1, window)
    table.setItem(0, 0, QTableWidgetItem("text"))
    table.show()
    table.setFocus()
    table.editItem(table.item(0, 0))
    return table


OPEN: dict[str, Callable[[QWidget], QWidget]] = {
    "menu": _menu,
    "modal dialog": lambda window: _dialog(window, modal=True),
    "another window": lambda window: _dialog(window, modal=False),
    "list": _list,
    "editor": _editor,
}


@pytest.mark.parametrize("name", OPEN)
def test_a_key_stops_whatever_has_the_keyboard(connected: Bench, qtbot: QtBot, name: str) -> None:
    window, session = connected.window, connected.session
    for count, key in enumerate(KEYS):
        opened = OPEN[name](window)
        settle()
        QTest.keyClick(QApplication.focusWindow(), key)  # as the keyboard's own events come
        assert len(session.stops) == count + 1, key
        assert QApplication.activePopupWidget() is None
        assert QApplication.activeModalWidget() is None
        opened.close()
        opened.deleteLater()
        settle()


@pytest.mark.parametrize("name", ["menu", "modal dialog", "another window", "editor"])
def test_a_key_that_is_sent_to_the_widget_itself_stops(connected: Bench, qtbot: QtBot, name: str) -> None:
    opened = OPEN[name](connected.window)
    settle()
    QTest.keyClick(QApplication.activePopupWidget() or QApplication.focusWidget() or opened, KEYS[0])
    assert len(connected.session.stops) == 1
    opened.close()
    opened.deleteLater()


def test_without_a_robot_a_key_does_its_usual_work_in_a_menu(bench: Bench, qtbot: QtBot) -> None:
    menu = _menu(bench.window)
    settle()
    QTest.keyClick(QApplication.focusWindow(), Qt.Key.Key_Escape)
    assert not menu.isVisible()
    assert not bench.window.banner.text
    menu.deleteLater()


def test_the_button_stops_at_the_first_press_beside_an_open_list(connected: Bench, qtbot: QtBot) -> None:
    window = connected.window
    stop = window.top_bar.stop
    for opening in (_list, _menu):
        before = len(connected.session.stops)
        opened = opening(window)
        settle()
        place = stop.mapTo(window, stop.rect().center())
        QTest.mouseClick(window.windowHandle(), LEFT, pos=place)
        settle()
        assert len(connected.session.stops) == before + 1
        opened.close()
        opened.deleteLater()
        settle()


@pytest.mark.expected_log("went wrong")  # this robot knows no payload and no live view
def test_keys_and_button_stop_on_every_page(connected: Bench, qtbot: QtBot) -> None:
    window, stops = connected.window, connected.session.stops
    for place in (*window.pages, *Side):
        window.open_step(place) if isinstance(place, Step) else window.sides.open(place)
        settle()
        for key in KEYS:
            before = len(stops)
            QTest.keyClick(window.windowHandle(), key)
            assert len(stops) == before + 1, (place, key)
        before = len(stops)
        stop = window.top_bar.stop
        QTest.mousePress(window.windowHandle(), LEFT, pos=stop.mapTo(window, stop.rect().center()))
        assert len(stops) == before + 1, place
        QTest.mouseRelease(window.windowHandle(), LEFT, pos=stop.mapTo(window, stop.rect().center()))
        assert len(stops) == before + 1, "once for each press"


def test_a_hold_ends_with_the_stop(connected: Bench, qtbot: QtBot) -> None:
    for key in KEYS:
        page = connected.open(Step.CHECK)
        settle()
        hold = page.motion.hold
        qtbot.mousePress(hold, LEFT, pos=hold.rect().center())
        assert hold.is_held
        before = len(connected.session.stops)
        QTest.keyClick(QApplication.focusWindow(), key)
        assert len(connected.session.stops) == before + 1
        assert not hold.is_held
        qtbot.mouseRelease(hold, LEFT)
        page.run.look_again()
        connected.quiet()
    assert connected.procedure.confirmed == []
