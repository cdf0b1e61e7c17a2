"""``torsion story`` on a busy computer, again and again: it ends well each time, with the same numbers.

As many endless loops as there are cores run beside every story, and with ``--at-once`` other stories, too.
All have one seed, so that the mass and the play that are measured must be the same each time. What was found
is written after each story: a campaign that is interrupted says how many of those that were asked for it has
told.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path

from _measurement import REPOSITORY, write_measurement
from busy_demo import busy

SEED = 0
RUNS, QUICK_RUNS = 20, 2
DEADLINE_S = 3600.0


@dataclass(frozen=True)
class Ended:
    """One story: its exit code, the time that it took here, what it measured, and its size on the disk."""

    exit_code: int
    seconds: float
    mass: float | None = None
    play: float | None = None
    megabytes: float = 0.0


def main() -> int:
    """Run the campaign; ``--quick`` tells two stories instead of twenty."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="two stories instead of twenty")
    parser.add_argument("--runs", type=int, help="so many stories")
    parser.add_argument("--at-once", type=int, default=1, help="so many of them side by side")
    asked = parser.parse_args()
    runs = asked.runs or (QUICK_RUNS if asked.quick else RUNS)
    loops = os.cpu_count() or 1
    stories: list[Ended] = []
    with (
        tempfile.TemporaryDirectory() as folder,
        busy(loops),
        ThreadPoolExecutor(asked.at_once) as tellers,
    ):
        telling = [tellers.submit(told, Path(folder) / str(number)) for number in range(runs)]
        for one in as_completed(telling):
            stories.append(one.result())
            numbers = _numbers(stories, asked=runs, loops=loops, at_once=asked.at_once)
            if runs == RUNS:
                write_measurement("story", seed=SEED, numbers=numbers)
    print(json.dumps(numbers, indent=2))
    return 0 if numbers["ended_well"] == numbers["equal"] == runs else 1


def _numbers(stories: Sequence[Ended], *, asked: int, loops: int, at_once: int) -> dict[str, object]:
    first = stories[0]
    return {
        "asked": asked,
        "runs": len(stories),
        "endless_loops": loops,
        "at_once": at_once,
        "ended_well": sum(story.exit_code == 0 for story in stories),
        "equal": sum((story.mass, story.play) == (first.mass, first.play) for story in stories),
        "mass_kg": first.mass,
        "play_rad": first.play,
        "fastest_s": round(min(story.seconds for story in stories), 1),
        "slowest_s": round(max(story.seconds for story in stories), 1),
        "largest_mb": max(story.megabytes for story in stories),
    }


def told(out: Path) -> Ended:
    """Tell one story, and read what it measured; its files are removed."""
    command = [sys.executable, "-m", "app", "story", "--out", str(out), "--seed", str(SEED)]
    began = time.monotonic()
    try:
        code = subprocess.run(
            command, cwd=REPOSITORY, check=False, stdout=subprocess.DEVNULL, timeout=DEADLINE_S
        ).returncode
    except subprocess.TimeoutExpired:
        code = -1
    seconds, file = time.monotonic() - began, out / "report.json"
    document = json.loads(file.read_text("utf-8")) if file.is_file() else {}
    payload, gears = document.get("payload") or {}, document.get("gears") or {}
    worn = gears.get("worn") or []
    play = gears["joints"][worn[0] - 1]["today"]["backlash"]["value"] if worn else None
    size = sum(path.stat().st_size for path in out.glob("*")) if out.is_dir() else 0
    shutil.rmtree(out, ignore_errors=True)
    ended = Ended(code, seconds, payload.get("mass"), play, round(size / 1e6, 1))
    print(ended, flush=True)
    return ended


if __name__ == "__main__":
    sys.exit(main())
