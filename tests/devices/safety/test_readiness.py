"""The readiness list: every obstacle has a line, and a good arm has no such line."""

from dataclasses import replace

import numpy as np
import pytest

from core.recording import Mark, Quantity
from core.robot.library import load_robot
from devices.controller import ControllerStatus, Lifecycle, LinkCounters
from devices.safety.readiness import ReadinessFacts, ReadinessState, readiness
from tests.devices.safety.fake_arm import SERIAL, capabilities, identity

ROBOT = load_robot("tx40")
LIMITED, NOT_READY = ReadinessState.LIMITED, ReadinessState.NOT_READY


def facts(**changes):
    good = ReadinessFacts(
        robot=ROBOT,
        capabilities=capabilities(),
        status=ControllerStatus(Lifecycle.CONNECTED, heard_at=1.0),
        counters=LinkCounters(frames=100, samples=1000),
        identity=identity(ROBOT),
        visit_serial=SERIAL,
        stream_rate=1000.0,
        stream_age=0.01,
        velocity_ratio=1.0,
        encoders_checked=True,
        free_disk=10_000_000_000,
    )
    return replace(good, **changes)


def line(code, found):
    return next(item for item in readiness(found) if item.code == code)


def test_a_good_arm_is_ready():
    lines = readiness(facts())
    assert {item.state for item in lines} == {ReadinessState.READY}
    assert [item.code for item in lines] == [
        "connected",
        "robot-fits",
        "controller-ready",
        "stream-good",
        "encoders-checked",
        "disk-good",
    ]


@pytest.mark.parametrize("lifecycle", [Lifecycle.LOST, Lifecycle.DISCONNECTED])
def test_without_a_link_there_is_one_line_only(lifecycle):
    lines = readiness(facts(status=ControllerStatus(lifecycle)))
    assert [(item.code, item.state, item.fix) for item in lines] == [
        ("not-connected", ReadinessState.NOT_READY, "connect")
    ]
    assert readiness(facts(identity=None)) == lines


def test_what_the_controller_lacks_is_said_before_a_motion_is_asked_for():
    missing = (("ur-speed-scaled", {"share": 0.5}), ("ur-local-control", {}))
    lines = readiness(facts(missing=missing))
    found = [(item.code, item.facts) for item in lines if item.state is ReadinessState.NOT_READY]
    assert found == list(missing)
    assert "controller-ready" not in {item.code for item in lines}


def test_a_fault_is_said_once():
    fault = ControllerStatus(Lifecycle.FAULT, heard_at=1.0, fault_code="protective-stop")
    found = readiness(facts(status=fault, missing=(("protective-stop", {"status": 3}),)))
    assert [item.code for item in found if item.state is ReadinessState.NOT_READY] == ["controller-fault"]


def gear(change):
    return replace(identity(ROBOT), gear_ratio=ROBOT.gear_ratio * change)


@pytest.mark.parametrize(
    ("reported", "code"),
    [
        (identity(ROBOT, model="ec66"), "wrong-model"),
        (identity(ROBOT, joint_names=ROBOT.joint_names[:5]), "wrong-joint-count-of-controller"),
        (identity(ROBOT, serial="other"), "other-serial"),
        (gear(np.array([1, 1, 1, 1, 1.1, 1])), "other-gear-ratio"),
        (gear(np.array([1, -1, 1, 1, 1, 1])), "other-gear-ratio"),
    ],
)
def test_another_arm_is_not_ready(reported, code):
    found = line(code, facts(identity=reported))
    assert found.state is ReadinessState.NOT_READY
    assert found.fix == "choose-description"


@pytest.mark.parametrize(
    ("reported", "code"),
    [
        (identity(ROBOT, joint_names=tuple("abcdef")), "other-joint-names"),
        (replace(identity(ROBOT), upper=identity(ROBOT).upper - 0.1), "other-joint-range"),
    ],
)
def test_other_names_and_ranges_do_not_block(reported, code):
    assert line(code, facts(identity=reported)).state is ReadinessState.LIMITED


def test_many_differences_of_one_kind_are_one_line():
    reported = replace(identity(ROBOT), upper=identity(ROBOT).upper - 0.1, lower=identity(ROBOT).lower + 0.2)
    lines = [each for each in readiness(facts(identity=reported)) if each.code == "other-joint-range"]
    assert [each.facts["joints"] for each in lines] == [tuple(range(1, ROBOT.joint_count + 1))]
    ratios = [
        each for each in readiness(facts(identity=gear(np.full(6, 1.1)))) if each.code == "other-gear-ratio"
    ]
    assert [each.facts["joints"] for each in ratios] == [tuple(range(1, ROBOT.joint_count + 1))]


def test_ranges_are_compared_in_the_models_terms():
    """The controller reports joint 1 in the opposite direction."""
    turned = replace(
        ROBOT, joints=(replace(ROBOT.joints[0], reported_sign=-1, lower=-1.0), *ROBOT.joints[1:])
    )
    ends = np.sort(
        [turned.position_as_reported(turned.lower), turned.position_as_reported(turned.upper)], axis=0
    )
    reported = replace(identity(turned), lower=ends[0], upper=ends[1])
    assert line("robot-fits", facts(robot=turned, identity=reported)).facts["serial"] == SERIAL


def test_an_unknown_range_is_no_difference():
    robot = load_robot("ec66")
    assert line("robot-fits", facts(robot=robot, identity=identity(robot)))


@pytest.mark.parametrize("ratio", [57.3, 1.0 / 57.3])
def test_degrees_for_radians_are_recognised(ratio):
    assert line("units-off", facts(velocity_ratio=ratio)).state is ReadinessState.NOT_READY


@pytest.mark.parametrize("ratio", [-1.0, 0.5, 2.0, float("nan")])
def test_a_velocity_that_does_not_fit_is_not_ready(ratio):
    assert line("velocity-disagrees", facts(velocity_ratio=ratio)).state is ReadinessState.NOT_READY


def test_a_fault_is_named_with_its_remedy():
    status = ControllerStatus(Lifecycle.FAULT, fault_code="emergency-stop")
    found = line("controller-fault", facts(status=status))
    assert (found.state, found.fix) == (ReadinessState.NOT_READY, "clear-fault")
    assert found.facts["fault"] == "emergency-stop"
    assert "controller-ready" not in {item.code for item in readiness(facts(status=status))}


def test_the_wrong_mode_is_not_ready():
    status = ControllerStatus(Lifecycle.CONNECTED, remote_enabled=False)
    assert line("not-in-remote-mode", facts(status=status)).state is ReadinessState.NOT_READY


def test_a_read_only_controller_may_record():
    lines = readiness(facts(capabilities=capabilities(motions=())))
    assert [item.state for item in lines if item.code == "only-recording"] == [ReadinessState.LIMITED]
    assert ReadinessState.NOT_READY not in {item.state for item in lines}


def test_an_arm_that_finishes_moves_without_its_host_is_limited():
    found = line("finishes-move-alone", facts(capabilities=capabilities(stops=False)))
    assert found.state is ReadinessState.LIMITED
    assert found.facts == {"seconds": 5.0, "speed": 250.0}


@pytest.mark.parametrize(
    ("changes", "code", "state"),
    [
        ({"stream_age": 0.8}, "stream-silent", NOT_READY),
        ({"stream_rate": 800.0}, "stream-slow", NOT_READY),
        ({"counters": LinkCounters(frames=100, samples=900, missed=100)}, "stream-losing", NOT_READY),
        ({"counters": LinkCounters(frames=100, damaged=60, samples=900)}, "stream-losing", NOT_READY),
        ({"counters": LinkCounters(samples=60_000, missed=700)}, "stream-losing", NOT_READY),
        ({"counters": LinkCounters(frames=500, damaged=10, samples=10_000)}, "stream-losing", NOT_READY),
        ({"counters": LinkCounters(samples=980, missed=20)}, "stream-with-gaps", LIMITED),
        ({"counters": LinkCounters(frames=100, samples=900, missed=1)}, "stream-with-gaps", LIMITED),
        ({"free_disk": 50_000_000}, "disk-almost-full", NOT_READY),
        ({"free_disk": 500_000_000}, "disk-short", LIMITED),
        ({"encoders_checked": False}, "encoders-not-checked", LIMITED),
    ],
)
def test_stream_disk_and_encoders(changes, code, state):
    assert line(code, facts(**changes)).state is state


def test_one_encoder_is_a_mode_of_its_own():
    single = replace(capabilities(), quantities=(Quantity.POSITION, Quantity.CURRENT))
    found = line("one-encoder", facts(capabilities=single, encoders_checked=False))
    assert found.state is ReadinessState.LIMITED
    assert not found.fix


def test_without_a_file_the_disk_does_not_matter():
    codes = {item.code for item in readiness(facts(free_disk=None))}
    assert not {code for code in codes if code.startswith("disk")}


def test_the_payload_in_the_controller_is_shown():
    status = ControllerStatus(Lifecycle.CONNECTED, payload_mass=2.5)
    assert line("payload-in-controller", facts(status=status)).facts == {"mass": 2.5}


def test_above_reduced_speed_the_clear_cell_must_be_confirmed():
    """The clear cell is not ready until it is confirmed."""
    asked = line("cell-clear-unconfirmed", facts(top_speed=0.26))
    assert (asked.state, asked.fix) == (ReadinessState.NOT_READY, "confirm-clear-cell")
    answered = line("cell-clear", facts(top_speed=0.26, clear_cell_confirmed=True))
    assert answered.state is ReadinessState.READY
    codes = {item.code for item in readiness(facts(top_speed=0.25))}
    assert not {code for code in codes if code.startswith("cell-clear")}


def test_a_virtual_arm_is_checked_like_a_real_one():
    assert readiness(facts(capabilities=capabilities(mark=Mark.VIRTUAL))) == readiness(facts())
