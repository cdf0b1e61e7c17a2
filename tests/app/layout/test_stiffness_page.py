"""The result of the stiffness in the lowest window with the largest words: every view fits its page."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication
from pytestqt.qtbot import QtBot

from app.features.stiffness.result_view import JOINTS, MAP
from app.look.theme import current_theme
from app.look.tokens import ThemeName
from app.shell.window import FIRST_SIZE, Window
from tests.app.stiffness_window import opened, work_out
from tests.gallery.painted import painted_findings
from tests.gallery.rules import findings
from tests.waiting import wait_until


@pytest.fixture
def low_window(window: Window) -> Iterator[Window]:
    """The lowest window, with words of 150 %."""
    current_theme().apply(ThemeName.LIGHT, scale=1.5)
    window.resize(*FIRST_SIZE)
    window.show()
    yield window
    current_theme().apply(ThemeName.LIGHT)


def test_every_view_of_the_stiffness_fits(low_window: Window, qtbot: QtBot, tmp_path: Path) -> None:
    window = low_window
    opened(window, qtbot, tmp_path / "visit.h5", "mikhel-6")
    page = work_out(window, qtbot)
    found = []
    for view in range(JOINTS, MAP + 1):
        page.result.tabs.press(view)
        if view == MAP:
            wait_until(lambda: page.result.map.found is not None)
        wait_until(lambda: page.result.hidden_views.is_done)
        for _ in range(4):
            QCoreApplication.sendPostedEvents()
            QCoreApplication.processEvents()
        found += [f"{view}: {one}" for one in (*findings(window), *painted_findings(window))]
    assert not found, "\n".join(found)
