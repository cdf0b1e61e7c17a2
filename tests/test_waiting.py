"""The helper that waits for events."""

import threading

import pytest

from tests.waiting import settle, wait_for_ticks, wait_until


def test_an_event_of_another_thread_is_seen():
    come = threading.Event()
    threading.Timer(0.0, come.set).start()
    wait_until(come.is_set)


def test_an_event_of_the_event_loop_is_seen(qtbot):
    from PySide6.QtCore import QTimer

    seen = []
    QTimer.singleShot(0, lambda: seen.append(1))
    wait_until(lambda: seen)


def test_what_was_put_off_is_done_before_the_loop_rests(qtbot):
    from PySide6.QtCore import QTimer
    from PySide6.QtWidgets import QWidget

    widget, done = QWidget(), []
    qtbot.addWidget(widget)
    soon = QTimer(widget, singleShot=True, interval=30)
    soon.timeout.connect(lambda: done.append("soon"))
    QTimer.singleShot(0, lambda: QTimer.singleShot(0, soon.start))
    settle()
    assert done == ["soon"]


def test_a_timer_is_let_run(qtbot):
    from PySide6.QtCore import QTimer

    seen, timer = [], QTimer(interval=1)
    timer.timeout.connect(lambda: seen.append(1))
    timer.start()
    wait_for_ticks(timer, 3)
    timer.stop()
    assert len(seen) >= 3


def test_what_did_not_come_is_named():
    with pytest.raises(AssertionError, match="the arm to stand"):
        wait_until(lambda: False, "the arm to stand", limit_s=0.0)


def test_without_a_name_the_line_is_quoted():
    with pytest.raises(AssertionError, match=r"test_waiting\.py:\d+: wait_until\(lambda: None"):
        wait_until(lambda: None, limit_s=0.0)
