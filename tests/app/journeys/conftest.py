"""The real window with its worker process, once it knows the arms that can be simulated."""

import pytest
from pytestqt.qtbot import QtBot

from app.window import Window

LONG_MS = 60_000


@pytest.fixture
def window(window: Window, qtbot: QtBot) -> Window:
    qtbot.waitUntil(lambda: window.recordings_page.robot.count() > 0, timeout=LONG_MS)
    return window
