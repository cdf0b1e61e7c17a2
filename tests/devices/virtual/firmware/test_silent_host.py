"""The firmware with a silent host, and with an armed arm that is not used."""

import pytest

from devices.capabilities import ControllerKind
from devices.protocol_open import messages as m
from devices.protocol_open.messages import DeviceState as S
from devices.virtual.firmware.plant import PERIOD_S
from devices.virtual.firmware.supervision import ABANDONED_S, LISTEN_S
from tests.devices.virtual.firmware.fake_plant import START, Bench

# Watchdog


def test_a_silent_host_stops_the_arm_and_the_fault_is_latched(bench):
    bench.move(START + 1.0, percent=50.0)
    bench.run(100)
    silent_since = bench.now
    bench.heartbeat = False
    bench.run_until(lambda: bench.state is S.FAULT)
    assert bench.now - silent_since == pytest.approx(0.25, abs=0.003)
    assert bench.status.fault == "host-silent"
    bench.run_until(lambda: bench.status.outcome == "failed")
    (watchdog,) = bench.notes.of("watchdog")
    assert watchdog["silence"] == pytest.approx(0.25, abs=0.003)
    (begun,) = bench.notes.of("stop-begins")
    assert (begun["cause"], begun["level"]) == ("host-silent", "controlled")
    bench.run(300)
    assert bench.plant.braked
    assert bench.rejected(m.Arm()).code == "fault-latched"
    bench.accepted(m.Clear())
    bench.arm()


def test_the_watchdog_uses_real_time_not_device_time(bench):
    """The host's silence is measured in real time, even if device time stands still or runs fast."""
    bench.move(START + 1.0, percent=50.0)
    bench.firmware.host_heard(bench.now)
    bench.heartbeat = False
    for _ in range(300):
        list(bench.firmware.run(1))
    assert bench.state is S.MOVING, "300 ms of the device in no time at all"
    for _ in range(30):
        bench.now += 0.01
        list(bench.firmware.run(1))
    assert bench.state is S.FAULT


def test_a_device_that_was_halted_reads_heartbeats_before_it_judges():
    bench = Bench()
    bench.move(START + 1.0, percent=50.0)
    bench.run(100)
    bench.heartbeat = False
    bench.now += 5.0
    bench.run(5)
    assert bench.state is S.MOVING, "what was sent in the meantime may wait on the line"
    bench.firmware.host_heard(bench.now)
    bench.run(200)
    assert bench.state is S.MOVING
    bench.now += 5.0
    bench.run(5)
    bench.firmware.line_read(bench.now)
    bench.run(2)
    assert bench.state is S.FAULT, "nothing was on the line after all"


def test_a_device_whose_receiver_does_not_run_judges_after_a_while():
    bench = Bench()
    bench.move(START + 1.0, percent=50.0)
    bench.run(100)
    bench.heartbeat = False
    bench.firmware.line_read(bench.now)
    bench.now += 5.0
    bench.run(round(LISTEN_S / PERIOD_S) - 5)
    assert bench.state is S.MOVING
    bench.run(10)
    assert bench.state is S.FAULT


def test_a_closed_link_is_silence_at_once(bench):
    bench.move(START + 1.0, percent=50.0)
    bench.run(100)
    bench.firmware.host_is_gone()
    bench.run(1)
    assert bench.state is S.FAULT
    assert bench.notes.of("host-gone")
    bench.run_until(lambda: not bench.firmware.is_moving)


def test_an_armed_arm_at_rest_stays_armed_in_short_silence(bench):
    bench.arm()
    bench.heartbeat = False
    bench.run(600)
    assert bench.state is S.ARMED
    reply = bench.firmware.handle(m.JogJoint(0, 0.1, 0.1), 77)[0]
    assert reply.code == "host-silent", "but it does not begin to move"


@pytest.mark.parametrize("kind", [ControllerKind.OPEN, ControllerKind.CLOSED])
def test_an_armed_arm_without_host_is_disarmed_after_long_silence(kind):
    bench = Bench(kind)
    bench.arm()
    bench.heartbeat = False
    bench.run(4900)
    assert bench.state is S.ARMED
    bench.run(200)
    assert bench.state is S.IDLE
    bench.run(300)
    assert bench.plant.braked
    (entry,) = bench.notes.of("abandoned")
    assert entry["silence"] == pytest.approx(ABANDONED_S, abs=0.005)


def test_a_host_that_arms_before_its_first_heartbeat_gets_the_same_time():
    bench = Bench()
    bench.heartbeat = False
    assert isinstance(bench.firmware.handle(m.Arm(), 0)[0], m.Ack)
    bench.run(4900)
    assert bench.state is S.ARMED
    bench.run(200)
    assert bench.state is S.IDLE


def test_an_armed_arm_without_a_host_closes_its_brakes(bench):
    bench.arm()
    bench.firmware.host_is_gone()
    bench.run(300)
    assert bench.state is S.IDLE
    assert bench.plant.braked
