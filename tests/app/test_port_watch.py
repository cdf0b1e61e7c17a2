"""Ports are listed in a thread while a person looks: the window never waits for a slow driver."""

import threading

import pytest
from pytestqt.qtbot import QtBot

from app.features.connection import serial_choice
from app.features.connection.serial_choice import PortWatch
from devices.transport.serial_ports import SerialPort
from tests.waiting import LIMIT_MS, LIMIT_S, wait_for_ticks, wait_until

BOARD = SerialPort("/dev/ttyACM0", "USB serial, Acme Motion Board, ttyACM0", "1A86:55D4:SN123")


def test_ports_are_listed_again_and_again_while_somebody_looks(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serial_choice, "INTERVAL_S", 0.0)
    threads: list[str] = []
    watch = PortWatch(lambda: (threads.append(threading.current_thread().name), (BOARD,))[1])
    found: list[object] = []
    watch.found.connect(found.append)
    watch.start()
    wait_until(lambda: len(found) > 2)
    watch.stop()
    assert found[0] == (BOARD,)
    assert set(threads) == {"serial-ports"}
    assert not watch.is_running
    assert not watch._timer.isActive()


def test_a_driver_that_hangs_holds_up_nothing_and_is_not_asked_twice(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(serial_choice, "INTERVAL_S", 0.0)
    answers, asked = threading.Event(), []

    def slow() -> tuple[SerialPort, ...]:
        asked.append(threading.current_thread())
        answers.wait(LIMIT_S)
        return ()

    watch = PortWatch(slow)
    watch.start()
    wait_for_ticks(watch._timer, 4)  # the window goes on, while the driver holds on to its thread
    watch.stop()
    assert len(asked) == 1
    assert asked[0].is_alive()
    answers.set()


def test_a_driver_that_stumbles_is_asked_again(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serial_choice, "INTERVAL_S", 0.0)
    refusals = [OSError("the registry is locked")]

    def stumbling() -> tuple[SerialPort, ...]:
        if refusals:
            raise refusals.pop()
        return (BOARD,)

    watch = PortWatch(stumbling)
    with qtbot.waitSignal(watch.found, timeout=LIMIT_MS) as blocker:
        watch.start()
    watch.stop()
    assert blocker.args == [(BOARD,)]
