"""Side by side: the gradient method against the papers' own optimisers and against ``figaroh``.

``torsion bench excitation`` runs ``measure``. One problem for all: generic-6r, [Liu]'s limits, from
the zero pose, Fourier with five harmonics over 20 s, 200 samples, the condition number of the 36-column
base regressor (its convention stands beside the numbers). Every method has the same time and one
process and thread of its own, one after the other. Ratios below one of ``final_condition`` mean that
ours ends lower; ``faster`` says how many times sooner ours had what the other had in the end.

The ``figaroh`` package brings an optimiser of its own (cubic splines through way-points, IPOPT with
finite differences). It takes part where an interpreter has it and ``cyipopt``: this one, or the one
named by ``$TORSION_PEERS``; ``pip install figaroh cyipopt-wheels`` puts a gigabyte into an environment,
which is why the development packages leave it out.
"""

import importlib.util
import json
import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from statistics import median
from typing import Any

import numpy as np

from core.excitation.criteria.criterion import rigid_base
from core.excitation.limits.limit_sets import named_limits
from core.robot.dynamics import regressor
from core.robot.library import load_robot
from tests.benchmarks._processes import FOLDER, ONE_THREAD, REPOSITORY

ROBOT = "generic-6r"
OURS, PEERS = "gradient", ("pattern", "genetic", "interior-point")
SEEDS = (0, 1, 2)
SHORT_S, LONG_S = 10.0, 60.0
SEGMENTS = (4, 10)
"""Way-points but the first of the splines: the package's own number, and one per two seconds."""
RATE_HZ = 10
PERIOD_S = 20.0

History = Sequence[Sequence[float]]


def measure(
    *, seeds: Sequence[int] = SEEDS, short_s: float = SHORT_S, long_s: float = LONG_S
) -> dict[str, Any]:
    """All races; plain values that JSON can hold."""
    runs = {seed: _planned(OURS, seed, long_s) for seed in seeds}
    ours = {seed: run["history"] for seed, run in runs.items()}
    found: dict[str, Any] = {
        "problem": f"{ROBOT}, limits liu, fourier, 5 harmonics, {PERIOD_S:g} s",
        "convention": runs[seeds[0]]["convention"],
        "short_s": short_s,
        "long_s": long_s,
        "ours": {
            "after_short": median(_reached(history, short_s) for history in ours.values()),
            "after_long": median(_reached(history, long_s) for history in ours.values()),
        },
    }
    for method in PEERS:
        theirs = {seed: _planned(method, seed, long_s)["history"] for seed in seeds}
        found[method] = _side_by_side(ours, theirs, short_s=short_s, long_s=long_s)
    found["figaroh"] = measure_figaroh(list(ours.values()), seconds=long_s)
    return found


def _side_by_side(
    ours: Mapping[int, History], theirs: Mapping[int, History], *, short_s: float, long_s: float
) -> dict[str, float]:
    """Medians over the seeds of a method's ends, and of what ours did for the same seed."""
    pairs = [(ours[seed], theirs[seed]) for seed in theirs]
    return {
        "after_short": median(_reached(peer, short_s) for _, peer in pairs),
        "after_long": median(_reached(peer, long_s) for _, peer in pairs),
        "final_condition": median(_reached(mine, short_s) / _reached(peer, short_s) for mine, peer in pairs),
        "faster": median(_faster(mine, peer) for mine, peer in pairs),
    }


def measure_figaroh(ours: Sequence[History], *, seconds: float = LONG_S) -> dict[str, Any]:
    """What the package's optimiser has after ``seconds``, and how much sooner ours had it."""
    python = peers_python()
    if python is None:
        return {"left_out": "no interpreter with figaroh and cyipopt; see $TORSION_PEERS"}
    robot = load_robot(ROBOT)
    limits = named_limits("liu", robot, start=np.zeros(robot.joint_count))
    arm = {
        "rows": [[joint.alpha, joint.a, joint.d, joint.offset] for joint in robot.joints],
        "gravity": [*map(float, robot.gravity)],
        "lower": limits.lower.tolist(),
        "upper": limits.upper.tolist(),
        "velocity": limits.velocity.tolist(),
        "acceleration": limits.acceleration.tolist(),
        "period_s": PERIOD_S,
        "rate_hz": RATE_HZ,
        "seconds": seconds,
        "seed": 0,
    }
    best: dict[str, Any] = {}
    for segments in SEGMENTS:
        found = _json_of(
            [python, str(FOLDER / "_figaroh_race.py")], problem=json.dumps({**arm, "segments": segments})
        )
        history = [[step["seconds"], _condition_number(step)] for step in found["found"]]
        if not history:
            continue
        values = np.minimum.accumulate([value for _, value in history]).tolist()
        lowest = [[at, value] for (at, _), value in zip(history, values, strict=True)]
        if not best or lowest[-1][1] < best["after_long"]:
            best = {
                "way_points": segments + 1,
                "starts": found["starts"],
                "after_long": lowest[-1][1],
                "own_condition_number": found["found"][-1]["own_condition_number"],
                "faster": median(_faster(mine, lowest) for mine in ours),
                "faster_than_its_whole_time": median(
                    seconds / _first_at(mine, lowest[-1][1]) for mine in ours
                ),
            }
    return best or {"left_out": f"found no motion within the limits in {seconds:g} s"}


def peers_python() -> str | None:
    """An interpreter that has ``figaroh`` and ``cyipopt``."""
    if named := os.environ.get("TORSION_PEERS"):
        return named
    has_all = all(importlib.util.find_spec(name) for name in ("figaroh", "cyipopt"))
    return sys.executable if has_all else None


def _condition_number(step: Mapping[str, Any]) -> float:
    """Of one of the package's motions, by our columns and our number of samples."""
    robot = load_robot(ROBOT)
    rows = round(PERIOD_S * RATE_HZ)
    motion = (np.array(step[key])[:rows] for key in ("position", "velocity", "acceleration"))
    columns = rigid_base(robot).columns(regressor(robot, *motion))
    return float(np.linalg.cond(columns.reshape(-1, columns.shape[-1])))


def _reached(history: History, seconds: float) -> float:
    """The lowest condition number up to a time; infinite before the first."""
    return min((value for at, value in history if at <= seconds), default=float("inf"))


def _first_at(history: History, value: float) -> float:
    """When a condition number was first reached, s; infinite where it never was."""
    return next((at for at, reached in history if reached <= value), float("inf"))


def _faster(ours: History, theirs: History) -> float:
    """How many times sooner ours had what theirs had in the end."""
    last = _reached(theirs, float("inf"))
    return _first_at(theirs, last) / _first_at(ours, last)


def _planned(method: str, seed: int, seconds: float) -> dict[str, Any]:
    """One plan in a process of its own, by the command that a person would type."""
    command = [
        *(sys.executable, "-m", "app", "excite", "--robot", ROBOT, "--limits", "liu", "--collision", "off"),
        *("--torque", "off", "--method", method, "--seed", str(seed), "--seconds", str(seconds), "--json"),
    ]
    return _json_of(command)


def _json_of(command: Sequence[str], *, problem: str = "") -> dict[str, Any]:
    done = subprocess.run(
        command,
        input=problem,
        env={**os.environ, **ONE_THREAD, "PYTHONPATH": str(REPOSITORY)},
        cwd=REPOSITORY,
        check=False,  # a plan that is only usable ends with 1
        capture_output=True,
        text=True,
    )
    document: dict[str, Any] = json.loads(done.stdout[done.stdout.index("{") :])
    return document
