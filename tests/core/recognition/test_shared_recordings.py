"""The recordings of real arms without a layout: the same as with it; and what numbers alone tell of them."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from core.exchange.import_parts import import_recordings
from core.recognition.containers import read_table
from core.recognition.known_layout import known_layout
from core.recognition.reading import read_recordings
from core.recognition.recognise import recognise
from core.recognition.understanding import LEAVE, Understanding
from core.recognition.user_answers import Answers
from core.robot.library import load_robot

UR10E = (
    "19_09_27-11_32_02", "19_10_01-13_51_41", "20_01_17-p1", "20_01_17-p3", "20_01_22-joint_2",
    "20_01_22-joint_5", "20_02_05-20sec_8harm", "20_02_19_14harm50secLoad",
)  # fmt: skip
ARRAYS = ("kr300/kr300_A.npz", "kr300/kr300_B.npz", "lwr4/lwr4_1.npz", "lwr4/lwr4_3.npz", "tx40/tx40.npz")


@pytest.mark.parametrize("name", UR10E)
def test_a_ur10e_log_is_recognised(shared_data: Path, name: str) -> None:
    file = shared_data / "ur10e" / f"{name}.csv"
    assert_same(read_recordings(file, robot=load_robot("ur10e")), import_recordings(file, layout="ur10e-31"))


@pytest.mark.parametrize("name", ARRAYS)
def test_arrays_are_recognised(shared_data: Path, name: str) -> None:
    assert_same(read_recordings(shared_data / name), import_recordings(shared_data / name, layout="npz"))


def test_the_bench_comes_apart_into_its_tests(shared_data: Path) -> None:
    (file,) = (shared_data / "cycloid").glob("*.npz")
    assert_same(read_recordings(file), import_recordings(file, layout="npz"))


def assert_same(found, expected) -> None:
    assert [one.label for one in found] == [one.label for one in expected]
    for one, other in zip(found, expected, strict=True):
        np.testing.assert_array_equal(one.time, other.time)
        assert one.dropped == other.dropped
        assert one.torque_kind is other.torque_kind
        assert set(one.columns) == set(other.columns)
        for quantity, values in other.columns.items():
            np.testing.assert_array_equal(one.columns[quantity][:], values[:])


def by_numbers_alone(file: Path, *, rate: float | None = None, robot: str = "") -> Understanding:
    """What is understood of a file whose names are taken away."""
    table = read_table(file)
    channels = tuple(replace(channel, name="") for channel in table.channels)
    return recognise(
        replace(table, container="parquet", channels=channels, rate_hz=None, text=None),
        answers=Answers(rate_hz=rate),
        robot=load_robot(robot) if robot else None,
    )


def settled(found: Understanding) -> dict[str, str]:
    return {
        group.span: group.meaning for group in found.groups if not group.is_open and group.meaning != LEAVE
    }


def asked(found: Understanding) -> set[str]:
    return {group.span for group in found.questions}


@pytest.mark.parametrize(
    "name", ["19_10_01-13_51_41", "20_01_22-joint_2", "20_01_22-joint_5", "20_02_12-40sec_12harm"]
)
def test_numbers_alone_tell_motion_but_not_torque_from_current(shared_data: Path, name: str) -> None:
    found = by_numbers_alone(shared_data / "ur10e" / f"{name}.csv")
    assert settled(found) == {"1": "time"}
    assert asked(found) == {"2-7", "14-19", "20-25", "26-31"}
    assert [group.meaning for group in found.groups[:3]] == ["time", "position", "velocity"]


@pytest.mark.parametrize("name", ["20_01_22-joint_2", "20_02_05-20sec_8harm", "20_02_12-40sec_12harm"])
def test_the_weights_of_the_arm_tell_the_unit_of_its_angles(shared_data: Path, name: str) -> None:
    found = by_numbers_alone(shared_data / "ur10e" / f"{name}.csv", robot="ur10e")
    assert settled(found) == {"1": "time", "2-7": "position", "8-13": "velocity"}
    assert asked(found) == {"14-19", "20-25", "26-31"}
    assert found.groups[1].units == ("rad",)


def test_numbers_alone_tell_nothing_of_an_arm_that_stands_still(shared_data: Path) -> None:
    found = by_numbers_alone(shared_data / "ur10e" / "20_01_17-p1.csv")
    assert settled(found) == {"1": "time"}


def test_numbers_alone_do_not_tell_two_encoders_apart(shared_data: Path) -> None:
    found = by_numbers_alone(shared_data / "kr300" / "kr300_A.npz")
    assert {"2-7", "8-13", "20-25", "26-31"} <= asked(found)
    assert settled(found).get("2-7") is None


def test_numbers_alone_tell_an_acceleration(shared_data: Path) -> None:
    found = by_numbers_alone(shared_data / "lwr4" / "lwr4_1.npz", robot="lwr4")
    assert settled(found) == {"1": "time", "2-8": "position", "9-15": "velocity", "16-22": "acceleration"}
    assert asked(found) == {"23-29"}


def test_numbers_alone_tell_nothing_of_motors_without_speeds(shared_data: Path) -> None:
    found = by_numbers_alone(shared_data / "tx40" / "tx40.npz", rate=5000.0)
    assert settled(found) == {}
    assert found.questions


def test_a_short_log_of_another_arm_is_asked_about(shared_data: Path) -> None:
    table = read_table(shared_data / "ur10e" / "19_09_27-11_32_02.csv")
    assert known_layout(table, Answers(), load_robot("ec66")) is None
    assert known_layout(table, Answers(), load_robot("ur10e")) is not None
