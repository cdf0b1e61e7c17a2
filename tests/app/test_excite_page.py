"""The page that runs a planned motion, with a robot that does as it is told: stages, result, refusals."""

from dataclasses import replace

import numpy as np
import pytest

from app.arm.link_state import LinkState
from app.arm.procedure import Outcome, PlannedMotion, Prepared
from app.arm.staged_run import APPROACH, REPEAT, STAGE
from app.features.excitation.page import ExcitePage
from app.guide.page import MOTIONS, RESULT
from app.guide.run_words import forecast_word
from app.visit.steps import GuideName, Step
from app.visit.summaries import OpenedVisit
from core.monitor import Monitor
from core.quality import Verdict
from core.workflow import Made, Product, StepState
from devices.safety.stage_forecast import StageForecast
from tests.app import examples, fake_robot
from tests.app import plan_examples as plans
from tests.app.plan_examples import answer
from tests.app.robot_bench import Bench
from tests.waiting import wait_until

KEY = "excitation-plan-001"
STATE, FORETOLD = 1, 5


class StagedProcedure(fake_robot.FakeProcedure):
    """Four motions, one after the other, with a forecast before the second stage."""

    def prepare(self, session: fake_robot.FakeSession, monitor: object) -> Prepared:
        facts = (
            (APPROACH, {"move": 1}, 0.2),
            (STAGE, {"stage": 1, "fraction": 0.2, "cycles": 1}, 0.2),
            (STAGE, {"stage": 2, "fraction": 1.0, "cycles": 3}, 1.2),
            (REPEAT, {"move": 2, "cycles": 2}, 1.2),
        )
        motions = tuple(
            PlannedMotion(code, fake_robot.preview(top_speed=speed, stop_count=session.safe.stop_count), told)
            for code, told, speed in facts
        )
        return Prepared(self.name, motions, 8.0, session.connection_count, session.safe.stop_count)

    def run(self, session: fake_robot.FakeSession, prepared: Prepared, monitor: Monitor) -> Outcome:
        for fraction, text in ((0.0, "approach 1 of 4"), (0.2, "stage 2 of 4")):
            monitor.report(fraction, text)
        monitor.keep(StageForecast(1.0, np.array([0.1, 0.42, np.nan, 0.1, 0.1, 0.1]), ()))
        monitor.report(0.5, "stage 3 of 4")
        return super().run(session, prepared, monitor)


@pytest.fixture
def planned(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> Bench:
    """A bench whose visit has a plan."""
    monkeypatch.setattr("app.jobs.task.REPORT_INTERVAL_S", 0.0)
    bench.procedure = StagedProcedure()
    bench.connect()
    bench.window.visit.has_plan(KEY)
    bench.window.pages[Step.PLAN]._planning.look()
    answer(bench.window._runner, "plans_of_visit", plans.plans(plans.shown()))
    return bench


def _column(page: ExcitePage, column: int) -> list[str]:
    model = page.rows.model
    return [str(model.data(model.index(row, column))) for row in range(model.rowCount())]


def test_what_would_happen_is_listed(planned: Bench) -> None:
    page = planned.open(Step.EXCITE)
    assert _column(page, 0) == [
        "To the start pose, slowly",
        "Rehearsal, slowly",
        "Full speed, 3 times",
        "Full speed, 2 times",
    ]
    assert _column(page, 2) == ["–", "20 %", "100 %", "100 %"]
    assert set(_column(page, STATE)) == {"not yet"}
    assert "condition number 23.4" in page.form._plan.text()
    assert not page.motion.hold.isEnabled(), "nobody said that the cell is clear"
    page.motion.clear_cell.setChecked(True)
    assert page.motion.hold.isEnabled()
    assert page.motion.hold.accessibleName() == "Hold 1 s to start"


def test_the_stages_are_followed_and_the_next_one_is_foretold(planned: Bench) -> None:
    page = planned.open(Step.EXCITE)
    page.motion.clear_cell.setChecked(True)
    page.motion.held.emit(True)  # noqa: FBT003  # the signal's own argument
    wait_until(lambda: planned.link.state is LinkState.MOVING)
    wait_until(lambda: "running now" in _column(page, STATE)[2:])
    assert _column(page, STATE) == ["done", "done", "running now", "not yet"]
    assert _column(page, FORETOLD)[2] == "42 % of rated, joint 2"
    assert "Full speed, 3 times (3 of 4)" in page.run.moving.words
    assert page.views.index == MOTIONS
    assert not page.form.isEnabled()
    planned.window.top_bar.stop.click()
    wait_until(lambda: not page.run.is_running)
    assert _column(page, STATE)[2:] == ["stopped here", "not run"]
    assert page.form.isEnabled()
    planned.quiet()


def _run(planned: Bench, outcome: Outcome) -> ExcitePage:
    page = planned.open(Step.EXCITE)
    planned.procedure.outcome = outcome
    page.motion.held.emit(True)  # noqa: FBT003  # the signal's own argument
    wait_until(lambda: planned.link.state is LinkState.MOVING)
    planned.procedure.finish.set()
    wait_until(lambda: not page.run.is_running)
    planned.quiet()
    return page


def test_a_run_is_judged(planned: Bench) -> None:
    found = plans.run(verdict=Verdict.USABLE)
    page = _run(planned, Outcome("excite", ("excite-ramp", "excite"), 100.0, 100_000, found=found))
    assert "A usable run" in page.motion.words
    assert "“excite-ramp”, “excite”" in page.motion.words
    assert page.views.index == RESULT
    assert "usable" in page.result.words
    assert "3 blocks" in page.result.words
    table = page.result.model
    assert table.data(table.index(0, 1)) == "13.8"
    assert table.data(table.index(0, 5)) == "60"
    assert set(_column(page, STATE)) == {"done"}
    assert page.primary_enabled


def test_a_run_without_a_judgement_says_what_was_kept(planned: Bench) -> None:
    page = _run(planned, Outcome("excite", ("excite-ramp",), 12.0, 12_000))
    assert "“excite-ramp”" in page.motion.words
    assert page.result.run is None
    assert "not been run to its end" in page.result.words


def test_another_plan_makes_what_was_looked_at_void(planned: Bench) -> None:
    page = planned.open(Step.EXCITE)
    assert page.run.is_prepared
    planned.window.pages[Step.PLAN]._planning.shown = plans.shown(key="excitation-plan-002")
    planned.window.pages[Step.PLAN]._planning.planned.emit(False)  # noqa: FBT003  # the signal's own argument
    assert not page.run.is_prepared
    assert page.rows.model.rowCount() == 0


def test_fields_are_read(planned: Bench) -> None:
    form = planned.window.pages[Step.EXCITE].form
    made = form.procedure(KEY)
    assert made is not None
    assert (made.plan, made.cycles, made.payload_mass, made.rehearse) == (KEY, 5, None, True)
    form.cycles.show_text("0")
    assert form.procedure(KEY) is None
    form.cycles.show_text("3")
    form.payload.show_text("2,4 kg")
    made = form.procedure(KEY)
    assert made is not None
    assert (made.cycles, made.payload_mass) == (3, 2.4)


def test_a_stored_run_is_shown_and_out_of_date_with_another_plan(planned: Bench) -> None:
    window = planned.window
    summary = examples.visit_summary(str(planned.folder / "cell-5.h5"))
    stored = {
        Product.PLAN: Made("excitation-plan-002"),
        Product.EXCITATION: Made("excitation-run-001", {Product.PLAN: KEY}),
    }
    window.visit._take(OpenedVisit(replace(summary, products=stored), None))
    window.guide = GuideName.ON_ROBOT
    assert window.journey.state("excite") is StepState.OUT_OF_DATE
    planned.window.pages[Step.PLAN]._planning.look()
    answer(window._runner, "plans_of_visit", plans.plans(plans.shown(), plans.run()))
    assert "A good run" in planned.window.pages[Step.EXCITE].result.words


def test_no_rated_torque_is_said() -> None:
    assert forecast_word(np.full(6, np.nan)) == "not known"
