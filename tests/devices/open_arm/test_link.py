"""The link with lost, damaged or late bytes, and with a peer that is gone."""

import threading

import pytest

from devices.controller import Lifecycle
from devices.driving.pulse import Pulse
from devices.errors import TransportError
from devices.motion import Jog, MotionEnd, RunTrajectory
from devices.open_arm.conversation import SILENCE_S
from devices.protocol_open import messages as m
from devices.protocol_open import wire
from tests.devices.open_arm.fake_device import row
from tests.devices.open_arm.test_stop import Sweep
from tests.waiting import LIMIT_S, wait_until


def read_everything(arm):
    count = 0
    while (block := arm.read(0.05)) is not None:
        count += block.count
    return count


def test_an_upload_succeeds_with_five_per_cent_loss_both_ways(bench):
    bench.armed()
    bench.host_end.lose(0.05, seed=1)
    bench.device_end.lose(0.05, seed=2)
    motion = bench.arm.start(RunTrajectory(Sweep()))
    wait_until(lambda: bench.device.motion == 1 or motion.is_over)
    assert not motion.is_over
    assert bench.device.begun.size == len(bench.device.upload) > 280_000
    assert bench.host_end.lost > 10
    assert bench.device_end.lost > 10
    bench.host_end.lose(0.0)
    bench.device_end.lose(0.0)
    bench.device.finish()
    assert motion.result(LIMIT_S) is MotionEnd.FINISHED


def test_seventy_damaged_frames_of_five_thousand_are_counted_to_the_last(bench):
    bench.arm.connect()
    damaged_at = set(range(35, 5000, 71))
    assert len(damaged_at) == 70
    bench.device.keeps_talking = False  # the numbers of the frames are the test's
    bench.beats(3)  # it says nothing any more
    first = bench.device._sequence
    for index in range(5000):
        frame = bytearray(
            wire.encode(m.Samples(index & 0xFFFF, (1000 * index,), row()), sequence=first + index, time_us=0)
        )
        if index in damaged_at:
            frame[10] ^= 0x80 if frame[10] != 0x80 else 0x01  # never into a delimiter
        bench.device.write_bytes(bytes(frame))
    wait_until(lambda: bench.arm.counters.samples >= 4930)
    counters = bench.arm.counters
    assert counters.damaged == bench.arm._conversation.link.decoder.missing == 70
    assert (counters.samples, counters.missed) == (4930, 70)
    bench.device.keeps_talking = True
    assert read_everything(bench.arm) == 4930


def test_heartbeats_end_with_the_pulse(bench):
    bench.arm.connect()
    bench.beats(5)
    bench.ticker.stop()
    wait_until(lambda: not bench.ticker.pulse.is_alive())
    bench.arm._conversation.ask_status()  # after the heartbeat that may have been on its way
    count = len(bench.device.heartbeats)
    for _ in range(100):
        bench.arm._conversation.ask_status()
    assert len(bench.device.heartbeats) == count
    bench.ticker.pulse.tick()
    wait_until(lambda: len(bench.device.heartbeats) > count)


def test_a_pulse_that_never_ticked_is_not_alive():
    pulse = Pulse()
    assert not pulse.is_alive()
    pulse.tick()
    assert pulse.is_alive()
    wait_until(lambda: not pulse.is_alive(0.02))


def test_a_silent_device_counts_as_lost_and_receives_stop_when_it_resumes(bench):
    bench.armed()
    motion = bench.arm.start(Jog(0, 0.1, 0.1))
    bench.device.wait_for(m.JogJoint)
    bench.taken_in()
    bench.device.is_frozen = True
    with pytest.raises(TransportError, match="no-answer"):
        motion.result(LIMIT_S)
    assert bench.arm.status.lifecycle is Lifecycle.LOST
    assert bench.arm.status.fault_code == "no-answer"
    assert bench.arm.read(0.1).count > 0
    with pytest.raises(TransportError, match="no-answer"):
        bench.arm.read(0.1)
    assert bench.arm.read(0.01) is None  # reported once only
    bench.device.heard.clear()
    bench.device.is_frozen = False
    bench.device.wait_for(m.Stop)
    bench.device.stream(10)
    assert bench.arm.status.lifecycle is Lifecycle.LOST  # it does not come back by itself
    with pytest.raises(TransportError, match="no-answer"):
        bench.arm.arm()


def test_a_device_is_not_silent_while_any_frame_arrives(bench):
    bench.arm.connect()
    bench.device.keeps_talking = False
    for _ in range(8):
        bench.device.send(bench.device.status())
        bench.beats(2)
    assert bench.arm.status.lifecycle is Lifecycle.CONNECTED


def test_a_halt_of_the_reading_thread_is_no_silence(bench):
    bench.arm.connect()
    bench.device.keeps_talking = False
    bench.beats(1)
    bench.jumps.append(SILENCE_S + 0.3)
    bench.beats(2)  # the reader finds nothing yet
    bench.device.keeps_talking = True
    bench.stream(4)
    assert bench.arm.status.lifecycle is Lifecycle.CONNECTED


def test_a_halt_of_the_waiting_thread_is_no_missing_answer(bench):
    bench.arm.connect()
    bench.device.is_frozen = True
    asked = threading.Thread(target=bench.arm.arm)
    link = bench.arm._conversation.link
    before = link.sent
    asked.start()
    wait_until(lambda: link.sent > before)
    bench.jumps.append(0.9)
    bench.device.is_frozen = False
    asked.join(LIMIT_S)
    assert not asked.is_alive()
    assert bench.arm.status.lifecycle is Lifecycle.ARMED


def test_noise_without_frames_is_silence(bench):
    bench.arm.connect()
    bench.device.keeps_talking = False
    wait_until(
        lambda: bench.device.write_bytes(b"\x55\xaa\x00") or bench.arm.status.lifecycle is Lifecycle.LOST
    )
    assert bench.arm.counters.damaged > 10


def test_a_link_pulled_while_moving_fails_the_motion_and_ends_the_stream_once(bench):
    bench.armed()
    motion = bench.arm.start(Jog(0, 0.1, 0.1))
    bench.device.wait_for(m.JogJoint)
    bench.device.stream(10)
    bench.device_end.break_link()
    with pytest.raises(TransportError, match="link-lost"):
        motion.result(LIMIT_S)
    assert motion.outcome is MotionEnd.FAILED
    assert bench.arm.read(0.5).count == 10  # what arrived is not lost with the link
    with pytest.raises(TransportError, match="link-lost"):
        bench.arm.read(0.5)
    assert bench.arm.read(0.0) is None
    assert bench.arm.status.lifecycle is Lifecycle.LOST
    bench.arm.stop()
    bench.arm.disconnect()
    assert bench.arm.status.lifecycle is Lifecycle.DISCONNECTED


def test_a_peer_that_never_answers_is_no_answer(bench, monkeypatch):
    monkeypatch.setattr("devices.open_arm.controller.HELLO_TIMEOUT_S", 0.05)
    bench.device.is_frozen = True
    with pytest.raises(TransportError, match="no-answer") as error:
        bench.arm.connect()
    assert error.value.facts == {"request": "Hello", "waited_s": 0.5}
    assert bench.arm.status.lifecycle is Lifecycle.DISCONNECTED


def test_a_port_that_cannot_be_opened_is_an_error(bench):
    def missing():
        raise TransportError("port-missing", port=1)

    bench.arm._transport_factory = missing
    with pytest.raises(TransportError, match="port-missing"):
        bench.arm.connect()
    assert bench.arm.status.lifecycle is Lifecycle.DISCONNECTED


def test_disconnecting_ends_every_thread_in_time_even_from_a_frozen_device_in_a_blocked_write(bench):
    bench.armed()
    bench.arm.start(Jog(0, 0.1, 0.1))
    bench.device.wait_for(m.JogJoint)
    bench.device.is_frozen = True
    bench.host_end.block_writes()
    bench.arm.disconnect()
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("open-arm")]
    bench.arm.disconnect()


def test_disconnecting_stops_a_motion_in_progress(bench):
    bench.armed()
    motion = bench.arm.start(Jog(0, 0.1, 0.1))
    bench.device.wait_for(m.JogJoint)
    bench.arm.disconnect()
    assert motion.outcome is MotionEnd.STOPPED
    kinds = [type(message) for message in bench.device.heard]
    assert kinds.index(m.Stop) < kinds.index(m.StreamOff)


def test_a_read_in_progress_ends_with_the_connection(bench):
    bench.arm.connect()
    found, reading = [], threading.Event()

    def read():
        reading.set()
        found.append(bench.arm.read(2.0 * LIMIT_S))

    reader = threading.Thread(target=read, name="reader")
    reader.start()
    assert reading.wait(LIMIT_S)
    bench.arm.disconnect()
    reader.join(LIMIT_S)
    assert found == [None]
