"""Side by side: the virtual robot against real time, and against a plain MuJoCo arm.

``torsion bench virtual_robot`` runs ``measure``. Every robot is timed in a child process with
one thread: one control period of 1 ms is four physics steps of everything the virtual arm has,
its position loop, and one reading of all its sensors. The peer is MuJoCo alone at the same
step on a rigid arm of the same links, with its own position drives (see ``_virtual_robot_race``).
Ratios above one mean faster than real time.
"""

from typing import Any

import mujoco

from core.robot.library import load_robot, shipped_robots
from tests.benchmarks._processes import race

SECONDS = 2.0


def measure(*, robots: tuple[str, ...] | None = None, seconds: float = SECONDS) -> dict[str, Any]:
    """Simulated over measured seconds of each robot; plain values that JSON can hold."""
    names = robots or tuple(name for name in shipped_robots() if not load_robot(name).output_locked)
    found: dict[str, Any] = {name: race("_virtual_robot_race.py", name, seconds) for name in names}
    found["peer"] = f"MuJoCo {mujoco.__version__}, rigid arm, same step"
    return found
