"""Protective stops and the emergency stop of the firmware, and a payload that is attached."""

import numpy as np

from devices.protocol_open import messages as m
from devices.protocol_open.messages import DeviceState as S
from devices.protocol_open.messages import StatusFlag
from tests.devices.virtual.firmware.fake_plant import ROBOT, START, Bench, FakePlant, N

# Supervision


def test_an_obstacle_causes_a_protective_stop(bench):
    bench.move(START + 1.0, percent=50.0)
    bench.run(150)
    bench.plant.blocked = True
    bench.run_until(lambda: bench.state is S.FAULT, most=200)
    status = bench.status
    assert (status.fault, bool(status.flags & StatusFlag.PROTECTIVE_STOP)) == ("following-error", True)
    assert status.facts["joint"] in ROBOT.joint_names
    assert abs(status.facts["value"]) > status.facts["limit"]
    bench.run_until(lambda: bench.status.outcome == "failed", most=2000)


def test_a_torque_beyond_bounds_is_a_protective_stop_but_a_spike_is_not(bench):
    bench.arm()
    bench.plant.torque = np.array([0, 0, -160.0, 0, 0, 0])
    bench.run(10)
    bench.plant.torque = np.zeros(N)
    bench.run(50)
    assert bench.state is S.ARMED
    bench.plant.torque = np.array([0, 0, -160.0, 0, 0, 0])
    bench.run(30)
    assert (bench.status.fault, bench.status.facts["joint"]) == ("torque-exceeded", "joint_3")
    assert bench.status.facts["value"] == 160.0


def test_leaving_the_range_is_a_protective_stop_and_the_way_back_is_open():
    from dataclasses import replace

    joint = replace(ROBOT.joints[0], lower=-1.0, upper=1.0)
    robot = replace(ROBOT, joints=(joint, *ROBOT.joints[1:]))
    bench = Bench(robot=robot, plant=FakePlant(np.array([1.05, 1.2, -0.5, 0.3, 0.4, -0.2])))
    bench.arm()
    assert bench.rejected(m.JogJoint(0, 0.02, 0.1)).code == "outside-limits"
    bench.accepted(m.JogJoint(0, -0.2, 0.1))
    bench.run_until(lambda: bench.state is not S.MOVING)
    assert bench.state is S.ARMED


def test_an_emergency_stop_has_to_be_released_and_cleared(bench):
    bench.move(START + 1.0, percent=100.0)
    bench.run(250)
    bench.accepted(m.Simulate("fault", {"name": "emergency-stop", "duration": 2.0}))
    assert bench.status.flags & StatusFlag.EMERGENCY_STOP
    assert (bench.state, bench.status.fault) == (S.FAULT, "emergency-stop")
    assert bench.rejected(m.Clear()).code == "not-at-rest"
    bench.run_until(lambda: bench.status.outcome == "failed")
    assert bench.notes.of("stop-begins")[0]["level"] == "abort"
    assert bench.rejected(m.Clear()).code == "emergency-stop", "the button is still pressed"
    assert bench.rejected(m.Arm()).code == "emergency-stop"
    bench.run(2000)
    assert bench.rejected(m.Arm()).code == "fault-latched"
    bench.accepted(m.Clear())
    assert bench.state is S.IDLE
    assert not bench.status.flags & StatusFlag.EMERGENCY_STOP
    bench.arm()


def test_a_payload_is_attached_to_a_standing_arm(bench):
    bench.accepted(m.Simulate("attach", {"mass": 2.0, "center_of_mass": (0.0, 0.0, 0.05)}))
    payload = bench.plant.payload
    assert payload.mass == 2.0
    np.testing.assert_array_equal(payload.center_of_mass, [0.0, 0.0, 0.05])
    radius = (3 * 2.0 / (4 * np.pi * 7850.0)) ** (1 / 3)
    np.testing.assert_allclose(payload.inertia, 0.4 * 2.0 * radius**2 * np.eye(3))
    inertia = tuple(float(value) for value in np.diag([1.0, 2.0, 3.0]).ravel())
    bench.accepted(m.Simulate("attach", {"mass": 1, "inertia": inertia}))
    np.testing.assert_array_equal(bench.plant.payload.inertia, np.diag([1.0, 2.0, 3.0]))
    bench.accepted(m.Simulate("attach", {"mass": 0}))
    assert bench.plant.payload is None
    bench.move()
    assert bench.rejected(m.Simulate("attach", {"mass": 2.0})).code == "not-at-rest"
