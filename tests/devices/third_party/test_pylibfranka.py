"""The maker's client (``pip install pylibfranka``) with the emulated controller.

The client runs in a process of its own, in the interpreter that ``TORSION_PYLIBFRANKA_PYTHON`` names, else
in this one. It knows the standard port only, so the controller has a loopback address of its own.
"""

import importlib.util
import json
import os
import sys

import pytest

from devices.protocol_fci.state import ERRORS
from tests.devices.franka.rig import emulated_apart
from tests.devices.third_party.franka_clients import asked, started

PYTHON = os.environ.get("TORSION_PYLIBFRANKA_PYTHON") or (
    sys.executable if importlib.util.find_spec("pylibfranka") else ""
)
pytestmark = pytest.mark.skipif(
    not PYTHON, reason="pylibfranka is not installed (TORSION_PYLIBFRANKA_PYTHON)"
)


@pytest.fixture(scope="module")
def emulated():
    with emulated_apart("franka:fr3") as controller:
        yield controller


def test_it_reads_states_and_its_model_agrees_with_the_torques(emulated):
    found = asked(PYTHON, "states", emulated.host)
    steps = found["steps"]
    # of states that came while it was kept waiting, the client takes the newest alone
    assert min(steps) == 1
    assert found["mode"]
    assert max(map(abs, found["bend"])) > 1e-4, "the gears bend under the arm's weight"
    # the maker's library computes the gravity from the URDF that it was given
    assert found["torque"] == pytest.approx(found["gravity"], abs=0.3)


def test_a_load_is_read_back_and_one_that_is_too_heavy_refused(emulated):
    found = asked(PYTHON, "load", emulated.host)
    assert found["mass"] == pytest.approx(1.25)
    assert found["center"] == pytest.approx([0.01, 0.02, 0.03])
    assert found["inertia"] == pytest.approx([0.001, 0, 0, 0, 0.001, 0, 0, 0, 0.001])
    assert "Set Load command rejected: invalid argument" in found["refused"]


@pytest.mark.parametrize("generator", ["motion", "velocity"])
def test_it_moves_a_joint_for_a_second(emulated, generator):
    found = asked(PYTHON, generator, emulated.host)
    assert found["way"] == pytest.approx([0.0] * 6 + [0.1], abs=3e-3)


def test_it_names_every_error_as_we_do(emulated):
    with started(PYTHON, "errors", emulated.host) as client:
        assert client.stdout.readline() == "ready\n"
        for name in ERRORS:
            emulated("show_errors", name)
            client.stdin.write("look\n")
            client.stdin.flush()
            assert client.stdout.readline() == "seen\n"
        client.stdin.close()
        found = json.loads(client.stdout.readline())
    emulated("show_errors")
    assert found == [[name] for name in ERRORS]
