"""A motion that plays: by the clock, by finger, by key."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, Qt
from pytestqt.qtbot import QtBot

from app.look.theme import current_theme
from app.look.tokens import TARGET_HEIGHT, ThemeName
from app.widgets.motion_player import SPEEDS, MotionPlayer
from core.robot.library import load_robot
from tests.app.motions import CLOSEST, DURATION_S, waves
from tests.waiting import settle, wait_until

_NONE, _LEFT = Qt.KeyboardModifier.NoModifier, Qt.MouseButton.LeftButton


@pytest.fixture
def player(qtbot: QtBot) -> Iterator[MotionPlayer]:
    current_theme().apply(ThemeName.LIGHT)
    player = MotionPlayer()
    qtbot.addWidget(player)
    player.resize(700, 480)
    player.set_robot(load_robot("generic-6r"), floor_height=0.0)
    shown = waves(6, samples=41)
    player.show_motion(shown.motion.position, shown.time, closest=CLOSEST._replace(second="floor"))
    player.show()
    yield player
    player.hide()


def test_it_plays_by_the_clock_and_stops_at_the_end(player: MotionPlayer, qtbot: QtBot) -> None:
    moments: list[float] = []
    player.moment_changed.connect(moments.append)
    player.show_at(DURATION_S - 0.4)
    assert player.button.accessibleName() == "Play"
    qtbot.mouseClick(player.button, _LEFT)
    assert player.is_running
    assert player.button.accessibleName() == "Pause"
    wait_until(lambda: not player.is_playing)
    assert not player.is_running
    assert player.seconds == moments[-1] == DURATION_S
    assert moments == sorted(moments)
    assert player.button.accessibleName() == "Play"
    qtbot.mouseClick(player.button, _LEFT)  # once more, from the beginning
    assert player.is_playing
    assert player.seconds < DURATION_S
    qtbot.mouseClick(player.button, _LEFT)
    assert not player.is_running


def test_frames_come_at_most_thirty_times_a_second_and_never_for_nobody(
    player: MotionPlayer, qtbot: QtBot
) -> None:
    player.toggle()
    assert player._frames.interval() * 30 >= 1000
    player.hide()
    assert not player.is_running
    moment = player.seconds
    settle()
    assert player.seconds == moment
    player.show()
    assert player.is_running
    wait_until(lambda: player.seconds > moment)
    player.toggle()
    assert not player.is_running


def test_a_higher_speed_goes_on_from_the_same_moment(player: MotionPlayer, qtbot: QtBot) -> None:
    class Since:
        ms = 0

        def start(self) -> None:
            self.ms = 0

        def elapsed(self) -> int:
            return self.ms

    def after(milliseconds: int) -> float:
        since.ms += milliseconds
        player._next_frame()
        return player.seconds

    since = player._since = Since()  # type: ignore[assignment]
    player.show_at(2.0)
    player.toggle()
    assert after(100) == pytest.approx(2.1)
    player.speed.press(2)
    assert player.seconds == pytest.approx(2.1)
    assert after(300) == pytest.approx(2.1 + SPEEDS[2] * 0.3)
    player.toggle()


def test_the_slider_goes_to_any_moment_by_finger_and_by_key(player: MotionPlayer, qtbot: QtBot) -> None:
    told: list[float] = []
    player.moment_changed.connect(told.append)
    middle = player.slider.rect().center()
    qtbot.mouseClick(player.slider, _LEFT, _NONE, middle)
    assert player.seconds == told[-1] == pytest.approx(DURATION_S / 2.0, abs=0.05)
    qtbot.keyClick(player.slider, Qt.Key.Key_Right)
    assert player.seconds == pytest.approx(told[0] + 0.1)
    qtbot.keyClick(player.slider, Qt.Key.Key_PageDown)
    assert player.seconds == pytest.approx(told[0] - 0.9)
    qtbot.keyClick(player.slider, Qt.Key.Key_End)
    assert player.seconds == DURATION_S
    qtbot.mousePress(player.slider, _LEFT, _NONE, QPoint(0, middle.y()))
    qtbot.mouseRelease(player.slider, _LEFT, _NONE, QPoint(0, middle.y()))
    assert player.seconds == 0.0
    assert player.time.text() == "0.0 / 10.0\u00a0s"


def test_controls_can_be_touched_and_have_names(player: MotionPlayer) -> None:
    for control in (player.button, player.slider, player.speed):
        assert control.height() >= TARGET_HEIGHT
        assert control.accessibleName()
    width = player.button.width()
    player.toggle()
    assert player.button.width() == width
    player.toggle()


def test_where_there_is_little_room_the_slider_has_a_row_of_its_own(
    player: MotionPlayer, qtbot: QtBot
) -> None:
    assert player.slider.y() == player.button.y()
    player.resize(420, 480)
    wait_until(lambda: player.slider.geometry().bottom() < player.button.y())
    assert player.slider.width() > 240


def test_without_a_motion_nothing_can_be_played(player: MotionPlayer) -> None:
    player.toggle()
    player.set_robot(load_robot("ec66"))
    assert not player.is_running
    assert not any(control.isEnabled() for control in (player.button, player.slider, player.speed))
    player.toggle()
    assert not player.is_playing
