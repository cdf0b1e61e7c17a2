"""The acts of a monkey: each is a name and plain numbers, so that a list of them can be played again."""

import random
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QScrollBar,
    QSlider,
    QTabBar,
    QWidget,
)

from app.arm.hold import HOLD_TIME_S
from app.arm.link_state import LinkState
from app.guide.page import Page
from app.look.theme import current_theme
from app.look.tokens import ThemeName
from app.shell.gui import Program
from app.shell.sides import Side
from app.shell.top_bar import StopButton
from app.speech.language import Language
from app.visit.steps import GuideName, Step
from tests.app.monkey.pace import Pace
from tests.app.monkey.watch import Findings

LEFT, RIGHT = Qt.MouseButton.LeftButton, Qt.MouseButton.RightButton
NO_KEY = Qt.KeyboardModifier.NoModifier
_PRESSABLE = (
    QAbstractButton,
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QAbstractItemView,
    QTabBar,
    QSlider,
    QScrollBar,
)
_KEYS: tuple[tuple[Qt.Key, Qt.KeyboardModifier], ...] = (
    *((key, NO_KEY) for key in (
        Qt.Key.Key_Tab, Qt.Key.Key_Backtab, Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Left,
        Qt.Key.Key_Right,
        Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_PageDown, Qt.Key.Key_PageUp,
        Qt.Key.Key_Home, Qt.Key.Key_End, Qt.Key.Key_Delete, Qt.Key.Key_Backspace, Qt.Key.Key_F1,
        Qt.Key.Key_F2, Qt.Key.Key_Z, Qt.Key.Key_C, Qt.Key.Key_S, Qt.Key.Key_7, Qt.Key.Key_Minus,
        Qt.Key.Key_Menu,
    )),
    *((key, Qt.KeyboardModifier.ControlModifier) for key in (
        Qt.Key.Key_A, Qt.Key.Key_C, Qt.Key.Key_V, Qt.Key.Key_X, Qt.Key.Key_Z, Qt.Key.Key_Comma,
        Qt.Key.Key_Plus,
    )),
    (Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier), (Qt.Key.Key_Right, Qt.KeyboardModifier.AltModifier),
)  # fmt: skip
_TEXTS = (
    "", "0", "-1", "1e308", "nan", "12,5", "½", "abc", "'; --", "../..", "Ünï çødé 张伟", "x" * 300,
    "2 kg", "	",
)  # fmt: skip
_SCALES = (0.9, 1.0, 1.25, 1.5)
ROBOT = "szabo-3r"
_GUIDES = (GuideName.ON_ROBOT, GuideName.ON_ROBOT, GuideName.LIVE, GuideName.PAYLOAD)
_VISIT_S, _CONNECTING_S, _LOOK_S = 40.0, 40.0, 40.0
"""On a busy computer a process takes so long to begin."""


@dataclass(frozen=True)
class Act:
    """What is done, with which numbers, when."""

    name: str
    numbers: tuple[float, ...] = ()
    at_s: float = 0.0
    where: str = ""
    """The page that was in front."""


class Hand:
    """Does what an act says to the window that is in front."""

    def __init__(self, program: Program, findings: Findings, pace: Pace, visits: tuple[Path, ...]) -> None:
        self.program, self._findings, self.pace, self._visits = program, findings, pace, visits
        self._spin = pace.spin
        self.broken_holds = self.whole_holds = 0

    @property
    def window(self) -> QWidget:
        """What takes the pointer: a list or dialog that is open, else the program's window."""
        popup = QApplication.activePopupWidget()
        modal = QApplication.activeModalWidget()
        return popup or modal or self.program.window

    def area(self, random: random.Random) -> QWidget:
        """Where something is pressed: what is open, else the page or a bar beside it."""
        window = self.program.window
        if self.window is not window:
            return self.window
        page = window.sides.page or (window.start_page if window.step is None else window.pages[window.step])
        panel = window.frame.crash_panel
        if panel.isVisible():
            return panel
        bars = (window.rail, window.footer, window.top_bar)
        return random.choices((page, *bars), (78, 8, 10, 4))[0]

    def do(self, act: Act) -> None:
        """Do it."""
        getattr(self, f"_{act.name.replace('-', '_')}")(*act.numbers)

    def _at(self, x: float, y: float) -> QPoint:
        return QPoint(round(x), round(y))

    def _handle(self) -> object:
        return self.window.windowHandle()

    def _click(self, x: float, y: float) -> None:
        if (handle := self._handle()) is not None:
            QTest.mouseClick(handle, LEFT, NO_KEY, self._at(x, y))

    def _right_click(self, x: float, y: float) -> None:
        if (handle := self._handle()) is not None:
            QTest.mouseClick(handle, RIGHT, NO_KEY, self._at(x, y))

    def _double_click(self, x: float, y: float) -> None:
        if (handle := self._handle()) is not None:
            QTest.mouseDClick(handle, LEFT, NO_KEY, self._at(x, y))

    def _drag(self, x: float, y: float, to_x: float, to_y: float) -> None:
        handle = self._handle()
        if handle is None:
            return
        QTest.mousePress(handle, LEFT, NO_KEY, self._at(x, y))
        for share in (0.2, 0.5, 0.8, 1.0):
            QTest.mouseMove(handle, self._at(x + share * (to_x - x), y + share * (to_y - y)))
            self._spin(0.01)
        QTest.mouseRelease(handle, LEFT, NO_KEY, self._at(to_x, to_y))

    def _wheel(self, x: float, y: float, turn: float) -> None:
        window = self.window
        place = self._at(x, y)
        target = window.childAt(place) or window
        far = QPointF(window.mapToGlobal(place))
        near = QPointF(target.mapFrom(window, place))
        event = QWheelEvent(
            near, far, QPoint(), QPoint(0, round(turn)), Qt.MouseButton.NoButton, NO_KEY,
            Qt.ScrollPhase.NoScrollPhase, False,  # noqa: FBT003  # Qt's own order
        )  # fmt: skip
        QApplication.sendEvent(target, event)

    def _key(self, number: float) -> None:
        key, modifier = _KEYS[int(number) % len(_KEYS)]
        if (there := QApplication.focusWindow() or self.program.window.windowHandle()) is not None:
            QTest.keyClick(there, key, modifier)

    def _type(self, number: float) -> None:
        focused = QApplication.focusWidget()
        if isinstance(focused, QLineEdit | QPlainTextEdit):
            focused.selectAll()
            QTest.keyClicks(focused, _TEXTS[int(number) % len(_TEXTS)])

    def _resize(self, width: float, height: float) -> None:
        self.program.window.resize(round(width), round(height))

    def _minimise(self) -> None:
        self.program.window.showMinimized()
        self._spin(0.05)
        self.program.window.showNormal()
        self.program.window.activateWindow()

    def _theme(self, number: float, scale: float) -> None:
        theme = list(ThemeName)[int(number) % len(ThemeName)]
        current_theme().apply(theme, scale=_SCALES[int(scale) % len(_SCALES)])

    def _language(self, number: float) -> None:
        """As the settings page allows it: without a robot, and while no job runs."""
        if self.program.link.session is None and not self.program.window.visit.is_busy:
            self.program.use_language(list(Language)[int(number) % len(Language)])

    def _step(self, number: float) -> None:
        """Go to a step as the rail does: one that can be opened, never while the arm may move."""
        if (steps := self._open_steps()) and not self.program.link.may_move:
            self.program.window.open_step(steps[int(number) % len(steps)])

    def _open_steps(self) -> list[Step]:
        window = self.program.window
        return [] if window.step is None else [each for each in window.steps if window.journey.can_open(each)]

    def _side(self, number: float) -> None:
        self.program.window.sides.open(list(Side)[int(number) % len(Side)])

    def _visit(self, number: float) -> None:
        if not self.program.link.may_move and not self.program.window.visit.is_busy:
            self.program.window.open_visit(self._visits[int(number) % len(self._visits)])

    def _home(self) -> None:
        if not self.program.link.may_move and not self.program.window.visit.is_busy:
            self.program.window.show_start()

    def _connect(self, seed: float) -> None:
        window, link = self.program.window, self.program.link
        if link.session is not None or link.is_working:
            return
        uri = f"virtual:{ROBOT}?seed={int(seed)}"
        window.guides.new_on_robot(
            uri, guide=_GUIDES[int(seed) % len(_GUIDES)]
        )  # as a card of the start screen
        window.on_robot.connect_page.connect_asked.emit(uri, ROBOT)
        self._until(lambda: link.is_working or window.visit.is_busy, 2.0)
        self._until(lambda: link.is_working or not window.visit.is_busy, _VISIT_S)
        self._until(lambda: link.is_working, 0.5)  # the visit is made, the robot is asked next
        self._until(lambda: not link.is_working, _CONNECTING_S)

    def _disconnect(self) -> None:
        if not self.program.link.may_move:
            self.program.link.disconnect_robot()

    def _move(self, number: float) -> None:
        """Open a page that moves the arm, wait for its look, and hold its button for long enough."""
        if (page := self._page_to_hold(int(number))) is not None:
            self._hold(page, HOLD_TIME_S + 0.8, break_at_s=None)

    def _broken_hold(self, number: float, seconds: float, kind: float) -> None:
        """The same with something in between; nothing may move although the button stays down."""
        if (page := self._page_to_hold(int(number))) is not None:
            self._hold(page, 1.6, break_at_s=seconds, kind=int(kind))

    def _page_to_hold(self, number: int) -> Page | None:
        window, link = self.program.window, self.program.link
        if link.state is not LinkState.READY or link.may_move:
            return None
        self._until(lambda: not link.is_working, _LOOK_S)
        pages = [step for step in self._open_steps() if window.pages[step].run is not None]
        if not pages:
            return None
        window.open_step(pages[number % len(pages)])
        page = window.pages[pages[number % len(pages)]]
        assert page.run is not None
        if not page.motion.is_before or not page.run.is_prepared:
            page.run.look_again()
        self._until(lambda: page.run.is_prepared or not (link.is_working or page.run.wants_look), _LOOK_S)
        self._spin(0.2)
        if page.run.is_prepared and page.motion.clear_cell.isVisible():
            page.motion.clear_cell.setChecked(True)
            self._spin(0.05)
        return page if page.run.is_prepared and page.motion.hold.isVisible() else None

    def _hold(self, page: Page, seconds: float, *, break_at_s: float | None, kind: int = 0) -> None:
        hold, window = page.motion.hold, self.program.window
        for area in (each for each in (hold.parentWidget(),) if each is not None):
            area.ensurePolished()
        place = hold.mapTo(window, hold.rect().center())
        handle = window.windowHandle()
        began = self.pace.now()
        if break_at_s is None:
            self._findings.pressed_at = began
        QTest.mousePress(handle, LEFT, NO_KEY, place)
        if break_at_s is not None:
            self._until(lambda: False, break_at_s)
            _BREAKS[kind % len(_BREAKS)](self, place)
            self.broken_holds += 1
        self._until(lambda: page.run.is_running, seconds - (self.pace.now() - began))
        if break_at_s is None and page.run.is_running:
            self.whole_holds += 1
        QTest.mouseRelease(handle, LEFT, NO_KEY, place)
        self._findings.pressed_at = None

    def _until(self, there: Callable[[], bool], seconds: float) -> bool:
        ends = self.pace.now() + seconds
        while not there() and self.pace.now() < ends:
            self._spin(0.01)
        return there()


def _break_by_key(hand: Hand, _place: QPoint) -> None:
    QTest.keyClick(hand.program.window.windowHandle(), Qt.Key.Key_Tab)


def _break_by_pointer(hand: Hand, place: QPoint) -> None:
    QTest.mouseMove(hand.program.window.windowHandle(), place + QPoint(0, 400))


def _break_by_button(hand: Hand, place: QPoint) -> None:
    QTest.mousePress(hand.program.window.windowHandle(), RIGHT, NO_KEY, place)
    QTest.mouseRelease(hand.program.window.windowHandle(), RIGHT, NO_KEY, place)


def _break_by_size(hand: Hand, _place: QPoint) -> None:
    window = hand.program.window
    window.resize(window.width() + 40, window.height() + 30)


def _break_by_theme(_hand: Hand, _place: QPoint) -> None:
    current_theme().apply(ThemeName.DARK)
    current_theme().apply(ThemeName.LIGHT)


def _break_by_stall(hand: Hand, _place: QPoint) -> None:
    hand.pace.stall()


def _break_by_window(hand: Hand, _place: QPoint) -> None:
    other = QWidget()
    other.show()
    hand._spin(0.05)
    other.close()
    other.deleteLater()
    hand.program.window.activateWindow()


_BREAKS = (
    _break_by_key, _break_by_pointer, _break_by_button, _break_by_size, _break_by_theme, _break_by_stall,
    _break_by_window,
)  # fmt: skip


def choose_act(random: random.Random, hand: Hand) -> Act:
    """Draw the next act for what is in front; places are those of something that can be pressed, mostly."""
    kind = random.choices(list(_WEIGHTS), list(_WEIGHTS.values()))[0]
    numbers = {
        "click": lambda: _place(random, hand),
        "right-click": lambda: _place(random, hand),
        "double-click": lambda: _place(random, hand),
        "drag": lambda: (*_place(random, hand), *_anywhere(random, hand)),
        "wheel": lambda: (*_anywhere(random, hand), random.choice((-240, -120, 120, 240))),
        "key": lambda: (random.randrange(len(_KEYS)),),
        "type": lambda: (random.randrange(len(_TEXTS)),),
        "resize": lambda: (random.randint(960, 1900), random.randint(640, 1100)),
        "theme": lambda: (random.randrange(3), random.randrange(4)),
        "broken-hold": lambda: (
            random.randrange(40),
            round(random.uniform(0.1, 0.85), 2),
            random.randrange(7),
        ),
    }.get(kind, lambda: (random.randrange(40),) if kind in _NUMBERED else ())
    return Act(kind, tuple(numbers()))


_WEIGHTS = {
    "click": 100, "key": 40, "wheel": 14, "double-click": 8, "right-click": 6, "drag": 14, "type": 14,
    "resize": 4, "minimise": 1, "theme": 1.5, "language": 0.5, "step": 20, "side": 3, "visit": 1.5,
    "home": 1.5, "connect": 12, "disconnect": 0.5, "move": 16, "broken-hold": 8,
}  # fmt: skip
_NUMBERED = {"language", "step", "side", "visit", "connect", "move"}


def _anywhere(random: random.Random, hand: Hand) -> tuple[float, float]:
    window = hand.window
    return random.randrange(max(window.width(), 1)), random.randrange(max(window.height(), 1))


def _place(random: random.Random, hand: Hand) -> tuple[float, float]:
    """Somewhere in a control that can be pressed; one time in eight anywhere. STOP is pressed on purpose."""
    window = hand.window
    area = hand.area(random)
    kinds = [
        each
        for each in area.findChildren(QWidget)
        if isinstance(each, _PRESSABLE) and each.isVisible() and each.isEnabled()
        if not isinstance(each, StopButton)
    ]
    if not kinds or random.random() < 1 / 8:
        return _anywhere(random, hand)
    chosen = random.choice(kinds)
    inside = QPoint(random.randrange(max(chosen.width(), 1)), random.randrange(max(chosen.height(), 1)))
    place = chosen.mapTo(window, inside)
    return place.x(), place.y()
