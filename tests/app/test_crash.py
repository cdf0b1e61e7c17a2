"""An error nobody caught reaches the log in full and the screen as a sentence."""

import sys
import threading
from collections.abc import Iterator

import pytest
from pytestqt.qtbot import QtBot

from app.crash import CrashHandler
from app.messages import MessageBus, Severity


@pytest.fixture
def bus(qapp: object) -> Iterator[MessageBus]:
    bus = MessageBus()
    handler = CrashHandler(bus)
    former = sys.excepthook
    handler.install()
    yield bus
    handler.uninstall()
    assert sys.excepthook == former


def test_error_on_the_window_thread(qtbot: QtBot, bus: MessageBus, caplog: pytest.LogCaptureFixture) -> None:
    with qtbot.waitSignal(bus.posted, timeout=2000) as blocker:
        try:
            raise ZeroDivisionError("joint 3")
        except ZeroDivisionError as error:
            sys.excepthook(type(error), error, error.__traceback__)
    message, severity = blocker.args
    assert severity is Severity.ERROR
    assert message.title
    assert "Traceback" not in message.one_line
    assert "test_error_on_the_window_thread" in caplog.text


def test_error_in_another_thread(qtbot: QtBot, bus: MessageBus, caplog: pytest.LogCaptureFixture) -> None:
    def fail() -> None:
        raise ValueError("in a thread")

    with qtbot.waitSignal(bus.posted, timeout=2000):
        thread = threading.Thread(target=fail)
        thread.start()
        thread.join()
    assert "in a thread" in caplog.text
