"""No recording of a stranger ends silently wrong: a part of the campaign, and kin of each known fault."""

import datetime as dt
import json
import struct
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from scipy.io import savemat

from core.errors import BadFile, BadRequest
from core.recognition.containers import read_table
from core.recognition.names import name_facts
from core.recognition.reading import look_at, read_recordings
from core.recognition.user_answers import Answers, answers_for, parse_answer, parse_answers
from core.recording import Quantity
from core.robot.dynamics import inverse_dynamics
from core.robot.library import load_robot
from core.robot.model import RobotModel
from tests.core.recognition.strangers import (
    FAULTS,
    FORMS,
    PERIOD,
    UNITS,
    Outcome,
    Stranger,
    arms,
    is_true,
    outcome,
    stranger,
    written,
)  # fmt: skip
from tests.core.recognition.written_forms import UR_JOINTS, Motion, made_motion

ROBOTS = arms(30, seed=1)
ROBOT = load_robot("ur10e")
MOTION = made_motion(seconds=5.0, rate=100.0)
ALPHABET = sorted(UR_JOINTS)
PLACES = [UR_JOINTS.index(name) for name in ALPHABET]


def thorough(case):
    """A case that tells little that the daily ones do not."""
    values = case if isinstance(case, tuple) else (case,)
    return pytest.param(*values, marks=pytest.mark.thorough)


@pytest.mark.parametrize("seed", [*range(4), *map(thorough, range(4, 24))])
def test_a_seeded_part_of_the_campaign(seed: int, tmp_path: Path) -> None:
    random = np.random.default_rng(500 + seed)
    made = stranger(
        ROBOTS[seed % len(ROBOTS)], random, unit=UNITS[seed % 4], fault=FAULTS[seed % len(FAULTS)],
        wrapped=bool(seed // 4 % 2), units=bool(seed // 2 % 2),
    )  # fmt: skip
    end = outcome(made, written(made, tmp_path))
    assert end is not Outcome.WRONG
    if made.says_plainly:
        assert end is Outcome.RIGHT


def table_of(motion: Motion, *, order: list[int] | None = None) -> np.ndarray:
    places = order if order is not None else list(range(6))
    return np.hstack([motion.position[:, places], motion.velocity[:, places], motion.torque[:, places]])


def write(path: Path, header: list[str], table: np.ndarray, texts: list[str] | None = None) -> Path:
    front = "".join(f"{text}," for text in texts or [])
    lines = [",".join(header)]
    for stamp, row in zip(MOTION.time, table, strict=True):
        lines.append(f"{stamp:.6f},{front}" + ",".join(f"{value:.9g}" for value in row))
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


# Names in cells


def _rostopic(folder: Path) -> Path:
    names = [f"field.{field}{joint}" for field in ("position", "velocity", "effort") for joint in range(6)]
    header = ["%time [s]", *(f"field.name{joint}" for joint in range(6)), *names]
    return write(folder / "run.csv", header, table_of(MOTION, order=PLACES), ALPHABET)


def _bagpy(folder: Path) -> Path:
    names = [f"{field}_{joint}" for field in ("position", "velocity", "effort") for joint in range(6)]
    header = ["Time", *(f"name_{joint}" for joint in range(6)), *names]
    return write(folder / "run.csv", header, table_of(MOTION, order=PLACES), ALPHABET)


def _plotjuggler(folder: Path) -> Path:
    names = [
        f"/joint_states/{field}[{joint}]"
        for field in ("position", "velocity", "effort")
        for joint in range(6)
    ]
    header = ["__time", *(f"/joint_states/name[{joint}]" for joint in range(6)), *names]
    return write(folder / "run.csv", header, table_of(MOTION, order=PLACES), ALPHABET)


def _list_cell(folder: Path) -> Path:
    names = [f"{field}{joint}" for field in ("q", "dq", "tau") for joint in range(6)]
    cell = '"[' + ", ".join(f"'{name}'" for name in ALPHABET) + ']"'
    return write(folder / "run.csv", ["time", "names", *names], table_of(MOTION, order=PLACES), [cell])


def _arrays(folder: Path) -> Path:
    table = table_of(MOTION, order=PLACES)
    arrays = {"pos": table[:, :6], "vel": table[:, 6:12], "trq": table[:, 12:]}
    np.savez(folder / "run.npz", t=MOTION.time, joint_names=np.array(ALPHABET), **arrays)
    return folder / "run.npz"


def _matlab(folder: Path) -> Path:
    table = table_of(MOTION, order=PLACES)
    cells = np.empty((1, 6), dtype=object)
    cells[0] = ALPHABET
    log = {"time": MOTION.time.reshape(-1, 1), "names": cells, "pos": table[:, :6], "vel": table[:, 6:12]}
    savemat(folder / "run.mat", {"log": {**log, "trq": table[:, 12:]}})
    return folder / "run.mat"


@pytest.mark.parametrize("make", [_rostopic, _bagpy, _plotjuggler, _list_cell, _arrays, _matlab])
def test_names_in_cells_decide_the_order(make: Callable[[Path], Path], tmp_path: Path) -> None:
    path = make(tmp_path)
    found = look_at(path, robot=ROBOT)
    if found.is_complete:
        (recording,) = read_recordings(path, found=found, robot=ROBOT)
        np.testing.assert_allclose(recording.columns[Quantity.POSITION][:], MOTION.position, atol=1e-6)
    else:
        assert any("order-by-joint-names" in {one.code for one in group.evidence} for group in found.groups)
        for quantity in (Quantity.POSITION, Quantity.TORQUE):
            group = next(one for one in found.groups if one.meaning in {quantity, "current"})
            joints = [found.table.channel(column).joint for column in group.columns]
            assert joints == list(UR_JOINTS)


def test_names_that_change_from_row_to_row_are_refused(tmp_path: Path) -> None:
    path = _rostopic(tmp_path)
    lines = path.read_text().splitlines()
    first, second = "elbow_joint", "wrist_1_joint"
    lines[5::2] = [
        line.replace(first, "@").replace(second, first).replace("@", second) for line in lines[5::2]
    ]
    path.write_text("\n".join(lines) + "\n")
    found = look_at(path, robot=ROBOT)
    assert [one.code for one in found.faults] == ["joint-names-change"]


# Rows that are no measurement of the arm


@pytest.mark.parametrize(
    ("fault", "code", "rows"), [("held", "torque-held", (1, 390)), ("pace", "pace-changes", (1, 590))]
)
@pytest.mark.parametrize("form", FORMS)
def test_rows_that_are_refused_can_be_left_out_as_it_says(
    fault: str, code: str, rows: tuple[int, int], form: str, tmp_path: Path
) -> None:
    random = np.random.default_rng(8)
    made = stranger(ROBOT, random, unit="rad", wrapped=False, units=True, fault=fault, rate=125.0, form=form)
    path = written(made, tmp_path)
    found = look_at(path, robot=ROBOT)
    assert [one.code for one in found.faults] == [code]
    found = look_at(path, robot=ROBOT, rows=rows)
    (recording,) = read_recordings(path, found=found, robot=ROBOT, rows=rows)
    assert recording.sample_count == rows[1]
    assert is_true(recording, replace(made, time=made.time[: rows[1]]))


def _plain(**how: object) -> Stranger:
    how = {"unit": "rad", "wrapped": False, "units": True, "fault": "", "rate": 125.0, "form": "csv"} | how
    return stranger(ROBOT, np.random.default_rng(8), **how)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(("joint", "degrees"), [(1, 5.0), (1, -15.0), (2, 5.0), (2, 15.0)])
def test_a_zero_that_is_a_few_degrees_off_is_asked_for_by_the_masses(
    joint: int, degrees: float, form: str, tmp_path: Path
) -> None:
    made = _plain(form=form)
    zero = np.deg2rad(degrees) * np.eye(6)[joint]
    path = written(replace(made, zero=zero), tmp_path)
    (question,) = look_at(path, robot=ROBOT).questions
    assert question.choices[0] == "correct:zero"
    assert question.evidence[-1].facts["joints"] == (joint + 1,)
    assert question.evidence[-1].facts["angles"] == (-degrees,)
    found = look_at(path, answers=parse_answers(["correct:zero"]), robot=ROBOT)
    (recording,) = read_recordings(path, found=found, robot=ROBOT)
    assert is_true(recording, made)


def test_a_body_on_the_flange_is_no_other_zero(tmp_path: Path) -> None:
    made = _plain()
    assert ROBOT.inertial_parameters is not None
    bodies = ROBOT.inertial_parameters.copy()
    bodies[-1, :4] += 5.0 * np.array([1.0, 0.05, 0.05, 0.1])
    position, velocity = ROBOT.position_from_reported(made.position), made.velocity * ROBOT.reported_sign
    acceleration = np.gradient(velocity, made.time, axis=0)
    heavier, bare = (
        inverse_dynamics(one, position, velocity, acceleration)
        for one in (replace(ROBOT, inertial_parameters=bodies), ROBOT)
    )
    torque = made.torque + (heavier - bare) * ROBOT.reported_sign
    assert not look_at(written(replace(made, torque=torque), tmp_path), robot=ROBOT).questions


@pytest.mark.parametrize(("rows", "code"), [(1, "speed-late"), (2, "speed-late"), (-2, "speed-ahead")])
@pytest.mark.parametrize("joints", [(2,), (1, 2, 3, 4, 5, 6)])
def test_speeds_that_are_not_of_their_time_are_remarked_wherever_the_recording_goes(
    joints: tuple[int, ...], rows: int, code: str, tmp_path: Path
) -> None:
    made = _plain()
    velocity = made.velocity.copy()
    places = [joint - 1 for joint in joints]
    velocity[:, places] = np.roll(velocity[:, places], rows, axis=0)
    path = written(replace(made, velocity=velocity), tmp_path)
    found = look_at(path, robot=ROBOT)
    (remark,) = found.remarks
    assert (remark.code, remark.facts["joints"]) == (code, joints)
    assert remark.facts["lag"] == pytest.approx(abs(rows) / 125.0, rel=0.05)
    (recording,) = read_recordings(path, found=found, robot=ROBOT)
    assert [one.code for one in recording.dropped] == [code]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("number", [-9999.0, 32767.0, 1e6])
@pytest.mark.parametrize("field", ["position", "velocity", "torque"])
def test_numbers_that_stand_for_no_value_are_left_out(
    field: str, number: float, form: str, tmp_path: Path
) -> None:
    made = _plain(form=form)
    values = getattr(made, field).copy()
    values[300:303, 1] = values[900, 4] = number
    path = written(replace(made, **{field: values}), tmp_path)
    found = look_at(path, robot=ROBOT)
    assert found.is_complete, [one.evidence for one in found.questions]
    (recording,) = read_recordings(path, found=found, robot=ROBOT)
    assert [(one.code, one.rows) for one in recording.dropped] == [("placeholder", 4)]
    assert is_true(recording, made)


@pytest.mark.parametrize("units", [True, False])
def test_joints_that_are_counted_at_their_motors_are_asked_for(*, units: bool, tmp_path: Path) -> None:
    turns = np.array([1.0, 100.0, -121.0, 1.0, 1.0, 1.0])
    path = written(replace(_plain(units=units), turns=turns), tmp_path)
    (question,) = look_at(path, robot=ROBOT).questions
    assert question.choices[0] == "position 1,N,N,1,1,1 rad"
    found = look_at(path, answers=parse_answers([f"{question.span}=position rad"]), robot=ROBOT)
    (said,) = [one for one in found.remarks if one.code == "said-too-fast"]
    assert said.facts["joints"] == (2, 3)


def test_without_masses_it_is_said_what_nothing_confirms(tmp_path: Path) -> None:
    path = written(_plain(), tmp_path)
    for robot in (None, replace(ROBOT, inertial_parameters=None)):
        found = look_at(path, robot=robot)
        assert found.is_complete
        assert [one.code for one in found.remarks] == ["torque-unweighed"]
    assert not look_at(path, robot=ROBOT).remarks


def test_an_archive_of_tables_says_what_it_is(tmp_path: Path) -> None:
    path = tmp_path / "runs.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("one.csv", "t,q1\n0,1\n")
        archive.writestr("two.csv", "t,q1\n0,1\n")
    with pytest.raises(BadFile, match="zip-of-files") as refusal:
        look_at(path)
    assert refusal.value.facts["files"] == ("one.csv", "two.csv")


def test_a_torque_at_the_limit_of_its_drive_is_no_lost_signal(tmp_path: Path) -> None:
    random = np.random.default_rng(8)
    made = stranger(ROBOT, random, unit="rad", wrapped=False, units=True, fault="", rate=125.0, form="csv")
    top = np.percentile(made.torque, 75.0, axis=0)
    path = written(replace(made, torque=np.minimum(made.torque, top)), tmp_path)
    assert not look_at(path, robot=ROBOT).faults


@pytest.mark.parametrize(
    ("name", "unit", "factor", "first"),
    [
        ("tau", "Nm", 1.0, "current A"),
        ("tau", "", 1.0, "current A"),
        ("torque", "", 1000.0, "current mA"),
        ("torque", "Nm", 1000.0, "current mA"),
        ("current", "A", None, "torque N·m"),
        ("current", "mA", None, "torque mN·m"),
    ],
)
def test_currents_that_are_named_torques_and_torques_named_currents_are_asked_for_as_such(
    name: str, unit: str, factor: float | None, first: str, tmp_path: Path
) -> None:
    random = np.random.default_rng(9)
    made = stranger(ROBOT, random, unit="rad", wrapped=False, units=True, fault="", rate=125.0, form="csv")
    assert ROBOT.drive_gain is not None
    numbers = made.torque * (1000.0 if unit == "mA" else 1.0) if factor is None else factor * made.torque
    numbers = numbers if factor is None else numbers / ROBOT.drive_gain
    path = written(replace(made, torque=numbers), tmp_path)
    text, stated = path.read_text("utf-8"), f" [{unit}]" if unit else ""
    for joint in range(6):
        text = text.replace(f"torque{joint} [Nm]", f"{name}{joint}{stated}")
    path.write_text(text, encoding="utf-8")
    (question,) = look_at(path, robot=ROBOT).questions
    assert question.choices[0] == first


@pytest.mark.parametrize(
    ("time", "place", "speed", "torque"),
    [
        ("temps (s)", "position articulaire {} (rad)", "vitesse {} (rad/s)", "couple {} (N.m)"),
        ("tiempo (s)", "posición_{} (rad)", "velocidad_{} (rad/s)", "momento_{} (Nm)"),
        ("tempo [s]", "posizione giunto {} [rad]", "velocità giunto {} [rad/s]", "coppia giunto {} [Nm]"),
        ("Zeit [s]", "Winkel A{} [rad]", "Geschwindigkeit A{} [rad/s]", "Drehmoment A{} [Nm]"),
    ],
)
def test_headers_of_other_languages_say_what_columns_are(
    time: str, place: str, speed: str, torque: str, tmp_path: Path
) -> None:
    names = [time, *(one.format(joint) for one in (place, speed, torque) for joint in range(1, 7))]
    path = write(tmp_path / "run.csv", names, table_of(MOTION))
    found = look_at(path, robot=ROBOT)
    assert found.is_complete, [one.evidence for one in found.questions]
    (recording,) = read_recordings(path, found=found, robot=ROBOT)
    assert set(recording.columns) == {Quantity.POSITION, Quantity.VELOCITY, Quantity.TORQUE}


# Units beside limits that a description states too low


def _turning() -> tuple[RobotModel, np.ndarray, np.ndarray]:
    """An arm whose joints turn on without end, 1.7 times as fast as it is described: position and speed."""
    turn = np.array([1.6, 0.0, -1.4, 0.0, 1.2, 0.0])
    position = MOTION.position + np.outer(MOTION.time, turn)
    velocity = MOTION.velocity + turn
    fastest = np.percentile(np.abs(velocity), 98.0, axis=0) / 1.7
    joints = (
        replace(joint, lower=-np.inf, upper=np.inf, velocity=float(speed))
        for joint, speed in zip(ROBOT.joints, fastest, strict=True)
    )
    return replace(ROBOT, joints=tuple(joints), capsules=()), position, velocity


WITNESSES = {
    "speed": (True, None),
    "zero to turn": (False, 0.0),
    "half turns": (False, 0.5),
    "both": (True, 0.5),
}


@pytest.mark.parametrize("witness", WITNESSES)
@pytest.mark.parametrize("named", ["rad", "deg", "rev", ""])
@pytest.mark.parametrize("unit", PERIOD)
def test_joints_faster_than_described_are_in_the_unit_that_the_file_says_or_asked_for(
    unit: str, named: str, witness: str, tmp_path: Path
) -> None:
    robot, position, velocity = _turning()
    has_speed, wrap = WITNESSES[witness]
    angle, period = position / (2.0 * np.pi) * PERIOD[unit], PERIOD[unit]
    if wrap is not None:
        angle = np.mod(angle + wrap * period, period) - wrap * period
    names = ["t [s]", *(f"q{joint}{f' [{named}]' if named else ''}" for joint in range(1, 7))]
    names += [f"dq{joint} [rad/s]" for joint in range(1, 7)] if has_speed else []
    path = write(tmp_path / "run.csv", names, np.hstack([angle, velocity] if has_speed else [angle]))
    found = look_at(path, robot=robot)
    if named == unit:
        assert found.is_complete, [one.evidence for one in found.questions]
    if not found.is_complete:
        assert found.questions[0].choices[0] == f"position {unit}"
        return
    (recording,) = read_recordings(path, found=found, robot=robot)
    moved = np.diff(recording.columns[Quantity.POSITION][:], axis=0)
    np.testing.assert_allclose(moved, np.diff(position, axis=0), atol=1e-5)


# Speeds and encoders


def _q_names(*, units: bool = True) -> list[str]:
    named = (("q", "rad"), ("dq", "rad/s"), ("tau", "Nm"))
    return ["t [s]", *(f"{name}{joint} [{unit}]" if units else f"{name}{joint}"
                       for name, unit in named for joint in range(1, 7))]  # fmt: skip


@pytest.mark.parametrize("joint", [0, *map(thorough, range(1, 5)), 5])
def test_a_reversed_speed_is_asked_for_and_corrected_where_wanted(joint: int, tmp_path: Path) -> None:
    table = table_of(MOTION)
    table[:, 6 + joint] *= -1.0
    path = write(tmp_path / "run.csv", _q_names(), table)
    (question,) = look_at(path, robot=ROBOT).questions
    assert {"sign-differs"} <= {one.code for one in question.evidence}
    for answers in (
        parse_answers([question.answer(question.choices[0])]),
        Answers(corrections=("velocity-order",)),
    ):
        found = look_at(path, answers=answers, robot=ROBOT)
        (recording,) = read_recordings(path, found=found, robot=ROBOT)
        np.testing.assert_allclose(recording.columns[Quantity.VELOCITY][:], MOTION.velocity, atol=1e-6)
    as_is = look_at(path, answers=parse_answers([question.answer(question.choices[1])]), robot=ROBOT)
    assert as_is.is_complete


@pytest.mark.parametrize(("first", "second"), [(0, 1), (2, 5), *map(thorough, [(1, 2), (0, 5), (3, 4)])])
def test_exchanged_speeds_are_asked_for_in_their_order(first: int, second: int, tmp_path: Path) -> None:
    table = table_of(MOTION)
    table[:, [6 + first, 6 + second]] = table[:, [6 + second, 6 + first]]
    path = write(tmp_path / "run.csv", _q_names(), table)
    (question,) = look_at(path, robot=ROBOT).questions
    found = look_at(path, answers=parse_answers([question.answer(question.choices[0])]), robot=ROBOT)
    (recording,) = read_recordings(path, found=found, robot=ROBOT)
    np.testing.assert_allclose(recording.columns[Quantity.VELOCITY][:], MOTION.velocity, atol=1e-6)


@pytest.mark.parametrize("joints", [(0,), (1,), (5,), (1, 2), (0, 1, 2, 3, 4, 5)])
def test_speeds_without_sign_are_asked_for_by_joint(joints: tuple[int, ...], tmp_path: Path) -> None:
    table = table_of(MOTION)
    for joint in joints:
        table[:, 6 + joint] = np.abs(table[:, 6 + joint])
    (question,) = look_at(write(tmp_path / "run.csv", _q_names(), table), robot=ROBOT).questions
    (why,) = [one for one in question.evidence if one.code == "speed-unsigned"]
    assert why.facts["joints"] == tuple(joint + 1 for joint in joints)


@pytest.mark.parametrize("ratio", [-1.0, -101.0, 101.0, -0.5])
@pytest.mark.parametrize("side", ["motor", "link"])
def test_another_encoder_is_asked_for_with_its_sign_and_ratio(
    side: str, ratio: float, tmp_path: Path
) -> None:
    names = ["t [s]", *(f"{name}{joint} [rad]" for name in ("q", f"{side}_pos_") for joint in range(1, 7))]
    table = np.hstack([MOTION.position, ratio * (MOTION.position - 0.3)])
    path = write(tmp_path / "run.csv", names, table)
    (question,) = look_at(path, robot=ROBOT).questions
    found = look_at(path, answers=parse_answers([question.answer(question.choices[0])]), robot=ROBOT)
    (recording,) = read_recordings(path, found=found, robot=ROBOT)
    quantity = Quantity.MOTOR_POSITION if side == "motor" else Quantity.LINK_POSITION
    read = np.diff(recording.columns[quantity][:], axis=0)
    right = np.diff(MOTION.position, axis=0) * (min(1.0, abs(ratio)))
    np.testing.assert_allclose(read, right, atol=1e-5)


# Torque and current


@pytest.mark.parametrize(("unit", "factor"), [("kNm", 1.0), ("mNm", 1.0), ("A", 1.0)])
def test_a_unit_that_gravity_contradicts_is_asked_for_with_newton_metres_first(
    unit: str, factor: float, tmp_path: Path
) -> None:
    names = [name.replace("Nm", unit) for name in _q_names()]
    if unit == "A":
        names = [name.replace("tau", "effort") for name in names]
    found = look_at(write(tmp_path / "run.csv", names, factor * table_of(MOTION)), robot=ROBOT)
    if unit == "A":
        assert not found.is_complete or found.quantities.keys() & {Quantity.CURRENT, Quantity.TORQUE}
        return
    (question,) = found.questions
    assert question.choices[0] == "torque N·m"


@pytest.mark.parametrize("unit", ["kNm", "mNm", "N·cm"])
def test_other_units_of_torque_are_read(unit: str, tmp_path: Path) -> None:
    table = table_of(MOTION)
    table[:, 12:] /= {"kNm": 1e3, "mNm": 1e-3, "N·cm": 1e-2}[unit]
    path = write(tmp_path / "run.csv", [name.replace("Nm", unit) for name in _q_names()], table)
    (recording,) = read_recordings(path, robot=ROBOT)
    np.testing.assert_allclose(recording.columns[Quantity.TORQUE][:], MOTION.torque, atol=1e-5)


# Rows and clocks


@pytest.mark.parametrize("still", [0.0, 0.4, -1.2])
@pytest.mark.parametrize("pattern", [(1, 1), (2, 1)])
def test_rows_of_a_program_that_stands_still_are_left_out(
    still: float, pattern: tuple[int, int], tmp_path: Path
) -> None:
    table = table_of(MOTION)
    rows, other, stamps = [], np.full(table.shape[1], still), []
    other[6:] = 0.0
    for number, row in enumerate(table):
        rows.append(row)
        stamps.append(MOTION.time[number])
        if number % pattern[0] == 0:
            rows.append(other)
            stamps.append(MOTION.time[number] + 0.004)
    text = [",".join(_q_names())]
    text += [
        f"{stamp:.6f}," + ",".join(f"{one:.9g}" for one in row)
        for stamp, row in zip(stamps, rows, strict=True)
    ]
    path = tmp_path / "run.csv"
    path.write_text("\n".join(text) + "\n")
    (recording,) = read_recordings(path, robot=ROBOT)
    assert recording.sample_count == MOTION.time.size
    np.testing.assert_allclose(recording.columns[Quantity.POSITION][:], MOTION.position, atol=1e-6)


@pytest.mark.parametrize("count", [2, 3])
def test_rows_of_robots_that_take_turns_are_refused(count: int, tmp_path: Path) -> None:
    whole = np.hstack([MOTION.position, MOTION.torque])  # without speeds, which would say it as well
    parts = [0.6**robot * np.roll(whole, 90 * robot, axis=0) for robot in range(count)]
    table = np.stack(parts, axis=1).reshape(-1, 12)
    lines = [",".join(["robot", *(name for name in _q_names() if not name.startswith("dq"))])]
    lines += [
        f"{row % count + 1},{MOTION.time[row // count]:.6f}," + ",".join(f"{one:.9g}" for one in cells)
        for row, cells in enumerate(table)
    ]
    path = tmp_path / "run.csv"
    path.write_text("\n".join(lines) + "\n")
    with pytest.raises(BadFile):
        read_recordings(path)


@pytest.mark.parametrize("joints", [(0, 1), (3, 4, 5), (0, 1, 2, 3, 4, 5)])
@pytest.mark.parametrize("robot", [ROBOT, None], ids=["with", "without"])
def test_torques_without_sign_are_asked_for_by_joint(
    robot: RobotModel | None, joints: tuple[int, ...], tmp_path: Path
) -> None:
    made = stranger(ROBOT, np.random.default_rng(9), unit="rad", wrapped=False, units=True, fault="",
                    rate=125.0, form="csv")  # fmt: skip
    torque = made.torque.copy()
    torque[:, list(joints)] = np.abs(torque[:, list(joints)])
    (question,) = look_at(written(replace(made, torque=torque), tmp_path), robot=robot).questions
    (why,) = [one for one in question.evidence if one.code == "torque-unsigned"]
    assert set(why.facts["joints"]) <= {joint + 1 for joint in joints}  # type: ignore[arg-type]
    assert question.choices[0] == "leave"


def test_a_count_of_rows_called_seconds_is_asked_for(tmp_path: Path) -> None:
    names = ["t [s]", *(f"q{joint} [rad]" for joint in range(1, 7))]
    path = write(tmp_path / "run.csv", names, MOTION.position)
    rows = [f"{row}," + line.partition(",")[2] for row, line in enumerate(path.read_text().splitlines()[1:])]
    path.write_text("\n".join([",".join(names), *rows]) + "\n")
    (question,) = look_at(path).questions
    assert question.choices[0] == "leave"
    found = look_at(path, answers=parse_answers([question.answer("leave"), "rate:100"]))
    (recording,) = read_recordings(path, found=found)
    np.testing.assert_allclose(recording.time, MOTION.time, atol=1e-9)


def test_rows_of_two_programs_that_both_move_are_refused(tmp_path: Path) -> None:
    table = table_of(MOTION)
    table[1::2] = table[::-1][1::2] + 0.8
    with pytest.raises(BadFile):
        read_recordings(write(tmp_path / "run.csv", _q_names(), table), robot=ROBOT)


@pytest.mark.parametrize(("unit", "bits"), [("us", 32), ("us", 24), ("ns", 32), ("ms", 16)])
def test_a_counter_that_begins_again_goes_on(unit: str, bits: int, tmp_path: Path) -> None:
    size = {"us": 1e6, "ns": 1e9, "ms": 1e3}[unit]
    count = np.rint(MOTION.time * size).astype(np.int64)
    start = 2**bits - int(count[250] if count[-1] < 2**bits else 30_000)
    wraps = np.mod(count + start, 2**bits)
    names = [f"t [{unit}]", *_q_names()[1:]]
    lines = [",".join(names)]
    lines += [
        f"{stamp}," + ",".join(f"{one:.9g}" for one in row)
        for stamp, row in zip(wraps, table_of(MOTION), strict=True)
    ]
    path = tmp_path / "run.csv"
    path.write_text("\n".join(lines) + "\n")
    (recording,) = read_recordings(path, robot=ROBOT)
    if recording.sample_count == MOTION.time.size:
        np.testing.assert_allclose(np.diff(recording.time), 0.01, atol=2e-6)
    assert recording.sample_count > 0.9 * MOTION.time.size or recording.dropped


def test_stamps_that_were_rounded_keep_all_rows(tmp_path: Path) -> None:
    motion = made_motion(seconds=4.0, rate=125.0)
    lines = [",".join(_q_names())]
    table = np.hstack([motion.position, motion.velocity, motion.torque])
    lines += [f"{np.round(stamp, 2):.2f}," + ",".join(f"{one:.9g}" for one in row)
              for stamp, row in zip(motion.time, table, strict=True)]  # fmt: skip
    path = tmp_path / "run.csv"
    path.write_text("\n".join(lines) + "\n")
    (recording,) = read_recordings(path, robot=ROBOT)
    assert recording.sample_count == motion.time.size
    np.testing.assert_allclose(np.diff(recording.time), 0.008, atol=1e-4)


@pytest.mark.parametrize(
    "form",
    [
        "%m/%d/%Y %H:%M:%S.%f", "%d.%m.%Y %H:%M:%S.%f", "%m-%d-%Y %I:%M:%S.%f %p", "%M:%S.%f",
        "%Y年%m月%d日 %H:%M:%S.%f", "%Y%m%d_%H%M%S.%f",
    ],
)  # fmt: skip
def test_moments_over_midnight_or_the_hour_go_on(form: str, tmp_path: Path) -> None:
    start = dt.datetime(2024, 3, 12, 23, 59, 57, 500_000, tzinfo=dt.UTC)
    lines = [",".join(["time", *_q_names()[1:]])]
    for stamp, row in zip(MOTION.time, table_of(MOTION), strict=True):
        moment = start + dt.timedelta(seconds=float(stamp))
        lines.append(moment.strftime(form) + "," + ",".join(f"{one:.9g}" for one in row))
    path = tmp_path / "run.csv"
    path.write_text("\n".join(lines) + "\n")
    (recording,) = read_recordings(path, robot=ROBOT)
    assert recording.sample_count == MOTION.time.size
    assert recording.duration == pytest.approx(MOTION.time[-1], abs=1e-4)


# Names, units and answers


@pytest.mark.parametrize(
    ("name", "meaning", "unit"),
    [
        ("q_1_a", "position", ""), ("tau_a1", "torque", ""), ("i1_A", "current", "A"),
        ("pos_act_2", "position", ""), ("torque_meas_3", "torque", ""),
        ("q_cmd_1", "reference", ""), ("q_des_1", "reference", ""),
        ("J1_ref", "reference", ""), ("tau1 [kN·m]", "torque", "kN·m"), ("tau1_Ncm", "torque", "N·cm"),
        ("q1 [mdeg]", "position", "mdeg"), ("q1 [rev]", "position", "rev"), ("q1 [turns]", "position", "rev"),
    ],
)  # fmt: skip
def test_suffixes_and_units_of_names(name: str, meaning: str, unit: str) -> None:
    facts = name_facts(name)
    assert (facts.meaning, facts.unit) == (meaning, unit)


def test_answers_name_ranges_and_files(tmp_path: Path) -> None:
    first = write(tmp_path / "a.csv", ["t", *(f"x{joint}" for joint in range(6))], MOTION.position)
    second = write(tmp_path / "b.csv", ["t", *(f"y{joint}" for joint in range(6))], MOTION.torque)
    tables = {path: read_table(path) for path in (first, second)}
    answers = parse_answers(["x0-x5=position rad", "b.csv:2-7=torque N·m"])
    assert [one.meaning for one in answers_for(answers, first, tables).columns] == ["position"]
    assert [one.meaning for one in answers_for(answers, second, tables).columns] == ["torque"]
    (recording,) = read_recordings(
        first, found=look_at(first, answers=answers_for(answers, first, tables), robot=ROBOT), robot=ROBOT
    )
    np.testing.assert_allclose(recording.columns[Quantity.POSITION][:], MOTION.position, atol=1e-6)
    with pytest.raises(BadRequest, match="column-unknown"):
        answers_for(parse_answers(["z0-z5=position rad"]), first, tables)
    with pytest.raises(BadRequest, match="column-file"):
        answers_for(parse_answers(["c.csv:2-7=position rad"]), first, tables)
    assert parse_answer("pos[1]=position rad").file == ""


IN_OTHER_SCRIPTS = {
    "cp932": ("時刻[s]", "関節{}角度[°]", "関節{}角速度[°/s]", "関節{}トルク[Nm]"),
    "euc_jp": ("時間(秒)", "位置J{}(deg)", "速度J{}(deg/s)", "トルクJ{}(Nm)"),
    "gbk": ("时间[s]", "关节{}位置[deg]", "关节{}速度[deg/s]", "关节{}力矩[Nm]"),
    "big5": ("時間[s]", "位置{}[deg]", "速度{}[deg/s]", "扭矩{}[Nm]"),
    "euc_kr": ("시간[s]", "위치{}[deg]", "속도{}[deg/s]", "토크{}[Nm]"),
    "utf-16": ("時刻［s］", "関節{}角度［deg］", "関節{}角速度［deg/s］", "関節{}トルク［Nm］"),
}


@pytest.mark.parametrize("encoding", IN_OTHER_SCRIPTS)
def test_names_in_east_asian_scripts_are_read_in_their_encoding(encoding: str, tmp_path: Path) -> None:
    clock, *names = IN_OTHER_SCRIPTS[encoding]
    header = [clock, *(name.format(joint) for name in names for joint in range(1, 7))]
    table = table_of(MOTION) * np.r_[np.full(12, 180.0 / np.pi), np.ones(6)]
    path = write(tmp_path / "run.csv", header, table)
    path.write_bytes(path.read_text("utf-8").encode(encoding))
    (recording,) = read_recordings(path, robot=ROBOT)
    np.testing.assert_allclose(recording.columns[Quantity.POSITION][:], MOTION.position, atol=1e-6)
    np.testing.assert_allclose(recording.columns[Quantity.TORQUE][:], MOTION.torque, atol=1e-5)


def _below_groups(header: list[str]) -> str:
    groups = ["time", *(cell for name in ("Position [rad]", "Velocity [rad/s]", "Torque [Nm]")
                        for cell in (name, *[""] * 5))]  # fmt: skip
    return ",".join(groups) + "\n" + ",".join(["s", *(f"J{joint}" for joint in range(1, 7))] + 2 * header)


def _of_labview(header: list[str]) -> str:
    ends = "***End_of_Header***"
    numbers = "\n".join(",".join([name, *["0"] * 18]) for name in ("Samples", "X0", "Delta_X"))
    names = ",".join(["X_Value", *_q_names()[1:], "Comment"])
    return f"LabVIEW Measurement\nReader_Version,2\n{ends}\n\n{numbers}\n{ends}\n{names}"


@pytest.mark.parametrize("above", [_below_groups, _of_labview])
def test_names_in_two_lines_and_behind_numbers_of_the_header(
    above: Callable[[list[str]], str], tmp_path: Path
) -> None:
    path = write(tmp_path / "run.csv", ["x"], table_of(MOTION))
    rows = path.read_text("utf-8").removeprefix("x\n")
    path.write_text(above([f"J{joint}" for joint in range(1, 7)]) + "\n" + rows, encoding="utf-8")
    (recording,) = read_recordings(path, robot=ROBOT)
    assert recording.sample_count == MOTION.time.size
    np.testing.assert_allclose(recording.columns[Quantity.TORQUE][:], MOTION.torque, atol=1e-5)


WEIGHTS = {"lbf·ft": 1.3558179483314004, "lbf·in": 0.1129848290276167, "kgf·m": 9.80665, "kgf·cm": 0.0980665}


@pytest.mark.parametrize("name", ["{}", "", "tail"])
@pytest.mark.parametrize("unit", WEIGHTS)
def test_torques_by_weights_are_read_by_name_and_asked_for_without(
    unit: str, name: str, tmp_path: Path
) -> None:
    robot, random = load_robot("ec66"), np.random.default_rng(9)  # whose drive gains are not described
    made = stranger(robot, random, unit="rad", wrapped=False, units=True, fault="", rate=125.0, form="csv")
    path = written(replace(made, torque=made.torque / WEIGHTS[unit]), tmp_path)
    text = path.read_text("utf-8")
    said = f" [{unit.replace('lbf·ft', 'ft-lb')}]" if name == "{}" else ""
    tail = f"_{unit.replace('·', '').replace('lbfin', 'inlb')}" if name == "tail" else ""
    for joint in range(6):
        text = text.replace(f"torque{joint} [Nm]", f"torque_{joint}{tail}{said}")
    path.write_text(text, encoding="utf-8")
    found = look_at(path, robot=robot)
    if not name:
        (question,) = found.questions
        assert question.choices[0] == f"torque {unit}"
        found = look_at(path, robot=robot, answers=parse_answers([question.answer(question.choices[0])]))
    (recording,) = read_recordings(path, found=found, robot=robot)
    assert is_true(recording, made)


@pytest.mark.parametrize("name", ["arm.urdf", "arm.txt", "arm.toml"])
def test_a_robot_is_no_recording(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_text(
        '[[joints]]\nname = "a"\n' if name.endswith("toml") else '<?xml version="1.0"?>\n<robot name="a"/>'
    )
    with pytest.raises(BadFile, match="robot-not-a-recording"):
        look_at(path)


def test_signals_of_simulink_go_by_their_labels(tmp_path: Path) -> None:
    kinds = np.dtype([("values", object), ("label", object)])
    signals = np.zeros((1, 3), dtype=kinds)
    for place, (label, values) in enumerate(
        (("q", MOTION.position), ("dq", MOTION.velocity), ("tau", MOTION.torque))
    ):
        signals[0, place] = (values, label)
    savemat(tmp_path / "run.mat", {"out": {"time": MOTION.time.reshape(-1, 1), "signals": signals}})
    found = look_at(tmp_path / "run.mat", robot=ROBOT)
    assert {Quantity.POSITION, Quantity.VELOCITY, Quantity.TORQUE} <= {
        group.meaning for group in found.groups
    }


def test_the_words_of_the_table_can_be_written_as_json(tmp_path: Path) -> None:
    from app.shell.commands.recognising import understanding_json

    found = look_at(write(tmp_path / "run.csv", _q_names(units=False), table_of(MOTION)), robot=ROBOT)
    document = json.loads(json.dumps(understanding_json(found)))
    position = document["columns"][1]
    assert position["rivals"][0]["unit"] == "rad"
    assert position["rivals"][0]["score"] > position["rivals"][1]["score"]
    assert position["because"]
    assert document["questions"] == []


def test_a_bag_that_was_not_closed_between_two_records(tmp_path: Path) -> None:
    pytest.importorskip("rosbags")
    from tests.core.recognition.test_bags import joint_states, write_bag

    content = next(
        write_bag(tmp_path / "bag", joint_states(MOTION), plugin="MCAP").glob("*.mcap")
    ).read_bytes()
    place, ends = 8, []
    while place + 9 <= len(content):
        place += 9 + struct.unpack("<Q", content[place + 1 : place + 9])[0]
        ends.append(place)
    for number, end in enumerate(ends[1:5]):
        path = tmp_path / f"{number}.mcap"
        path.write_bytes(content[:end])
        (recording,) = read_recordings(path, robot=ROBOT)
        assert recording.sample_count == MOTION.time.size
