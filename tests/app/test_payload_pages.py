"""The pages that sweep for a payload, with a robot that does as it is told: reference, sweeps, coverage."""

import gc
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QComboBox, QLineEdit, QTableView, QWidget

from app.arm.link_state import LinkState
from app.arm.procedure import Outcome, PlannedMotion, Prepared
from app.arm.staged import APPROACH
from app.arm.sweeping import MOVING_SHARE
from app.features.payload.analysis import analyse_again
from app.features.payload.coverage_chart import CoverageChart
from app.features.payload.form import PayloadForm
from app.features.payload.found import PayloadFound
from app.features.payload.measure_words import age_words, note_sentences, plan_sentence
from app.features.payload.plans import PlanSource
from app.features.payload.procedure import PreparedPayload
from app.features.payload.reference_page import EARLIER, MEASURE, MODEL, PayloadReferencePage
from app.features.payload.sweep_plans import StagedPayload
from app.features.payload.sweeps_page import PayloadSweepsPage
from app.features.payload.under_way import PayloadUnderWay
from app.guide.page import Page
from app.health.memory import set_aside_what_stays
from app.look.tokens import TARGET_HEIGHT
from app.visit.payload_reference import (
    OfferedReference,
    ReferenceChoice,
    keep_reference,
    look_at_earlier_visit,
    measured_in,
    reference_of,
    reference_revision,
    stored_choice,
)
from app.visit.payload_runs import PAYLOAD_RUN, PAYLOAD_SWEEP, SWEEP_DONE, PayloadRun, RecordedRun, run_facts
from app.visit.steps import GuideName, Step, steps_of
from app.visit.tasks import open_visit
from core.errors import BadRequest
from core.monitor import NullMonitor
from core.payload.plan import PayloadMode
from core.payload.result import PAYLOAD, ReferenceKind
from core.payload.settings import KnownLoad, SweepKey
from core.quality import Verdict
from core.recording import Event, Origin, Quantity
from core.robot.library import load_robot
from core.robot.toml_format import write_toml
from core.storage.visit import Visit
from core.workflow import Made, Product, StepState
from tests.app import examples, fake_robot, payload_examples, payload_plan_examples
from tests.app.event_loop import BLOCK_LIMIT_S, EventLoopWatch
from tests.app.plan_examples import answer, asked, refuse, task_of
from tests.app.robot_bench import SOON_MS, Bench
from tests.core.storage.recordings_examples import example_recording

PLAN = payload_plan_examples.plan()
SERIAL = "4711"
STATE = 1
LEFT = Qt.MouseButton.LeftButton


class Sweeping(fake_robot.FakeProcedure):
    """Prepares that plan: a way and a sweep for each."""

    before = None

    def prepare(self, session: fake_robot.FakeSession, monitor: object) -> Prepared:
        made = replace(fake_robot.preview(), duration=10.0, stop_count=session.safe.stop_count)
        motions: list[PlannedMotion] = []
        for sweep in PLAN.sweeps:
            facts = {"joint": sweep.joint, "orientation": sweep.orientation, "way": sweep.way}
            motions.append(PlannedMotion(APPROACH, made, {"move": 1}))
            motions.append(PlannedMotion(PAYLOAD_SWEEP, made, {**facts, "number": sweep.number}))
        staged = StagedPayload(PLAN, PlanSource.PLANNED, (), self.before)
        count, connection = session.safe.stop_count, session.connection_count
        return PreparedPayload(self.name, tuple(motions), 340.0, connection, count, staged=staged)


@pytest.fixture
def sweeping(bench: Bench) -> Bench:
    """A bench on the way to a payload."""
    bench.window.open_step(Step.PAYLOAD)
    procedure = Sweeping()
    bench.procedure = procedure
    for page in (bench.window.pages[Step.PAYLOAD_REFERENCE], bench.window.pages[Step.PAYLOAD_SWEEPS]):
        page.run.make_procedure = lambda: procedure
    bench.connect()
    return bench


def run(label: str, load: PayloadRun, *, plan: str = "payload-plan-001", **more: object) -> RecordedRun:
    done = tuple(sweep.number for sweep in PLAN.sweeps)
    return RecordedRun(label, load, plan, done, serial=SERIAL, **more)  # type: ignore[arg-type]


def payload_made(key: str) -> Made:
    reference = reference_revision(payload_examples.payload().reference)
    return Made(key, {Product.PAYLOAD_REFERENCE: reference})


def take(bench: Bench, *runs: RecordedRun, chosen: ReferenceChoice | None = None, key: str = "") -> None:
    """A visit that holds these sweeps, and a payload found in them where it has a key."""
    summary = replace(
        examples.visit_summary(str(bench.folder / "cell-4.h5")),
        payload_runs=runs,
        chosen_reference=chosen,
        products={Product.PAYLOAD: payload_made(key)} if key else {},
    )
    visit = bench.window.visit
    visit.payloads.take(payload_examples.payload() if key else None, PLAN)
    visit.summary = summary
    visit.changed.emit()


def column(page: Page, number: int) -> list[str]:
    model = page.sweeping.rows.model
    return [str(model.data(model.index(row, number))) for row in range(model.rowCount())]


# Measuring


def test_the_empty_arm_is_swept_and_followed(sweeping: Bench) -> None:
    page = sweeping.open(Step.PAYLOAD_REFERENCE)
    assert isinstance(page, PayloadReferencePage)
    assert page._sentence.text() == (
        "Joints 2 and 3 go there and back at 3.1 °/s, the flange held in 4 ways. "
        "Noise leaves mass ± 0.0015 kg, centre ± 0.28 mm."
    )
    assert column(page, 0) == ["Joint 2", "Joint 3"] * 4
    assert column(page, 3) == ["16 to 71 °", "0 to 55 °"] * 4
    assert not page.sweeping.flange.isVisible(), "nothing hangs there that has to go"
    assert not page.primary_enabled, "there is nothing to compare with yet"
    page.motion.held.emit(True)  # noqa: FBT003  # the signal's own argument
    sweeping.qtbot.waitUntil(lambda: sweeping.link.state is LinkState.MOVING, timeout=SOON_MS)
    assert not page.form.isEnabled()
    for place, words in (
        (0, "On the way to joint 2, x along"),
        (1, "Joint 2 goes there, x along"),
        (3, "Joint 2 comes back, x along"),
        (9, "Joint 2 goes there, y along"),
    ):
        sweeping.link.progressed.emit(MOVING_SHARE * (place + 0.5) / 32.0, "")
        assert page.motion.words == words
    assert column(page, STATE)[:4] == ["done", "done", "running now", "not yet"]
    sweeping.link.found.emit(payload_plan_examples.coverage(done=4))
    assert page.sweeping.coverage.done == (1, 2, 3, 4)
    assert page.sweeping.next_words == "Helps most next: joint 3, z along, turned."
    assert page.sweeping.coverage.accessibleDescription() == (
        "4 of 16 sweeps done. Mass: usable. x: repeat. y: repeat. z: repeat."
    )
    sweeping.link.progressed.emit(0.97, "")
    assert page.motion.words == "Looking at the sweeps"
    sweeping.procedure.outcome = Outcome(
        "payload",
        ("payload-unloaded",),
        seconds=350.0,
        samples=43_000,
        found=PayloadFound(PLAN, payload_plan_examples.coverage(done=16)),
    )
    sweeping.procedure.finish.set()
    sweeping.qtbot.waitUntil(lambda: not page.run.is_running, timeout=SOON_MS)
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
    sweeping.qtbot.waitUntil(lambda: page.run.is_running, timeout=SOON_MS)
    sweeping.link.progressed.emit(0.96, "")
    assert page.motion.words == "Working out the payload"
    part = replace(
        payload_examples.payload(), estimate=payload_examples.estimate(known=(True, False, False, False))
    )
    sweeping.link.found.emit(part)
    assert page.motion.words.replace("\u00a0", " ") == "2.413 ± 0.004 kg"
    found = payload_examples.payload()
    sweeping.procedure.outcome = Outcome(
        "payload", ("payload-loaded",), found=PayloadFound(PLAN, result=found)
    )
    sweeping.procedure.finish.set()
    sweeping.qtbot.waitUntil(lambda: not page.run.is_running, timeout=SOON_MS)
    sweeping.quiet()
    assert page.motion.words.replace("\u00a0", " ").startswith(
        "2.413 ± 0.004 kg, x 60.2 ± 0.6 mm, y −11.4 ± 0.7 mm, z 149 ± 1 mm"
    )
    assert page.only == ()


def test_what_a_stop_left_out_is_measured_next(sweeping: Bench) -> None:
    take(sweeping, run("payload-unloaded", PayloadRun.UNLOADED))
    page = sweeping.open(Step.PAYLOAD_SWEEPS)
    page.motion.held.emit(True)  # noqa: FBT003  # the signal's own argument
    sweeping.qtbot.waitUntil(lambda: page.run.is_running, timeout=SOON_MS)
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
    sweeping.qtbot.waitUntil(lambda: not page.run.is_running, timeout=SOON_MS)
    assert page.only == (14, 15, 16)
    assert "3 sweeps are missing; only those are measured next." in page.motion.words
    sweeping.window.visit.opened.emit()
    assert page.only == (), "another visit has other sweeps"


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
    sweeping.qtbot.waitUntil(lambda: bool(flange.hung_mass), timeout=SOON_MS)
    hung = sweeping.session.hung
    assert hung is not None
    assert (hung.mass, hung.center) == (2.4, pytest.approx((0.04, 0.03, 0.08)))
    assert flange.state.accessibleName() == "2.40 kg hang on the virtual robot."
    sweeping.qtbot.waitUntil(lambda: page.form.payload_mass == 2.4, timeout=SOON_MS)
    sweeping.qtbot.waitUntil(lambda: page.run.is_prepared, timeout=SOON_MS)
    assert page.run._prepared.stop_count == sweeping.session.safe.stop_count, "looked at with the payload on"

    flange.mass.show_text("5.3 lb")
    flange.center.show_text("0 0 2,5 mm")
    sweeping.qtbot.mouseClick(flange.button, LEFT)
    sweeping.qtbot.waitUntil(lambda: flange.hung_mass != 2.4, timeout=SOON_MS)
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
    sweeping.qtbot.waitUntil(lambda: not flange.isVisible(), timeout=SOON_MS)
    assert flange.hung_mass == 0.0
    sweeping.qtbot.waitUntil(lambda: reference.run.is_prepared, timeout=SOON_MS)  # type: ignore[attr-defined]


def test_a_real_arm_has_no_flange_to_hang_things_on(real_arm: Bench) -> None:
    procedure = Sweeping()
    real_arm.window.pages[Step.PAYLOAD_SWEEPS].run.make_procedure = lambda: procedure
    real_arm.connect()
    page = real_arm.window.pages[Step.PAYLOAD_SWEEPS]
    real_arm.window.open_step(Step.PAYLOAD_SWEEPS)
    assert not page.sweeping.flange.isVisible()  # type: ignore[attr-defined]
    real_arm.quiet()


# What it is compared with


def test_an_earlier_visit_is_looked_at_and_used(sweeping: Bench) -> None:
    page, runner = sweeping.open(Step.PAYLOAD_REFERENCE), sweeping.window._runner
    page.views.tabs.press(EARLIER)
    assert page.primary_text == "Use this visit"
    assert not page.primary_enabled
    page.earlier.look_at(Path("/visits/spring.h5"))
    job = asked(runner, "look_at_earlier_visit")
    assert job.request.task.arguments["serial"] == SERIAL
    offered = OfferedReference(
        "/visits/spring.h5",
        ("payload-unloaded",),
        SERIAL,
        "2026-03-01T10:00:00+00:00",
        41.0 * 86400.0,
        303.15,
    )
    answer(runner, "look_at_earlier_visit", offered)
    words = page.earlier.facts.words
    assert "spring" in words
    assert "Serial number: 4711 (the same arm)" in words
    assert "Age: 41 days" in words
    assert "Warmth of the joints: 30 °C (this controller tells none now)" in words
    assert page.earlier.state.accessibleName().startswith("It is old.")
    sweeping.qtbot.mouseClick(sweeping.window.footer.primary_button, LEFT)
    kept = asked(runner, "keep_reference").request.task.arguments["choice"]
    assert kept == ReferenceChoice(
        ReferenceKind.EARLIER_VISIT, ("payload-unloaded",), visit="/visits/spring.h5"
    )
    answer(runner, "keep_reference", kept)
    assert sweeping.window.step is Step.PAYLOAD_SWEEPS
    assert sweeping.window.visit.summary.payload_reference == kept  # type: ignore[union-attr]


def test_another_arms_visit_is_refused_in_words(sweeping: Bench) -> None:
    page, runner = sweeping.open(Step.PAYLOAD_REFERENCE), sweeping.window._runner
    page.views.tabs.press(EARLIER)
    page.earlier.look_at(Path("/visits/other.h5"))
    error = BadRequest("earlier-visit-other-arm", file="other.h5", serial="4712", wanted=SERIAL)
    refuse(runner, "look_at_earlier_visit", error)
    said = page.earlier.state.accessibleName()
    assert "of another arm: 4712, not 4711" in said
    assert not page.primary_enabled
    assert page.earlier.choice is None


def test_the_model_of_the_visit_can_stand_for_the_empty_arm(sweeping: Bench) -> None:
    page, window = sweeping.open(Step.PAYLOAD_REFERENCE), sweeping.window
    page.views.tabs.press(MODEL)
    assert "This visit has no model" in page.model_view.verdict.accessibleName()
    assert not page.primary_enabled
    window.visit.take_model(examples.result(), window.visit.choice)
    window.visit.changed.emit()
    assert page.primary_text == "Use the model"
    assert page.primary_enabled
    page.primary()
    assert (
        asked(window._runner, "keep_reference").request.task.arguments["choice"].kind is ReferenceKind.MODEL
    )
    chosen = ReferenceChoice(ReferenceKind.MODEL, model="identification-001")
    answer(window._runner, "keep_reference", chosen)
    assert window.step is Step.PAYLOAD_SWEEPS
    assert "what the identified model says" in window.pages[Step.PAYLOAD_SWEEPS]._sentence.text()


def test_what_is_measured_later_takes_the_place_of_a_choice(sweeping: Bench) -> None:
    chosen = ReferenceChoice(ReferenceKind.MODEL, model="identification-001")
    first = run("payload-unloaded", PayloadRun.UNLOADED)
    assert reference_of(None, ()) is None
    assert reference_of(chosen, ()) is chosen
    assert reference_of(chosen, (first,)) == ReferenceChoice(
        ReferenceKind.THIS_VISIT, ("payload-unloaded",), measured=("payload-unloaded",)
    )
    knowing = replace(chosen, measured=("payload-unloaded",))
    assert reference_of(knowing, (first,)) is knowing
    newer = run("payload-unloaded-2", PayloadRun.UNLOADED)
    part = run("payload-unloaded-3", PayloadRun.UNLOADED, only=(3,))
    assert measured_in((first, newer, part)).labels == ("payload-unloaded-2", "payload-unloaded-3")
    take(sweeping, first, chosen=chosen)
    page = sweeping.open(Step.PAYLOAD_REFERENCE)
    assert page.views.index == MEASURE
    assert page.primary_text == "Next"
    take(sweeping, first, chosen=knowing)
    sweeping.open(Step.PAYLOAD_REFERENCE)
    assert page.views.index == MODEL


def test_another_reference_leaves_the_payload_out_of_date(sweeping: Bench) -> None:
    first, loaded = run("payload-unloaded", PayloadRun.UNLOADED), run("payload-loaded", PayloadRun.LOADED)
    take(sweeping, first, loaded, key="payload-001")
    window = sweeping.window
    assert window.visit.payload_is_current
    assert window.journey.state(Step.PAYLOAD) is StepState.DONE
    again = run("payload-unloaded-2", PayloadRun.UNLOADED)
    take(sweeping, first, loaded, again, key="payload-001")
    assert not window.visit.payload_is_current
    assert window.journey.state(Step.PAYLOAD) is StepState.OUT_OF_DATE
    assert window.visit.payload is not None, "nothing is deleted"


def test_the_payload_is_worked_out_anew_with_the_reference_that_is_chosen(sweeping: Bench) -> None:
    first, loaded = run("payload-unloaded", PayloadRun.UNLOADED), run("payload-loaded", PayloadRun.LOADED)
    weighed = run("payload-known", PayloadRun.KNOWN, known=KnownLoad(2.0, (0.0, 0.0, 0.05)))
    runner, visit = sweeping.window._runner, sweeping.window.visit
    take(sweeping, first, weighed, loaded)
    analyse_again(visit)
    told = task_of(asked(runner, "analyse_payload")).arguments
    assert (told["loaded"], told["unloaded"]) == (("payload-loaded",), ("payload-unloaded",))
    assert told["known"] == (("payload-known", KnownLoad(2.0, (0.0, 0.0, 0.05))),)
    found = payload_examples.payload()
    parts: list[object] = []
    visit.payload_kept.connect(parts.append)
    asked(runner, "analyse_payload").kept.emit(found)
    answer(runner, "analyse_payload", found, products={Product.PAYLOAD: payload_made("payload-001")})
    assert visit.payload is found
    assert parts == [found]
    assert visit.summary is not None
    assert visit.summary.key(Product.PAYLOAD) == "payload-001"
    with pytest.raises(StopIteration):
        asked(runner, "open_visit")  # nothing is read a second time
    chosen = ReferenceChoice(
        ReferenceKind.EARLIER_VISIT, ("payload-unloaded",), visit="/visits/spring.h5", measured=first_labels()
    )
    take(sweeping, first, loaded, chosen=chosen, key="payload-001")
    left_out = (SweepKey("payload-loaded", 2, 3),)
    analyse_again(visit, leave_out=left_out)
    told = task_of(asked(runner, "analyse_payload")).arguments
    assert told["reference_visit"] == Path("/visits/spring.h5")
    assert told["leave_out"] == left_out


def first_labels() -> tuple[str, ...]:
    return ("payload-unloaded",)


# The form


def test_the_form_makes_the_procedure(qtbot) -> None:
    form = PayloadForm(PayloadRun.UNLOADED)
    qtbot.addWidget(form)
    bare = form.procedure()
    assert bare is not None
    assert (bare.load, bare.settings.mode, bare.settings.speed) == (
        PayloadRun.UNLOADED,
        PayloadMode.THOROUGH,
        None,
    )
    form.mode.choose(PayloadMode.QUICK)
    form.payload.show_text("5.3 lb")
    form.sweep_speed.show_text("10")
    form.sweep_width.show_text("40,5")
    full = form.procedure()
    assert full is not None
    assert full.settings.mode is PayloadMode.QUICK
    assert full.settings.payload_mass == pytest.approx(2.404, abs=1e-3)
    assert full.settings.speed == pytest.approx(np.radians(10.0))
    assert full.settings.width == pytest.approx(np.radians(40.5))
    form.sweep_speed.show_text("fast")
    assert form.procedure() is None


def test_a_weighed_load_needs_its_mass_and_its_centre(qtbot) -> None:
    form = PayloadForm(PayloadRun.LOADED)
    qtbot.addWidget(form)
    form.hangs.choose(PayloadRun.KNOWN)
    assert form.procedure() is None
    form.payload.show_text("2 kg")
    form.center.show_text("0 0 50 mm")
    weighed = form.procedure()
    assert weighed is not None
    assert (weighed.load, weighed.known) == (PayloadRun.KNOWN, KnownLoad(2.0, (0.0, 0.0, 0.05)))
    form.hangs.choose(PayloadRun.LOADED)
    earlier = ReferenceChoice(ReferenceKind.EARLIER_VISIT, ("a",), visit="/visits/spring.h5")
    compared = form.procedure(earlier, only=(3,))
    assert compared is not None
    assert (compared.known, compared.reference_visit, compared.only) == (
        None,
        Path("/visits/spring.h5"),
        (3,),
    )
    assert form.procedure(ReferenceChoice(ReferenceKind.MODEL)).use_model  # type: ignore[union-attr]


# Words and pictures


def test_rows_are_joints_in_one_orientation_there_and_back() -> None:
    made = replace(fake_robot.preview(), duration=10.0)
    wanted = [sweep for sweep in PLAN.sweeps if sweep.number in {3, 4, 7}]
    motions = []
    for sweep in wanted:
        motions.append(PlannedMotion(APPROACH, made, {"move": 1}))
        motions.append(PlannedMotion(PAYLOAD_SWEEP, made, {"number": sweep.number, "move": 1}))
        motions.append(PlannedMotion(PAYLOAD_SWEEP, made, {"number": sweep.number, "move": 2}))
    under_way = PayloadUnderWay(motions, PLAN)
    assert [[sweep.number for sweep in row] for row in under_way.rows] == [[3, 4], [7]]
    assert [under_way.seconds_of(row) for row in (0, 1)] == [60.0, 30.0]
    assert (under_way.at(0.5 / 9.0).number, under_way.at(0.5 / 9.0).is_on_the_way) == (3, True)
    assert (under_way.at(4.5 / 9.0).row, under_way.at(4.5 / 9.0).is_on_the_way) == (0, False)
    assert under_way.at(1.0).number == 7
    assert PayloadUnderWay((), PLAN).at(0.5) is None


def test_ages_and_notes_as_people_say_them() -> None:
    assert [age_words(hours * 3600.0) for hours in (0.5, 7.0, 47.0, 72.0)] == [
        "less than an hour",
        "7 h",
        "47 h",
        "3 days",
    ]
    assert age_words(float("nan")) == "–"
    (said,) = note_sentences(payload_plan_examples.plan(notes=("wrist-cannot-align 4 5",)))
    assert said.startswith("The wrist cannot hold the flange")
    assert plan_sentence(PLAN).startswith("Joints 2 and 3 go there and back at 3.1 °/s")


def test_the_chart_says_what_it_shows(qtbot) -> None:
    chart = CoverageChart("What the sweeps cover")
    qtbot.addWidget(chart)
    assert chart.accessibleDescription() == "0 of 0 sweeps done. Nothing is measured yet."
    empty = chart.grab().toImage()
    chart.show_plan(PLAN)
    planned = chart.grab().toImage()
    assert planned != empty
    chart.show_coverage(payload_plan_examples.coverage(done=4))
    assert chart.next_sweep == 16
    some = chart.grab().toImage()
    assert some != planned
    chart.show_now(6)
    assert chart.grab().toImage() != some
    chart.show_coverage(payload_plan_examples.coverage(done=16))
    assert chart.next_sweep == 0
    assert "Mass: good. x: good. y: good. z: good." in chart.accessibleDescription()


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


@pytest.mark.alone
def test_sweeps_are_followed_without_a_halt(sweeping: Bench) -> None:
    qtbot, link = sweeping.qtbot, sweeping.link
    take(sweeping, run("payload-unloaded", PayloadRun.UNLOADED))
    page = sweeping.open(Step.PAYLOAD_REFERENCE)
    for view in (EARLIER, MODEL, MEASURE):  # the first time, Qt lays it out
        page.views.tabs.press(view)
        qtbot.wait(100)
    set_aside_what_stays()
    with EventLoopWatch() as watch:
        for view in (EARLIER, MODEL, MEASURE):
            page.views.tabs.press(view)
            qtbot.wait(50)
        page.motion.held.emit(True)  # noqa: FBT003  # the signal's own argument
        for place in range(16):
            link.progressed.emit(MOVING_SHARE * (place + 0.5) / 16.0, "")
            link.found.emit(payload_plan_examples.coverage(done=place + 1))
            qtbot.wait(20)
        sweeping.procedure.finish.set()
        qtbot.waitUntil(lambda: not page.run.is_running, timeout=SOON_MS)
        qtbot.wait(50)
    gc.unfreeze()
    assert watch.longest_gap_s <= BLOCK_LIMIT_S, str(watch.longest)
    sweeping.quiet()


# The files


@pytest.fixture
def spring(tmp_path: Path) -> Path:
    """A visit with sweeps of the empty arm."""
    path = tmp_path / "spring.h5"
    bare = example_recording("payload-unloaded", joints=6)
    with Visit.create(path, robot_toml=write_toml(load_robot("ec66"))) as visit:
        key = visit.add_result("payload-plan", PLAN)
        facts = run_facts(PayloadRun.UNLOADED, plan=key)
        done = [Event(2.0, SWEEP_DONE, {"number": sweep.number}) for sweep in PLAN.sweeps[:-1]]
        origin = Origin(serial=SERIAL, recorded_at="2026-03-01T10:00:00+00:00", device="virtual:ec66")
        visit.add_recording(
            replace(bare, payload_mass=0.0, origin=origin, events=(Event(0.0, PAYLOAD_RUN, facts), *done))
        )
    return path


def test_a_visit_tells_of_its_sweeps_and_keeps_a_choice(spring: Path) -> None:
    opened = open_visit(path=spring, monitor=NullMonitor())
    summary = opened.summary
    assert [one.load for one in summary.payload_runs] == [PayloadRun.UNLOADED]
    assert summary.recordings[0].is_payload
    assert not summary.recordings[0].makes_model
    assert summary.payload_reference is not None
    assert summary.payload_reference.kind is ReferenceKind.THIS_VISIT
    assert opened.payload is None
    assert opened.payload_plan is not None
    assert [sweep.number for sweep in opened.payload_plan.sweeps] == [sweep.number for sweep in PLAN.sweeps]
    choice = ReferenceChoice(ReferenceKind.EARLIER_VISIT, ("payload-unloaded",), visit="/visits/old.h5")
    kept = keep_reference(path=spring, choice=choice, monitor=NullMonitor())
    assert kept == replace(choice, measured=("payload-unloaded",))
    with Visit.open(spring) as visit:
        assert stored_choice(visit) == kept
        visit.add_result(PAYLOAD, payload_examples.payload())
    again = open_visit(path=spring, monitor=NullMonitor())
    assert again.summary.key(Product.PAYLOAD)
    assert again.payload is not None
    assert again.payload.estimate.judgements[0].verdict is Verdict.GOOD
    assert again.summary.payload_reference == kept
    with pytest.raises(BadRequest) as refused:
        keep_reference(path=spring, choice=ReferenceChoice(ReferenceKind.MODEL), monitor=NullMonitor())
    assert refused.value.code == "payload-without-model"


def test_an_earlier_visit_offers_its_sweeps_to_the_same_arm_alone(spring: Path, tmp_path: Path) -> None:
    from datetime import UTC, datetime

    def now() -> datetime:
        return datetime(2026, 3, 2, 10, 0, tzinfo=UTC)

    def look(serial: str, joints: int = 6, path: Path = spring) -> OfferedReference:
        return look_at_earlier_visit(
            path=path, serial=serial, joint_count=joints, now=now, monitor=NullMonitor()
        )

    found = look(SERIAL)
    assert (found.recordings, found.serial, found.age_s) == (("payload-unloaded",), SERIAL, 86400.0)
    assert found.missing == (PLAN.sweeps[-1].number,)
    with Visit.open(spring) as visit:
        has_temperature = Quantity.TEMPERATURE in visit.recording("payload-unloaded").columns
    assert np.isfinite(found.temperature) == has_temperature
    for serial, joints in (("4712", 6), (SERIAL, 7)):
        with pytest.raises(BadRequest) as refused:
            look(serial, joints)
        assert refused.value.code == "earlier-visit-other-arm"
    empty = tmp_path / "empty.h5"
    Visit.create(empty, robot_toml=write_toml(load_robot("ec66"))).close()
    with pytest.raises(BadRequest) as refused:
        look(SERIAL, path=empty)
    assert refused.value.code == "earlier-visit-without-sweeps"
