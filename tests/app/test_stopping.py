"""STOP by button and keys, the focus, and that nothing opens over a moving arm."""

import threading
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QDialog, QFileDialog, QMenu
from pytestqt.qtbot import QtBot

from app.arm.link_state import LinkState
from app.arm.procedure import Outcome, Prepared
from app.features.identification.identifying import identify
from app.look.theme import current_theme
from app.look.tokens import ThemeName
from app.shell.top_bar import TopBar
from app.shell.window import Window
from app.visit.steps import Step
from app.visit.summaries import OpenedVisit
from app.widgets.choice import ask_for_files, ask_where_to_save
from app.widgets.glyphs import Glyph
from app.widgets.popups import popup_rule
from devices.controller import Lifecycle
from devices.errors import ConfigurationError
from tests.app import examples, fake_robot
from tests.app.fake_robot import FakeProcedure, FakeSession
from tests.app.robot_bench import MakeWindow
from tests.waiting import LIMIT_MS, settle, wait_for_ticks, wait_until


class Bench:
    """A window with a connected fake robot."""

    def __init__(self, window: Window, session: FakeSession, qtbot: QtBot) -> None:
        self.window, self.session, self.qtbot = window, session, qtbot
        self.procedure = FakeProcedure()

    @property
    def page(self):
        return self.window.pages[Step.CHECK]

    def connect(self, folder: Path) -> None:
        link = self.window.link
        with self.qtbot.waitSignal(link.connected, timeout=LIMIT_MS):
            link.connect_to(fake_robot.place(folder))
        wait_until(lambda: not link.is_working)
        self.page.run.make_procedure = lambda: self.procedure

    def prepare(self) -> None:
        self.window.open_step(Step.CHECK)
        wait_until(lambda: self.page.run.is_prepared)

    def move(self) -> None:
        self.prepare()
        self.page.motion.hold.held.emit()
        wait_until(lambda: self.window.link.state is LinkState.MOVING)

    def wait_for_standstill(self) -> None:
        wait_until(lambda: not self.window.link.is_working)


@pytest.fixture
def bench(qtbot: QtBot, tmp_path: Path, make_window: MakeWindow) -> Iterator[Bench]:
    session = FakeSession()
    window = make_window(session)
    window.visit._take(OpenedVisit(examples.visit_summary(str(tmp_path / "cell-4.h5")), None))
    bench = Bench(window, session, qtbot)
    bench.connect(tmp_path)
    yield bench
    window.close()
    popup_rule().allow()


def _key(window: Window, key: Qt.Key, *, repeated: bool) -> None:
    target = window.focusWidget() or window
    text = " " if key == Qt.Key.Key_Space else ""
    for kind in (QEvent.Type.KeyPress, QEvent.Type.KeyRelease):
        event = QKeyEvent(kind, key, Qt.KeyboardModifier.NoModifier, text, repeated, 1)
        QApplication.sendEvent(target, event)


def test_button_stops_on_the_press_on_the_windows_thread(bench: Bench, qtbot: QtBot) -> None:
    bench.move()
    qtbot.mousePress(bench.window.top_bar.stop, Qt.MouseButton.LeftButton)
    assert bench.session.stops == [threading.main_thread().name]
    bench.wait_for_standstill()


KEYS = (Qt.Key.Key_Escape, Qt.Key.Key_Pause, Qt.Key.Key_Space)


def test_keys_stop_a_moving_arm_but_not_by_repeating_themselves(bench: Bench, qtbot: QtBot) -> None:
    for count, key in enumerate(KEYS):
        bench.page.run.look_again()
        bench.move()
        for _ in range(5):
            _key(bench.window, key, repeated=True)
        assert len(bench.session.stops) == count, key
        qtbot.keyClick(bench.window, key)
        assert len(bench.session.stops) == count + 1, key
        bench.wait_for_standstill()


def test_space_is_a_stop_only_while_something_moves(bench: Bench, qtbot: QtBot) -> None:
    bench.prepare()
    window = bench.window
    window.footer.primary_button.clicked.disconnect()
    for place in (window.top_bar.stop, window.footer.primary_button, window.rail.buttons[Step.CHECK]):
        place.setFocus()
        qtbot.keyClick(place, Qt.Key.Key_Space)
    assert bench.session.stops == []
    qtbot.keyClick(window, Qt.Key.Key_Escape)
    assert len(bench.session.stops) == 1


def test_space_stops_wherever_the_focus_is(bench: Bench, qtbot: QtBot) -> None:
    bench.move()
    table = bench.page.table
    table.setFocus()
    qtbot.keyClick(table, Qt.Key.Key_Space)
    assert len(bench.session.stops) == 1
    bench.wait_for_standstill()


def test_focus_is_on_stop_from_the_first_moving_sample(bench: Bench) -> None:
    bench.prepare()
    assert bench.window.focusWidget() is not bench.window.top_bar.stop
    bench.move()
    assert bench.window.focusWidget() is bench.window.top_bar.stop


def test_enter_never_starts_a_motion(bench: Bench, qtbot: QtBot) -> None:
    bench.prepare()
    bench.page.motion.hold.setFocus()
    for key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space):
        qtbot.keyClick(bench.page.motion.hold, key)
    settle()
    assert bench.procedure.confirmed == []


def test_stop_works_while_a_job_hangs_and_a_hold_is_in_progress(bench: Bench, qtbot: QtBot) -> None:
    bench.prepare()
    identify(bench.window.visit, bench.window.bus)  # this runner never starts a job
    hold = bench.page.motion.hold
    qtbot.mousePress(hold, Qt.MouseButton.LeftButton, pos=hold.rect().center())
    assert hold.is_held
    qtbot.keyClick(bench.window, Qt.Key.Key_Escape)
    assert len(bench.session.stops) == 1
    assert not hold.is_held
    bench.window.visit.cancel()


def test_stop_passes_by_every_queue_that_work_can_block(bench: Bench, qtbot: QtBot, tmp_path: Path) -> None:
    """The robot's thread hangs and has work waiting, and so has the worker, which never starts a job."""
    link, go_on = bench.window.link, threading.Event()

    class Deaf(FakeProcedure):
        def run(self, session: FakeSession, prepared: Prepared, monitor: object) -> Outcome:
            session.become(Lifecycle.MOVING)
            go_on.wait()
            session.become(Lifecycle.CONNECTED)
            return Outcome(self.name, stopped=True)

    bench.procedure = Deaf()
    bench.move()
    assert link._thread is not None
    behind = [threading.Event() for _ in range(3)]
    for each in behind:
        link._thread.do("behind", lambda _monitor, each=each: each.set())
    identify(bench.window.visit, bench.window.bus)
    qtbot.mousePress(bench.window.top_bar.stop, Qt.MouseButton.LeftButton)
    assert bench.session.stops == [threading.main_thread().name], "in the press itself"
    assert not any(each.is_set() for each in behind), "everything else still waits"
    go_on.set()
    wait_until(behind[-1].is_set, "the robot's thread goes on")
    bench.window.visit.cancel()
    bench.wait_for_standstill()


def test_stop_is_called_before_anything_else_happens(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    bench.move()
    seen: list[str] = []
    link = bench.window.link
    first = link.stop
    monkeypatch.setattr(link, "stop", lambda: (seen.append("stop"), first())[1])
    bench.window.bus.posted.connect(lambda *_: seen.append("message"))
    bench.window.top_bar.stop.click()
    assert seen == ["stop", "message"]
    bench.wait_for_standstill()


def test_nothing_opens_while_it_moves(bench: Bench, qtbot: QtBot, tmp_path: Path) -> None:
    bench.move()
    window = bench.window
    opened: list[object] = []
    assert ask_for_files(window, "Open", ("*",), opened.append, folder=str(tmp_path)) is None
    assert ask_where_to_save(window, "Save", "a.csv", opened.append, folder=str(tmp_path)) is None
    window.beside.settings.theme.showPopup()
    record = window.pages[Step.RECORD]
    record._export.open_menu(record.live.curve.plot, record.live.mapToGlobal(record.live.rect().center()))
    assert QApplication.activePopupWidget() is None
    assert not [
        found for found in QApplication.topLevelWidgets() if found.isVisible() and found is not window
    ]
    assert "stands still" in window.banner.text
    bench.procedure.finish.set()
    bench.wait_for_standstill()
    assert not popup_rule().is_forbidden


def test_what_is_open_is_closed_when_it_begins_to_move(bench: Bench, tmp_path: Path) -> None:
    bench.prepare()
    window = bench.window
    dialog = ask_for_files(window, "Open", ("*",), lambda _: None, folder=str(tmp_path))
    assert isinstance(dialog, QFileDialog)
    assert dialog.isVisible()
    bench.page.motion.hold.held.emit()
    assert not dialog.isVisible()
    wait_until(lambda: window.link.state is LinkState.MOVING)
    for stray in (QDialog(window), QMenu(window)):  # as Qt itself opens them, without asking
        stray.setModal(True) if isinstance(stray, QDialog) else None
        stray.popup(window.pos()) if isinstance(stray, QMenu) else stray.show()
        wait_until(lambda stray=stray: not stray.isVisible())


def test_stop_without_a_robot_says_so(still_window: Window, qtbot: QtBot) -> None:
    qtbot.keyClick(still_window, Qt.Key.Key_Escape)
    assert "nothing is moving" in still_window.banner.accessibleName()


def test_pages_do_not_turn_while_it_moves(bench: Bench, qtbot: QtBot) -> None:
    bench.move()
    window = bench.window
    qtbot.keyClick(window, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    window.rail.buttons[Step.CONNECT].click()
    window.footer.back.emit()
    assert window.step is Step.CHECK
    assert not window.footer.primary_button.isVisible()


def test_pulse_ticks_with_the_event_loop_and_only_with_it(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    link, now = bench.window.link, SimpleNamespace(monotonic=lambda: now.s, s=1000.0)
    monkeypatch.setattr("devices.driving.pulse.time", now)
    wait_for_ticks(link._beat_timer, 2)
    assert link.pulse.is_alive()
    now.s += 0.25  # the window is frozen
    assert not link.pulse.is_alive()
    wait_for_ticks(link._beat_timer, 2)
    assert link.pulse.is_alive()
    assert link._beat_timer.interval() < 50


def test_closing_stops_first_and_closes_the_session(bench: Bench, qtbot: QtBot) -> None:
    bench.move()
    bench.window.close()
    assert bench.session.stops
    assert bench.session.is_closed
    assert not [t for t in threading.enumerate() if t.name == "robot-link"]


def test_after_a_stop_a_new_look_is_needed_and_offered(bench: Bench, qtbot: QtBot) -> None:
    bench.prepare()
    qtbot.keyClick(bench.window, Qt.Key.Key_Escape)
    preview = bench.page.motion
    assert not preview.hold.isVisible()
    assert preview.look_button.isVisible()
    assert "STOP" in preview._headline.text()
    preview.look_button.click()
    wait_until(lambda: bench.page.run.is_prepared)
    assert preview.hold.isVisible()


def test_a_crash_stops_the_arm(bench: Bench, caplog: pytest.LogCaptureFixture) -> None:
    from app.health.crash import CrashHandler

    bench.move()
    saved: list[bool] = []
    handler = CrashHandler(stop=bench.window.link.stop, save=lambda: saved.append(True))
    handler._handle(ZeroDivisionError, ZeroDivisionError("joint 3"), None)
    assert len(bench.session.stops) == 1
    wait_until(lambda: saved == [True])
    assert "Uncaught error" in caplog.text
    bench.wait_for_standstill()


def test_a_fault_and_a_lost_link_show_on_the_badge(bench: Bench) -> None:
    bar = bench.window.top_bar
    assert "Connected" in bar.connection.accessibleName()
    bench.session.become(Lifecycle.FAULT)
    wait_until(lambda: "fault" in bar.connection.accessibleName())
    bench.session.reconnect_error = ConfigurationError("other-serial", expected="4711", found="9")
    bench.session.lose()
    wait_until(lambda: "lost" in bar.connection.accessibleName())
    assert bench.window.banner.text


def test_the_words_of_stop_are_never_cut_beside_a_long_name(qtbot: QtBot) -> None:
    current_theme().apply(ThemeName.LIGHT, scale=1.5)
    bar = TopBar()
    qtbot.addWidget(bar)
    bar.resize(1280, bar.sizeHint().height())
    bar.stop.setMinimumWidth(100)  # as measured before it had the style of its window
    bar.show()
    bar.show_robot("Universal Robots UR10e", mark="SAID TO BE VIRTUAL")
    bar.show_connection(Glyph.CHECK, "Connected · ur10e")
    settle()
    assert bar.stop.width() >= bar.stop.sizeHint().width()
    assert bar.stop.geometry().right() < 1280
    current_theme().apply(ThemeName.LIGHT)
