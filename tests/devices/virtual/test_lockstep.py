"""The time of a virtual robot: it waits for its host, and samples depend on the commands only."""

import contextlib
import functools
import hashlib
import multiprocessing
import os
import signal
import threading

import numpy as np
import pytest

from core.recording import Quantity
from devices.acquisition.acquisition import Acquisition
from devices.connection import open_controller
from devices.driving.pulse import Pulse
from devices.errors import TransportError
from devices.motion import MotionEnd, MoveTo
from devices.virtual.lockstep import CATCH_UP_S, LockstepClock
from devices.virtual.settings import Pace
from tests.devices.virtual.host import PATIENCE_S, ROBOT, beating, pose
from tests.waiting import wait_until

GOAL = np.array([0.15, -0.1, 0.1, 0.05, 0.1, 0.1])


@contextlib.contextmanager
def connected(uri):
    """A controller whose time passes only while this test waits for it."""
    with beating() as pulse:
        controller = open_controller(uri, robot=ROBOT, pulse=pulse)
        try:
            controller.connect()
            yield controller
        finally:
            controller.disconnect()


def digest_of_a_move(uri):
    """Run the same commands and return the samples, which must be bit-identical."""
    with connected(uri) as controller:
        blocks = [controller.read(0.5)]
        start = blocks[0].columns[Quantity.POSITION][-1]
        controller.arm()
        motion = controller.start(MoveTo(start + GOAL, 0.5))
        while not motion.is_over:
            if (block := controller.read(0.1)) is not None:
                blocks.append(block)
        assert motion.outcome is MotionEnd.FINISHED
    found = hashlib.sha256()
    for block in blocks:
        for part in (block.sequence, block.device_time, block.host_time, *block.columns.values()):
            found.update(np.ascontiguousarray(part).tobytes())
    return sum(block.count for block in blocks), found.hexdigest()


def hold():
    """Some work in one call, during which no other thread of this process runs."""
    sum(range(200_000))


@contextlib.contextmanager
def busy():
    """A computer with other work: again and again no thread runs for a while, here or in the arm."""
    over, halts = threading.Event(), []

    def disturb():
        while not over.is_set():
            (arm,) = multiprocessing.active_children() or [None]
            # the arm may end, and its process be closed, at any moment
            with contextlib.suppress(ProcessLookupError, ValueError):
                if arm is not None and arm.is_alive():
                    pid = arm.pid
                    os.kill(pid, signal.SIGSTOP)
                    hold()
                    os.kill(pid, signal.SIGCONT)
            hold()
            halts.append(arm)

    thread = threading.Thread(target=disturb, name="test-other-work")
    thread.start()
    try:
        yield halts
    finally:
        over.set()
        thread.join()


@functools.cache
def quiet():
    """The digest of a move that nothing disturbs."""
    return digest_of_a_move("virtual:ec66?seed=7&pace=fast")


def test_the_same_commands_give_the_same_samples_at_any_pace():
    assert quiet()[0] > 200
    assert digest_of_a_move("virtual:ec66?seed=7") == quiet()
    assert digest_of_a_move("virtual:ec66?seed=8&pace=fast") != quiet()


@pytest.mark.skipif(os.name != "posix", reason="a process is halted by signals")
def test_the_same_commands_give_the_same_samples_at_any_load():
    expected = quiet()
    with busy() as halts:
        assert digest_of_a_move("virtual:ec66?seed=7&pace=fast") == expected
    assert len([arm for arm in halts if arm is not None]) > 10


def test_without_waiting_time_stands_still_but_requests_are_answered():
    with connected("virtual:ec66?pace=fast") as controller:
        controller.clock.sleep(0.1)
        before = controller.clock.now()
        for _ in range(20):
            assert controller.read_identity().model == "ec66"
        assert controller.clock.now() == before


def test_no_time_is_granted_before_the_reader_took_all_samples():
    """A slow reader slows down simulated time; the program never sees old samples."""
    with connected("virtual:ec66?pace=fast") as controller:
        acquisition = Acquisition(controller, watchers=[lambda _block: hold()])
        acquisition.start()
        try:
            for _ in range(10):
                controller.clock.sleep(0.02)
                newest, _ = acquisition.ring.newest(0.001)
                assert controller.clock.now() - newest[-1] < 0.011
        finally:
            acquisition.close()


def test_with_run_on_time_advances_without_waiting():
    with connected("virtual:ec66") as controller:
        controller.clock.run_on()
        before = controller.clock.now()
        wait_until(lambda: controller.clock.now() > before + 0.2)


def test_a_frozen_arm_is_detected_in_simulated_time():
    with connected("virtual:ec66?pace=fast&fault=frozen-peer@0.2") as controller:
        start = pose(controller)
        controller.arm()
        motion = controller.start(MoveTo(start + GOAL, 0.1))
        before = controller.clock.now()
        assert controller.clock.wait(motion, PATIENCE_S)
        assert isinstance(motion.error, TransportError)
        assert controller.clock.now() - before == pytest.approx(0.2 + 0.5, abs=0.1)


def test_timeouts_expire_when_the_arm_is_gone():
    with connected("virtual:ec66?pace=fast") as controller:
        with contextlib.suppress(TransportError):  # its answer goes with the link
            controller.simulate("fault", name="cable-pulled")
        began = controller.clock.now()
        assert not controller.clock.wait(threading.Event(), 0.3)
        assert controller.clock.now() - began == pytest.approx(0.3)


class Wall:
    """A clock of this computer that only sleeping moves."""

    def __init__(self):
        self.time, self.slept = 100.0, []

    def now(self):
        return self.time

    def sleep(self, seconds):
        self.slept.append(seconds)
        self.time += seconds


@pytest.mark.parametrize(
    ("pace", "factor"), [(Pace.REAL, 1.0), (Pace.FOURFOLD, 4.0), (Pace.SIXTEENFOLD, 16.0)]
)
def test_a_pace_is_so_many_seconds_of_the_arm_in_one(pace, factor):
    wall = Wall()
    clock = LockstepClock(pace, pulse=Pulse(), now=wall.now, sleep=wall.sleep)
    clock.attach(AnsweringLink(), samples=NoSamples(), may_move=lambda: False)
    clock.sleep(8.0)
    assert clock.now() == pytest.approx(8.0)
    assert wall.time - 100.0 == pytest.approx(8.0 / factor, abs=1e-6)


def test_a_paced_arm_does_not_make_up_for_a_pause():
    wall = Wall()
    clock = LockstepClock(Pace.REAL, pulse=Pulse(), now=wall.now, sleep=wall.sleep)
    clock.attach(AnsweringLink(), samples=NoSamples(), may_move=lambda: False)
    clock.sleep(0.1)
    wall.time += 0.4
    began = wall.time
    clock.sleep(0.4)
    assert clock.now() == pytest.approx(0.5)
    assert wall.time - began > 0.4 - 2.0 * CATCH_UP_S


@pytest.mark.parametrize(("look_s", "grants"), [(0.02, 50), (0.1, 10)])
def test_time_is_granted_in_pieces_of_one_look(look_s, grants):
    clock, link = LockstepClock(Pace.FAST, pulse=Pulse(), look_s=look_s), AnsweringLink()
    clock.attach(link, samples=NoSamples(), may_move=lambda: False)
    clock.sleep(1.0)
    assert clock.look_s == pytest.approx(look_s)
    assert clock.now() == pytest.approx(1.0)
    assert link.granted == [round(1000 * look_s)] * grants


class AnsweringLink:
    """A device that answers every grant at once."""

    error, sent = None, 0

    def __init__(self):
        self.granted = []

    def end_heartbeats(self):
        pass

    def send(self, asked):
        from devices.protocol_open.messages import Ack

        self.sent += 1
        if periods := asked.message.facts["periods"]:
            self.granted.append(periods)
        asked.answer(Ack(self.sent))
        return self.sent


def test_time_passes_where_the_link_is_lost_with_a_grant_in_the_queue():
    clock = LockstepClock(Pace.FAST, pulse=Pulse())
    clock.attach(LosingLink(), samples=NoSamples(), may_move=lambda: False)
    assert not clock.wait(threading.Event(), 0.3)
    assert clock.now() == pytest.approx(0.3)


class LosingLink(AnsweringLink):
    """Lost at the first grant, which is never written and never answered."""

    def send(self, _asked):
        self.sent += 1
        self.error = TransportError("link-lost", errno=0, reason="unplugged")
        return self.sent

    def give_up(self, _error):
        """Lost already."""


class NoSamples:
    def wait_until_taken_in(self, _timeout):
        return True


def test_the_pace_can_be_changed_while_time_passes():
    wall = Wall()
    clock = LockstepClock(Pace.REAL, pulse=Pulse(), now=wall.now, sleep=wall.sleep)
    clock.attach(AnsweringLink(), samples=NoSamples(), may_move=lambda: False)
    clock.sleep(2.0)
    clock.pace = Pace.SIXTEENFOLD
    clock.sleep(8.0)
    assert wall.time - 100.0 == pytest.approx(2.0 + 0.5, abs=1e-6)


def test_held_time_stands_still_for_whoever_waits_until_it_goes_on():
    clock, link = LockstepClock(Pace.FAST, pulse=Pulse()), AnsweringLink()
    clock.attach(link, samples=NoSamples(), may_move=lambda: False)
    clock.hold()
    waiting = threading.Thread(target=clock.sleep, args=(1.0,))
    waiting.start()
    assert clock.is_held
    assert clock.now() == 0.0
    assert not link.granted
    clock.go_on()
    waiting.join()
    assert clock.now() == pytest.approx(1.0)


def test_a_clock_that_is_closed_while_held_lets_everybody_go_on():
    clock = LockstepClock(Pace.FAST, pulse=Pulse())
    clock.attach(AnsweringLink(), samples=NoSamples(), may_move=lambda: False)
    clock.hold()
    waiting = threading.Thread(target=clock.sleep, args=(0.1,))
    waiting.start()
    clock.close()
    waiting.join()
    assert clock.now() == pytest.approx(0.1)
