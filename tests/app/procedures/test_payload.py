"""A payload's sweeps on the ideal arm: each noted, kept when stopped, run again as they were."""

from dataclasses import replace

import numpy as np
import pytest

from app.features.payload.procedure import PayloadPair, PayloadProcedure, PreparedPayload
from app.guide.previews import preview_text
from app.visit.payload import PAYLOAD_PLAN, PAYLOAD_SWEEP, AskedReference, PayloadRun, recorded_runs, together
from core.errors import BadRequest
from core.fields import to_json_value
from core.monitor import Cancelled, NullMonitor
from core.payload.plan import Coverage, PayloadPlanSettings
from core.payload.settings import KnownLoad
from core.quality import Verdict
from core.recording import Mark, Quantity
from core.robot.capsules import arm_capsules
from core.robot.toml_format import write_toml
from core.storage.visit import Visit
from devices.capabilities import ControllerKind
from devices.errors import MotionRejected
from devices.motion import MoveTo, RunTrajectory
from devices.safety.limits import UNATTENDED_MOVE_S, UNPROVEN_TOOL_SPEED_M_S
from tests.app.payload_plans import small_plan
from tests.app.procedures.fake_arm import SERIAL, FakeArm

POSES = np.array([[0.1, 0.4, -0.6], [0.1, 0.4, -0.5]])
NOTHING_ON = PayloadProcedure(load=PayloadRun.UNLOADED, floor_height=-2.0)
LOADED = replace(NOTHING_ON, load=PayloadRun.LOADED)
KNOWN = KnownLoad(0.5, (0.0, 0.0, 0.05))


def with_plan(arm: FakeArm, procedure=NOTHING_ON, **settings) -> PayloadProcedure:
    return replace(procedure, plan=small_plan(arm.robot, POSES, **settings))


def run(session, procedure, monitor=None):
    prepared = procedure.prepare(session, NullMonitor()).confirmed(serial=SERIAL)
    assert prepared.allowed, prepared.findings
    return prepared, procedure.run(session, prepared, monitor or NullMonitor())


class Watches(NullMonitor):
    """Keeps what is known after each sweep; stops once the sweep ``until`` is done."""

    def __init__(self, until: int = 0) -> None:
        self.kept: list[Coverage] = []
        self._until, self._going_on = until, False

    def keep(self, result):
        self.kept.append(result)

    def report(self, _fraction, text=""):
        self._going_on = bool(self._until) and len(self.kept) >= self._until and PAYLOAD_SWEEP in text

    def check(self):
        if self._going_on:
            raise Cancelled


@pytest.fixture
def analyses(monkeypatch):
    """What the analysis was asked, which the ideal arm has nothing for."""
    asked = []

    def analyse(**arguments):
        asked.append(arguments)
        raise BadRequest("payload-no-sweeps")

    monkeypatch.setattr("app.features.payload.tasks.analyse_payload", analyse)
    return asked


def sweeps_of(prepared):
    return [planned for planned in prepared.motions if planned.code == PAYLOAD_SWEEP]


def test_every_motion_is_looked_at_with_a_long_tool(open_session):
    session = open_session(FakeArm())
    usual = with_plan(session.controller).prepare(session, NullMonitor())
    long = replace(
        with_plan(session.controller), settings=PayloadPlanSettings(tool_length=0.3, payload_mass=0.2)
    )
    prepared = long.prepare(session, NullMonitor())
    assert {planned.preview.tool_reach for planned in usual.motions} == {0.0}
    assert {planned.preview.tool_reach for planned in prepared.motions} == {0.3}
    low, high = prepared.swept_box
    before = usual.swept_box
    assert np.prod(high - low) > 1.5 * np.prod(before[1] - before[0])
    shown = preview_text(prepared, robot=session.robot, start_words="").motion
    assert shown is not None
    assert len(shown.robot.capsules) == len(arm_capsules(session.robot)) + 1, "the picture shows the tool"


def test_all_of_it_is_looked_at_before_anything_moves(open_session):
    arm = FakeArm()
    session = open_session(arm)
    prepared = with_plan(arm).prepare(session, NullMonitor())
    assert isinstance(prepared, PreparedPayload)
    assert to_json_value(prepared.plan) == to_json_value(with_plan(arm).plan)
    assert prepared.allowed, prepared.findings
    assert prepared.top_speed <= UNPROVEN_TOOL_SPEED_M_S
    assert not prepared.needs_clear_cell
    sweeps = sweeps_of(prepared)
    assert [planned.facts["number"] for planned in sweeps] == [1, 2, 3, 4]
    assert all(isinstance(planned.preview.plan, RunTrajectory) for planned in sweeps)
    here = session.standing_pose()
    for planned in prepared.motions:
        assert planned.preview.start == pytest.approx(here, abs=0.01)
        here = planned.preview.end
    assert [each.coverage.done for each in prepared.staged.sweeps] == [(1,), (1, 2), (1, 2, 3), (1, 2, 3, 4)]


def test_a_controller_that_moves_from_pose_to_pose_runs_one_short_move_at_a_time(open_session, visit):
    arm = FakeArm(kind=ControllerKind.CLOSED, mark=Mark.VIRTUAL)
    session = open_session(arm)
    prepared, outcome = run(session, with_plan(arm))
    sweeps = sweeps_of(prepared)
    assert [planned.facts["move"] for planned in sweeps] == [1, 2] * 4
    for planned in sweeps:
        plan = planned.preview.plan
        assert isinstance(plan, MoveTo)
        assert plan.speed_fraction * session.robot.velocity_limit[1] == pytest.approx(np.radians(10.0))
    for planned in prepared.motions:
        assert planned.preview.duration <= UNATTENDED_MOVE_S
        assert planned.preview.top_speed <= UNPROVEN_TOOL_SPEED_M_S
    assert outcome.is_complete, outcome.error
    assert outcome.found.missing_sweeps == ()
    with Visit.open(visit) as opened:
        recording = opened.recording("payload-unloaded")
        time, went = recording.time[:], np.asarray(recording.columns[Quantity.POSITION][:])[:, 1]
    assert recording.payload_mass == 0.0
    assert np.all(np.diff([event.time for event in recording.events]) >= 0.0)
    begun = [event for event in recording.events if event.code == f"{PAYLOAD_SWEEP}-begins"]
    facts = [tuple(e.facts[name] for name in ("joint", "orientation", "way", "number")) for e in begun[::2]]
    assert facts == [(1, 1, 1, 1), (1, 1, -1, 2), (1, 2, 1, 3), (1, 2, -1, 4)]
    ended = [event for event in recording.events if event.code == f"{PAYLOAD_SWEEP}-ends"]
    for begin, end, places in zip(
        begun[::2], ended[1::2], [s.places for s in prepared.plan.sweeps], strict=True
    ):
        there = np.interp([begin.time, end.time], time, went)
        assert there == pytest.approx([places[0], places[-1]], abs=0.01)


def test_the_payload_is_swept_as_the_reference_was(open_session, visit, analyses):
    arm = FakeArm(mark=Mark.VIRTUAL)
    session = open_session(arm)
    first, _ = run(session, with_plan(arm))
    assert not analyses, "nothing hung on the flange yet"
    watching = Watches()
    prepared, outcome = run(session, LOADED, watching)
    assert to_json_value(prepared.plan) == to_json_value(first.plan)
    assert outcome.recordings == ("payload-loaded",)
    assert [coverage.done for coverage in watching.kept] == [(1,), (1, 2), (1, 2, 3), (1, 2, 3, 4)]
    assert outcome.found.coverage is watching.kept[-1]
    (asked,) = analyses
    assert asked["loaded"] == ("payload-loaded",)
    assert outcome.error.code == "payload-no-sweeps"
    with Visit.open(visit) as opened:
        assert len(opened.results(PAYLOAD_PLAN)) == 1
        assert opened.recording("payload-loaded").payload_mass is None
        runs = recorded_runs(opened)
    assert [(run.load, run.done) for run in runs] == [
        (PayloadRun.UNLOADED, (1, 2, 3, 4)),
        (PayloadRun.LOADED, (1, 2, 3, 4)),
    ]
    assert {run.serial for run in runs} == {SERIAL}


def test_a_weighed_load_is_remembered_with_its_recording(open_session, visit):
    arm = FakeArm(mark=Mark.VIRTUAL)
    session = open_session(arm)
    procedure = replace(with_plan(arm), load=PayloadRun.KNOWN, known=KNOWN, only=(1, 2))
    _, outcome = run(session, procedure)
    assert outcome.recordings == ("payload-known",)
    assert outcome.found.missing_sweeps == (3, 4)
    with Visit.open(visit) as opened:
        assert opened.recording("payload-known").payload_mass == KNOWN.mass
        (found,) = recorded_runs(opened)
    assert (found.known, found.only, found.done) == (KNOWN, (1, 2), (1, 2))


def test_a_stop_keeps_what_was_swept_and_the_rest_completes_it(open_session, visit, analyses):
    arm = FakeArm(mark=Mark.VIRTUAL)
    session = open_session(arm)
    run(session, with_plan(arm))
    _, stopped = run(session, LOADED, Watches(until=2))
    assert stopped.stopped
    assert stopped.verdict is Verdict.REPEAT
    assert stopped.found.missing_sweeps == (3, 4)
    assert stopped.found.coverage.done == (1, 2)
    assert not analyses
    with Visit.open(visit) as opened:
        assert opened.recording("payload-loaded").incomplete == "stopped"
    prepared, rest = run(session, replace(LOADED, only=stopped.found.missing_sweeps))
    assert {planned.facts["number"] for planned in sweeps_of(prepared)} == {3, 4}
    assert rest.found.missing_sweeps == ()
    assert rest.found.coverage.done == (1, 2, 3, 4)
    (asked,) = analyses
    assert asked["loaded"] == ("payload-loaded", *rest.recordings)
    with Visit.open(visit) as opened:
        runs = recorded_runs(opened)
        loaded = together(runs, PayloadRun.LOADED, plan=runs[0].plan)
    assert loaded.done == (1, 2, 3, 4)
    assert len(loaded.runs) == 2


@pytest.mark.thorough
def test_a_payload_that_was_swept_first_waits_for_its_reference(open_session, visit, monkeypatch):
    def nothing_to_compare(**_):
        raise BadRequest("payload-reference-missing", file="cell.h5")

    monkeypatch.setattr("app.features.payload.tasks.analyse_payload", nothing_to_compare)
    arm = FakeArm(mark=Mark.VIRTUAL)
    session = open_session(arm)
    loaded, outcome = run(session, with_plan(arm, LOADED))
    assert outcome.is_complete, outcome.error
    assert outcome.found.result is None
    asked = []
    monkeypatch.setattr(
        "app.features.payload.tasks.analyse_payload", lambda **arguments: asked.append(arguments)
    )
    reference, _ = run(session, NOTHING_ON)
    assert to_json_value(reference.plan) == to_json_value(loaded.plan)
    assert [arguments["loaded"] for arguments in asked] == [("payload-loaded",)]


@pytest.mark.thorough
def test_sweeps_of_an_earlier_visit_are_run_again(open_session, visit, tmp_path, analyses):
    arm = FakeArm(mark=Mark.VIRTUAL)
    session = open_session(arm)
    before, _ = run(session, with_plan(arm))
    now = tmp_path / "now.h5"
    Visit.create(now, robot_toml=write_toml(arm.robot)).close()
    session.visit = now
    prepared, _ = run(session, replace(LOADED, reference=AskedReference(visit=visit)))
    assert to_json_value(prepared.plan) == to_json_value(before.plan)
    (asked,) = analyses
    assert asked["reference"].visit == visit
    with Visit.open(now) as opened:
        assert [entry.kind for entry in opened.results()] == [PAYLOAD_PLAN]


def refusal(session, procedure) -> BadRequest:
    with pytest.raises(BadRequest) as refused:
        procedure.prepare(session, NullMonitor())
    return refused.value


def test_an_earlier_visit_to_another_arm_is_refused(open_session, visit, tmp_path):
    arm = FakeArm(mark=Mark.VIRTUAL)
    run(open_session(arm), replace(with_plan(arm), only=(1, 2)))
    other = FakeArm(mark=Mark.VIRTUAL, serial="SN-1")
    session = open_session(other)
    now = tmp_path / "now.h5"
    Visit.create(now, robot_toml=write_toml(arm.robot)).close()
    session.visit = now
    error = refusal(session, replace(LOADED, reference=AskedReference(visit=visit)))
    assert (error.code, dict(error.facts)) == (
        "payload-plan-other-arm",
        {"expected": "SN-1", "found": SERIAL},
    )


def test_what_does_not_fit_is_refused_before_anything_moves(open_session, visit):
    arm = FakeArm(mark=Mark.VIRTUAL)
    session = open_session(arm)
    plan = small_plan(arm.robot, POSES)
    longer = tuple(replace(sweep, pose=np.zeros(6)) for sweep in plan.sweeps)
    refusals = {
        "payload-plan-other-arm": replace(LOADED, plan=replace(plan, sweeps=longer)),
        "payload-sweep-unknown": replace(LOADED, plan=plan, only=(9,)),
        "payload-known-load-missing": replace(LOADED, plan=plan, known=KNOWN),
        "payload-plan-missing": replace(LOADED, only=(1,)),
    }
    for code, procedure in refusals.items():
        assert refusal(session, procedure).code == code
    assert (
        refusal(session, replace(LOADED, reference=AskedReference(visit=visit))).code
        == "payload-plan-missing"
    )


def test_controllers_that_cannot_measure_a_payload_are_refused(open_session):
    deaf = FakeArm()
    deaf.capabilities = replace(deaf.capabilities, quantities=(Quantity.POSITION,))
    arms = {
        "controller-does-not-move": FakeArm(kind=ControllerKind.READ_ONLY),
        "controller-tells-no-torque": deaf,
    }
    for code, arm in arms.items():
        assert refusal(open_session(arm), with_plan(arm)).code == code


def test_nothing_is_hung_on_an_arm_that_is_not_virtual(open_session):
    arm = FakeArm()
    with pytest.raises(MotionRejected) as refused:
        PayloadPair(with_plan(arm), 1.0, (0.0, 0.0, 0.0)).prepare(open_session(arm), NullMonitor())
    assert refused.value.code == "simulation-not-offered"
