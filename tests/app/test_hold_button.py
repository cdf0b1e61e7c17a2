"""Hold to start: one whole second, pointer or finger only, and every way out of it."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from app.arm.hold import LONGEST_GAP_S, Moment, moment_now
from app.widgets.hold_button import HOLD_TIME_S, HoldButton
from tests.waiting import LIMIT_MS, settle

LEFT = Qt.MouseButton.LeftButton
LOOK_S = 0.03


class Hands:
    """A button whose time passes by hand: its clock stands still, and it looks when it is told to."""

    def __init__(self) -> None:
        self.now_s = 0.0
        self.button = HoldButton("Hold to start", clock=lambda: Moment(self.now_s, self.now_s))

    def pass_by(self, seconds: float, *, look_s: float = LOOK_S) -> None:
        """Let time pass in small steps, and the button look after each."""
        for _ in range(round(seconds / look_s)):
            self.now_s += look_s
            self.button._timer.timeout.emit()
            settle()


@pytest.fixture
def hands(qtbot: QtBot) -> Hands:
    hands, page = Hands(), QWidget()
    QVBoxLayout(page).addWidget(hands.button)
    page.resize(400, 200)
    qtbot.addWidget(page)
    page.show()
    qtbot.waitExposed(page, timeout=LIMIT_MS)
    hands.page = page  # type: ignore[attr-defined]  # kept alive
    return hands


@pytest.fixture
def button(hands: Hands) -> HoldButton:
    return hands.button


def _press(qtbot: QtBot, button: HoldButton) -> None:
    qtbot.mousePress(button, LEFT, pos=button.rect().center())


def test_a_whole_second_starts(qtbot: QtBot, hands: Hands, button: HoldButton) -> None:
    held: list[float] = []
    button.held.connect(lambda: held.append(hands.now_s))
    _press(qtbot, button)
    hands.pass_by(HOLD_TIME_S - LOOK_S)
    assert button.is_held
    assert held == []
    hands.pass_by(2 * LOOK_S)
    assert not button.is_held
    qtbot.mouseRelease(button, LEFT)
    assert len(held) == 1
    assert held[0] >= HOLD_TIME_S


def test_it_looks_at_the_clock_of_the_computer_while_it_is_pressed(qtbot: QtBot, button: HoldButton) -> None:
    assert HoldButton("Hold to start")._hold._clock is moment_now
    _press(qtbot, button)
    assert button._timer.isActive()
    assert 4 * button._timer.interval() < 1000 * LONGEST_GAP_S
    qtbot.mouseRelease(button, LEFT)
    assert not button._timer.isActive()


def test_anything_less_does_not(qtbot: QtBot, hands: Hands, button: HoldButton) -> None:
    held: list[object] = []
    button.held.connect(lambda: held.append(True))
    ways = {
        "release": lambda: qtbot.mouseRelease(button, LEFT),
        "leave": lambda: qtbot.mouseMove(button, QPoint(button.width() + 20, 10)),
        "disable": lambda: button.setEnabled(False),
        "hide": button.hide,
        "cancel": button.cancel,
    }
    for name, give_up in ways.items():
        button.show()
        button.setEnabled(True)
        _press(qtbot, button)
        hands.pass_by(0.25)
        assert button.is_held, name
        assert 0.1 < button.fraction < 1.0, name
        give_up()
        assert not button.is_held, name
        assert button.fraction == 0.0, name
        hands.pass_by(HOLD_TIME_S)
        qtbot.mouseRelease(button, LEFT)
    assert held == []


def test_no_key_starts(qtbot: QtBot, button: HoldButton) -> None:
    button.setFocus()
    for key in (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter):
        qtbot.keyPress(button, key)
        assert not button.is_held
    button.click()
    assert not button.is_held


def test_other_buttons_do_not_start(qtbot: QtBot, button: HoldButton) -> None:
    qtbot.mousePress(button, Qt.MouseButton.RightButton)
    assert not button.is_held
    _press(qtbot, button)
    assert not button.is_held, "the other one is still down"
    qtbot.mouseRelease(button, Qt.MouseButton.RightButton)
    qtbot.mouseRelease(button, LEFT)


def test_time_in_which_the_window_was_frozen_does_not_count(
    qtbot: QtBot, hands: Hands, button: HoldButton
) -> None:
    _press(qtbot, button)
    hands.pass_by(0.1)
    assert button.is_held
    with qtbot.assertNotEmitted(button.held):
        hands.pass_by(LONGEST_GAP_S + LOOK_S, look_s=LONGEST_GAP_S + LOOK_S)
        assert not button.is_held, "nobody knows what happened meanwhile"
        hands.pass_by(HOLD_TIME_S)
    qtbot.mouseRelease(button, LEFT)


def test_it_says_how_it_is_used(button: HoldButton) -> None:
    assert button.accessibleName() == "Hold to start"
    assert "one second" in button.accessibleDescription()
