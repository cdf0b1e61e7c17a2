"""A device may say what it likes about itself: nothing of it makes the arm be handled less carefully.

The table in ``resources/decisions/0021-what-an-arm-may-do.md`` has a row for everything that a
device can say, and each row names its tests: here, and beside the parts that act on it.
"""

import json
import re
import tracemalloc
from dataclasses import fields, replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import resources
from app.arm.description import completed
from app.errors.text import error_text
from core.excitation.trajectories.point_to_point import point_to_point
from core.recording import Quantity
from core.robot.library import load_robot
from core.storage.journal import JournalHeader
from devices.acquisition import recorder
from devices.acquisition.channel_checks import MOST_REPEATS, Reporter
from devices.acquisition.recorder import RecordingInProgress
from devices.acquisition.stream_checks import MOST_BLOCKS, Gathered
from devices.controller import Lifecycle
from devices.errors import (
    DeviceError,
    MotionRejected,
    ProtocolError,
    RobotStateError,
    TransportError,
)
from devices.motion import Jog, MotionEnd, RunTrajectory
from devices.open_arm.faults import UNKNOWN_CODE, device_error
from devices.open_arm.identity import status_of
from devices.open_arm.intake import Intake
from devices.protocol_open import messages as m
from devices.protocol_open import wire
from devices.protocol_open.announcements import announcement_of, announcement_text
from devices.protocol_open.safe_text import LONGEST, MOST_FACTS, shown, shown_facts
from devices.protocol_open.wire import RawFrame, encode_frame
from devices.safety.identity_checks import HARMLESS, identity_mismatches
from devices.safety.readiness import ReadinessState, readiness
from tests.devices.open_arm.fake_device import announcement, row
from tests.devices.safety.fake_arm import ec66, identity
from tests.devices.safety.test_readiness import facts as ready_facts
from tests.waiting import LIMIT_S

RECORD = resources.path("decisions/0021-what-an-arm-may-do.md").read_text("utf-8")
TESTS = Path(__file__).resolve().parents[2]
HOSTILE = "\x1b[2J\x1b]0;mine\x07"
JOG = Jog(joint=0, angle=0.01, speed=0.02)


# The record


def test_the_record_has_a_row_for_every_field_that_a_device_reports():
    reported = set(re.findall(r"`([a-z_0-9]+)`", RECORD))
    for kind in (m.Announcement, m.Channel, m.Status, m.Samples, m.SlowSamples, m.PayloadTold, m.Reject):
        for field in fields(kind):
            assert m.OFF_WIRE in field.metadata or field.name in reported, f"{kind.__name__}.{field.name}"
    for flag in m.StatusFlag:
        assert not flag or flag.name in RECORD


def test_every_row_of_the_record_names_existing_tests():
    rows = [line for line in RECORD.splitlines() if line.startswith("| `")]
    written = "\n".join(path.read_text("utf-8") for path in TESTS.rglob("test_*.py"))
    assert len(rows) > 20
    for line in rows:
        names = re.findall(r"\btest_\w+", line)
        assert names, line
        for name in names:
            assert f"def {name}(" in written, name


# Who it is


@pytest.mark.parametrize(
    "changes", [{"serial": "T-9"}, {"power_on": "p2"}, {"velocity": (90.0, 90.0)}, {"firmware": "2"}]
)
def test_the_announcement_has_a_digest_that_changes_with_every_field(bench, changes):
    before = bench.arm.connect()
    assert re.fullmatch("[0-9a-f]{64}", before.announcement_sha256)
    assert bench.arm.read_identity().key == before.key
    bench.device.announcement = announcement(**changes)
    assert bench.arm.read_identity().key != before.key


def test_an_empty_serial_number_keeps_a_real_arm_from_being_ready():
    nameless = ready_facts(identity=identity(ec66(), serial=""))
    states = {line.code: line.state for line in readiness(nameless)}
    assert states["arm-without-serial"] is ReadinessState.NOT_READY


def test_another_model_or_number_of_joints_is_refused():
    robot = ec66()
    reported = identity(robot)
    for wrong in (replace(reported, model="ur10e"), replace(reported, joint_names=("a", "b"))):
        codes = [code for code, _ in identity_mismatches(robot, wrong)]
        assert codes
        assert not set(codes) & set(HARMLESS)


# Limits, gears, gains


@given(st.lists(st.floats(-10.0, 10.0), min_size=18, max_size=18))
def test_announced_limits_can_only_narrow_the_description(values):
    robot = load_robot("ec66")
    first, second, speed = np.array(values).reshape(3, 6)
    reported = replace(
        identity(robot),
        lower=np.minimum(first, second),
        upper=np.maximum(first, second) + 1e-3,
        velocity=np.abs(speed) + 1e-3,
    )
    found = completed(robot, reported)
    assert np.all(found.lower >= robot.lower)
    assert np.all(found.upper <= robot.upper)
    assert np.all(found.velocity_limit <= robot.velocity_limit)


def test_all_ranges_that_differ_are_one_line_about_the_farthest():
    robot = load_robot("fr3")
    told = robot.position_as_reported(robot.lower + np.array([0.1, 0.2, 0.3, 0.0, 0.1, 0.1, 0.0]))
    reported = replace(identity(robot), lower=told, upper=robot.position_as_reported(robot.upper))
    ((code, facts),) = identity_mismatches(robot, reported)
    assert (code, facts["joints"], facts["joint"]) == ("other-joint-range", (1, 2, 3, 5, 6), 3)


def test_announced_gains_and_gears_never_replace_described_ones():
    robot = replace(load_robot("tx40"), drive_gain=np.full(6, 10.0))
    reported = replace(identity(robot), drive_gain=np.full(6, 1e-6), gear_ratio=7.0 * robot.gear_ratio)
    found = completed(robot, reported)
    assert np.array_equal(found.drive_gain, robot.drive_gain)
    assert np.array_equal(found.gear_ratio, robot.gear_ratio)
    assert "other-gear-ratio" in {code for code, _ in identity_mismatches(robot, reported)}
    assert "other-gear-ratio" not in HARMLESS


# The status


def test_an_emergency_stop_flag_counts_whatever_else_is_reported():
    for flag, code in (
        (m.StatusFlag.EMERGENCY_STOP, "emergency-stop"),
        (m.StatusFlag.PROTECTIVE_STOP, "protective-stop"),
    ):
        said = m.Status(m.DeviceState.ARMED, flag | m.StatusFlag.REMOTE, 0, 0.0)
        found = status_of(said, heard_at=0.0, may_move=True)
        assert found.fault_code == code
        lines = readiness(ready_facts(status=found))
        assert any(line.state is ReadinessState.NOT_READY for line in lines)


def test_a_device_that_reports_armed_without_our_permit_counts_as_connected(bench):
    bench.arm.connect()
    bench.device.state = m.DeviceState.ARMED
    bench.device.send(bench.device.status())
    bench.taken_in()
    assert bench.arm.status.lifecycle is Lifecycle.CONNECTED
    with pytest.raises(MotionRejected, match="not-armed"):
        bench.arm.start(JOG)


def test_a_motion_counted_before_our_request_is_stopped_and_ours_fails(bench):
    bench.armed()
    motion = _begun_without_a_request(bench)
    bench.device.send(bench.device.status(motion=bench.device.motion + 1, outcome="finished"))
    bench.device.wait_for(m.Stop)
    with pytest.raises(RobotStateError, match="moved-unasked"):
        motion.result(LIMIT_S)
    assert not [message for message in bench.device.heard if isinstance(message, m.TrajectoryRun)]


def _begun_without_a_request(bench):
    """A motion whose upload the device never acknowledges completely."""
    bench.device.answers[m.TrajectoryChunk] = lambda *_: []
    there = point_to_point(np.zeros(2), np.full(2, 0.2), velocity=0.2, acceleration=1.0)
    motion = bench.arm.start(RunTrajectory(there))
    bench.device.wait_for(m.TrajectoryChunk)
    return motion


def test_progress_is_limited_to_one(bench):
    bench.armed()
    motion = bench.arm.start(JOG)
    bench.device.wait_for(m.JogJoint)
    bench.device.send(bench.device.status(progress=1e30))
    bench.device.send(bench.device.status(progress=-5.0))
    bench.taken_in()
    assert motion.progress == 1.0
    assert not motion.is_over
    bench.device.finish()
    assert motion.result(LIMIT_S) is MotionEnd.FINISHED


def test_a_reported_payload_mass_is_shown_and_decides_nothing():
    for mass in (1e300, -5.0, 0.0):
        status = replace(ready_facts().status, payload_mass=mass)
        lines = {line.code: line.state for line in readiness(ready_facts(status=status))}
        assert lines.pop("payload-in-controller") is ReadinessState.READY
        status = replace(status, payload_mass=None)
        assert lines == {line.code: line.state for line in readiness(ready_facts(status=status))}


# Answers


@pytest.mark.parametrize("reply", [m.Ack, lambda n: m.Committed(n, 7), lambda n: m.PayloadTold(n, 1.0, None)])
def test_a_wrong_reply_to_hello_is_a_protocol_error(bench, monkeypatch, reply):
    monkeypatch.setattr("devices.open_arm.controller.HELLO_TIMEOUT_S", 0.05)
    monkeypatch.setattr("devices.open_arm.controller.HELLO_ATTEMPTS", 3)
    bench.device.answers[m.Hello] = lambda _, n: [reply(n)]
    with pytest.raises(ProtocolError, match="protocol-field") as refused:
        bench.arm.connect()
    assert refused.value.facts["message"] == type(reply(0)).__name__
    assert "D-012" in error_text(refused.value).one_line


@pytest.mark.parametrize("request_kind", [m.AskStatus, m.StreamOn, m.Arm, m.Disarm])
def test_a_wrong_reply_to_any_request_counts_as_no_answer(bench, request_kind):
    bench.device.answers[request_kind] = lambda _, n: [m.Committed(n, 7)]
    with pytest.raises(TransportError, match="no-answer"):
        _connected_armed_and_disarmed(bench)


def test_a_refusal_with_one_of_the_programs_own_codes_counts_as_unknown():
    said = {"code": "x", "self": 1, "said": "y", "kind": HOSTILE, "text": "t" * 5000, "n": 10**300}
    for code in ("unexpected", "out-of-memory", "disk-full", HOSTILE, "", "drive-overheated"):
        error = device_error(code, said, default=RobotStateError)
        assert error.code == UNKNOWN_CODE
        words = error_text(error).one_line
        assert "X-0" not in words
        assert words.isprintable()
        assert len(words) < 3 * LONGEST
    assert device_error("emergency-stop", said, default=MotionRejected).code == "emergency-stop"


def _connected_armed_and_disarmed(bench):
    bench.armed()
    bench.arm.disarm()


# Texts


@given(st.text(max_size=3 * LONGEST))
def test_a_text_of_a_device_is_shown_with_unprintable_characters_escaped(text):
    seen = shown(text)
    assert seen.isprintable()
    assert len(seen) <= LONGEST
    assert seen == text or not text.isprintable() or len(text) > LONGEST


def test_facts_of_a_device_are_limited_in_number_and_length_and_printable():
    said = {f"{HOSTILE}{number}": (HOSTILE,) * 500 for number in range(500)}
    found = shown_facts({**said, "list": tuple(range(1000)), "huge": (10**300, 1)})
    assert len(found) <= MOST_FACTS
    for name, fact in found.items():
        assert name.isprintable()
        assert isinstance(fact, tuple)
        assert len(fact) <= MOST_FACTS
        assert all(item.isprintable() for item in fact if isinstance(item, str))


# Samples and memory


def _samples(first: int, count: int = 4, *, rows: bytes | None = None) -> m.Samples:
    return m.Samples(first & 0xFFFF, tuple(1000 * (first + n) for n in range(count)), rows or row() * count)


def test_repeated_sample_numbers_hide_no_loss():
    intake = Intake(announcement(), keeps_time=False)
    for _ in range(5):
        intake.block(_samples(7), host_time=0.0)
    assert intake.missed > 4 * 60_000, "a number that comes again is one that came round"
    honest = Intake(announcement(), keeps_time=False)
    for first in range(0, 200_000, 50):
        honest.block(_samples(first, 50), host_time=0.0)
    assert honest.missed == 0


def _read_to_the_end(bench):
    for _ in range(1000):
        bench.arm.read(0.02)


def test_a_device_that_sends_far_too_many_samples_is_disconnected(bench):
    bench.arm.connect()
    for _ in range(100):
        bench.device.stream(100)
    with pytest.raises(ProtocolError, match="stream-too-fast"):
        _read_to_the_end(bench)
    assert bench.arm.status.lifecycle is Lifecycle.LOST


def test_a_frozen_device_clock_is_reported_repeatedly_but_with_a_limit(monkeypatch):
    now = [0.0]
    monkeypatch.setattr("devices.acquisition.channel_checks.clock.monotonic", lambda: now[0])
    found = []
    reporter = Reporter(found.append)
    for second in range(100):
        now[0] = float(second)
        reporter.report("clock-jump", time=5.0)
    assert len(found) == 20, "every five seconds of this computer"
    for number in range(2000):
        reporter.report("clock-jump", time=-10.0 * number)
    assert len(found) <= MOST_REPEATS


def test_a_frozen_device_clock_delays_no_samples():
    passed = []
    gathered = Gathered(passed.append)
    intake = Intake(announcement(), keeps_time=False)
    for first in range(0, 4 * 10 * MOST_BLOCKS, 4):
        block = intake.block(_samples(first), host_time=0.0)
        gathered(replace(block, device_time=np.zeros(4)))
    assert len(passed) == 10


def test_a_recording_with_too_many_gaps_ends(tmp_path, monkeypatch):
    monkeypatch.setattr(recorder, "MOST_HOLES", 500)
    header = JournalHeader("holes", (Quantity.POSITION,), 2)
    recording = RecordingInProgress.begin(tmp_path / "v.h5", header, period=1e-3)
    intake = Intake(announcement(), keeps_time=False)
    count = 2 * recorder.MOST_HOLES
    block = intake.block(_samples(0, 1), host_time=0.0)
    wide = replace(
        block,
        sequence=np.arange(count) * 2,
        device_time=np.arange(count) * 2e-3,
        host_time=np.zeros(count),
        columns={Quantity.POSITION: np.zeros((count, 2))},
    )
    recording.take(wide)
    assert recording.wait(LIMIT_S)
    assert recording.incomplete == "too-many-holes"
    assert "D-433" in error_text(recording.error).one_line


@pytest.mark.parametrize(
    "body",
    [
        b'{"version":1,"model":' + b"[" * 16_000,
        b'{"a":' * 2500 + b"1" + b"}" * 2500,
        json.dumps({"version": 1, "model": "x" * 16_000}).encode(),
        b'{"version":1' + b"".join(b',"f%d":0' % number for number in range(1500)) + b"}",
        b"9" * 16_000,
    ],
)
def test_a_too_deep_or_too_long_announcement_is_refused_with_little_memory(body):
    decoder = wire.Decoder()
    frame = encode_frame(RawFrame(0x81, 0, 0, 0, body))
    tracemalloc.start()
    for _ in range(20):
        assert decoder.feed(frame) == []
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 8_000_000
    problem = decoder.last_problem
    assert problem is not None
    assert problem.code == "protocol-field"
    assert error_text(problem).one_line.isprintable()


def test_the_digest_is_of_the_received_bytes():
    body = announcement_text(announcement())
    spaced = json.dumps(json.loads(body), indent=1).encode()
    assert announcement_of(body) == announcement_of(spaced)
    assert announcement_of(body).sha256 != announcement_of(spaced).sha256


def test_every_code_of_the_virtual_robot_is_in_the_protocol():
    firmware = resources.path("").parent / "devices" / "virtual" / "firmware"
    written = "\n".join(path.read_text("utf-8") for path in firmware.glob("*.py"))
    codes = set(re.findall(r"(?:Rejected|Error)\(\s*\"([a-z-]+)\"", written))
    assert len(codes) > 20
    for code in codes:
        assert device_error(code, {}, default=DeviceError).code == code
