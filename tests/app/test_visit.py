"""What the window suggests and remembers about a visit; the steps and their states."""

from dataclasses import replace

import numpy as np
import pytest

from app.features.payload.sweep_run import PayloadFound
from app.jobs.messages import MessageBus
from app.shell.step_words import step_word
from app.visit.contents import is_ramp, is_standing, is_sweeps
from app.visit.open_visit import OpenVisit
from app.visit.run_choice import RunChoice, chosen_for, suggested_choice
from app.visit.steps import GuideName, Step, report_made, steps_of, way_of
from app.visit.summaries import OpenedVisit, RecordingSummary, RescuedRecording
from core.errors import BadFile, Fact
from core.identification.settings import IdentificationSettings
from core.recording import Event, TorqueKind
from core.workflow import GUIDES, Capability, Journey, Made, Outside, Product, Situation
from tests.app import examples, payload_examples, payload_plan_examples
from tests.app.no_worker import NoWorker
from tests.app.plan_examples import answer

FROM_FILES = way_of(GuideName.FROM_FILES)
ON_ROBOT = steps_of(GuideName.ON_ROBOT)


def test_last_of_several_bare_runs_validates() -> None:
    bare = [examples.recording(label) for label in ("a", "b", "c")]
    loaded = replace(examples.recording("loaded"), payload_mass=2.4)
    computed = replace(examples.recording("computed"), torque_kind=TorqueKind.MODEL)
    choice = suggested_choice([loaded, *bare, computed])
    assert choice.fit == ("a", "b")
    assert choice.validate == ("c",)


def test_sweeps_and_slower_stages_are_told_from_whole_runs() -> None:
    check = replace(examples.recording("check"), is_check=True)
    sweeps = replace(examples.recording("friction"), is_sweeps=True)
    ramp = replace(examples.recording("excite-ramp"), is_ramp=True)
    run, again = examples.recording("excite"), examples.recording("excite-2")

    def suggested(*recordings: RecordingSummary) -> tuple[tuple[str, ...], tuple[str, ...]]:
        choice = suggested_choice(recordings)
        return choice.fit, choice.validate

    assert suggested(check, sweeps, ramp, run) == (("excite",), ("excite-ramp",))
    assert suggested(check, sweeps, ramp, run, again) == (
        ("excite-ramp", "excite"),
        ("excite-2",),
    )
    assert suggested(run, sweeps) == (("excite",), ())
    assert suggested(check, sweeps) == ((), ())
    assert suggested(ramp) == (("excite-ramp",), ())


def _swept(number: int) -> dict[str, Made]:
    return {Product.FRICTION: Made(f"friction-sweeps-00{number}")}


def test_sweeps_alone_make_no_model(visit: OpenVisit) -> None:
    visit.guide = GuideName.ON_ROBOT
    (recording,) = visit.recordings[:1]
    sweeps = replace(recording, label="friction", is_sweeps=True)
    summary = replace(examples.visit_summary(), recordings=(sweeps,), products=_swept(1))
    visit.summary = summary
    able = frozenset({Capability.CONTROLLER, Capability.MOTION, Capability.TRAJECTORY})
    shown = (Step.CONNECT, Step.FRICTION, Step.PLAN, Step.RECORD)
    assert _states(visit, shown, Situation(able)) == "now done not-yet not-yet"
    assert not suggested_choice((sweeps,)).fit
    assert not Journey(visit.progress, Situation(able)).can_open(Step.CHOOSE)
    first = visit.progress.products["friction"].revision
    visit.summary = replace(summary, recordings=(sweeps, recording), products=_swept(2))
    assert visit.progress.products["friction"].revision != first
    assert Journey(visit.progress, Situation(able)).can_open(Step.CHOOSE)


def test_load_steps_alone_make_no_model(visit: OpenVisit) -> None:
    (recording,) = visit.recordings[:1]
    steps = replace(recording, label="load-steps", is_load_steps=True)
    assert suggested_choice((steps, recording)).fit == (recording.label,)
    assert not suggested_choice((steps,)).fit
    visit.summary = replace(examples.visit_summary(), recordings=(steps,))
    products = visit.progress.products
    assert "load-steps" in products
    assert "recordings" not in products


def test_a_run_that_ended_early_is_left_out_where_another_came_to_its_end() -> None:
    early = replace(examples.recording("early"), incomplete="stopped")
    ramp, whole = replace(examples.recording("ramp"), is_ramp=True), examples.recording("whole")
    choice = suggested_choice((early, ramp, whole))
    assert (choice.fit, choice.validate) == (("whole",), ("ramp",))
    assert suggested_choice((early,)).fit == ("early",), "better than nothing"


def test_an_arm_that_stood_from_place_to_place_makes_no_model(visit: OpenVisit) -> None:
    (recording,) = visit.recordings[:1]
    standing = replace(recording, label="compensate-unloaded", is_standing=True)
    assert not suggested_choice((standing,)).fit
    visit.summary = replace(examples.visit_summary(), recordings=(standing,))
    assert "recordings" not in visit.progress.products


def test_a_recording_tells_what_the_arm_did() -> None:
    def event(code: str, **facts: Fact) -> Event:
        return Event(1.0, code, facts)

    stages = [event("stage-begins", stage=n, fraction=f) for n, f in ((1, 0.1), (2, 0.5))]
    full = event("stage-begins", stage=3, fraction=1.0)
    assert is_ramp(stages)
    assert not is_ramp([*stages, full])
    assert not is_ramp([event("approach-begins", move=1)])
    warming = [event("stage-begins", stage=1, fraction=0.2, joint=0, pose=0)]
    swept = [event("sweep-begins", joint=1, pose=0)]
    for noted in (warming, swept, [*warming, *swept]):
        assert is_sweeps(noted)
        assert not is_ramp(noted)
    assert not is_sweeps(stages)
    assert is_standing([event("compensation-run", load="unloaded", places=2)])
    assert not is_standing(stages)


def test_a_single_run_fits() -> None:
    assert suggested_choice([examples.recording("only")]).fit == ("only",)
    assert suggested_choice([]).fit == ()


def test_choice_with_gains_compares_by_value() -> None:
    def choice(gain: float) -> RunChoice:
        return RunChoice(fit=("a",), settings=IdentificationSettings(drive_gain=np.array([gain, 2.0])))

    assert choice(1.0) == choice(1.0)
    assert hash(choice(1.0)) == hash(choice(1.0))
    assert choice(1.0) != choice(1.5)
    assert choice(1.0) != RunChoice(fit=("a",))


def test_stored_result_brings_its_choice_back() -> None:
    choice = chosen_for(examples.result(), examples.visit_summary())
    assert choice.fit == examples.LABELS[:-1]
    assert choice.validate == examples.LABELS[-1:]


@pytest.fixture
def visit(qapp: object) -> OpenVisit:
    """A visit that was opened, without a worker."""
    visit = OpenVisit(NoWorker(), MessageBus())
    visit._take(OpenedVisit(examples.visit_summary(), None))
    return visit


def _states(visit: OpenVisit, steps: tuple[Step, ...], situation: Situation | None = None) -> str:
    journey = Journey(visit.progress, situation or Situation())
    return " ".join(journey.state(step, current=steps[0]) for step in steps)


def test_state_of_every_step(visit: OpenVisit) -> None:
    assert _states(visit, FROM_FILES) == "now done not-yet not-yet not-yet not-yet not-yet"
    visit.take_model(examples.result(), visit.choice)
    assert _states(visit, FROM_FILES) == "now done done done not-yet not-yet not-yet"
    first = visit.choice
    visit.choose(replace(first, validate=()))
    assert _states(visit, FROM_FILES) == "now done out-of-date out-of-date not-yet not-yet not-yet"
    assert not visit.result_is_current
    visit.choose(first)
    assert _states(visit, FROM_FILES) == "now done done done not-yet not-yet not-yet"


def test_what_a_procedure_found_is_taken_and_not_read_again(visit: OpenVisit) -> None:
    found, plan = payload_examples.payload(), payload_plan_examples.plan()
    visit.take_outcome(PayloadFound(plan, result=found))
    assert visit.payload is None, "it comes with the products that are made from it"
    grown = replace(examples.visit_summary(), products={Product.PAYLOAD: Made("payload-001")})
    answer(visit._runner, "look_after_procedure", (grown, plan))
    assert visit.payload is found
    assert visit.payload_plan is plan
    assert visit.summary == grown
    visit.take_outcome(None)
    answer(visit._runner, "look_after_procedure", (examples.visit_summary(), None))
    assert visit.payload is found, "a recording alone takes nothing away"


def test_what_a_procedure_found_for_a_visit_that_was_closed_is_left_in_its_file(visit: OpenVisit) -> None:
    visit.take_outcome(PayloadFound(payload_plan_examples.plan(), result=payload_examples.payload()))
    visit.close_visit()
    answer(visit._runner, "look_after_procedure", (examples.visit_summary(), None))
    assert visit.payload is None
    assert visit.summary is None


def test_a_model_that_was_made_beside_the_window_is_taken_with_its_choice(visit: OpenVisit) -> None:
    visit.reload()
    answer(visit._runner, "open_visit", OpenedVisit(examples.visit_summary(), examples.result()))
    assert visit.result is not None
    assert visit.choice.fit == examples.LABELS[:-1]
    assert _states(visit, FROM_FILES) == "now done done done not-yet not-yet not-yet"
    newer = replace(examples.result(), robot_toml="another")
    visit.take_model(newer, visit.choice)
    visit.reload()
    answer(visit._runner, "open_visit", OpenedVisit(examples.visit_summary(), examples.result()))
    assert visit.result is newer, "the one that the window has stays"


def test_a_report_is_out_of_date_with_its_model(visit: OpenVisit) -> None:
    visit.take_model(examples.result(), visit.choice)
    visit._reported = report_made(visit.model.revision)
    assert visit.report_is_current
    provenance = replace(examples.result().provenance, created_at="2026-03-02T08:00:00+00:00")
    visit.take_model(replace(examples.result(), provenance=provenance), visit.choice)
    assert visit.has_report
    assert not visit.report_is_current


def test_a_report_is_remembered_with_the_visit(visit: OpenVisit) -> None:
    visit.take_model(examples.result(), visit.choice)
    visit._reported = report_made(visit.model.revision)
    stored = visit.progress
    visit._take(OpenedVisit(examples.visit_summary(), examples.result(), stored))
    assert visit.has_report
    assert visit.report_is_current


def test_a_check_holds_for_one_power_on(visit: OpenVisit) -> None:
    label = examples.LABELS[0]
    recordings = tuple(
        replace(recording, is_check=recording.label == label) for recording in visit.recordings
    )
    checked = {Product.CHECK: Made(label, {Outside.POWER_ON: "first"})}
    visit.summary = replace(examples.visit_summary(), recordings=recordings, products=checked)
    visit.guide = GuideName.ON_ROBOT
    connected = frozenset({Capability.CONTROLLER})
    same, other = (Situation(connected, {Outside.POWER_ON: power_on}) for power_on in ("first", "second"))
    shown = (Step.CONNECT, Step.CHECK, Step.RECORD)
    assert _states(visit, shown, same) == "now done done"
    assert _states(visit, shown, other) == "now out-of-date done"
    assert label not in suggested_choice(recordings).fit


def test_steps_on_a_robot_need_it_connected(visit: OpenVisit) -> None:
    visit.guide = GuideName.ON_ROBOT
    without = Journey(visit.progress)
    openable = [Step.CONNECT, Step.PLAN, Step.CHOOSE, Step.IDENTIFY, Step.STIFFNESS]
    assert [
        step for step in ON_ROBOT if without.can_open(step) and step in way_of(GuideName.ON_ROBOT)
    ] == openable
    assert without.can_open(Step.GAINS)
    with_robot = Journey(visit.progress, Situation(frozenset({Capability.CONTROLLER})))
    assert with_robot.can_open(Step.RECORD)


def test_every_step_of_every_guide_has_a_page_and_words() -> None:
    for guide in GuideName:
        assert [step_word(step) for step in steps_of(guide)]
    assert {guide.value for guide in GuideName} == set(GUIDES)


def test_rescued_recordings_are_told(visit: OpenVisit) -> None:
    told: list[str] = []
    visit._bus.posted.connect(lambda message, _severity: told.append(message.one_line))
    rescued = (RescuedRecording("record-2", 12.34),)
    visit._take(OpenedVisit(examples.visit_summary(), None, rescued=rescued))
    assert "“record-2” (12.3 s)" in told[0]
    visit._take(OpenedVisit(examples.visit_summary(), None, left_behind=(BadFile("not-a-visit", file="x"),)))
    assert len(told) == 2
