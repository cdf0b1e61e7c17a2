"""A session: what it knows, what it completes, and how it comes back from a lost link."""

import threading
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from app.arm.description import completed, mismatch
from app.arm.procedure import RecordedMotion
from app.arm.session import RobotSession
from app.arm.stream import WatchedStream
from app.features.encoders.procedure import CheckProcedure
from app.features.recording.procedure import RecordProcedure
from app.jobs.task import compute_here
from core.monitor import NullMonitor
from core.payload.weight_columns import weight_columns
from core.recording import Mark, Quantity
from core.robot.library import load_robot
from core.robot.toml_format import write_toml
from core.storage.visit import Visit
from devices.connection import ConnectionState
from devices.controller import Lifecycle, PayloadSetting, StopLevel
from devices.driving.pulse import Pulse
from devices.errors import ConfigurationError, MotionRejected, TransportError
from devices.motion import MoveTo
from devices.safety.previewing import make_preview
from devices.safety.readiness import ReadinessState
from tests.app.procedures.fake_arm import SERIAL, FakeArm
from tests.app.procedures.waited_time import AlwaysThere
from tests.devices.replay.recorded import ROBOT as REPLAYED
from tests.devices.replay.recorded import recorded_run, visit_with
from tests.waiting import LIMIT_S, wait_until

pytestmark = pytest.mark.thorough

MASS, CENTER = 6.0, (0.02, 0.0, 0.2)
STUCK = 0.2
"""Of its rated torque, by how much friction may hold a gear at two standstills: a tenth each way."""


def test_before_and_after_it_is_open(open_session, visit):
    arm = FakeArm()
    session = RobotSession(
        "fake:", arm.robot, pulse=Pulse(), compute=compute_here, visit=visit, open_with=lambda *_, **__: arm
    )
    assert session.capabilities.can_move, "known before connecting"
    assert session.acquisition is None
    assert session.connection.state is ConnectionState.DISCONNECTED
    with pytest.raises(TransportError, match="not-connected"):
        session.standing_pose()
    identity = session.open()
    assert identity.serial == SERIAL
    assert session.connection.state is ConnectionState.READY
    assert session.standing_pose() == pytest.approx([0.1, 0.4, -0.6], abs=1e-6)
    session.close()
    session.close()
    assert arm.status.lifecycle is Lifecycle.DISCONNECTED
    assert session.acquisition is None


def test_the_controllers_gains_and_narrower_limits_are_taken_over():
    robot = load_robot("szabo-3r")
    identity = FakeArm().connect()
    known = replace(robot, drive_gain=np.array([1.0, 2.0, 3.0]))
    assert completed(known, identity).drive_gain == pytest.approx([1.0, 2.0, 3.0])
    filled = completed(replace(robot, drive_gain=None), identity)
    assert filled.drive_gain == pytest.approx(identity.drive_gain)
    assert SERIAL in filled.sources["drive_gain"]
    assert np.all(filled.velocity_limit <= 2.0)
    assert np.all(filled.upper <= np.minimum(robot.upper, 3.0))


def test_limits_of_a_controller_that_counts_the_other_way():
    robot = load_robot("szabo-3r")
    turned = replace(
        robot,
        joints=tuple(replace(joint, reported_sign=-1, lower=-9.0, upper=9.0) for joint in robot.joints),
    )
    identity = replace(FakeArm().connect(), lower=np.full(3, -1.0), upper=np.full(3, 2.0))
    narrowed = completed(turned, identity)
    assert narrowed.lower == pytest.approx(np.full(3, -2.0))
    assert narrowed.upper == pytest.approx(np.full(3, 1.0))


@pytest.mark.parametrize(
    ("change", "code"),
    [({"model": "other"}, "wrong-model"), ({"serial": "SN-1"}, "other-serial"), ({}, None)],
)
def test_another_arm_is_noticed(change, code):
    arm = FakeArm()
    found = mismatch(arm.robot, replace(arm.connect(), **change), serial=SERIAL)
    assert (None if found is None else found.code) == code


def test_the_visit_of_another_arm_takes_no_recording(open_session):
    session = open_session(FakeArm())
    session.visit_serial = "SN-1"
    with pytest.raises(ConfigurationError, match="other-serial"):
        session.start_recording(label="x")
    states = {line.code: line.state for line in session.readiness()}
    assert states["other-serial"] is ReadinessState.NOT_READY


def test_readiness_of_a_good_arm_names_only_what_is_limited(open_session):
    session = open_session(FakeArm())
    session.clock.sleep(0.3)
    states = {line.code: line.state for line in session.readiness()}
    assert ReadinessState.NOT_READY not in states.values(), states
    assert states["encoders-not-checked"] is ReadinessState.LIMITED


def test_stop_reaches_the_arm_from_any_thread_at_once_and_voids_what_was_prepared(open_session):
    arm = FakeArm()
    session = open_session(arm)
    prepared = CheckProcedure().prepare(session, NullMonitor()).confirmed(serial=SERIAL)
    stopper = threading.Thread(target=session.stop, args=(StopLevel.ABORT,))
    stopper.start()
    stopper.join()
    assert arm.stops == [StopLevel.ABORT]
    with pytest.raises(MotionRejected, match="check-needed-after-stop"):
        CheckProcedure().run(session, prepared, NullMonitor())
    assert arm.status.lifecycle is Lifecycle.CONNECTED


class Speaking(FakeArm):
    """Says of its samples what a test puts in."""

    remark = note = ("", {})


def wait_for(condition, *, arm):
    """Let the arm's time pass until the condition holds: it does not pass without a wait for it."""
    wait_until(lambda: condition() or arm.clock.sleep(0.1))


def test_a_note_about_the_samples_stops_no_motion_and_a_remark_does(open_session):
    arm = Speaking()
    session = open_session(arm)
    session.stream.begin(moves=True)
    arm.note = ("moteus-aligned", {"within_s": 1e-3})
    wait_for(lambda: "moteus-aligned" in [finding.code for finding in session.stream.findings], arm=arm)
    assert session.stream.complaint is None
    assert arm.stops == []
    arm.remark = ("ur-speed-scaled", {"share": 0.5})
    wait_for(lambda: session.stream.complaint is not None, arm=arm)
    assert session.stream.complaint.code == "ur-speed-scaled"
    assert arm.stops


def test_a_lost_arm_is_found_again_for_reading_alone(open_session):
    arm = FakeArm()
    session = open_session(arm)
    prepared = CheckProcedure().prepare(session, NullMonitor()).confirmed(serial=SERIAL)
    session.proven = True
    arm.lose_link_after = 0.0
    wait_until(lambda: session.acquisition.error)
    assert session.acquisition.error.code == "link-lost"
    assert session.connection.state is ConnectionState.LOST
    arm.lose_link_after = float("inf")
    arm.refusals = [TransportError("no-answer", request="hello", waited_s=1.0)]
    session.reconnect()
    assert arm.connects == 3
    assert session.connection.state is ConnectionState.READY
    assert arm.status.lifecycle is Lifecycle.CONNECTED, "never back into motion"
    assert not session.proven
    with pytest.raises(MotionRejected, match="check-needed-after-stop"):
        CheckProcedure().run(session, prepared, NullMonitor())


def test_another_serial_number_is_another_robot(open_session):
    arm = FakeArm()
    session = open_session(arm)
    arm.serial = "SN-2"
    with pytest.raises(ConfigurationError, match="other-serial"):
        session.reconnect()
    assert session.connection.state is ConnectionState.DISCONNECTED


def test_without_a_visit_nothing_is_recorded(open_session):
    session = open_session(FakeArm(mark=Mark.VIRTUAL))
    session.visit = None
    with pytest.raises(ConfigurationError, match="no-visit"):
        session.start_recording(label="x")


def replayed(tmp_path: Path, *, pace: str) -> RobotSession:
    """A session with half a second of a recorded arm, and a visit to record it into again."""
    from_file = visit_with(tmp_path, recorded_run(samples=500))
    into = tmp_path / "again.h5"
    robot = load_robot(REPLAYED)
    Visit.create(into, robot_toml=write_toml(robot)).close()
    uri = f"replay:{from_file}?pace={pace}"
    return RobotSession(uri, robot, pulse=Pulse(), compute=compute_here, visit=into)


def test_a_replay_that_ends_before_it_is_recorded_begins_anew_for_it(tmp_path):
    """On a busy computer it ends between preparing and running; that is not a stop."""
    session = replayed(tmp_path, pace="real")
    try:
        session.open()
        procedure = RecordProcedure(0.3, RecordedMotion.STILL)
        prepared = procedure.prepare(session, NullMonitor())
        assert session.acquisition is not None
        assert session.acquisition.error is None, "it is still being played"
        wait_until(lambda: session.acquisition.error)
        outcome = procedure.run(session, prepared, NullMonitor())
    finally:
        session.close()
    assert outcome.is_complete, outcome.error
    assert outcome.samples >= 300


def test_a_replay_that_is_over_at_once_has_had_its_samples(tmp_path):
    """However late its first samples are looked for."""
    session = replayed(tmp_path, pace="fast")
    controller = session.controller
    stream = WatchedStream(controller, session.robot, identity=controller.connect())
    ring = stream.acquisition.ring

    class LateRing:
        """Says that nothing has come; meanwhile all comes."""

        @property
        def generation(self) -> int:
            stream.acquisition.ring = ring
            stream.start()
            stream.acquisition._thread.join(LIMIT_S)
            return 0

    stream.acquisition.ring = LateRing()
    try:
        stream.wait_for_samples(NullMonitor())
        assert stream.acquisition.error is not None
    finally:
        stream.close()
        controller.disconnect()


@contextmanager
def virtual_session(settings):
    session = RobotSession(
        f"virtual:ec66?{settings}", load_robot("ec66"), pulse=AlwaysThere(), compute=compute_here
    )
    try:
        session.open()
        yield session
    finally:
        session.close()


def held_torque(session):
    """What the drives hold in N·m, by their nominal gains, once the brakes are open."""
    session.controller.arm()
    session.clock.sleep(1.0)
    _, columns = session.acquisition.ring.newest(0.5)
    return columns[Quantity.CURRENT].mean(axis=0) * session.identity.drive_gain


@pytest.mark.parametrize("kind", ["open", "closed"])
def test_the_drives_feel_what_hangs_there_and_no_longer_when_it_is_taken_off(kind):
    with virtual_session(f"seed=2&kind={kind}") as session:
        session.proven = True
        bare, count = held_torque(session), session.safe.stop_count
        session.hang_on_virtual(MASS, CENTER)
        assert session.hung == PayloadSetting(MASS, CENTER)
        assert session.safe.stop_count != count, "whatever was prepared before is void"
        assert not session.proven
        assert session.controller.status.lifecycle is Lifecycle.CONNECTED
        assert not session.controller.status.brakes_released
        loaded = held_torque(session)
        load = np.array([MASS, *np.multiply(MASS, CENTER)])
        pose = session.standing_pose()[np.newaxis]
        expected = np.array([(weight_columns(session.robot, pose, joint) @ load)[0] for joint in range(6)])
        most = int(np.argmax(np.abs(expected)))
        stuck = STUCK * session.robot.torque_limit[most]
        assert abs(expected[most]) > 2.0 * stuck
        assert (loaded - bare)[most] == pytest.approx(expected[most], abs=stuck)
        assert session.controller.read_payload() == PayloadSetting(0.0), "no setting follows by itself"
        session.hang_on_virtual(0.0)
        assert session.hung == PayloadSetting(0.0)
        assert held_torque(session)[most] == pytest.approx(bare[most], abs=stuck)
        assert session.standing_pose() == pytest.approx(pose[0], abs=0.02)


def test_nothing_is_hung_on_an_arm_that_moves():
    with virtual_session("seed=2") as session:
        target = session.standing_pose()
        target[0] += 0.3
        plan = MoveTo(target, 0.05)
        circumstances = session.circumstances()
        seen = make_preview(
            circumstances.robot,
            plan,
            start=circumstances.start,
            capabilities=circumstances.capabilities,
            proven=False,
            stop_count=circumstances.stop_count,
        )
        motion = session.safe.begin(session.safe.admit(seen, serial_confirmed=session.identity.serial))
        wait_until(lambda: session.controller.status.lifecycle is Lifecycle.MOVING)
        with pytest.raises(MotionRejected, match="already-moving"):
            session.hang_on_virtual(MASS, CENTER)
        assert session.hung is None
        assert motion.outcome is None, "and it goes on"
        session.stop()
        assert session.clock.wait(motion, LIMIT_S)


def test_what_cannot_hang_anywhere_is_refused():
    with virtual_session("seed=2&pace=fast") as session:
        with pytest.raises(ConfigurationError, match="payload-setting"):
            session.hang_on_virtual(-1.0, CENTER)
        assert session.hung is None


@pytest.mark.parametrize("mark", [Mark.NONE, Mark.REPLAY, Mark.VIRTUAL])
def test_a_person_hangs_it_where_the_arm_is_real(open_session, mark):
    session = open_session(FakeArm(mark=mark))  # which simulates nothing
    with pytest.raises(MotionRejected, match="simulation-not-offered"):
        session.hang_on_virtual(MASS, CENTER)
    assert session.hung is None
