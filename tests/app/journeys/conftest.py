"""The real window with its worker process, once it knows the arms that can be simulated."""

import pytest
from pytestqt.qtbot import QtBot

from app.shell.window import Window
from devices.acquisition import stream_checks

LONG_MS = 60_000
PATIENT_S = 10.0


@pytest.fixture
def window(window: Window, qtbot: QtBot) -> Window:
    qtbot.waitUntil(lambda: window.beginnings.recordings_page.robot.count() > 0, timeout=LONG_MS)
    return window


@pytest.fixture
def patient_silence_watch(monkeypatch: pytest.MonkeyPatch) -> None:
    """The virtual arm shares the computer with tests: its samples may be held up for a moment."""
    monkeypatch.setattr("devices.safety.safe_arm.SILENCE_S", PATIENT_S)
    monkeypatch.setattr("devices.open_arm.conversation.SILENCE_S", PATIENT_S)
    monkeypatch.setitem(stream_checks.SilenceCheck.__init__.__kwdefaults__, "limit", PATIENT_S)
