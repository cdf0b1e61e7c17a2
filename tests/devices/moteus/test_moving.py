"""Moving emulated drives: motions, STOP, watchdog, faults, and what an arm without a watchdog is refused."""

import contextlib
import threading
from types import SimpleNamespace

import numpy as np
import pytest

from core.recording import Quantity
from core.robot.library import load_robot
from devices.controller import Lifecycle
from devices.driving.pulse import Pulse
from devices.errors import MotionRejected, RobotStateError, TransportError
from devices.moteus.controller import MoteusArm
from devices.moteus.moving import Moving
from devices.moteus.rounds import Answer, Moment
from devices.moteus.settings import parse_moteus
from devices.motion import Jog, MotionEnd, MoveTo
from devices.protocol_moteus.frames import Frame, Write, decode, encode
from devices.protocol_moteus.registers import Kind, Mode, Register
from tests.devices.moteus.rig import (
    LONG_S,
    ROBOT,
    SteadyPulse,
    blocks_of,
    driver_here,
    emulated_moteus,
    patient_driver,
    ticking,
    under_way,
    until,
)
from tests.waiting import LIMIT_S, wait_until

pytest.importorskip("can", reason="python-can is not installed")
ROUNDS = 20
PATIENT = "?watchdog=3"
"""A busy computer does not end a motion."""


@pytest.fixture
def arm():
    """Emulated drives behind slcan, the armed driver on them, and its pulse."""
    pulse = SteadyPulse()
    with (
        emulated_moteus(PATIENT, port=0) as emulated,
        patient_driver(f"{emulated.uri}&motion=allowed", pulse=pulse) as controller,
    ):
        set_watchdogs(emulated, LONG_S)
        yield emulated, controller, pulse


def position(controller):
    """Present position as recorded; older samples are thrown away."""
    blocks_of(controller, 0.05)
    found = until(lambda: controller.read(0.5))
    return found.columns[Quantity.POSITION][-1]


def at_rest(controller):
    """Position of the arm once it stands."""
    seen = [position(controller)]

    def stands():
        seen.append(position(controller))
        return seen[-1] == pytest.approx(seen[-2], abs=1e-5)

    wait_until(stands, "the arm to stand")
    return seen[-1]


def set_watchdogs(emulated, seconds):
    """Time after which a drive without commands stops by itself."""
    for drive in emulated.bus.drives.values():
        emulated.do(lambda drive=drive: drive.settings.update({"servo.default_timeout_s": seconds}))


@contextlib.contextmanager
def commands_of(emulated):
    """What the drives are told from here on, not what they are asked."""
    told = []

    def listening(drive):
        answer = drive.answer

        def listen(frame):
            told.extend(each for each in decode(frame.data) if isinstance(each, Write))
            return answer(frame)

        return listen

    with pytest.MonkeyPatch.context() as ears:
        for drive in emulated.bus.drives.values():
            ears.setattr(drive, "answer", listening(drive))
        yield told


def is_told_nothing(emulated, controller):
    """Whether the drives are asked for some rounds, and told nothing."""
    with commands_of(emulated) as told:
        until_frames = controller.counters.frames + ROUNDS * len(emulated.bus.drives)
        wait_until(lambda: controller.counters.frames >= until_frames, "answers of the drives")
    return not told


def test_an_armed_arm_is_told_to_hold_all_the_time(arm):
    with commands_of(arm[0]) as told:
        wait_until(lambda: told, "a command to hold")


def test_jog_and_move_arrive(arm):
    _, controller, _ = arm
    start = position(controller)
    assert controller.start(Jog(3, 0.2, 0.8)).result(LIMIT_S) is MotionEnd.FINISHED
    assert until(lambda: position(controller) - start == pytest.approx([0, 0, 0, 0.2, 0, 0], abs=2e-3))
    target = start + np.array([0.05, -0.05, 0.05, 0.0, 0.05, 0.1])
    assert controller.start(MoveTo(target, 0.5)).result(LIMIT_S) is MotionEnd.FINISHED
    assert until(lambda: position(controller) == pytest.approx(target, abs=2e-3))
    assert controller.status.lifecycle is Lifecycle.ARMED


def test_a_fault_of_a_drive_ends_the_motion_and_is_cleared(arm):
    emulated, controller, _ = arm
    motion = under_way(controller, Jog(1, 1.0, 0.3), progress=0.1)
    emulated.fail(3, 35)
    with pytest.raises(RobotStateError, match="moteus-fault") as caught:
        motion.result(LIMIT_S)
    assert caught.value.facts == {"drive": 3, "fault": 35}
    controller.clear_fault()
    assert controller.status.lifecycle is Lifecycle.CONNECTED


@pytest.mark.parametrize(("watchdog", "code"), [("nan", "moteus-no-watchdog"), ("2", "moteus-slow-watchdog")])
def test_drives_that_would_not_stop_in_time_are_only_read(watchdog, code):
    with (
        emulated_moteus(f"?watchdog={watchdog}", port=0) as emulated,
        driver_here(f"{emulated.uri}&motion=allowed", pulse=Pulse()) as controller,
    ):
        assert not controller.capabilities.can_move
        assert controller.refusal.code == code
        with pytest.raises(MotionRejected, match=code):
            controller.arm()


@pytest.mark.parametrize(
    ("mode", "code", "then"),
    [(Mode.STOPPED, "moteus-stopped", Mode.STOPPED), (Mode.BRAKE, "moteus-taken", Mode.TIMED_OUT)],
)
def test_a_drive_that_another_program_takes_gets_no_more_commands(arm, mode, code, then):
    emulated, controller, _ = arm
    motion = under_way(controller, Jog(1, 1.0, 0.3), progress=0.1)
    other = encode([Write(Register.MODE, Kind.INT8, (float(mode),))])
    emulated.do(lambda: emulated.bus.drives[3].answer(Frame.to(3, other, asks=False)))
    with pytest.raises(RobotStateError, match=code) as caught:
        motion.result(LIMIT_S)
    assert caught.value.facts == {"drive": 3}
    drives = emulated.bus.drives
    # the last commands may be on their way still
    wait_until(lambda: is_told_nothing(emulated, controller), "drives that get no commands any more")
    for each in drives.values():
        emulated.do(each.starve)
    assert drives[3].mode is then
    assert drives[1].mode is Mode.TIMED_OUT
    controller.clear_fault()
    controller.arm()
    assert controller.start(Jog(1, -0.05, 0.5)).result(LIMIT_S) is MotionEnd.FINISHED


def test_answers_to_older_questions_do_not_tell_that_the_drives_hold(monkeypatch):
    """A computer that was away finds answers of before: the drives held then, and do not any more."""
    robot = load_robot(ROBOT)
    drives = [SimpleNamespace(drive=place + 1) for place in range(robot.joint_count)]
    link = SimpleNamespace(error=None, heard_at=0.0)
    moving = Moving(link, drives, robot=robot, pulse=SteadyPulse())

    def all_tell(mode, *, asked_at):
        values = {Register.MODE: float(mode), Register.POSITION: 0.0, Register.VELOCITY: 0.0}
        link.answers = (Answer(Moment(asked_at, 0.0), values, asked_at=asked_at),) * len(drives)
        moving.on_answers(link.answers, asked_at)

    def rounds():
        for _ in range(5):
            all_tell(Mode.POSITION, asked_at=9.0)
            yield
        moving.commands(10.0)
        for mode, asked_at in [
            *[(Mode.POSITION, 9.5)] * 5,
            (Mode.TIMED_OUT, 9.9),
            *[(Mode.POSITION, 10.0)] * 3,
        ]:
            all_tell(mode, asked_at=asked_at)
            yield

    all_tell(Mode.POSITION, asked_at=8.0)
    played = rounds()
    monkeypatch.setattr("devices.moteus.moving.time.sleep", lambda _: next(played))
    moving.arm()
    assert moving.status.lifecycle is Lifecycle.ARMED
    assert next(played, "over") == "over"


def test_a_drive_that_was_switched_off_and_on_ends_the_connection(arm):
    emulated, controller, _ = arm
    motion = under_way(controller, Jog(1, 1.0, 0.3), progress=0.1)
    emulated.restart(2)
    with pytest.raises(TransportError, match="moteus-restarted") as caught:
        motion.result(LIMIT_S)
    assert caught.value.facts == {"drive": 2}
    assert controller.status.lifecycle is Lifecycle.LOST


def test_a_stop_while_the_drives_are_made_ready_is_not_lost():
    with emulated_moteus("?watchdog=0.5", port=0) as emulated, ticking(pulse := Pulse()):
        until(pulse.is_alive)
        settings = parse_moteus(f"{emulated.uri}&motion=allowed")
        controller = MoteusArm(settings, robot=load_robot(ROBOT), pulse=pulse)
        controller.connect()
        try:
            emulated.silence(4)
            asked = threading.Timer(0.1, controller.stop)
            asked.start()
            threading.Timer(0.2, lambda: emulated.silence(4, silent=False)).start()
            with pytest.raises(MotionRejected, match="stopped"):
                controller.arm()
            with pytest.raises(MotionRejected, match="not-armed"):
                controller.start(Jog(0, 0.1, 0.5))
            controller.arm()
            assert controller.start(Jog(0, 0.1, 0.5)).result(LIMIT_S) is MotionEnd.FINISHED
        finally:
            controller.disconnect()


def test_the_rows_of_a_motion_are_of_one_moment():
    """Motor and joint agree in motion as at rest, though each drive has a clock of its own."""
    with (
        emulated_moteus(f"{PATIENT}&drift=50&seed=4", port=0) as emulated,
        patient_driver(f"{emulated.uri}&motion=allowed", pulse=SteadyPulse()) as controller,
    ):
        target = np.array([0.4, 0.4, 0.4, 0.4, 0.4, 0.4]) + position(controller)
        motion = controller.start(MoveTo(target, 0.6))
        blocks = []
        while not motion.is_over:
            blocks += blocks_of(controller, 0.1)
        within = controller.jitter, controller.note[1]["within_s"]
    columns = {
        quantity: np.concatenate([block.columns[quantity] for block in blocks])
        for quantity in (Quantity.POSITION, Quantity.MOTOR_POSITION)
    }
    difference = columns[Quantity.MOTOR_POSITION] - columns[Quantity.POSITION]
    # the virtual arm reports its position up to 3 ms late
    assert np.ptp(difference, axis=0).max() < 3e-3
    # the joints of this move follow one straight line: a joint that was measured late leaves it
    shares = columns[Quantity.POSITION] - columns[Quantity.POSITION][0]
    speed = 0.6 * np.deg2rad(90.0)
    assert np.abs(shares - shares.mean(axis=1, keepdims=True)).max() < 0.012 + speed * within[1]
