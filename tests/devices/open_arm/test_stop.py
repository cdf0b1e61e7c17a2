"""STOP: from anywhere, before everything, also where nothing can be written."""

import threading

import numpy as np
import pytest

from core.excitation.trajectories import project_boundary_conditions
from devices.controller import Lifecycle, StopLevel
from devices.errors import MotionRejected, TransportError
from devices.motion import Jog, MotionEnd, RunTrajectory
from devices.protocol_open import messages as m
from tests.waiting import LIMIT_S, wait_until

RESULT_S = LIMIT_S


class Sweep:
    """A trajectory of 281 kB, which is uploaded as points."""

    duration = 70.0
    joint_count = 2
    start = np.zeros(2)

    def evaluate(self, time):
        fourier = project_boundary_conditions(
            np.ones((2, 3)), np.ones((2, 3)) * [[1.0, -2.0, 1.0]], period_s=10.0, start=np.zeros(2), cycles=7
        )
        return fourier.evaluate(time)


def test_stop_ends_a_motion_and_disarms_the_arm(bench):
    bench.armed()
    motion = bench.arm.start(Jog(0, 0.1, 0.1))
    bench.device.wait_for(m.JogJoint)
    motion.stop()
    assert motion.result(RESULT_S) is MotionEnd.STOPPED
    assert bench.device.wait_for(m.Stop)[0] == m.Stop(abort=False)
    with pytest.raises(MotionRejected, match="not-armed"):
        bench.arm.start(Jog(0, 0.1, 0.1))
    bench.arm.arm()
    bench.device.heard.clear()
    again = bench.arm.start(Jog(0, 0.1, 0.1))
    bench.device.wait_for(m.JogJoint)
    bench.device.finish()
    assert again.result(RESULT_S) is MotionEnd.FINISHED


def test_an_armed_arm_counts_as_disarmed_from_the_moment_of_stop(bench):
    bench.armed()
    bench.device.answers[m.Stop] = lambda *_: []
    bench.arm.stop()
    assert bench.arm.status.lifecycle is Lifecycle.CONNECTED
    with pytest.raises(MotionRejected, match="not-armed"):
        bench.arm.start(Jog(0, 0.1, 0.1))


def test_stop_is_harmless_in_every_state_and_from_many_threads(bench):
    bench.arm.stop()
    bench.armed()
    threads = [threading.Thread(target=bench.arm.stop, name=f"stopper-{i}") for i in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(LIMIT_S)
    bench.device.wait_for(m.Stop)
    bench.arm.disconnect()
    bench.arm.stop()


def test_stop_is_repeated_until_the_device_confirms_and_no_longer(bench):
    bench.armed()
    bench.device.answers[m.Stop] = lambda *_: []
    bench.arm.stop()
    bench.device.wait_for(m.Stop, count=5)
    del bench.device.answers[m.Stop]
    count = len(bench.device.wait_for(m.Stop))
    bench.device.wait_for(m.Stop, count=count + 1)
    bench.beats(2)
    count = len(bench.device.wait_for(m.Stop))
    bench.beats(4)
    assert len(bench.device.wait_for(m.Stop)) == count


def test_an_old_status_does_not_confirm_a_stop(bench):
    bench.armed()
    bench.device.answers[m.Stop] = lambda *_: []
    bench.arm.stop()
    bench.device.wait_for(m.Stop)
    bench.device.state = m.DeviceState.IDLE
    bench.device.send(bench.device.status())  # as if it had been on its way before
    bench.device.wait_for(m.Stop, count=4)


def test_an_abort_stays_one_when_a_controlled_stop_follows(bench):
    bench.armed()
    bench.device.answers[m.Stop] = lambda *_: []
    bench.arm.stop(StopLevel.ABORT)
    bench.arm.stop(StopLevel.CONTROLLED)
    stops = bench.device.wait_for(m.Stop, count=4)
    assert stops[-1] == m.Stop(abort=True)


def test_stop_overtakes_requests_queued_behind_a_blocked_write(bench):
    bench.armed()
    damaged = bench.device.decoder.damaged
    bench.host_end.block_writes(after_bytes=7)
    for _ in range(50):
        bench.arm._conversation.link.put(m.AskStatus())
    motion = bench.arm.start(Jog(0, 0.1, 0.1))
    assert bench.host_end.wait_for_room_used(LIMIT_S)  # a frame is torn now, its thread is in a write
    bench.device.heard.clear()
    writes, genuine = [], bench.host_end.write
    bench.host_end.write = lambda *piece: writes.append(piece) or genuine(*piece)
    bench.arm.stop()  # comes back although nothing can be written
    wait_until(lambda: len(writes) > 1, "the writer to give the torn frame up")
    bench.host_end.unblock_writes()
    assert motion.result(RESULT_S) is MotionEnd.STOPPED
    bench.device.wait_for(m.Stop)
    assert isinstance(bench.device.heard[0], m.Stop)
    assert bench.device.decoder.damaged == damaged + 1  # the torn one, and it took nothing else with it
    assert not [message for message in bench.device.heard if isinstance(message, m.JogJoint)]


def test_stop_during_an_upload_discards_the_rest_of_it(bench):
    bench.armed()
    motion = bench.arm.start(RunTrajectory(Sweep()))
    bench.device.wait_for(m.TrajectoryChunk, count=20)
    bench.arm.stop()
    at_stop = len([message for message in bench.device.heard if isinstance(message, m.TrajectoryChunk)])
    assert motion.result(RESULT_S) is MotionEnd.STOPPED
    bench.device.wait_for(m.Stop)
    bench.beats(2)
    kinds = [type(message) for message in bench.device.heard]
    assert m.TrajectoryChunk not in kinds[kinds.index(m.Stop) :]
    assert m.TrajectoryRun not in kinds
    assert kinds.count(m.TrajectoryChunk) <= at_stop + 8  # a window
    assert len(bench.device.upload) < 200_000


def test_stop_during_an_upload_that_is_blocked(bench):
    bench.armed()
    bench.host_end.block_writes(after_bytes=3000)
    motion = bench.arm.start(RunTrajectory(Sweep()))
    assert bench.host_end.wait_for_room_used(LIMIT_S)
    bench.arm.stop()
    bench.host_end.unblock_writes()
    assert motion.result(RESULT_S) is MotionEnd.STOPPED
    bench.device.wait_for(m.Stop)
    kinds = [type(message) for message in bench.device.heard]
    assert m.TrajectoryChunk not in kinds[kinds.index(m.Stop) :]
    assert m.TrajectoryRun not in kinds


def test_a_motion_requested_before_a_stop_is_never_sent_after_it(bench):
    bench.armed()
    connection = bench.arm._conversation
    permit = connection.armed_under
    bench.arm.stop()
    connection.link.put(m.JogJoint(0, 0.1, 0.1), permit=permit)  # as a thread that was overtaken would
    with pytest.raises(MotionRejected, match="stopped"):
        connection.link.ask(m.Arm(), permit=permit)
    kinds = [type(message) for message in bench.device.heard]
    assert m.JogJoint not in kinds
    assert kinds.count(m.Arm) == 1


def test_a_motion_whose_answer_is_lost_is_recognised_by_the_status(bench):
    bench.armed()

    def begin_silently(*_):
        bench.device.motion += 1
        bench.device.state = m.DeviceState.MOVING
        return [bench.device.status()]

    bench.device.answers[m.JogJoint] = begin_silently
    motion = bench.arm.start(Jog(0, 0.1, 0.1))
    wait_until(lambda: bench.arm.status.lifecycle is Lifecycle.MOVING)
    bench.beats(8)
    assert len(bench.device.wait_for(m.JogJoint)) == 1  # not asked again
    bench.device.finish()
    assert motion.result(RESULT_S) is MotionEnd.FINISHED


def test_a_motion_that_is_never_answered_is_stopped(bench):
    bench.armed()
    bench.device.answers[m.JogJoint] = lambda *_: []
    motion = bench.arm.start(Jog(0, 0.1, 0.1))
    wait_until(lambda: bench.device.stream(10) or motion.is_over)
    with pytest.raises(TransportError, match="no-answer"):
        motion.result(0)
    bench.device.wait_for(m.Stop)


def test_a_lost_final_status_is_requested_again(bench):
    bench.armed()
    motion = bench.arm.start(Jog(0, 0.1, 0.1))
    bench.device.wait_for(m.JogJoint)
    bench.device.state = m.DeviceState.ARMED
    bench.device.answers[m.AskStatus] = lambda *_: [bench.device.status(outcome="finished", progress=1.0)]
    bench.stream(12)
    assert motion.result(RESULT_S) is MotionEnd.FINISHED
