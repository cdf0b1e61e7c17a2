"""A hand in the real window: it clicks, holds and types, and counts what it does.

Used by the journeys of the test suite and by the campaign that plays them at full length. Nothing
is done that a person could not do: only what is seen and enabled is pressed, and a button that has to
be held is held until the arm begins.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QWidget

from app.arm.link_state import LinkState
from app.guide.page import Page
from app.shell.window import Window
from app.visit.steps import Step
from app.widgets.choice import Choice
from tests.waiting import wait_until

LEFT = Qt.MouseButton.LeftButton
MOST_RESUMED = 6
_TOO_BUSY = "(D-025)"
"""The arm heard nothing from this computer for too long."""
Until = Callable[[Callable[[], bool]], None]
"""Lets the event loop run until something is so."""


def hold_until_it_runs(page: Page, until: Until = wait_until) -> None:
    """Hold a page's button until the arm begins; again where a busy computer took the hold back."""
    hold = page.motion.hold

    def runs() -> bool:
        if not (page.run.is_running or hold.is_held):
            QTest.mouseRelease(hold, LEFT, pos=hold.rect().center())
            QTest.mousePress(hold, LEFT, pos=hold.rect().center())
        return page.run.is_running

    until(runs)
    QTest.mouseRelease(hold, LEFT, pos=hold.rect().center())


def press_step(window: Window, step: Step, press: Callable[[QWidget], object] | None = None) -> None:
    """Press a step in the rail, where it is not in sight after the row of its chapter or *More*."""
    press = press or (lambda widget: QTest.mouseClick(widget, LEFT))
    while (way := window.rail.way_to(step)) is not None:
        assert way.isEnabled(), f"{step} cannot be reached"
        press(way)
    press(window.rail.buttons[step])


@dataclass
class Counted:
    """What a journey took. A hold counts as a click as well; robot minutes are those of its recordings."""

    clicks: int = 0
    typed: int = 0
    holds: int = 0
    resumed: int = 0
    """How often a busy computer let the arm stop, and one button went on; a click and a hold each."""
    robot_minutes: float = 0.0
    steps: list[str] = field(default_factory=list)


class Hand:
    """Presses what is there to be pressed, and counts."""

    def __init__(self, window: Window, until: Until = wait_until) -> None:
        self.window, self.until = window, until
        self.counted = Counted()
        self.first_picture_s = 0.0
        """When the arm was first seen to move, ``time.time()``; 0 before."""

    @property
    def page(self) -> QWidget:
        """The page in front."""
        assert self.window.step is not None
        return self.window.pages[self.window.step]

    def is_at(self, step: Step) -> bool:
        """Whether this step is in front."""
        return self.window.step is step

    def click(self, widget: QWidget) -> None:
        """Press something that can be seen, once it can be pressed."""
        self.until(lambda: self._takes_presses(widget))
        QTest.mouseClick(widget, LEFT)
        self.counted.clicks += 1

    def click_at(self, widget: QWidget, place: QPoint) -> None:
        """Press a place in a list."""
        self.until(lambda: self._takes_presses(widget))
        QTest.mouseClick(widget, LEFT, pos=place)
        self.counted.clicks += 1

    def _takes_presses(self, widget: QWidget) -> bool:
        """False also for the primary rectangle in the moment after its meaning has changed."""
        rectangle = self.window.footer.rectangle
        is_deaf = rectangle.is_deaf and rectangle.isAncestorOf(widget)
        return widget.isVisible() and widget.isEnabled() and not is_deaf

    def pick(self, choice: Choice, value: object) -> None:
        """Open a list, and press one of its lines; two clicks."""
        self.until(choice.isEnabled)
        choice.choose(value)
        choice.picked.emit()
        self.counted.clicks += 2

    def go_on(self, words: str = "") -> None:
        """The primary button, once it says so."""
        button = self.window.footer.primary_button
        self.until(lambda: self._takes_presses(button) and words in {"", button.text()})
        self.click(button)

    def type_into(self, field: QLineEdit, text: str) -> None:
        """Type over what is in a field."""
        self.click(field)
        field.selectAll()
        QTest.keyClicks(field, text)
        self.counted.typed += len(text)

    def hold(self, page: Page) -> None:
        """Look, confirm an empty cell where that is asked for, and hold until the arm begins."""
        self.until(lambda: page.run.is_prepared)
        motion = page.motion
        if motion.clear_cell.isVisible() and not motion.clear_cell.isChecked():
            self.click(motion.clear_cell)
        self.until(motion.hold.isVisible)
        hold_until_it_runs(page, self.until)
        self.counted.clicks += 1
        self.counted.holds += 1

    def connect(self) -> None:
        """From the page of controllers to one that answers."""
        assert self.is_at(Step.CONNECT)
        self.go_on("Connect")
        self.until(lambda: self.window.link.state is LinkState.READY and not self.window.link.is_working)

    def go_through(self) -> None:
        """Let the guide go on by itself, and hold wherever it waits; until it stands.

        A virtual arm shares the computer with others: where its own watchdog ended a motion because
        of that, the button goes on, as a person would.
        """
        self._go_through()
        window = self.window
        while _TOO_BUSY in window.banner.text and self.counted.resumed < MOST_RESUMED:
            self.until(lambda: not window.link.may_move and not window.link.is_working)
            self.click(window.footer.by_itself_button)
            self.counted.resumed += 1
            self._go_through()

    def _go_through(self) -> None:
        going_on, window = self.window.going_on, self.window
        while going_on.is_going:
            self.until(lambda: not going_on.is_going or self._is_waited_for)
            if going_on.is_going and window.step is not None:
                page = window.pages[window.step]
                assert page.run is not None
                self.hold(page)
                self.until(lambda page=page: not page.run.is_running)

    @property
    def _is_waited_for(self) -> bool:
        return self.window.footer.place.startswith("Waiting for you")

    def leave(self) -> None:
        """Back to the start screen: the robot is let go, and nothing is under way any more."""
        window = self.window
        window.show_start()
        self.until(lambda: window.link.state is LinkState.OFF and not window._runner.is_busy)

    def finished(self) -> Counted:
        """What all of it took."""
        recorded = [recording.duration for recording in self.window.visit.recordings]
        self.counted.robot_minutes = sum(recorded) / 60.0
        return self.counted
