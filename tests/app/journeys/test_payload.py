"""A payload checked on a virtual closed controller, in the real window, from the start screen to the report.

Nothing is typed. Clicks are counted, and the minutes that the arm would have taken are kept. Two of
the clicks choose the quick way; without them it is the thorough one, twice 5.8 minutes of the robot.
Speed and range of the sweeps are set before; the campaign ``journeys`` sweeps for as long as usual.
"""

import json
import logging

import numpy as np
import pytest

from app.guide.page import Page
from app.shell.window import Window
from app.visit.steps import GuideName, Step, steps_of
from core.payload.plan import PayloadMode
from core.payload.result import PAYLOAD, PayloadResult, ReferenceKind
from core.quality import Verdict
from core.storage.visit import Visit
from core.workflow import StepState
from tests.app.journeys.hand import Hand
from tests.app.journeys.played import check_payload, somebody_worked_here

log = logging.getLogger(__name__)

CONTROLLER = "virtual:ec66?kind=closed"
MASS, CENTER = 2.4, np.array([0.04, 0.03, 0.08])
CLICKS = 12
"""Card, connect, next, quick (two), hold, next, hang, hold, next, next, write the report."""
SWEEP_SPEED, SWEEP_WIDTH = "12 °/s", "20°"
"""Less than half of the time of a usual quick measurement."""
STANDING_S = 5.0
"""Of one run beside the planned time: standing before and after each motion."""
FARTHEST_STDS = 3.5
pytestmark = pytest.mark.usefixtures("patient_silence_watch")


@pytest.fixture
def hand(window: Window) -> Hand:
    """Of a person who worked with this controller before."""
    somebody_worked_here(window, CONTROLLER)
    return Hand(window)


def test_a_payload_is_checked_from_the_start_screen_to_the_report(hand: Hand) -> None:
    window = hand.window
    visit, pages = window.visit, window.pages
    reference, sweeps, said = pages[Step.PAYLOAD_REFERENCE], pages[Step.PAYLOAD_SWEEPS], set[str]()
    reference.form.sweep_speed.show_text(SWEEP_SPEED)
    reference.form.sweep_width.show_text(SWEEP_WIDTH)
    window.link.progressed.connect(
        lambda *_: said.update(page.run.moving.words for page in (reference, sweeps))
    )
    swept = reference.sweeping
    reference.run.outcome_arrived.connect(lambda _: said.update((reference.motion.words, swept.next_words)))
    check_payload(hand, mode=PayloadMode.QUICK)

    assert any("payload-unloaded" in words for words in said), window.banner.text
    assert "Enough is measured." in said
    assert sweeps.form.payload_mass == MASS
    plan = sweeps.sweeping.plan
    assert plan is not None
    assert plan.settings.mode is PayloadMode.QUICK, "those of the reference"
    done = sweeps.sweeping.coverage.done
    assert done == tuple(sweep.number for sweep in plan.sweeps), window.banner.text
    assert any(words.startswith("Joint 3 comes back") for words in said)
    counted = hand.finished()
    assert (counted.clicks, counted.holds, counted.typed) == (CLICKS, 2, 0)
    _check_guide(window)
    found = _check_visit(window, planned_s=plan.seconds)
    minutes = [recording.duration / 60.0 for recording in visit.recordings if recording.is_payload]
    log.info(
        "%d clicks, %.1f + %.1f robot minutes, %+.4f kg",
        counted.clicks,
        *minutes,
        found.estimate.mass - MASS,
    )
    hand.leave()


def _check_guide(window: Window) -> None:
    """Everything is done, and none of it is out of date."""
    states = {step: window.journey.state(step) for step in steps_of(GuideName.PAYLOAD)}
    assert states == dict.fromkeys(states, StepState.DONE)
    page = window.pages[Step.PAYLOAD_REPORT]
    assert isinstance(page, Page)
    pdf = next(file for file in window.visit.payloads.report_files if file.suffix == ".pdf")
    told = json.loads(pdf.with_suffix(".json").read_text("utf-8"))
    assert pdf.read_bytes().startswith(b"%PDF")
    assert "mass" in json.dumps(told)


def _check_visit(window: Window, *, planned_s: float) -> PayloadResult:
    """What the file holds is what hung there, within its own doubt."""
    with Visit.open(window.visit.path, recover=False) as visit:
        assert visit.labels == ("payload-unloaded", "payload-loaded")
        found = visit.result(visit.results(PAYLOAD)[-1].key, PayloadResult)
        durations = [visit.recording(label).duration for label in visit.labels]
    assert max(durations) <= planned_s + STANDING_S
    assert found.reference is not None
    assert found.reference.kind is ReferenceKind.THIS_VISIT
    told = found.estimate
    assert abs(told.mass - MASS) <= FARTHEST_STDS * told.mass_std
    assert np.all(np.abs(told.center_of_mass - CENTER) <= FARTHEST_STDS * told.center_of_mass_std)
    assert told.judgement.verdict in {Verdict.GOOD, Verdict.USABLE}
    assert not window.visit.choice.fit, "two joints alone make no model"
    return found
