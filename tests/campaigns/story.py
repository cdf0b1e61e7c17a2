"""``torsion story`` with many seeds, and with one again and again: it ends well, its mass inside its ±.

Every seed is another arm. The mass's 95 % interval is 1.96 of the standard deviation that the story shows
beside it. With ``--loops`` endless loops run beside each story, and with ``--at-once`` other stories, too.

What a story ended with is written at once. A campaign that is interrupted goes on where it was: a seed is
told again only where the product has changed since, which its ``product`` shows.

``--again`` tells one seed several times instead, beside as many loops as there are cores: the mass and the
play that are measured must be the same each time.
"""

import argparse
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from _measurement import REPOSITORY, measured_before, write_measurement
from busy_demo import busy

from app.rehearsal.story import LOAD_RUN
from app.speech.units import expanded

FIRST, LAST = 0, 39
QUICK_RUNS = 2
AGAIN_SEED = 0
DEADLINE_S = 7200.0
PRODUCT = ("app", "core", "devices", "resources/robots", "resources/virtual")
"""Folders that decide what a story measures."""


@dataclass(frozen=True)
class Ended:
    """One story: its exit code, what it measured and what was true, and the time that it took here.

    ``play`` rad is that of the worn gear, None where it could not be measured; ``found`` if it was called
    worse. ``loops`` ran beside it; ``load_average`` is this computer's at the end.
    """

    seed: int
    exit_code: int
    mass: float | None
    mass_std: float | None
    true_mass: float | None
    play: float | None
    play_std: float | None
    true_play: float | None
    found: bool
    load_steps: int
    """Load steps of today's visit: more than one where longer ones were needed."""
    seconds: float
    megabytes: float
    loops: int
    load_average: float | None
    product: str

    @property
    def is_well(self) -> bool:
        """True if it ended without an error."""
        return self.exit_code == 0

    @property
    def is_inside(self) -> bool:
        """True if the true mass lies inside the 95 % interval."""
        return _is_inside(self.mass, self.mass_std, self.true_mass)

    @property
    def play_is_inside(self) -> bool:
        """True if the true play lies inside the 95 % interval."""
        return _is_inside(self.play, self.play_std, self.true_play)


def _is_inside(value: float | None, std: float | None, true: float | None) -> bool:
    return None not in (value, std, true) and abs(value - true) <= expanded(std)


def main() -> int:
    """Run the campaign; ``--quick`` tells two stories and writes nothing."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="two stories, and nothing is written")
    parser.add_argument("--seeds", type=_seeds, default=range(FIRST, LAST + 1), metavar="A-B")
    parser.add_argument("--again", type=int, metavar="N", help=f"seed {AGAIN_SEED} so many times instead")
    parser.add_argument("--at-once", type=int, default=1, help="so many of them side by side")
    parser.add_argument("--loops", type=int, help="endless loops beside them")
    asked = parser.parse_args()
    if asked.again:
        return _again(asked.again, at_once=asked.at_once, loops=asked.loops)
    seeds = asked.seeds[:QUICK_RUNS] if asked.quick else asked.seeds
    stories = {} if asked.quick else _before()
    product = _product()
    waiting = [seed for seed in seeds if seed not in stories or stories[seed].product != product]
    for ended in _told(waiting, at_once=asked.at_once, loops=asked.loops or 0, product=product):
        stories[ended.seed] = ended
        if not asked.quick:
            again = measured_before("story", but="stories").get("again")
            numbers = _numbers(list(stories.values())) | {"again": again}
            write_measurement("story", seed=FIRST, numbers=numbers)
    numbers = _numbers([stories[seed] for seed in seeds])
    print(json.dumps({what: value for what, value in numbers.items() if what != "stories"}, indent=2))
    return 0 if numbers["ended_well"] == len(seeds) and numbers["mass_inside"] >= 0.9 * len(seeds) else 1


def _seeds(text: str) -> range:
    first, _, last = text.partition("-")
    return range(int(first), int(last or first) + 1)


def _before() -> dict[int, Ended]:
    """Stories that were told before, by their seed."""
    stored: Any = measured_before("story", but="again").get("stories") or []
    return {one["seed"]: Ended(**one) for one in stored}


def _product() -> str:
    """A name for what the product is now; another one each time where something is not committed."""
    asked = ["git", "status", "--porcelain", "--", *PRODUCT]
    changed = subprocess.run(asked, cwd=REPOSITORY, capture_output=True, text=True, check=True).stdout
    trees = ["git", "rev-parse", *(f"HEAD:{folder}" for folder in PRODUCT)]
    named = subprocess.run(trees, cwd=REPOSITORY, capture_output=True, text=True, check=True).stdout
    return hashlib.sha256(named.encode()).hexdigest()[:12] + (f"+{time.time_ns()}" if changed else "")


def _numbers(stories: Sequence[Ended]) -> dict[str, Any]:
    ordered = sorted(stories, key=lambda story: story.seed)
    return {
        "seeds": len(ordered),
        "ended_well": sum(story.is_well for story in ordered),
        "mass_inside": sum(story.is_inside for story in ordered),
        "worn_gear_found": sum(story.found for story in ordered),
        "play_not_measured": sum(story.play is None for story in ordered),
        "play_inside": sum(story.play_is_inside for story in ordered),
        "measured_longer": sum(story.load_steps > 1 for story in ordered),
        "beside_loops_or_load_8": sum(
            story.loops >= 8 or (story.load_average or 0.0) >= 8.0 for story in ordered
        ),
        "products": len({story.product for story in ordered}),
        "fastest_s": min(story.seconds for story in ordered),
        "slowest_s": max(story.seconds for story in ordered),
        "largest_mb": max(story.megabytes for story in ordered),
        "stories": [asdict(story) for story in ordered],
    }


def _again(runs: int, *, at_once: int, loops: int | None) -> int:
    """One seed several times: the same mass and play to the last digit."""
    beside = (os.cpu_count() or 1) if loops is None else loops
    stories: list[Ended] = []
    for ended in _told([AGAIN_SEED] * runs, at_once=at_once, loops=beside, product=_product()):
        stories.append(ended)
        first = stories[0]
        again = {
            "seed": AGAIN_SEED,
            "runs": len(stories),
            "endless_loops": beside,
            "at_once": at_once,
            "ended_well": sum(story.is_well for story in stories),
            "equal": sum((story.mass, story.play) == (first.mass, first.play) for story in stories),
            "product": first.product,
        }
        kept = measured_before("story", but="again")
        write_measurement("story", seed=FIRST, numbers={**kept, "again": again})
    print(json.dumps(again, indent=2))
    return 0 if again["ended_well"] == again["equal"] == runs else 1


def _told(seeds: Sequence[int], *, at_once: int, loops: int, product: str) -> Iterator[Ended]:
    """Tell these stories; each one as soon as it is over."""
    with tempfile.TemporaryDirectory() as folder, busy(loops), ThreadPoolExecutor(at_once) as tellers:
        telling = [
            tellers.submit(_story, Path(folder) / str(number), seed, loops, product)
            for number, seed in enumerate(seeds)
        ]
        for one in as_completed(telling):
            yield one.result()


def _story(out: Path, seed: int, loops: int, product: str) -> Ended:
    """Tell one story, and read what it measured; its files are removed."""
    command = [sys.executable, "-m", "app", "story", "--out", str(out), "--seed", str(seed)]
    began = time.monotonic()
    try:
        ran = subprocess.run(
            command, cwd=REPOSITORY, check=False, stdout=subprocess.DEVNULL, timeout=DEADLINE_S
        )
        code = ran.returncode
    except subprocess.TimeoutExpired:
        code = -1
    seconds, file = time.monotonic() - began, out / "report.json"
    document: Mapping[str, Any] = json.loads(file.read_text("utf-8")) if file.is_file() else {}
    payload, gears = document.get("payload") or {}, document.get("gears") or {}
    worn = gears["worn_on_purpose"][0] if gears else None
    play = (gears["joints"][worn - 1]["today"]["backlash"] if gears else None) or {}
    size = sum(path.stat().st_size for path in out.glob("*")) if out.is_dir() else 0
    shutil.rmtree(out, ignore_errors=True)
    ended = Ended(
        seed=seed,
        exit_code=code,
        mass=payload.get("mass"),
        mass_std=payload.get("mass_std"),
        true_mass=payload.get("true_mass"),
        play=play.get("value"),
        play_std=play.get("std"),
        true_play=gears.get("true_backlash"),
        found=worn in gears.get("worn", ()),
        load_steps=sum(label.startswith(LOAD_RUN) for label in gears.get("recordings", ())),
        seconds=round(seconds, 1),
        megabytes=round(size / 1e6, 1),
        loops=loops,
        load_average=round(os.getloadavg()[0], 1) if hasattr(os, "getloadavg") else None,
        product=product,
    )
    print(ended, flush=True)
    return ended


if __name__ == "__main__":
    sys.exit(main())
