"""The list of steps: chapters fold and show the state of their steps; that of the step in front is open."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.shell.chapter_button import common_state
from app.shell.step_rail import StepRail
from app.visit.steps import Step
from core.workflow import GUIDES, ON_ROBOT, StepState

CHAPTERS = {Step(one.key): one.chapter for one in ON_ROBOT.steps if one.chapter}
STEPS = tuple(Step(key) for key in ON_ROBOT.keys)


@pytest.fixture
def rail(qtbot: QtBot) -> StepRail:
    rail = StepRail()
    qtbot.addWidget(rail)
    rail.resize(rail.width(), 700)
    rail.show_guide(STEPS, chapters=CHAPTERS)
    _show(rail, Step.PLAN)
    rail.show()
    return rail


def _show(rail: StepRail, now: Step, **states: StepState) -> None:
    for step in STEPS:
        state = StepState.NOW if step is now else states.get(step.name, StepState.NOT_YET)
        rail.show_step(step, state, can_open=True)
    rail.show_chapters()


def _seen(rail: StepRail) -> set[Step]:
    return {step for step, button in rail.buttons.items() if button.isVisible()}


def test_the_chapter_of_the_step_in_front_is_open_and_the_others_are_folded(rail: StepRail) -> None:
    assert _seen(rail) == {Step.PLAN, Step.EXCITE, Step.RECORD, Step.CHOOSE, Step.REPORT}
    _show(rail, Step.TWIST)
    assert _seen(rail) == {Step.TWIST, Step.TORQUE_RAMPS, Step.STIFFNESS, Step.COMPENSATE, Step.REPORT}


def test_a_heading_opens_its_chapter_and_stays_open_while_states_change(rail: StepRail) -> None:
    QTest.mouseClick(rail.chapters["prepare"], Qt.MouseButton.LeftButton)
    assert {Step.CONNECT, Step.CHECK} < _seen(rail)
    _show(rail, Step.PLAN, CHECK=StepState.DONE)
    assert {Step.CONNECT, Step.CHECK} < _seen(rail)
    QTest.keyClick(rail.chapters["prepare"], Qt.Key.Key_Space)
    assert Step.CHECK not in _seen(rail)


def test_a_heading_says_how_many_of_its_steps_are_done(rail: StepRail) -> None:
    _show(rail, Step.PLAN, CHECK=StepState.DONE, FRICTION=StepState.DONE, LOAD_STEPS=StepState.DONE)
    names = {name: heading.accessibleName() for name, heading in rail.chapters.items()}
    assert names["prepare"] == "Chapter Prepare, folded: 1 of 2 steps done"
    assert names["friction"] == "Chapter Friction, folded: 2 of 2 steps done"
    assert names["motion"] == "Chapter Motion, open: 0 of 4 steps done"


def test_a_narrow_rail_has_every_number_and_no_heading(rail: StepRail) -> None:
    rail.show_compact(compact=True)
    assert _seen(rail) == set(STEPS)
    assert not any(heading.isVisible() for heading in rail.chapters.values())
    rail.show_compact(compact=False)
    assert Step.CHECK not in _seen(rail)


def test_a_short_guide_has_no_chapters(rail: StepRail) -> None:
    before = rail.chapters
    rail.show_guide((Step.CONNECT, Step.LIVE), chapters={})
    assert not any(heading.isVisible() for heading in before.values())
    assert _seen(rail) == {Step.CONNECT, Step.LIVE}
    assert rail.chapters == {}


@pytest.mark.parametrize(
    ("states", "common"),
    [
        ({StepState.DONE, StepState.NOW, StepState.OUT_OF_DATE}, StepState.NOW),
        ({StepState.DONE, StepState.OUT_OF_DATE, StepState.NOT_YET}, StepState.OUT_OF_DATE),
        ({StepState.DONE, StepState.PARTLY}, StepState.PARTLY),
        ({StepState.DONE, StepState.NOT_YET}, StepState.NOT_YET),
        ({StepState.DONE}, StepState.DONE),
    ],
)
def test_a_chapter_stands_as_the_step_that_needs_a_person_first(
    states: set[StepState], common: StepState
) -> None:
    assert common_state(states) is common


def test_the_steps_of_a_chapter_follow_one_another() -> None:
    for guide in GUIDES.values():
        names = [step.chapter for step in guide.steps]
        begun = [
            name for place, name in enumerate(names) if name and (place == 0 or names[place - 1] != name)
        ]
        assert len(begun) == len(set(begun))
