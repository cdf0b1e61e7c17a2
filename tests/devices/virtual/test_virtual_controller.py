"""The virtual robot through its process, its bytes, the driver and the controller interface."""

import numpy as np
import pytest

from core.recording import Mark, Quantity
from devices.capabilities import ControllerKind, MotionKind
from devices.controller import Lifecycle, StopLevel
from devices.driving.pulse import Pulse
from devices.errors import ConfigurationError, MotionRejected, RobotStateError
from devices.motion import Jog, MotionEnd, MoveTo, RunTrajectory
from devices.virtual.launch import open_virtual
from devices.virtual.settings import parse_virtual
from tests.devices.virtual.host import (
    PATIENCE_S,
    ROBOT,
    accelerations,
    black_box,
    connected,
    drain,
    excitation,
    noted,
    pose,
    read,
    running,
)
from tests.waiting import wait_until

LIFECYCLES_AT_REST = {Lifecycle.CONNECTED, Lifecycle.FAULT}


@pytest.fixture(scope="module")
def box(tmp_path_factory):
    return tmp_path_factory.mktemp("black-box") / "open.jsonl"


@pytest.fixture(scope="module")
def shared(box):
    """One open robot for all tests that leave it as it was."""
    with connected(f"virtual:ec66?seed=3&power_on=p1&black_box={box}") as controller:
        yield controller


@pytest.fixture
def arm(shared):
    if shared.status.lifecycle is Lifecycle.LOST:  # one test's misfortune is not that of all others
        shared.identity = shared.connect()
    yield shared
    shared.stop()
    wait_until(lambda: shared.status.lifecycle in {*LIFECYCLES_AT_REST, Lifecycle.LOST})
    assert shared.status.lifecycle is not Lifecycle.LOST, shared._conversation.lost
    if shared.status.lifecycle is Lifecycle.FAULT:
        wait_until(lambda: _clears(shared))
    drain(shared)


def _clears(controller):
    try:
        controller.clear_fault()
    except RobotStateError:
        return False
    return True


# What it is


def test_capabilities_are_known_before_any_process_runs():
    before = running()
    robots = {
        kind: open_virtual(
            parse_virtual(f"virtual:ec66?kind={kind}"), robot=ROBOT, pulse=Pulse()
        ).capabilities
        for kind in ControllerKind
    }
    assert running() == before
    assert robots[ControllerKind.OPEN].motions == frozenset(MotionKind)
    assert robots[ControllerKind.OPEN].has_link_encoders
    assert robots[ControllerKind.OPEN].stops_when_host_silent
    assert robots[ControllerKind.CLOSED].motions == {MotionKind.POINT_TO_POINT}
    assert not robots[ControllerKind.CLOSED].has_link_encoders
    assert not robots[ControllerKind.CLOSED].stops_when_host_silent
    assert robots[ControllerKind.CLOSED].sample_rate == 125.0
    assert not robots[ControllerKind.READ_ONLY].can_move
    assert {capabilities.mark for capabilities in robots.values()} == {Mark.VIRTUAL}


def test_identity_and_stream_match_the_capabilities(arm):
    identity = arm.identity
    assert (identity.model, identity.serial, identity.power_on) == ("ec66", "V-ec66-0003", "p1")
    np.testing.assert_allclose(identity.velocity, ROBOT.velocity_limit)
    drain(arm)
    before = arm.counters
    sequence, moments, columns = read(arm, samples=500)
    assert set(columns) == set(arm.capabilities.quantities)
    np.testing.assert_array_equal(np.diff(sequence), 1)
    np.testing.assert_allclose(np.diff(moments), 1e-3, atol=1e-9)
    assert (arm.counters.missed, arm.counters.damaged) == (before.missed, before.damaged)
    assert all(np.all(np.isfinite(values)) for values in columns.values())


def test_both_encoders_and_the_controller_agree_up_to_their_zeros(arm):
    drain(arm)
    arm.arm()
    motion = arm.start(MoveTo(pose(arm) + 0.2, 0.3))
    _, _, columns = read(arm, samples=700)
    assert motion.result(PATIENCE_S) is MotionEnd.FINISHED
    still = columns[Quantity.POSITION][0]
    for quantity, bend in ((Quantity.MOTOR_POSITION, 1e-3), (Quantity.LINK_POSITION, 0.02)):
        moved = columns[quantity] - columns[quantity][0]
        np.testing.assert_allclose(moved, columns[Quantity.POSITION] - still, atol=bend)
    assert np.ptp(columns[Quantity.LINK_POSITION], axis=0).min() > 0.05


# Motion


def test_a_trajectory_is_uploaded_and_followed(arm):
    trajectory = excitation(pose(arm))
    arm.arm()
    motion = arm.start(RunTrajectory(trajectory))
    drain(arm)
    _, moments, columns = read(arm, samples=3200)
    assert motion.result(PATIENCE_S) is MotionEnd.FINISHED
    position = columns[Quantity.POSITION]
    moving = np.abs(position - position[0]).max(axis=1) > 1e-3
    begin = moments[moving][0]
    errors = [
        np.abs(position - trajectory.evaluate(moments - begin + shift).position).max()
        for shift in np.linspace(0.0, 0.5, 251)
    ]
    assert min(errors) < 0.02, "follows within a following error"
    assert arm.status.lifecycle is Lifecycle.ARMED


def test_a_jog_moves_one_joint(arm):
    before = pose(arm)
    arm.arm()
    assert arm.start(Jog(4, 0.03, 0.1)).result(PATIENCE_S) is MotionEnd.FINISHED
    arm.clock.sleep(0.05)
    moved = pose(arm) - before
    assert moved[4] == pytest.approx(0.03, abs=2e-3)
    assert np.abs(np.delete(moved, 4)).max() < 2e-3


def stops_received(box):
    """When the arm received each STOP so far."""
    return [entry["wall"] for entry in noted(box, "received") if entry["request"] == "Stop"]


@pytest.mark.parametrize("level", list(StopLevel))
def test_a_stop_midway_decelerates_within_the_limits_and_disarms(arm, box, level):
    trajectory = excitation(pose(arm))
    arm.arm()
    motion = arm.start(RunTrajectory(trajectory))
    arm.clock.sleep(0.9)
    before = len(stops_received(box))
    arm.stop(level)
    assert motion.result(PATIENCE_S) is MotionEnd.STOPPED
    begun, stood = noted(box, "stop-begins")[-1], noted(box, "standstill")[-1]
    # the first one since: a host that a busy computer held up asks again
    heard = stops_received(box)[before]
    assert heard <= begun["wall"] <= stood["wall"]
    limits = accelerations()
    assert np.all(np.array(stood["peak_deceleration"]) <= 1.001 * limits)
    assert np.abs(begun["velocity"]).max() > 0.2
    assert stood["time"] < 1.0
    with pytest.raises(MotionRejected) as caught:
        arm.start(MoveTo(pose(arm), 0.1)).result(PATIENCE_S)
    assert caught.value.code == "not-armed"


# Faults, by what the driver makes of the bytes


@pytest.mark.parametrize("name", ["emergency-stop", "protective-stop"])
def test_stops_at_the_robot_end_the_motion_and_stay_until_cleared(arm, name):
    start = pose(arm)
    arm.arm()
    motion = arm.start(MoveTo(start + 0.5, 0.3))
    arm.clock.sleep(0.2)
    arm.simulate("fault", name=name)
    with pytest.raises(RobotStateError) as caught:
        motion.result(PATIENCE_S)
    assert caught.value.code == name
    assert (arm.status.lifecycle, arm.status.fault_code) == (Lifecycle.FAULT, name)
    arm.clock.sleep(0.3)
    one, other = pose(arm), pose(arm)
    np.testing.assert_allclose(one, other, atol=1e-4)


@pytest.mark.parametrize(("name", "counter"), [("dropped-frames", "missed"), ("corrupted-frames", "damaged")])
def test_lost_and_damaged_frames_are_counted(arm, name, counter):
    drain(arm)
    before = getattr(arm.counters, counter)
    arm.simulate("fault", name=name, share=0.2)
    sequence, moments, _ = read(arm, samples=800)
    arm.simulate("release", name=name)
    assert getattr(arm.counters, counter) > before
    gaps = np.diff(sequence)
    assert gaps.max() > 1
    np.testing.assert_allclose(np.diff(moments), gaps * 1e-3, atol=1e-9)
    drain(arm)
    np.testing.assert_array_equal(np.diff(read(arm, samples=200)[0]), 1)


def test_a_clock_jump_shows_in_device_time_alone(arm):
    drain(arm)
    arm.simulate("fault", name="clock-jump", size=5.0)
    sequence, moments, _ = read(arm, samples=100)
    np.testing.assert_array_equal(np.diff(sequence), 1)
    arrived = np.concatenate([moments, read(arm, samples=100)[1]])
    jumps = np.diff(arrived)
    assert jumps.max() == pytest.approx(5.001, abs=1e-6) or jumps.max() == pytest.approx(1e-3, abs=1e-9)
    assert arrived[-1] > 5.0


def test_an_encoder_glitch_is_one_sample(arm):
    drain(arm)
    arm.simulate("fault", name="encoder-glitch", joint=1, size=0.3)
    _, _, columns = read(arm, samples=200)
    link = columns[Quantity.LINK_POSITION]
    off = np.abs(link - np.median(link, axis=0)) > 0.2
    assert (off.sum(), off[:, 1].sum()) == (1, 1)


@pytest.mark.parametrize("name", ["stuck-channel", "swapped-sign", "wrong-ratio"])
def test_faulty_encoders_disagree_with_the_controller(arm, name):
    channel = Quantity.MOTOR_POSITION if name == "wrong-ratio" else Quantity.LINK_POSITION
    arm.simulate("fault", name=name, joint=2)
    start = pose(arm)
    arm.arm()
    motion = arm.start(MoveTo(start + 0.2, 0.3))
    _, _, columns = read(arm, samples=600)
    motion.result(PATIENCE_S)
    arm.simulate("release", name=name)
    moved = columns[channel] - columns[channel][0]
    true = columns[Quantity.POSITION] - columns[Quantity.POSITION][0]
    slopes = (moved * true).sum(axis=0) / (true * true).sum(axis=0)
    expected = {"stuck-channel": 0.0, "swapped-sign": -1.0, "wrong-ratio": 1.1}[name]
    assert slopes[2] == pytest.approx(expected, abs=0.02)
    np.testing.assert_allclose(np.delete(slopes, 2), 1.0, atol=0.02)


def test_an_unknown_simulation_is_refused(arm):
    with pytest.raises(ConfigurationError) as caught:
        arm.simulate("fault", name="gremlins")
    assert caught.value.code == "unknown-fault"


def test_a_payload_makes_the_motors_work(arm):
    drain(arm)
    light = read(arm, samples=200)[2][Quantity.CURRENT]
    arm.arm()
    arm.clock.sleep(0.1)
    held = [read(arm, samples=300)[2][Quantity.CURRENT].mean(axis=0)]
    arm.simulate("attach", mass=5.0, center_of_mass=(0.0, 0.0, 0.1))
    arm.clock.sleep(0.3)
    drain(arm)
    held.append(read(arm, samples=300)[2][Quantity.CURRENT].mean(axis=0))
    arm.simulate("attach", mass=0)
    assert np.abs(held[1] - held[0]).max() > 0.3
    assert light.shape[1] == ROBOT.joint_count


def encoder_offset(controller):
    """Offset of each link encoder from the controller's position, rad."""
    drain(controller)
    _, _, columns = read(controller, samples=50)
    return (columns[Quantity.LINK_POSITION] - columns[Quantity.POSITION]).mean(axis=0)


def test_a_power_cycle_turns_an_encoder_by_a_whole_turn(arm):
    with connected("virtual:ec66?seed=3&power_on=p1&fault=turned-offset") as controller:
        difference = encoder_offset(controller) - encoder_offset(arm)
        assert controller.identity.power_on != arm.identity.power_on
    np.testing.assert_allclose(difference, [2.0 * np.pi, 0, 0, 0, 0, 0], atol=2e-3)


def test_every_stop_in_the_black_box_reaches_standstill(arm, box):
    """Every stop in the record ends in a standstill, including the stop of this test."""
    arm.arm()
    motion = arm.start(MoveTo(pose(arm) + 0.3, 0.2))
    arm.clock.sleep(0.3)
    arm.stop(StopLevel.CONTROLLED)
    assert motion.result(PATIENCE_S) is MotionEnd.STOPPED
    entries = black_box(box)
    stops = [entry for entry in entries if entry["event"] in {"stop-begins", "standstill"}]
    assert [entry["event"] for entry in stops] == ["stop-begins", "standstill"] * (len(stops) // 2)
    assert stops
