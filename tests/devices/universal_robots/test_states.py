"""What the controller says about itself beside its samples, and what ends its stream."""

import pytest

from devices.controller import Lifecycle
from devices.driving import stream_link
from devices.errors import DataQualityError, TransportError
from devices.universal_robots.readiness import fault_of, remark_of, status_of
from devices.universal_robots.state import RobotMode, Safety, UrState
from tests.devices.emulated.controllers import wait_for
from tests.devices.universal_robots.samples import error_of_stream, samples_of


@pytest.mark.parametrize(
    ("fault", "code"),
    [
        ("protective-stop", "protective-stop"),
        ("safeguard-stop", "ur-safeguard-stop"),
        ("emergency-stop", "emergency-stop"),
    ],
)
def test_a_stop_is_told_while_the_stream_goes_on(arm, emulated, fault, code):
    arm.connect()
    assert (arm.status.lifecycle, arm.status.brakes_released) == (Lifecycle.CONNECTED, True)
    emulated.make_happen(fault)
    wait_for(lambda: arm.status.fault_code == code)
    assert arm.status.lifecycle is Lifecycle.FAULT
    assert arm.remark[0] == code
    assert samples_of(arm, 50).count >= 50
    emulated.make_happen("normal")
    wait_for(lambda: arm.status.lifecycle is Lifecycle.CONNECTED)


def test_what_the_samples_are_to_be_read_with(arm, emulated):
    arm.connect()
    assert arm.remark == ("", {})
    emulated.set_speed(0.5)
    assert wait_for(lambda: arm.remark[0]) == "ur-speed-scaled"
    assert arm.remark[1] == {"share": 0.5}
    emulated.set_speed(1.0)
    emulated.make_happen("reduced")
    wait_for(lambda: arm.remark[0] == "ur-reduced-mode")
    emulated.make_happen("power-off")
    wait_for(lambda: arm.remark == ("ur-brakes-closed", {"mode": "power off"}))
    assert not arm.status.brakes_released


def test_what_a_motion_would_lack_is_told_by_an_arm_that_is_only_read(arm, emulated):
    def codes():
        return [code for code, _ in arm.missing]

    assert arm.missing == ()
    arm.connect()
    assert arm.missing == ()
    emulated.set_speed(0.5)
    wait_for(lambda: arm.missing == (("ur-speed-scaled", {"share": 0.5}),))
    emulated.make_happen("play")
    wait_for(lambda: codes() == ["ur-speed-scaled", "ur-program-running"])
    emulated.make_happen("power-off")
    wait_for(lambda: codes() == ["ur-brakes-closed", "ur-speed-scaled"])


def test_a_program_at_the_pendant_is_seen(arm, emulated):
    arm.connect()
    assert arm.state.runtime_state == 1
    emulated.make_happen("play")
    wait_for(lambda: arm.state.runtime_state == 2)


def test_the_line_of_the_program_and_the_speed_slider_are_in_the_status(arm, emulated):
    arm.connect()
    wait_for(lambda: arm.status.speed_share == 1.0)
    assert arm.status.program_line is None, "no line moves the arm"
    emulated.spoil({"script_control_line": 14, "target_speed_fraction": 0.3})
    wait_for(lambda: arm.status.program_line == 14)
    assert arm.status.speed_share == pytest.approx(0.3)


def test_a_controller_that_was_switched_off_and_on_is_another_power_on(arm, emulated):
    before = arm.connect()
    emulated.power_cycle()
    error = error_of_stream(arm)
    assert isinstance(error, TransportError)
    assert arm.status.lifecycle is Lifecycle.LOST

    def connected():
        try:
            return arm.connect()
        except TransportError:
            return None

    after = wait_for(connected, what="the controller to boot")
    assert (after.serial, after.power_on != before.power_on) == (before.serial, True)
    assert arm.remark[0] == "ur-booting"
    assert arm.remark[1]["seconds"] < 40.0


def test_a_clock_that_goes_back_ends_the_stream(arm, emulated):
    arm.connect()
    samples_of(arm, 5)
    emulated.spoil({"timestamp": 3.0})
    error = error_of_stream(arm)
    assert isinstance(error, DataQualityError)
    assert (error.code, error.facts["now"]) == ("ur-restarted", 3.0)
    assert arm.status.fault_code == "ur-restarted"


def test_a_pulled_cable_is_noticed_by_its_silence(arm, emulated, monkeypatch):
    arm.connect()
    samples_of(arm, 5)
    emulated.pull()
    monkeypatch.setattr(stream_link, "SILENT_S", 0.3)
    error = error_of_stream(arm)
    assert (error.code, arm.status.lifecycle) == ("link-lost", Lifecycle.LOST)
    assert "nothing came" in error.facts["reason"]
    emulated.plug()
    monkeypatch.undo()
    arm.connect()
    assert samples_of(arm, 5).count >= 5


def test_unknown_safety_numbers_count_as_a_stop():
    state = UrState(timestamp=100.0, robot_mode=RobotMode.RUNNING, safety=22)
    assert fault_of(state) == ("ur-safety-stop", {"status": 22})
    assert status_of(state, heard_at=1.0).lifecycle is Lifecycle.FAULT


def test_what_is_not_told_is_no_fault():
    state = UrState(timestamp=100.0)
    assert fault_of(state) == remark_of(state) == ("", {})
    status = status_of(state, heard_at=1.0)
    assert (status.payload_mass, status.brakes_released) == (None, False)


@pytest.mark.parametrize("safety", [Safety.NORMAL, Safety.REDUCED])
def test_normal_and_reduced_are_no_faults(safety):
    assert fault_of(UrState(timestamp=100.0, safety=safety)) == ("", {})
