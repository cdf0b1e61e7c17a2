"""The pages that sweep for a payload, with a simulated robot: rows, coverage, the virtual flange."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QComboBox, QLineEdit, QTableView, QWidget

from app.arm.link_state import LinkState
from app.arm.procedure import Outcome
from app.arm.sweeping import MOVING_SHARE
from app.features.payload.progress_charts import CoverageChart
from app.features.payload.reference_page import EARLIER, MEASURE, MODEL, PayloadReferencePage
from app.features.payload.sweep_run import PayloadFound
from app.features.payload.sweeps_page import PayloadSweepsPage
from app.guide.page import Page
from app.look.tokens import TARGET_HEIGHT
from app.visit.payload import PayloadRun
from app.visit.steps import GuideName, Step, steps_of
from core.payload.settings import SweepKey
from tests.app import payload_examples, payload_plan_examples
from tests.app.payload_bench import PLAN, Sweeping, run, sweeping_bench, take
from tests.app.robot_bench import Bench
from tests.waiting import settle, wait_until

STATE = 1
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def sweeping(bench: Bench) -> Bench:
    return sweeping_bench(bench)


def column(page: Page, number: int) -> list[str]:
    model = page.sweeping.rows.model
    return [str(model.data(model.index(row, number))) for row in range(model.rowCount())]


# Measuring


def test_the_empty_arm_is_swept_and_followed(sweeping: Bench) -> None:
    page = sweeping.open(Step.PAYLOAD_REFERENCE)
    assert isinstance(page, PayloadReferencePage)
    assert page._sentence.text() == (
        "Joints 2 and 3 go out and back at 3.1 °/s, the flange held in 4 ways. "
        "Noise leaves mass ± 0.0030 kg, centre ± 0.56 mm."
    )
    assert column(page, 0) == ["Joint 2", "Joint 3"] * 4
    assert column(page, 3) == ["16 to 71 °", "0 to 55 °"] * 4
    assert not page.sweeping.flange.isVisible(), "nothing hangs there that has to go"
    assert not page.primary_enabled, "there is nothing to compare with yet"
    page.motion.held.emit(True)  # noqa: FBT003  # the signal's own argument
    wait_until(lambda: sweeping.link.state is LinkState.MOVING)
    assert not page.form.isEnabled()
    for place, words in (
        (0, "On the way to joint 2, wrist position 1 of 4"),
        (1, "Joint 2 goes out, wrist position 1 of 4"),
        (3, "Joint 2 comes back, wrist position 1 of 4"),
        (9, "Joint 2 goes out, wrist position 2 of 4"),
    ):
        sweeping.link.progressed.emit(MOVING_SHARE * (place + 0.5) / 32.0, "")
        assert page.run.moving.words == words
    assert column(page, STATE)[:4] == ["done", "done", "running now", "not yet"]
    sweeping.link.found.emit(payload_plan_examples.coverage(done=4))
    assert page.sweeping.coverage.done == (1, 2, 3, 4)
    assert page.sweeping.next_words == "Helps most next: joint 3, wrist position 4 of 4."
    assert page.sweeping.coverage.accessibleDescription() == (
        "4 of 16 sweeps done. Mass: usable. x: not measured yet. y: not measured yet. z: not measured yet."
    )
    sweeping.link.progressed.emit(0.97, "")
    assert page.run.moving.words == "Looking at the sweeps"
    sweeping.procedure.outcome = Outcome(
        "payload",
        ("payload-unloaded",),
        seconds=350.0,
        samples=43_000,
        found=PayloadFound(PLAN, payload_plan_examples.coverage(done=16)),
    )
    sweeping.procedure.finish.set()
    wait_until(lambda: not page.run.is_running)
    sweeping.quiet()
    assert "Now put the payload on" in page.motion.words
    assert page.sweeping.next_words == "Enough is measured."
    assert set(column(page, STATE)) == {"done"}
    take(sweeping, run("payload-unloaded", PayloadRun.UNLOADED))
    assert page.primary_enabled
    assert sweeping.window.journey.can_open(Step.PAYLOAD_SWEEPS)


def test_the_payload_is_swept_and_becomes_known_step_by_step(sweeping: Bench) -> None:
    take(sweeping, run("payload-unloaded", PayloadRun.UNLOADED))
    page = sweeping.open(Step.PAYLOAD_SWEEPS)
    assert isinstance(page, PayloadSweepsPage)
    assert not page.form.mode.isEnabled(), "the sweeps are those of the reference"
    assert not page.primary_enabled
    page.motion.held.emit(True)  # noqa: FBT003  # the signal's own argument
    wait_until(lambda: page.run.is_running)
    sweeping.link.progressed.emit(0.96, "")
    assert page.run.moving.words == "Working out the payload"
    part = replace(
        payload_examples.payload(), estimate=payload_examples.estimate(known=(True, False, False, False))
    )
    sweeping.link.found.emit(part)
    assert page.run.moving.words.replace("\u00a0", " ") == "2.413 ± 0.008 kg"
    found = payload_examples.payload()
    sweeping.procedure.outcome = Outcome(
        "payload", ("payload-loaded",), found=PayloadFound(PLAN, result=found)
    )
    sweeping.procedure.finish.set()
    wait_until(lambda: not page.run.is_running)
    sweeping.quiet()
    assert page.motion.words.replace("\u00a0", " ").startswith(
        "2.413 ± 0.008 kg, x 60 ± 1 mm, y −11 ± 1 mm, z 149 ± 2 mm"
    )
    assert page.only == ()


def test_what_a_stop_left_out_is_measured_next(sweeping: Bench) -> None:
    take(sweeping, run("payload-unloaded", PayloadRun.UNLOADED))
    page = sweeping.open(Step.PAYLOAD_SWEEPS)
    page.motion.held.emit(True)  # noqa: FBT003  # the signal's own argument
    wait_until(lambda: page.run.is_running)
    covered = payload_plan_examples.coverage(done=13)
    sweeping.procedure.outcome = Outcome(
        "payload",
        ("payload-loaded",),
        200.0,
        25_000,
        stopped=True,
        found=PayloadFound(PLAN, covered),
    )
    sweeping.procedure.finish.set()
    wait_until(lambda: not page.run.is_running)
    assert page.only == (14, 15, 16)
    assert "6 of 8 sweeps are kept; only the others come next." in page.motion.words
    sweeping.window.visit.opened.emit()
    assert page.only == (), "another visit has other sweeps"
    sweeping.quiet()


def test_single_sweeps_are_repeated_both_ways(sweeping: Bench) -> None:
    take(sweeping, run("payload-unloaded", PayloadRun.UNLOADED), key="payload-001")
    keys = (SweepKey("payload-loaded", 2, 3), SweepKey("payload-loaded", 1, 4))
    sweeping.window.pages[Step.PAYLOAD].repeat_asked.emit(keys)
    page = sweeping.window.pages[Step.PAYLOAD_SWEEPS]
    assert sweeping.window.step is Step.PAYLOAD_SWEEPS
    assert page.only == (11, 12, 13, 14)  # type: ignore[attr-defined]
    assert page.primary_enabled, "there is a payload to go back to"


# The flange of the virtual robot


def test_a_payload_is_hung_on_the_virtual_robot_without_typing(sweeping: Bench) -> None:
    take(sweeping, run("payload-unloaded", PayloadRun.UNLOADED))
    page = sweeping.open(Step.PAYLOAD_SWEEPS)
    flange = page.sweeping.flange
    assert flange.isVisible()
    assert flange.state.accessibleName() == "Nothing hangs on the virtual robot."
    sweeping.qtbot.mouseClick(flange.button, LEFT)
    wait_until(lambda: bool(flange.hung_mass))
    hung = sweeping.session.hung
    assert hung is not None
    assert (hung.mass, hung.center) == (2.4, pytest.approx((0.04, 0.03, 0.08)))
    words = "2.40 kg hang on the virtual robot."
    wait_until(lambda: flange.state.accessibleName() == words)
    wait_until(lambda: page.form.payload_mass == 2.4)
    wait_until(lambda: page.run.is_prepared)
    assert page.run._prepared.stop_count == sweeping.session.safe.stop_count, "looked at with the payload on"

    flange.mass.show_text("5.3 lb")
    flange.center.show_text("0 0 2,5 mm")
    sweeping.qtbot.mouseClick(flange.button, LEFT)
    wait_until(lambda: flange.hung_mass != 2.4)
    assert sweeping.session.hung.mass == pytest.approx(2.404, abs=1e-3)
    assert sweeping.session.hung.center == pytest.approx((0.0, 0.0, 0.0025))
    flange.center.show_text("0 0")
    assert not flange.button.isEnabled()
    sweeping.quiet()

    reference = sweeping.window.pages[Step.PAYLOAD_REFERENCE]
    sweeping.open(Step.PAYLOAD_REFERENCE)
    flange = reference.sweeping.flange  # type: ignore[attr-defined]
    assert flange.isVisible()
    assert not flange.mass.isVisible()
    sweeping.qtbot.mouseClick(flange.button, LEFT)
    wait_until(lambda: not flange.isVisible())
    assert flange.hung_mass == 0.0
    wait_until(lambda: reference.run.is_prepared)  # type: ignore[attr-defined]


def test_a_real_arm_has_no_flange_to_hang_things_on(real_arm: Bench) -> None:
    procedure = Sweeping()
    real_arm.window.pages[Step.PAYLOAD_SWEEPS].run.make_procedure = lambda: procedure
    real_arm.connect()
    page = real_arm.window.pages[Step.PAYLOAD_SWEEPS]
    real_arm.window.open_step(Step.PAYLOAD_SWEEPS)
    assert not page.sweeping.flange.isVisible()  # type: ignore[attr-defined]
    real_arm.quiet()


# All views


def test_names_and_targets(sweeping: Bench) -> None:
    take(sweeping, run("payload-unloaded", PayloadRun.UNLOADED), key="payload-001")
    for step in steps_of(GuideName.PAYLOAD)[1:3]:
        page = sweeping.open(step)
        views = page.views if isinstance(page, PayloadReferencePage) else None
        for view in (MEASURE,) if views is None else (MEASURE, EARLIER, MODEL):
            if views is not None:
                views.show(view)
            controls = [
                widget
                for widget in page.findChildren(QWidget)
                if isinstance(widget, (QAbstractButton, QComboBox, QTableView, QLineEdit, CoverageChart))
                and widget.isVisible()
                and not isinstance(widget.parent(), QTableView)
            ]
            assert [widget for widget in controls if not widget.accessibleName()] == []
            small = [
                widget.accessibleName()
                for widget in controls
                if isinstance(widget, QAbstractButton | QComboBox | QLineEdit)
                and widget.height() < TARGET_HEIGHT
            ]
            assert small == []


def test_sweeps_are_followed(sweeping: Bench) -> None:
    link = sweeping.link
    take(sweeping, run("payload-unloaded", PayloadRun.UNLOADED))
    page = sweeping.open(Step.PAYLOAD_REFERENCE)
    for view in (EARLIER, MODEL, MEASURE):
        page.views.tabs.press(view)
        settle()
    page.motion.held.emit(True)  # noqa: FBT003  # the signal's own argument
    wait_until(lambda: link.state is LinkState.MOVING)
    for place in range(16):
        link.progressed.emit(MOVING_SHARE * (place + 0.5) / 16.0, "")
        link.found.emit(payload_plan_examples.coverage(done=place + 1))
        settle()
    sweeping.procedure.finish.set()
    wait_until(lambda: not page.run.is_running)
    sweeping.quiet()
