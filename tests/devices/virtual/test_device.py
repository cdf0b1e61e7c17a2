"""The loop between firmware and line: a host that does not read, one that falls silent, one that leaves."""

import contextlib
import itertools
import threading

import pytest

from devices.protocol_open import messages as m
from devices.protocol_open import wire
from devices.virtual import device as device_module
from devices.virtual import pace as pace_module
from devices.virtual.device import RunningDevice, SteppedDevice
from devices.virtual.firmware.control import Device
from devices.virtual.firmware.faults import FaultBoard
from devices.virtual.firmware.firmware import Firmware
from devices.virtual.firmware.identity import Badge
from devices.virtual.time_grants import GRANT_PERIODS, grant
from tests.devices.memory_link import memory_pair
from tests.devices.virtual.firmware.fake_plant import ROBOT, START, FakePlant, Notes
from tests.devices.virtual.host import BEAT_S
from tests.waiting import LIMIT_S, wait_until


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
        while not self.ended.wait(BEAT_S):
            if self.beating.is_set():
                with contextlib.suppress(Exception):
                    self.send(m.Heartbeat())

    def begin_long_move(self):
        self.beating.set()
        self.send(m.Heartbeat())
        self.send(m.Arm())
        self.send(m.PointToPoint(tuple(START + 1.5), 2.0))
        self.send(m.StreamOn(10))
        wait_until(lambda: self.firmware.is_moving)


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
        rig.thread.join(LIMIT_S)
        assert not rig.thread.is_alive()


def test_time_goes_on_without_a_reader():
    with running(RunningDevice) as rig:
        rig.theirs.block_writes()
        rig.begin_long_move()
        before = rig.plant.time
        wait_until(lambda: rig.plant.time > before + 0.5)


def answers(rig, *, until):
    """Every message up to the answer to the request of this number."""
    heard = []

    def is_answered():
        heard.extend(rig.messages())
        return any(isinstance(message, m.Ack) and message.request == until for message in heard)

    wait_until(is_answered, f"the answer to request {until}")
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
        for _ in range(20):
            rig.send(m.StreamOn(10))
            answers(rig, until=rig.sequence)
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
        rig.thread.join(LIMIT_S)
        assert not rig.thread.is_alive()
        assert rig.notes.of("standstill")


class Halting:
    """A clock that a test lets jump, as when this process does not run for a while; sleeping moves it on."""

    def __init__(self):
        self.now_s, self.after_pause = 100.0, lambda: None

    def monotonic(self):
        return self.now_s

    def sleep(self, seconds):
        self.now_s += seconds
        self.after_pause()


def test_a_halt_of_the_device_is_no_silence_of_the_host(monkeypatch):
    """Heartbeats of the meantime wait on the line; a pause lets the thread that receives take them in."""
    clock = Halting()
    for module in (device_module, pace_module):
        monkeypatch.setattr(module, "time", clock)
    theirs, ours = memory_pair()
    notes, faults = Notes(), FaultBoard()
    device = Device(robot=ROBOT, badge=Badge("s", "p"), notebook=notes, faults=faults, clock=clock.monotonic)
    firmware = Firmware(FakePlant(), device)
    running = RunningDevice(firmware, theirs, faults=faults, notebook=notes)
    monkeypatch.setattr(running, "_pace", pace_module.RealPace(clock=clock.monotonic, sleep=clock.sleep))
    sent = itertools.count()

    def say(message):
        firmware.handle(message, next(sent))

    firmware.host_heard()
    for message in (m.Arm(), m.PointToPoint(tuple(START + 1.5), 2.0)):
        say(message)
    running._pass()
    assert firmware.is_moving
    clock.now_s += 0.6
    clock.after_pause = firmware.host_heard
    for _ in range(100):
        running._pass()
    assert notes.of("halted")
    assert not notes.of("watchdog")
    assert firmware.is_moving
    clock.after_pause = lambda: None
    for _ in range(1000):
        running._pass()
    assert notes.of("watchdog"), "a host that stays silent is"
    ours.close()
    theirs.close()


def test_a_running_device_ends_at_rest_when_the_host_leaves():
    with running(RunningDevice) as rig:
        rig.begin_long_move()
        rig.ours.close()
        rig.thread.join(LIMIT_S)
        assert not rig.thread.is_alive()
        assert [entry["event"] for entry in rig.notes.entries if entry["event"] != "received"][-2:] == [
            "standstill",
            "motion-ends",
        ]
