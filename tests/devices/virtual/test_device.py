"""The loop between firmware and line: a host that does not read, one that falls silent, one that leaves."""

import contextlib
import itertools
import threading
import time

import pytest

from devices.protocol_open import messages as m
from devices.protocol_open import wire
from devices.transport.memory import memory_pair
from devices.virtual.device import RunningDevice
from devices.virtual.firmware.control import Device
from devices.virtual.firmware.faults import FaultBoard
from devices.virtual.firmware.firmware import Firmware
from devices.virtual.firmware.identity import Badge
from devices.virtual.settings import Pace
from tests.devices.virtual.firmware.fake_plant import ROBOT, START, FakePlant, Notes
from tests.devices.virtual.host import wait_until


class Rig:
    """A running device over a link in memory, and the host's end of it."""

    def __init__(self, pace):
        self.theirs, self.ours = memory_pair()
        self.plant, self.notes, faults = FakePlant(), Notes(), FaultBoard()
        device = Device(robot=ROBOT, badge=Badge("s", "p"), notebook=self.notes, faults=faults)
        self.firmware = Firmware(self.plant, device)
        self.running = RunningDevice(
            self.firmware, self.theirs, faults=faults, notebook=self.notes, pace=pace
        )
        self.thread = threading.Thread(target=self.running.run, name="test-device")
        self.beating, self.sequence, self.decoder = threading.Event(), 0, wire.Decoder()
        self.heart = threading.Thread(target=self._beat, name="test-heart")
        self.ended = threading.Event()

    def send(self, message):
        self.sequence += 1
        self.ours.write(wire.encode(message, sequence=self.sequence, time_us=0), 1.0)

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
def running(pace):
    rig = Rig(pace)
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


@pytest.mark.alone
def test_real_time_goes_on_when_nobody_reads():
    with running(Pace.REAL) as rig:
        rig.theirs.block_writes()
        rig.begin_long_move()
        before, began = rig.plant.time, time.monotonic()
        time.sleep(0.5)
        assert rig.plant.time - before == pytest.approx(time.monotonic() - began, abs=0.1)


def test_fast_time_waits_for_a_slow_host_and_loses_nothing():
    with running(Pace.FAST) as rig:
        rig.theirs.block_writes()
        rig.begin_long_move()
        time.sleep(0.3)
        one = rig.plant.time
        time.sleep(0.1)
        assert rig.plant.time == one, "its time stands while the host does not read"
        rig.theirs.unblock_writes()
        frames, deadline = [], time.monotonic() + 10.0
        while len(frames) < 500 and time.monotonic() < deadline:
            frames += [message for message in rig.messages() if isinstance(message, m.Samples)]
        numbers = [frame.first for frame in frames]
        assert {(b - a) % 2**16 for a, b in itertools.pairwise(numbers)} == {10}


def test_fast_time_does_not_wait_for_a_silent_host_the_watchdog_acts():
    with running(Pace.FAST) as rig:
        rig.theirs.block_writes()
        rig.begin_long_move()
        time.sleep(0.2)
        silent = time.monotonic()
        rig.beating.clear()
        wait_until(lambda: rig.notes.of("watchdog"), seconds=5.0)
        assert time.monotonic() - silent < 1.0
        wait_until(lambda: rig.notes.of("standstill"), seconds=5.0)


@pytest.mark.alone
def test_fast_time_waits_for_a_host_that_is_late():
    """A busy computer keeps the host from beating for longer than a real arm would bear."""
    with running(Pace.FAST) as rig:
        rig.begin_long_move()
        rig.beating.clear()
        time.sleep(0.3)
        one = rig.plant.time
        time.sleep(0.1)
        assert rig.plant.time == one
        rig.beating.set()
        wait_until(lambda: rig.plant.time > one, seconds=5.0)
        assert rig.firmware.is_moving
        assert not rig.notes.of("watchdog")


@pytest.mark.alone
def test_a_hiccup_of_the_computer_is_no_silence_of_the_host():
    """Neither thread of the device runs for a while; heartbeats of the meantime wait on the line."""
    with running(Pace.REAL) as rig:
        tick, read = rig.firmware.tick, rig.theirs.read
        stall, over = threading.Event(), threading.Event()

        def tick_or_stall():
            if stall.is_set() and not over.is_set():
                time.sleep(0.6)
                over.set()
            return tick()

        def read_after_stall(timeout):
            if stall.is_set():
                over.wait()
            return read(timeout)

        rig.firmware.tick, rig.theirs.read = tick_or_stall, read_after_stall
        rig.begin_long_move()
        stall.set()
        assert over.wait(5.0)
        time.sleep(0.3)
        assert not rig.notes.of("watchdog")
        assert rig.firmware.is_moving


def test_it_ends_at_rest_when_the_host_leaves():
    with running(Pace.REAL) as rig:
        rig.begin_long_move()
        rig.ours.close()
        rig.thread.join(5.0)
        assert not rig.thread.is_alive()
        assert [entry["event"] for entry in rig.notes.entries if entry["event"] != "received"][-2:] == [
            "standstill",
            "motion-ends",
        ]
