"""The page of the stiffness in a window, opened for an arm and computed."""

from pathlib import Path

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.features.stiffness.page import StiffnessPage
from app.shell.window import Window
from app.visit.steps import Step
from app.visit.tasks import create_visit
from app.widgets.choice import Choice
from core.monitor import NullMonitor
from core.workflow import Product
from tests.waiting import wait_until


def stiffness_page(window: Window) -> StiffnessPage:
    """The page of the step Stiffness."""
    page = window.pages[Step.STIFFNESS]
    assert isinstance(page, StiffnessPage)
    return page


def pick(choice: Choice, value: object) -> None:
    """Choose a value as a person does."""
    choice.choose(value)
    choice.picked.emit()


def opened(window: Window, qtbot: QtBot, path: Path, robot: str) -> StiffnessPage:
    """The page of a new visit to a shipped robot."""
    create_visit(path=path, robot=robot, monitor=NullMonitor())
    window.open_visit(path)
    wait_until(lambda: window.visit.summary is not None and not window.visit.is_busy)
    window.open_step(Step.STIFFNESS)
    page = stiffness_page(window)
    wait_until(lambda: page._robot is not None)
    return page


def work_out(window: Window, qtbot: QtBot) -> StiffnessPage:
    """The page with the result, after its button was clicked."""
    page = stiffness_page(window)
    qtbot.mouseClick(window.footer.primary_button, Qt.MouseButton.LeftButton)
    wait_until(lambda: page.shows_result and page.result.view is not None)
    wait_until(lambda: not window.visit.is_busy and bool(window.visit.summary.key(Product.STIFFNESS)))  # type: ignore[union-attr]
    return page
