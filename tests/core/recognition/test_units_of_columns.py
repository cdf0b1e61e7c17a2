"""Units that differ from column to column: each is taken as its name says, or asked for."""

from dataclasses import replace

import numpy as np
import pytest

from core.errors import BadFile
from core.exchange.layout import layout_names
from core.recognition.reading import look_at, read_recordings, refuse_open
from core.recording import Quantity
from core.robot.dynamics import inverse_dynamics
from core.robot.library import load_robot
from tests.core.recognition.written_forms import made_motion

TIME = np.arange(2500) / 250.0
POSITION = np.column_stack([0.6 * np.sin(0.7 * TIME + joint) + 0.1 * joint for joint in range(4)])
SPEED = np.gradient(POSITION, TIME, axis=0)


def written(folder, names, columns):
    path = folder / "run.csv"
    table = np.column_stack([TIME, *columns])
    np.savetxt(path, table, delimiter=",", header=",".join(["t", *names]), comments="", fmt="%.9g")
    return path


def test_each_column_has_the_unit_of_its_name(tmp_path):
    columns = [np.degrees(POSITION[:, :2]), POSITION[:, 2:]]
    path = written(tmp_path, ["q1 [deg]", "q2 [deg]", "q3 [rad]", "q4 [rad]"], columns)
    (recording,) = read_recordings(path)
    assert recording.columns[Quantity.POSITION] == pytest.approx(POSITION, abs=1e-6)


@pytest.mark.parametrize("names", [["q1 [deg]", "q2", "q3", "q4"], ["q1 [deg]", "q2 [parsec]", "q3", "q4"]])
def test_units_that_only_some_names_state_are_asked_for(tmp_path, names):
    path = written(tmp_path, names, [np.degrees(POSITION)])
    found = look_at(path)
    assert not found.is_complete
    with pytest.raises(BadFile) as refusal:
        read_recordings(path)
    assert refusal.value.code == "columns-open"


def test_one_speed_in_another_unit_is_seen_by_its_position(tmp_path):
    """The slopes of three joints must not hide that of the fourth."""
    speed = SPEED.copy()
    speed[:, 2] = np.degrees(speed[:, 2])
    names = [
        f"{name}{joint} [{unit}]" for name, unit in (("q", "rad"), ("dq", "rad/s")) for joint in range(1, 5)
    ]
    names = [name.replace(" [rad/s]", "") for name in names]
    found = look_at(written(tmp_path, names, [POSITION, speed]))
    (question,) = found.questions
    assert question.evidence[-1].code == "ratios-differ"
    (recording,) = read_recordings(written(tmp_path, names, [POSITION, SPEED]))
    assert recording.columns[Quantity.VELOCITY] == pytest.approx(SPEED, abs=1e-6)


def test_a_clock_in_milliseconds_since_1970(tmp_path):
    path = tmp_path / "run.csv"
    rows = np.column_stack([np.round(1.7e12 + 1000.0 * TIME), POSITION])
    np.savetxt(
        path,
        rows,
        delimiter=",",
        header="ts,q1 [rad],q2 [rad],q3 [rad],q4 [rad]",
        comments="",
        fmt=["%d", *["%.9g"] * 4],
    )
    (recording,) = read_recordings(path)
    assert recording.duration == pytest.approx(TIME[-1])


def test_a_table_of_nothing_known_is_refused_with_its_columns_and_the_nearest_layout(tmp_path):
    path = tmp_path / "run.csv"
    rows = np.column_stack([TIME, np.random.default_rng(1).normal(size=(TIME.size, 2))])
    np.savetxt(path, rows, delimiter=",", header="t,force_x,tcp_pose_y", comments="", fmt="%.9g")
    found = replace(look_at(path), groups=(), faults=())
    with pytest.raises(BadFile) as refusal:
        refuse_open(found)
    assert refusal.value.code == "nothing-recognised"
    assert refusal.value.facts["names"] == ("t", "force_x", "tcp_pose_y")
    assert refusal.value.facts["layout"] in layout_names()


SMALL = made_motion(seconds=6.0, rate=125.0)


@pytest.mark.parametrize("with_robot", [True, False])
@pytest.mark.parametrize("with_speed", [True, False])
def test_a_motion_of_two_degrees_is_never_taken_for_one_of_two_rad(tmp_path, with_robot, with_speed):
    """Its numbers are such as those of a usual motion in rad; the torque does not change with them."""
    robot = load_robot("ur10e") if with_robot else None
    place, speed = np.radians(2.0 * SMALL.position), np.radians(2.0 * SMALL.velocity)
    acceleration = np.gradient(speed, SMALL.time, axis=0)
    torque = inverse_dynamics(load_robot("ur10e"), place, speed, acceleration) + 6.0 * np.tanh(speed / 0.002)
    names = [
        f"{name}{joint}" for name in ("q", "dq", "tau")[: 3 if with_speed else 1] for joint in range(1, 7)
    ]
    columns = [np.degrees(place), np.degrees(speed), torque][: 3 if with_speed else 1]
    path = tmp_path / "run.csv"
    table = np.column_stack([SMALL.time, *columns])
    np.savetxt(path, table, delimiter=",", header=",".join(["t", *names]), comments="", fmt="%.9g")
    found = look_at(path, robot=robot)
    position = found.quantities.get(Quantity.POSITION)
    assert position is None or position.units == ("deg",)


def test_speeds_that_no_joint_reaches_in_rad_are_asked_for_with_degrees_first(tmp_path):
    """That rad is ruled out does not confirm degrees: revolutions or counts are left as well."""
    path = tmp_path / "run.csv"
    angle = 2.5 * np.sin(12.0 * np.outer(SMALL.time, np.ones(6)) + np.arange(6))
    header = ",".join(["t", *(f"q{joint}" for joint in range(1, 7))])
    np.savetxt(path, np.column_stack([SMALL.time, angle]), delimiter=",", header=header, comments="")
    (question,) = look_at(path, robot=load_robot("ur10e")).questions
    assert question.choices[0] == "position deg"
    assert "position rad" in question.choices
