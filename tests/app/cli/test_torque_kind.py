"""``torsion torque-kind``: from two still recordings to the option behind the address."""

import json

import pytest

from core.identification.torque_kind import TORQUE_KIND, TorqueKindFinding
from core.recording import TorqueKind
from core.robot.library import load_robot
from core.robot.toml_writing import robot_text
from core.storage.visit import Visit
from devices.emulated.arm import LOAD_CENTER
from tests.app.cli.test_emulate import emulating
from tests.core.identification.test_torque_kind import CENTER, MASS, recorded
from tests.devices.universal_robots.moved import patience

PAIR = ("--unloaded", "free", "--loaded", "loaded", "--mass", MASS)
LOAD = (*PAIR, "--center", *CENTER)


@pytest.fixture
def visit(tmp_path):
    path = tmp_path / "visit.h5"
    with Visit.create(path, robot_toml=robot_text(load_robot("ur10e"))) as created:
        created.add_recording(recorded("motor", 0.0, label="free"))
        created.add_recording(recorded("motor", MASS, label="loaded"))
    return path


def test_the_kind_is_found_stored_with_the_serial_number_and_named_for_the_address(run, visit, tmp_path):
    said = tmp_path / "said.json"
    code, out, err = run("torque-kind", visit, *LOAD, "--json", said)
    assert code == 0, err
    assert "torque=motor-torque" in " ".join(out.split())
    document = json.loads(said.read_text("utf-8"))
    assert (document["kind"], document["serial"]) == ("motor-torque", "S1")
    with Visit.open(visit) as stored:
        found = stored.result(document["result"], TorqueKindFinding)
        assert [entry.kind for entry in stored.results(TORQUE_KIND)] == [TORQUE_KIND]
    assert found.kind is TorqueKind.MOTOR_TORQUE
    assert found.serial == "S1"


def test_what_stays_unknown_is_said_and_not_stored(run, visit):
    code, out, _ = run("torque-kind", visit, "--unloaded", "free", "--loaded", "free", "--mass", "5")
    assert code == 1
    assert "friction holds the load" in " ".join(out.split())
    assert "torque=" not in out
    with Visit.open(visit) as stored:
        assert stored.results(TORQUE_KIND) == ()


@pytest.mark.parametrize("mass", ["0", "-1", "nan"])
def test_a_load_without_mass_is_refused(run, visit, mass):
    code, _, err = run("torque-kind", visit, "--unloaded", "free", "--loaded", "loaded", "--mass", mass)
    assert code == 2
    assert "is no number above 0" in err


@pytest.mark.thorough
def test_the_emulated_arm_is_seen_through_the_friction_of_its_gears(repository, run, tmp_path):
    """Drives and physics in a process of their own: what the load changes is not its weight alone."""
    visit = tmp_path / "cell.h5"
    with patience(), emulating(repository, "elite-cs:cs66?seed=3", "--port", "0") as process:
        named = ("--controller", process.said.split()[1], "--robot", "cs66", "--into", visit)
        for order in ("load 0", "load 5", ""):  # the second recording gives the arm time to settle
            process.stdin.write(f"{order}\n" if order else "")
            process.stdin.flush()
            assert run("run", "record", "3", "--motion", "still", *named)[0] == 0
    code, out, err = run(
        "torque-kind", visit, "--unloaded", "record", "--loaded", "record (3)", "--mass", "5",
        "--center", *LOAD_CENTER,
    )  # fmt: skip
    assert code == 0, f"{out}\n{err}"
    assert "torque=motor-torque" in " ".join(out.split())
