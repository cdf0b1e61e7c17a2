"""The encoder check with one encoder, with little motion, and with equivalent data in another form."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.errors.text import reason_text
from core.encoders import EncoderCheck, check_encoders
from core.errors import BadRequest
from core.fields import from_fields, to_fields, to_json_value
from core.quality import Verdict
from core.recording import Quantity
from core.robot.library import load_robot
from tests.core.encoders.check_words import COUPLED, ONE_ENCODER, SEEDS, codes
from tests.core.encoders.jogged_arm import DEG, Jogged, all_moving, robot_of, without


def test_one_encoder_is_compared_with_the_jogs():
    arm = Jogged(robot_of())
    check = check_encoders(without(arm.recording(), *ONE_ENCODER), arm.robot, jogs=arm.jogs)
    assert codes(check) == {"one-encoder"}
    assert check.judgement.verdict is Verdict.USABLE
    joint = check.joints[0]
    assert joint.commanded_ratio == pytest.approx(1.0, abs=0.02)
    assert joint.slope is joint.offset is None
    assert joint.reference == ""


@pytest.mark.parametrize(("sign", "code"), [(-1.0, "jog-direction-reversed"), (1.2, "jog-size-wrong")])
def test_an_encoder_that_contradicts_the_jogs_is_reported(sign, code):
    arm = Jogged(robot_of())
    recording = without(arm.recording(), *ONE_ENCODER)
    for quantity in (Quantity.POSITION, Quantity.VELOCITY):
        recording.columns[quantity][:] *= sign
    check = check_encoders(recording, arm.robot, jogs=arm.jogs)
    assert codes(check) == {"one-encoder", code}
    assert {reason.code for reason in check.faults} == {code}


def test_the_reported_sign_of_the_description_counts():
    robot = robot_of()
    robot = replace(robot, joints=tuple(replace(joint, reported_sign=-1) for joint in robot.joints))
    arm = Jogged(robot)
    model_terms = tuple(replace(jog, angle=-jog.angle) for jog in arm.jogs)
    assert codes(check_encoders(arm.recording(), robot, jogs=model_terms)) == set()
    assert "jog-direction-reversed" in codes(check_encoders(arm.recording(), robot, jogs=arm.jogs))


def test_one_encoder_without_jogs_cannot_be_checked():
    arm = Jogged(robot_of())
    check = check_encoders(without(arm.recording(), *ONE_ENCODER), arm.robot)
    assert check.judgement.verdict is Verdict.NOT_MEASURABLE


def test_motors_are_compared_with_the_report_where_there_is_no_link_encoder():
    arm = Jogged(robot_of(), motor_factor=[1, 1.1, 1], offset=np.zeros(3))
    check = check_encoders(without(arm.recording(), Quantity.LINK_POSITION), arm.robot)
    assert check.joints[0].reference == "reported"
    assert codes(check, 0) == {"one-encoder"}
    assert codes(check, 1) == {"one-encoder", "encoder-ratio-wrong"}


def test_joints_without_link_encoder_are_compared_with_the_report():
    arm = Jogged(robot_of())
    recording = arm.recording()
    recording.columns[Quantity.LINK_POSITION][:, 2] = np.nan
    check = check_encoders(recording, arm.robot, jogs=arm.jogs)
    assert [joint.reference for joint in check.joints] == ["link", "link", "reported"]
    assert codes(check) == {"one-encoder"}


@given(seed=SEEDS, angle=st.floats(0.01, 0.45))
def test_too_little_motion_is_refused(seed, angle):
    arm = Jogged(robot_of(), seed=seed, angle=angle * DEG, rate_hz=250.0)
    check = check_encoders(arm.recording(), arm.robot)
    assert codes(check) == {"moved-too-little"}
    assert check.judgement.verdict is Verdict.NOT_MEASURABLE
    for joint in check.joints:
        assert joint.slope is None
        assert joint.offset is not None  # at rest, too, the difference is known


def test_motion_in_one_direction_is_reported():
    arm = Jogged(robot_of(), one_way=True)
    check = check_encoders(arm.recording(), arm.robot, jogs=arm.jogs)
    assert codes(check) == {"one-direction-only"}
    assert check.judgement.verdict is Verdict.USABLE
    assert check.joints[0].direction_gap is None
    assert check.joints[0].slope == pytest.approx(1.0, abs=0.015)


def test_a_rough_gear_makes_the_slope_uncertain():
    arm = Jogged(robot_of(), ripple=0.15 * DEG, angle=1.2 * DEG)
    check = check_encoders(arm.recording(), arm.robot, jogs=arm.jogs)
    assert "slope-uncertain" in codes(check)
    assert check.judgement.verdict is Verdict.REPEAT


@settings(max_examples=8)
@given(seed=SEEDS, shift=st.floats(-1e4, 1e6))
def test_check_is_independent_of_the_clock_offset(seed, shift):
    arm = Jogged(robot_of(), seed=seed, motor_factor=[1, 1.3, -1], offset=np.zeros(3))
    recording = arm.recording()
    jogs = tuple(replace(jog, start=jog.start + shift, end=jog.end + shift) for jog in arm.jogs)
    later = replace(recording, time=recording.time + shift)
    first = check_encoders(recording, arm.robot, jogs=arm.jogs)
    second = check_encoders(later, arm.robot, jogs=jogs)
    assert codes(first) == codes(second)
    for one, other in zip(first.joints, second.joints, strict=True):
        assert one.slope == pytest.approx(other.slope, abs=1e-6)


@settings(max_examples=8)
@given(seed=SEEDS, order=st.permutations(range(3)))
def test_check_is_independent_of_the_joint_order(seed, order):
    arm = Jogged(robot_of(), seed=seed, motor_factor=[1, 1.3, -1], offset=np.zeros(3))
    recording = arm.recording()
    columns = {key: column[:, order] for key, column in recording.columns.items()}
    robot = replace(arm.robot, joints=tuple(arm.robot.joints[index] for index in order))
    jogs = tuple(replace(jog, joint=list(order).index(jog.joint)) for jog in arm.jogs)
    first = check_encoders(recording, arm.robot, jogs=arm.jogs)
    second = check_encoders(replace(recording, columns=columns), robot, jogs=jogs)
    for index, joint in enumerate(order):
        one, other = first.joints[joint], second.joints[index]
        assert one.joint == other.joint
        assert one.slope == pytest.approx(other.slope, rel=1e-9)
        assert codes(first, joint) == codes(second, index)


def test_all_joints_at_once_are_compared_too():
    robot = robot_of(coupling=COUPLED)
    arm = all_moving(robot, motor_factor=[1, 1, 1.08], offset=np.zeros(3))
    check = check_encoders(arm.recording(), robot)
    assert "encoder-ratio-wrong" in codes(check, 2)
    assert codes(check, 0) == codes(check, 1) == {"coupling-not-checked"}
    assert np.isnan(check.coupling).all()
    assert check.joints[0].slope == pytest.approx(1.0, abs=0.005)


def test_sliding_joints_are_checked():
    arm = Jogged(robot_of(prismatic=(1,), ratio=500.0), motor_factor=[1, 1.1, 1], offset=np.zeros(3))
    check = check_encoders(arm.recording(), arm.robot, jogs=arm.jogs)
    assert codes(check) == {"encoder-ratio-wrong"}
    assert check.joints[1].moved == pytest.approx(4 * DEG * 0.25, rel=0.1)
    little = Jogged(robot_of(prismatic=(1,), ratio=500.0), angle=0.3 * DEG)
    found = check_encoders(little.recording(), little.robot).joints[1].judgement.reasons[0].facts
    assert found["unit"] == "mm"
    assert found["moved"] == pytest.approx(2.6, abs=0.4)


def test_gaps_and_low_rates_do_not_change_the_check():
    arm = Jogged(robot_of(), rate_hz=125.0)
    recording = arm.recording()
    keep = (arm.time % 1.7) > 0.25
    columns = {key: column[keep] for key, column in recording.columns.items()}
    check = check_encoders(replace(recording, time=arm.time[keep], columns=columns), arm.robot, jogs=arm.jogs)
    assert codes(check) == set()
    slow = Jogged(robot_of(), rate_hz=20.0)
    assert codes(check_encoders(slow.recording(), slow.robot, jogs=slow.jogs)) == set()


def test_an_arm_with_one_joint_is_checked():
    arm = Jogged(robot_of(1))
    assert codes(check_encoders(arm.recording(), arm.robot, jogs=arm.jogs)) == set()


def test_every_shipped_coupled_arm_is_understood():
    robot = load_robot("tx40")
    assert robot.is_coupled
    arm = Jogged(robot, offset=np.zeros(6))
    check = check_encoders(arm.recording(), robot, jogs=arm.jogs)
    assert codes(check) == set()
    np.testing.assert_allclose(check.coupling, robot.coupling_matrix, atol=0.5)


def test_few_samples_are_no_measurement():
    arm = Jogged(robot_of())
    recording = arm.recording().block(0, 3)
    assert codes(check_encoders(recording, arm.robot)) == {"moved-too-little"}
    assert codes(check_encoders(recording, arm.robot, jogs=arm.jogs)) == {
        "moved-too-little",
        "jog-not-recorded",
    }


@pytest.mark.parametrize(
    ("code", "change"),
    [
        ("known-offsets-shape", {"known_offsets": np.zeros(2)}),
        ("jog-joint", {"jogs": Jogged(robot_of(4)).jogs}),
    ],
)
def test_invalid_requests_are_refused(code, change):
    arm = Jogged(robot_of())
    with pytest.raises(BadRequest) as caught:
        check_encoders(arm.recording(), arm.robot, **change)
    assert caught.value.code == code


def test_a_recording_of_another_arm_is_refused():
    arm = Jogged(robot_of())
    with pytest.raises(BadRequest, match="joint-count-differs"):
        check_encoders(arm.recording(), robot_of(4))
    with pytest.raises(BadRequest, match="no-position"):
        check_encoders(
            replace(arm.recording(), columns={Quantity.CURRENT: np.zeros((arm.time.size, 3))}), arm.robot
        )


def test_check_survives_storing_and_is_worded():
    arm = Jogged(robot_of(), motor_factor=[1, 1.3, -1], offset=np.zeros(3))
    check = check_encoders(arm.recording(), arm.robot, jogs=arm.jogs, known_offsets=np.full(3, 0.02))
    back = from_fields(EncoderCheck, to_fields(check))
    assert back.joints == check.joints
    assert back.judgement == check.judgement
    np.testing.assert_array_equal(back.coupling, check.coupling)
    assert to_json_value(check)["joints"][1]["slope"] == check.joints[1].slope
    for reason in check.judgement.reasons:
        assert "?" not in reason_text(reason)
