"""An arm that may move: it goes where it is sent, and says why it does not."""

import numpy as np
import pytest

from app.errors.text import error_text
from core.excitation.trajectories import FourierTrajectory
from devices.capabilities import ControllerKind, MotionKind
from devices.controller import Lifecycle, PayloadSetting
from devices.errors import MotionRejected, RobotStateError, TransportError
from devices.motion import Jog, MotionEnd, MoveTo, RunTrajectory
from devices.protocol_rtde import setup
from devices.universal_robots.recipe import BEAT
from tests.devices.emulated.commanded_arm import HOME
from tests.devices.emulated.controllers import wait_for
from tests.devices.emulated.rtde_client import rtde_client
from tests.devices.universal_robots.moved import RESULT_S, moved_ur

VERSIONS = ("3.15", "5.11", "5.23", "10.11", "10.14")


@pytest.fixture
def moved():
    with moved_ur() as found:
        yield found


def fourier(start, *, seconds=2.0):
    sines = np.outer(np.ones(6), [0.2, -0.2])
    return FourierTrajectory(seconds, q0=start, a=sines, b=np.zeros((6, 2)))


def refused(call, code):
    with pytest.raises((RobotStateError, MotionRejected, TransportError)) as raised:
        call()
    assert raised.value.code == code
    assert not error_text(raised.value).code.startswith("D-9")
    return raised.value


@pytest.mark.parametrize("polyscope", VERSIONS)
def test_every_kind_of_motion_arrives_on_every_version(polyscope):
    with moved_ur(polyscope) as moved:
        arm = moved.arm
        assert arm.capabilities.kind is ControllerKind.OPEN
        assert arm.capabilities.motions == frozenset(MotionKind)
        assert arm.capabilities.stops_when_host_silent
        assert moved.run(Jog(1, 0.05, 0.3)).result(RESULT_S) is MotionEnd.FINISHED
        assert moved.position == pytest.approx(HOME + 0.05 * np.eye(6)[1], abs=1e-6)
        assert arm.status.lifecycle is Lifecycle.ARMED
        target = HOME + np.array([0.1, -0.1, 0.2, 0.1, -0.1, 0.3])
        assert arm.start(MoveTo(target, 0.5)).result(RESULT_S) is MotionEnd.FINISHED
        assert moved.position == pytest.approx(target, abs=1e-6)
        motion = arm.start(RunTrajectory(fourier(target)))
        assert motion.result(RESULT_S) is MotionEnd.FINISHED
        assert motion.progress == 1.0
        assert moved.position == pytest.approx(target, abs=1e-4)
        assert moved.programs.refused == []


def test_a_trajectory_is_followed_later_and_nowhere_else(moved):
    trajectory = fourier(HOME, seconds=4.0)
    moved.run(RunTrajectory(trajectory)).result(RESULT_S)
    times = np.arange(0.0, 4.5, 0.001)
    wanted = trajectory.evaluate(times).position
    found = np.array(moved.body.trace)
    moving = found[np.abs(found - HOME).max(axis=1) > 1e-3]
    away = [np.abs(wanted - pose).max(axis=1).min() for pose in moving[::50]]
    assert len(away) > 50
    assert max(away) < 0.003
    assert found.max(axis=0) == pytest.approx(wanted.max(axis=0), abs=0.003)


def test_the_speed_of_a_jog_is_the_one_asked_for(moved):
    moved.run(Jog(0, 0.2, 0.1)).result(RESULT_S)
    speeds = np.abs(np.diff(np.array(moved.body.trace), axis=0)) / 0.001
    assert speeds.max() == pytest.approx(0.1, rel=1e-3)


def test_an_arm_that_is_there_already_finishes(moved):
    assert moved.run(MoveTo(HOME, 0.5)).result(RESULT_S) is MotionEnd.FINISHED


def test_from_point_to_point_only():
    with moved_ur(options="motion=allowed&kind=closed") as moved:
        assert moved.arm.capabilities.kind is ControllerKind.CLOSED
        moved.arm.arm()
        refused(lambda: moved.arm.start(RunTrajectory(fourier(HOME))), "motion-not-offered")
        assert moved.arm.start(MoveTo(HOME + 0.1, 0.5)).result(RESULT_S) is MotionEnd.FINISHED


def test_the_program_itself_refuses_a_wrong_start(moved):
    away = fourier(HOME + np.radians(0.6) * np.eye(6)[3])
    error = moved.ended(moved.run(RunTrajectory(away)))
    assert error.code == "ur-start-pose"
    assert np.ptp(np.array(moved.body.trace), axis=0).max() == 0.0
    near = fourier(HOME + np.radians(0.4) * np.eye(6)[3])
    assert moved.run(RunTrajectory(near)).result(RESULT_S) is MotionEnd.FINISHED


@pytest.mark.parametrize(
    ("fault", "code", "words"),
    [
        ("protective-stop", "protective-stop", ""),
        ("safeguard-stop", "ur-safeguard-stop", ""),
        ("emergency-stop", "emergency-stop", ""),
        ("power-off", "ur-brakes-closed", "release its brakes at the pendant"),
        ("play", "ur-program-running", "Stop it at the pendant"),
    ],
)
def test_what_is_missing_at_the_pendant_is_named(moved, fault, code, words):
    moved.emulated.make_happen(fault)
    wait_for(lambda: not all(each.is_met for each in moved.arm.conditions))
    error = refused(moved.arm.arm, code)
    assert words in error_text(error).one_line
    assert next(each.code for each in moved.arm.conditions if not each.is_met) == code
    assert moved.arm.missing[0][0] == code, "told before a motion is asked for"
    assert moved.programs.taken == []


@pytest.mark.parametrize("polyscope", ["5.11", "10.14"])
def test_local_control_is_named(polyscope):
    with moved_ur(polyscope) as moved:
        moved.emulated.set_remote(remote=False)
        error = refused(moved.arm.arm, "ur-local-control")
        assert "Settings, System, Remote Control" in error_text(error).one_line
        wait_for(lambda: not moved.arm.status.remote_enabled)


def test_polyscope_3_has_no_remote_control():
    with moved_ur("3.15") as moved:
        moved.emulated.set_remote(remote=False)
        moved.arm.arm()
        assert moved.arm.status.remote_enabled


def test_a_slow_speed_slider_is_named(moved):
    moved.emulated.set_speed(0.5)
    wait_for(lambda: moved.arm.state.speed_scaling == 0.5)
    error = refused(moved.arm.arm, "ur-speed-scaled")
    assert "50 %" in error_text(error).one_line


def test_reduced_mode_is_no_obstacle_and_is_shown(moved):
    moved.emulated.make_happen("reduced")
    wait_for(lambda: moved.arm.remark[0] == "ur-reduced-mode")
    assert moved.run(Jog(0, 0.05, 0.3)).result(RESULT_S) is MotionEnd.FINISHED


def test_services_that_are_off_are_named(moved):
    port = moved.arm._moving._port
    port._port = moved.emulated.port + 1
    error = refused(moved.arm.arm, "ur-programs-off")
    assert "Secondary Client Interface" in error_text(error).one_line


def test_a_dashboard_that_is_off_is_named(monkeypatch):
    monkeypatch.setattr("devices.universal_robots.remote_mode.DASHBOARD_BELOW", -1)
    with moved_ur() as moved:
        error = refused(moved.arm.arm, "ur-dashboard-off")
        assert "Dashboard Server" in error_text(error).one_line


def test_a_register_of_another_client_leaves_the_arm_readable():
    with moved_ur() as moved:
        moved.arm.disconnect()
        with rtde_client(moved.emulated.port) as other:
            other.ask(setup.protocol_request(2))
            assert setup.read_recipe_answer(other.ask(setup.input_request((BEAT,))), protocol=2).recipe
            moved.arm.connect()
            assert moved.arm.capabilities.kind is ControllerKind.READ_ONLY
            error = refused(moved.arm.arm, "ur-input-in-use")
            assert "EtherNet/IP" in error_text(error).one_line
            assert moved.arm.read(5.0) is not None
        wait_for(lambda: moved.emulated.controller.owner_of(BEAT) is None)
        moved.arm.connect()
        moved.arm.arm()


def test_without_consent_no_register_is_claimed_and_the_refusal_says_what_to_write():
    with moved_ur(options="rate=125") as moved:
        assert moved.emulated.controller.owner_of(BEAT) is None
        for call in (moved.arm.arm, lambda: moved.arm.start(MoveTo(HOME, 0.1))):
            assert "motion=allowed" in error_text(refused(call, "ur-read-only")).one_line
        refused(lambda: moved.arm.write_payload(PayloadSetting(1.0)), "payload-not-offered")
        assert moved.programs.taken == []


def test_an_older_controller_without_the_register(monkeypatch):
    types = {name: kind for name, kind in setup_types().items() if name != BEAT}
    with moved_ur() as moved:
        moved.arm.disconnect()
        moved.emulated.do(lambda: setattr(moved.emulated.controller, "input_types", types))
        moved.arm.connect()
        refused(moved.arm.arm, "ur-no-registers")


def setup_types():
    from devices.protocol_rtde.fields_ur import INPUTS

    return {name: field.kind for name, field in INPUTS.items()}


def test_every_second_program_has_another_number(moved):
    for number in (1, 2, 3):
        moved.run(Jog(0, 0.01, 0.3)).result(RESULT_S)
        assert moved.arm.state.phase == 10 * number + 2


def test_disarming_ends_the_heartbeat(moved):
    moved.arm.arm()
    beats = moved.emulated.controller.values
    first = beats[BEAT]
    wait_for(lambda: beats[BEAT] > first + 2)
    moved.arm.disarm()
    assert moved.arm.status.lifecycle is Lifecycle.CONNECTED
    refused(lambda: moved.arm.start(MoveTo(HOME, 0.5)), "not-armed")
