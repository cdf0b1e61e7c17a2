"""franky (``pip install franky-control``) with the emulated controller.

The client runs in a process of its own, in the interpreter that ``TORSION_FRANKY_PYTHON`` names, else in
this one. It knows the standard port only, so the controller has a loopback address of its own.
"""

import importlib.util
import os
import sys

import pytest

from tests.devices.franka.rig import emulated_apart
from tests.devices.third_party.franka_clients import asked

PYTHON = os.environ.get("TORSION_FRANKY_PYTHON") or (
    sys.executable if importlib.util.find_spec("franky") else ""
)
pytestmark = pytest.mark.skipif(not PYTHON, reason="franky-control is not installed (TORSION_FRANKY_PYTHON)")


def test_a_joint_motion_arrives():
    with emulated_apart("franka:fr3") as emulated:
        found = asked(PYTHON, "jog", emulated.host)
    assert found["reached"] == pytest.approx(found["target"], abs=3e-3)
