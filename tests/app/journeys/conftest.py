"""The real window with its worker process, once it knows the arms that can be simulated."""

import pytest

from app.shell.window import Window
from devices.acquisition import stream_checks
from tests.waiting import LIMIT_S, wait_until


@pytest.fixture
def window(window: Window, monkeypatch: pytest.MonkeyPatch) -> Window:
    monkeypatch.setattr("app.arm.hold.LONGEST_GAP_S", LIMIT_S)  # a hand that holds while the computer stands
    wait_until(lambda: window.guides.recordings_page.robot.count() > 0)
    return window


@pytest.fixture
def patient_silence_watch(monkeypatch: pytest.MonkeyPatch) -> None:
    """The virtual arm shares the computer with tests: its samples may be held up for a moment."""
    monkeypatch.setattr("devices.safety.safe_arm.SILENCE_S", LIMIT_S)
    monkeypatch.setattr("devices.open_arm.conversation.SILENCE_S", LIMIT_S)
    monkeypatch.setitem(stream_checks.SilenceCheck.__init__.__kwdefaults__, "limit", LIMIT_S)
