"""An uncaught error stops the arm, reaches the log in full, and the screen as sentences in the page."""

import sys
import threading
import traceback
from collections.abc import Iterator

import pytest
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from app.arm.link_state import LinkState
from app.health.crash import Crash, CrashHandler
from app.health.masking import mask_here
from app.jobs.runner import JobRunner
from app.jobs.task import Task
from app.shell.window import Window
from app.visit.steps import Step
from core.errors import BadRequest, UnexpectedFailure
from core.monitor import Cancelled
from tests.app import job_functions
from tests.app.robot_bench import Bench
from tests.waiting import LIMIT_MS, wait_until


class Order:
    """What the handler did, one after the other."""

    def __init__(self) -> None:
        self.done: list[str] = []
        self.has_robot = True

    def stop(self) -> bool:
        self.done.append("stop")
        return self.has_robot

    def save(self) -> None:
        self.done.append("save")


@pytest.fixture
def order() -> Order:
    return Order()


@pytest.fixture
def handler(qapp: object, order: Order) -> Iterator[CrashHandler]:
    handler = CrashHandler(stop=order.stop, save=order.save)
    handler.caught.connect(lambda _crash: order.done.append("tell"))
    former = sys.excepthook
    handler.install()
    yield handler
    handler.uninstall()
    assert sys.excepthook == former


def _fail() -> None:
    raise ZeroDivisionError("joint 3")


def _raise_to(hook, error_of=_fail) -> None:
    try:
        error_of()
    except ZeroDivisionError as error:
        hook(type(error), error, error.__traceback__)


def test_an_error_on_the_window_thread_stops_first_and_tells_last(
    qtbot: QtBot, handler: CrashHandler, order: Order, caplog: pytest.LogCaptureFixture
) -> None:
    with qtbot.waitSignal(handler.caught, timeout=LIMIT_MS) as blocker:
        _raise_to(sys.excepthook)
        assert order.done == ["stop"], "before anything else, on the thread that failed"
    assert order.done == ["stop", "save", "tell"]
    (crash,) = blocker.args
    assert isinstance(crash.error, ZeroDivisionError)
    assert crash.had_robot
    assert crash.is_saved
    assert "in _fail" in crash.details
    assert "in _fail" in caplog.text, "the whole traceback is in the log"


def test_an_error_in_another_thread_stops_on_that_thread(
    qtbot: QtBot, handler: CrashHandler, order: Order, caplog: pytest.LogCaptureFixture
) -> None:
    stopped_on: list[str] = []
    handler._stop = lambda: bool(stopped_on.append(threading.current_thread().name))
    with qtbot.waitSignal(handler.caught, timeout=LIMIT_MS) as blocker:
        thread = threading.Thread(target=_fail, name="acquisition")
        thread.start()
        thread.join()
    assert stopped_on == ["acquisition"]
    assert not blocker.args[0].had_robot
    assert "in _fail" in caplog.text


def test_what_fails_in_the_last_resort_is_logged_and_the_error_told_all_the_same(
    qtbot: QtBot, order: Order, caplog: pytest.LogCaptureFixture
) -> None:
    def broken() -> bool:
        raise OSError("no line to the robot")

    handler = CrashHandler(stop=broken, save=broken)
    with qtbot.waitSignal(handler.caught, timeout=LIMIT_MS) as blocker:
        handler.take(UnexpectedFailure("KeyError", "x"))
    assert blocker.args[0].had_robot, "whoever does not know says look at the arm"
    assert not blocker.args[0].is_saved
    assert "could not be sent to the arm" in caplog.text
    assert "could not be saved" in caplog.text


def test_only_what_nobody_expected_of_work_at_the_robot(qtbot: QtBot, handler: CrashHandler) -> None:
    caught: list[Crash] = []
    handler.caught.connect(caught.append)
    for error in (BadRequest("x"), OSError("gone"), Cancelled()):
        handler.take_failure("run", error)
    handler.take_failure("run", KeyError("y"))
    wait_until(lambda: bool(caught))
    assert [type(crash.error) for crash in caught] == [KeyError]


def test_an_error_that_comes_again_and_again_does_not_fill_the_log(
    qtbot: QtBot, handler: CrashHandler, caplog: pytest.LogCaptureFixture
) -> None:
    caught: list[Crash] = []
    handler.caught.connect(caught.append)
    for _ in range(50):
        _raise_to(sys.excepthook)
    wait_until(lambda: len(caught) == 50)
    assert caught[-1].count == 50
    assert caplog.text.count("Traceback") == 3


def test_a_job_that_breaks_reaches_the_handler(qtbot: QtBot, caplog: pytest.LogCaptureFixture) -> None:
    runner = JobRunner()
    try:
        with qtbot.waitSignal(runner.broke, timeout=LIMIT_MS) as blocker:
            runner.start(Task(job_functions.fail_unexpectedly))
        assert isinstance(blocker.args[0], UnexpectedFailure)
    finally:
        runner.shutdown()


def _crash(**facts: object) -> Crash:
    try:
        _fail()
    except ZeroDivisionError as error:
        details = "".join(traceback.format_exception(error))
        return Crash(error, details, "2026-11-22T10:42:00+00:00", **{"had_robot": False, **facts})
    raise AssertionError


def test_the_panel_says_what_happened_what_it_means_and_what_to_do(still_window: Window) -> None:
    window, panel = still_window, still_window.frame.crash_panel
    window.show_crash(_crash())
    assert panel.isVisible()
    assert panel.geometry().top() >= window.top_bar.geometry().bottom(), "STOP stays in reach"
    assert window.top_bar.stop.isEnabled()
    assert "ZeroDivisionError" in panel.text
    assert "nothing moves" in panel.text
    assert "your place in the visit" in panel.text
    assert "Traceback" not in panel.text
    assert "in _fail" not in panel.accessibleName()
    assert window.focusWidget() is panel.go_on_button

    panel.copy_button.click()
    copied = QGuiApplication.clipboard().text()
    assert "in _fail" in copied
    assert mask_here().home not in copied

    window.show_crash(_crash(count=7, had_robot=True, is_saved=False))
    assert "emergency stop" in panel.text
    assert "could not be saved" in panel.text
    assert "7" in panel._count.text()

    panel.go_on_button.click()
    assert not panel.isVisible()
    assert window.start_page.isEnabled()


def test_the_panel_is_as_large_as_the_page(still_window: Window) -> None:
    still_window.show_crash(_crash())
    still_window.resize(1000, 700)
    panel = still_window.frame.crash_panel
    wait_until(lambda: panel.size() == panel._behind.size())


def test_an_error_in_the_window_stops_an_arm_that_moves(
    bench: Bench, caplog: pytest.LogCaptureFixture
) -> None:
    bench.connect()
    link, window = bench.link, bench.window
    handler = CrashHandler(stop=link.stop, save=window.remember_visit)
    handler.caught.connect(window.show_crash)
    page = bench.open(Step.RECORD)
    page.motion.hold.held.emit()
    wait_until(lambda: link.state is LinkState.MOVING)
    before = bench.session.safe.stop_count
    _raise_to(handler._handle)
    assert bench.session.safe.stop_count == before + 1, "at once, not when the window comes to it"
    wait_until(window.frame.crash_panel.isVisible)
    assert "told to stop" in window.frame.crash_panel.text
    bench.procedure.finish.set()
    bench.quiet()
    window.frame.crash_panel.go_on_button.click()
    assert window.step is Step.RECORD
