"""A robot that is lost is looked for without asking: read again, never moved, and given up when told to."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.arm.link import RobotLink
from app.arm.link_state import LinkState, Search, loss_of, state_of
from app.arm.procedure import Outcome
from app.jobs.messages import Severity
from app.visit.recordings import StoredCheck
from app.visit.steps import Step
from core.recording import Mark
from devices.controller import Lifecycle
from devices.errors import ConfigurationError, RobotStateError, TransportError
from tests.app import fake_robot
from tests.app.fake_robot import FakeSession
from tests.app.no_worker import NoWorker
from tests.app.robot_bench import Bench
from tests.waiting import LIMIT_MS, LIMIT_S, wait_for_ticks, wait_until

SOME_BEATS = 8


def _lost(bench: Bench) -> None:
    """The cable is out, and nothing answers."""
    bench.session.is_away.set()
    bench.session.lose()
    wait_until(lambda: bench.link.tries > 1)
    assert bench.link.state is LinkState.SEARCHING


def _told(bench: Bench) -> list[tuple[str, Severity]]:
    """Everything the window says from now on."""
    told: list[tuple[str, Severity]] = []
    bench.window.bus.posted.connect(lambda message, severity: told.append((message.title, severity)))
    return told


def test_a_lost_robot_comes_back_without_a_press(bench: Bench) -> None:
    bench.connect()
    page = bench.open(Step.CHECK)
    told, states = _told(bench), []
    bench.link.state_changed.connect(states.append)
    _lost(bench)
    assert "broke" in bench.window.banner.text
    assert not page.motion.hold.isVisible()
    assert not page.run.is_prepared
    wait_until(lambda: "Try 3" in page.motion.words)
    assert "Looking for the robot" in page.motion.words
    assert page.motion.look_button.text() == "Stop looking"
    bench.session.is_away.clear()
    wait_until(lambda: page.run.is_prepared)
    assert states == [LinkState.LOST, LinkState.SEARCHING, LinkState.READY]
    assert [severity for _, severity in told] == [Severity.ERROR, Severity.GOOD], "each told once"
    assert "is back" in bench.window.banner.text
    assert "Nothing moves until you start it" in bench.window.banner.text
    assert "encoders" not in bench.window.banner.text
    assert bench.procedure.confirmed == [], "a connection that came back moves nothing"
    bench.quiet()


def test_after_a_power_cycle_the_encoders_are_to_be_checked_again(bench: Bench, qtbot: QtBot) -> None:
    bench.connect()
    bench.session.power_on = "second"
    with qtbot.waitSignal(bench.link.came_back, timeout=LIMIT_MS) as blocker:
        bench.session.lose()
    assert blocker.args[0].was_off
    assert "encoders have to be checked again" in bench.window.banner.text
    bench.quiet()


def test_the_connect_page_says_that_it_looks_and_goes_on_by_itself(bench: Bench) -> None:
    bench.window.open_step(Step.CONNECT)
    bench.connect()
    page = bench.robot.connect_page
    card = page.waiting_card
    _lost(bench)
    assert card.isVisible()
    assert "Try" in card.words
    assert [card.give_up_button.text(), card.leave_button.text()] == ["Stop looking", "Disconnect"]
    assert card.leave_button.isVisible()
    assert not page.primary_enabled
    assert bench.window.top_bar.connection.accessibleName() == "Looking for the robot …"
    bench.session.is_away.clear()
    wait_until(lambda: page.primary_text == "Next" and page.primary_enabled)
    assert page.readiness.isVisible()
    bench.quiet()


def test_looking_can_be_stopped_and_begun_again(bench: Bench, qtbot: QtBot) -> None:
    bench.connect()
    page = bench.open(Step.CHECK)
    told = _told(bench)
    _lost(bench)
    page.motion.look_button.click()
    wait_until(lambda: bench.link.state is LinkState.LOST)
    assert page.motion.look_button.text() == "Reconnect"
    wait_for_ticks(bench.link._beat_timer, SOME_BEATS)
    assert bench.link.state is LinkState.LOST, "it does not begin to look again by itself"
    assert len(told) == 1, "that somebody stopped looking is no news"
    bench.window.open_step(Step.CONNECT)
    assert bench.window.footer.primary_button.text() == "Reconnect"
    bench.window.footer.primary_button.click()
    wait_until(lambda: bench.link.tries > 2)
    bench.session.is_away.clear()
    wait_until(lambda: bench.link.state is LinkState.READY)
    with qtbot.waitSignal(bench.link.came_back, timeout=LIMIT_MS):
        bench.session.lose()  # and the next loss is looked for again
    bench.quiet()


def test_another_robot_ends_the_search_with_its_sentence(bench: Bench, qtbot: QtBot) -> None:
    bench.connect()
    page = bench.open(Step.CHECK)
    bench.session.reconnect_error = ConfigurationError("other-serial", expected="4711", found="9")
    with qtbot.waitSignal(bench.link.failed, timeout=LIMIT_MS):
        bench.session.lose()
    assert "Another robot answered" in bench.window.banner.text
    wait_for_ticks(bench.link._beat_timer, SOME_BEATS)
    assert bench.link.state is LinkState.LOST
    assert bench.session.attempts == 1
    assert page.motion.look_button.text() == "Reconnect"


def test_a_procedure_ends_with_its_outcome_before_the_robot_is_looked_for(bench: Bench, qtbot: QtBot) -> None:
    bench.connect()
    page = bench.open(Step.RECORD)
    error = TransportError("link-lost", errno=5, reason="the cable")
    bench.procedure.outcome = Outcome(
        "record", recordings=("record",), seconds=3.2, samples=3200, error=error
    )
    seen: list[object] = []
    bench.link.ended.connect(lambda outcome: seen.append(outcome.recordings))
    bench.link.state_changed.connect(seen.append)
    page.motion.hold.held.emit()
    wait_until(lambda: bench.link.state is LinkState.MOVING)
    bench.session.is_away.set()
    bench.session.lose()
    wait_until(lambda: bench.link.state is LinkState.LOST)
    wait_for_ticks(bench.link._beat_timer, SOME_BEATS)
    assert bench.link.state is LinkState.LOST, "what is under way comes first"
    bench.procedure.finish.set()
    wait_until(lambda: bench.link.tries > 0)
    assert seen[-3:] == [LinkState.LOST, ("record",), LinkState.SEARCHING]
    assert "incomplete" in page.motion.words
    assert page.motion.again_button.text() == "Stop looking"
    bench.session.is_away.clear()
    wait_until(lambda: bench.link.state is LinkState.READY)
    assert "incomplete" in page.motion.words, "what came of it stays to be read"
    assert page.motion.again_button.text() == "Check the start pose"
    bench.quiet()


def test_stop_reaches_the_session_while_the_robot_is_looked_for(bench: Bench, qtbot: QtBot) -> None:
    bench.connect()
    page = bench.open(Step.CHECK)
    _lost(bench)
    before = len(bench.session.stops)
    qtbot.keyClick(bench.window, Qt.Key.Key_Escape)
    assert bench.session.stops[before:] == ["MainThread"]
    assert bench.link.state is LinkState.SEARCHING
    assert page.motion.look_button.text() == "Stop looking"
    bench.session.is_away.clear()
    bench.quiet()


def test_the_window_closes_at_once_while_the_robot_is_looked_for(qtbot: QtBot, tmp_path: Path) -> None:
    session = FakeSession()
    link = RobotLink(NoWorker(), session=fake_robot.make(session))
    with qtbot.waitSignal(link.connected, timeout=LIMIT_MS):
        link.connect_to(fake_robot.place(tmp_path))
    session.is_away.set()
    session.lose()
    wait_until(lambda: link.tries > 1)
    assert link.leave(deadline_s=LIMIT_S), "it would look for the robot until then"
    assert session.is_closed


def test_disconnecting_ends_the_search(bench: Bench, qtbot: QtBot) -> None:
    bench.connect()
    told = _told(bench)
    _lost(bench)
    with qtbot.waitSignal(bench.link.closed, timeout=LIMIT_MS):
        bench.link.disconnect_robot()
    assert bench.link.state is LinkState.OFF
    assert bench.session.is_closed
    assert len(told) == 1


def test_the_end_of_a_replay_is_not_looked_for(bench: Bench, qtbot: QtBot) -> None:
    bench.connect()
    assert bench.session.acquisition is not None
    bench.session.acquisition.error = RobotStateError("replay-ended", seconds=12.0)
    wait_until(lambda: bench.link.state is LinkState.ENDED)
    wait_for_ticks(bench.link._beat_timer, SOME_BEATS)
    assert bench.link.state is LinkState.ENDED
    assert bench.session.attempts == 0


@pytest.mark.parametrize(("mark", "wanted"), [(Mark.NONE, True), (Mark.VIRTUAL, True), (Mark.REPLAY, False)])
def test_what_is_looked_for(mark: Mark, *, wanted: bool) -> None:
    search = Search()
    assert not search.is_wanted, "nobody has answered yet"
    search.robot_is_there(FakeSession(mark=mark))  # type: ignore[arg-type]
    assert search.is_wanted is wanted


def test_a_loss_that_only_the_driver_noticed_has_its_reason() -> None:
    session = FakeSession()
    session.open()
    assert loss_of(session) is None  # type: ignore[arg-type]
    session.become(Lifecycle.LOST)
    assert state_of(session) is LinkState.LOST  # type: ignore[arg-type]
    loss = loss_of(session)  # type: ignore[arg-type]
    assert loss is not None
    assert loss.code == "link-lost"


def test_a_check_holds_for_one_power_on_alone(bench: Bench, qtbot: QtBot) -> None:
    bench.connect()
    found = StoredCheck(fake_robot.check(), "4711")
    page = bench.run(Step.CHECK, Outcome("check", recordings=("check",), found=found))
    assert page.check is not None
    with qtbot.waitSignal(bench.link.came_back, timeout=LIMIT_MS):
        bench.session.lose()
    assert page.check is not None, "it was never switched off"
    bench.quiet()
    bench.session.power_on = "second"
    with qtbot.waitSignal(bench.link.came_back, timeout=LIMIT_MS):
        bench.session.lose()
    assert page.check is None
    wait_until(lambda: page.run.is_prepared)
