"""STOP by each of its ways alone, from every state, and the ends that no one asked for."""

import threading

import numpy as np
import pytest

from app.errors.text import error_text
from core.excitation.trajectories import FourierTrajectory
from devices.controller import Lifecycle, StopLevel
from devices.errors import TransportError
from devices.motion import Jog, MotionEnd, MoveTo, RunTrajectory
from devices.universal_robots.moving import Moving, ProgramPort
from devices.universal_robots.script import Phase, run_of, stop_program
from tests.devices.emulated.commanded_arm import HOME
from tests.devices.emulated.controllers import emulated_ur, wait_for
from tests.devices.emulated.rtde_client import lines_to
from tests.devices.universal_robots.moved import RESULT_S, moved_ur

FAR = HOME + 1.5


def swinging():
    sines = np.outer(np.ones(6), [1.0, -1.0])
    return RunTrajectory(FourierTrajectory(20.0, q0=HOME, a=sines, b=np.zeros((6, 2))))


PLANS = {"move": MoveTo(FAR, 0.2), "trajectory": swinging(), "jog": Jog(0, 1.0, 0.2)}


@pytest.fixture
def moved():
    with moved_ur() as found:
        yield found


def never():
    """A way to stop that does nothing."""


@pytest.mark.parametrize("plan", PLANS.values(), ids=PLANS)
@pytest.mark.parametrize("level", StopLevel)
def test_a_motion_is_stopped_and_the_arm_disarmed(moved, plan, level):
    motion = moved.under_way(plan)
    moved.arm.stop(level)
    assert motion.result(RESULT_S) is MotionEnd.STOPPED
    assert moved.arm.status.lifecycle is Lifecycle.CONNECTED
    moved.stands()
    place = moved.position
    assert np.abs(place - HOME).max() > 1e-4, "it had begun to move"
    moved.arm.arm()
    assert moved.arm.start(MoveTo(HOME, 1.0)).result(RESULT_S) is MotionEnd.FINISHED


@pytest.mark.parametrize("way", ["program", "dashboard", "silence"])
def test_each_way_stops_alone(monkeypatch, way):
    """The others are cut: their threads find a function that does nothing."""
    cut = {
        "program": "devices.universal_robots.moving.Moving._stop_by_program",
        "dashboard": "devices.universal_robots.moving.Moving._stop_by_dashboard",
        "silence": "devices.driving.pulse.Heartbeat.fall_silent",
    }
    for name, place in cut.items():
        if name != way:
            monkeypatch.setattr(place, lambda _self: never())
    with moved_ur() as moved:
        motion = moved.under_way(swinging())
        moved.arm.stop()
        assert motion.wait(RESULT_S)
        assert motion.outcome is MotionEnd.STOPPED
        moved.stands()
        assert moved.programs.taken.count("torsion_run") == 1
        assert ("torsion_stop" in moved.programs.taken) == (way == "program")


def test_a_way_that_hangs_holds_up_no_other(monkeypatch):
    free = threading.Event()
    monkeypatch.setattr(
        "devices.universal_robots.moving.Moving._stop_by_program", lambda _self: free.wait(RESULT_S)
    )
    monkeypatch.setattr("devices.driving.pulse.Heartbeat.fall_silent", lambda _self: never())
    with moved_ur() as moved:
        motion = moved.under_way(swinging())
        moved.arm.stop()
        assert motion.result(RESULT_S) is MotionEnd.STOPPED
        free.set()


def test_a_stop_while_the_program_is_on_its_way_lets_nothing_move_on(moved, monkeypatch):
    send, may_go = ProgramPort.send, threading.Event()

    def late(port, text):
        may_go.wait(RESULT_S)
        send(port, text)

    monkeypatch.setattr(ProgramPort, "send", late)
    motion = moved.run(swinging())
    moved.arm.stop()
    wait_for(lambda: "torsion_stop" in moved.programs.taken)
    may_go.set()
    assert motion.result(RESULT_S) is MotionEnd.STOPPED
    moved.stands()


def test_a_stop_before_the_program_is_sent_sends_none(moved, monkeypatch):
    carry_out = Moving._carry_out

    def stopped_first(moving, under_way, text):
        moving.stop()
        carry_out(moving, under_way, text)

    monkeypatch.setattr(Moving, "_carry_out", stopped_first)
    motion = moved.run(swinging())
    assert motion.result(RESULT_S) is MotionEnd.STOPPED
    assert "torsion_run" not in moved.programs.taken


def test_a_program_at_the_pendant_is_left_alone(moved):
    moved.emulated.make_happen("play")
    wait_for(lambda: moved.arm.state.is_program_under_way)
    moved.arm.stop()
    moved.arm.stop(StopLevel.ABORT)
    moved.arm.disconnect()
    assert moved.emulated.controller.is_playing
    assert moved.programs.taken == []


@pytest.mark.parametrize(
    ("act", "code"),
    [
        (lambda it: it.make_happen("protective-stop"), "protective-stop"),
        (lambda it: it.make_happen("safeguard-stop"), "ur-safeguard-stop"),
        (lambda it: it.make_happen("emergency-stop"), "emergency-stop"),
        (lambda it: it.set_speed(0.7), "ur-speed-scaled"),
        (lambda it: it.set_remote(remote=False), "ur-local-control"),
    ],
)
def test_what_happens_at_the_controller_ends_the_motion(moved, act, code):
    motion = moved.under_way(swinging())
    act(moved.emulated)
    error = moved.ended(motion)
    assert error.code == code
    assert not error_text(error).code.startswith("D-9")
    moved.stands()
    assert run_of(moved.arm.state.phase)[1] is Phase.MOVING, "the program came to its own end"
    assert not moved.programs.is_under_way
    assert moved.arm.status.lifecycle is not Lifecycle.ARMED


def test_a_program_paused_by_a_safeguard_does_not_go_on_when_the_guard_closes(moved):
    motion = moved.under_way(swinging())
    moved.emulated.make_happen("safeguard-stop")
    moved.ended(motion)
    moved.emulated.make_happen("normal")
    moved.stands()
    place = moved.position
    wait_for(lambda: moved.arm.status.lifecycle is Lifecycle.CONNECTED)
    assert moved.position == pytest.approx(place)


def test_a_program_ended_at_the_pendant(moved):
    motion = moved.under_way(swinging())
    with lines_to(moved.emulated.port - 5) as (_, ask):
        assert ask("stop") == "Stopped"
    assert moved.ended(motion).code == "ur-program-ended"


def test_a_program_of_another_client_is_not_stopped(moved):
    motion = moved.under_way(swinging())
    register = "output_int_register_24"
    moved.emulated.do(lambda: moved.emulated.controller.values.__setitem__(register, 991))
    assert moved.ended(motion).code == "ur-other-program"
    assert "torsion_stop" not in moved.programs.taken


def test_a_program_at_the_pendant_disarms(moved):
    moved.arm.arm()
    moved.emulated.make_happen("play")
    wait_for(lambda: moved.arm.status.lifecycle is Lifecycle.CONNECTED)
    assert moved.emulated.controller.is_playing


def test_a_program_that_vanishes_on_its_way(moved, monkeypatch):
    monkeypatch.setattr("devices.driving.followed.BEGIN_TIMEOUT_S", 0.3)
    monkeypatch.setattr(ProgramPort, "send", lambda _port, _text: None)
    assert moved.ended(moved.run(swinging())).code == "ur-program-not-started"


def test_a_stop_of_a_program_that_never_begins_is_no_failure(moved, monkeypatch):
    monkeypatch.setattr(ProgramPort, "send", lambda _port, _text: None)
    motion = moved.run(swinging())
    moved.arm.stop()
    assert motion.result(RESULT_S) is MotionEnd.STOPPED
    assert "torsion_run" not in moved.programs.taken


def test_a_restart_ends_motion_and_stream_and_nothing_moves_after_it(moved):
    motion = moved.under_way(swinging())
    before = moved.identity
    moved.emulated.power_cycle()
    assert moved.ended(motion).code in {"link-lost", "ur-restarted"}

    def connected():
        try:
            return moved.arm.connect()
        except TransportError:
            return None

    after = wait_for(connected, what="the controller to boot")
    assert after.power_on != before.power_on
    missing = [each.code for each in moved.arm.conditions if not each.is_met]
    assert missing[:2] == ["ur-booting", "ur-brakes-closed"]
    assert not moved.body.is_commanded


def test_a_clock_that_goes_back_ends_the_motion(moved):
    motion = moved.under_way(swinging())
    moved.emulated.spoil({"timestamp": 3.0})
    assert moved.ended(motion).code == "ur-restarted"
    wait_for(lambda: not moved.body.is_commanded)


def test_a_program_is_refused_in_local_control():
    with emulated_ur() as emulated:
        emulated.set_remote(remote=False)
        emulated.do(lambda: emulated.controller.programs.take(stop_program(10.0)))
        assert emulated.controller.programs.refused == ["the controller is not in remote control"]
