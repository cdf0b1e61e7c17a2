"""``torsion run friction`` on virtual robots, against the friction that they were built with."""

import json

import numpy as np
import pytest

from app.__main__ import main
from core.robot.library import load_robot
from core.storage.visit import Visit
from devices.acquisition import stream_checks
from devices.virtual.physics.truth import true_arm
from tests.waiting import LIMIT_S

pytestmark = pytest.mark.thorough

ROBOT, SEED = "szabo-3r", 3
CONTROLLER = f"virtual:{ROBOT}?pace=fast&seed={SEED}"
COLD_K = 298.15
JOINT_KEYS = {
    "joint",
    "number",
    "speed",
    "friction",
    "friction_std",
    "load",
    "even",
    "pose",
    "chosen",
    "fits",
    "load_coefficient",
    "load_coefficient_std",
    "drift",
    "warming",
    "verdict",
    "reasons",
}


def swept(folder, controller: str, *more: str):
    visit, said = folder / "cell.h5", folder / "friction.json"
    arguments = ["run", "friction", "--controller", controller, "--into", str(visit)]
    with pytest.MonkeyPatch.context() as patient:  # a busy machine may hold samples up for a second
        patient.setattr("devices.safety.safe_arm.SILENCE_S", LIMIT_S)
        patient.setattr("devices.open_arm.conversation.SILENCE_S", LIMIT_S)
        patient.setitem(stream_checks.SilenceCheck.__init__.__kwdefaults__, "limit", LIMIT_S)
        code = main([*arguments, *more, "--json", str(said)])
    document = json.loads(said.read_text("utf-8"))
    assert code == 0, document["error"] or document["friction"]
    return visit, document


@pytest.fixture(scope="module")
def friction(tmp_path_factory):
    """The quick form, two joints, slow; made once."""
    folder = tmp_path_factory.mktemp("friction")
    return swept(folder, CONTROLLER, "--quick", "--joints", "2,3", "--speeds", "5", "--floor", "none")


def true_friction(
    number: int, speed: np.ndarray, load: np.ndarray, *, robot: str = ROBOT, seed: int = SEED
) -> np.ndarray:
    """Odd part of what the virtual arm was built with, as its nominal drive gains show it."""
    described = load_robot(robot)
    arm, count = true_arm(described, seed), described.joint_count
    shown = arm.drive.nominal_gain[number] / arm.drive.gain[number]
    found = []
    for each, carried in zip(speed, load, strict=True):
        velocity, transmitted = np.zeros(count), np.zeros(count)
        velocity[number], transmitted[number] = each, carried / shown
        ways = [
            arm.friction.steady(way * velocity, load=transmitted, temperature=COLD_K)[number]
            for way in (1.0, -1.0)
        ]
        found.append(0.5 * (ways[0] - ways[1]) * shown)
    return np.array(found)


def test_the_points_are_the_friction_the_arm_was_built_with(friction):
    _, document = friction
    assert document["procedure"] == "friction"
    assert document["recordings"] == ["friction"]
    found = document["friction"]
    assert [joint["number"] for joint in found["joints"]] == [2, 3]
    for joint in found["joints"]:
        assert joint.keys() >= JOINT_KEYS
        speed, points = np.array(joint["speed"]), np.array(joint["friction"])
        assert len(points) >= 5
        assert speed.max() > 10.0 * speed.min()
        true = true_friction(joint["number"] - 1, speed, np.array(joint["load"]))
        assert points == pytest.approx(true, rel=0.015)
        assert np.all(np.array(joint["friction_std"]) < 0.03 * points)
        kinds = {fit["kind"] for fit in joint["fits"]}
        assert kinds == {"coulomb-viscous", "stribeck", "continuous", "bidirectional", "load-dependent"}
        assert joint["chosen"] in kinds
        assert joint["verdict"] in {"good", "usable"}
    assert found["best_kind"] in kinds


def test_it_is_in_the_visit_with_its_recording(friction):
    visit, _ = friction
    with Visit.open(visit) as opened:
        assert opened.labels == ("friction",)
        assert [entry.kind for entry in opened.results()] == ["friction-sweeps", "link-position"]


def test_a_controller_that_moves_from_pose_to_pose_alone(tmp_path):
    controller = f"virtual:{ROBOT}?kind=closed&pace=fast&seed={SEED}"
    arguments = ["--quick", "--joints", "3", "--speeds", "4", "--floor", "none"]
    _, document = swept(tmp_path, controller, *arguments)
    (joint,) = document["friction"]["joints"]
    points = np.array(joint["friction"])
    true = true_friction(2, np.array(joint["speed"]), np.array(joint["load"]))
    assert points == pytest.approx(true, rel=0.04)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--joints", "9"], "no joint 9"),
        (["--speeds", "2"], "no whole number from 3 to 100"),
        (["--speed", "1.5"], "no number above 0 and up to 1"),
        (["--poses", "0"], "no whole number"),
    ],
)
def test_what_cannot_be_swept_is_said_in_a_line(run, tmp_path, arguments, said):
    code, out, err = run(
        "run", "friction", "--controller", CONTROLLER, "--into", tmp_path / "c.h5", *arguments
    )
    assert code == 2, err
    assert said in err
    assert out == ""


def test_a_wrist_that_carries_no_weight_says_nothing_of_the_unit(tmp_path):
    """The torque of its friction is hundreds of times that of its weight, and no sign of another unit."""
    _, document = swept(tmp_path, "virtual:ec66?pace=fast", "--quick", "--joints", "6")
    assert document["friction"]["verdict"] in {"good", "usable"}
