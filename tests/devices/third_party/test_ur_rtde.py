"""SDU's client for arms of Universal Robots (``pip install ur_rtde``) with the emulated controller.

The client runs in a process of its own, in the interpreter that ``TORSION_UR_RTDE_PYTHON`` names, else in
this one. It knows the standard ports only, so the controller has a loopback address of its own.
"""

import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from devices.emulated.ur import EmulatedUr
from devices.emulated.ur_settings import EmulatedUrSettings
from devices.universal_robots.settings import RTDE_PORT
from tests.devices.emulated.fake_arm import JOINTS, KELVIN
from tests.devices.emulated.served import served_ur
from tests.waiting import LIMIT_S

CLIENT = Path(__file__).with_name("_ur_rtde_client.py")
PYTHON = os.environ.get("TORSION_UR_RTDE_PYTHON") or (
    sys.executable if importlib.util.find_spec("rtde_receive") else ""
)

pytestmark = [
    pytest.mark.skipif(not PYTHON, reason="ur_rtde is not installed (TORSION_UR_RTDE_PYTHON)"),
    pytest.mark.skipif(sys.platform == "darwin", reason="macOS has one loopback address only"),
]


@pytest.fixture
def own_address():
    """A loopback address that no other test of this computer uses at the same time."""
    process = os.getpid()
    return f"127.{1 + process % 250}.{process // 250 % 250}.7"


def started(what, address):
    return subprocess.Popen([PYTHON, str(CLIENT), what, address], stdout=subprocess.PIPE, text=True)


def found_by(client):
    found, _ = client.communicate(timeout=LIMIT_S)
    assert client.returncode == 0
    return json.loads(found)


@pytest.mark.parametrize("polyscope", ["3.15", "5.11", "5.23"])
def test_it_receives(own_address, polyscope):
    with served_ur(polyscope, host=own_address, port=RTDE_PORT, payload=1.5) as (_, order):
        client = started("receive", own_address)
        assert client.stdout.readline() == "received\n"
        order("protective-stop")
        found = found_by(client)
    assert found["current"] == pytest.approx((0.5 * JOINTS).tolist())
    assert found["moment"] == pytest.approx((10.0 * JOINTS).tolist())
    assert found["temperature"] == pytest.approx((KELVIN + JOINTS - 273.15).tolist())
    assert (found["mode"], found["payload"]) == (7, 1.5)


def test_it_asks_the_dashboard(own_address):
    with served_ur(host=own_address, port=RTDE_PORT):
        assert found_by(started("dashboard", own_address)) == {
            "mode": "Robotmode: RUNNING",
            "serial": "20000000000",
            "model": "UR10",
            "remote": True,
            "later": "Robotmode: POWER_OFF",
        }


def test_it_moves_the_arm_sets_its_payload_and_stops_it(own_address):
    controller = EmulatedUr(EmulatedUrSettings("ur10e"), host=own_address, port=RTDE_PORT)
    try:
        found = found_by(started("control", own_address))
        programs = controller.controller.programs
        assert (programs.taken, programs.refused) == (["rtde_control"], [])
    finally:
        controller.close()
    assert found["moved"]
    assert found["reached"] == pytest.approx(found["target"], abs=0.002)
    assert found["center"] == pytest.approx([0.01, 0.0, 0.1])
    assert found["moves"], "it went on in the background"
    assert found["later"] == pytest.approx(found["stopped"], abs=0.01)
    assert min(abs(a - b) for a, b in zip(found["later"], found["home"], strict=True)) > 0.02
