"""The guide goes on by itself: what it begins, what it waits for, and what makes it stay."""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt

from app.arm.procedure import Outcome
from app.guide.primary_action import Stage
from app.jobs.messages import MessageBus
from app.visit.recordings import StoredCheck
from app.visit.steps import GuideName, Step
from core.workflow import Made, Outside, Product
from devices.capabilities import MotionKind
from devices.controller import Lifecycle
from devices.errors import RobotStateError
from tests.app import fake_robot
from tests.app.journeys.hand import press_step
from tests.app.robot_bench import Bench
from tests.waiting import settle, wait_until

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def led(bench: Bench) -> Iterator[Bench]:
    """Connected, on the first page of the commissioning, with the tick set."""
    bench.session.capabilities = replace(
        bench.session.capabilities,
        motions=frozenset({MotionKind.JOG, MotionKind.POINT_TO_POINT, MotionKind.TRAJECTORY}),
    )
    bench.window.guide = GuideName.ON_ROBOT
    bench.window.open_step(Step.CONNECT)
    bench.connect()
    bench.robot.connect_page.tick.setChecked(True)
    bench.procedure.name = "check"
    return bench


def start(bench: Bench) -> None:
    """Press *Start*, and wait for the preview of the check."""
    bench.qtbot.mouseClick(bench.window.footer.primary_button, LEFT)
    wait_until(lambda: bench.window.step is Step.CHECK and bench.window.pages[Step.CHECK].run.is_prepared)
    wait_until(lambda: bench.window.footer.place.startswith("Waiting for you"))


def hold(bench: Bench, outcome: Outcome | None) -> None:
    """Hold, and let it end as it does."""
    page = bench.window.pages[Step.CHECK]
    bench.procedure.outcome = outcome
    bench.procedure.finish.set()
    page.motion.hold.held.emit()
    wait_until(lambda: not page.motion.is_before and not page.run.is_running)
    bench.quiet()


def checked(*, fault: bool = False) -> Outcome:
    found = StoredCheck(fake_robot.check(fault=fault), "2026-01-01T10:00:00+00:00")
    return Outcome("check", recordings=("check",), found=found)


CHECKED = {Product.CHECK: Made("check", {Outside.POWER_ON: "first"})}


def in_the_visit(bench: Bench) -> None:
    """What the worker would have read out of the file after a check."""
    visit = bench.window.visit
    assert visit.summary is not None
    visit.summary = replace(visit.summary, products={**visit.summary.products, **CHECKED})
    visit.changed.emit()


def test_the_tick_is_remembered_and_names_the_button(led: Bench, store) -> None:
    page = led.robot.connect_page
    assert led.window.footer.primary_button.text() == "Start"
    assert store.current.goes_by_itself
    page.tick.setChecked(False)
    assert led.window.footer.primary_button.text() == "Next"
    assert not store.current.goes_by_itself
    led.qtbot.mouseClick(led.window.footer.primary_button, LEFT)
    assert led.window.step is Step.CHECK
    assert not led.window.going_on.is_going
    assert led.window.footer.by_itself_button.text() == "Go on by itself"


def test_nothing_moves_before_somebody_holds(led: Bench) -> None:
    start(led)
    settle()
    assert not led.procedure.confirmed, "it waits, however long that takes"
    assert led.session.controller.status.lifecycle is Lifecycle.CONNECTED
    assert led.window.going_on.is_going
    assert led.window.footer.by_itself_button.text() == "Stop after this step"


def test_a_check_that_is_good_leads_on_once_the_visit_has_it(led: Bench) -> None:
    start(led)
    hold(led, checked())
    settle()
    assert led.window.step is Step.CHECK, "the file is not read yet"
    led.procedure.name = "friction"
    in_the_visit(led)
    wait_until(lambda: led.window.step is Step.FRICTION)
    wait_until(lambda: led.window.pages[Step.FRICTION].run.is_prepared)
    assert led.window.footer.place.startswith("Waiting for you: look at the cell")
    assert len(led.procedure.confirmed) == 1


def test_a_verdict_that_is_poor_has_to_be_decided_on(led: Bench) -> None:
    start(led)
    hold(led, checked(fault=True))
    in_the_visit(led)
    wait_until(lambda: not led.window.going_on.is_going)
    assert led.window.step is Step.CHECK
    assert "some encoders do not count as they should" in led.window.banner.text
    assert "press “Go on by itself”" in led.window.banner.text
    led.procedure.name = "friction"
    led.qtbot.mouseClick(led.window.footer.by_itself_button, LEFT)
    wait_until(lambda: led.window.step is Step.FRICTION)
    assert led.window.going_on.is_going


def test_what_ended_early_is_looked_at_again_and_waits_again(led: Bench) -> None:
    start(led)
    error = RobotStateError("following-error", joint="joint_2", error=0.02, limit=0.01)
    hold(led, Outcome("check", error=error))
    wait_until(lambda: not led.window.going_on.is_going)
    assert led.window.step is Step.CHECK
    led.qtbot.mouseClick(led.window.footer.by_itself_button, LEFT)
    wait_until(lambda: led.window.pages[Step.CHECK].run.is_prepared)
    wait_until(lambda: led.window.footer.place.startswith("Waiting for you"))
    assert len(led.procedure.confirmed) == 1, "nothing starts anew without a hand"


def test_stop_ends_it_and_one_button_goes_on(led: Bench) -> None:
    start(led)
    led.window.top_bar.stop.click()
    assert not led.window.going_on.is_going
    wait_until(lambda: not led.window.pages[Step.CHECK].run.is_prepared)
    led.qtbot.mouseClick(led.window.footer.by_itself_button, LEFT)
    wait_until(lambda: led.window.pages[Step.CHECK].run.is_prepared)
    assert led.window.going_on.is_going
    assert not led.procedure.confirmed


def test_turning_a_page_by_hand_ends_it(led: Bench) -> None:
    start(led)
    press_step(led.window, Step.PLAN)
    assert led.window.step is Step.PLAN
    assert not led.window.going_on.is_going
    settle()
    assert led.window.step is Step.PLAN


def test_pressing_next_by_hand_ends_it(led: Bench) -> None:
    start(led)
    led.qtbot.mouseClick(led.window.footer.primary_button, LEFT)
    assert led.window.step is Step.FRICTION
    assert not led.window.going_on.is_going


def test_an_error_that_is_shown_ends_it(led: Bench) -> None:
    start(led)
    bus: MessageBus = led.window.bus
    bus.show_error(OSError(28, "No space left on device"))
    assert not led.window.going_on.is_going
    assert "no longer go on" not in led.window.banner.text, "the error is what has to be read"


def test_a_controller_without_trajectories_is_left_at_recording(led: Bench) -> None:
    led.session.capabilities = replace(
        led.session.capabilities, motions=frozenset({MotionKind.JOG, MotionKind.POINT_TO_POINT})
    )
    start(led)
    visit = led.window.visit
    assert visit.summary is not None
    loaded = replace(visit.recordings[0], label="load-steps", is_load_steps=True)
    known = {Product.FRICTION: Made("sweeps"), **CHECKED}
    visit.summary = replace(visit.summary, recordings=(loaded,), products=known)
    visit.choose(replace(visit.choice, fit=(), validate=()))
    led.window.going_on.pause(is_known=True)
    led.qtbot.mouseClick(led.window.footer.by_itself_button, LEFT)
    wait_until(lambda: led.window.step is Step.RECORD)
    assert not led.window.going_on.is_going
    assert "needs a choice" in led.window.banner.text


def test_a_result_by_its_page_says_whether_it_will_do(window_with_result) -> None:
    pages = window_with_result.pages
    assert pages[Step.IDENTIFY].by_itself.stage in {Stage.DONE, Stage.READY}
    assert pages[Step.RESULTS].by_itself.stage in {Stage.DONE, Stage.DECIDE}
    assert pages[Step.REPORT].by_itself.stage is Stage.READY, "it is written anew, whatever there is"


def test_the_first_page_tells_the_time_of_what_will_really_be_run(led: Bench) -> None:
    alone = led.window.footer.place
    led.robot.connect_page.tick.setChecked(False)
    by_hand = led.window.footer.place
    minutes = [int(words.split("About ")[1].split()[0]) for words in (alone, by_hand)]
    assert minutes[0] == round(led.window.going_on.seconds_ahead / 60.0)
    assert minutes[0] > minutes[1], "by hand the optional steps are not called for"
