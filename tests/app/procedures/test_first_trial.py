"""The first trial: each step moves one joint by 2°, is ended by what it tries, and sees what ended it."""

import threading

import numpy as np
import pytest

from app.arm.first_trial import TrialMotion, seen_in
from app.features.encoders.procedure import CheckProcedure
from core.monitor import NullMonitor
from devices.controller import Lifecycle, PayloadSetting
from devices.driving.pulse import Pulse
from devices.errors import MotionRejected, RobotStateError
from devices.safety.first_trial import Seen, TrialStep, shortcoming
from devices.safety.payload_setting import write_payload_again
from tests.app.procedures.fake_arm import SERIAL, FakeArm
from tests.waiting import wait_until

LAST = 2


class SeenPulse(Pulse):
    def __init__(self):
        super().__init__()
        self.said = []

    def withhold(self):
        super().withhold()
        self.said.append("withhold")

    def give(self):
        super().give()
        self.said.append("give")


def _prepared(session, step, pulse=None):
    motion = TrialMotion(step, pulse or Pulse())
    return motion, motion.prepare(session, NullMonitor()).confirmed(serial=SERIAL)


def _run(session, step, pulse=None):
    motion, prepared = _prepared(session, step, pulse)
    return motion.run(session, prepared, NullMonitor())


def test_only_the_last_joint_turns_by_two_degrees_and_back(open_session):
    session = open_session(FakeArm())
    for step in (TrialStep.JOG, TrialStep.STOP, TrialStep.CABLE, TrialStep.WATCHDOG):
        _, prepared = _prepared(session, step)
        plans = [planned.preview.plan for planned in prepared.motions]
        assert {plan.joint for plan in plans} == {LAST}
        assert [abs(plan.angle) for plan in plans] == pytest.approx([np.radians(2.0)] * len(plans))
        assert sum(plan.angle for plan in plans) == pytest.approx(0.0)
        assert prepared.allowed
        assert not prepared.needs_clear_cell


def test_a_jog_that_comes_to_its_end_counts_and_nothing_is_recorded(open_session, visit):
    arm = FakeArm()
    outcome = _run(open_session(arm), TrialStep.JOG)
    assert outcome.is_complete, outcome.error
    assert outcome.recordings == ()
    assert shortcoming(TrialStep.JOG, seen_in(outcome)) == ""
    assert not list(visit.parent.glob("*.part*"))


def test_the_serial_number_is_needed(open_session):
    session = open_session(FakeArm())
    motion, prepared = _prepared(session, TrialStep.JOG)
    outcome = motion.run(session, prepared.confirmed(serial="other"), NullMonitor())
    assert outcome.error.code == "wrong-serial"


def test_during_the_trial_the_safety_layer_refuses_every_other_motion(open_session):
    trials = [True]
    arm = FakeArm()
    session = open_session(arm, is_in_trial=lambda asking: asking.identity.serial == SERIAL and trials[0])
    assert _run(session, TrialStep.JOG).is_complete
    jogs = CheckProcedure()
    prepared = jogs.prepare(session, NullMonitor()).confirmed(serial=SERIAL)
    assert prepared.allowed
    assert jogs.run(session, prepared, NullMonitor()).error.code == "first-trial-only"
    trials[0] = False
    prepared = jogs.prepare(session, NullMonitor()).confirmed(serial=SERIAL)
    assert jogs.run(session, prepared, NullMonitor()).is_complete


def test_a_press_of_stop_is_seen(open_session):
    arm = FakeArm()
    session = open_session(arm)

    def press():
        wait_until(lambda: arm.status.lifecycle is Lifecycle.MOVING)
        session.stop()

    presser = threading.Thread(target=press)
    presser.start()
    outcome = _run(session, TrialStep.STOP)
    presser.join()
    seen = seen_in(outcome)
    assert seen == Seen(finished=False, stop_asked=True)
    assert shortcoming(TrialStep.STOP, seen) == ""
    assert arm.stops


def test_a_pulled_cable_is_seen(open_session):
    arm = FakeArm()
    session = open_session(arm)
    motion, prepared = _prepared(session, TrialStep.CABLE)
    arm.lose_link_after = arm.time + 0.5
    seen = seen_in(motion.run(session, prepared, NullMonitor()))
    assert seen == Seen(finished=False, link_lost=True)
    assert shortcoming(TrialStep.CABLE, seen) == ""


def test_without_heartbeats_the_arm_has_to_stop_by_itself(open_session):
    arm, pulse = FakeArm(), SeenPulse()
    pulse.tick()
    arm.fail_after = (0.3, RobotStateError("host-silent"))
    outcome = _run(open_session(arm), TrialStep.WATCHDOG, pulse)
    assert pulse.said == ["withhold", "give"]
    assert np.isfinite(pulse.age()), "it is given again"
    assert shortcoming(TrialStep.WATCHDOG, seen_in(outcome)) == ""


def test_an_arm_that_goes_on_without_heartbeats_does_not_pass(open_session):
    pulse = SeenPulse()
    outcome = _run(open_session(FakeArm()), TrialStep.WATCHDOG, pulse)
    assert outcome.is_complete
    assert shortcoming(TrialStep.WATCHDOG, seen_in(outcome)) == "trial-went-on"
    assert pulse.said[-1] == "give"


@pytest.mark.parametrize("step", [TrialStep.STOP, TrialStep.CABLE, TrialStep.WATCHDOG])
def test_what_should_have_been_ended_and_was_not_does_not_count(step):
    assert shortcoming(step, Seen(finished=True)) == "trial-went-on"


@pytest.mark.parametrize(
    ("step", "seen"),
    [
        (TrialStep.STOP, Seen(finished=False)),
        (TrialStep.STOP, Seen(finished=False, stop_asked=True, link_lost=True)),
        (TrialStep.CABLE, Seen(finished=False)),
        (TrialStep.CABLE, Seen(finished=False, stop_asked=True)),
        (TrialStep.WATCHDOG, Seen(finished=False, stop_asked=True)),
        (TrialStep.WATCHDOG, Seen(finished=False, link_lost=True)),
    ],
)
def test_what_was_ended_by_something_else_does_not_count(step, seen):
    assert shortcoming(step, seen) == "trial-stopped-otherwise"


def test_the_payload_is_written_again_and_read_back(open_session):
    set_one = PayloadSetting(2.4, (0.0, 0.0, 0.1))
    arm = FakeArm(payload=set_one)
    open_session(arm)
    assert write_payload_again(arm) == set_one
    assert arm.written == [set_one], "nothing changes"
    arm.keeps = lambda setting: PayloadSetting(setting.mass + 0.5, setting.center)
    with pytest.raises(MotionRejected, match="payload-not-kept"):
        write_payload_again(arm)


def test_a_payload_that_is_not_offered_is_no_payload(open_session):
    arm = FakeArm()
    open_session(arm)
    with pytest.raises(MotionRejected, match="payload-not-offered"):
        write_payload_again(arm)
