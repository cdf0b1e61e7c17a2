"""The encoder check finds what was put in, says so, and is not fooled by gears that bend and ripple."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.encoders import check_encoders
from core.quality import Verdict
from core.recording import Quantity
from tests.core.encoders.check_words import COUPLED, SEEDS, codes, facts
from tests.core.encoders.jogged_arm import ARCSEC, DEG, Jogged, robot_of, without


@pytest.mark.parametrize("with_jogs", [True, False])
@pytest.mark.parametrize("coupling", [None, COUPLED])
@pytest.mark.parametrize("at_shaft", [True, False])
def test_a_healthy_arm_is_good(with_jogs, coupling, at_shaft):
    arm = Jogged(robot_of(coupling=coupling, at_shaft=at_shaft))
    recording = arm.recording()
    check = check_encoders(recording, arm.robot, jogs=arm.jogs if with_jogs else None)
    assert codes(check) == set()
    assert check.judgement.verdict is Verdict.GOOD
    assert check.faults == ()
    for joint in check.joints:
        assert joint.reference == "link"
        assert joint.sign == 1
        assert joint.slope == pytest.approx(1.0, abs=0.01)
        assert joint.slope_std < 0.005
        assert joint.moved > 3.5 * DEG
        assert joint.commanded_ratio == (pytest.approx(1.0, abs=0.02) if with_jogs else None)
        assert joint.direction_gap == pytest.approx(arm.lost_motion, abs=30 * ARCSEC)
    np.testing.assert_allclose(check.offsets, arm.offset, atol=0.2 * DEG)
    np.testing.assert_allclose(check.coupling, arm.robot.coupling_matrix, atol=1.5)
    assert check.power_on == "7"


@settings(max_examples=8)
@given(
    seed=SEEDS,
    sign=st.sampled_from([-1.0, 1.0]),
    ratio=st.one_of(st.floats(0.5, 1.97), st.just(1.0)),
    which=st.integers(0, 2),
    lost=st.floats(0.0, 120.0),
    ripple=st.floats(0.0, 40.0),
    noise=st.floats(0.0, 10.0),
)
def test_sign_and_ratio_are_recovered(seed, sign, ratio, which, lost, ripple, noise):
    factor = np.ones(3)
    factor[which] = sign * ratio
    arm = Jogged(
        robot_of(),
        seed=seed,
        lost_motion=lost * ARCSEC,
        ripple=ripple * ARCSEC,
        noise=noise * ARCSEC,
        motor_factor=factor,
        offset=np.zeros(3),
    )
    check = check_encoders(arm.recording(), arm.robot, jogs=arm.jogs)
    joint = check.joints[which]
    assert joint.sign == sign
    assert abs(joint.slope) == pytest.approx(ratio, rel=0.012)
    assert ("encoder-sign-swapped" in codes(check, which)) == (sign < 0)
    if sign < 0:
        assert facts(check, "encoder-sign-swapped") == {"joint": f"joint_{which + 1}", "channel": "motor"}
    if abs(ratio - 1) > 0.035:
        assert "encoder-ratio-wrong" in codes(check, which)
    elif abs(ratio - 1) < 0.005:
        assert "encoder-ratio-wrong" not in codes(check, which)
    for other in {0, 1, 2} - {which}:
        assert codes(check, other) == set()
        assert check.joints[other].slope == pytest.approx(1.0, abs=0.012)


def test_the_swapped_link_encoder_is_named_without_jogs():
    arm = Jogged(robot_of(), link_factor=[1, -1, 1], offset=np.zeros(3))
    check = check_encoders(arm.recording(), arm.robot)
    assert codes(check) == {"encoder-sign-swapped"}
    assert facts(check, "encoder-sign-swapped") == {"joint": "joint_2", "channel": "link"}
    bare = check_encoders(without(arm.recording(), Quantity.POSITION, Quantity.VELOCITY), arm.robot)
    assert facts(bare, "encoder-sign-swapped")["channel"] == "either"


@settings(max_examples=8)
@given(seed=SEEDS, turns=st.integers(-3, 3), which=st.integers(0, 2), slip=st.floats(0.6, 1.4))
def test_whole_turns_are_distinguished_from_slips(seed, turns, which, slip):
    robot = robot_of(coupling=COUPLED)
    before = Jogged(robot, seed=seed)
    known = check_encoders(before.recording(), robot).offsets

    def after(change):
        arm = Jogged(robot, seed=seed, offset=before.offset + change)
        return check_encoders(arm.recording(), robot, known_offsets=known)

    change = np.zeros(3)
    change[which] = 2 * np.pi * turns
    check = after(change)
    assert check.joints[which].turns == turns
    assert check.joints[which].turned == ("joint" if turns else "")
    assert codes(check) == ({"encoder-turned"} if turns else set())
    # one turn of one motor may move two joints
    shaft = np.zeros(3)
    shaft[which] = 2 * np.pi
    check = after(np.linalg.solve(COUPLED, shaft) * turns)
    assert codes(check) == ({"encoder-turned"} if turns else set())
    assert check.joints[which].turns == turns
    assert check.joints[which].turned == ("motor" if turns else "")
    # nothing whole: a slip
    change[which] = slip * DEG
    check = after(change)
    assert codes(check, which) == {"encoder-offset-changed"}
    assert check.joints[which].offset_change == pytest.approx(slip * DEG, abs=0.1 * DEG)
    assert check.joints[which].turned == ""


def test_a_small_offset_change_is_not_taken_for_a_slip():
    arm = Jogged(robot_of())
    known = arm.offset + 0.2 * DEG
    check = check_encoders(arm.recording(), arm.robot, known_offsets=known)
    assert codes(check) == set()
    assert check.joints[1].offset_change == pytest.approx(-0.2 * DEG, abs=0.15 * DEG)
    assert check_encoders(arm.recording(), arm.robot).joints[1].offset_change is None


@settings(max_examples=8)
@given(seed=SEEDS, factor=st.floats(-1.0, 1.0), with_jogs=st.booleans(), with_reported=st.booleans())
def test_coupling_is_recovered(seed, factor, with_jogs, with_reported):
    described = robot_of(coupling=COUPLED)
    true = COUPLED.copy()
    true[2, 1] = 40.0 * factor
    arm = Jogged(described, seed=seed, true_coupling=true, with_reported=with_reported, offset=np.zeros(3))
    check = check_encoders(arm.recording(), described, jogs=arm.jogs if with_jogs else None)
    np.testing.assert_allclose(check.coupling, true, atol=1.5)
    if abs(true[2, 1] - 40.0) > 80 * 0.04:
        assert codes(check) == {"coupling-differs"}
        found = facts(check, "coupling-differs")
        assert (found["joint"], found["motor"], found["expected"]) == ("joint_2", "joint_3", 40.0)


def test_an_undescribed_coupling_is_found():
    arm = Jogged(robot_of(), true_coupling=np.array([[101.0, 0, 0], [0, 101.0, 0], [0, -101.0, 101.0]]))
    check = check_encoders(arm.recording(), arm.robot)
    assert codes(check) == {"coupling-differs"}
    assert facts(check, "coupling-differs")["measured"] == pytest.approx(-101.0, abs=2.0)


@pytest.mark.parametrize("with_jogs", [True, False])
@pytest.mark.parametrize("with_reported", [True, False])
@pytest.mark.parametrize("channel", ["motor", "link"])
def test_a_stuck_encoder_channel_is_named(with_jogs, with_reported, channel):
    arm = Jogged(robot_of(), with_reported=with_reported, **{f"{channel}_factor": [1, 1, 0]})
    check = check_encoders(arm.recording(), arm.robot, jogs=arm.jogs if with_jogs else None)
    assert codes(check) >= {"encoder-stuck"}
    assert facts(check, "encoder-stuck") == {"joint": "joint_3", "channel": channel}
    assert codes(check, 0) == codes(check, 1) == set()
    assert check.joints[2].slope is None
    assert check.joints[2].offset is None


@pytest.mark.parametrize("with_jogs", [True, False])
@pytest.mark.parametrize("with_reported", [True, False])
def test_exchanged_encoders_are_named(with_jogs, with_reported):
    arm = Jogged(robot_of(), link_order=(0, 2, 1), with_reported=with_reported)
    check = check_encoders(arm.recording(), arm.robot, jogs=arm.jogs if with_jogs else None)
    assert "encoder-of-other-joint" in codes(check, 1) & codes(check, 2)
    assert "encoder-stuck" not in codes(check)
    pairs = {
        (reason.facts["link"], reason.facts["motor"])
        for reason in check.judgement.reasons
        if reason.code == "encoder-of-other-joint"
    }
    assert pairs <= {("joint_2", "joint_3"), ("joint_3", "joint_2")}
    assert codes(check, 0) == set()


def test_motion_of_the_wrong_joint_is_reported():
    arm = Jogged(robot_of(), commanded_of={0: 1, 1: 0})
    check = check_encoders(arm.recording(), arm.robot, jogs=arm.jogs)
    assert "joint-moved-other" in codes(check, 0) & codes(check, 1)
    assert facts(check, "joint-moved-other") == {"joint": "joint_1", "other": "joint_2"}
    assert codes(check, 2) == set()


def test_a_joint_that_does_not_follow_its_jog_is_reported():
    arm = Jogged(robot_of(), angle=2 * DEG)
    arm.motor[:] = arm.motor[0]
    arm.q[:] = arm.q[0]
    check = check_encoders(arm.recording(), arm.robot, jogs=arm.jogs)
    assert codes(check) == {"joint-did-not-move", "moved-too-little"}
    assert check.judgement.verdict is Verdict.NOT_MEASURABLE


def test_motion_of_another_joint_during_a_jog_is_named():
    arm = Jogged(robot_of())
    during = (arm.time > arm.jogs[0].start) & (arm.time < arm.jogs[0].end)
    sag = np.where(during, -1.0 * DEG * (arm.time - arm.jogs[0].start), 0.0)
    arm.q[:, 2] += sag
    arm.motor[:, 2] += sag
    check = check_encoders(arm.recording(), arm.robot, jogs=arm.jogs)
    assert codes(check, 0) == {"other-joint-moved"}
    found = facts(check, "other-joint-moved")
    assert found["other"] == "joint_3"
    assert found["moved"] == pytest.approx(1.0, abs=0.15)
    assert found["unit"] == "°"


@pytest.mark.parametrize("channel", ["motor", "link"])
def test_positions_in_degrees_are_reported(channel):
    arm = Jogged(robot_of(), offset=np.zeros(3), **{f"{channel}_factor": np.full(3, np.degrees(1.0))})
    check = check_encoders(arm.recording(), arm.robot, jogs=arm.jogs)
    assert "units-degrees" in codes(check)
    assert facts(check, "units-degrees")["channel"] == channel
    assert "encoder-ratio-wrong" not in codes(check)


def test_reported_positions_in_degrees_are_named():
    arm = Jogged(robot_of())
    recording = arm.recording()
    columns = dict(recording.columns)
    columns[Quantity.VELOCITY] = np.degrees(columns[Quantity.VELOCITY])
    check = check_encoders(replace(recording, columns=columns), arm.robot)
    assert codes(check) == {"units-degrees"}
    assert facts(check, "units-degrees")["channel"] == "velocity"
    columns = {Quantity.POSITION: np.degrees(recording.columns[Quantity.POSITION])}
    check = check_encoders(replace(recording, columns=columns), arm.robot, jogs=arm.jogs)
    assert codes(check) == {"units-degrees", "one-encoder"}
    assert facts(check, "units-degrees")["channel"] == "reported"


def test_a_velocity_inconsistent_with_position_is_named():
    arm = Jogged(robot_of())
    recording = arm.recording()
    recording.columns[Quantity.VELOCITY][:, 1] *= 1.5
    check = check_encoders(recording, arm.robot)
    assert codes(check) == {"velocity-differs"}
    assert facts(check, "velocity-differs") == {"joint": "joint_2", "ratio": pytest.approx(1.5, abs=0.02)}
