"""A motion is planned, looked at, saved, and run on the virtual robot, in the real window."""

import csv
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.arm.link_state import LinkState
from app.shell.window import Window
from app.visit.steps import Step
from core.excitation.trajectories import TrajectoryKind
from core.quality import Verdict
from core.storage.visit import Visit
from core.workflow import StepState
from devices.capabilities import ControllerKind
from devices.virtual.settings import Pace, VirtualSettings
from tests.app.journeys.hand import hold_until_it_runs, press_step
from tests.waiting import LIMIT_MS, settle, wait_until

LEFT = Qt.MouseButton.LeftButton
ROBOT = "ec66"
PERIOD_S, CYCLES = 8.0, 2


class Planner:
    """A person who plans a motion and runs it."""

    def __init__(self, window: Window, qtbot: QtBot) -> None:
        self.window, self.qtbot = window, qtbot
        self.plan, self.excite = window.pages[Step.PLAN], window.pages[Step.EXCITE]

    def primary(self, words: str) -> None:
        button = self.window.footer.primary_button
        wait_until(lambda: button.isEnabled() and button.text() == words)
        self.qtbot.mouseClick(button, LEFT)

    def skip(self) -> None:
        """Go on without the motion that the primary rectangle would start."""
        button = self.window.footer.skip_button
        wait_until(lambda: button.isVisible() and button.isEnabled())
        self.qtbot.mouseClick(button, LEFT)

    def connect(self, kind: ControllerKind = ControllerKind.OPEN, *, pace: Pace = Pace.FAST) -> None:
        window = self.window
        self.qtbot.mouseClick(window.start_page.try_now.virtual_button, LEFT)
        window.on_robot.choice.show_uri(VirtualSettings(ROBOT, kind=kind).uri)
        window.on_robot.choice.pace = pace
        self.primary("Connect")
        wait_until(lambda: window.link.state is LinkState.READY)

    def open(self, step: Step) -> None:
        press_step(self.window, step)
        assert self.window.step is step

    def search(self, seconds_place: int) -> None:
        """Begin a search for a motion of one short period."""
        self.plan.form.period.show_text(f"{PERIOD_S:g} s")
        self.plan.form.seconds.press(seconds_place)
        self.primary("Plan")
        wait_until(lambda: bool(self.plan.search.chart.curves))

    def hold(self) -> None:
        motion = self.excite.motion
        wait_until(lambda: self.excite.run.is_prepared)
        self.qtbot.mouseClick(motion.clear_cell, LEFT)
        assert motion.hold.isVisible(), motion.words
        hold_until_it_runs(self.excite)


@pytest.mark.thorough
def test_plan_stop_plan_again_save_and_run(window: Window, qtbot: QtBot, tmp_path: Path) -> None:
    person = Planner(window, qtbot)
    person.connect()
    person.open(Step.PLAN)
    assert not window.rail.buttons[Step.EXCITE].isEnabled()
    assert "Where the arm stands" in person.plan.form.start.text()

    person.search(seconds_place=2)
    with qtbot.waitSignal(window.pages[Step.PLAN]._planning.saving, timeout=LIMIT_MS):
        qtbot.mouseClick(person.plan.search.cancel_button, LEFT)
    wait_until(lambda: person.plan.shows_result)
    assert "until the search was stopped" in person.plan.result.words
    first = window.visit.progress.products["plan"].revision

    qtbot.mouseClick(person.plan.result.again_button, LEFT)
    assert person.plan.form.period.edit.text() == f"{PERIOD_S:g} s", "as it was planned"
    person.search(seconds_place=0)
    wait_until(lambda: person.plan.shows_result)
    assert window.visit.progress.products["plan"].revision != first
    shown = window.pages[Step.PLAN]._planning.shown
    assert shown is not None
    assert shown.plan.limit_use <= 1.0
    assert not shown.plan.shortfalls, person.plan.result.words
    assert shown.approach is not None
    assert shown.approach.distance >= 0.010
    wait_until(lambda: window.focusWidget() is window.footer.primary_button)

    saved = tmp_path / "motion.csv"
    person.plan.save(saved)
    wait_until(lambda: saved.exists() and not window.visit.is_busy)
    with saved.open(encoding="utf-8", newline="") as file:
        rows = [row for row in csv.reader(file) if not row[0].startswith("#")]
    assert len(rows[0]) == 1 + 3 * 6
    assert float(rows[-1][0]) == pytest.approx(PERIOD_S, abs=0.02)

    person.primary("Next")
    assert window.step is Step.EXCITE
    person.excite.form.cycles.show_text(str(CYCLES))
    wait_until(lambda: not person.excite.run.is_prepared)
    person.hold()
    wait_until(lambda: window.link.state is LinkState.MOVING)
    assert window.focusWidget() is window.top_bar.stop
    wait_until(lambda: not person.excite.run.is_running)
    run = person.excite.result.run
    assert run is not None, window.banner.text
    assert run.judgement.verdict in {Verdict.GOOD, Verdict.USABLE}, person.excite.result.words
    assert run.peaks.inside
    assert run.plan == shown.key
    model = person.excite.rows.model
    assert {model.data(model.index(row, 1)) for row in range(model.rowCount())} == {"done"}
    assert any("of rated" in str(model.data(model.index(row, 5))) for row in range(model.rowCount()))
    wait_until(lambda: len(window.visit.recordings) == 2)
    assert [found.label for found in window.visit.recordings] == ["excite-ramp", "excite"]
    assert window.journey.state(Step.EXCITE) is StepState.DONE

    person.primary("Next")
    assert window.step is Step.CHOOSE, "there are recordings now"
    path = window.visit.path
    with qtbot.waitSignal(window.link.closed, timeout=LIMIT_MS):
        window.show_start()
    with Visit.open(path) as visit:
        assert len(visit.results("excitation-plan")) == 2
        assert len(visit.results("excitation-run")) == 1
    window.open_visit(path)
    wait_until(lambda: window.step is Step.CHOOSE and not window.visit.is_busy)
    person.open(Step.PLAN)
    wait_until(lambda: person.plan.shows_result)
    wait_until(lambda: not window._runner.is_busy)


def test_what_cannot_be_done_is_named_and_nothing_is_planned(window: Window, qtbot: QtBot) -> None:
    person = Planner(window, qtbot)
    qtbot.mouseClick(window.start_page.try_now.virtual_button, LEFT)
    person.open(Step.PLAN)
    person.plan.form.kind.choose(TrajectoryKind.FOURIER)
    person.plan.form.locked.show_text("1-6")
    person.primary("Plan")
    wait_until(lambda: bool(person.plan.outlook.lines))
    assert any("locked" in line for line in person.plan.outlook.lines)
    assert window.link.state is LinkState.OFF, "no robot is needed to plan"
    assert window.step is Step.PLAN
    assert window.visit.path.exists(), "a visit was made for the arm that is chosen"
    assert "plan" not in window.visit.progress.products
    wait_until(lambda: not window._runner.is_busy)


@pytest.mark.thorough
def test_a_controller_that_runs_no_trajectories_goes_on_to_record(window: Window, qtbot: QtBot) -> None:
    person = Planner(window, qtbot)
    person.connect(ControllerKind.CLOSED, pace=Pace.REAL)
    person.open(Step.CHECK)
    wait_until(lambda: not window.link.is_working)
    person.skip()
    assert window.step is Step.FRICTION
    person.skip()
    assert window.step is Step.RECORD
    assert not window.rail.buttons[Step.EXCITE].isEnabled()
    assert "no planned motions" in window.rail.buttons[Step.EXCITE].toolTip()
    wait_until(lambda: not window.link.is_working)
    with qtbot.waitSignal(window.link.closed, timeout=LIMIT_MS):
        window.show_start()
    wait_until(lambda: not window._runner.is_busy)


def test_a_motion_is_planned_again_and_looked_at(window: Window, qtbot: QtBot) -> None:
    person = Planner(window, qtbot)
    qtbot.mouseClick(window.start_page.try_now.virtual_button, LEFT)
    person.open(Step.PLAN)
    person.search(seconds_place=0)
    wait_until(lambda: person.plan.shows_result)
    qtbot.mouseClick(person.plan.result.again_button, LEFT)
    person.search(seconds_place=0)
    wait_until(lambda: person.plan.shows_result)
    person.plan.result.player.show_at(3.0)
    for place in range(3):
        person.plan.result.tabs.press(place)
        settle()
        assert person.plan.result.tabs.index == place
    wait_until(lambda: not window._runner.is_busy)
