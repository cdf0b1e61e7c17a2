"""``torsion run`` on an arm of Universal Robots or Elite: what may move it, and what is found then."""

import json

import numpy as np
import pytest

import resources
from app import features
from app.features.encoders.procedure import WATCH_S, CheckProcedure
from devices.driving.pulse import Pulse
from devices.protocol_rtde import setup
from tests.app.cli.test_emulate import emulating
from tests.app.cli.test_run_friction import true_friction
from tests.devices.emulated.commanded_arm import HOME, CommandedArm
from tests.devices.emulated.controllers import emulated_cs, emulated_ec, emulated_ur
from tests.devices.emulated.rtde_client import rtde_client
from tests.devices.universal_robots.moved import patience

SERIAL = "20000000000"
PROCEDURES = tuple(procedure.name for feature in features.FEATURES for procedure in feature.procedures())
MORE = {
    "record": ("1", "--motion", "sway"),
    "compensate": ("--place", "0", "-60", "60", "0", "30", "0"),
    "friction": ("--quick",),
    "payload": ("--mode", "quick"),
}
ONLY_WATCHES = {"check"}
"""Procedures that record what the arm does by itself where they cannot move it."""
OTHER_REASON = {"torque-ramps": "output is locked"}
"""Procedures that this arm is not fit for, whatever is allowed."""


class Still:
    """An emulated controller that no program may reach."""

    def __init__(self, emulated, robot, serial):
        self.emulated, self.robot, self.serial = emulated, robot, serial

    def uri(self, *options):
        """Its name with these options."""
        name, _, query = self.emulated.uri.partition("?")
        return f"{name}?{'&'.join(filter(None, (query, *options)))}"

    @property
    def has_moved(self):
        programs = getattr(self.emulated.controller, "programs", None)
        return programs is not None and programs.taken != []


MAKERS = {
    "ur": (emulated_ur, "ur10e", SERIAL),
    "elite-cs": (emulated_cs, "cs66", "EMULATED-0"),
    "elite-ec": (emulated_ec, "ec66", "EMULATED-0"),
}


HOMES = {"elite-ec": np.array([0.0, 0.87, 1.05, -0.35, -0.61, -0.7])}
"""Poses above the floor, where the description counts its joints from another side."""


@pytest.fixture(scope="module", params=MAKERS)
def still(request, tmp_path_factory):
    body = CommandedArm(HOMES.get(request.param, HOME))
    emulate, robot, serial = MAKERS[request.param]
    if robot == "cs66":  # the shipped description states no speeds, and would be refused for that
        robot = with_speeds(robot, tmp_path_factory.mktemp("robot") / "cs66.toml")
    with emulate(arm=body) as emulated:
        yield Still(emulated, robot, serial)
    assert np.ptp(np.array(body.trace), axis=0).max() == 0.0, "the arm has moved"


def with_speeds(name, path):
    """A copy of a shipped description with a speed limit for each joint."""
    text = resources.path(f"robots/{name}.toml").read_text("utf-8")
    path.write_text(text.replace("[[joints]]\n", "[[joints]]\nvelocity_deg = 150\n"), "utf-8")
    return path


def named(uri, tmp_path, robot="ur10e"):
    return ("--controller", uri, "--robot", robot, "--into", tmp_path / "cell.h5")


def run_on(run, tmp_path, name, uri, *more, robot="ur10e"):
    return run("run", name, *MORE.get(name, ()), *named(uri, tmp_path, robot), *more)


def test_every_procedure_is_tried():
    assert {"check", "record", "excite", "verify", "friction", "payload"} <= set(PROCEDURES)


@pytest.mark.parametrize("name", PROCEDURES)
def test_without_consent_nothing_moves_and_the_refusal_says_what_to_write(
    run, still, tmp_path, name, monkeypatch
):
    watched = CheckProcedure.__init__.__defaults__
    monkeypatch.setattr(
        CheckProcedure.__init__, "__defaults__", tuple(0.3 if it == WATCH_S else it for it in watched)
    )
    code, _, err = run_on(run, tmp_path, name, still.uri(), "--confirm", still.serial, robot=still.robot)
    if name in ONLY_WATCHES:
        assert code in {0, 1}
    else:
        assert code == 2
        assert OTHER_REASON.get(name, "motion=allowed") in err
    assert not still.has_moved


@pytest.mark.parametrize("name", PROCEDURES)
def test_without_a_confirmed_serial_number_nothing_moves(run, still, tmp_path, name):
    code, _, err = run_on(run, tmp_path, name, still.uri("motion=allowed"), robot=still.robot)
    assert code == 2, err
    assert not still.has_moved


@pytest.mark.parametrize(
    ("name", "change"),
    [("check", lambda it: f"{it}1"), ("record", lambda _it: ""), ("friction", lambda it: it[:-1])],
)
def test_a_wrong_serial_number_moves_nothing(run, still, tmp_path, name, change):
    confirmed = ("--confirm", change(still.serial))
    code, _, err = run_on(run, tmp_path, name, still.uri("motion=allowed"), *confirmed, robot=still.robot)
    assert code == 2
    assert "is not the serial number of this arm" in err
    assert not still.has_moved


def test_an_address_that_names_another_arm_moves_nothing(run, still, tmp_path):
    if still.robot == "ec66":
        pytest.skip("no request asks this controller for its number")
    uri = still.uri("motion=allowed", "serial=20245500001")
    code, _, err = run_on(run, tmp_path, "record", uri, "--confirm", "20245500001", robot=still.robot)
    assert code == 2
    assert still.serial in err
    assert not still.has_moved


def test_gears_cannot_be_judged_by_one_encoder(run, still, tmp_path):
    confirmed, uri = ("--confirm", still.serial), still.uri("motion=allowed")
    code, _, err = run_on(run, tmp_path, "load-steps", uri, *confirmed, robot=still.robot)
    assert code == 2
    assert "Universal Robots and of Elite send one encoder per joint" in err
    assert not still.has_moved


@pytest.mark.parametrize("kind", ["open", "closed"])
def test_a_short_motion_is_recorded_as_it_was_commanded(run, tmp_path, kind, monkeypatch):
    body = CommandedArm()
    with patience(), emulated_ur(arm=body) as emulated:
        monkeypatch.setattr(Pulse, "is_alive", lambda _pulse: True)
        uri = f"{emulated.uri}&motion=allowed&kind={kind}"
        said = tmp_path / "said.json"
        code, out, err = run_on(run, tmp_path, "record", uri, "--confirm", SERIAL, "--json", said)
        assert code == 0, f"{out}\n{err}"
        assert f"the serial number {SERIAL} stands for the window's first trial" in out
        assert "Program" not in out, "the program that moves the arm is our own"
        programs = emulated.controller.programs
        assert set(programs.taken) == {"torsion_run"}
        assert programs.refused == []
    document = json.loads(said.read_text("utf-8"))
    assert document["serial"] == SERIAL
    programs = [event for event in document["events"] if event["code"].startswith("program-")]
    assert programs
    assert all(event["facts"] == {"by": "torsion"} for event in programs)
    assert np.ptp(np.array(body.trace), axis=0).max() > 0.01


def test_a_register_of_a_fieldbus_is_named_and_not_the_consent(run, tmp_path):
    with emulated_ur(arm=CommandedArm()) as emulated, rtde_client(emulated.port) as other:
        other.ask(setup.protocol_request(2))
        other.ask(setup.input_request(("input_int_register_24",)))
        uri = f"{emulated.uri}&motion=allowed"
        code, _, err = run_on(run, tmp_path, "friction", uri, "--confirm", SERIAL)
        assert code == 1
        assert "EtherNet/IP" in err
        assert "motion=allowed" not in err
        code, _, err = run(
            "run", "record", "0.3", "--motion", "still", *named(uri, tmp_path), "--confirm", SERIAL
        )
        assert code == 0, err


@pytest.mark.thorough
def test_friction_is_that_of_the_emulated_arm(repository, run, tmp_path, monkeypatch):
    """With drives and physics in a process of their own, in real time."""
    monkeypatch.setattr(Pulse, "is_alive", lambda _pulse: True)
    said = tmp_path / "said.json"
    with patience(), emulating(repository, "ur:ur10e?polyscope=5.23", "--port", "0") as process:
        uri = f"{process.said.split()[1]}&motion=allowed"
        sweeps = ("--joints", "6", "--speeds", "5", "--poses", "1")
        code, _, err = run_on(
            run, tmp_path, "friction", uri, *sweeps, "--confirm", SERIAL, "--clear-cell", "--json", said
        )
    document = json.loads(said.read_text("utf-8"))
    assert "friction" in document, (code, document["error"], err)
    (joint,) = document["friction"]["joints"]
    points, speed = np.array(joint["friction"]), np.array(joint["speed"])
    assert len(points) >= 3
    true = true_friction(5, speed, np.array(joint["load"]), robot="ur10e", seed=0)
    assert points == pytest.approx(true, rel=0.03)
