"""Who the firmware says it is, which requests it takes, and what it answers twice."""

from core.recording import Quantity
from devices.protocol_open import messages as m
from devices.protocol_open.messages import DeviceState as S
from devices.protocol_open.messages import StatusFlag
from tests.devices.virtual.firmware.fake_plant import ROBOT, START, N
from tests.devices.virtual.firmware.uploads import LIMITS, states

# Who and what


def test_hello_is_answered_with_a_complete_announcement(bench):
    (found,) = bench.ask(m.Hello())
    assert (found.model, found.serial, found.power_on, found.kind) == ("ec66", "V-ec66-0003", "p1", "open")
    assert found.joint_names == ROBOT.joint_names
    assert found.velocity == tuple(LIMITS.velocity_limit.tolist())
    assert found.lower == (None,) * N, "the description states no range of motion"
    assert (found.sample_rate, found.torque_kind, found.mark) == (1000.0, "motor-current", "virtual")
    assert found.simulation
    assert found.stops_when_host_silent
    motor = [channel for channel in found.channels if channel.quantity == Quantity.MOTOR_POSITION]
    assert [channel.joint for channel in motor] == list(range(N))
    assert {(channel.ratio, channel.kind, channel.counts_per_turn) for channel in motor} == {
        (101.0, "i4", 2**17)
    }


def test_another_protocol_version_is_refused(bench):
    reply = bench.rejected(m.Hello(version=99))
    assert (reply.code, reply.facts) == ("protocol-version", {"host": 99, "device": 1})


def test_a_message_that_is_no_request_is_refused(bench):
    assert bench.rejected(m.Ack(3)).code == "not-a-request"


def test_a_repeated_request_is_answered_again_but_not_executed_again(bench):
    bench.move()
    sequence = bench.sequence
    assert bench.status.motion == 1
    again = bench.firmware.handle(m.PointToPoint(tuple(START), 50.0), sequence, repeated=True)
    assert isinstance(again[0], m.Ack)
    assert bench.status.motion == 1
    assert isinstance(bench.firmware.handle(m.PointToPoint(tuple(START), 50.0), sequence)[0], m.Reject)


def test_a_new_host_gets_no_stored_answer_of_the_host_before(bench):
    bench.accepted(m.Arm())
    bench.move(START + 1.0)
    bench.run(100)
    stop = bench.sequence
    assert isinstance(bench.firmware.handle(m.Stop(), stop, repeated=True)[0], m.Ack), "it was the move's"
    assert bench.state is S.MOVING
    bench.firmware.handle(m.Hello(), 0, repeated=True)
    bench.firmware.handle(m.Stop(), stop, repeated=True)
    assert bench.state is S.STOPPING


# Lifecycle


def test_brakes_are_closed_until_armed_and_again_after_disarming(bench):
    assert bench.plant.braked
    assert not bench.status.flags & StatusFlag.BRAKES_RELEASED
    bench.arm()
    assert not bench.plant.braked
    assert bench.status.flags & StatusFlag.BRAKES_RELEASED
    bench.accepted(m.Disarm())
    assert bench.state is S.IDLE
    sent = bench.run(199)
    assert not bench.plant.braked, "the drives hold until the brakes have closed"
    sent += bench.run(5)
    assert bench.plant.braked
    assert states(sent) == [S.IDLE], "the closing of the brakes is reported"
