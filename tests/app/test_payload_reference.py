"""The reference of a payload: the empty arm, an earlier visit, the model; chosen, stored, out of date."""

from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt

from app.features.payload.analyse_recordings import analyse_again
from app.features.payload.reference_page import EARLIER, MEASURE, MODEL
from app.visit.payload import (
    PAYLOAD_RUN,
    SWEEP_DONE,
    OfferedReference,
    PayloadRun,
    ReferenceChoice,
    keep_reference,
    look_at_earlier_visit,
    measured_in,
    reference_of,
    run_facts,
    stored_choice,
)
from app.visit.steps import Step
from app.visit.tasks import open_visit
from core.errors import BadRequest
from core.monitor import NullMonitor
from core.payload.result import PAYLOAD, ReferenceKind
from core.payload.settings import Directions, PayloadSettings, SweepKey
from core.quality import Verdict
from core.recording import Event, Origin, Quantity
from core.robot.library import load_robot
from core.robot.toml_format import write_toml
from core.storage.visit import Visit
from core.workflow import Product, StepState
from tests.app import examples, payload_examples
from tests.app.payload_bench import PLAN, SERIAL, payload_made, run, sweeping_bench, take
from tests.app.plan_examples import answer, asked, refuse, task_of
from tests.app.robot_bench import Bench
from tests.core.storage.recordings_examples import example_recording

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def sweeping(bench: Bench) -> Bench:
    return sweeping_bench(bench)


def test_an_earlier_visit_is_looked_at_and_used(sweeping: Bench) -> None:
    page, runner = sweeping.open(Step.PAYLOAD_REFERENCE), sweeping.window._runner
    page.views.tabs.press(EARLIER)
    assert page.primary_text == "Choose a visit …"
    assert page.primary_enabled
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
    assert "Warmth of the joints: 30 °C (this controller reports none now)" in words
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
    assert page.primary_text == "Choose a visit …", "another one, not this"
    assert page.earlier.choice is None


def test_the_model_of_the_visit_can_be_the_reference(sweeping: Bench) -> None:
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


def test_a_reference_that_lacks_sweeps_is_partly_done_and_next_is_quiet(sweeping: Bench) -> None:
    window, count = sweeping.window, len(PLAN.sweeps)
    step = Step.PAYLOAD_REFERENCE
    take(sweeping, run("payload-unloaded", PayloadRun.UNLOADED, done=(1, 2)))
    sweeping.open(step)
    assert window.journey.state(step) is StepState.PARTLY
    assert window.journey.parts(step) == (2, count)
    assert window.footer.rectangle.currentWidget() is window.pages[step].motion.hold
    assert window.footer.skip_button.isVisible(), "to go on is not the thing to do now"
    window.open_step(Step.CONNECT)
    assert f"partly done: 2 of {count}" in window.frame.rail.buttons[step].accessibleName()
    first = run("payload-unloaded", PayloadRun.UNLOADED, done=(1, 2))
    rest = tuple(sweep.number for sweep in PLAN.sweeps if sweep.number > 2)
    take(sweeping, first, run("payload-unloaded-2", PayloadRun.UNLOADED, only=rest, done=rest))
    sweeping.open(step)
    assert window.journey.state(step) is StepState.DONE
    assert window.footer.skip_button.isVisible()


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


def test_the_payload_is_computed_again_as_before_but_without_a_sweep(sweeping: Bench) -> None:
    first, loaded = run("payload-unloaded", PayloadRun.UNLOADED), run("payload-loaded", PayloadRun.LOADED)
    runner, visit = sweeping.window._runner, sweeping.window.visit
    take(sweeping, first, loaded, key="payload-001")
    before = visit.payloads.result
    assert before is not None
    one_way = replace(before, settings=replace(before.settings, directions=Directions.FORWARD))
    visit.payloads.take_found(one_way)
    left_out = (SweepKey("payload-loaded", 2, 3),)
    analyse_again(visit, leave_out=left_out)
    asked_for = task_of(asked(runner, "analyse_payload")).arguments
    assert asked_for == {
        "visit": visit.path,
        "loaded": before.recordings,
        "settings": PayloadSettings(before.settings.method, Directions.FORWARD, left_out),
        "count_replaced": True,
    }, "the worker takes the reference that the visit names"
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


def test_a_visit_knows_its_sweeps_and_keeps_a_choice(spring: Path) -> None:
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
