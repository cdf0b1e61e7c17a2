"""The maker's client of EC controllers (``pip install elirobots``) reads, loads and moves the emulated one.

The client knows the standard ports only, so the controller has a loopback address of its own.
"""

import contextlib
import importlib.util
import json
import os
import socket
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from devices.elite_ec.settings import CALLS_PORT, MONITOR_ABOVE
from devices.emulated.ec import EmulatedEc
from devices.emulated.ec_settings import parse_emulated_ec

CLIENT = Path(__file__).with_name("_elirobots_client.py")

pytestmark = [
    pytest.mark.skipif(importlib.util.find_spec("elite") is None, reason="elirobots is not installed"),
    pytest.mark.skipif(sys.platform == "darwin", reason="macOS has one loopback address only"),
]


@pytest.fixture(params=["", "?frame=639"])
def address(request):
    process = os.getpid()
    found = f"127.{1 + process % 250}.{process // 250 % 250}.8"
    settings = parse_emulated_ec(f"elite-ec:ec66{request.param}")
    with contextlib.closing(EmulatedEc(settings, host=found)):
        yield found


def test_it_reads_loads_and_moves(address):
    for port in (CALLS_PORT, CALLS_PORT + MONITOR_ABOVE):  # clients that look and leave harm no one
        with socket.create_connection((address, port)) as other:
            other.sendall(b'{"a"' if port == CALLS_PORT else b"")
            if port != CALLS_PORT:
                other.recv(4)
    done = subprocess.run(
        [sys.executable, str(CLIENT), address],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert (found["mode"], found["state"], found["emergency_stop"]) == ("REMOTE", "STOP", 0)
    assert found["version"].startswith("v3.5")
    assert "EC66" in found["shown"]
    assert found["servo_on"] is True
    assert len(found["joint"]) == len(found["motor"]) == len(found["torques"]) == 8
    monitor = found["monitor"]
    assert monitor["frames"] >= 100
    assert monitor["size"] > 607
    assert (monitor["mode"], monitor["servo"]) == (2, 1)
    assert monitor["position"] == pytest.approx(found["joint"], abs=0.01)
    assert np.abs(monitor["torque"]).max() > 5.0
    assert found["set_payload"] is True
    assert found["payload"] == [2.0, [0, 0, 50]]
    assert found["moved"] is True
    assert found["arrived"] == pytest.approx(found["target"], abs=0.1)
    assert found["unknown"][0] is False
    assert "noSuchMethod" in found["unknown"][1]
    assert (found["running"], found["stopped"]) == ("PLAY", True)
    assert abs(found["between"][5] - found["joint"][5]) > 1.0, "it stopped on the way back"
