"""The pages on a robot with a session that does as it is told: what they say in every state."""

from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QComboBox, QLineEdit, QTableView, QWidget
from pytestqt.qtbot import QtBot

from app.arm.link_state import LinkState
from app.arm.procedure import Outcome
from app.guide.procedure_answers import Answers
from app.look.tokens import TARGET_HEIGHT
from app.visit.recordings import StoredCheck
from app.visit.steps import GuideName, Step, steps_of
from app.visit.summaries import OpenedVisit, RobotChoice
from app.widgets.glyphs import Glyph
from app.widgets.plot import Plot
from devices.controller import Lifecycle
from devices.errors import RobotStateError, TransportError
from devices.safety.preview import Finding
from tests.app import examples, fake_robot
from tests.app.robot_bench import Bench
from tests.waiting import LIMIT_MS, settle, wait_until

VERDICT = 6
"""Its column in the table of the check."""


def test_connect_says_who_answered_and_whether_it_is_ready(bench: Bench) -> None:
    window, page = bench.window, bench.robot.connect_page
    window.open_step(Step.CONNECT)
    assert page.primary_text == "Connect"
    bench.connect()
    assert page.primary_text == "Next"
    assert "4711" in page._serial.accessibleName()
    assert "100 Hz" in page._rate.accessibleName()
    assert "motor and link" in page._encoders.accessibleName()
    assert "stops by itself" in page._silence.accessibleName()
    assert [row.word for row in page.readiness.rows] == ["Ready", "Ready with limits", "Not ready"]
    assert len({row.glyph for row in page.readiness.rows}) == 3
    assert all(row.reason for row in page.readiness.rows)
    assert window.top_bar.mark == "VIRTUAL"
    assert window.top_bar.serial == ""


def test_a_real_arm_shows_its_serial_number_and_no_stripes(real_arm: Bench) -> None:
    real_arm.window.open_step(Step.CONNECT)
    real_arm.connect()
    bar = real_arm.window.top_bar
    assert not bar.is_striped
    assert "4711" in bar.serial
    assert "finishes the move" in real_arm.robot.connect_page._silence.accessibleName()


def test_nobody_answers(bench: Bench, qtbot: QtBot) -> None:
    bench.session.open_error = TransportError("no-answer", request="hello", waited_s=2.0)
    bench.window.open_step(Step.CONNECT)
    with qtbot.waitSignal(bench.link.closed, timeout=LIMIT_MS):
        bench.link.connect_to(fake_robot.place(bench.folder))
    assert "did not answer" in bench.window.banner.text
    assert bench.link.state is LinkState.OFF
    assert bench.robot.connect_page.primary_text == "Connect"
    assert bench.session.is_closed


def test_a_choice_names_the_controller(bench: Bench) -> None:
    choice = bench.robot.choice
    choice.offer_robots([RobotChoice("ec66", "Elite EC66", 6), RobotChoice("ur10e", "UR10e", 6)])
    choice.family.press(2)
    assert choice.uri == "virtual:ec66"
    choice.robot_choice.choose("ur10e")
    choice.kind.choose("closed")
    choice.seed.show_text("3")
    assert choice.uri == "virtual:ur10e?kind=closed&seed=3"
    choice.seed.show_text("three")
    assert not choice.is_understood
    choice.replay(Path("/visits/cell-4.h5"))
    assert choice.uri == "replay:/visits/cell-4.h5"
    assert choice.robot == "/visits/cell-4.h5"
    choice.show_uri("virtual:ec66?seed=5")
    assert choice.uri == "virtual:ec66?seed=5"


def test_a_preview_says_what_will_happen(bench: Bench) -> None:
    bench.connect()
    page = bench.open(Step.CHECK)
    assert "2.0 s, at most 200 mm/s" in page.motion.words
    assert page.motion.picture.swept is not None
    assert page.motion.picture.accessibleDescription()
    assert page.motion.hold.isEnabled()
    assert not page.motion.clear_cell.isVisible()


def test_above_reduced_speed_somebody_has_to_confirm_again_each_time(bench: Bench, qtbot: QtBot) -> None:
    bench.procedure.top_speed = 0.8
    bench.connect()
    page = bench.open(Step.CHECK)
    motion = page.motion
    assert motion.clear_cell.isVisible()
    assert not motion.clear_cell.isChecked()
    assert not motion.hold.isEnabled()
    motion.clear_cell.click()
    assert motion.hold.isEnabled()
    qtbot.keyClick(bench.window, Qt.Key.Key_Escape)
    motion.look_button.click()
    wait_until(lambda: page.run.is_prepared)
    assert not motion.clear_cell.isChecked()
    assert not motion.hold.isEnabled()
    motion.clear_cell.click()
    bench.procedure.finish.set()
    motion.hold.held.emit()
    wait_until(lambda: bool(bench.procedure.confirmed))
    assert bench.procedure.confirmed[0].clear_cell_confirmed
    assert bench.procedure.confirmed[0].serial_confirmed == "4711"
    bench.quiet()


def test_a_motion_that_is_forbidden_cannot_be_started(bench: Bench) -> None:
    bench.procedure.findings = (
        Finding("shape-assumed", blocking=False),
        Finding("floor-collision", {"first": "link 3", "distance": 2.0, "seconds": 1.0, "limit": 10.0}),
    )
    bench.connect()
    page = bench.open(Step.CHECK)
    assert not page.motion.hold.isVisible()
    assert "floor" in page.motion.notes[0].accessibleName(), "what forbids it comes first"
    assert len(page.motion.notes) == 2, "nothing is hidden in a hint"
    page.run._start(True)  # noqa: FBT003  # as the signal would
    assert bench.procedure.confirmed == []


def test_a_check_shows_a_row_per_joint_and_its_verdict(bench: Bench) -> None:
    bench.connect()
    found = StoredCheck(fake_robot.check(), "4711")
    page = bench.run(Step.CHECK, Outcome("check", recordings=("check",), found=found))
    rows = [page.model.data(page.model.index(row, VERDICT)) for row in range(fake_robot.JOINTS)]
    assert rows == ["Good"] * fake_robot.JOINTS
    assert page.model.data(page.model.index(0, 3)) == "1.00020 ± 0.00080"
    assert "as they should" in page.motion.words
    assert page.primary_enabled


def test_a_wrong_sign_is_told_at_its_joint(bench: Bench) -> None:
    bench.connect()
    found = StoredCheck(fake_robot.check(fault=True), "4711")
    page = bench.run(Step.CHECK, Outcome("check", recordings=("check",), found=found))
    assert page.model.data(page.model.index(1, 2)) == "opposite"
    assert page.model.data(page.model.index(1, VERDICT)) == "Measure again"
    assert page._reasons.isVisible()
    assert "Joint 2" in page._reasons.text()


@pytest.mark.parametrize("step", [Step.CHECK, Step.RECORD])
def test_a_stopped_motion_says_so_and_offers_the_start_pose(bench: Bench, step: Step) -> None:
    bench.connect()
    page = bench.run(step, stop=True)
    assert "stands still" in page.motion.words
    wait_until(lambda: page.run.is_prepared)  # the start pose was checked again, by itself
    assert "stands still" in page.motion.words, "it is still said what was stopped"
    assert page.motion.hold.isVisible()
    assert page.motion.hold.text() == "Hold 1 s to start again"


def test_a_fault_is_cleared_before_the_next_look(bench: Bench) -> None:
    bench.connect()
    page = bench.open(Step.CHECK)
    cleared: list[bool] = []

    def clear() -> None:
        cleared.append(True)
        bench.session.become(Lifecycle.CONNECTED)

    bench.session.controller.clear_fault = clear
    bench.session.become(Lifecycle.FAULT)
    wait_until(lambda: "holds a fault" in page.motion.words)
    assert not page.motion.hold.isVisible()
    page.motion.look_button.click()
    wait_until(lambda: page.run.is_prepared)
    assert cleared == [True]


def test_an_outcome_with_an_error_is_told_and_what_was_recorded_is_shown(bench: Bench) -> None:
    bench.connect()
    error = RobotStateError("protective-stop")
    outcome = Outcome("record", recordings=("record",), seconds=3.2, samples=3200, error=error)
    page = bench.run(Step.RECORD, outcome)
    assert "“record”" in page.motion.words
    assert "incomplete" in page.motion.words
    assert "for protection" in bench.window.banner.text


def test_recordings_of_the_visit_are_listed(bench: Bench) -> None:
    summary = bench.window.visit.summary
    assert summary is not None
    first = replace(summary.recordings[0], missing=7, incomplete="link-lost")
    bench.window.visit.summary = replace(summary, recordings=(first, *summary.recordings[1:]))
    bench.window.visit.changed.emit()
    model = bench.window.pages[Step.RECORD].model
    assert model.rowCount() == len(examples.LABELS)
    assert [model.data(model.index(0, column)) for column in (3, 5)] == ["7", "ended early"]


def test_a_field_that_cannot_be_read_keeps_it_from_starting(bench: Bench) -> None:
    form = bench.window.pages[Step.RECORD].form
    form.seconds.show_text("long")
    assert not form.is_understood
    form.seconds.show_text("2,5 s")
    form.payload.show_text("5.3 lb")
    assert form.settings.seconds == 2.5
    assert form.payload_mass == pytest.approx(2.404, abs=1e-3)
    assert not form.speed.isEnabled()
    form.motion.setCurrentIndex(1)
    form.motion.picked.emit()
    assert form.speed.isEnabled()
    assert form.settings.speed is None


def test_a_visit_goes_on_at_its_step_once_the_robot_is_there(bench: Bench, qtbot: QtBot) -> None:
    window = bench.window
    bench.connect()
    bench.open(Step.RECORD)
    recent = window._settings.current.recent[0]
    assert (recent.step, recent.guide) == ("record", "on-robot")
    stored = window.visit.progress
    assert stored.place is not None
    assert stored.place.step == "record"
    with qtbot.waitSignal(bench.link.closed, timeout=LIMIT_MS):
        window.show_start()
    window.visit._take(OpenedVisit(examples.visit_summary(recent.path), None, stored))
    wait_until(lambda: window.step is Step.CONNECT)
    bench.connect()
    wait_until(lambda: window.step is Step.RECORD)


def test_names_targets_and_sizes(bench: Bench, qtbot: QtBot) -> None:
    bench.connect()
    for step in steps_of(GuideName.ON_ROBOT)[:6]:
        bench.window.open_step(step)
        settle()
        controls = [
            widget
            for widget in bench.window.findChildren(QWidget)
            if isinstance(widget, (QAbstractButton, QComboBox, QTableView, QLineEdit, Plot))
            and widget.isVisible()
            and not isinstance(widget.parent(), QTableView)
        ]
        assert [widget for widget in controls if not widget.accessibleName()] == []
        targets = [
            (widget.accessibleName(), widget.height())
            for widget in controls
            if not isinstance(widget, (QTableView, Plot))
        ]
        assert [name for name, height in targets if height < TARGET_HEIGHT] == []
        cut = [
            widget.accessibleName()
            for widget in controls
            if isinstance(widget, QAbstractButton) and widget.width() < widget.minimumSizeHint().width()
        ]
        assert cut == []
    bench.quiet()


def test_another_visit_starts_over(bench: Bench) -> None:
    bench.connect()
    found = StoredCheck(fake_robot.check(), "4711")
    page = bench.run(Step.CHECK, Outcome("check", recordings=("check",), found=found))
    assert page.check is not None
    bench.window.visit._take(OpenedVisit(examples.visit_summary("/visits/other.h5"), None))
    assert page.check is None
    assert page.motion.is_before
    assert page.model.data(page.model.index(0, VERDICT)) == "not yet"
    bench.open(Step.CHECK)
    bench.quiet()


def test_a_check_of_this_power_on_is_shown_again(bench: Bench) -> None:
    bench.session.last_check = StoredCheck(fake_robot.check(), "4711")
    bench.session.encoders_checked = True
    bench.connect()
    page = bench.open(Step.CHECK)
    assert page.model.data(page.model.index(0, VERDICT)) == "Good"
    bench.quiet()


def test_the_end_of_a_replay_is_a_note(bench: Bench) -> None:
    bench.connect()
    assert bench.session.acquisition is not None
    bench.session.acquisition.error = RobotStateError("replay-ended", seconds=12.0)
    wait_until(lambda: bench.link.state is LinkState.ENDED)
    assert "come to its end" in bench.window.banner.text
    bench.window.open_step(Step.CONNECT)
    assert bench.window.footer.primary_button.text() == "Reconnect"


def test_work_on_a_joint_is_told_by_its_number() -> None:
    answers = Answers(procedure=lambda: None, ended=lambda _outcome: (Glyph.CHECK, "", ""))
    assert answers.doing("joint_3") == "Joint 3"
    assert answers.doing("on the way") == "On the way"


def test_steps_that_are_nothing_for_the_arm_leave_the_rail_with_its_session(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing of the visit changes then, so only the arm tells."""
    bench.connect()
    bench.window.open_step(Step.CHECK)
    gears = bench.window.rail.buttons[Step.LOAD_STEPS]
    assert gears.isVisible()
    words = bench.window.frame_words
    monkeypatch.setattr(words, "_left_out", lambda _journey: {Step.LOAD_STEPS.value})
    words.show()
    assert not gears.isVisible()
