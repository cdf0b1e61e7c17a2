"""``torsion robots`` on description files, new descriptions, and the mounting on import."""

from pathlib import Path

import numpy as np
import pytest

from app.visit.recordings import robot_of
from core.robot.library import load_robot
from core.robot.mounting import mounted, mounting_angles, mounting_name
from core.storage.visit import Visit
from tests.app.cli.conftest import ARM, identify_arguments

WILD = Path(__file__).parents[2] / "core/robot/wild"


def test_a_description_file_is_checked_and_says_what_it_serves(run, run_json):
    code, document, _ = run_json("robots", WILD / "seven_with_hand.urdf", "--tip", "arm_link8")
    assert code == 0
    assert document["form"] == "urdf"
    assert document["name"] == "seven_with_hand"
    assert document["notes"][0]["code"] == "robot-tip-of"
    serves = {one["use"]: one["service"] for one in document["serves"]}
    assert serves["virtual-robot"] == "ready"
    assert serves["stiffness"] == "missing"
    _, out, _ = run("robots", WILD / "seven_with_hand.urdf")
    words = " ".join(out.split())
    assert "The joints arm_finger_joint1, arm_finger_joint2 are not part of the arm" in words
    assert "What the description serves" in words


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("two_arms.urdf",), "name its last link with --tip"),
        (("cell.urdf.xacro",), "xacro FILE.xacro > FILE.urdf"),
        (("scene.xml",), "choose that file itself"),
        (("unclear.csv",), "'# modified' (Craig)"),
        (("standard_m_rad.csv", "--tip", "tool0"), "--tip names the last link of a URDF or MJCF"),
        (("palletiser.urdf",), "such as --tip fore"),
    ],
)
def test_a_refusal_says_what_to_do(run, arguments, words):
    code, _, err = run("robots", WILD / arguments[0], *arguments[1:])
    assert code == 2
    assert words in err


def test_a_new_description_is_written_and_can_be_used(run, run_json, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    code, document, _ = run_json("robots", "--new", "my-arm", "--from", WILD / "cobot_five.urdf")
    assert code == 0
    assert document["file"] == "my-arm.toml"
    robot = load_robot(tmp_path / "my-arm.toml")
    assert robot.name == "my-arm"
    assert robot.joints == load_robot(WILD / "cobot_five.urdf").joints
    assert "# Made from cobot_five.urdf." in (tmp_path / "my-arm.toml").read_text("utf-8")
    assert run("robots", "my-arm.toml")[0] == 0


def test_a_new_description_replaces_no_other_file(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("arm.toml").write_bytes((WILD / "unclear.csv").read_bytes())
    Path("notes.txt").write_text("mine")
    Path("edited.toml").write_text("# by hand\n")
    assert run("robots", "--new", "edited", "--from", WILD / "cad_arm.urdf")[0] == 2
    assert Path("edited.toml").read_text() == "# by hand\n"
    assert run("robots", "--new", "arm", "--from", "arm.toml", "--out", "arm.toml")[0] == 2
    assert run("robots", "--new", "arm", "--from", WILD / "cad_arm.urdf", "--out", "notes.txt")[0] == 2
    assert Path("notes.txt").read_text() == "mine"


@pytest.mark.parametrize(
    "arguments",
    [
        ("--new", "arm"),
        ("ur10e", "--from", "x.urdf"),
        ("--new", "a/b", "--from", "ur10e"),
        ("--tip", "tool0"),
        ("ur10e", "--mounting", "sideways"),
        ("ur10e", "--mounting", "0,90"),
    ],
)
def test_options_that_make_no_sense_are_refused(run, arguments):
    assert run("robots", *arguments)[0] == 2


@pytest.mark.parametrize(
    ("mounting", "down"),
    [
        ("table", (0, 0, -1)),
        ("ceiling", (0, 0, 1)),
        ("wall", (1, 0, 0)),
        ("-90,0,0", (0, 1, 0)),
        ("0,30,0", (0.5, 0, -np.sqrt(0.75))),
        ("0,30,75", (0.5, 0, -np.sqrt(0.75))),
    ],
)
def test_a_mounting_is_the_direction_of_gravity(mounting, down):
    robot = mounted(load_robot("ur10e"), mounting)
    np.testing.assert_allclose(robot.gravity / np.linalg.norm(robot.gravity), down, atol=1e-12)
    again = mounted(robot, mounting_name(robot.gravity))
    np.testing.assert_allclose(again.gravity, robot.gravity, atol=1e-9)


def test_names_of_mountings():
    assert [mounting_name(mounted(load_robot("ur10e"), name).gravity) for name in ("wall", "ceiling")] == [
        "wall",
        "ceiling",
    ]
    assert mounting_angles("0, 30,0") == (0.0, 30.0, 0.0)


@pytest.fixture
def recording(tmp_path):
    """A short recording of six joints, which fits any mounting."""
    time = np.arange(0.0, 2.0, 0.01)
    q = np.sin(time)[:, None] * np.ones(6)
    np.savez(tmp_path / "run.npz", t=time, q=q, dq=np.cos(time)[:, None] * np.ones(6))
    return tmp_path / "run.npz"


def test_an_import_keeps_the_mounting_with_the_visit(run, recording, tmp_path):
    visit = tmp_path / "cell.h5"
    code, _, err = run("import", recording, "--robot", "ur10e", "--into", visit, "--mounting", "wall")
    assert code == 0, err
    with Visit.open(visit) as opened:
        assert robot_of(opened).gravity.tolist() == [9.81, 0.0, 0.0]
    more = ("import", recording, "--robot", "ur10e", "--into", visit)
    assert run(*more, "--label", "again")[0] == 0
    code, _, err = run(*more, "--label", "third", "--mounting", "ceiling")
    assert code == 2
    assert "mounted as wall, not as ceiling" in err
    code, _, err = run("import", recording, "--robot", "ur16e", "--into", visit, "--label", "other")
    assert code == 2
    assert "belongs to the robot ur10e" in err


def test_what_moves_beside_the_arm_is_named_wherever_its_recordings_are_used(
    run, run_json, recording_files, tmp_path
):
    arm, visit = tmp_path / "arm.toml", tmp_path / "visit.h5"
    arm.write_text(f'left_out_joints = ["cylinder", "rod"]\n{ARM}', encoding="utf-8")
    files = list(recording_files.values())
    commands = [
        ("show", files[0], "--robot", arm),
        ("import", *files, "--robot", arm, "--into", visit),
        tuple(identify_arguments(visit)),
    ]
    for command in commands:
        _, document, _ = run_json(*command)
        assert [remark["joints"] for remark in document["robot_remarks"]] == [["cylinder", "rod"]]
    for command in (commands[0], commands[2]):
        _, out, _ = run(*command)
        assert "The joints cylinder, rod are not part of the arm" in " ".join(out.split())
    _, document, _ = run_json("show", files[0])
    assert document["robot_remarks"] == []
