"""Recordings of strangers, each with the value that is right; absent ones are skipped by name."""

from pathlib import Path

import numpy as np
import pytest

from core.errors import BadFile
from core.exchange.samples import left_out
from core.recognition.reading import look_at, read_recordings
from core.recognition.understanding import Understanding
from core.recognition.user_answers import Answers, parse_answer, parse_answers
from core.recording import Quantity, Recording
from core.robot.library import load_robot
from core.storage.output_writer import written_together


@pytest.fixture
def case(shared_data: Path, request: pytest.FixtureRequest) -> Path:
    folder = shared_data / "foreign" / request.param
    if not folder.is_dir():
        pytest.skip(f"the recording of a stranger is absent: {folder}")
    return folder


def one_of(name: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("case", [name], indirect=True)


def look(path: Path, robot: str, *answers: str) -> Understanding:
    return look_at(path, answers=parse_answers(answers), robot=load_robot(robot))


def read(path: Path, robot: str, *answers: str) -> Recording:
    arm = load_robot(robot)
    found = look_at(path, answers=parse_answers(answers), robot=arm)
    (recording,) = read_recordings(path, found=found, robot=arm)
    return recording


def column(path: Path, name: str) -> np.ndarray:
    table = np.genfromtxt(path, delimiter=",", names=True, dtype=None, encoding="utf-8", deletechars="")
    return np.asarray(table[name], dtype=float)


@one_of("rostopic_names_ignored")
def test_names_in_cells_decide_the_order_of_the_joints(case: Path) -> None:
    recording = read(case / "alpha.csv", "ur10e")
    position = recording.columns[Quantity.POSITION]
    current = recording.columns[Quantity.CURRENT]
    assert position[0, 0] == column(case / "alpha.csv", "field.position2")[0]
    assert position[0, 2] == column(case / "alpha.csv", "field.position0")[0]
    assert current[0, 2] == column(case / "alpha.csv", "field.effort0")[0]


@one_of("wrapped_radians_taken_as_degrees")
def test_what_begins_again_after_a_turn_is_in_rad_and_counted_on(case: Path) -> None:
    recording = read(case / "wrapped.csv", "lwr4")
    position = np.asarray(recording.columns[Quantity.POSITION])
    raw = np.column_stack([column(case / "wrapped.csv", f"q{joint}") for joint in range(7)])
    assert recording.sample_count == raw.shape[0]
    turns = (position - raw) / (2.0 * np.pi)
    np.testing.assert_allclose(turns, np.rint(turns), atol=1e-9)
    assert np.abs(np.diff(position, axis=0)).max() < 0.2


@one_of("moteus_revolutions")
def test_revolutions_are_revolutions(case: Path) -> None:
    recording = read(case / "moteus.csv", str(case / "one.urdf"))
    raw = column(case / "moteus.csv", "POSITION")
    np.testing.assert_allclose(recording.columns[Quantity.POSITION][:, 0], 2.0 * np.pi * raw)
    found = look(case / "moteus.csv", str(case / "one.urdf"))
    assert "position rev" in {f"{one.meaning} {one.unit}" for group in found.groups for one in group.rivals}


@one_of("ur_effort_in_newton_metres")
@pytest.mark.parametrize("name", ["free.csv", "load.csv"])
def test_an_effort_that_gravity_says_is_a_torque_is_asked_for(case: Path, name: str) -> None:
    (question,) = look(case / name, "ur10e").questions
    assert question.choices[0] == "torque N·m"
    codes = {one.code: one.facts for one in question.evidence}
    assert codes["torque-of-masses"]["ratio"] == pytest.approx(1.3, abs=0.4)
    assert codes["not-of-masses"]["ratio"] > 5.0


@one_of("velocity_of_one_joint_unsigned")
@pytest.mark.parametrize("name", ["fit.csv", "held.csv"])
def test_a_speed_without_sign_is_asked_for_by_its_joint(case: Path, name: str) -> None:
    (question,) = look(case / name, "ur10e").questions
    (why,) = [one for one in question.evidence if one.code == "speed-unsigned"]
    assert why.facts["joints"] == (2,)
    assert question.choices[0] == "leave"


@one_of("motor_encoder_counts_backwards")
@pytest.mark.parametrize("name", ["neg_ex.csv", "neg_ls.csv"])
def test_an_encoder_that_counts_backwards_is_asked_for_and_its_correction_offered(
    case: Path, name: str
) -> None:
    (question,) = look(case / name, "ec66").questions
    assert question.choices[0] == "motor_position -1 rad"
    arm = load_robot("ec66")
    found = look_at(case / name, answers=Answers(corrections=("encoder-sign",)), robot=arm)
    assert found.is_complete
    (recording,) = read_recordings(case / name, found=found, robot=arm)
    twist = recording.columns[Quantity.MOTOR_POSITION] - recording.columns[Quantity.POSITION]
    assert np.abs(twist - np.median(twist, axis=0)).max() < 0.05


@one_of("gripper_wheels_second_arm")
def test_joints_that_the_arm_does_not_have_are_left_out_with_a_word(case: Path) -> None:
    arm = str(case / "arm.urdf")
    for name, robot, joints in (("gripper.mcap", "ur10e", 6), ("wheels.mcap", arm, 3)):
        found = look(case / name, robot)
        assert found.is_complete
        assert len(found.quantities[Quantity.POSITION].columns) == joints
        assert any(one.code == "foreign-joints" for group in found.groups for one in group.evidence)


@one_of("gripper_wheels_second_arm")
def test_of_two_arms_one_is_asked_for(case: Path) -> None:
    (question,) = look(case / "two_arms.mcap", "ur10e").questions
    left, right, leave = question.choices
    assert leave == "leave"
    found = look(case / "two_arms.mcap", "ur10e", left)
    assert found.is_complete, found.questions
    names = {found.table.channel(one).joint for group in found.quantities.values() for one in group.columns}
    assert {name.split("_")[0] for name in names} == {"left"}
    assert look(case / "two_arms.mcap", "ur10e", right).is_complete


@one_of("header_stamp_zero")
def test_messages_without_a_stamp_take_the_time_of_their_arrival(case: Path) -> None:
    recording = read(case / "stamp_zero.mcap", "ur10e")
    assert recording.duration == pytest.approx(2.392)
    assert [one.code for one in recording.dropped] == ["time-of-arrival"]


@one_of("matrix_called_data")
def test_a_matrix_called_data_is_read_as_one_without_a_name(case: Path) -> None:
    questions = [[group.span for group in look(case / name, "ur10e").questions] for name in
                 ("data.npz", "arr_0.npz")]  # fmt: skip
    assert questions == [["2-7", "14-19"]] * 2
    assert read(case / "data.npz", "ur10e", "2-7=position rad", "14-19=torque N·m").sample_count == 200


@one_of("mcap_not_closed")
@pytest.mark.parametrize(("name", "rows"), [("no_footer.mcap", 300), ("cut.mcap", 158)])
def test_a_bag_that_was_not_closed_is_read_as_far_as_it_goes(case: Path, name: str, rows: int) -> None:
    with written_together():  # as every command does
        recording = read(case / name, "ur10e")
    assert recording.sample_count == rows
    assert [one.code for one in recording.dropped][:1] == ["bag-not-closed"]


@one_of("two_publishers_half_zeros")
def test_rows_of_a_second_publisher_are_left_out_with_a_word(case: Path) -> None:
    recording = read(case / "zeros.mcap", "ur10e")
    assert recording.sample_count == 300
    assert left_out(recording.dropped) == {"other-source": 300}
    assert np.abs(np.asarray(recording.columns[Quantity.POSITION])).max(axis=1).min() > 0.0


@one_of("us_dates_over_midnight")
def test_all_dates_of_a_file_have_one_order(case: Path) -> None:
    recording = read(case / "us_midnight.csv", "ur10e")
    assert recording.sample_count == 200
    assert recording.duration == pytest.approx(3.98)
    assert not any(one.rows for one in recording.dropped)


@one_of("vertical_axes_crash")
def test_an_arm_that_gravity_does_not_load_is_read_as_its_header_says(case: Path) -> None:
    for name, robot, joints in (("planar2r.csv", str(case / "planar2r.urdf"), 2),
                                ("turntable.csv", "gear-bench", 1)):  # fmt: skip
        recording = read(case / name, robot)
        assert recording.columns[Quantity.TORQUE].shape == (300, joints)
        assert recording.columns[Quantity.POSITION][0, 0] == column(case / name, "q1_[rad]")[0]


@one_of("rows_of_two_rates")
def test_quantities_that_never_stand_in_one_row_are_told(case: Path) -> None:
    with pytest.raises(BadFile) as refusal:
        read(case / "two_rates.csv", "ur10e")
    assert [problem.code for problem in refusal.value.problems] == ["never-in-one-row"]


@one_of("rows_of_two_rates")
def test_units_in_every_cell_are_read(case: Path) -> None:
    recording = read(case / "units_in_cells.csv", "ur10e")
    assert recording.columns[Quantity.POSITION][0, 0] == pytest.approx(np.radians(14.0112))
    assert recording.columns[Quantity.CURRENT][0, 1] == pytest.approx(-9.2810)


def test_an_answer_may_count_the_other_way_round() -> None:
    assert parse_answer("8-13=motor_position -1 rad").units == ("-1 rad",)
    assert parse_answer("8-9=velocity 1,-1 rad/s").units == ("1 rad/s", "-1 rad/s")
