"""``torsion run load-steps`` on a virtual robot: what is shown first, what is recorded, what bends."""

import json

import numpy as np
import pytest

from app.__main__ import main
from core.elasticity.load_steps_poses import GravityLoads
from core.recording import Quantity
from core.robot.library import load_robot
from core.storage.visit import Visit
from devices.acquisition import stream_checks
from devices.virtual.physics.truth import true_arm
from tests.waiting import LIMIT_S

pytestmark = pytest.mark.thorough

ROBOT, SEED = "szabo-3r", 3
CONTROLLER = f"virtual:{ROBOT}?pace=fast&seed={SEED}"
QUICKLY = ("--speed", "10", "--seconds", "8", "--steps", "2", "--floor", "none")


@pytest.fixture(scope="module")
def stepped(tmp_path_factory):
    """All joints that the arm's weight loads, in seconds instead of a minute; made once."""
    folder = tmp_path_factory.mktemp("load-steps")
    visit, said = folder / "cell.h5", folder / "steps.json"
    arguments = ["run", "load-steps", "--controller", CONTROLLER, "--into", str(visit), *QUICKLY]
    with pytest.MonkeyPatch.context() as patient:  # a busy machine may hold samples up for a second
        patient.setattr("devices.safety.safe_arm.SILENCE_S", LIMIT_S)
        patient.setattr("devices.open_arm.conversation.SILENCE_S", LIMIT_S)
        patient.setitem(stream_checks.SilenceCheck.__init__.__kwdefaults__, "limit", LIMIT_S)
        code = main([*arguments, "--payload-kg", "0", "--json", str(said)])
    document = json.loads(said.read_text("utf-8"))
    assert code == 0, document["error"]
    return visit, document


def test_it_says_which_joints_gravity_loads_and_which_not(stepped):
    _, document = stepped
    assert (document["procedure"], document["recordings"]) == ("load-steps", ["load-steps"])
    found = document["load_steps"]
    assert [joint["number"] for joint in found["joints"]] == [2, 3]
    for joint in found["joints"]:
        assert joint["reverses"]
        assert joint["load_high"] - joint["load_low"] >= joint["load_needed"]
        assert (joint["strokes"], joint["standstills"]) == (4, 8)
        assert joint["motor_turns"] == pytest.approx(101.0 * (joint["high"] - joint["low"]) / (2.0 * np.pi))
    (poor,) = found["poorly_loaded"]
    assert (poor["number"], poor["obstacle"], poor["is_run"]) == (1, "vertical-axis", False)
    assert poor["payload_mass"] is None
    assert found["masses_known"]
    assert "deflection" not in document, "the visit has no model yet"


def test_strokes_and_standstills_are_events(stepped):
    visit, document = stepped
    with Visit.open(visit) as opened:
        recording = opened.recording("load-steps")
    assert recording.payload_mass == 0.0
    left_out = [event for event in recording.events if event.code == "load-step-left-out"]
    assert [event.facts["joint"] for event in left_out] == ["joint_1"]
    for joint in document["load_steps"]["joints"]:
        number = joint["number"] - 1
        own = [event.code for event in recording.events if event.facts.get("joint") == number]
        assert own.count("load-stroke-begins") == joint["strokes"]
        assert own.count("standstill-begins") == joint["standstills"]


def strokes(events, number: int) -> list[tuple[float, float]]:
    """When each stroke of a joint began and ended."""
    times = {
        kind: [e.time for e in events if e.code == f"load-stroke-{kind}" and e.facts["joint"] == number]
        for kind in ("begins", "ends")
    }
    return list(zip(times["begins"], times["ends"], strict=True))


def test_the_gears_bend_as_the_arm_was_built(stepped):
    """Twist over load, each way from its own middle: friction of the motor and lag do not count."""
    visit, document = stepped
    robot, truth = load_robot(ROBOT), true_arm(load_robot(ROBOT), SEED)
    with Visit.open(visit) as opened:
        recording = opened.recording("load-steps")
        time = recording.time[:]
        link = np.asarray(recording.columns[Quantity.LINK_POSITION][:])
        twist = np.asarray(recording.columns[Quantity.MOTOR_POSITION][:]) - link
        events = recording.events
    for joint in document["load_steps"]["joints"]:
        number = joint["number"] - 1
        loads, bends = [], []
        for begin, end in strokes(events, number):
            rows = (time >= begin) & (time <= end)
            load = GravityLoads(robot).torque(link[rows])[:, number]
            loads.append(load - load.mean())
            bends.append(twist[rows, number] - twist[rows, number].mean())
        load, bend = np.concatenate(loads), np.concatenate(bends)
        assert np.ptp(load) > 0.9 * (joint["load_high"] - joint["load_low"])
        stiffness = (load @ load) / (load @ bend)
        assert stiffness == pytest.approx(truth.gear.stiffness[number], rel=0.15)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--joints", "9"], "no joint 9"),
        (["--rounds", "1"], "no whole number from 2 to 100"),
        (["--payload-com", "0.1", "0", "0"], "--payload-kg"),
        (["--payload-kg", "0", "--payload-com", "0.1", "0", "0"], "has to be above 0"),
        (["--speed", "-1"], "-1"),
    ],
)
def test_what_cannot_be_run_is_said_in_a_line(run, tmp_path, arguments, said):
    code, out, err = run(
        "run", "load-steps", "--controller", CONTROLLER, "--into", tmp_path / "c.h5", *arguments
    )
    assert code == 2, err
    assert said in err
    assert out == ""


def test_a_controller_with_one_encoder_a_joint(run, tmp_path):
    closed = f"virtual:{ROBOT}?kind=closed&pace=fast"
    code, _, err = run("run", "load-steps", "--controller", closed, "--into", tmp_path / "c.h5")
    assert code == 2
    assert "both encoders" in err
