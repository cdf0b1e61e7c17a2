"""Time of ``torsion identify`` on four runs of 50 s, the whole program: this version and an earlier one.

In turns, each imports the same files into a visit of its own and identifies from a copy of it; three runs
are fitted, one is kept back. The first run of each is not counted. Times are medians; processor time changes
less on a busy computer.

``python tests/campaigns/identify_time.py --before PROGRAM`` with the ``torsion`` of a checkout of the
earlier version, which has been set up by its own ``packaging/run.py setup``.
"""

import argparse
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

import numpy as np
from _measurement import write_measurement

from core.identification.synthetic import synthesize
from core.recording import Quantity
from core.robot.library import load_robot

ROBOT, SEED = "generic-6r", 1
LABELS = ("run-0", "run-1", "run-2", "run-3")
DURATION_S, REPEATS = 50.0, 5
FRICTION = {"load-dependent": (), "coulomb-viscous": ("--friction", "coulomb-viscous")}


def write_runs(folder: Path) -> list[Path]:
    """The runs as files that any version reads."""
    robot, paths = load_robot(ROBOT), []
    for label in LABELS:
        found = synthesize(robot, seed=SEED, duration_s=DURATION_S, label=label)
        paths.append(folder / f"{label}.npz")
        columns = found.columns
        effort = {
            name: columns[quantity]
            for name, quantity in (("current", Quantity.CURRENT), ("tau", Quantity.TORQUE))
            if quantity in columns
        }
        np.savez(
            paths[-1], t=found.time, q=columns[Quantity.POSITION], dq=columns[Quantity.VELOCITY], **effort
        )
    return paths


def run(program: str, *arguments: str) -> tuple[float, float]:
    """Seconds and processor seconds of one command."""
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    ended = subprocess.run(
        [program, *arguments], capture_output=True, text=True, check=False,
        env={name: value for name, value in os.environ.items() if name != "PYTHONPATH"},
    )  # fmt: skip
    passed, after = time.perf_counter() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
    if ended.returncode not in {0, 1}:
        raise RuntimeError(ended.stderr)
    return passed, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def identified(program: str, made: Path, folder: Path, more: tuple[str, ...]) -> tuple[float, float, float]:
    """Seconds, processor seconds, and the error on the run that was kept back, relative to its torque."""
    visit, said = folder / "visit.h5", folder / "said.json"
    said.unlink(missing_ok=True)
    shutil.copy(made, visit)
    *fit, held_out = LABELS
    spent = run(
        program, "identify", str(visit), "--fit", *fit, "--validate", held_out, *more, "--json", str(said)
    )
    judged = json.loads(said.read_text("utf-8"))["validation"]
    return *spent, next(one["total_relative_error"] for one in judged if one["recording"] == held_out)


def main() -> int:
    """Run both versions in turns."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="this version alone, once; stores nothing")
    parser.add_argument("--before", help="program of an earlier version")
    asked = parser.parse_args()
    programs = {"now": str(Path(sys.executable).with_name("torsion"))}
    if asked.before:
        programs["before"] = asked.before
    numbers: dict[str, float] = {}
    with tempfile.TemporaryDirectory(prefix="torsion-identify-") as name:
        folder = Path(name)
        runs = [str(path) for path in write_runs(folder)]
        made = {side: folder / f"{side}.h5" for side in programs}
        for side, program in programs.items():
            run(program, "import", *runs, "--robot", ROBOT, "--into", str(made[side]))
        for friction, more in FRICTION.items():
            found: dict[str, list[tuple[float, float, float]]] = {side: [] for side in programs}
            for _ in range(1 if asked.quick else REPEATS + 1):
                for side, program in programs.items():
                    found[side].append(identified(program, made[side], folder, more))
            for side, all_of in found.items():
                counted = all_of[1:] or all_of
                seconds, processor, error = (median(values) for values in zip(*counted, strict=True))
                numbers[f"{friction}: {side}, s"] = round(seconds, 3)
                numbers[f"{friction}: {side}, processor s"] = round(processor, 3)
                numbers[f"{friction}: {side}, error on the run kept back"] = round(error, 6)
            if "before" in programs:
                for what in ("s", "processor s"):
                    now, before = (numbers[f"{friction}: {side}, {what}"] for side in ("now", "before"))
                    numbers[f"{friction}: now over before, {what}"] = round(now / before, 3)
    print(json.dumps(numbers, indent=2))
    if asked.before and not asked.quick:
        write_measurement("identify_time", seed=SEED, numbers=numbers)
    return 0


if __name__ == "__main__":
    sys.exit(main())
