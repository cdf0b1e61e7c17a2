"""Side by side: the virtual robot against real time, and against a plain MuJoCo arm.

``torsion bench virtual_robot`` runs ``measure``. Every robot is timed in a child process with
one thread: one control period of 1 ms is four physics steps of everything the virtual arm has,
its position loop, and one reading of all its sensors. The peer is MuJoCo alone at the same
step on a rigid arm of the same links, with its own position drives (see ``_virtual_robot_race``).
Ratios above one mean faster than real time.
"""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import mujoco

from core.robot.library import shipped_robots

FOLDER = Path(__file__).resolve().parent
REPOSITORY = FOLDER.parent.parent
SECONDS = 2.0
ONE_THREAD = {
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "NUMBA_NUM_THREADS": "1",
}


def measure(*, robots: tuple[str, ...] | None = None, seconds: float = SECONDS) -> dict[str, Any]:
    """Simulated over measured seconds of each robot; plain values that JSON can hold."""
    names = shipped_robots() if robots is None else robots
    found: dict[str, Any] = {name: _child(name, seconds) for name in names}
    found["peer"] = f"MuJoCo {mujoco.__version__}, rigid arm, same step"
    return found


def _child(name: str, seconds: float) -> dict[str, Any]:
    finished = subprocess.run(
        [sys.executable, str(FOLDER / "_virtual_robot_race.py"), name, str(seconds)],
        env={**os.environ, **ONE_THREAD, "PYTHONPATH": str(REPOSITORY)},
        cwd=REPOSITORY,
        check=True,
        capture_output=True,
        text=True,
    )
    result: dict[str, Any] = json.loads(finished.stdout)
    return result
