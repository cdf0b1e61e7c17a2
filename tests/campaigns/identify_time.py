"""Time of ``torsion identify`` on four runs of 50 s, the whole program: this version and an earlier one.

In turns, each imports the same files into a visit of its own and identifies from a copy of it; three runs
are fitted, one is kept back. The first run of each is not counted. Times are medians; processor time changes
less on a busy computer.

``python tests/campaigns/identify_time.py --before PROGRAM`` with the ``torsion`` of a checkout of the
earlier version, which has been set up by its own ``packaging/run.py setup``. ``--figaroh PYTHON`` names an
interpreter with the ``figaroh`` package, which identifies from the same runs beside them: its own filters,
base parameters and weighted least squares, with the best of four cut-offs. Its time is that of one of them.
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
from typing import Any

import numpy as np
from _measurement import write_measurement

from core.identification.synthetic import LOGGED_RATE_HZ, synthesize
from core.recording import Quantity
from core.robot.library import load_robot

ROBOT, SEED = "generic-6r", 1
LABELS = ("run-0", "run-1", "run-2", "run-3")
DURATION_S, REPEATS = 50.0, 5
CUTOFFS_HZ = (5.0, 10.0, 20.0, 30.0)
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


def in_turns(
    friction: str,
    more: tuple[str, ...],
    programs: dict[str, str],
    made: dict[str, Path],
    folder: Path,
    *,
    repeats: int,
) -> dict[str, float]:
    """Medians of the programs with one kind of friction, and their ratio."""
    numbers: dict[str, float] = {}
    found: dict[str, list[tuple[float, float, float]]] = {side: [] for side in programs}
    for _ in range(repeats):
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
    return numbers


def by_figaroh(python: str, runs: list[str]) -> dict[str, float]:
    """Median seconds and processor seconds of one identification by the package, and its error."""
    robot = load_robot(ROBOT)
    files = []
    for run_file in runs:
        columns = np.load(run_file)
        files.append(run_file.replace(".npz", "-figaroh.npz"))
        clock = columns["t"]
        # its filters take a constant rate
        even = np.arange(clock[0], clock[-1], 1.0 / LOGGED_RATE_HZ)
        named = {"positions": "q", "velocities": "dq", "torques": "tau"}
        np.savez(
            files[-1],
            timestamps=even,
            **{
                theirs: np.column_stack([np.interp(even, clock, column) for column in columns[ours].T])
                for theirs, ours in named.items()
            },
        )
    problem = {
        "rows": [[joint.alpha, joint.a, joint.d, joint.offset] for joint in robot.joints],
        "gravity": [*map(float, robot.gravity)],
        "rate_hz": LOGGED_RATE_HZ,
        "files": files,
    }
    command = [python, str(Path(__file__).with_name("_identify_figaroh.py"))]
    said = _json_of(command, {**problem, "cutoffs_hz": CUTOFFS_HZ})[0]
    timed = [
        _json_of(command, {**problem, "cutoffs_hz": [said["cutoff_hz"]]})[1:] for _ in range(REPEATS + 1)
    ]
    seconds, processor = (median(values) for values in zip(*timed[1:], strict=True))
    return {
        "figaroh: s": round(seconds, 3),
        "figaroh: processor s": round(processor, 3),
        "figaroh: error on the run kept back": round(said["error"], 6),
        "figaroh: cut-off, Hz": said["cutoff_hz"],
    }


def _json_of(command: list[str], problem: object) -> tuple[Any, float, float]:
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    ended = subprocess.run(
        command, input=json.dumps(problem), capture_output=True, text=True, check=False,
        env={**os.environ, "OPENBLAS_NUM_THREADS": "1"},
    )  # fmt: skip
    passed, after = time.perf_counter() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
    if ended.returncode:
        raise RuntimeError(ended.stderr)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return json.loads(ended.stdout), passed, spent


def main() -> int:
    """Run both versions in turns."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="this version alone, once; stores nothing")
    parser.add_argument("--before", help="program of an earlier version")
    parser.add_argument("--figaroh", help="Python interpreter with the figaroh package")
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
        repeats = 1 if asked.quick else REPEATS + 1
        for friction, more in FRICTION.items():
            numbers |= in_turns(friction, more, programs, made, folder, repeats=repeats)
        if asked.figaroh:
            numbers |= by_figaroh(asked.figaroh, runs)
    print(json.dumps(numbers, indent=2))
    if asked.before and not asked.quick:
        write_measurement("identify_time", seed=SEED, numbers=numbers)
    return 0


if __name__ == "__main__":
    sys.exit(main())
