"""The device's output: line faults on real bytes, a host that does not read, the black box."""

import json

import pytest

from devices.protocol_open import messages as m
from devices.protocol_open import wire
from devices.virtual.black_box import BlackBox
from devices.virtual.device import MOST_WAITING_BYTES, LinkFaults, Outlet
from devices.virtual.firmware.faults import FaultBoard
from tests.devices.memory_link import memory_pair

SAMPLES = m.Samples(7, tuple(range(10)), bytes(range(240)) * 5)


class Line:
    """An outlet, its faults, and a decoder at the other end."""

    def __init__(self):
        self.board = FaultBoard()
        self.ours, self.theirs = memory_pair()
        self.outlet = Outlet(self.ours, LinkFaults(self.board, seed=4))
        self.decoder = wire.Decoder()

    def send(self, *replies):
        self.outlet.put(replies, time=1.5)
        self.outlet.flush()
        return self.decoder.feed(self.theirs.read(0.0))


@pytest.fixture
def line():
    return Line()


def test_frames_are_numbered_and_stamped(line):
    frames = line.send(m.Ack(1), SAMPLES, m.TrajectoryAck(5))
    assert [frame.message for frame in frames] == [m.Ack(1), SAMPLES, m.TrajectoryAck(5)]
    assert [frame.sequence for frame in frames] == [0, 1, 2]
    assert {frame.time_us for frame in frames} == {1_500_000}


def test_dropped_frames_leave_a_hole_in_the_numbers(line):
    line.board.inject("dropped-frames", {"share": 0.25}, time=0.0)
    arrived = sum(len(line.send(SAMPLES)) for _ in range(400))
    line.send(m.Ack(1))
    assert 260 < arrived < 340
    assert line.decoder.missing == 400 - arrived
    assert line.decoder.damaged == 0


def test_all_corrupted_frames_are_detected(line):
    line.board.inject("corrupted-frames", {"share": 0.25, "flips": 3}, time=0.0)
    arrived = [frame for _ in range(400) for frame in line.send(SAMPLES)]
    line.send(m.Ack(1))
    assert 240 < len(arrived) < 340
    assert all(frame.message == SAMPLES for frame in arrived)
    assert line.decoder.damaged + line.decoder.oversized > 0
    assert line.decoder.missing == 400 - len(arrived)


@pytest.mark.parametrize("name", ["dropped-frames", "corrupted-frames"])
def test_answers_are_not_lost_or_damaged(line, name):
    line.board.inject(name, {"share": 1.0}, time=0.0)
    line.send(SAMPLES)
    frames = line.send(m.Ack(3), m.Ack(4))
    assert m.Ack(4) in [frame.message for frame in frames], "one may drown in a broken frame before it"


def test_a_frozen_device_sends_nothing(line):
    line.board.inject("frozen-peer", {}, time=0.0)
    assert line.send(m.Ack(1), SAMPLES) == []
    line.board.release("frozen-peer")
    assert len(line.send(m.Ack(2))) == 1


def test_a_host_that_does_not_read_loses_samples_but_no_answers(line):
    line.ours.block_writes()
    frame = len(wire.encode(SAMPLES, sequence=0, time_us=0))
    for _ in range(2 * MOST_WAITING_BYTES // frame):
        line.outlet.put([SAMPLES], time=0.0)
        line.outlet.flush()
    assert not line.outlet.is_empty
    line.outlet.put([m.Ack(9)], time=0.0)
    left_out = line.outlet.left_out
    assert left_out == pytest.approx(MOST_WAITING_BYTES / frame, rel=0.02)
    line.ours.unblock_writes()
    line.outlet.flush()
    frames = line.decoder.feed(line.theirs.read(0.0))
    assert frames[-1].message == m.Ack(9)
    assert len(frames) == 2 * MOST_WAITING_BYTES // frame - left_out + 1
    assert line.outlet.is_empty


def test_a_frame_taken_in_pieces_arrives_whole(line):
    line.ours.block_writes(after_bytes=100)
    assert line.send(SAMPLES) == []
    line.ours.unblock_writes()
    assert [frame.message for frame in line.send()] == [SAMPLES]


def test_the_black_box_is_on_disk_at_once(tmp_path):
    path = tmp_path / "box.jsonl"
    with BlackBox(path) as box:
        box.note("stop-begins", device=1.23456789, level="abort", velocity=(0.1, 0.2))
        box.note("received", device=2.0, request="Stop", wall=5.0)
        lines = [json.loads(line) for line in path.read_text().splitlines()]
    assert lines[0]["event"] == "stop-begins"
    assert lines[0]["device"] == 1.234568
    assert lines[0]["wall"] > 0.0
    assert lines[0]["velocity"] == [0.1, 0.2]
    assert lines[1] == {"wall": 5.0, "device": 2.0, "event": "received", "request": "Stop"}


def test_without_a_file_there_is_no_black_box():
    box = BlackBox()
    box.note("fault", device=0.0)
    box.close()
