"""Starts a simulated arm of ``franky-sim`` in the interpreter that has it."""

import contextlib
import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path

from core.robot.library import load_robot
from devices.driving.apart import ArmApart, _Side
from devices.franka.settings import parse_franka
from tests.devices.promised.bench import PATIENT_S, SteadyPulse
from tests.devices.promised.families import patched
from tests.devices.promised.patient import patient_franka

PYTHON = os.environ.get("TORSION_FRANKY_SIM_PYTHON") or (
    sys.executable if importlib.util.find_spec("franky_sim") else ""
)
MISSING = (
    "franky-sim is not installed: pip install franky-sim==1.0.4, here or in an environment of its own, whose "
    "python TORSION_FRANKY_SIM_PYTHON names"
)
SERVER = Path(__file__).with_name("_franky_server.py")


class Simulated:
    """A simulated arm at ``host``; ``truth()`` is what it knows of its joints."""

    def __init__(self, host, process):
        self.host, self._process = host, process

    def truth(self):
        self._process.stdin.write("truth\n")
        self._process.stdin.flush()
        return json.loads(self._process.stdout.readline())

    def kill(self):
        """End the process at once, as a cut power supply does."""
        self._process.kill()
        self._process.wait()


@contextlib.contextmanager
def simulated(host, *load):
    """A simulated arm in a process of its own, with a load of kg at x, y, z m if given."""
    command = [PYTHON, str(SERVER), host, *map(str, load)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert json.loads(process.stdout.readline())["address"] == host
            yield Simulated(host, process)
        finally:
            process.stdin.close()
            process.stdout.close()


@contextlib.contextmanager
def moved(host):
    """The driver that moves the arm there by the maker's client; it is patient with a busy computer.

    What makes it patient is as it was for the tests that come afterwards.
    """
    settings = parse_franka(f"franka:{host}?motion=allowed&serial=SIMULATED")
    robot = load_robot("fr3")
    with patched() as patch:
        patch.setitem(_Side.ask.__kwdefaults__, "timeout", PATIENT_S)
        arm = ArmApart(settings, make=patient_franka, robot=robot, pulse=SteadyPulse(), read_only=None)
        arm.connect()
        try:
            yield arm
        finally:
            arm.disconnect()
