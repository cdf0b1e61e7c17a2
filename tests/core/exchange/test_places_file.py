"""Places as a table: written, read back, and what is no table of places."""

from pathlib import Path

import numpy as np
import pytest

from core.errors import BadFile
from core.exchange.places_file import read_places, write_places
from core.robot.library import load_robot

ROBOT = load_robot("ec66")


def test_what_was_written_is_read_back_as_the_controller_reports_it(tmp_path: Path) -> None:
    path = tmp_path / "places.csv"
    places = np.random.default_rng(1).uniform(-2.0, 2.0, (3, 6))
    write_places(path, list(places), ROBOT, remarks=("corrected\nfor a load",))
    lines = path.read_text("utf-8").splitlines()
    assert lines[0] == "# corrected for a load"
    assert lines[2] == ",".join(ROBOT.joint_names)
    read = np.array(read_places(path, ROBOT))
    assert read == pytest.approx(ROBOT.position_as_reported(places), abs=1e-9)


def test_people_write_it_without_a_heading_and_with_remarks(tmp_path: Path) -> None:
    path = tmp_path / "places.csv"
    path.write_text("# mine\n\n0, 10, 20, 30, 40, 50  # home\n1;2;3;4;5;6\n", "utf-8")
    first, second = read_places(path, ROBOT)
    assert np.degrees(first) == pytest.approx([0, 10, 20, 30, 40, 50])
    assert np.degrees(second) == pytest.approx([1, 2, 3, 4, 5, 6])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1,2,3\n", "line 1 has 3 finite numbers instead of 6"),
        ("1,2,3,4,5,6\n1,2,3,4,5,six\n", "line 2 has 5 finite numbers instead of 6"),
        ("1,2,3,4,5,nan\n", "line 1 has 5 finite numbers instead of 6"),
        ("joint_1,joint_2\n", "no line of numbers"),
    ],
)
def test_what_is_no_list_of_places_is_told_with_its_line(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "places.csv"
    path.write_text(text, "utf-8")
    with pytest.raises(BadFile) as refused:
        read_places(path, ROBOT)
    assert refused.value.code == "places-file"
    assert said in str(refused.value.facts["reason"])


def test_a_file_that_is_no_text(tmp_path: Path) -> None:
    path = tmp_path / "places.csv"
    path.write_bytes(b"\xff\xfe\x00\x80")
    with pytest.raises(BadFile, match="places-file"):
        read_places(path, ROBOT)
