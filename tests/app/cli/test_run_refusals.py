"""``torsion run`` on an arm that counts as real: nothing moves before a person says which arm is meant."""

import io
import json
import os

import pytest

from app.__main__ import main
from core.robot.library import load_robot
from core.robot.toml_format import write_toml
from core.storage.visit import Visit
from devices.motion import Motion
from tests.app.procedures.fake_arm import ROBOT, SERIAL, FakeArm


class Terminal(io.StringIO):
    """Standard input with a person in front of it."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def arm(monkeypatch) -> FakeArm:
    """Every name leads to this arm."""
    made = FakeArm()
    made.motions: list[Motion] = []
    start = made.start

    def noted(plan):
        made.motions.append(start(plan))
        return made.motions[-1]

    monkeypatch.setattr(made, "start", noted)
    monkeypatch.setattr("devices.connection.open_controller", lambda uri, **_: made)
    monkeypatch.setattr("devices.connection.described_robot", lambda uri: load_robot(ROBOT))
    monkeypatch.setattr("devices.safety.safe_arm.SILENCE_S", 3.0)
    monkeypatch.setattr("sys.stdin", io.StringIO())
    return made


@pytest.fixture
def record(run, arm, tmp_path):
    """Record the moving arm."""

    def runner(*more: object, seconds: object = 2):
        return run("run", "record", seconds, "--controller", "fake:", "--into", tmp_path / "cell.h5", *more)

    return runner


def test_without_a_terminal_and_without_a_serial_number_it_refuses(record, arm, tmp_path):
    code, out, err = record()
    assert code == 2
    assert out == ""
    assert "--confirm SERIAL" in err
    assert arm.connects == 0
    assert not (tmp_path / "cell.h5").exists()


def test_a_wrong_serial_number_moves_nothing(record, arm, tmp_path):
    code, out, err = record("--confirm", "SN-1")
    assert code == 2
    assert "SN-1 is not the serial number of this arm" in err
    assert "top speed" in out, "what would happen was shown before"
    assert arm.motions == []
    assert not (tmp_path / "cell.h5").exists()


def test_the_right_serial_number_starts_it(record, arm, tmp_path):
    code, out, _ = record("--confirm", SERIAL)
    assert code == 0, out
    assert len(arm.motions) == 1
    for shown in ("[ready]", "serial number SN-4711", "passes through the box", "top speed", "s in all"):
        assert shown in out
    with Visit.open(tmp_path / "cell.h5") as visit:
        assert visit.labels == ("record",)


@pytest.mark.parametrize(("typed", "expected"), [(SERIAL, 0), ("SN-1", 2), ("", 2)])
def test_it_may_be_typed_at_a_terminal(record, arm, monkeypatch, typed, expected):
    monkeypatch.setattr("sys.stdin", Terminal(f"{typed}\n"))
    code, _, err = record()
    assert code == expected
    assert "Type the serial number" in err
    assert bool(arm.motions) == (expected == 0)


def test_a_fast_motion_needs_a_clear_cell(record, arm):
    code, _, err = record("--confirm", SERIAL, "--speed", "0.9")
    assert code == 1
    assert "D-048" in err
    assert arm.motions == []
    code, _, err = record("--confirm", SERIAL, "--speed", "0.9", "--clear-cell")
    assert code == 0, err
    assert len(arm.motions) > 1, "slower stages come first"


def test_the_visit_of_another_arm_is_left_alone(record, arm, tmp_path):
    assert record("--confirm", SERIAL)[0] == 0
    before = (tmp_path / "cell.h5").read_bytes()
    arm.serial = "SN-2"
    code, _, err = record("--confirm", "SN-2")
    assert code == 2
    assert "is a visit to the arm SN-4711" in err
    assert (tmp_path / "cell.h5").read_bytes() == before


def test_the_visit_of_another_robot_is_left_alone(record, arm, tmp_path):
    Visit.create(tmp_path / "cell.h5", robot_toml=write_toml(load_robot("ur10e"))).close()
    code, _, err = record("--confirm", SERIAL)
    assert code == 2
    assert "is a visit to the robot ur10e" in err
    assert arm.connects == 0


def test_a_fault_is_told_and_what_was_recorded_is_kept(record, arm, tmp_path):
    from devices.errors import RobotStateError

    arm.fail_after = (0.5, RobotStateError("emergency-stop"))
    target = tmp_path / "outcome.json"
    code, out, _ = record("--confirm", SERIAL, "--json", target, seconds=8)
    assert code == 1
    document = json.loads(target.read_text("utf-8"))
    assert document["error"]["code"] == "emergency-stop"
    assert "(D-019)" in document["error"]["text"]
    assert document["verdict"] == "repeat"
    assert not document["stopped"]
    assert "The emergency stop is pressed." in out
    with Visit.open(tmp_path / "cell.h5") as visit:
        assert visit.recording(document["recordings"][0]).incomplete == "emergency-stop"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["record", "0", "--controller", "virtual:ec66"], "no number above 0 and up to 86400 s"),
        (["record", "5", "--controller", "virtual:ec66", "--speed", "2"], "no number above 0 and up to 1"),
        (["record", "5", "--controller", "virtual:ec66", "--motion", "dance"], "not one of"),
        (
            ["record", "5", "--controller", "virtual:ec66", "--payload-kg", "heavy"],
            "no number from 0 to 10000 kg",
        ),
        (["record", "5", "--controller", "carrier-pigeon:7"], "names no controller"),
        (["record", "5", "--controller", "serial:COM3"], "does not tell which robot it is"),
        (["record", "5", "--controller", "virtual:r2d2"], "There is no robot r2d2"),
        (["check", "--controller", "replay:none.h5"], "none.h5"),
        (["check", "--controller", "virtual:ec66?mood=bad"], "no setting mood"),
        (["dance", "--controller", "virtual:ec66"], "not one of"),
        (["check"], "--controller"),
    ],
)
def test_wrong_arguments_are_one_line(run, tmp_path, arguments, said):
    code, out, err = run("run", *arguments, "--into", tmp_path / "cell.h5")
    assert code == 2, err
    assert out == ""
    assert said in err
    assert err.count("\n") == 1
    assert not (tmp_path / "cell.h5").exists()


UNUSABLE = {
    "nope": "There is no robot nope",
    "loop": "There is no robot loop",
    "circle.toml": "Too many levels of symbolic links",
    "folder.toml": "is a folder, not a file",
    "prose.toml": "The robot description prose.toml cannot be used",
    "missing.toml": "There is no file",
    "secret.toml": "does not allow access to",
}
"""Robots that cannot be used, and what is said of each."""


@pytest.fixture
def unusable(tmp_path, monkeypatch):
    """A folder with these robots, in which a command runs."""
    monkeypatch.chdir(tmp_path)
    for name in ("loop", "circle.toml"):
        (tmp_path / name).symlink_to(name)
    (tmp_path / "folder.toml").mkdir()
    for name in ("prose.toml", "secret.toml"):
        (tmp_path / name).write_text("An arm.", encoding="utf-8")
    (tmp_path / "secret.toml").chmod(0)


@pytest.mark.skipif(os.name != "posix", reason="links in a circle, and files that may not be read")
@pytest.mark.parametrize("robot", UNUSABLE)
@pytest.mark.parametrize(
    "command",
    [
        "run record 1 --robot ec66 --controller virtual:{} --into cell.h5",
        "run record 1 --robot {} --controller virtual:ec66 --into cell.h5",
        "run check --robot ec66 --controller virtual:{} --into cell.h5",
        "run check --robot {} --controller virtual:ec66 --into cell.h5",
        "emulate virtual:{} --link port",
    ],
)
def test_a_robot_that_cannot_be_used_is_refused_in_one_sentence(unusable, capfd, command, robot, tmp_path):
    if robot == "secret.toml" and os.access(tmp_path / robot, os.R_OK):
        pytest.skip("this user may read everything")
    before = sorted(tmp_path.iterdir())
    assert main(command.format(robot).split()) == 2
    out, err = capfd.readouterr()
    assert (out, err.count("\n")) == ("", 1), err
    assert UNUSABLE[robot] in err
    assert sorted(tmp_path.iterdir()) == before
