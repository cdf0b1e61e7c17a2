"""Joints read otherwise than the file has them are asked for by the arm's own weight, and put right."""

import contextlib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from core.errors import BadFile
from core.recognition.names import arm_called, letters_as_numbers
from core.recognition.reading import look_at, read_recordings
from core.recognition.user_answers import Answers, parse_answers
from core.recording import Quantity, Recording
from core.robot.dynamics import inverse_dynamics
from core.robot.library import load_robot
from core.robot.mounting import mounted
from tests.core.recognition.strangers import is_true, stranger
from tests.core.recognition.strangers import written as recorded
from tests.core.recognition.written_forms import UR_JOINTS, Motion, made_motion, rows_of, write_rows

ROBOT = load_robot("ur10e")
MOTION = made_motion(seconds=8.0, rate=125.0)
COUPLED = np.eye(6)
COUPLED[1, 2] = 1.0
SECOND, THIRD, EXCHANGED = np.eye(6)[1], np.eye(6)[2], [0, 2, 1, 3, 4, 5]
Change = Callable[[Motion], tuple[np.ndarray, np.ndarray]]
FAULTS: dict[str, tuple[str, Change]] = {
    "counted from the horizon": ("coupling", lambda one: (one.position @ COUPLED, one.torque)),
    "turned with its torque": (
        "joint-sign",
        lambda one: (one.position * (1 - 2 * THIRD), one.torque * (1 - 2 * THIRD)),
    ),
    "all columns of two joints exchanged": (
        "joint-order",
        lambda one: (one.position[:, EXCHANGED], one.torque[:, EXCHANGED]),
    ),
    "revolutions said to be rad": ("joint-unit", lambda one: (one.position / (2.0 * np.pi), one.torque)),
    "turned alone": ("joint-sign", lambda one: (one.position * (1 - 2 * SECOND), one.torque)),
    "one torque turned": ("torque-sign", lambda one: (one.position, one.torque * (1 - 2 * THIRD))),
    "all torques turned": ("torque-sign", lambda one: (one.position, -one.torque)),
    "torques exchanged": ("torque-order", lambda one: (one.position, one.torque[:, EXCHANGED])),
    "zero of one elsewhere": ("zero", lambda one: (one.position + 0.5 * np.pi * SECOND, one.torque)),
    "one in degrees": (
        "joint-unit",
        lambda one: (one.position * np.where(THIRD, 57.29577951, 1), one.torque),
    ),
}


def written(path: Path, position: np.ndarray, torque: np.ndarray, *, unit: str = "Nm") -> Path:
    units = ((f"q{joint} [rad]" for joint in range(1, 7)), (f"tau{joint}{unit}" for joint in range(1, 7)))
    header = ",".join(("t [s]", *(name for names in units for name in names)))
    return write_rows(path, header, rows_of(MOTION.time, position, torque))


def read(path: Path, *answers: str) -> Recording:
    found = look_at(path, answers=parse_answers(answers), robot=ROBOT)
    (recording,) = read_recordings(path, found=found, robot=ROBOT)
    return recording


def assert_true(recording: Recording) -> None:
    for quantity, truth in ((Quantity.POSITION, MOTION.position), (Quantity.TORQUE, MOTION.torque)):
        np.testing.assert_allclose(recording.columns[quantity][:], truth, atol=1e-5)


@pytest.mark.parametrize(
    "name",
    [*list(FAULTS)[:3], *(pytest.param(name, marks=pytest.mark.thorough) for name in list(FAULTS)[3:9])],
)
def test_what_the_masses_say_is_asked_for_and_put_right(name: str, tmp_path: Path) -> None:
    kind, change = FAULTS[name]
    path = written(tmp_path / "run.csv", *change(MOTION), unit=" [Nm]")
    (question,) = look_at(path, robot=ROBOT).questions
    assert question.choices[0] == f"correct:{kind}"
    assert question.option(question.choices[0]) == f"--correct {kind}"
    assert_true(read(path, question.answer(question.choices[0])))
    as_it_is = look_at(path, answers=parse_answers([question.answer(question.choices[1])]), robot=ROBOT)
    assert as_it_is.is_complete


def test_one_joint_in_another_unit_is_never_taken_without_a_word(tmp_path: Path) -> None:
    path = written(tmp_path / "run.csv", *FAULTS["one in degrees"][1](MOTION), unit=" [Nm]")
    assert look_at(path, robot=ROBOT).questions


@pytest.mark.parametrize("parts", [100.0, pytest.param(1000.0, marks=pytest.mark.thorough)])
def test_shares_of_rated_torques_are_asked_for_first(parts: float, tmp_path: Path) -> None:
    rated = np.array([joint.torque for joint in ROBOT.joints])
    path = written(tmp_path / "run.csv", MOTION.position, parts * MOTION.torque / rated, unit="")
    (question,) = look_at(path, robot=ROBOT).questions
    assert_true(read(path, question.answer(question.choices[0])))


def test_torques_that_are_late_are_told(tmp_path: Path) -> None:
    late = np.vstack([MOTION.torque[:1].repeat(10, axis=0), MOTION.torque[:-10]])
    found = look_at(written(tmp_path / "run.csv", MOTION.position, late, unit=" [Nm]"), robot=ROBOT)
    (said,) = [one for group in found.groups for one in group.evidence if one.code == "late"]
    assert float(str(said.facts["lag"])) == pytest.approx(0.08, abs=0.04)
    sound = look_at(written(tmp_path / "run.csv", *MOTION_AS_IS, unit=" [Nm]"), robot=ROBOT)
    assert sound.is_complete
    assert not [one for group in sound.groups for one in group.evidence if one.code == "late"]


MOTION_AS_IS = (MOTION.position, MOTION.torque)


def test_a_load_that_the_description_does_not_know_is_no_other_reading(tmp_path: Path) -> None:
    """A tool beside the flange's axis loads the wrist as another zero would."""
    bodies = np.array(ROBOT.inertial_parameters)
    bodies[-1, :4] += [6.0, 0.6, 0.3, 0.9]
    still = np.zeros_like(MOTION.position)
    loaded = inverse_dynamics(replace(ROBOT, inertial_parameters=bodies), MOTION.position, still, still)
    torque = MOTION.torque + loaded - inverse_dynamics(ROBOT, MOTION.position, still, still)
    found = look_at(written(tmp_path / "run.csv", MOTION.position, torque, unit=" [Nm]"), robot=ROBOT)
    assert found.is_complete, found.questions


def test_joints_that_nothing_tells_apart_are_named(tmp_path: Path) -> None:
    path = written(tmp_path / "run.csv", *MOTION_AS_IS, unit=" [Nm]")
    assert "joints-alike" not in {one.code for group in look_at(path).groups for one in group.evidence}
    names = ["t [s]", *(f"q{joint} [rad]" for joint in range(1, 7))]
    path = write_rows(tmp_path / "bare.csv", ",".join(names), rows_of(MOTION.time, MOTION.position))
    (position,) = [one for one in look_at(path, robot=ROBOT).groups if one.meaning == Quantity.POSITION]
    assert position.evidence[-1].code == "order-untold"


TWIST = MOTION.torque / 2e4
ENCODERS = ("motor_position", "link_position")
Columns = dict[str, np.ndarray]
ODD: dict[str, tuple[str, Callable[[], Columns]]] = {
    "torque of an hour ago": (
        "not-of-this-arm",
        lambda: {"q [rad]": MOTION.position, "tau [Nm]": np.roll(MOTION.torque, 300, axis=0)},
    ),
    "torque of one joint that stands still": (
        "still",
        lambda: {"q [rad]": MOTION.position, "tau [Nm]": MOTION.torque * (1.0 - THIRD)},
    ),
    "currents of other joints than the torques": (
        "efforts-differ",
        lambda: {"q [rad]": MOTION.position, "tau [Nm]": MOTION.torque,
                 "i [A]": MOTION.current[:, EXCHANGED]},
    ),
    "encoders exchanged": (
        "twisted-backwards",
        lambda: {"motor_position [rad]": MOTION.position, "link_position [rad]": MOTION.position + TWIST,
                 "tau [Nm]": MOTION.torque},
    ),
    "motors before their gears": (
        "too-fast", lambda: {"motor_position [deg]": 101.0 * np.degrees(MOTION.position)}
    ),
    "joints before their gears": ("too-fast", lambda: {"q [deg]": 101.0 * np.degrees(MOTION.position)}),
    "one speed is that of another joint": (
        "does-not-follow",
        lambda: {"q [rad]": MOTION.position, "dq [rad/s]": MOTION.velocity[:, [0, 1, 2, 3, 3, 5]]},
    ),
}  # fmt: skip


def columns_of(path: Path, columns: Columns) -> Path:
    names = [name.replace(" ", f"{joint} ") for name in columns for joint in range(1, 7)]
    return write_rows(path, ",".join(("t [s]", *names)), rows_of(MOTION.time, *columns.values()))


@pytest.mark.parametrize(
    "name",
    [*list(ODD)[2:5], *(pytest.param(name, marks=pytest.mark.thorough) for name in [*ODD][:2] + [*ODD][5:])],
)
def test_columns_that_contradict_each_other_are_asked_for(name: str, tmp_path: Path) -> None:
    code, make = ODD[name]
    found = look_at(columns_of(tmp_path / "run.csv", make()), robot=ROBOT)
    assert code in {one.code for group in found.questions for one in group.evidence}


@pytest.mark.parametrize(
    "name", ["turned", "all turned", pytest.param("exchanged", marks=pytest.mark.thorough)]
)
def test_one_joint_that_weight_loads_is_enough_to_ask_for_its_torque_first(name: str, tmp_path: Path) -> None:
    """Strong friction hides the weight of all other joints."""
    strong = np.array([300.0, 0.0, 80.0, 300.0, 300.0, 300.0])
    drag = (strong if name == "exchanged" else strong[EXCHANGED]) * np.tanh(20.0 * MOTION.velocity)
    torque = MOTION.torque + drag
    made = {
        "turned": torque * (1 - 2 * THIRD),
        "all turned": -torque,
        "exchanged": torque[:, EXCHANGED],
    }[name]
    kind = "torque-order" if name == "exchanged" else "torque-sign"
    path = written(tmp_path / "run.csv", MOTION.position, made, unit=" [Nm]")
    (question,) = look_at(path, robot=ROBOT).questions
    assert question.choices[0] == f"correct:{kind}"
    (recording,) = [read(path, question.answer(question.choices[0]))]
    np.testing.assert_allclose(recording.columns[Quantity.TORQUE][:], torque, atol=1e-5)
    sound = look_at(written(tmp_path / "sound.csv", MOTION.position, torque, unit=" [Nm]"), robot=ROBOT)
    assert sound.is_complete


def test_an_encoder_in_degrees_that_says_rad_is_asked_for_in_degrees_first(tmp_path: Path) -> None:
    """Its ratio of 57.3 is that of the units to the last digit, not one of a gear."""
    degrees = np.degrees(MOTION.position + TWIST)
    path = columns_of(tmp_path / "run.csv", {"q [rad]": MOTION.position, "motor_position [rad]": degrees})
    (question,) = look_at(path, robot=ROBOT).questions
    assert question.choices[0] == "motor_position deg"
    np.testing.assert_allclose(
        read(path, question.answer(question.choices[0])).columns[Quantity.MOTOR_POSITION][:],
        MOTION.position + TWIST, atol=1e-6,
    )  # fmt: skip


@pytest.mark.parametrize("quantity", ["q [rad]", "dq [rad/s]", "tau [Nm]", "motor_position [rad]"])
def test_a_joint_without_one_number_is_no_unexpected_error(quantity: str, tmp_path: Path) -> None:
    columns = {
        "q [rad]": MOTION.position, "dq [rad/s]": MOTION.velocity, "tau [Nm]": MOTION.torque,
        "motor_position [rad]": MOTION.position + TWIST,
    }  # fmt: skip
    columns[quantity] = np.where(THIRD, np.nan, columns[quantity])
    path = columns_of(tmp_path / "run.csv", columns)
    found = look_at(path, robot=ROBOT)
    if found.is_complete:
        with contextlib.suppress(BadFile):
            (recording,) = read_recordings(path, found=found, robot=ROBOT)
            assert recording.sample_count > 0


@pytest.mark.parametrize("early", [0.02, -0.02])
def test_encoders_that_are_read_at_other_times_are_not_called_exchanged(early: float, tmp_path: Path) -> None:
    """The friction of a light joint goes along with its speed, and so does what a lag makes of the twist."""
    time, place = MOTION.time, MOTION.position
    link = np.column_stack([np.interp(time + early, time, column) for column in place.T])
    torque = np.where(np.arange(6) > 3, 3.0 * MOTION.velocity, MOTION.torque)
    columns = {"motor_position [rad]": place + torque / 4e4, "link_position [rad]": link, "tau [Nm]": torque}
    codes = {
        one.code
        for group in look_at(columns_of(tmp_path / "run.csv", columns)).groups
        for one in group.evidence
    }
    assert "twisted-backwards" not in codes


def test_a_clock_that_the_inertia_contradicts_is_asked_for(tmp_path: Path) -> None:
    names = [
        f"{name}{joint} [{unit}]" for name, unit in (("q", "rad"), ("tau", "Nm")) for joint in range(1, 7)
    ]
    rows = rows_of(1e3 * MOTION.time, MOTION.position, MOTION.torque)
    (question,) = look_at(
        write_rows(tmp_path / "run.csv", ",".join(("t [s]", *names)), rows), robot=ROBOT
    ).questions
    assert question.choices[0] == "time ms"
    assert_true(read(tmp_path / "run.csv", question.answer(question.choices[0])))


def test_columns_that_say_nothing_are_left_out_with_a_word(tmp_path: Path) -> None:
    sides = {f"{side} [rad]": MOTION.position for side in ENCODERS}
    path = columns_of(tmp_path / "run.csv", {**sides, "tau [Nm]": 0.0 * MOTION.torque})
    found = look_at(path, robot=ROBOT)
    assert found.is_complete
    assert set(found.quantities) == {Quantity.MOTOR_POSITION}
    assert {"same-numbers", "all-still"} <= {one.code for group in found.groups for one in group.evidence}


# Rows


def lines_of(folder: Path) -> list[str]:
    return written(folder / "run.csv", *MOTION_AS_IS, unit=" [Nm]").read_text().splitlines()


def saved(folder: Path, lines: list[str]) -> Path:
    path = folder / "run.csv"
    path.write_text("\n".join(lines) + "\n")
    return path


def test_many_rows_that_are_missing_are_asked_for(tmp_path: Path) -> None:
    lines = lines_of(tmp_path)
    gone = ",".join(["nan"] * 13)
    path = saved(tmp_path, [gone if 300 < row <= 500 else line for row, line in enumerate(lines)])
    with pytest.raises(BadFile, match="rows-open"):
        read(path)
    assert read(path, "correct:rows").sample_count == 800
    path = saved(tmp_path, [gone if 300 < row <= 350 else line for row, line in enumerate(lines)])
    assert read(path).sample_count == 950


def test_the_first_of_two_programs_that_move_is_kept_where_that_is_said(tmp_path: Path) -> None:
    lines = lines_of(tmp_path)
    other = written(tmp_path / "other.csv", MOTION.position[::-1] + 0.8, MOTION.torque[::-1], unit=" [Nm]")
    second = other.read_text().splitlines()[1:]
    mixed = [lines[0]]
    for number, line in enumerate(lines[1:]):
        mixed.append(line)
        if number % 2 == 0:
            mixed.append(f"{MOTION.time[number] + 0.003:.6f},{second[number].split(',', 1)[1]}")
    path = saved(tmp_path, mixed)
    with pytest.raises(BadFile, match="rows-open"):
        read(path)
    recording = read(path, "correct:rows")
    assert_true(recording)
    assert {one.code: one.rows for one in recording.dropped} == {"other-source-moves": 500}


def test_rows_written_twice_or_from_the_end_are_read(tmp_path: Path) -> None:
    lines = lines_of(tmp_path)
    twice = read(saved(tmp_path, [lines[0], *(line for row in lines[1:] for line in (row, row))]))
    assert_true(twice)
    assert {one.code: one.rows for one in twice.dropped} == {"row-repeated": 1000}
    back = read(saved(tmp_path, [lines[0], *lines[:0:-1]]))
    assert_true(back)
    assert [one.code for one in back.dropped] == ["rows-backwards"]


def test_zeros_in_place_of_a_measurement_are_left_out(tmp_path: Path) -> None:
    lines = lines_of(tmp_path)
    for row in range(301, 351):
        lines[row] = f"{lines[row].split(',')[0]}{',0' * 12}"
    recording = read(saved(tmp_path, lines))
    assert {one.code: one.rows for one in recording.dropped} == {"row-of-zeros": 50}


@pytest.mark.parametrize("held", ["all", "torques"])
def test_held_values_are_taken_once(held: str, tmp_path: Path) -> None:
    """A recorder four times as fast as the controller; at rest, rows stay at the controller's rate."""
    rows = np.arange(1000) // 4 * 4
    places = MOTION.position[rows if held == "all" else np.arange(1000)]
    recording = read(written(tmp_path / "run.csv", places, MOTION.torque[rows], unit=" [Nm]"))
    assert {one.code: one.rows for one in recording.dropped} == {"rows-held": 750}
    np.testing.assert_allclose(recording.time, MOTION.time[::4])
    for quantity, truth in ((Quantity.POSITION, MOTION.position), (Quantity.TORQUE, MOTION.torque)):
        np.testing.assert_allclose(recording.columns[quantity][:], truth[::4], atol=1e-5)


def test_rounded_positions_and_an_arm_at_rest_are_not_held(tmp_path: Path) -> None:
    coarse = np.round(MOTION.position, 2)
    coarse[500:700], torque = coarse[500], MOTION.torque.copy()
    torque[500:700] = torque[500]
    recording = read(written(tmp_path / "run.csv", coarse, torque, unit=" [Nm]"))
    assert recording.sample_count == 1000


# Names and answers


def test_joint_names_of_another_maker_are_asked_for() -> None:
    assert arm_called(UR_JOINTS, ("joint_1", "joint_2")) == "Universal Robots"
    assert arm_called(UR_JOINTS, UR_JOINTS) == arm_called(UR_JOINTS, ()) == ""


def test_letters_name_the_joints_where_all_are_there() -> None:
    assert letters_as_numbers(f"{letter}_pulse" for letter in "TBRULS")["T_pulse"] == "joint 6_pulse"
    assert letters_as_numbers(["T [°C]", "S [deg]"]) == {}


def test_columns_named_one_by_one_become_one_quantity(tmp_path: Path) -> None:
    path = write_rows(tmp_path / "run.csv", "", rows_of(MOTION.time, MOTION.position))
    found = look_at(
        path,
        answers=parse_answers([f"{column}=position rad" for column in (3, 2, *range(4, 8))]),
        robot=ROBOT,
    )
    (group,) = [one for one in found.groups if one.meaning == Quantity.POSITION]
    assert (group.columns, group.units) == ((3, 2, 4, 5, 6, 7), ("rad",))
    assert Answers() != parse_answers(["correct:zero,rows"])


@pytest.mark.parametrize("name", ["ec66", "panda", "ur10e"])
@pytest.mark.parametrize("mounting", ["ceiling", "wall", "0,-90,0", "30,0,0", "-20,45,0"])
def test_a_base_mounted_otherwise_is_named_before_any_column_is_doubted(
    name: str, mounting: str, tmp_path: Path
) -> None:
    robot = load_robot(name)
    made = stranger(
        mounted(robot, mounting), np.random.default_rng(3), unit="rad", wrapped=False, units=True, fault="",
        rate=125.0, form="csv",
    )  # fmt: skip
    path = recorded(made, tmp_path)
    (question,) = look_at(path, robot=robot).questions
    (why,) = [one for one in question.evidence if one.code == "read-mounting"]
    assert why.facts["mounting"] == mounting
    found = look_at(path, robot=robot, answers=parse_answers([question.answer(question.choices[0])]))
    (recording,) = read_recordings(path, found=found, robot=robot)
    assert is_true(recording, made)
    assert look_at(path, robot=mounted(robot, mounting)).is_complete


@pytest.mark.parametrize("name", ["ec66", "kr300", "panda", "tx40", "ur10e"])
def test_encoders_set_to_zero_where_the_arm_stood_are_asked_for(name: str, tmp_path: Path) -> None:
    robot = load_robot(name)
    made = stranger(robot, np.random.default_rng(1), unit="rad", wrapped=False, units=True, fault="",
                    rate=125.0, form="csv")  # fmt: skip
    path = recorded(replace(made, position=made.position - made.position[0]), tmp_path)
    codes = {one.code for question in look_at(path, robot=robot).questions for one in question.evidence}
    assert codes & {"begins-at-zero", "read-zero"}
