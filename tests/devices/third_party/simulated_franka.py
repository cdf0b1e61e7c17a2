"""Starts a simulated arm of ``franky-sim`` in the interpreter that has it.

``python -m tests.devices.third_party.simulated_franka WORD …`` is ``torsion WORD …``, but it bears with a
busy computer: with cycles that come late, and with a simulation that is not heard for a while.
"""

import contextlib
import importlib.util
import json
import os
import re
import subprocess
import sys
from pathlib import Path

from app.__main__ import main as torsion
from core.robot.library import load_robot
from devices.acquisition.stream_checks import SilenceCheck
from devices.driving.arm_in_process import ArmApart, _Side
from devices.franka import controller
from devices.franka.settings import parse_franka
from devices.safety import safe_arm
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
REPOSITORY = Path(__file__).resolve().parents[3]
SERIAL = "SIMULATED"
_LEFT = re.compile(r"--sweeps\s+([0-9,]+)")
_MOST_RUNS = 4


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
    settings = parse_franka(f"franka:{host}?motion=allowed&serial={SERIAL}")
    robot = load_robot("fr3")
    with patched() as patch:
        patch.setitem(_Side.ask.__kwdefaults__, "timeout", PATIENT_S)
        arm = ArmApart(settings, make=patient_franka, robot=robot, pulse=SteadyPulse(), read_only=None)
        arm.connect()
        try:
            yield arm
        finally:
            arm.disconnect()


def weighed(visit, host, load):
    """What ``torsion payload`` finds of a load of kg at x, y, z m, after quick sweeps without and with it.

    Sweeps that a busy computer ended are run again, as the command asks for.
    """
    arm_words = ("--controller", f"franka:{host}?serial={SERIAL}&motion=allowed", "--robot", "fr3")
    words = ("run", "payload", "--mode", "quick", *arm_words, "--confirm", SERIAL, "--clear-cell")
    for label, hung in (("unloaded", ()), ("loaded", load)):
        left = ()
        for _ in range(_MOST_RUNS):
            with simulated(host, *hung):
                said = typed(*words, "--load", label, "--into", str(visit), *left)
            if (asked := _LEFT.search(said)) is None:
                break
            left = ("--sweeps", asked[1])
        else:
            raise AssertionError(said)
    answer = visit.with_suffix(".json")
    typed("payload", str(visit), "--json", str(answer))
    return json.loads(answer.read_text("utf-8"))


def typed(*words):
    """What a command prints."""
    done = subprocess.run(
        [sys.executable, "-m", __name__, *words], cwd=REPOSITORY, capture_output=True, text=True, check=False
    )
    assert done.returncode in {0, 1}, f"{done.stdout}\n{done.stderr}"
    return f"{done.stdout}\n{done.stderr}"


def _patient_torsion():
    _Side.ask.__kwdefaults__["timeout"] = PATIENT_S
    SilenceCheck.__init__.__kwdefaults__["limit"] = PATIENT_S
    safe_arm.SILENCE_S = PATIENT_S
    controller.FrankaArm = patient_franka
    return torsion()


if __name__ == "__main__":
    raise SystemExit(_patient_torsion())
