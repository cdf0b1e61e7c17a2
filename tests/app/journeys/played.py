"""The journeys themselves, from the start screen on, for the test suite and for the campaign.

Each takes a hand and leaves what it did to be looked at in the window; none of them types anything.
"""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QPoint

from app.arm.link_state import LinkState
from app.features.comparison.page import ComparePage
from app.features.friction.page import SHORT
from app.features.twist.page import TwistPage
from app.guide.page import Page
from app.shell.visits_page import VisitsPage
from app.shell.window import Window
from app.visit.steps import GuideName, Step
from core.identification.gains.result import DriveGains
from core.identification.verification_result import VerifiedMotion
from core.payload.plan import PayloadMode
from core.payload.result import PayloadEstimate
from devices.virtual.settings import Pace
from tests.app.journeys.hand import Hand, press_step

_TICK = QPoint(20, 20)
"""In a row of the list of visits, from its upper left corner."""


def somebody_worked_here(window: Window, controller: str) -> None:
    """This controller was connected last, and the virtual one goes as fast as the computer calculates."""
    settings = window._settings
    settings.update(replace(settings.current, last_controller=controller, goes_by_itself=True))
    window.on_robot.connect_page.tick.setChecked(True)
    window.on_robot.choice.pace = Pace.FAST


def set_short(window: Window) -> None:
    """All that is measured is measured, as shortly as still makes sense; set before, not by the hand."""
    pages = window.pages
    form = pages[Step.FRICTION].form
    form.form.choose(SHORT)
    form.form.picked.emit()
    form.joints.show_text("2")
    form.speeds.show_text("4")
    form.poses.show_text("1")
    pages[Step.LOAD_STEPS].form.joints.show_text("2")
    pages[Step.LOAD_STEPS].form.seconds.show_text("14 s")
    pages[Step.PLAN].form.seconds.press(0)
    pages[Step.PLAN].form.period.show_text(
        "8 s"
    )  # a shorter motion leaves offset and gravity of joint 2 mixed
    pages[Step.EXCITE].form.cycles.show_text("2")
    for motion, tick in pages[Step.VERIFY].form.ticks.items():
        tick.setChecked(motion is VerifiedMotion.EXCITATION)


def commission(hand: Hand) -> None:
    """From the start screen to the written report, held wherever it waits."""
    window = hand.window
    hand.click(window.start_page.robot_card)
    hand.connect()
    hand.go_on("Start")
    hand.go_through()


def read_the_gears(hand: Hand) -> TwistPage:
    """Go to what the twist of the gears says."""
    page = hand.window.pages[Step.TWIST]
    assert isinstance(page, TwistPage)
    press_step(hand.window, Step.TWIST, hand.click)
    hand.until(lambda: page.shows_result)
    return page


def compare(hand: Hand, visits: Sequence[Path]) -> ComparePage:
    """From the start screen to what changed between visits, picked from the list of all."""
    window = hand.window
    hand.click(window.start_page.visits_button)
    listed, page = window.pages[Step.VISITS], window.pages[Step.COMPARE]
    assert isinstance(listed, VisitsPage)
    assert isinstance(page, ComparePage)
    model = listed.list.rows_model
    for path in visits:
        wanted = str(path.resolve())
        hand.until(lambda wanted=wanted: model.row_of(wanted) >= 0)
        place = listed.list.visualRect(model.index(model.row_of(wanted)))
        hand.click_at(listed.list.viewport(), place.topLeft() + _TICK)
    hand.go_on()
    hand.until(lambda: page.found is not None)
    return page


def check_payload(hand: Hand, *, mode: PayloadMode | None = None) -> None:
    """From the start screen to the written report; the payload is hung on the virtual arm in between."""
    window = hand.window
    pages = window.pages
    hand.click(window.start_page.payload_card)
    assert hand.is_at(Step.CONNECT)
    assert window.guide is GuideName.PAYLOAD
    hand.go_on("Connect")
    hand.until(lambda: window.link.state is LinkState.READY)
    hand.go_on("Next")
    reference = pages[Step.PAYLOAD_REFERENCE]
    if mode is not None:
        hand.pick(reference.form.mode, mode)
        hand.until(lambda: not reference.run.is_prepared)
    measure(hand, reference)
    hand.go_on()
    weigh_on(hand)


def weigh_on(hand: Hand) -> None:
    """From the page of the sweeps with the payload to the written report; there is a reference."""
    window = hand.window
    sweeps = window.pages[Step.PAYLOAD_SWEEPS]
    assert hand.is_at(Step.PAYLOAD_SWEEPS)
    hand.click(sweeps.sweeping.flange.button)
    hand.until(lambda: bool(sweeps.sweeping.flange.hung_mass) and bool(sweeps.form.payload_mass))
    measure(hand, sweeps)
    hand.go_on()
    assert hand.is_at(Step.PAYLOAD)
    hand.go_on()
    assert hand.is_at(Step.PAYLOAD_REPORT)
    hand.go_on()
    hand.until(lambda: window.visit.has_payload_report)


def gains_and_payload(hand: Hand) -> tuple[DriveGains, PayloadEstimate]:
    """Find drive gains and a payload from the two runs of the open visit, use both, compare the methods."""
    window = hand.window
    hand.until(lambda: Step.GAINS in window.rail.buttons)  # a visit's pages come a turn after the visit
    press_step(window, Step.GAINS, hand.click)
    gains = window.pages[Step.GAINS]
    hand.go_on("Find the gains")
    hand.until(lambda: gains.calculation.shows_result)
    hand.click(gains.result.use_button)
    press_step(window, Step.PAYLOAD_METHODS, hand.click)
    methods = window.pages[Step.PAYLOAD_METHODS]
    hand.go_on("Work out the payload")
    hand.until(lambda: methods.calculation.shows_result)
    hand.click(methods.compare_button)
    hand.until(lambda: methods.result.compared is not None and not window.visit.is_busy)
    return gains.result.found, methods.result.found.estimate


def measure(hand: Hand, page: Page) -> None:
    """Hold until the arm begins, and wait until it is done."""
    hand.hold(page)
    hand.until(lambda: not page.run.is_running)
