"""What a user relies on with any arm: each promise once, for every family, on its emulator.

A family that cannot give a promise says so in ``INSTEAD``, with the reason and the test of what is there in
its place. So each family meets each promise, here or there.
"""

from dataclasses import dataclass
from enum import StrEnum

import numpy as np
import pytest

from app.errors.text import error_text
from core.recording import Mark, Quantity
from devices.controller import Lifecycle, PayloadSetting, StopLevel
from devices.errors import ConfigurationError, DeviceError, MotionRejected, RobotStateError, TransportError
from devices.families import FAMILIES as OF_THE_PROGRAM
from devices.motion import Jog, MotionEnd, MoveTo
from devices.safety.payload_setting import is_kept
from tests.devices.promised.bench import SAME_RAD, SEEN_RAD, at_work, ended
from tests.devices.promised.families import ALLOWED, FAMILIES, is_there
from tests.waiting import wait_until


class Promise(StrEnum):
    """The promises, each in the words of the decision record."""

    UNARMED = "nothing moves unarmed"
    TWICE = "nothing moves twice"
    SERIAL = "nothing moves with another arm's serial number"
    LEAVE = "nothing moves without leave"
    STOP = "stop ends a motion, and the arm stands"
    SILENCE = "silence of this computer stops the arm"
    FROZEN = "a window that hangs stops the arm"
    CABLE = "a pulled cable stops the arm and keeps the recording"
    DISCONNECT = "disconnecting stops the arm first"
    RESTORED = "what was changed on the controller is as before"
    START = "a start pose that differs is refused"
    FAULT = "a fault of the controller ends the motion with its sentence"
    ACCEPTED = "what was really accepted is reported and recorded"


@dataclass(frozen=True)
class Instead:
    """Why a family cannot give a promise; a test of this name shows what is there in its place."""

    reason: str
    shown_by: str


_FINISHES = "its controller knows no heartbeat and finishes a move by itself"
INSTEAD = {
    ("virtual", Promise.SERIAL): Instead(
        "the program starts the arm of the name itself, so no other can take its place",
        "test_the_virtual_arm_is_of_this_program_and_not_real",
    ),
    ("virtual", Promise.LEAVE): Instead(
        "no real arm can be behind it", "test_the_virtual_arm_is_of_this_program_and_not_real"
    ),
    ("serial", Promise.LEAVE): Instead(
        "its names have no consent: leave is the serial number that a person confirms",
        "test_a_serial_arm_moves_by_its_confirmed_serial_number_alone",
    ),
    ("elite-ec", Promise.SERIAL): Instead(
        "its controller tells no serial number", "test_an_ec_arm_moves_by_the_serial_number_in_its_name"
    ),
    ("elite-ec", Promise.SILENCE): Instead(_FINISHES, "test_an_ec_arm_is_told_short_moves_only"),
    ("elite-ec", Promise.FROZEN): Instead(_FINISHES, "test_an_ec_arm_ends_its_move_while_the_window_hangs"),
    ("elite-ec", Promise.CABLE): Instead(
        _FINISHES, "test_an_ec_arm_ends_its_move_without_its_cable_and_the_recording_is_kept"
    ),
    ("elite-ec", Promise.START): Instead(
        "it takes no trajectories: a move begins where the arm is", "test_an_ec_arm_takes_no_trajectories"
    ),
}
NOT_ON_A_WIRE = {
    "emulated": "the drivers of the makers, with an emulator that the program starts itself",
    "replay": "plays a recording, and moves nothing",
}


def families(promise):
    """The families that give the promise."""
    return [name for name in FAMILIES if (name, promise) not in INSTEAD]


def given(promise):
    return pytest.mark.parametrize("bench", families(promise), indirect=True)


def only(name):
    return pytest.mark.parametrize("bench", [name], indirect=True)


def _expect_movable(family):
    if not is_there(family.package):
        pytest.skip(f"{family.scheme}: arms are moved with {family.package} only, which is not installed")


@pytest.fixture
def bench(request, tmp_path):
    """A connected arm of a family that may be moved."""
    family = FAMILIES[request.param]
    _expect_movable(family)
    with family.opened(tmp_path) as found, at_work(found):
        yield found


def refused(call, code, kind=DeviceError):
    """The refusal of a call, which has a sentence of its own."""
    with pytest.raises(kind) as raised:
        call()
    assert raised.value.code == code
    has_sentence(raised.value)
    return raised.value


def has_sentence(error):
    said = error_text(error)
    assert not said.code.startswith("D-9"), f"no sentence of its own: {error}"
    assert said.one_line
    return said.one_line


def short_of(bench, motion):
    """The arm is not at the target of its move."""
    target = bench.robot.position_as_reported(motion.plan.target)
    assert np.abs(bench.pose() - target).max() > 0.02, "it went on to its target"


def is_disarmed(bench):
    wait_until(
        lambda: bench.arm.status.lifecycle not in {Lifecycle.ARMED, Lifecycle.MOVING},
        "an arm that is disarmed",
    )
    with pytest.raises(DeviceError):
        bench.arm.start(bench.far(way=-0.5))


# The table


def test_every_family_of_the_program_is_in_the_table():
    assert {family.scheme for family in OF_THE_PROGRAM} == FAMILIES.keys() | NOT_ON_A_WIRE.keys()


def test_every_family_meets_every_promise_or_shows_what_is_there_instead():
    for (name, promise), instead in INSTEAD.items():
        assert name in FAMILIES
        assert promise in Promise
        assert instead.reason
        assert callable(globals()[instead.shown_by])


# The promises


@given(Promise.UNARMED)
def test_nothing_moves_unarmed(bench):
    place, plan = bench.pose(), bench.far()
    refused(lambda: bench.arm.start(plan), "not-armed", MotionRejected)
    bench.arm.arm()
    bench.arm.disarm()
    wait_until(lambda: bench.arm.status.lifecycle is Lifecycle.CONNECTED, "an arm that is disarmed")
    refused(lambda: bench.arm.start(plan), "not-armed", MotionRejected)
    bench.stays(at=place)


@given(Promise.TWICE)
def test_nothing_moves_twice(bench):
    motion = bench.under_way()
    refused(lambda: bench.arm.start(bench.far(way=-0.5)), "already-moving", MotionRejected)
    place = bench.reported()
    wait_until(lambda: motion.is_over or bench.has_left(place), "the first motion to go on")
    assert motion.error is None
    assert (bench.reported() - place)[-1] * np.sign(bench.robot.reported_sign[-1]) > 0.0, "it turned back"


@given(Promise.SERIAL)
def test_nothing_moves_with_another_arms_serial_number(bench):
    place, plan = bench.pose(), bench.little()
    serial = bench.identity.serial
    preview = bench.preview(plan)
    refused(lambda: bench.safe.admit(preview, serial_confirmed=f"{serial}0"), "wrong-serial", MotionRejected)
    bench.exchange()
    if bench.breaks_when_exchanged:  # and nothing that was found out before holds after a broken link
        wait_until(lambda: bench.arm.status.lifecycle is Lifecycle.LOST, "the loss of the link")
    with pytest.raises((MotionRejected, TransportError)) as raised:
        bench.safe.admit(preview, serial_confirmed=serial)
    if not bench.breaks_when_exchanged:
        assert (raised.value.code, raised.value.facts["expected"]) == ("wrong-serial", serial)
    bench.acquisition.close()

    def found_out():
        try:
            bench.connection.connect()
        except TransportError:  # it still boots
            return None
        except ConfigurationError as error:
            return error
        raise AssertionError("another arm was connected in place of this one")

    told = []
    wait_until(lambda: told.append(found_out()) or told[-1], "the other arm to answer")
    assert (told[-1].code, told[-1].facts["expected"]) == ("other-serial", serial)
    assert bench.arm.status.lifecycle is Lifecycle.DISCONNECTED
    if bench.witness_stays:
        assert np.abs(bench.pose() - place).max() < SAME_RAD


@pytest.mark.parametrize("name", families(Promise.LEAVE))
def test_nothing_moves_without_leave(name, tmp_path):
    with FAMILIES[name].opened(tmp_path, consent=False) as bench:
        before, place = bench.left(), bench.pose()
        with at_work(bench):
            assert not bench.arm.capabilities.can_move
            for call in (bench.arm.arm, lambda: bench.arm.start(bench.far())):
                with pytest.raises(MotionRejected) as raised:
                    call()
                assert raised.value.code.endswith("-read-only")
                assert ALLOWED in has_sentence(raised.value)
            bench.arm.stop()
            bench.arm.disarm()
            bench.stays(at=place)
        assert bench.left() == before


@given(Promise.LEAVE)
def test_no_real_arm_moves_before_a_person_has_confirmed_its_serial_number(bench):
    place = bench.pose()
    assert bench.arm.capabilities.is_real_arm
    preview = bench.preview(bench.little())
    refused(lambda: bench.safe.admit(preview), "serial-not-confirmed", MotionRejected)
    bench.stays(at=place)


@given(Promise.STOP)
@pytest.mark.parametrize("level", StopLevel)
def test_stop_ends_a_motion_and_the_arm_stands(bench, level):
    motion = bench.under_way()
    bench.arm.stop(level)
    wait_until(lambda: motion.is_over, "the end of the motion")
    assert (motion.outcome, motion.error) == (MotionEnd.STOPPED, None)
    bench.comes_to_rest()
    short_of(bench, motion)
    bench.stays()
    wait_until(lambda: bench.arm.status.lifecycle is Lifecycle.CONNECTED, "an arm that is disarmed")
    refused(lambda: bench.arm.start(bench.far(way=-0.5)), "not-armed", MotionRejected)
    place = bench.pose()
    bench.arm.arm()
    bench.stays(at=place)
    assert bench.arm.start(bench.little()).result() is MotionEnd.FINISHED


@given(Promise.SILENCE)
def test_silence_of_this_computer_stops_the_arm(bench):
    assert bench.arm.capabilities.stops_when_host_silent
    motion = bench.under_way()
    bench.fall_silent()
    wait_until(bench.has_given_up, "the arm to stop by itself")
    bench.comes_to_rest()
    short_of(bench, motion)
    bench.speak_again()
    has_sentence(ended(motion))
    short_of(bench, motion)
    is_disarmed(bench)


@given(Promise.FROZEN)
def test_a_window_that_hangs_stops_the_arm(bench):
    motion = bench.under_way()
    bench.pulse.freeze()
    assert ended(motion).code == "host-silent"
    bench.comes_to_rest()
    short_of(bench, motion)
    is_disarmed(bench)
    place = bench.pose()
    bench.pulse.thaw()
    if bench.arm.status.lifecycle is Lifecycle.FAULT:
        refused(bench.arm.arm, bench.after_silence_code, RobotStateError)
        bench.arm.clear_fault()
    bench.arm.arm()
    bench.stays(at=place)


@pytest.mark.expected_log("The process cia402-master failed")  # its thread that reads the adapter
@given(Promise.CABLE)
def test_a_pulled_cable_stops_the_arm_and_keeps_the_recording(bench, tmp_path):
    recording = bench.record(tmp_path / "cell.h5")
    motion = bench.under_way()
    bench.pull()
    error = ended(motion)
    assert isinstance(error, TransportError)
    has_sentence(error)
    wait_until(bench.has_given_up, "the arm to stop by itself")
    bench.comes_to_rest()
    if bench.witness_stays:
        short_of(bench, motion)
    assert bench.arm.status.lifecycle is Lifecycle.LOST
    keeps_recording(bench, recording, tmp_path / "cell.h5", code=bench.arm.status.fault_code)


def keeps_recording(bench, recording, path, *, code):
    """The recording was ended by the loss, and the visit has the motion up to there."""
    wait_until(lambda: recording.is_over, "the end of the recording")
    assert recording.incomplete == code
    with bench.stored(path, recording) as stored:
        assert np.ptp(stored.columns[Quantity.POSITION], axis=0).max() > SEEN_RAD
        assert stored.origin.serial == bench.identity.serial


@given(Promise.DISCONNECT)
def test_disconnecting_stops_the_arm_first(bench):
    motion = bench.under_way()
    bench.arm.disconnect()
    assert bench.stands()
    assert (motion.outcome, motion.error) == (MotionEnd.STOPPED, None)
    if bench.witness_stays:
        short_of(bench, motion)
    assert bench.arm.status.lifecycle is Lifecycle.DISCONNECTED


@pytest.mark.parametrize("name", families(Promise.RESTORED))
def test_what_was_changed_on_the_controller_is_as_before(name, tmp_path):
    _expect_movable(FAMILIES[name])
    with FAMILIES[name].opened(tmp_path) as bench:
        before = bench.left()
        with at_work(bench):
            if bench.arm.capabilities.payload_write_back:
                found, other = bench.arm.read_payload(), PayloadSetting(1.5, (0.0, 0.01, 0.02))
                assert is_kept(other, bench.arm.write_payload(other))
                assert bench.left() != before
                assert is_kept(found, bench.arm.write_payload(found))
            assert bench.run(bench.little()).result() is MotionEnd.FINISHED
            motion = bench.under_way()
            bench.arm.stop()
            wait_until(lambda: motion.is_over, "the end of the motion")
        assert bench.left() == before


@given(Promise.START)
def test_a_start_pose_that_differs_is_refused(bench):
    place = bench.pose()
    bench.arm.arm()
    plan = bench.elsewhere()
    try:
        error = ended(bench.arm.start(plan))
    except MotionRejected as refusal:
        error = refusal
    assert error.code.endswith(("start-pose", "start-pose-differs"))
    has_sentence(error)
    bench.stays(at=place)
    is_refused_by_the_safety_layer(bench)


def is_refused_by_the_safety_layer(bench):
    place, serial = bench.pose(), bench.identity.serial
    away = bench.here() + np.radians(1.0) * np.eye(bench.robot.joint_count)[-1]
    preview = bench.preview(bench.little(), start=away)
    refused(lambda: bench.safe.admit(preview, serial_confirmed=serial), "start-pose-differs", MotionRejected)
    bench.stays(at=place)


@given(Promise.FAULT)
def test_a_fault_of_the_controller_ends_the_motion_with_its_sentence(bench):
    motion = bench.under_way()
    bench.raise_fault()
    error = ended(motion)
    assert error.code == bench.fault_code
    has_sentence(error)
    bench.comes_to_rest()
    short_of(bench, motion)
    wait_until(lambda: bench.arm.status.lifecycle is Lifecycle.FAULT, "the fault in the status")
    with pytest.raises(RobotStateError) as raised:
        bench.arm.arm()
    has_sentence(raised.value)
    bench.stays()


@given(Promise.ACCEPTED)
def test_what_was_really_accepted_is_reported_and_recorded(bench, tmp_path):
    asked = PayloadSetting(0.6, (0.0, 0.0, 0.0))
    if bench.arm.capabilities.payload_write_back:
        bench.keep_another_payload()
        told = bench.arm.write_payload(asked)
        assert not is_kept(asked, told), "what was asked for is not what the controller keeps"
        assert told == bench.arm.read_payload()
    else:
        refused(lambda: bench.arm.write_payload(asked), "payload-not-offered", MotionRejected)
    recording = bench.record(tmp_path / "cell.h5")
    motion = bench.under_way()
    bench.arm.stop()
    wait_until(lambda: motion.is_over, "the end of the motion")
    bench.comes_to_rest()
    bench.stays()
    with bench.stored(tmp_path / "cell.h5", recording) as stored:
        assert tuple(stored.columns) == bench.arm.capabilities.quantities
        assert stored.torque_kind is bench.arm.capabilities.torque_kind
        assert (stored.origin.serial, stored.origin.power_on) == (
            bench.identity.serial,
            bench.identity.power_on,
        )
        assert (stored.origin.device, stored.origin.mark) == (bench.arm.uri, bench.arm.capabilities.mark)
        assert stored.columns[Quantity.POSITION][-1] == pytest.approx(bench.pose(), abs=SAME_RAD)
        steps = bench.arm.capabilities.sample_rate * np.diff(stored.time)
        assert not bench.keeps_its_rate or np.median(steps) == pytest.approx(1.0, rel=0.05)
    short_of(bench, motion)


# What is there instead


@only("virtual")
def test_the_virtual_arm_is_of_this_program_and_not_real(bench):
    assert bench.arm.capabilities.mark is Mark.VIRTUAL
    assert not bench.arm.capabilities.is_real_arm
    preview = bench.preview(bench.little())
    refused(lambda: bench.safe.admit(preview, serial_confirmed="V-0"), "wrong-serial", MotionRejected)
    bench.safe.admit(preview)


@only("serial")
def test_a_serial_arm_moves_by_its_confirmed_serial_number_alone(bench):
    # it says that it is simulated, which makes it no less real
    assert bench.arm.capabilities.mark is Mark.SAID
    assert bench.arm.capabilities.is_real_arm
    preview = bench.preview(bench.little())
    refused(lambda: bench.safe.admit(preview), "serial-not-confirmed", MotionRejected)
    bench.safe.admit(preview, serial_confirmed=bench.identity.serial)


@only("elite-ec")
def test_an_ec_arm_moves_by_the_serial_number_in_its_name(bench):
    preview, serial = bench.preview(bench.little()), bench.identity.serial
    refused(lambda: bench.safe.admit(preview, serial_confirmed="0"), "wrong-serial", MotionRejected)
    bench.safe.admit(preview, serial_confirmed=serial)


@only("elite-ec")
def test_an_ec_arm_is_told_short_moves_only(bench):
    assert not bench.arm.capabilities.stops_when_host_silent
    place, plan = bench.pose(), bench.far()
    bench.arm.arm()
    slow = MoveTo(plan.target, 0.1 * plan.speed_fraction)
    refused(lambda: bench.arm.start(slow), "move-too-long", MotionRejected)
    bench.stays(at=place)


@only("elite-ec")
def test_an_ec_arm_ends_its_move_while_the_window_hangs(bench):
    motion = bench.under_way()
    bench.pulse.freeze()
    assert motion.result() is MotionEnd.FINISHED
    ends_at_its_target(bench, motion)


@only("elite-ec")
def test_an_ec_arm_ends_its_move_without_its_cable_and_the_recording_is_kept(bench, tmp_path):
    recording = bench.record(tmp_path / "cell.h5")
    motion = bench.under_way()
    bench.pull()
    error = ended(motion)
    assert isinstance(error, TransportError)
    has_sentence(error)
    ends_at_its_target(bench, motion)
    keeps_recording(bench, recording, tmp_path / "cell.h5", code=bench.arm.status.fault_code)


def ends_at_its_target(bench, motion):
    """It goes to its target and no further."""
    bench.comes_to_rest()
    target = bench.robot.position_as_reported(motion.plan.target)
    assert np.abs(bench.pose() - target).max() < SAME_RAD


@only("elite-ec")
def test_an_ec_arm_takes_no_trajectories(bench):
    bench.arm.arm()
    for plan in (bench.elsewhere(), Jog(0, 0.1, 0.1)):
        refused(lambda plan=plan: bench.arm.start(plan), "motion-not-offered", MotionRejected)
    is_refused_by_the_safety_layer(bench)
