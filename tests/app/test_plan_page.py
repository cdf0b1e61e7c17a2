"""The page that plans a motion, with a worker that answers by hand: what it asks for and what it shows."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtWidgets import QAbstractButton, QComboBox, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from app.features.excitation.plan_page import PlanPage
from app.look.tokens import TARGET_HEIGHT
from app.shell.window import FIRST_SIZE, SMALLEST_SIZE, Window
from app.visit.steps import GuideName, Step
from app.widgets.popups import popup_rule
from core.errors import Infeasible, Problem
from core.excitation.keep_outs.keep_out import Shortfall
from core.excitation.settings import RUN_SHARE, CriterionName, MethodName, TrajectoryKind
from core.quality import Verdict
from core.robot.surroundings import Box, ClosestPair
from core.workflow import StepState
from tests.app import plan_examples as examples
from tests.app.fake_robot import samples
from tests.app.plan_examples import answer, asked, refuse
from tests.app.robot_bench import Bench
from tests.waiting import settle

REACH = {"reach": 0.8, "unit": "°", "seconds": 20.0, "limit": 12.0, "per": "/s²", "needed": 5.0}


@pytest.fixture
def page(still_window: Window) -> PlanPage:
    """The page in a visit without a plan, nothing connected."""
    still_window.guide = GuideName.ON_ROBOT
    still_window.open_step(Step.PLAN)
    page = still_window.pages[Step.PLAN]
    answer(still_window._runner, "plans_of_visit", examples.plans())
    return page


@pytest.fixture
def planned(page: PlanPage, still_window: Window) -> PlanPage:
    """The page after a search."""
    page.primary()
    made = examples.plan()
    answer(still_window._runner, "plan", made)
    answer(still_window._runner, "keep_plan", examples.shown(made))
    return page


def _settings(window: Window):
    return asked(window._runner, "plan").request.task.arguments["settings"]


def test_defaults_are_good_enough(page: PlanPage, still_window: Window) -> None:
    assert page.primary_text == "Plan"
    assert page.primary_enabled
    assert "no standing robot" in page.form.start.text()
    page.primary()
    settings = _settings(still_window)
    assert (settings.kind, settings.seconds, settings.period_s) == (TrajectoryKind.MODIFIED, 10.0, 20.0)
    assert (settings.start, settings.harmonics, settings.collision) == (None, 5, True)
    assert settings.limit_share == RUN_SHARE, "the arm's following error stays inside the limits too"
    assert asked(still_window._runner, "plan").request.task.arguments["robot"] is examples.ROBOT
    assert not page.primary_enabled


def test_everything_that_is_set_is_asked_for(page: PlanPage, still_window: Window) -> None:
    form = page.form
    form.kind.choose(TrajectoryKind.QUINTIC)
    form.seconds.press(2)
    form.period.show_text("12,5 s")
    form.limits.choose("liu")
    form.share.choose(0.8)
    form.criterion.choose(CriterionName.BLOCK)
    form.method.choose(MethodName.PATTERN)
    form.harmonics.show_text("7")
    form.seed.show_text("3")
    form.locked.show_text("4-6")
    form.floor.show_text("")
    form.boxes.show_text("table: -500 -800 0 500 -300 700")
    page.primary()
    settings = _settings(still_window)
    assert settings == replace(
        settings,
        kind=TrajectoryKind.QUINTIC,
        seconds=60.0,
        period_s=12.5,
        limits="liu",
        limit_share=0.8,
        criterion=CriterionName.BLOCK,
        method=MethodName.PATTERN,
        harmonics=7,
        seed=3,
        locked=(3, 4, 5),
        floor_height=None,
        boxes=(Box("table", (-0.5, -0.8, 0.0), (0.5, -0.3, 0.7)),),
    )
    form.show_settings(examples.SETTINGS)
    form.show_settings(settings)
    assert form.settings(None) == settings


def test_a_field_that_cannot_be_read_keeps_it_from_planning(page: PlanPage) -> None:
    page.form.locked.show_text("all")
    assert not page.primary_enabled
    page.form.locked.show_text("")
    assert page.primary_enabled


def test_settings_that_contradict_each_other_are_told(page: PlanPage, still_window: Window) -> None:
    page.form.period.show_text("0.5 s")
    page.primary()
    assert not still_window.visit.is_busy
    assert still_window.banner.text


def test_the_search_is_followed(page: PlanPage, still_window: Window) -> None:
    page.form.seconds.press(0)
    page.primary()
    job = asked(still_window._runner, "plan")
    assert not page.form.isEnabled()
    assert "Nothing found yet." in page.search.words
    job.progressed.emit(0.5, "")
    assert "about 1.5 s left" in page.search.words
    job.kept.emit(examples.plan(condition=41.2))
    assert "Condition number 41.2 so far" in page.search.words
    assert "keep the best" in page.search.cancel_button.text()


def test_a_plan_is_kept_shown_and_gone_on_from(planned: PlanPage, still_window: Window) -> None:
    assert planned.shows_result
    assert planned.primary_text == "Next"
    assert "Good data" in planned.result.words
    cards = [card.accessibleName() for card in planned.result.facts.cards]
    assert cards[0] == "Condition number: 23.4. 36 parameters"
    assert "20.0 s. 5 harmonics" in cards[1]
    assert "1234 mm/s" in cards[2].replace(",", "").replace("\u202f", "")
    assert "87 mm. link 3 – floor" in cards[3]
    assert "61 %. of rated, joint 2" in cards[5]
    journey = still_window.journey
    assert journey.state("plan") is StepState.DONE
    assert journey.progress.products["plan"].revision == "excitation-plan-001"


def test_good_is_said_of_the_data_and_never_beside_a_path_that_comes_near(planned: PlanPage) -> None:
    shown = planned._planning.shown
    assert shown is not None
    near = replace(shown.plan, closest=ClosestPair(0.013, "link 3", "link 6"))
    planned.result.show_plan(replace(shown, plan=near), early=False)
    words = planned.result.words.replace("\xa0", " ")
    assert "Link 3 comes as near as 13 mm to link 6, nearer than 50 mm" in words
    assert "good" not in words.lower()


def test_a_stopped_search_keeps_its_best(page: PlanPage, still_window: Window) -> None:
    runner = still_window._runner
    page.primary()
    job = asked(runner, "plan")
    best = examples.plan(condition=88.0, verdict=Verdict.USABLE)
    runner._waiting.remove(job)
    runner._finish(job, job.cancelled, best)
    assert asked(runner, "keep_plan").request.task.arguments["plan"] is best
    answer(runner, "keep_plan", examples.shown(best))
    assert "until the search was stopped" in page.result.words
    assert page.primary_text == "Next"


def test_a_search_that_is_stopped_at_once_leaves_nothing(page: PlanPage, still_window: Window) -> None:
    page.primary()
    page.search.cancel_button.click()
    assert "Nothing was planned" in page.outlook.words
    assert page.primary_text == "Plan"
    assert page.primary_enabled
    assert "plan" not in still_window.journey.progress.products


def test_demands_that_cannot_be_met_are_named_line_by_line(page: PlanPage, still_window: Window) -> None:
    page.primary()
    problems = (
        Problem("joint 2", "joint-cannot-move", REACH),
        Problem("", "nothing-free", {}),
    )
    refuse(still_window._runner, "plan", Infeasible("demands-cannot-be-met", problems))
    assert len(page.outlook.lines) == 2
    assert "0.8" in page.outlook.lines[0]
    assert not page.shows_result
    page.form.period.show_text("30 s")
    assert len(page.outlook.lines) == 2, "it stays to be read while it is mended"
    page.primary()
    answer(still_window._runner, "plan", examples.plan())
    answer(still_window._runner, "keep_plan", examples.shown())
    planned_again = page.result.again_button
    planned_again.click()
    assert page.outlook.words == ""


def test_what_a_plan_falls_short_of_is_told(page: PlanPage, still_window: Window) -> None:
    short = Shortfall("too-close", {"first": "link 3", "second": "floor", "distance": 4.0})
    made = examples.plan(verdict=Verdict.REPEAT, shortfalls=(short,))
    page.primary()
    answer(still_window._runner, "plan", made)
    answer(still_window._runner, "keep_plan", examples.shown(examples.no_torque(made)))
    assert "Plan again" in page.result.words
    assert "link 3" in page.result.words
    assert "not known" in page.result.facts.cards[5].accessibleName()


def test_a_stored_plan_is_shown_again_with_what_it_was_planned_with(still_window: Window) -> None:
    still_window.guide = GuideName.ON_ROBOT
    still_window.open_step(Step.PLAN)
    page = still_window.pages[Step.PLAN]
    stored = examples.plan(settings=replace(examples.SETTINGS, harmonics=8))
    answer(still_window._runner, "plans_of_visit", examples.plans(examples.shown(stored)))
    assert page.shows_result
    page.result.again_button.click()
    assert page.primary_text == "Plan"
    assert page.form.harmonics.edit.text() == "8"


def test_it_is_written_where_somebody_says(planned: PlanPage, still_window: Window, tmp_path: Path) -> None:
    planned.save(tmp_path / "motion.csv")
    request = asked(still_window._runner, "export_plan").request
    assert request.task.arguments["path"] == tmp_path / "motion.csv"
    answer(still_window._runner, "export_plan", None)
    assert "motion.csv" in still_window.banner.text


def test_no_dialog_opens_while_an_arm_may_move(planned: PlanPage, qtbot: QtBot) -> None:
    popup_rule().forbid()
    refused: list[bool] = []
    popup_rule().refused.connect(lambda: refused.append(True))
    planned.result.save_button.click()
    popup_rule().allow()
    assert refused == [True]


def test_it_starts_where_the_arm_stands(bench: Bench) -> None:
    pose = np.array([0.1, -1.2, 1.3, 0.0, 0.5, 0.0])
    bench.connect()
    stands = samples(50, 1)
    assert bench.session.acquisition is not None
    bench.session.acquisition.ring.append(
        replace(stands, columns=dict.fromkeys(stands.columns, pose[np.newaxis]))
    )
    bench.window.open_step(Step.PLAN)
    page = bench.window.pages[Step.PLAN]
    answer(bench.window._runner, "plans_of_visit", examples.plans())
    assert "Where the arm stands: 6°, −69°, 74°" in page.form.start.text()
    page.primary()
    assert _settings(bench.window).start == tuple(pose)
    page.search.cancel_button.click()
    page.form.kind.choose(TrajectoryKind.FOURIER)
    page.form.kind.picked.emit()
    assert "brought there slowly" in page.form.start.text()
    page.primary()
    assert _settings(bench.window).start is None


def test_without_a_visit_one_is_made_for_the_arm_that_is_chosen(still_window: Window) -> None:
    window = still_window
    window.visit.close_visit()
    window.guide = GuideName.ON_ROBOT
    window.on_robot.choice.show_uri("virtual:ec66")
    window.open_step(Step.PLAN)
    window.pages[Step.PLAN].primary()
    assert "No arm is chosen" in window.banner.text, "no robots are known to this window"


def test_a_visit_that_is_still_being_read_is_waited_for(still_window: Window) -> None:
    still_window.guide = GuideName.ON_ROBOT
    still_window.open_step(Step.PLAN)
    page = still_window.pages[Step.PLAN]
    page.primary()
    page.primary()
    assert not still_window.visit.is_busy
    answer(still_window._runner, "plans_of_visit", examples.plans())
    assert _settings(still_window).start is None, "planned as soon as the arm is known"


@pytest.mark.parametrize("size", [FIRST_SIZE, SMALLEST_SIZE])
def test_names_targets_and_nothing_cut(
    planned: PlanPage, still_window: Window, qtbot: QtBot, size: tuple[int, int]
) -> None:
    still_window.resize(*size)
    for again in (False, True):
        if again:
            planned.result.again_button.click()
            planned.form.fold_out.set_open(True)
        settle()
        controls = [
            widget
            for widget in planned.findChildren(QWidget)
            if isinstance(widget, (QAbstractButton, QComboBox, QLineEdit)) and widget.isVisible()
        ]
        assert controls
        assert [widget for widget in controls if not widget.accessibleName()] == []
        assert [widget.accessibleName() for widget in controls if widget.height() < TARGET_HEIGHT] == []
        cut = [
            widget.accessibleName()
            for widget in controls
            if isinstance(widget, QAbstractButton) and widget.width() < widget.minimumSizeHint().width()
        ]
        assert cut == []
