"""The differences of the closed and the read-only controller from the open one."""

import numpy as np
import pytest

from devices.capabilities import ControllerKind
from devices.protocol_open import messages as m
from devices.protocol_open.messages import DeviceState as S
from devices.protocol_open.messages import StatusFlag
from tests.devices.virtual.firmware.fake_plant import START, Bench

# Closed and read-only controllers


def test_a_closed_controller_moves_from_point_to_point_only():
    bench = Bench(ControllerKind.CLOSED)
    (found,) = bench.ask(m.Hello())
    assert (found.kind, found.sample_rate, found.stops_when_host_silent) == ("closed", 125.0, False)
    assert {channel.quantity for channel in found.channels} == {"position", "current"}
    bench.arm()
    assert bench.rejected(m.JogJoint(0, 0.1, 0.1)).code == "motion-not-offered"
    assert bench.rejected(m.TrajectoryRun(1)).code == "motion-not-offered"
    assert bench.rejected(m.TrajectoryBegin(m.TrajectoryKind.FOURIER, 8, 0)).code == "motion-not-offered"
    reply = bench.rejected(m.PointToPoint(tuple(START + 2.0), 5.0))
    assert reply.code == "move-too-long"
    assert reply.facts["duration"] > reply.facts["longest"] == 5.0
    bench.accepted(m.PointToPoint(tuple(START + 0.5), 50.0))


def test_a_closed_controller_finishes_its_move_when_the_host_dies():
    bench = Bench(ControllerKind.CLOSED)
    bench.move(START + 1.0, percent=50.0)
    bench.run(100)
    bench.heartbeat = False
    bench.firmware.host_is_gone()
    bench.run_until(lambda: not bench.firmware.is_moving)
    np.testing.assert_allclose(bench.plant.position, START + 1.0)
    assert bench.status.outcome == "finished"
    assert not bench.notes.of("stop-begins")
    bench.run(300)
    assert bench.state is S.IDLE, "and gives back the right to move"
    assert bench.plant.braked


def test_a_closed_controller_obeys_stop():
    bench = Bench(ControllerKind.CLOSED)
    bench.move(START + 1.0, percent=50.0)
    bench.run(100)
    bench.accepted(m.Stop())
    bench.run_until(lambda: bench.state is S.IDLE)
    assert bench.status.outcome == "stopped"


def test_a_read_only_controller_moves_by_itself_and_takes_no_motion():
    bench = Bench(ControllerKind.READ_ONLY)
    bench.run(10)
    assert not bench.status.flags & StatusFlag.REMOTE
    assert bench.rejected(m.Arm()).code == "not-remote"
    np.testing.assert_array_equal(bench.plant.position, START)
    bench.accepted(m.StreamOn(10))
    path = []
    for _ in range(100):
        bench.run(100)
        path.append(bench.plant.position)
    assert np.ptp(path, axis=0).min() > 0.05
    assert bench.state is S.IDLE, "the host has no right to move it"
    assert bench.rejected(m.PointToPoint(tuple(START), 10.0)).code == "motion-not-offered"


@pytest.mark.parametrize("end", ["stream-off", "stop", "host-gone", "emergency-stop"])
def test_the_motion_of_a_read_only_controller_ends(end):
    bench = Bench(ControllerKind.READ_ONLY)
    bench.accepted(m.StreamOn(10))
    bench.run(5000)
    if end == "host-gone":
        bench.firmware.host_is_gone()
    elif end == "emergency-stop":
        bench.accepted(m.Simulate("fault", {"name": end}))
    else:
        bench.accepted(m.StreamOff() if end == "stream-off" else m.Stop())
    bench.run_until(lambda: not bench.firmware.is_moving, most=1000)
    bench.run(300)
    assert bench.plant.braked
    assert bench.notes.of("standstill")
