"""*Try it now* in the real window: one press, a moving arm, a pause, and the ordinary window afterwards."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.arm.link import virtual_clock
from app.arm.link_state import LinkState
from app.rehearsal.examples import Example
from app.rehearsal.story_run import make_visit
from app.shell.sides import Side
from app.shell.window import Window
from app.visit.steps import Step
from devices.virtual.settings import Pace
from tests.waiting import settle, wait_until

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def no_examples(monkeypatch: pytest.MonkeyPatch) -> list[Example]:
    """Nothing is recorded in the background; the examples that were asked for."""
    asked: list[Example] = []
    monkeypatch.setattr(
        "app.shell.story.ExampleRecorder._start_next",
        lambda recorder: asked.append(recorder._waiting[-1][0]),
    )
    return asked


def test_one_press_tells_the_story_until_it_is_taken_over(
    window: Window, qtbot: QtBot, no_examples: list[Example]
) -> None:
    story, page, controller = window.story, window.story.page, window._settings.current.last_controller

    qtbot.mouseClick(window.start_page.try_now.story_button, LEFT)
    wait_until(lambda: window.link.state is LinkState.MOVING)
    assert window.sides.current is Side.STORY
    assert window.top_bar.mark == "VIRTUAL"
    assert window.top_bar.pace_button.text() == "16×"
    assert window._settings.current.last_controller == controller, "the worn arm is nobody's usual one"
    assert no_examples == [Example.HEALTHY]

    clock = virtual_clock(window.link.session)
    assert clock is not None
    qtbot.mouseClick(page.hold_button, LEFT)
    wait_until(lambda: clock.is_held and "Paused" in page.doing)
    held_at = clock.now()
    settle()
    assert clock.now() <= held_at + 0.05, "at most the grant under way ends"
    qtbot.mouseClick(page.hold_button, LEFT)
    assert not clock.is_held
    qtbot.mouseClick(window.top_bar.pace_button, LEFT)
    assert clock.pace is Pace.REAL
    clock.pace = Pace.FAST

    wait_until(lambda: story.stage == 1)
    wait_until(lambda: window.link.state is LinkState.MOVING)
    page.chips.press(0)
    assert page.view.headline.accessibleName() == "Both encoders of 6 of 6 joints agree."
    page.primary()
    wait_until(lambda: window.step is Step.PAYLOAD_REFERENCE)  # the empty arm was not swept to the end
    assert window.link.is_connected
    assert not story.is_told
    wait_until(lambda: "check" in [one.label for one in window.visit.recordings])
    wait_until(lambda: window.link.state is LinkState.READY)


def test_stop_ends_a_stage_also_while_time_is_held_and_it_can_be_repeated(
    window: Window, qtbot: QtBot, no_examples: list[Example]
) -> None:

    story, page = window.story, window.story.page
    qtbot.mouseClick(window.start_page.try_now.story_button, LEFT)
    wait_until(lambda: window.link.state is LinkState.MOVING)
    qtbot.mouseClick(page.hold_button, LEFT)
    window.stopping.stop()
    wait_until(lambda: not window.link.is_working)
    assert "Stopped." in page.doing
    assert story.stage == 0
    qtbot.mouseClick(page.repeat_button, LEFT)
    wait_until(lambda: window.link.state is LinkState.MOVING)
    page.primary()
    wait_until(lambda: window.step is Step.CHECK)


def test_an_example_that_is_there_is_opened_at_once(
    window: Window, qtbot: QtBot, no_examples: list[Example]
) -> None:
    path: Path = Example.WORN.path(window.story.folder)
    path.parent.mkdir(parents=True)
    make_visit(path)
    qtbot.mouseClick(window.start_page.try_now.examples[Example.WORN], LEFT)
    wait_until(lambda: window.visit.summary is not None)
    assert window.visit.path == path
    assert no_examples == []
    wait_until(lambda: window.step is not None)
    assert window.visits.at_state is False
    assert window.sides.current is not Side.STATE, "the worn gear opens at the gears, not at the arm"


def test_a_healthy_example_opens_with_the_state_of_its_arm(
    window: Window, qtbot: QtBot, no_examples: list[Example]
) -> None:
    path: Path = Example.HEALTHY.path(window.story.folder)
    path.parent.mkdir(parents=True)
    make_visit(path)
    qtbot.mouseClick(window.start_page.try_now.examples[Example.HEALTHY], LEFT)
    wait_until(lambda: window.sides.current is Side.STATE)
    assert window.footer.primary_button.isEnabled()
    assert "No visit is open" not in window.beside.state._sentence.text()
