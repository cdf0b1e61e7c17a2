"""The empty arm stopped after some sweeps and gone on; then the payload, whose mass is shown meanwhile."""

import pytest

from app.arm.link_state import LinkState
from app.features.payload.sweeps_page import Sweeping
from app.guide.primary_action import Meaning
from app.shell.window import Window
from app.visit.steps import Step
from core.payload.plan import PayloadMode
from tests.app.journeys.hand import Hand
from tests.app.journeys.played import somebody_worked_here

CONTROLLER = "virtual:ec66?kind=closed"
MASS = 2.4
SWEEP_SPEED, SWEEP_WIDTH = "12 °/s", "20°"
ROWS = 8
pytestmark = pytest.mark.usefixtures("patient_silence_watch")


def _rows_done(sweeping: Sweeping) -> int:
    return sweeping.run.moving.cells.steps.done


@pytest.mark.thorough
def test_a_stopped_empty_arm_goes_on_and_the_mass_is_shown_while_it_is_weighed(window: Window) -> None:
    somebody_worked_here(window, CONTROLLER)
    hand, pages = Hand(window), window.pages
    reference, sweeps = pages[Step.PAYLOAD_REFERENCE], pages[Step.PAYLOAD_SWEEPS]
    reference.form.sweep_speed.show_text(SWEEP_SPEED)
    reference.form.sweep_width.show_text(SWEEP_WIDTH)
    hand.click(window.start_page.payload_card)
    hand.go_on("Connect")
    hand.until(lambda: window.link.state is LinkState.READY)
    hand.go_on("Next")
    hand.pick(reference.form.mode, PayloadMode.QUICK)
    hand.until(lambda: not reference.run.is_prepared)
    hand.hold(reference)
    empty = reference.sweeping
    hand.until(lambda: len(empty.coverage.done) >= 4)
    window.top_bar.stop.click()
    hand.until(lambda: not reference.run.is_running)
    kept = len(empty.plan.sweeps) - len(empty.only)
    assert 4 <= kept < len(empty.plan.sweeps)
    hand.until(lambda: reference.run.is_prepared)
    shown = reference.primary_now(is_undone=True)
    assert (shown.meaning, shown.text) == (Meaning.HOLD, "Hold 1 s to go on")
    assert "sweeps are kept" in reference.motion.words
    hand.hold(reference)
    assert empty.run.moving.cells.steps.count == ROWS
    assert _rows_done(empty) >= 2, "those before the stop"
    hand.until(lambda: not reference.run.is_running)
    assert not empty.only
    hand.go_on()
    hand.click(sweeps.sweeping.flange.button)
    hand.until(lambda: bool(sweeps.sweeping.flange.hung_mass) and bool(sweeps.form.payload_mass))
    hand.hold(sweeps)
    view = sweeps.run.moving
    assert view.number_words.startswith("Mass so far –")
    seen: list[float] = []
    window.link.found.connect(lambda _found: seen.extend(mass for _, mass, _ in sweeps.sweeping.band.masses))
    hand.until(lambda: not sweeps.run.is_running)
    assert seen, "no mass was shown before the end"
    assert abs(seen[-1] - MASS) < 0.5
    assert view.number_words.startswith("Mass so far 2.")
    assert "±" in view.number_words
    hand.until(lambda: sweeps.primary_now(is_undone=False).text == "Show the payload")
    hand.leave()
