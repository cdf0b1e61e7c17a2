"""Ports are listed in a thread while a person looks: the window never waits for a slow driver."""

import threading
import time

import pytest
from pytestqt.qtbot import QtBot

from app.features.connection import port_watch
from app.features.connection.port_watch import PortWatch
from devices.transport.serial_ports import SerialPort
from tests.app.event_loop import EventLoopWatch

SOON_MS = 30_000
BOARD = SerialPort("/dev/ttyACM0", "USB serial, Acme Motion Board, ttyACM0", "1A86:55D4:SN123")


def test_ports_are_listed_again_and_again_while_somebody_looks(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(port_watch, "INTERVAL_S", 0.05)
    threads: list[str] = []
    watch = PortWatch(lambda: (threads.append(threading.current_thread().name), (BOARD,))[1])
    found: list[object] = []
    watch.found.connect(found.append)
    watch.start()
    qtbot.waitUntil(lambda: len(found) > 2, timeout=SOON_MS)
    watch.stop()
    assert found[0] == (BOARD,)
    assert set(threads) == {"serial-ports"}
    count = len(threads)
    qtbot.wait(4 * port_watch.FETCH_MS)
    assert len(threads) == count
    assert not watch.is_running


def test_a_driver_that_hangs_holds_up_nothing_and_is_not_asked_twice(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(port_watch, "INTERVAL_S", 0.0)
    answers, asked = threading.Event(), []

    def slow() -> tuple[SerialPort, ...]:
        asked.append(time.monotonic())
        answers.wait(10.0)
        return ()

    watch = PortWatch(slow)
    with EventLoopWatch() as loop:
        watch.start()
        qtbot.wait(4 * port_watch.FETCH_MS)
        watch.stop()
    assert len(asked) == 1
    assert loop.longest_gap_s < 1.0
    answers.set()


def test_a_driver_that_stumbles_is_asked_again(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(port_watch, "INTERVAL_S", 0.05)
    refusals = [OSError("the registry is locked")]

    def stumbling() -> tuple[SerialPort, ...]:
        if refusals:
            raise refusals.pop()
        return (BOARD,)

    watch = PortWatch(stumbling)
    with qtbot.waitSignal(watch.found, timeout=SOON_MS) as blocker:
        watch.start()
    watch.stop()
    assert blocker.args == [(BOARD,)]
