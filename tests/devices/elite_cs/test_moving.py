"""An arm of the CS series that may move: where it goes, how it stops, and every end with its sentence."""

import numpy as np
import pytest

from app.errors.text import error_text
from core.excitation.trajectories import FourierTrajectory
from devices.capabilities import ControllerKind, MotionKind
from devices.controller import Lifecycle, PayloadSetting, StopLevel
from devices.elite_cs.dialect import ELITE_SCRIPT, PHASE_REGISTER
from devices.errors import MotionRejected, RobotStateError, TransportError
from devices.motion import Jog, MotionEnd, MoveTo, RunTrajectory
from devices.protocol_rtde import setup
from devices.universal_robots.moving import ProgramPort
from devices.universal_robots.script import Phase, run_of
from tests.devices.emulated.commanded_arm import HOME
from tests.devices.emulated.controllers import wait_for
from tests.devices.emulated.rtde_client import lines_to, rtde_client
from tests.devices.universal_robots.moved import RESULT_S, moved_cs
from tests.devices.universal_robots.test_stopping import FAR, never, swinging

BEAT = ELITE_SCRIPT.beat
PLANS = {"move": MoveTo(FAR, 0.05), "trajectory": swinging(), "jog": Jog(0, 2.0, 0.1)}
"""Each takes many seconds: a busy computer stops them late."""


@pytest.fixture
def moved():
    with moved_cs() as found:
        yield found


def fourier(start, *, seconds=2.0):
    sines = np.outer(np.ones(6), [0.2, -0.2])
    return FourierTrajectory(seconds, q0=start, a=sines, b=np.zeros((6, 2)))


def refused(call, code):
    with pytest.raises((RobotStateError, MotionRejected, TransportError)) as raised:
        call()
    assert raised.value.code == code
    said = error_text(raised.value)
    assert not said.code.startswith("D-9")
    assert "PolyScope" not in said.one_line
    return said.one_line


def test_every_kind_of_motion_arrives(moved):
    arm = moved.arm
    assert arm.capabilities.kind is ControllerKind.OPEN
    assert arm.capabilities.motions == frozenset(MotionKind)
    assert arm.capabilities.stops_when_host_silent
    assert moved.run(Jog(1, 0.05, 0.3)).result(RESULT_S) is MotionEnd.FINISHED
    assert moved.position == pytest.approx(HOME + 0.05 * np.eye(6)[1], abs=1e-6)
    target = HOME + np.array([0.1, -0.1, 0.2, 0.1, -0.1, 0.3])
    assert arm.start(MoveTo(target, 0.5)).result(RESULT_S) is MotionEnd.FINISHED
    assert moved.position == pytest.approx(target, abs=1e-6)
    assert arm.start(RunTrajectory(fourier(target))).result(RESULT_S) is MotionEnd.FINISHED
    assert moved.position == pytest.approx(target, abs=1e-4)
    assert moved.programs.refused == []
    assert moved.programs.taken == ["torsion_run"] * 3


def test_a_trajectory_is_followed_later_and_nowhere_else(moved):
    trajectory = fourier(HOME)
    moved.run(RunTrajectory(trajectory)).result(RESULT_S)
    wanted = trajectory.evaluate(np.arange(0.0, 2.5, 0.001)).position
    found = np.array(moved.body.trace)
    moving = found[np.abs(found - HOME).max(axis=1) > 1e-3]
    away = [np.abs(wanted - pose).max(axis=1).min() for pose in moving[::50]]
    assert len(away) > 20
    assert max(away) < 0.003


def test_from_point_to_point_only():
    with moved_cs(options="motion=allowed&kind=closed") as moved:
        assert moved.arm.capabilities.kind is ControllerKind.CLOSED
        moved.arm.arm()
        refused(lambda: moved.arm.start(RunTrajectory(fourier(HOME))), "motion-not-offered")
        assert moved.arm.start(MoveTo(HOME + 0.1, 0.5)).result(RESULT_S) is MotionEnd.FINISHED


def test_without_consent_no_register_is_claimed_and_the_refusal_says_what_to_write():
    with moved_cs(options="rate=125") as moved:
        assert moved.emulated.controller.owner_of(BEAT) is None
        for call in (moved.arm.arm, lambda: moved.arm.start(MoveTo(HOME, 0.1))):
            assert "elite-cs:10.0.0.2?motion=allowed" in refused(call, "cs-read-only")
        refused(lambda: moved.arm.write_payload(PayloadSetting(1.0)), "payload-not-offered")
        assert moved.programs.taken == []


@pytest.mark.parametrize(
    ("fault", "code"),
    [
        ("protective-stop", "protective-stop"),
        ("safeguard-stop", "ur-safeguard-stop"),
        ("emergency-stop", "emergency-stop"),
        ("power-off", "ur-brakes-closed"),
        ("play", "ur-program-running"),
    ],
)
def test_what_is_missing_at_the_pendant_is_named(moved, fault, code):
    moved.emulated.make_happen(fault)
    wait_for(lambda: not all(each.is_met for each in moved.arm.conditions))
    refused(moved.arm.arm, code)
    assert moved.programs.taken == []


def test_closed_ports_are_named(moved, monkeypatch):
    moved.arm._moving._port._port = moved.emulated.port + 1
    assert "primary port" in refused(moved.arm.arm, "cs-programs-off")
    monkeypatch.setattr("devices.universal_robots.remote_mode.DASHBOARD_BELOW", -1)
    moved.arm._moving.remote._close_dashboard()
    assert "29999" in refused(moved.arm.arm, "cs-dashboard-off")


def test_a_register_of_another_client_leaves_the_arm_readable():
    with moved_cs() as moved:
        moved.arm.disconnect()
        with rtde_client(moved.emulated.port) as other:
            other.ask(setup.protocol_request(1))
            assert setup.read_recipe_answer(other.ask(setup.input_request((BEAT,))), protocol=2).recipe
            moved.arm.connect()
            assert moved.arm.capabilities.kind is ControllerKind.READ_ONLY
            assert "input_int_register24" in refused(moved.arm.arm, "cs-input-in-use")
        wait_for(lambda: moved.emulated.controller.owner_of(BEAT) is None)
        moved.arm.connect()
        moved.arm.arm()


def test_local_control_is_not_told_and_no_program_begins(moved, monkeypatch):
    monkeypatch.setattr("devices.driving.followed.BEGIN_TIMEOUT_S", 0.3)
    moved.emulated.set_remote(remote=False)
    assert moved.arm.status.remote_enabled
    error = moved.ended(moved.run(Jog(0, 0.05, 0.3)))
    assert error.code == "cs-program-not-started"
    assert "remote control" in error_text(error).one_line
    assert moved.programs.taken == []
    assert "the controller is not in remote control" in moved.programs.refused
    assert np.ptp(np.array(moved.body.trace), axis=0).max() == 0.0


@pytest.mark.parametrize(
    ("plan", "level"),
    [("move", StopLevel.CONTROLLED), ("jog", StopLevel.CONTROLLED), ("trajectory", StopLevel.ABORT)],
)
def test_a_motion_is_stopped_and_the_arm_disarmed(moved, plan, level):
    motion = moved.under_way(PLANS[plan])
    moved.arm.stop(level)
    assert motion.result(RESULT_S) is MotionEnd.STOPPED
    assert moved.arm.status.lifecycle is Lifecycle.CONNECTED
    moved.stands()
    assert np.abs(moved.position - HOME).max() > 1e-3
    moved.arm.arm()
    assert moved.arm.start(MoveTo(HOME, 1.0)).result(RESULT_S) is MotionEnd.FINISHED


@pytest.mark.parametrize("way", ["program", "dashboard", "silence"])
def test_each_way_stops_alone(monkeypatch, way):
    cut = {
        "program": "devices.universal_robots.moving.Moving._stop_by_program",
        "dashboard": "devices.universal_robots.moving.Moving._stop_by_dashboard",
        "silence": "devices.driving.pulse.Heartbeat.fall_silent",
    }
    for name, place in cut.items():
        if name != way:
            monkeypatch.setattr(place, lambda _self: never())
    with moved_cs() as moved:
        motion = moved.under_way(swinging())
        moved.arm.stop()
        assert motion.result(RESULT_S) is MotionEnd.STOPPED
        moved.stands()
        assert ("torsion_stop" in moved.programs.taken) == (way == "program")


@pytest.mark.parametrize(
    ("act", "code"),
    [
        (lambda it: it.make_happen("protective-stop"), "protective-stop"),
        (lambda it: it.make_happen("safeguard-stop"), "ur-safeguard-stop"),
        (lambda it: it.make_happen("emergency-stop"), "emergency-stop"),
        (lambda it: it.set_speed(0.7), "ur-speed-scaled"),
    ],
)
def test_what_happens_at_the_controller_ends_the_motion(moved, act, code):
    motion = moved.under_way(swinging())
    act(moved.emulated)
    error = moved.ended(motion)
    assert error.code == code
    moved.stands()
    assert run_of(moved.arm.state.phase)[1] is Phase.MOVING, "the program came to its own end"
    assert not moved.programs.is_under_way
    assert moved.arm.status.lifecycle is not Lifecycle.ARMED


def test_a_program_paused_by_a_stop_does_not_go_on(moved):
    motion = moved.under_way(swinging())
    moved.emulated.make_happen("safeguard-stop")
    moved.ended(motion)
    moved.emulated.make_happen("normal")
    moved.stands()
    place = moved.position
    wait_for(lambda: moved.arm.status.lifecycle is Lifecycle.CONNECTED)
    assert moved.position == pytest.approx(place)


def test_a_program_ended_at_the_dashboard(moved):
    motion = moved.under_way(swinging())
    with lines_to(moved.emulated.port - 5) as (_, ask):
        assert ask("stop") == "Stopping task"
    assert moved.ended(motion).code == "ur-program-ended"


def test_a_program_of_another_client_is_not_stopped(moved):
    motion = moved.under_way(swinging())
    moved.emulated.do(lambda: moved.emulated.controller.values.__setitem__(PHASE_REGISTER, 991))
    assert moved.ended(motion).code == "ur-other-program"
    assert "torsion_stop" not in moved.programs.taken


def test_a_restart_ends_the_motion_and_nothing_moves_after_it(moved):
    motion = moved.under_way(swinging())
    before = moved.identity
    moved.emulated.power_cycle()
    assert moved.ended(motion).code in {"link-lost", "ur-restarted"}

    def connected():
        try:
            return moved.arm.connect()
        except TransportError:
            return None

    assert wait_for(connected, what="the controller to boot").power_on != before.power_on
    missing = [each.code for each in moved.arm.conditions if not each.is_met]
    assert missing == ["ur-brakes-closed"]
    assert not moved.body.is_commanded


def test_programs_keep_the_pause_between_connections_and_a_stop_does_not(moved, monkeypatch):
    slept = []
    monkeypatch.setattr("devices.universal_robots.moving.time.sleep", slept.append)
    port = ProgramPort(moved.arm._settings, moved.arm.dialect)
    port.expect()
    port.send("sec torsion_payload():\n  set_payload(1.0, [0.0, 0.0, 0.0])\nend\n")
    assert 0.0 < slept[-1] <= moved.arm.dialect.programs_apart_s
    count = len(slept)
    port.send_stop("def torsion_stop():\n  stopj(10)\nend\n")
    assert len(slept) == count
