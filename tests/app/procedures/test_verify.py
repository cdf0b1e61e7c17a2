"""Verification on the ideal arm: three motions, three recordings, one judgement; or moves alone."""

from dataclasses import replace

import numpy as np
import pytest

from app.arm.staged_run import APPROACH, REPEAT, STAGE
from app.features.verification.procedure import VERIFIED_ON, PartBegins, VerifyProcedure
from app.visit.stored_products import newest
from core.errors import BadRequest
from core.identification.identify import identify
from core.identification.synthetic import synthesize
from core.identification.verification_result import (
    VERIFICATION,
    Verification,
    VerificationLimits,
    VerificationMotions,
    VerifiedMotion,
)
from core.monitor import NullMonitor
from core.quality import Verdict
from core.recording import Mark
from core.robot.library import load_robot
from core.storage.visit import Visit
from devices.capabilities import ControllerKind
from tests.app.procedures.fake_arm import ROBOT, SERIAL, FakeArm

QUICK = VerificationMotions(period_s=3.0, harmonics=3, evaluations=20, moves=1, rounds=1, floor_height=None)
EXCITATION, POINTS, CIRCLE = QUICK.motions


@pytest.fixture(scope="module")
def model():
    """A model of the arm that was made from currents."""
    robot = load_robot(ROBOT)
    runs = {"fit": synthesize(robot, seed=3, duration_s=15.0, label="fit")}
    return replace(identify(runs, robot, fit=["fit"]), drive_gain=np.ones(robot.joint_count))


@pytest.fixture
def with_model(visit, model):
    """The key of a model in the visit."""
    with Visit.open(visit) as opened:
        return opened.add_result("identification", model)


class Kept(NullMonitor):
    def __init__(self):
        self.kept = []

    def keep(self, result):
        self.kept.append(result)


def confirmed(prepared):
    return prepared.confirmed(serial=SERIAL, clear_cell=True)


def test_three_motions_are_run_recorded_and_judged(open_session, visit, with_model):
    session = open_session(FakeArm(mark=Mark.VIRTUAL))
    procedure = VerifyProcedure(QUICK, rehearse=False)
    prepared = procedure.prepare(session, NullMonitor())
    assert prepared.allowed, prepared.findings
    assert [part.motion for part in prepared.parts] == [EXCITATION, POINTS, CIRCLE]
    assert [part.motions[-1].code for part in prepared.parts] == [STAGE] * 3
    circle = prepared.parts[2]
    assert APPROACH in [motion.code for motion in circle.motions]
    assert 0.0 < circle.facts["speed"] <= 0.5
    assert len(prepared.motions) == sum(len(part.motions) for part in prepared.parts)

    monitor = Kept()
    outcome = procedure.run(session, confirmed(prepared), monitor)
    assert outcome.is_complete, outcome.error
    begins = [kept for kept in monitor.kept if isinstance(kept, PartBegins)]
    assert [begun.motion for begun in begins] == [EXCITATION, POINTS, CIRCLE]
    assert begins[1].motions_before == len(prepared.parts[0].motions)
    assert [label for label in outcome.recordings if not label.endswith("-ramp")] == [
        "verify-excitation",
        "verify-points",
        "verify-circle",
    ]
    noted = [event.facts["motion"] for event in outcome.events if event.code == VERIFIED_ON]
    assert set(noted) == {motion.value for motion in QUICK.motions}

    found = outcome.found
    assert found is not None
    assert found.model == with_model
    assert [(one.recording, one.motion) for one in found.recordings] == [
        ("verify-excitation", EXCITATION),
        ("verify-points", POINTS),
        ("verify-circle", CIRCLE),
    ]
    assert found.recordings[2].top_speed == pytest.approx(circle.facts["speed"], rel=0.1)
    assert outcome.verdict is found.judgement.verdict
    # an arm without friction is another one than the model was made for
    assert not found.passed
    assert outcome.verdict is Verdict.REPEAT
    with Visit.open(visit) as opened:
        stored = newest(opened, VERIFICATION, Verification)
    assert stored is not None
    assert stored.created_at == found.created_at


def test_slower_stages_come_first(open_session, visit, with_model):
    session = open_session(FakeArm())
    wanted = replace(QUICK, motions=(EXCITATION, POINTS), floor_height=-5.0)
    prepared = VerifyProcedure(wanted).prepare(session, NullMonitor())
    first, second = (
        [motion.facts["fraction"] for motion in part.motions if motion.code == STAGE]
        for part in prepared.parts
    )
    assert len(first) == 4, "a rehearsal and the ramp"
    assert second == [0.25, 0.5, 1.0], "then the arm is proven"
    assert prepared.parts[0].inertial is not prepared.parts[1].inertial


def test_the_excitation_is_none_that_was_fitted(open_session, visit, with_model):
    from tests.app.procedures.test_excite import plan_for

    session = open_session(FakeArm(mark=Mark.VIRTUAL))
    with Visit.open(visit) as opened:
        opened.add_result("excitation-plan", plan_for(session.robot, seed=1))
    wanted = replace(QUICK, motions=(EXCITATION,), seed=1)
    prepared = VerifyProcedure(wanted, rehearse=False).prepare(session, NullMonitor())
    assert prepared.parts[0].facts["seed"] == 2


def test_a_closed_controller_is_moved_from_pose_to_pose(open_session, visit, with_model, monkeypatch):
    monkeypatch.setattr("app.features.verification.motions.TOUR_S", 5.0)
    session = open_session(FakeArm(kind=ControllerKind.CLOSED, mark=Mark.VIRTUAL))
    procedure = VerifyProcedure(QUICK)
    prepared = procedure.prepare(session, NullMonitor())
    assert [part.motion for part in prepared.parts] == [POINTS]
    assert {motion.code for motion in prepared.motions} == {REPEAT}
    outcome = procedure.run(session, confirmed(prepared), NullMonitor())
    assert outcome.is_complete, outcome.error
    assert outcome.recordings == ("verify-points",)
    assert outcome.found is not None
    assert outcome.found.recordings[0].motion is VerifiedMotion.POINTS


class StopAtSecond(NullMonitor):
    """STOP is pressed while the second motion runs."""

    def __init__(self, session):
        self.session, self.parts = session, 0

    def keep(self, result):
        self.parts += isinstance(result, PartBegins)

    def report(self, fraction, text=""):
        if self.parts == 2 and text.startswith("stage"):
            self.session.stop()


def test_a_stop_keeps_what_was_recorded_and_judges_nothing(open_session, visit, with_model):
    session = open_session(FakeArm(mark=Mark.VIRTUAL))
    procedure = VerifyProcedure(replace(QUICK, motions=(EXCITATION, POINTS)), rehearse=False)
    prepared = procedure.prepare(session, NullMonitor())
    outcome = procedure.run(session, confirmed(prepared), StopAtSecond(session))
    assert outcome.stopped
    assert outcome.recordings[0] == "verify-excitation"
    assert outcome.found is None
    assert outcome.verdict is Verdict.REPEAT
    with Visit.open(visit) as opened:
        assert "verify-excitation" in opened.labels
        assert newest(opened, VERIFICATION, Verification) is None


def test_what_cannot_be_verified_is_refused(open_session, visit):
    session = open_session(FakeArm(mark=Mark.VIRTUAL))
    with pytest.raises(BadRequest, match="no-model-to-verify"):
        VerifyProcedure(QUICK).prepare(session, NullMonitor())
    with pytest.raises(BadRequest, match="no-motion-to-verify"):
        VerifyProcedure(replace(QUICK, motions=())).prepare(session, NullMonitor())
    with pytest.raises(BadRequest, match="verification-limit-count"):
        VerifyProcedure(QUICK, limits=VerificationLimits.of(6)).prepare(session, NullMonitor())


def test_a_controller_without_the_motion_is_refused(open_session, visit, with_model):
    closed = open_session(FakeArm(kind=ControllerKind.CLOSED, mark=Mark.VIRTUAL))
    with pytest.raises(BadRequest, match="no-motion-to-verify"):
        VerifyProcedure(replace(QUICK, motions=(CIRCLE,))).prepare(closed, NullMonitor())


def test_a_controller_that_does_not_move_is_refused(open_session, visit, with_model):
    session = open_session(FakeArm(kind=ControllerKind.READ_ONLY, mark=Mark.VIRTUAL))
    with pytest.raises(BadRequest, match="controller-does-not-move"):
        VerifyProcedure(QUICK).prepare(session, NullMonitor())
