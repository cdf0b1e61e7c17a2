"""The encoder check finds what was put in, says so, and is not fooled by gears that bend and ripple."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app.error_text import reason_text
from core.encoders import EncoderCheck, check_encoders
from core.errors import BadRequest
from core.fields import from_fields, to_fields, to_json_value
from core.quality import Verdict
from core.recording import Quantity
from core.robot.library import load_robot
from tests.core.encoders.jogged_arm import ARCSEC, DEG, Jogged, all_moving, robot_of, without

SEEDS = st.integers(0, 2**32 - 1)
COUPLED = np.array([[101.0, 0, 0], [0, 101.0, 0], [0, 40.0, 80.0]])


def codes(check, joint=None):
    reasons = check.judgement.reasons if joint is None else check.joints[joint].judgement.reasons
    return {reason.code for reason in reasons}


def facts(check, code):
    return next(reason.facts for reason in check.judgement.reasons if reason.code == code)


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


@settings(max_examples=20)
@given(
    seed=SEEDS,
    sign=st.sampled_from([-1.0, 1.0]),
    ratio=st.one_of(st.floats(0.5, 1.97), st.just(1.0)),
    which=st.integers(0, 2),
    lost=st.floats(0.0, 120.0),
    ripple=st.floats(0.0, 40.0),
    noise=st.floats(0.0, 10.0),
)
def test_recovers_sign_and_ratio(seed, sign, ratio, which, lost, ripple, noise):
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


@settings(max_examples=20)
@given(seed=SEEDS, turns=st.integers(-3, 3), which=st.integers(0, 2), slip=st.floats(0.6, 1.4))
def test_whole_turns_are_told_from_slips(seed, turns, which, slip):
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


def test_a_small_change_of_the_offset_is_no_slip():
    arm = Jogged(robot_of())
    known = arm.offset + 0.2 * DEG
    check = check_encoders(arm.recording(), arm.robot, known_offsets=known)
    assert codes(check) == set()
    assert check.joints[1].offset_change == pytest.approx(-0.2 * DEG, abs=0.15 * DEG)
    assert check_encoders(arm.recording(), arm.robot).joints[1].offset_change is None


@settings(max_examples=15)
@given(seed=SEEDS, factor=st.floats(-1.0, 1.0), with_jogs=st.booleans(), with_reported=st.booleans())
def test_recovers_the_coupling(seed, factor, with_jogs, with_reported):
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
def test_a_stuck_channel(with_jogs, with_reported, channel):
    arm = Jogged(robot_of(), with_reported=with_reported, **{f"{channel}_factor": [1, 1, 0]})
    check = check_encoders(arm.recording(), arm.robot, jogs=arm.jogs if with_jogs else None)
    assert codes(check) >= {"encoder-stuck"}
    assert facts(check, "encoder-stuck") == {"joint": "joint_3", "channel": channel}
    assert codes(check, 0) == codes(check, 1) == set()
    assert check.joints[2].slope is None
    assert check.joints[2].offset is None


@pytest.mark.parametrize("with_jogs", [True, False])
@pytest.mark.parametrize("with_reported", [True, False])
def test_exchanged_encoders(with_jogs, with_reported):
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


def test_the_wrong_joint_moves():
    arm = Jogged(robot_of(), commanded_of={0: 1, 1: 0})
    check = check_encoders(arm.recording(), arm.robot, jogs=arm.jogs)
    assert "joint-moved-other" in codes(check, 0) & codes(check, 1)
    assert facts(check, "joint-moved-other") == {"joint": "joint_1", "other": "joint_2"}
    assert codes(check, 2) == set()


def test_nothing_moves_on_command():
    arm = Jogged(robot_of(), angle=2 * DEG)
    arm.motor[:] = arm.motor[0]
    arm.q[:] = arm.q[0]
    check = check_encoders(arm.recording(), arm.robot, jogs=arm.jogs)
    assert codes(check) == {"joint-did-not-move", "moved-too-little"}
    assert check.judgement.verdict is Verdict.NOT_MEASURABLE


def test_another_joint_gives_way_during_a_jog():
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
def test_degrees_instead_of_radians(channel):
    arm = Jogged(robot_of(), offset=np.zeros(3), **{f"{channel}_factor": np.full(3, np.degrees(1.0))})
    check = check_encoders(arm.recording(), arm.robot, jogs=arm.jogs)
    assert "units-degrees" in codes(check)
    assert facts(check, "units-degrees")["channel"] == channel
    assert "encoder-ratio-wrong" not in codes(check)


def test_reported_values_in_degrees():
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


def test_a_velocity_of_its_own_is_named():
    arm = Jogged(robot_of())
    recording = arm.recording()
    recording.columns[Quantity.VELOCITY][:, 1] *= 1.5
    check = check_encoders(recording, arm.robot)
    assert codes(check) == {"velocity-differs"}
    assert facts(check, "velocity-differs") == {"joint": "joint_2", "ratio": pytest.approx(1.5, abs=0.02)}


ONE_ENCODER = (Quantity.MOTOR_POSITION, Quantity.LINK_POSITION)


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
def test_one_encoder_that_disagrees_with_the_jogs(sign, code):
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


def test_one_encoder_without_jogs_tells_nothing():
    arm = Jogged(robot_of())
    check = check_encoders(without(arm.recording(), *ONE_ENCODER), arm.robot)
    assert check.judgement.verdict is Verdict.NOT_MEASURABLE


def test_motors_are_compared_with_the_report_where_there_is_no_link_encoder():
    arm = Jogged(robot_of(), motor_factor=[1, 1.1, 1], offset=np.zeros(3))
    check = check_encoders(without(arm.recording(), Quantity.LINK_POSITION), arm.robot)
    assert check.joints[0].reference == "reported"
    assert codes(check, 0) == {"one-encoder"}
    assert codes(check, 1) == {"one-encoder", "encoder-ratio-wrong"}


def test_some_joints_without_link_encoder():
    arm = Jogged(robot_of())
    recording = arm.recording()
    recording.columns[Quantity.LINK_POSITION][:, 2] = np.nan
    check = check_encoders(recording, arm.robot, jogs=arm.jogs)
    assert [joint.reference for joint in check.joints] == ["link", "link", "reported"]
    assert codes(check) == {"one-encoder"}


@given(seed=SEEDS, angle=st.floats(0.01, 0.45))
def test_refuses_too_little_motion(seed, angle):
    arm = Jogged(robot_of(), seed=seed, angle=angle * DEG, rate_hz=250.0)
    check = check_encoders(arm.recording(), arm.robot)
    assert codes(check) == {"moved-too-little"}
    assert check.judgement.verdict is Verdict.NOT_MEASURABLE
    for joint in check.joints:
        assert joint.slope is None
        assert joint.offset is not None  # at rest, too, the difference is known


def test_one_direction_is_said():
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
def test_a_shift_in_time_changes_nothing(seed, shift):
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
def test_the_order_of_the_joints_changes_nothing(seed, order):
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


def test_sliding_joints():
    arm = Jogged(robot_of(prismatic=(1,), ratio=500.0), motor_factor=[1, 1.1, 1], offset=np.zeros(3))
    check = check_encoders(arm.recording(), arm.robot, jogs=arm.jogs)
    assert codes(check) == {"encoder-ratio-wrong"}
    assert check.joints[1].moved == pytest.approx(4 * DEG * 0.25, rel=0.1)
    little = Jogged(robot_of(prismatic=(1,), ratio=500.0), angle=0.3 * DEG)
    found = check_encoders(little.recording(), little.robot).joints[1].judgement.reasons[0].facts
    assert found["unit"] == "mm"
    assert found["moved"] == pytest.approx(2.6, abs=0.4)


def test_holes_and_slow_rates():
    arm = Jogged(robot_of(), rate_hz=125.0)
    recording = arm.recording()
    keep = (arm.time % 1.7) > 0.25
    columns = {key: column[keep] for key, column in recording.columns.items()}
    check = check_encoders(replace(recording, time=arm.time[keep], columns=columns), arm.robot, jogs=arm.jogs)
    assert codes(check) == set()
    slow = Jogged(robot_of(), rate_hz=20.0)
    assert codes(check_encoders(slow.recording(), slow.robot, jogs=slow.jogs)) == set()


def test_an_arm_of_one_joint():
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
def test_refusals(code, change):
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


def test_stored_and_read_back_and_worded():
    arm = Jogged(robot_of(), motor_factor=[1, 1.3, -1], offset=np.zeros(3))
    check = check_encoders(arm.recording(), arm.robot, jogs=arm.jogs, known_offsets=np.full(3, 0.02))
    back = from_fields(EncoderCheck, to_fields(check))
    assert back.joints == check.joints
    assert back.judgement == check.judgement
    np.testing.assert_array_equal(back.coupling, check.coupling)
    assert to_json_value(check)["joints"][1]["slope"] == check.joints[1].slope
    for reason in check.judgement.reasons:
        assert "?" not in reason_text(reason)


def stopped_after(arm, seconds):
    """The recording and the jogs of a check that was stopped on its way."""
    recording = arm.recording()
    rows = int(np.searchsorted(arm.time, seconds))
    recording = replace(recording.block(0, rows), incomplete="jog-twist")
    return recording, tuple(jog for jog in arm.jogs if jog.start < seconds)


@pytest.mark.parametrize(
    ("factor", "code", "channel"),
    [
        ({"motor_factor": [-1, 1, 1]}, "encoder-sign-swapped", "motor"),
        ({"link_factor": [-1, 1, 1]}, "encoder-sign-swapped", "link"),
        ({"motor_factor": [0, 1, 1]}, "encoder-stuck", "motor"),
        ({"link_factor": [0, 1, 1]}, "encoder-stuck", "link"),
        ({"link_factor": [57.3, 1, 1]}, "units-degrees", "link"),
    ],
)
@pytest.mark.parametrize("with_reported", [True, False])
def test_a_check_that_was_stopped_still_names_the_cause(factor, code, channel, with_reported):
    arm = Jogged(robot_of(), with_reported=with_reported, **factor)
    recording, jogs = stopped_after(arm, 0.3 + 0.25)  # half a degree into the first jog
    check = check_encoders(recording, arm.robot, jogs=jogs)
    assert code in codes(check, 0)
    assert facts(check, code) == {"joint": "joint_1", "channel": channel}
    assert not codes(check, 0) & {"jog-size-wrong", "moved-too-little", "joint-did-not-move"}
    assert codes(check, 1) == codes(check, 2) == {"joint-not-jogged"}
    assert check.judgement.verdict is Verdict.NOT_MEASURABLE


def test_a_healthy_arm_that_was_stopped_has_no_faults():
    arm = Jogged(robot_of())
    recording, jogs = stopped_after(arm, 0.3 + 0.3)
    check = check_encoders(recording, arm.robot, jogs=jogs)
    assert codes(check, 0) == {"moved-too-little"}
    assert check.faults == ()
    assert check.joints[0].commanded_ratio is None
    # the same without an end before its time: it did not go as far as it was told
    check = check_encoders(replace(recording, incomplete=""), arm.robot, jogs=(replace(jogs[0], end=0.6),))
    assert "jog-size-wrong" in codes(check, 0)


def test_a_jog_that_was_stopped_for_running_backwards():
    arm = Jogged(robot_of())
    recording, jogs = stopped_after(arm, 0.3 + 0.3)
    recording = without(recording, *ONE_ENCODER)
    check = check_encoders(recording, arm.robot, jogs=(replace(jogs[0], angle=-jogs[0].angle),))
    assert "jog-direction-reversed" in codes(check, 0)


def test_another_power_on_may_count_from_another_zero():
    arm = Jogged(robot_of(), offset=[0.1, 0.2, 0.3])
    known = arm.offset + np.array([2 * DEG, 0.0, -2 * np.pi])
    other = check_encoders(arm.recording(), arm.robot, known_offsets=known, known_power_on="6")
    assert codes(other) == {"encoder-turned"}
    assert facts(other, "encoder-turned") == {"joint": "joint_3", "turns": 1, "of": "joint"}
    assert other.joints[0].offset_change == pytest.approx(-2 * DEG, abs=0.2 * DEG)
    same = check_encoders(arm.recording(), arm.robot, known_offsets=known, known_power_on="7")
    assert codes(same) == {"encoder-turned", "encoder-offset-changed"}


def test_an_offset_of_whole_turns_is_remarked_when_nothing_is_known():
    arm = Jogged(robot_of(), offset=[0.1, -2 * np.pi + 0.02, 0.3])
    check = check_encoders(arm.recording(), arm.robot)
    assert codes(check) == {"offset-beyond-a-turn"}
    assert facts(check, "offset-beyond-a-turn") == {"joint": "joint_2", "turns": -1}
    assert check.judgement.verdict is Verdict.USABLE
    assert codes(check_encoders(arm.recording(), arm.robot, known_offsets=check.offsets)) == set()


def test_another_zero_after_another_power_on_does_not_hide_a_whole_turn():
    arm = Jogged(robot_of(), offset=[0.1, 0.2, 0.3])
    known = arm.offset - np.array([363.0, 2.0, -1.5]) * DEG
    other = check_encoders(arm.recording(), arm.robot, known_offsets=known, known_power_on="6")
    assert facts(other, "encoder-turned") == {"joint": "joint_1", "turns": 1, "of": "joint"}
    assert codes(other) == {"encoder-turned"}


@given(st.lists(st.floats(1.0, 8.0), min_size=3, max_size=3))
@settings(max_examples=10, deadline=None)
def test_other_zeros_alone_are_no_turns(shifts):
    arm = Jogged(robot_of(), offset=[0.1, 0.2, 0.3])
    known = arm.offset - np.array(shifts) * DEG
    assert not codes(check_encoders(arm.recording(), arm.robot, known_offsets=known, known_power_on="6"))
