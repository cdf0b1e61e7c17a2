"""A worn virtual arm is commissioned by itself, from the start screen to the report, in the real window.

What is set shorter than usual is in ``played.set_short`` and ``short_verification``; the campaign
``journeys`` plays everything at full length. Only the holds, and the ticks for a clear cell beside them,
need a person.
"""

import json
import logging
from dataclasses import replace
from pathlib import Path

import pytest

from app.features.excitation.plan_form import PlanForm
from app.features.verification.form import VerifyForm
from app.features.verification.procedure import VerifyProcedure
from app.shell.window import Window
from app.visit.steps import Step
from core.excitation.settings import ExcitationSettings
from core.workflow import COMMISSIONING, StepState
from tests.app.compare_examples import healthy, write_visit
from tests.app.journeys.hand import Hand
from tests.app.journeys.played import commission, compare, read_the_gears, set_short, somebody_worked_here
from tests.core.elasticity.visit_examples import worn

log = logging.getLogger(__name__)

WORN = 2
"""The joint with backlash, counted from 1."""
BEFORE_THE_FIRST_STEP = 3
"""Clicks: the card, connect, start."""
MOST_CLICKS = BEFORE_THE_FIRST_STEP + 2 * len(COMMISSIONING.held)
"""A hold for each motion, and at most a tick for a clear cell beside it."""


@pytest.fixture
def hand(window: Window) -> Hand:
    return Hand(window)


@pytest.fixture
def short_verification(monkeypatch: pytest.MonkeyPatch) -> None:
    """The page has no field for the length of the motion on which a model is verified."""
    usual = VerifyForm.procedure

    def short(form: VerifyForm) -> VerifyProcedure | None:
        made = usual(form)
        return made and replace(made, wanted=replace(made.wanted, period_s=4.0, seconds=1.0))

    monkeypatch.setattr(VerifyForm, "procedure", short)


@pytest.fixture
def counted_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search that ends by its number of evaluations finds the same motion on a busy computer."""
    usual = PlanForm.settings

    def counted(form: PlanForm, start: tuple[float, ...] | None) -> ExcitationSettings:
        return replace(usual(form, start), evaluations=3000, seconds=600.0)

    monkeypatch.setattr(PlanForm, "settings", counted)


@pytest.mark.usefixtures("patient_silence_watch", "short_verification", "counted_search")
def test_a_worn_arm_from_the_start_screen_to_the_report(hand: Hand) -> None:
    window = hand.window
    somebody_worked_here(window, f"virtual:szabo-3r?worn={WORN}")
    set_short(window)
    commission(hand)
    assert window.going_on.is_finished, f"{window.step}: {window.banner.text}"

    counted = hand.finished()
    assert counted.typed == 0
    assert counted.holds == len(COMMISSIONING.held) + counted.resumed
    assert counted.clicks <= MOST_CLICKS + 3 * counted.resumed, "the button, the hold, and a tick"
    log.info(
        "%d clicks, %d holds, %.1f robot minutes",
        counted.clicks,
        counted.holds,
        counted.robot_minutes,
    )
    assert window.step is Step.REPORT
    journey = window.journey
    taken = COMMISSIONING.held | COMMISSIONING.alone
    undone = {step: journey.state(step) for step in taken if journey.state(step) is not StepState.DONE}
    undone.pop("stiffness", None)  # left out only where not all springs are known
    assert undone == {"friction": StepState.PARTLY}, "one joint was swept"
    fitted, judged = set(window.visit.choice.fit), set(window.visit.choice.validate)
    assert fitted
    assert judged
    assert not fitted & judged
    _check_files(window.visit.report_files)

    page = read_the_gears(hand)
    found = page.result.found
    assert found is not None
    gaps = {joint.number + 1: joint.backlash for joint in found.joints if joint.backlash is not None}
    assert WORN in gaps
    assert gaps[WORN].value > 3.0 * gaps[WORN].std
    hand.leave()


def _check_files(files: tuple[Path, ...]) -> None:
    pdf, told = files
    assert pdf.read_bytes().startswith(b"%PDF")
    assert json.loads(told.read_text("utf-8"))


def test_two_visits_of_the_list_are_compared(hand: Hand) -> None:
    folder = hand.window.visits.folder
    folder.mkdir(parents=True, exist_ok=True)
    paths = (
        write_visit(folder / "last-year.h5", healthy()),
        write_visit(folder / "today.h5", worn(365.0)),
    )
    page = compare(hand, paths)
    told = page.changes.words
    assert "joint 2" in told.lower()
    counted = hand.counted
    assert (counted.clicks, counted.typed) == (4, 0), "card, two visits, compare"
    hand.until(lambda: not hand.window._runner.is_busy)
