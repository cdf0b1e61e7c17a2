"""kill -9 of the program at random moments while it records, again and again.

A visit already holds one recording. The program records the moving virtual robot into it
and is killed without warning somewhere between its start and some seconds into the
recording. Then the visit is opened: it must open, the earlier recording must be
untouched, and what was measured up to one second before the kill must be there.
"""

import argparse
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from _measurement import REPOSITORY, write_measurement

from core.recording import Quantity, Recording
from core.robot.library import load_robot
from core.robot.toml_format import write_toml
from core.storage.visit import Visit

ROBOT = "ec66"
SEED = 50
RUNS, QUICK_RUNS = 50, 2
LONGEST_DELAY_S, QUICK_DELAY_S = 8.0, 3.0
"""The latest kill after the recording's file has appeared."""
EARLIEST_DELAY_S = -0.2
RECORD_S = 20
"""Well beyond the latest kill."""
MOST_LOST_S = 1.0
PATIENCE_S = 60.0
EARLIER = "earlier"
_POLL_S = 0.002


@dataclass(frozen=True)
class Killed:
    """One run that was killed: whether its visit opened, and what was lost of it, s."""

    opened: bool
    earlier_untouched: bool
    recording_s: float
    """From the first row on disk, or from the appearance of the file, to the kill."""
    lost_s: float


def main() -> int:
    """Run the campaign; ``--quick`` kills twice instead of fifty times."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="two kills instead of fifty")
    quick = parser.parse_args().quick
    runs = QUICK_RUNS if quick else RUNS
    random = np.random.default_rng(SEED)
    delays = random.uniform(EARLIEST_DELAY_S, QUICK_DELAY_S if quick else LONGEST_DELAY_S, runs).tolist()
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(max_workers=2) as pool:
        base = _visit_with_one_recording(Path(folder))
        killed = list(pool.map(lambda run: kill_one(base, number=run[0], delay_s=run[1]), enumerate(delays)))
    numbers = {
        "runs": float(runs),
        "opened": float(sum(run.opened for run in killed)),
        "earlier_recording_untouched": float(sum(run.earlier_untouched for run in killed)),
        "killed_while_recording": float(sum(run.recording_s > 0.0 for run in killed)),
        "most_lost_s": max(run.lost_s for run in killed),
        "median_lost_s": float(np.median([run.lost_s for run in killed])),
    }
    print(json.dumps(numbers, indent=2))
    if not quick:
        write_measurement("kill_recording", seed=SEED, numbers=numbers)
    fine = all(run.opened and run.earlier_untouched and run.lost_s <= MOST_LOST_S for run in killed)
    return 0 if fine else 1


def kill_one(base: Path, *, number: int, delay_s: float) -> Killed:
    """Record into a copy of the visit, kill the program, and look at what is left."""
    folder = base.parent / f"run-{number}"
    folder.mkdir()
    visit = folder / "cell.h5"
    shutil.copy(base, visit)
    process = _start_recording(visit, seed=number)
    try:
        part, appeared = _wait_for_part(folder, process)
        time.sleep(max(appeared + delay_s - time.monotonic(), 0.0) if delay_s > 0.0 else 0.0)
    finally:
        killed_at = time.monotonic()
        process.send_signal(signal.SIGKILL)
        process.wait(PATIENCE_S)
    before = part.stat().st_size if part.exists() else 0
    found = _look(visit, base, killed_at=killed_at, appeared=appeared)
    print(
        f"run {number}: killed {killed_at - appeared:.2f} s in, {before} bytes on disk, {found}", flush=True
    )
    shutil.rmtree(folder)
    return found


def _visit_with_one_recording(folder: Path) -> Path:
    path = folder / "base.h5"
    random = np.random.default_rng(SEED)
    time_s = np.arange(5000) * 1e-3
    columns = {quantity: random.normal(size=(5000, 6)) for quantity in (Quantity.POSITION, Quantity.CURRENT)}
    with Visit.create(path, robot_toml=write_toml(load_robot(ROBOT))) as visit:
        visit.add_recording(Recording(EARLIER, time_s, columns))
    return path


def _start_recording(visit: Path, *, seed: int) -> subprocess.Popen[bytes]:
    controller = f"virtual:{ROBOT}?seed={seed}"
    command = [sys.executable, "-m", "app", "run", "record", str(RECORD_S), "--controller", controller]
    return subprocess.Popen(
        [*command, "--into", str(visit), "--motion", "sway", "--label", "killed"],
        cwd=REPOSITORY,
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def _wait_for_part(folder: Path, process: subprocess.Popen[bytes]) -> tuple[Path, float]:
    deadline = time.monotonic() + PATIENCE_S
    while time.monotonic() < deadline:
        for part in folder.glob("*.part"):
            return part, time.monotonic()
        if process.poll() is not None:
            raise RuntimeError(f"the program ended by itself with {process.returncode}")
        time.sleep(_POLL_S)
    raise TimeoutError("no recording began")


def _look(visit: Path, base: Path, *, killed_at: float, appeared: float) -> Killed:
    try:
        with Visit.open(visit) as opened, Visit.open(base) as original:
            untouched = _same(opened.recording(EARLIER), original.recording(EARLIER))
            fresh = [label for label in opened.labels if label != EARLIER]
            kept_s = max((opened.recording(label).duration for label in fresh), default=0.0)
    except OSError as error:
        print(f"did not open: {error}", flush=True)
        return Killed(opened=False, earlier_untouched=False, recording_s=0.0, lost_s=float("inf"))
    recording_s = killed_at - appeared  # the virtual arm moves in real time: so long is what was measured
    return Killed(
        opened=True, earlier_untouched=untouched, recording_s=recording_s, lost_s=recording_s - kept_s
    )


def _same(one: Recording, other: Recording) -> bool:
    columns = all(np.array_equal(one.columns[name][:], other.columns[name][:]) for name in other.columns)
    return bool(columns and np.array_equal(one.time, other.time))


if __name__ == "__main__":
    sys.exit(main())
