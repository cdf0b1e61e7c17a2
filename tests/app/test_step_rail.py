"""The list of steps: nine rows for a commissioning, four for a payload, and every other step under *More*."""

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton
from pytestqt.qtbot import QtBot

from app.shell.step_rail import StepRail
from app.visit.steps import GuideName, Step
from core.workflow import Journey, Progress, StepState, guide_named
from tests.waiting import settle

MORE = [Step.RECORD, Step.GAINS, Step.PAYLOAD_METHODS, Step.TORQUE_RAMPS, Step.STIFFNESS, Step.COMPENSATE]
Shown = Callable[..., StepRail]


@pytest.fixture
def shown(qtbot: QtBot) -> Shown:
    """Show a guide with one of its steps in front."""
    rail = StepRail()
    qtbot.addWidget(rail)
    rail.resize(rail.width(), 620)
    rail.show()

    def show(now: Step, guide: GuideName = GuideName.ON_ROBOT, **states: StepState) -> StepRail:
        of = guide_named(guide)
        rail.show_guide(of.rows, more=of.more)
        for step in map(Step, of.keys):
            state = StepState.NOW if step is now else states.get(step.name, StepState.NOT_YET)
            rail.show_step(step, state, can_open=True)
        for row in of.rows:
            if len(row) > 1:
                entry = Step(Journey(Progress(of.key)).entry(row))
                rail.show_row(row[0].chapter, StepState.PARTLY, entry=entry, parts=(1, len(row)))
        return rail

    return show


def _seen(rail: StepRail) -> list[str]:
    """Accessible names of what can be pressed, from above."""
    buttons = [one for one in rail.findChildren(QAbstractButton) if one.isVisible() and one.accessibleName()]
    return [one.accessibleName() for one in sorted(buttons, key=lambda one: one.mapTo(rail, one.pos()).y())]


def test_a_commissioning_has_nine_rows_and_a_payload_four(shown: Shown) -> None:
    assert [name.split(":")[0] for name in _seen(shown(Step.CONNECT))] == [
        "Step 1, Connect",
        "Step 2, Check",
        "Step 3, Friction",
        "Step 4, Gear load",
        "Step 5, Motion",
        "Step 6, Model",
        "Step 7, Verify",
        "Step 8, Gears",
        "Step 9, Report",
        "More",
    ]
    assert [name.split(":")[0] for name in _seen(shown(Step.CONNECT, GuideName.PAYLOAD))] == [
        "Step 1, Connect",
        "Step 2, Empty arm",
        "Step 3, With payload",
        "Step 4, Result",
        "More",
    ]


def test_the_steps_of_a_row_stand_below_it_while_one_of_them_is_in_front(shown: Shown) -> None:
    names = _seen(shown(Step.IDENTIFY))
    assert names[5:9] == [
        "Step 6, Model: in progress",
        "Step 6.1, Choose runs: not yet",
        "Step 6.2, Identify: in progress",
        "Step 6.3, Results: not yet",
    ]
    assert "Step 5, Motion: partly done: 1 of 2" in names
    assert not any("Plan" in name for name in names)


def test_more_has_the_others_in_place_of_the_rows(shown: Shown) -> None:
    rail = shown(Step.PLAN)
    rail.more_button.setFocus()
    QTest.keyClick(rail.more_button, Qt.Key.Key_Space)
    assert [step for step, button in rail.buttons.items() if button.isVisible()] == MORE
    assert _seen(rail)[-1] == "Back to the steps"
    shown(Step.PLAN, CHECK=StepState.DONE)
    assert rail.buttons[Step.GAINS].isVisible(), "it stays open while states change"
    QTest.mouseClick(rail.more_button, Qt.MouseButton.LeftButton)
    assert not rail.buttons[Step.GAINS].isVisible()
    assert rail.buttons[Step.PLAN].isVisible()


def test_a_step_in_front_is_always_in_sight(shown: Shown) -> None:
    for step in map(Step, guide_named(GuideName.ON_ROBOT).keys):
        assert shown(step).buttons[step].isVisible()


@pytest.mark.parametrize("guide", GuideName)
def test_every_step_of_a_guide_can_be_pressed(shown: Shown, guide: GuideName) -> None:
    steps = list(map(Step, guide_named(guide).keys))
    for step in steps:
        rail = shown(steps[0], guide)
        asked: list[Step] = []
        rail.chosen.connect(asked.append)
        while (way := rail.way_to(step)) is not None:
            way.click()
            if asked:  # as the window does
                shown(asked.pop(), guide)
        rail.buttons[step].click()
        assert asked == [step]
        rail.chosen.disconnect()


def test_all_fits_without_scrolling_and_a_narrow_rail_has_the_same_rows(shown: Shown) -> None:
    for step in (Step.PLAN, Step.IDENTIFY, Step.STIFFNESS):
        rail = shown(step)
        settle()
        assert rail._scroll.verticalScrollBar().maximum() == 0
    rows = _seen(shown(Step.IDENTIFY))
    rail.show_compact(compact=True)
    assert _seen(rail) == rows
