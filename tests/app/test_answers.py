"""Nothing without an answer: every button that looks alive changes something in sight, or says why not."""

from collections.abc import Callable

import pytest
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QLabel, QLineEdit, QWidget

from app.shell.sides import Side
from app.shell.window import Window
from app.visit.steps import GuideName, Step
from app.widgets.choice import TickBox
from app.widgets.text import Button
from tests.app.made_visit import open_made_visit
from tests.waiting import settle

PLACES = (
    (GuideName.ON_ROBOT, Step.CONNECT),
    (GuideName.ON_ROBOT, Step.CHECK),
    (GuideName.ON_ROBOT, Step.FRICTION),
    (GuideName.ON_ROBOT, Step.LOAD_STEPS),
    (GuideName.ON_ROBOT, Step.PLAN),
    (GuideName.ON_ROBOT, Step.EXCITE),
    (GuideName.ON_ROBOT, Step.RECORD),
    (GuideName.ON_ROBOT, Step.CHOOSE),
    (GuideName.ON_ROBOT, Step.IDENTIFY),
    (GuideName.ON_ROBOT, Step.RESULTS),
    (GuideName.ON_ROBOT, Step.VERIFY),
    (GuideName.ON_ROBOT, Step.TWIST),
    (GuideName.ON_ROBOT, Step.REPORT),
    (GuideName.ON_ROBOT, Step.STIFFNESS),
    (GuideName.ON_ROBOT, Step.GAINS),
    (GuideName.PAYLOAD, Step.PAYLOAD_REFERENCE),
    (GuideName.PAYLOAD, Step.PAYLOAD_SWEEPS),
    (GuideName.PAYLOAD, Step.PAYLOAD),
    (GuideName.PAYLOAD, Step.PAYLOAD_METHODS),
)
BESIDE = (Side.SETTINGS, Side.HELP, Side.ABOUT, Side.FLEET, Side.STATE, Side.STORY)


class Answers:
    """What a person can notice of a window, and what it has begun to do."""

    def __init__(self, window: Window) -> None:
        self._window = window
        self._told = 0
        window.bus.posted.connect(self._count)

    def _count(self, *_message: object) -> None:
        self._told += 1

    def noticed(self, pressed: QWidget) -> object:
        """Words, ticks and fields in sight but for what was pressed; the page, messages, dialogs, jobs."""
        window = self._window
        shown = tuple(
            (_words(one), one.isEnabled())
            for one in window.findChildren(QWidget)
            if one is not pressed
            and one.isVisible()
            and isinstance(one, QLabel | QAbstractButton | QComboBox | QLineEdit)
        )
        tops = tuple(id(one) for one in QApplication.topLevelWidgets() if one.isVisible())
        begun = tuple(id(job) for job in window._runner._waiting)
        clipboard = QApplication.clipboard().text()
        place = (window.step, window.guide, window.sides.current, id(window.focusWidget()))
        tick = pressed.isChecked() if isinstance(pressed, TickBox) else None  # its mark is the answer
        return shown, tops, begun, clipboard, place, tick, self._told


def _words(one: QWidget) -> tuple[object, ...]:
    if isinstance(one, QComboBox):
        return (one.currentText(),)
    checked = one.isChecked() if isinstance(one, QAbstractButton) else None
    return one.text(), checked, one.pos().toTuple(), one.size().toTuple()  # type: ignore[attr-defined]


def dead_buttons(window: Window, show: Callable[[], QWidget]) -> list[str]:
    """Names of the buttons of a page, in sight and enabled, whose press nobody can notice."""
    answers, dead = Answers(window), []
    for place in range(len(_buttons(show()))):
        buttons = _buttons(show())
        if place >= len(buttons):
            continue
        button = buttons[place]
        if button.isChecked() and (button.group() is not None or button.autoExclusive()):
            continue  # the chosen one of several: it is what is shown
        name = f"{type(button).__name__} {button.text() or button.accessibleName()}"
        before = answers.noticed(button)
        QApplication.clipboard().clear()
        button.click()
        settle()
        if answers.noticed(button) == before:
            dead.append(name)
        _close_what_opened(window)
    return dead


def _buttons(page: QWidget) -> list[QAbstractButton]:
    settle()
    return [one for one in page.findChildren(QAbstractButton) if one.isVisible() and one.isEnabled()]


def _close_what_opened(window: Window) -> None:
    for one in QApplication.topLevelWidgets():
        if one.isVisible() and one is not window.window():
            one.close()
    settle()


@pytest.mark.parametrize(("guide", "step"), PLACES, ids=[str(step) for _, step in PLACES])
def test_every_button_of_a_step_has_an_answer(
    still_window: Window, tmp_path, guide: GuideName, step: Step
) -> None:
    window = still_window
    window.show()
    open_made_visit(window.visit, tmp_path)

    def show() -> QWidget:
        window.sides.forget()
        window.guide = guide
        window.open_step(step)
        return window.pages[step]

    assert dead_buttons(window, show) == []


@pytest.mark.parametrize("side", BESIDE, ids=[str(side) for side in BESIDE])
def test_every_button_beside_the_steps_has_an_answer(still_window: Window, tmp_path, side: Side) -> None:
    window = still_window
    window.show()
    open_made_visit(window.visit, tmp_path)

    def show() -> QWidget:
        window.sides.forget()
        window.sides.open(side)
        return window.sides.pages[side]

    assert dead_buttons(window, show) == []


@pytest.mark.parametrize("is_checkable", [False, True])
def test_a_button_without_an_answer_is_found(still_window: Window, *, is_checkable: bool) -> None:
    window = still_window
    window.show()
    page = window.sides.pages[Side.ABOUT]
    dead = Button("Nobody is there")
    dead.setCheckable(is_checkable)
    page.column.addWidget(dead)

    def show() -> QWidget:
        window.sides.forget()
        window.sides.open(Side.ABOUT)
        return page

    assert dead_buttons(window, show) == ["Button Nobody is there"]
