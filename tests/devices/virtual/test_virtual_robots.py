"""Virtual robots that a test has to itself: of another kind, in trouble, or left without a host."""

import numpy as np
import pytest

from core.errors import BadRequest, TorsionError
from core.recording import Quantity
from core.robot.kinematics import flange_transforms
from core.robot.library import load_robot
from devices.controller import Lifecycle
from devices.errors import MotionRejected, RobotStateError, TransportError
from devices.motion import MotionEnd, MoveTo, RunTrajectory
from devices.virtual import lockstep
from devices.virtual.launch import open_virtual
from devices.virtual.settings import parse_virtual
from tests.devices.virtual.host import (
    PATIENCE_S,
    ROBOT,
    accelerations,
    beating,
    connected,
    drain,
    excitation,
    noted,
    pose,
    read,
    running,
)
from tests.waiting import LIMIT_S, wait_until


def test_a_silent_host_leads_to_a_latched_fault_at_rest(tmp_path):
    box = tmp_path / "box.jsonl"
    with connected(f"virtual:ec66?fault=silent-host@0.3&black_box={box}") as controller:
        start = pose(controller)
        controller.arm()
        motion = controller.start(MoveTo(start + 1.0, 0.15))
        with pytest.raises(RobotStateError) as caught:
            motion.result(PATIENCE_S)
        assert caught.value.code == "host-silent"
        assert controller.status.lifecycle is Lifecycle.FAULT
        assert noted(box, "watchdog")[0]["silence"] == pytest.approx(0.25, abs=0.05)
        (stood,) = noted(box, "standstill")
        assert np.all(np.array(stood["peak_deceleration"]) <= 1.001 * accelerations())
        with pytest.raises(RobotStateError) as caught:
            controller.arm()
        assert caught.value.code == "fault-latched"


def test_an_arm_that_may_move_waits_for_the_thread_that_serves_stop(tmp_path, monkeypatch):
    """A halt of this thread is no silence, because simulated time stands still."""
    box, naps = tmp_path / "box.jsonl", []
    monkeypatch.setattr(lockstep, "PULSE_PATIENCE_S", LIMIT_S)
    with connected(f"virtual:ec66?black_box={box}") as controller:
        start, clock = pose(controller), controller.clock
        controller.arm()
        motion = controller.start(MoveTo(start + 1.0, 0.01))  # not over before the thread faints
        wait_until(lambda: clock.now() > 0.5)
        wait = clock._closed.wait

        def noted_wait(seconds):
            if seconds == lockstep._NAP_S:
                naps.append(clock.now())
            return wait(seconds)

        monkeypatch.setattr(clock._closed, "wait", noted_wait)
        controller.pulse.faint()
        wait_until(lambda: len(naps) > 50 and len(set(naps[-50:])) == 1, "time that stands still")
        assert not motion.is_over
        assert not noted(box, "watchdog")
        controller.stop()  # which needs no such thread, and no time that passes
        wait_until(lambda: motion.is_over)
        assert motion.outcome is MotionEnd.STOPPED


def test_a_pulled_cable_loses_the_link_and_stops_the_arm(tmp_path):
    box = tmp_path / "box.jsonl"
    with connected(f"virtual:ec66?fault=cable-pulled@0.3&black_box={box}") as controller:
        start = pose(controller)
        controller.arm()
        motion = controller.start(MoveTo(start + 1.0, 0.15))
        with pytest.raises(TransportError) as caught:
            motion.result(PATIENCE_S)
        assert caught.value.code == "link-lost"
        assert controller.status.lifecycle is Lifecycle.LOST
        wait_until(lambda: noted(box, "standstill"))
        assert noted(box, "host-gone")
        with pytest.raises(TransportError):
            wait_until(lambda: controller.read(0.1) is None and False)


def test_a_frozen_peer_stops_by_its_watchdog_and_can_be_left(tmp_path):
    box, before = tmp_path / "box.jsonl", running()
    with connected(f"virtual:ec66?fault=frozen-peer@0.3&black_box={box}") as controller:
        start = pose(controller)
        controller.arm()
        controller.start(MoveTo(start + 1.0, 0.1))
        wait_until(lambda: noted(box, "standstill"))
        assert noted(box, "fault")[0]["code"] == "host-silent"
        drain(controller)
        received = len(noted(box, "received"))
        controller.stop()
    assert running() == before
    assert len(noted(box, "received")) == received, "it hears nothing"


def test_the_fault_wrong_model_announces_another_model():
    with connected("virtual:ec66?fault=wrong-model") as controller:
        assert controller.identity.model != "ec66"
        assert not controller.identity.serial.startswith("V-ec66")
        assert np.all(controller.identity.velocity < ROBOT.velocity_limit)


# Other kinds and paces


def test_the_closed_controller_streams_one_encoder_and_finishes_its_move(tmp_path):
    box = tmp_path / "box.jsonl"
    with connected(f"virtual:ec66?kind=closed&black_box={box}") as controller:
        sequence, moments, columns = read(controller, samples=50)
        assert set(columns) == {Quantity.POSITION, Quantity.CURRENT}
        np.testing.assert_array_equal(np.diff(sequence), 1)
        np.testing.assert_allclose(np.diff(moments), 8e-3, atol=1e-9)
        start = columns[Quantity.POSITION][-1]
        controller.arm()
        with pytest.raises(MotionRejected) as caught:
            controller.start(MoveTo(start + 1.5, 0.02)).result(PATIENCE_S)
        assert caught.value.code == "move-too-long"
        motion = controller.start(MoveTo(start + 0.4, 0.3))
        controller.simulate("fault", name="silent-host")
        assert motion.result(PATIENCE_S) is MotionEnd.FINISHED
    assert not noted(box, "watchdog")


def test_the_read_only_controller_moves_by_itself():
    with connected("virtual:ec66?kind=read-only") as controller:
        assert not controller.status.remote_enabled
        with pytest.raises(TorsionError):
            controller.arm()
        _, _, columns = read(controller, samples=1800)
        position = columns[Quantity.POSITION]
        assert np.ptp(position, axis=0).max() > 0.005
        assert np.abs(np.diff(position[::20], axis=0)).max() / 0.02 < 0.3


@pytest.mark.thorough
def test_fast_pace_outruns_the_clock_loses_nothing_and_can_be_connected_again():
    before = running()
    with connected("virtual:ec66?pace=fast&seed=7") as controller:
        start = pose(controller)
        controller.arm()
        motion = controller.start(RunTrajectory(excitation(start, seconds=10.0)))
        sequence, _, _ = read(controller, samples=10_000)
        assert motion.result(PATIENCE_S) is MotionEnd.FINISHED
        np.testing.assert_array_equal(np.diff(sequence), 1)
        assert controller.counters.missed == 0
        first = controller.identity
        controller.disconnect()
        assert running() == before
        second = controller.connect()
    assert first.serial == second.serial == "V-ec66-0007"
    assert first.power_on != second.power_on
    assert running() == before


def test_a_robot_that_cannot_be_built_is_an_error_at_once(capfd):
    with beating() as pulse:
        settings = parse_virtual("virtual:no-such-arm")
        controller = open_virtual(settings, robot=ROBOT, pulse=pulse)
        with pytest.raises(BadRequest, match="unknown-robot"):
            controller.connect()
    assert capfd.readouterr() == ("", "")


def test_an_arm_with_elastic_links_records_its_flange_pose(tmp_path):
    """Links and gears give millimetres that the joints' own positions say nothing of."""
    box, robot = tmp_path / "box.jsonl", load_robot("mikhel-6")
    uri = f"virtual:mikhel-6?elastic_links=yes&payload_kg=10&pace=fast&black_box={box}"
    with connected(uri, robot=robot) as controller:
        wait_until(lambda: noted(box, "flange"))
        controller.arm()
        goal = pose(controller) + np.array([0.3, -0.2, 0.2, 0.1, 0.2, 0.1])
        assert controller.start(MoveTo(goal, 0.2)).result(PATIENCE_S) is MotionEnd.FINISHED
        reached = pose(controller)
        (ended,) = noted(box, "motion-ends")
        wait_until(lambda: noted(box, "flange")[-1]["device"] > ended["device"])
    first, *_, last = noted(box, "flange")
    moved = np.subtract(last["position"], first["position"])
    assert np.linalg.norm(moved) > 0.2
    by_joints = flange_transforms(robot, reached[None])[0, :3, 3]
    beside = np.linalg.norm(by_joints - last["position"])
    assert 5e-4 < beside < 2e-2
