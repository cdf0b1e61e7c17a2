"""Whatever happens while the button is held breaks the hold: in a real window, one event at a time and in
random order against a small model."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QEventPoint, QFocusEvent, QMouseEvent, QPointingDevice, QTouchEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QDialog,
    QLineEdit,
    QMenu,
    QPushButton,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot

from app.arm.hold import HOLD_TIME_S, LONGEST_GAP_S
from app.features.payload.setting_view import WriteButton
from app.look.theme import current_theme
from app.look.tokens import ThemeName
from app.widgets.hold_button import HoldButton
from tests.app.test_hold import TICK_S, Clock

LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton
Type = QEvent.Type


class Stage:
    """A window with the button on a tab, a field, a list, and what may come over it."""

    def __init__(self, kind: type[HoldButton] = HoldButton) -> None:
        self.clock = Clock()
        self.window, self.page = QWidget(), QWidget()
        self.button = kind("Hold", clock=self.clock)
        self.button._timer.setInterval(3_600_000)  # the test ticks
        self.field, self.list, self.beside = QLineEdit(), QComboBox(), QPushButton("Beside")
        self.list.addItems(["one", "two"])
        column = QVBoxLayout(self.page)
        for widget in (self.button, self.field, self.list, self.beside):
            column.addWidget(widget)
        self.tabs = QTabWidget()
        self.tabs.addTab(self.page, "first")
        self.tabs.addTab(QWidget(), "second")
        QVBoxLayout(self.window).addWidget(self.tabs)
        self.cover = QWidget(self.window)
        self.cover.hide()
        self.menu, self.modal, self.other = QMenu(self.window), QDialog(self.window), QDialog()
        self.menu.addAction("an entry")
        self.modal.setModal(True)
        self.window.resize(420, 320)
        self.fired = 0
        self.button.held.connect(self._fire)
        self.window.show()
        QTest.qWaitForWindowExposed(self.window)
        self.settle()

    def _fire(self) -> None:
        self.fired += 1

    def settle(self) -> None:
        """Let everything that was posted arrive."""
        for _ in range(3):
            QApplication.processEvents()

    def tick(self, seconds: float = TICK_S, wall_s: float | None = None) -> None:
        """Let time pass, and the button look."""
        self.clock.go_on(seconds, wall_s)
        if self.button.is_held:
            self.button._tick()
        self.settle()

    def ticks(self, count: int) -> None:
        for _ in range(count):
            self.tick()

    def press(self, which: Qt.MouseButton = LEFT) -> None:
        QTest.mousePress(self.button, which, pos=self.button.rect().center())

    def release(self, which: Qt.MouseButton = LEFT) -> None:
        QTest.mouseRelease(self.button, which, pos=self.button.rect().center())

    def send(self, kind: QEvent.Type, to: object = None) -> None:
        QApplication.sendEvent(to or self.button, QEvent(kind))  # type: ignore[arg-type]

    def cover_the_button(self) -> None:
        corner = self.button.mapTo(self.window, QPoint(0, 0))
        self.cover.setGeometry(corner.x(), corner.y(), self.button.width(), self.button.height())
        self.cover.show()
        self.cover.raise_()

    def touch(self, kind: QEvent.Type, count: int) -> None:
        """So many fingers on the window."""
        handle = self.window.windowHandle()
        points = [
            QEventPoint(n, QEventPoint.State.Stationary, QPointF(n, 5), QPointF(n, 5)) for n in range(count)
        ]
        device = QPointingDevice.primaryPointingDevice()
        QApplication.sendEvent(handle, QTouchEvent(kind, device, Qt.KeyboardModifier.NoModifier, points))

    def move_with(self, buttons: Qt.MouseButton, place: QPoint) -> None:
        """Move the pointer with these buttons down."""
        there = QPointF(place)
        far = self.button.mapToGlobal(there)
        event = QMouseEvent(Type.MouseMove, there, far, LEFT & RIGHT, buttons, Qt.KeyboardModifier.NoModifier)
        QApplication.sendEvent(self.button, event)

    def close(self) -> None:
        for each in (LEFT, RIGHT):
            self.release(each)
        for window in (self.menu, self.modal, self.other, self.window):
            window.close()
            window.deleteLater()
        self.settle()
        QApplication.sendPostedEvents(None, Type.DeferredDelete.value)


@pytest.fixture
def stage(qtbot: QtBot) -> Iterator[Stage]:
    stage = Stage()
    yield stage
    stage.close()


def test_an_unbroken_second_starts_once(stage: Stage) -> None:
    stage.press()
    stage.ticks(31)
    assert stage.fired == 0
    stage.tick()
    assert stage.fired == 1
    stage.ticks(64)
    assert stage.fired == 1, "still down, and nothing more"


BREAKING: dict[str, Callable[[Stage], object]] = {
    "release": lambda s: s.release(),
    "second press without a release": lambda s: s.press(),
    "other mouse button": lambda s: s.press(RIGHT),
    "press on another widget": lambda s: QTest.mousePress(s.beside, LEFT),
    "release on another widget": lambda s: QTest.mouseRelease(s.beside, LEFT),
    "double click": lambda s: QTest.mouseDClick(s.beside, LEFT),
    "pointer outside": lambda s: QTest.mouseMove(s.button, QPoint(s.button.width() + 9, 5)),
    "move after a lost release": lambda s: s.move_with(Qt.MouseButton.NoButton, s.button.rect().center()),
    "move with two buttons": lambda s: s.move_with(LEFT | RIGHT, s.button.rect().center()),
    "leave": lambda s: s.send(Type.Leave),
    "grab lost": lambda s: s.send(Type.UngrabMouse),
    "touch cancelled": lambda s: s.send(Type.TouchCancel),
    "second finger": lambda s: s.touch(Type.TouchUpdate, 2),
    "finger lifted": lambda s: s.touch(Type.TouchEnd, 1),
    "focus elsewhere": lambda s: s.field.setFocus(),
    "focus lost": lambda s: QApplication.sendEvent(s.field, QFocusEvent(Type.FocusOut)),
    "list opened": lambda s: s.list.showPopup(),
    "menu opened": lambda s: s.menu.popup(s.window.mapToGlobal(QPoint(300, 300))),
    "modal dialog": lambda s: s.modal.show(),
    "another window": lambda s: s.other.show(),
    "window blocked": lambda s: s.send(Type.WindowBlocked, s.window),
    "window deactivated": lambda s: s.send(Type.WindowDeactivate, s.window),
    "application state": lambda s: s.send(Type.ApplicationStateChange, QApplication.instance()),
    "minimised": lambda s: s.window.showMinimized(),
    "hidden": lambda s: s.button.hide(),
    "window hidden": lambda s: s.window.hide(),
    "disabled": lambda s: s.button.setEnabled(False),
    "page disabled": lambda s: s.page.setEnabled(False),
    "disabled for a moment": lambda s: (s.button.setEnabled(False), s.button.setEnabled(True)),
    "hidden for a moment": lambda s: (s.button.hide(), s.button.show()),
    "moved": lambda s: s.button.move(s.button.x() + 1, s.button.y()),
    "resized": lambda s: s.button.resize(s.button.width() + 40, s.button.height()),
    "page moved": lambda s: s.tabs.move(s.tabs.x(), s.tabs.y() + 3),
    "window moved": lambda s: s.window.move(s.window.x() + 7, s.window.y()),
    "in another parent": lambda s: s.button.setParent(s.tabs.widget(1)),
    "another tab": lambda s: s.tabs.setCurrentIndex(1),
    "another tab and back": lambda s: (s.tabs.setCurrentIndex(1), s.tabs.setCurrentIndex(0)),
    "covered": lambda s: s.cover_the_button(),
    "language": lambda s: s.send(Type.LanguageChange, s.window),
    "theme": lambda s: current_theme().apply(ThemeName.DARK),
    "scale": lambda s: current_theme().apply(ThemeName.LIGHT, scale=1.25),
    "other words": lambda s: s.button.set_text("Hold to start something else"),
    "a key": lambda s: QTest.keyPress(s.window, Qt.Key.Key_Tab),
    "Esc": lambda s: QTest.keyPress(s.window, Qt.Key.Key_Escape),
    "cancel": lambda s: s.button.cancel(),
    "stalled": lambda s: s.clock.go_on(LONGEST_GAP_S),
    "slept": lambda s: s.clock.go_on(TICK_S, 30.0),
}


@pytest.mark.parametrize("name", BREAKING)
def test_each_of_these_ends_the_hold_and_its_count(stage: Stage, name: str) -> None:
    lost: list[bool] = []
    stage.button.let_go.connect(lambda: lost.append(True))
    stage.press()
    stage.ticks(30)
    assert stage.button.is_held
    BREAKING[name](stage)
    stage.tick()
    assert not stage.button.is_held
    assert stage.button.fraction == 0.0
    assert lost == [True]
    stage.ticks(64)
    assert stage.fired == 0
    current_theme().apply(ThemeName.LIGHT)


def test_a_release_that_waits_behind_the_last_tick_wins(stage: Stage) -> None:
    stage.press()
    stage.ticks(31)
    stage.clock.go_on(TICK_S)
    stage.button._tick()
    assert stage.button.fraction == 1.0
    stage.release()
    stage.settle()
    assert stage.fired == 0


def test_a_press_that_began_while_it_could_not_be_pressed_does_not_count(stage: Stage) -> None:
    stage.button.setEnabled(False)
    stage.press()
    stage.button.setEnabled(True)
    stage.move_with(LEFT, stage.button.rect().center())
    stage.ticks(64)
    stage.release()
    stage.button.hide()
    stage.press()
    stage.button.show()
    stage.ticks(64)
    assert stage.fired == 0


def test_a_tool_tip_is_no_window_that_takes_the_hold(stage: Stage) -> None:
    tip = QWidget(stage.window, Qt.WindowType.ToolTip)
    stage.press()
    stage.ticks(16)
    tip.show()
    tip.move(stage.window.mapToGlobal(QPoint(5, 300)))
    stage.ticks(16)
    tip.close()
    tip.deleteLater()
    assert stage.fired == 1


def test_a_key_holds_a_button_that_writes_but_only_that_key_alone(qtbot: QtBot) -> None:
    stage = Stage(WriteButton)
    for spoil, fires in (
        (lambda: None, 1),
        (lambda: QTest.keyPress(stage.button, Qt.Key.Key_Return), 0),
        (lambda: QTest.keyPress(stage.button, Qt.Key.Key_Space), 0),
        (stage.press, 0),
        (stage.list.showPopup, 0),
        (stage.field.setFocus, 0),
    ):
        stage.fired = 0
        stage.button.setFocus()
        stage.settle()
        QTest.keyPress(stage.button, Qt.Key.Key_Space)
        stage.ticks(16)
        assert stage.button.is_held
        spoil()
        stage.ticks(17)
        assert stage.fired == fires
        stage.release()
        stage.list.hidePopup()
        QTest.keyRelease(stage.button, Qt.Key.Key_Space)
        stage.settle()
    stage.close()


@dataclass
class Model:
    """The rule in a few lines: seconds of the unbroken hold, and whether one could begin."""

    unbroken_s: float | None = None
    fired: int = 0
    left: bool = False
    right: bool = False
    obstacles: set[str] = field(default_factory=set)

    def tick(self, steady_s: float, jump_s: float = 0.0) -> None:
        if self.unbroken_s is None:
            return
        late = steady_s >= LONGEST_GAP_S or abs(jump_s) >= LONGEST_GAP_S
        self.unbroken_s = None if late else self.unbroken_s + steady_s
        if self.unbroken_s is not None and self.unbroken_s >= HOLD_TIME_S:
            self.fired, self.unbroken_s = self.fired + 1, None

    def press(self) -> None:
        fits = not self.left and not self.right and not self.obstacles
        self.left, self.unbroken_s = True, (0.0 if fits else None)

    def release(self) -> None:
        self.left, self.unbroken_s = False, None


OBSTACLES: dict[str, tuple[Callable[[Stage], object], Callable[[Stage], object]]] = {
    "disabled": (lambda s: s.button.setEnabled(False), lambda s: s.button.setEnabled(True)),
    "hidden": (lambda s: s.button.hide(), lambda s: s.button.show()),
    "tab": (lambda s: s.tabs.setCurrentIndex(1), lambda s: s.tabs.setCurrentIndex(0)),
    "covered": (lambda s: s.cover_the_button(), lambda s: s.cover.hide()),
    "list": (lambda s: s.list.showPopup(), lambda s: s.list.hidePopup()),
    "menu": (lambda s: s.menu.popup(s.window.mapToGlobal(QPoint(300, 300))), lambda s: s.menu.close()),
    "modal": (lambda s: s.modal.show(), lambda s: (s.modal.close(), s.window.activateWindow())),
    "other": (lambda s: s.other.show(), lambda s: (s.other.close(), s.window.activateWindow())),
}
MOMENTS = {
    "leave": BREAKING["leave"],
    "grab": BREAKING["grab lost"],
    "fingers": BREAKING["second finger"],
    "theme": lambda s: (current_theme().apply(ThemeName.DARK), current_theme().apply(ThemeName.LIGHT)),
    "language": BREAKING["language"],
    "key": lambda s: QTest.keyClick(s.window, Qt.Key.Key_F12),
    "blocked": BREAKING["window blocked"],
}
EVENTS = st.one_of(
    st.tuples(st.just("ticks"), st.integers(1, 40)),
    st.tuples(st.just("ticks"), st.just(32)),
    st.tuples(
        st.just("gap"), st.sampled_from((9 / 64, 10 / 64, 1.5)), st.sampled_from((0.0, 0.0, 9 / 64, 30.0))
    ),
    st.tuples(st.just("press")),
    st.tuples(st.just("press")),
    st.tuples(st.just("release")),
    st.tuples(st.just("right"), st.booleans()),
    st.tuples(st.just("inside")),
    st.tuples(st.just("obstacle"), st.sampled_from(sorted(OBSTACLES)), st.booleans()),
    st.tuples(st.just("moment"), st.sampled_from(sorted(MOMENTS))),
)


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(events=st.lists(EVENTS, min_size=1, max_size=25))
def test_it_starts_after_an_unbroken_hold_and_only_then(
    qtbot: QtBot, events: list[tuple[object, ...]]
) -> None:
    stage, model = Stage(), Model()
    try:
        for event in events:
            _play(stage, model, event)
            assert stage.fired == model.fired, event
            assert stage.button.is_held == (model.unbroken_s is not None), event
    finally:
        stage.close()
        current_theme().apply(ThemeName.LIGHT)


def _play(stage: Stage, model: Model, event: tuple[object, ...]) -> None:
    match event:
        case ("ticks", int(count)):
            for _ in range(count):
                stage.tick()
                model.tick(TICK_S)
        case ("gap", float(gap), float(jump)):
            stage.tick(gap, gap + jump)
            model.tick(gap, jump)
        case ("obstacle", str(name), bool(comes)) if comes != (name in model.obstacles):
            OBSTACLES[name][0 if comes else 1](stage)
            (model.obstacles.add if comes else model.obstacles.discard)(name)
            stage.tick()  # what only covers the button is seen at the next look
            model.unbroken_s = None
        case ("moment", str(name)):
            MOMENTS[name](stage)
            model.unbroken_s = None
        case _:
            _play_pointer(stage, model, event)
    stage.settle()


def _play_pointer(stage: Stage, model: Model, event: tuple[object, ...]) -> None:
    match event:
        case ("press",):
            was_down = model.left
            stage.press()
            model.press()
            if was_down:
                assert stage.button.fraction == 0.0
                stage.release()
                model.release()
        case ("release",):
            stage.release()
            model.release()
        case ("right", bool(down)) if down != model.right:
            (stage.press if down else stage.release)(RIGHT)
            model.right, model.unbroken_s = down, None
        case ("inside",):
            stage.move_with(_down(model), stage.button.rect().center() + QPoint(3, 1))


def _down(model: Model) -> Qt.MouseButton:
    none = Qt.MouseButton.NoButton
    return (LEFT if model.left else none) | (RIGHT if model.right else none)
