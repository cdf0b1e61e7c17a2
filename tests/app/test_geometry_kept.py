"""The geometry of an arm stays with its visit: the file that described it may be gone."""

import shutil
from dataclasses import fields
from pathlib import Path

import numpy as np
import pytest

from app.__main__ import main
from app.visit.recordings import robot_of
from app.visit.tasks import create_visit, open_visit
from core.monitor import NullMonitor
from core.robot.capsules import arm_capsules
from core.robot.library import load_robot
from core.robot.model import RobotModel
from core.robot.toml_format import write_toml
from core.storage.visit import Visit


def same(one: RobotModel, other: RobotModel) -> list[str]:
    """Names of the fields in which two descriptions differ."""
    return [
        each.name
        for each in fields(RobotModel)
        if repr(getattr(one, each.name)) != repr(getattr(other, each.name))
    ]


@pytest.fixture
def description(tmp_path: Path) -> Path:
    """A description with capsules, load diagram and gears in a folder that goes away."""
    folder = tmp_path / "stick"
    folder.mkdir()
    file = folder / "cell-arm.toml"
    file.write_text(write_toml(load_robot("ec66")).replace('"ec66"', '"cell-arm"'), encoding="utf-8")
    return file


def reopened_elsewhere(visit: Path, folder: Path) -> Path:
    """The visit alone on another computer: the folder of the description is gone."""
    shutil.rmtree(folder)
    there = visit.with_name("elsewhere.h5")
    visit.rename(there)
    return there


def test_the_window_keeps_the_geometry_of_a_file(description: Path, tmp_path: Path) -> None:
    before = load_robot(description)
    visit = tmp_path / "visit.h5"
    create_visit(NullMonitor(), path=visit, robot=str(description), mounting="wall")
    there = reopened_elsewhere(visit, description.parent)
    with Visit.open(there) as opened:
        found = robot_of(opened)
    assert set(same(before, found)) <= {"gravity"}, "all but the base that was mounted on the wall"
    assert abs(found.gravity[2]) < 1e-9 < abs(before.gravity[2])
    assert arm_capsules(found)
    assert open_visit(NullMonitor(), path=there).summary.joint_names == before.joint_names


def test_the_command_line_keeps_the_geometry_of_a_file(description: Path, tmp_path: Path) -> None:
    before = load_robot(description)
    run = tmp_path / "run.npz"
    time = np.arange(400) / 100.0
    q = 0.1 * np.sin(time)[:, np.newaxis] * np.ones((1, before.joint_count))
    np.savez(run, t=time, q=q)
    visit = tmp_path / "visit.h5"
    line = ["import", str(run), "--robot", str(description), "--into", str(visit), "--mounting", "ceiling"]
    assert main(line) == 0
    new = tmp_path / "new.h5"
    assert main(["import", str(run), "--into", str(new)]) == 2, "a new visit has to know its arm"
    assert not new.exists()
    there = reopened_elsewhere(visit, description.parent)
    with Visit.open(there) as opened:
        found = robot_of(opened)
    assert set(same(before, found)) <= {"gravity"}
    assert found.gravity[2] * before.gravity[2] < 0.0
    assert main(["info", str(there)]) == 0
    assert main(["import", str(run), "--into", str(there), "--label", "again"]) == 0, "no file is asked for"


def test_a_further_run_takes_the_geometry_of_the_visit(description: Path, tmp_path: Path) -> None:
    visit = tmp_path / "visit.h5"
    line = ["run", "record", "0.3", "--motion", "still", "--into", str(visit)]
    controller = f"virtual:{description}?pace=fast"
    assert main([*line, "--controller", controller]) == 0
    before = load_robot(description)
    there = reopened_elsewhere(visit, description.parent)
    with Visit.open(there) as opened:
        found = robot_of(opened)
    assert set(same(before, found)) <= {"drive_gain", "sources"}, "which the controller tells"
    assert repr(arm_capsules(found)) == repr(arm_capsules(before))
    replayed = ["run", "record", "0.2", "--into", str(tmp_path / "other.h5")]
    assert main([*replayed, "--controller", f"replay:{there}?pace=fast"]) == 0


def test_a_urdf_is_kept_with_what_was_read_from_it(tmp_path: Path) -> None:
    folder = tmp_path / "stick"
    folder.mkdir()
    file = folder / "arm.urdf"
    file.write_text(_URDF, encoding="utf-8")
    before = load_robot(file)
    visit = tmp_path / "visit.h5"
    create_visit(NullMonitor(), path=visit, robot=str(file))
    there = reopened_elsewhere(visit, folder)
    with Visit.open(there) as opened:
        found = robot_of(opened)
    assert found.joint_names == before.joint_names
    np.testing.assert_allclose(found.inertial_parameters, before.inertial_parameters)


_URDF = """<robot name="arm"><link name="base"/><link name="one"><inertial><mass value="2"/>
<origin xyz="0 0 0.1"/><inertia ixx="0.1" iyy="0.1" izz="0.1" ixy="0" ixz="0" iyz="0"/></inertial></link>
<link name="two"><inertial><mass value="1"/><origin xyz="0 0 0.1"/>
<inertia ixx="0.1" iyy="0.1" izz="0.1" ixy="0" ixz="0" iyz="0"/></inertial></link>
<joint name="a" type="revolute"><parent link="base"/><child link="one"/><axis xyz="0 0 1"/>
<limit lower="-1" upper="1" velocity="1" effort="10"/></joint>
<joint name="b" type="revolute"><parent link="one"/><child link="two"/><axis xyz="0 1 0"/>
<origin xyz="0 0 0.3"/><limit lower="-1" upper="1" velocity="1" effort="10"/></joint></robot>"""
