"""Conversations of the driver with a device: bytes sent, and the effect of the answers."""

import numpy as np
import pytest

from core.excitation.trajectories import project_boundary_conditions
from core.recording import Mark, Quantity
from devices.controller import Lifecycle, PayloadSetting
from devices.errors import (
    ConfigurationError,
    MotionRejected,
    ProtocolError,
    RobotStateError,
    TransportError,
)
from devices.motion import Jog, MotionEnd, MoveTo, RunTrajectory
from devices.protocol_open import messages as m
from devices.protocol_open.trajectory_bytes import unpack_fourier, unpack_samples
from tests.devices.open_arm.fake_device import COUNTS_PER_TURN, GEAR, announcement
from tests.waiting import LIMIT_S, wait_until

RESULT_S = LIMIT_S


def fourier():
    random = np.random.default_rng(3)
    return project_boundary_conditions(
        random.normal(size=(2, 4)),
        random.normal(size=(2, 4)),
        period_s=5.0,
        start=np.array([0.1, 0.2]),
        cycles=2,
    )


def test_connecting_requests_identity_and_status_and_starts_the_stream(bench):
    identity = bench.arm.connect()
    assert bench.device.heard == [m.Hello(), m.AskStatus(), m.StreamOn(samples_per_frame=10)]
    assert (identity.model, identity.serial, identity.power_on) == ("two-joints", "T-1", "p1")
    assert identity.lower.tolist() == [-1.0, -np.inf]
    assert identity.velocity.tolist() == [2.0, np.inf]
    assert bench.arm.status.lifecycle is Lifecycle.CONNECTED
    assert bench.arm.status.remote_enabled
    bench.arm.disconnect()
    assert bench.device.heard[3:] == [m.StreamOff()]
    assert bench.device.decoder.damaged == 0
    assert bench.device.decoder.missing == 0
    assert bench.device.decoder.bytes_pending == 0
    assert bench.arm.status.lifecycle is Lifecycle.DISCONNECTED


def test_samples_are_scaled_and_carry_both_clocks(bench):
    bench.arm.connect()
    bench.device.stream(3)
    bench.device.skip(4)
    bench.device.stream(2)
    blocks = [bench.arm.read(0.5)]
    while sum(block.count for block in blocks) < 5:
        blocks.append(bench.arm.read(0.5))
    sequence = np.concatenate([block.sequence for block in blocks])
    assert sequence.tolist() == [0, 1, 2, 7, 8]
    assert np.concatenate([block.device_time for block in blocks]).tolist() == pytest.approx(
        [0.0, 0.001, 0.002, 0.007, 0.008]
    )
    columns = blocks[0].columns
    assert set(columns) == {Quantity.POSITION, Quantity.MOTOR_POSITION, Quantity.LINK_POSITION}
    assert columns[Quantity.POSITION][0].tolist() == [0.25, -0.5]
    turns = np.array([1124 - 100, 2148 - 100]) / COUNTS_PER_TURN
    assert columns[Quantity.MOTOR_POSITION][0] == pytest.approx(-2.0 * np.pi * turns / np.array(GEAR))
    assert np.isnan(columns[Quantity.LINK_POSITION][0, 0])
    assert columns[Quantity.LINK_POSITION][0, 1] == pytest.approx(np.pi)
    assert bench.arm.counters.missed == 4
    assert bench.arm.counters.samples == 5
    assert bench.arm.read(0.0) is None


def test_a_move_is_sent_in_reported_positions_and_ends_as_the_device_reports(bench):
    bench.armed()
    motion = bench.arm.start(MoveTo(np.array([0.3, 0.4]), speed_fraction=0.25))
    [request] = bench.device.wait_for(m.PointToPoint)
    assert request.target == pytest.approx((0.3, 0.1))  # (0.4 − 0.5) · −1
    assert request.speed_percent == 25.0
    bench.device.send(bench.device.status(progress=0.5))
    wait_until(lambda: motion.progress >= 0.5)
    assert bench.arm.status.lifecycle is Lifecycle.MOVING
    with pytest.raises(MotionRejected, match="already-moving"):
        bench.arm.start(Jog(0, 0.01, 0.01))
    bench.device.finish()
    assert motion.result(RESULT_S) is MotionEnd.FINISHED
    assert bench.arm.status.lifecycle is Lifecycle.ARMED


def test_a_jog_turns_with_the_sign_of_its_joint(bench):
    bench.armed()
    motion = bench.arm.start(Jog(1, angle=0.03, speed=0.02))
    assert bench.device.wait_for(m.JogJoint) == [m.JogJoint(joint=1, angle=-0.03, speed=0.02)]
    bench.device.finish()
    assert motion.result(RESULT_S) is MotionEnd.FINISHED


def test_a_fourier_trajectory_is_uploaded_as_coefficients(bench):
    trajectory = fourier()
    bench.armed()
    motion = bench.arm.start(RunTrajectory(trajectory))
    assert bench.device.wait_for(m.TrajectoryRun) == [m.TrajectoryRun(token=7)]
    assert bench.device.begun.kind is m.TrajectoryKind.FOURIER
    body = unpack_fourier(bytes(bench.device.upload))
    assert body.duration == 10.0
    time = np.linspace(0.0, 5.0, 50)
    phase = np.outer(time, body.base_frequency * np.arange(1, 5))
    rates = body.base_frequency * np.arange(1, 5)
    there = body.q0 + np.sin(phase) @ (body.a / rates).T - np.cos(phase) @ (body.b / rates).T
    expected = bench.robot.position_as_reported(trajectory.evaluate(time).position)
    assert there == pytest.approx(expected, abs=1e-12)
    bench.device.finish()
    assert motion.result(RESULT_S) is MotionEnd.FINISHED


def test_any_other_trajectory_is_uploaded_as_points(bench):
    random = fourier()

    class Other:
        duration = 4.999
        joint_count = 2
        start = random.start
        evaluate = staticmethod(random.evaluate)

    bench.armed()
    motion = bench.arm.start(RunTrajectory(Other()))
    bench.device.wait_for(m.TrajectoryRun)
    assert bench.device.begun.kind is m.TrajectoryKind.SAMPLES
    body = unpack_samples(bytes(bench.device.upload))
    assert body.period <= 0.004
    assert body.period * (len(body.positions) - 1) == pytest.approx(4.999)
    time = body.period * np.arange(len(body.positions))
    expected = bench.robot.position_as_reported(random.evaluate(time).position)
    assert body.positions == pytest.approx(expected, abs=1e-9)
    bench.device.finish()
    assert motion.result(RESULT_S) is MotionEnd.FINISHED


def test_a_refusal_by_the_device_ends_the_motion(bench):
    bench.device.answers[m.JogJoint] = lambda _, sequence: [
        m.Reject(sequence, "outside-limits", {"joint": 1, "limit": 0.5})
    ]
    bench.armed()
    motion = bench.arm.start(Jog(0, 1.0, 0.1))
    with pytest.raises(MotionRejected, match="outside-limits") as refusal:
        motion.result(RESULT_S)
    assert refusal.value.facts == {"joint": 1, "limit": 0.5}
    assert motion.outcome is MotionEnd.FAILED


def test_a_refused_upload_ends_the_motion(bench):
    bench.device.answers[m.TrajectoryCommit] = lambda _, sequence: [
        m.Reject(sequence, "start-pose-differs", {"joint": 2})
    ]
    bench.armed()
    motion = bench.arm.start(RunTrajectory(fourier()))
    with pytest.raises(MotionRejected, match="start-pose-differs"):
        motion.result(RESULT_S)
    assert not [message for message in bench.device.heard if isinstance(message, m.TrajectoryRun)]


@pytest.mark.parametrize("code", ["emergency-stop", "protective-stop", "following-error", "host-silent"])
def test_a_fault_while_moving_ends_the_motion_with_its_error(bench, code):
    bench.armed()
    motion = bench.arm.start(Jog(0, 0.1, 0.1))
    bench.device.wait_for(m.JogJoint)
    bench.device.state = m.DeviceState.FAULT
    bench.device.send(bench.device.status(fault=code))
    bench.device.send(bench.device.status(fault=code, outcome="failed", facts={"joint": 1}))
    with pytest.raises(RobotStateError, match=code):
        motion.result(RESULT_S)
    status = bench.arm.status
    assert (status.lifecycle, status.fault_code) == (Lifecycle.FAULT, code)
    with pytest.raises(MotionRejected, match="not-armed"):
        bench.arm.start(Jog(0, 0.1, 0.1))


def test_a_fault_is_cleared_only_when_its_cause_is_gone(bench):
    bench.arm.connect()
    bench.device.state = m.DeviceState.FAULT
    bench.device.answers[m.Clear] = lambda _, sequence: [m.Reject(sequence, "emergency-stop", {})]
    with pytest.raises(RobotStateError, match="emergency-stop"):
        bench.arm.clear_fault()
    bench.device.answers[m.Arm] = lambda _, sequence: [m.Reject(sequence, "fault-latched", {})]
    with pytest.raises(RobotStateError, match="fault-latched"):
        bench.arm.arm()
    del bench.device.answers[m.Clear]
    bench.device.state = m.DeviceState.IDLE
    bench.arm.clear_fault()
    assert bench.arm.status.lifecycle is Lifecycle.CONNECTED


def test_brakes_that_stay_engaged_are_an_error(bench, monkeypatch):
    monkeypatch.setattr("devices.open_arm.controller.BRAKE_TIMEOUT_S", 0.1)
    bench.arm.connect()
    bench.device.answers[m.Arm] = lambda _, sequence: [m.Ack(sequence)]
    with pytest.raises(RobotStateError, match="brakes-engaged"):
        bench.arm.arm()
    with pytest.raises(MotionRejected, match="not-armed"):
        bench.arm.start(Jog(0, 0.1, 0.1))


def test_another_protocol_version_is_an_error_with_both_versions(bench):
    bench.device.announcement = announcement(version=2)
    with pytest.raises(ProtocolError, match="protocol-version") as problem:
        bench.arm.connect()
    assert problem.value.facts == {"expected": 1, "found": 2}
    assert bench.arm.status.lifecycle is Lifecycle.DISCONNECTED


def test_a_device_that_refuses_our_version_is_an_error_with_both_versions(bench):
    bench.device.answers[m.Hello] = lambda _, sequence: [
        m.Reject(sequence, "protocol-version", {"device": 3, "host": 1})
    ]
    with pytest.raises(ProtocolError, match="protocol-version") as problem:
        bench.arm.connect()
    assert problem.value.facts == {"expected": 1, "found": 3}


def test_a_unit_off_by_a_factor_is_refused(bench):
    wrong = m.Channel("q0", Quantity.POSITION, 0, "deg", "f4", 1.0)
    bench.device.announcement = announcement(channels=(wrong,))
    with pytest.raises(ProtocolError, match="protocol-field") as problem:
        bench.arm.connect()
    assert problem.value.facts["field"] == "channels[0].unit"


def test_an_arm_with_other_joints_is_refused(bench):
    bench.device.announcement = announcement(
        joint_names=("a",), lower=(None,), upper=(None,), velocity=(None,), gear_ratio=(1.0,),
        channels=(m.Channel("q0", Quantity.POSITION, 0, "rad", "f4", 1.0),),
    )  # fmt: skip
    with pytest.raises(ConfigurationError, match="wrong-joint-count"):
        bench.arm.connect()


def test_rows_that_do_not_fit_the_table_end_the_connection(bench):
    bench.arm.connect()
    bench.device.stream(2, rows=b"\1" * 20)
    with pytest.raises(ProtocolError, match="protocol-field"):
        bench.arm.read(1.0)
    assert bench.arm.status.lifecycle is Lifecycle.LOST


def test_no_connection_begins_with_a_motion(bench):
    bench.device.state = m.DeviceState.MOVING
    bench.arm.connect()
    bench.device.wait_for(m.Stop)


def test_older_firmware_is_not_asked_for_its_payload(bench):
    bench.arm.connect()
    assert not bench.arm.capabilities.payload_write_back
    with pytest.raises(MotionRejected, match="payload-not-offered"):
        bench.arm.read_payload()
    bench.device.answers[m.AskStatus] = lambda *_: [bench.device.status(payload_mass=2.5)]
    assert bench.arm.read_payload() == PayloadSetting(2.5, None), "what its status tells"
    with pytest.raises(MotionRejected, match="payload-not-offered"):
        bench.arm.write_payload(PayloadSetting(1.0))
    assert not [one for one in bench.device.heard if isinstance(one, m.AskPayload | m.SetPayload)]


def takes_payload(bench, reported):
    """Make the device answer with the payload ``reported``, whatever was set."""
    flags = m.StatusFlag.REMOTE | m.StatusFlag.TAKES_PAYLOAD
    bench.device.answers[m.AskStatus] = lambda *_: [bench.device.status(flags=flags)]
    bench.device.answers[m.AskPayload] = lambda _, sequence: [m.PayloadTold(sequence, *reported)]
    bench.arm.connect()


def test_the_payload_read_back_is_the_one_the_device_reports(bench):
    takes_payload(bench, (0.5, (0.0, 0.1, 0.2)))
    assert bench.arm.capabilities.payload_write_back
    found = bench.arm.write_payload(PayloadSetting(0.7, (0.0, 0.1, 0.3)))
    assert found == PayloadSetting(0.5, (0.0, 0.1, 0.2))
    assert bench.device.wait_for(m.SetPayload) == [m.SetPayload(0.7, (0.0, 0.1, 0.3))]


def test_a_late_answer_is_not_used_for_a_later_request(bench):
    """The second answer to a repeated request must not be used for a later request."""
    takes_payload(bench, (0.5, None))
    first = bench.arm.read_payload()
    asked = []

    def late(_, sequence):
        asked.append(sequence)
        return [m.PayloadTold(sequence - 1, 9.0, None), m.PayloadTold(sequence, 1.0, None)]

    bench.device.answers[m.AskPayload] = late
    assert first == PayloadSetting(0.5, None)
    assert bench.arm.read_payload() == PayloadSetting(1.0, None)
    assert len(asked) == 1


def test_a_refused_payload_raises_the_devices_error(bench):
    takes_payload(bench, (0.5, None))
    bench.device.answers[m.SetPayload] = lambda _, sequence: [
        m.Reject(sequence, "payload-outside-limits", {"mass": 9.0, "limit": 6.0})
    ]
    with pytest.raises(MotionRejected, match="payload-outside-limits") as refusal:
        bench.arm.write_payload(PayloadSetting(9.0))
    assert refusal.value.facts == {"mass": 9.0, "limit": 6.0}


def test_the_identity_can_be_requested_again(bench):
    first = bench.arm.connect()
    assert bench.arm.read_identity().serial == first.serial
    bench.device.announcement = announcement(serial="T-2")
    assert bench.arm.read_identity().serial == "T-2"


@pytest.mark.parametrize("opened", [Mark.VIRTUAL])
def test_the_programs_own_virtual_robot_simulates(bench):
    bench.arm.connect()
    bench.arm.simulate("fault", name="emergency-stop")
    assert bench.device.heard[-1] == m.Simulate("fault", {"name": "emergency-stop"})
    bench.device.answers[m.Simulate] = lambda _, sequence: [m.Reject(sequence, "unknown-simulation", {})]
    with pytest.raises(ConfigurationError, match="unknown-simulation"):
        bench.arm.simulate("dance")
    bench.arm.disconnect()
    with pytest.raises(TransportError, match="not-connected"):
        bench.arm.simulate("fault", name="emergency-stop")


def test_a_foreign_device_gets_no_simulation_request_whatever_it_announces(bench):
    bench.device.announcement = announcement(mark="virtual", simulation=True)
    bench.arm.connect()
    with pytest.raises(MotionRejected, match="simulation-not-offered"):
        bench.arm.simulate("attach", mass=0.0)
    assert not [message for message in bench.device.heard if isinstance(message, m.Simulate)]


def test_discarded_unread_samples_are_counted(bench, monkeypatch):
    monkeypatch.setattr("devices.open_arm.conversation.QUEUE_S", 0.1)
    bench.arm.connect()
    for sent in (100, 200, 300):  # what arrives at once is one block, which is never discarded in part
        for _ in range(10):
            bench.device.stream(10)
        wait_until(lambda sent=sent: bench.arm.counters.samples >= sent)
    block = bench.arm.read(0.5)
    counters = bench.arm.counters
    assert (counters.samples, block.count) == (300, 100)
    assert (counters.overflowed, counters.missed) == (200, 200)
    assert block.sequence.tolist() == list(range(200, 300))


def test_counters_and_clocks_continue_through_their_wraps(bench):
    bench.arm.connect()
    bench.device.skip(65530)
    bench.device.stream(10, time_us=2**32 - 5000)
    bench.device.stream(5, time_us=5000)
    block = bench.arm.read(0.5)
    found = [block]
    while sum(block.count for block in found) < 15:
        found.append(bench.arm.read(0.5))
    sequence = np.concatenate([block.sequence for block in found])
    clock = np.concatenate([block.device_time for block in found])
    assert sequence.tolist() == list(range(65530, 65545))
    assert np.diff(clock) == pytest.approx(np.full(14, 0.001))
    assert bench.arm.counters.missed == 0
