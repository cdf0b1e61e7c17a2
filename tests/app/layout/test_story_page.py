"""The page of the story in the lowest window with the largest words: its buttons are seen, its mark too."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QPoint, QRect
from PySide6.QtWidgets import QScrollArea, QWidget
from pytestqt.qtbot import QtBot

from app.look.theme import current_theme
from app.look.tokens import ThemeName
from app.rehearsal.story_words import tile
from app.shell.sides import Side
from app.shell.window import FIRST_SIZE, Window
from app.visit.steps import Step
from tests.app.story_examples import checked, gears, reported, unweighed, weighed
from tests.gallery.exhibits import shown_end
from tests.gallery.moving import show_story_moving
from tests.waiting import wait_until


@pytest.fixture
def low_window(still_window: Window, qtbot: QtBot) -> Iterator[Window]:
    """The lowest window, with words of 150 %, and the story in front."""
    current_theme().apply(ThemeName.LIGHT, scale=1.5)
    still_window.resize(*FIRST_SIZE)
    still_window.show()
    wait_until(lambda: still_window.step is not None)  # the page of its visit
    still_window.sides.open(Side.STORY)
    yield still_window
    current_theme().apply(ThemeName.LIGHT)


def settle() -> None:
    """Let the page be laid out."""
    for _ in range(3):
        QCoreApplication.sendPostedEvents()
        QCoreApplication.processEvents()


def is_in_sight(widget: QWidget) -> bool:
    """Whether all of a widget is seen without scrolling anything."""
    step: QWidget | None = widget
    while step is not None:
        area = step.parentWidget()
        if isinstance(area, QScrollArea) and area.viewport() is step:
            place = QRect(widget.mapTo(step, QPoint()), widget.size())
            if not step.rect().contains(place):
                return False
        step = area
    return widget.isVisible()


def test_the_story_can_be_paused_in_every_stage_without_scrolling(low_window: Window, tmp_path: Path) -> None:
    page = low_window.story.page
    for number, stage in enumerate((checked(), weighed(), gears(), reported(tmp_path))):
        page.begin_stage(number)
        page.show_stage(stage)
        page.show_state("", can_hold=True, is_held=True, can_repeat=True)
        settle()
        assert is_in_sight(page.hold_button), number
        assert is_in_sight(page.repeat_button), number
    show_story_moving(low_window)
    settle()
    assert is_in_sight(page.hold_button)
    assert is_in_sight(page.picture)
    assert is_in_sight(page.curve)


def test_the_story_is_marked_virtual_before_its_arm_is_connected(low_window: Window) -> None:
    assert low_window.top_bar.mark == "VIRTUAL"
    show_story_moving(low_window)
    settle()
    assert low_window.top_bar.mark == "VIRTUAL"
    shown, warning = low_window.story.page.picture.grab().toImage(), current_theme().colour("warning")
    places = ((x, y) for x in range(shown.width()) for y in range(shown.height()))
    assert not any(shown.pixelColor(*place) == warning for place in places), "one mark: that of the bar"
    low_window.sides.close(low_window.pages[Step.CONNECT])
    assert low_window.top_bar.mark == ""


def test_the_story_ends_in_four_tiles_that_lead_back_and_on(still_window: Window) -> None:
    still_window.sides.open(Side.STORY)
    shown_end(still_window)
    settle()
    page = still_window.story.page
    encoders, payload, worn, report = (tile.words for tile in page.tiles)
    assert encoders.startswith("Encoders\n6 of 6\njoints agree")
    assert "2.41\n± 0.02 kg" in payload
    assert "The true mass, 2.40\N{NO-BREAK SPACE}kg, lies inside." in payload
    assert "3.10" in worn
    assert worn.endswith("Needs care")
    assert report.endswith("Saved")
    assert still_window.footer.primary_button.text() == "Go on with this arm"
    page.tiles[1].show_button.click()
    assert page.view.isVisibleTo(page)
    assert page.chips.index == 1
    still_window._back()
    assert still_window.sides.current is Side.STORY, "back to what was found"
    assert page.tiles[0].isVisibleTo(page)
    page.tiles[3].show_button.click()
    assert "The report is in" in page._sentence.text()
    page.begin_stage(0)
    assert not page.is_over
    assert page.hold_button.isVisibleTo(page)


def test_a_mass_outside_of_its_uncertainty_is_not_said_to_be_inside() -> None:
    assert "inside" not in tile(weighed(mass=2.6)).meaning
    assert tile(unweighed()).number == "–"
