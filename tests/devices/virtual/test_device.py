"""The loop between firmware and line: a host that does not read, one that falls silent, one that leaves."""

import contextlib
import itertools
import threading
import time

import pytest

from devices.protocol_open import messages as m
from devices.protocol_open import wire
from devices.transport.memory import memory_pair
from devices.virtual.device import RunningDevice, SteppedDevice
from devices.virtual.firmware.control import Device
from devices.virtual.firmware.faults import FaultBoard
from devices.virtual.firmware.firmware import Firmware
from devices.virtual.firmware.identity import Badge
from devices.virtual.grants import GRANT_PERIODS, grant
from tests.devices.virtual.firmware.fake_plant import ROBOT, START, FakePlant, Notes
from tests.devices.virtual.host import wait_until


class Rig:
    """A running device over a link in memory, and the host's end of it."""

    def __init__(self, kind):
        self.theirs, self.ours = memory_pair()
        self.plant, self.notes, faults = FakePlant(), Notes(), FaultBoard()
        own_clock = {"clock": lambda: self.plant.time} if kind is SteppedDevice else {}
        device = Device(robot=ROBOT, badge=Badge("s", "p"), notebook=self.notes, faults=faults, **own_clock)
        self.firmware = Firmware(self.plant, device)
        self.running = kind(self.firmware, self.theirs, faults=faults, notebook=self.notes)
        self.thread = threading.Thread(target=self.running.run, name="test-device")
        self.beating, self.sequence, self.decoder = threading.Event(), 0, wire.Decoder()
        self.heart = threading.Thread(target=self._beat, name="test-heart")
        self.ended = threading.Event()

    def send(self, message):
        self.sequence += 1
        self.ours.write(wire.encode(message, sequence=self.sequence, time_us=0), 1.0)

    def grant(self, periods, *, beat=True):
        self.send(grant(periods, beat=beat))

    def messages(self):
        return [frame.message for frame in self.decoder.feed(self.ours.read(0.05))]

    def _beat(self):
        while not self.ended.wait(0.02):
            if self.beating.is_set():
                with contextlib.suppress(Exception):
                    self.send(m.Heartbeat())

    def begin_long_move(self):
        self.beating.set()
        time.sleep(0.05)
        self.send(m.Arm())
        self.send(m.PointToPoint(tuple(START + 1.5), 2.0))
        self.send(m.StreamOn(10))
        wait_until(lambda: self.firmware.is_moving, seconds=5.0)


@contextlib.contextmanager
def running(kind):
    rig = Rig(kind)
    rig.thread.start()
    rig.heart.start()
    try:
        yield rig
    finally:
        rig.ended.set()
        rig.heart.join()
        rig.ours.close()
        rig.thread.join(15.0)
        assert not rig.thread.is_alive()


@pytest.mark.alone(once=True)
def test_real_time_goes_on_without_a_reader():
    with running(RunningDevice) as rig:
        rig.theirs.block_writes()
        rig.begin_long_move()
        before, began = rig.plant.time, time.monotonic()
        time.sleep(0.5)
        assert rig.plant.time - before == pytest.approx(time.monotonic() - began, abs=0.1)


def answers(rig, *, until):
    """Every message up to the answer to the request of this number."""
    heard, deadline = [], time.monotonic() + 10.0
    while not any(isinstance(message, m.Ack) and message.request == until for message in heard):
        assert time.monotonic() < deadline, "never answered"
        heard += rig.messages()
    return heard


def set_out(rig):
    """Begin a long move of a device whose time does not advance."""
    rig.grant(0)
    for request in (m.Arm(), m.PointToPoint(tuple(START + 1.5), 2.0), m.StreamOn(10)):
        rig.send(request)
    answers(rig, until=rig.sequence)


def test_the_time_of_a_stepped_device_advances_only_by_grants():
    with running(SteppedDevice) as rig:
        set_out(rig)
        before = rig.plant.time
        time.sleep(0.2)
        assert rig.plant.time == before
        assert rig.firmware.is_moving


def test_the_answer_to_a_grant_follows_all_its_samples():
    with running(SteppedDevice) as rig:
        set_out(rig)
        frames = []
        for _ in range(30):
            before = rig.plant.time
            rig.grant(GRANT_PERIODS)
            heard = answers(rig, until=rig.sequence)
            assert rig.plant.time == pytest.approx(before + 0.02)
            assert isinstance(heard[-1], m.Ack)
            frames += [message for message in heard if isinstance(message, m.Samples)]
        numbers = [frame.first for frame in frames]
        assert len(numbers) == 60
        assert {(b - a) % 2**16 for a, b in itertools.pairwise(numbers)} == {10}
        assert rig.firmware.is_moving
        assert not rig.notes.of("watchdog")


def test_a_host_that_grants_time_without_a_sign_of_life_is_silent():
    """The thread that serves STOP hangs: the arm's own watchdog acts, by the arm's own time."""
    with running(SteppedDevice) as rig:
        set_out(rig)
        for _ in range(100):
            rig.grant(GRANT_PERIODS, beat=False)
            answers(rig, until=rig.sequence)
        (noted,) = rig.notes.of("watchdog")
        assert noted["silence"] == pytest.approx(0.25, abs=0.03)
        assert rig.notes.of("standstill")


def test_a_stepped_device_comes_to_rest_by_itself_when_the_host_leaves():
    with running(SteppedDevice) as rig:
        set_out(rig)
        rig.grant(GRANT_PERIODS)
        answers(rig, until=rig.sequence)
        rig.ours.close()
        rig.thread.join(5.0)
        assert not rig.thread.is_alive()
        assert rig.notes.of("standstill")


@pytest.mark.alone(once=True)
def test_a_halt_of_the_device_is_no_silence_of_the_host():
    """Neither thread of the device runs for a while; heartbeats of the meantime wait on the line."""
    with running(RunningDevice) as rig:
        run, read = rig.firmware.run, rig.theirs.read
        stall, over = threading.Event(), threading.Event()

        def run_or_stall(periods):
            if stall.is_set() and not over.is_set():
                time.sleep(0.6)
                over.set()
            return run(periods)

        def read_after_stall(timeout):
            if stall.is_set():
                over.wait()
            return read(timeout)

        rig.firmware.run, rig.theirs.read = run_or_stall, read_after_stall
        rig.begin_long_move()
        stall.set()
        assert over.wait(5.0)
        time.sleep(0.3)
        assert not rig.notes.of("watchdog")
        assert rig.firmware.is_moving


def test_a_running_device_ends_at_rest_when_the_host_leaves():
    with running(RunningDevice) as rig:
        rig.begin_long_move()
        rig.ours.close()
        rig.thread.join(5.0)
        assert not rig.thread.is_alive()
        assert [entry["event"] for entry in rig.notes.entries if entry["event"] != "received"][-2:] == [
            "standstill",
            "motion-ends",
        ]
