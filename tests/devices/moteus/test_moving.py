"""Moving emulated drives: motions, STOP, watchdog, faults, and what an arm without a watchdog is refused."""

import threading

import numpy as np
import pytest

from core.recording import Quantity
from core.robot.library import load_robot
from devices.controller import Lifecycle, StopLevel
from devices.driving.pulse import Pulse
from devices.errors import MotionRejected, RobotStateError, TransportError
from devices.moteus.controller import MoteusArm
from devices.moteus.settings import parse_moteus
from devices.motion import Jog, MotionEnd, MoveTo
from devices.protocol_moteus.frames import Frame, Write, encode
from devices.protocol_moteus.registers import Kind, Mode, Register
from tests.devices.moteus.rig import ROBOT, blocks_of, driver, emulated_moteus, ticking, until

pytest.importorskip("can", reason="python-can is not installed")
PATIENT = "?watchdog=0.5"
"""A busy computer does not end a motion."""


@pytest.fixture
def arm():
    """Emulated drives behind slcan, the armed driver on them, and its pulse."""
    pulse = Pulse()
    with emulated_moteus(PATIENT, port=0) as emulated, ticking(pulse):
        until(pulse.is_alive)
        with driver(f"{emulated.uri}&motion=allowed", pulse=pulse) as controller:
            controller.arm()
            yield emulated, controller, pulse


def position(controller):
    """Present position as recorded; older samples are thrown away."""
    blocks_of(controller, 0.05)
    found = until(lambda: controller.read(0.5))
    return found.columns[Quantity.POSITION][-1]


def test_jog_and_move_arrive(arm):
    _, controller, _ = arm
    start = position(controller)
    assert controller.start(Jog(3, 0.2, 0.8)).result(10.0) is MotionEnd.FINISHED
    assert until(lambda: position(controller) - start == pytest.approx([0, 0, 0, 0.2, 0, 0], abs=2e-3))
    target = start + np.array([0.05, -0.05, 0.05, 0.0, 0.05, 0.1])
    assert controller.start(MoveTo(target, 0.5)).result(10.0) is MotionEnd.FINISHED
    assert until(lambda: position(controller) == pytest.approx(target, abs=2e-3))
    assert controller.status.lifecycle is Lifecycle.ARMED


@pytest.mark.parametrize("level", list(StopLevel))
def test_stop_ends_a_motion_at_once(arm, level):
    _, controller, _ = arm
    motion = controller.start(Jog(0, 1.2, 0.3))
    assert until(lambda: motion.progress > 0.2)
    controller.stop(level)
    assert motion.result(5.0) is MotionEnd.STOPPED
    assert motion.progress < 0.7
    rest = position(controller)
    assert position(controller) == pytest.approx(rest, abs=1e-4)
    with pytest.raises(MotionRejected, match="not-armed"):
        controller.start(Jog(0, -0.1, 0.5))
    controller.arm()
    assert controller.start(Jog(0, -0.05, 0.5)).result(5.0) is MotionEnd.FINISHED


@pytest.mark.alone
def test_silence_of_this_computer_ends_a_motion_by_the_watchdogs(arm):
    emulated, controller, pulse = arm
    motion = controller.start(Jog(1, 1.0, 0.3))
    assert until(lambda: motion.progress > 0.1)
    pulse.withhold()
    assert until(lambda: {drive.mode.name for drive in emulated.bus.drives.values()} == {"TIMED_OUT"})
    with pytest.raises(RobotStateError, match="host-silent"):
        motion.result(5.0)
    rest = position(controller)
    assert position(controller) == pytest.approx(rest, abs=1e-4)
    assert controller.status.fault_code == "host-silent"
    pulse.give()
    until(pulse.is_alive)
    with pytest.raises(RobotStateError, match="host-silent"):
        controller.arm()
    controller.clear_fault()
    controller.arm()
    assert position(controller) == pytest.approx(rest, abs=2e-3)


def test_a_fault_of_a_drive_ends_the_motion_and_is_cleared(arm):
    emulated, controller, _ = arm
    motion = controller.start(Jog(1, 1.0, 0.3))
    assert until(lambda: motion.progress > 0.1)
    emulated.fail(3, 35)
    with pytest.raises(RobotStateError, match="moteus-fault") as caught:
        motion.result(5.0)
    assert caught.value.facts == {"drive": 3, "fault": 35}
    controller.clear_fault()
    assert controller.status.lifecycle is Lifecycle.CONNECTED


@pytest.mark.alone
def test_a_pulled_cable_ends_the_motion_here_and_at_the_arm(arm):
    emulated, controller, _ = arm
    motion = controller.start(Jog(1, 1.0, 0.3))
    assert until(lambda: motion.progress > 0.1)
    emulated.pull()
    with pytest.raises(TransportError):
        motion.result(5.0)
    assert until(lambda: {drive.mode.name for drive in emulated.bus.drives.values()} == {"TIMED_OUT"})


@pytest.mark.alone(once=True)
def test_commands_are_streamed_at_100_hz_or_more(arm):
    _, controller, _ = arm
    controller.start(Jog(5, 0.4, 0.4)).result(10.0)
    assert controller.jitter.rate > 100.0
    assert controller.jitter.late_p99 < 0.05, "half of the watchdogs' time"


@pytest.mark.parametrize(("watchdog", "code"), [("nan", "moteus-no-watchdog"), ("2", "moteus-slow-watchdog")])
def test_drives_that_would_not_stop_in_time_are_only_read(watchdog, code):
    with (
        emulated_moteus(f"?watchdog={watchdog}", port=0) as emulated,
        driver(f"{emulated.uri}&motion=allowed") as controller,
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
    motion = controller.start(Jog(1, 1.0, 0.3))
    assert until(lambda: motion.progress > 0.1)
    other = encode([Write(Register.MODE, Kind.INT8, (float(mode),))])
    emulated.do(lambda: emulated.bus.drives[3].answer(Frame.to(3, other, asks=False)))
    with pytest.raises(RobotStateError, match=code) as caught:
        motion.result(5.0)
    assert caught.value.facts == {"drive": 3}
    drive = emulated.bus.drives[3]
    assert until(lambda: drive.mode is then)
    assert until(lambda: emulated.bus.drives[1].mode is Mode.TIMED_OUT)
    assert drive.mode is then
    controller.clear_fault()
    controller.arm()
    assert controller.start(Jog(1, -0.05, 0.5)).result(5.0) is MotionEnd.FINISHED


def test_a_drive_that_was_switched_off_and_on_ends_the_connection(arm):
    emulated, controller, _ = arm
    motion = controller.start(Jog(1, 1.0, 0.3))
    assert until(lambda: motion.progress > 0.1)
    emulated.restart(2)
    with pytest.raises(TransportError, match="moteus-restarted") as caught:
        motion.result(5.0)
    assert caught.value.facts == {"drive": 2}
    assert controller.status.lifecycle is Lifecycle.LOST


def test_a_stop_while_the_drives_are_made_ready_is_not_lost():
    with emulated_moteus(PATIENT, port=0) as emulated, ticking(pulse := Pulse()):
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
            assert controller.start(Jog(0, 0.1, 0.5)).result(5.0) is MotionEnd.FINISHED
        finally:
            controller.disconnect()


def test_the_rows_of_a_motion_are_of_one_moment():
    """Motor and joint agree in motion as at rest, though each drive has a clock of its own."""
    pulse = Pulse()
    with emulated_moteus(f"{PATIENT}&drift=50&seed=4", port=0) as emulated, ticking(pulse):
        until(pulse.is_alive)
        with driver(f"{emulated.uri}&motion=allowed", pulse=pulse) as controller:
            controller.arm()
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
