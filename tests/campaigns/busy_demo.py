"""``torsion demo`` on a busy computer, again and again: good each time, and the same to the last bit.

As many endless loops as there are cores run beside every demonstration but the first, and several
demonstrations run at once. All have one seed, so that every sample, every fitted number and every
verdict must be those of the first one; only moments of the day, durations of computations and names
of files may differ.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import h5py
import numpy as np
from _measurement import REPOSITORY, write_measurement

SEED = 0
RUNS, QUICK_RUNS = 11, 2
"""With the first one, which has the computer to itself."""
AT_ONCE = 3
LOOP = "import os\nhost = os.getppid()\nwhile os.getppid() == host: pass"
"""Endless as long as whoever started it lives."""
DEADLINE_S = 3600.0
OF_THE_DAY = frozenset(
    {
        "about",
        "age_s",
        "checked_at",
        "created_at",
        "duration_s",
        "elapsed_s",
        "file",
        "history",
        "host",
        "imported_at",
        "journal",
        "measured_at",
        "model_created_at",
        "path",
        "recorded_at",
        "seconds",
        "sha256",
        "took_s",
        "token",
    }
)
"""Fields that say when, how long this computer took, or where; everything else must be equal."""


def main() -> int:
    """Run the campaign; ``--quick`` makes two demonstrations instead of eleven."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="two demonstrations instead of eleven")
    parser.add_argument("--runs", type=int, help="so many demonstrations")
    asked = parser.parse_args()
    runs = asked.runs or (QUICK_RUNS if asked.quick else RUNS)
    with tempfile.TemporaryDirectory() as folder:
        numbers = compare(Path(folder), runs)
    print(json.dumps(numbers, indent=2))
    if not asked.quick:
        write_measurement("busy_demo", seed=SEED, numbers=numbers)
    return 0 if numbers["ended_well"] == numbers["equal"] == runs else 1


def compare(folder: Path, runs: int) -> dict[str, object]:
    """The demonstrations one after the other, each compared with the first."""
    loops = os.cpu_count() or 1
    first = folder / "demo-0"
    shown = [_shown(0, first, first)]
    with busy(loops), ThreadPoolExecutor(AT_ONCE) as pool:
        others = [(number, folder / f"demo-{number}", first) for number in range(1, runs)]
        shown += pool.map(lambda each: _shown(*each), others)
    return {
        "runs": runs,
        "at_once": AT_ONCE,
        "endless_loops": loops,
        "ended_well": sum(demo.exit_code == 0 for demo in shown),
        "equal": sum(not demo.differing for demo in shown),
        "verdicts": sorted({demo.verdict for demo in shown}),
        "first_s": round(shown[0].seconds, 1),
        "slowest_s": round(max(demo.seconds for demo in shown), 1),
        "differences": sorted({name for demo in shown for name in demo.differing}),
    }


@dataclass(frozen=True)
class Shown:
    """One demonstration: how it ended, its verdict, what it took, and what is not as in the first one."""

    exit_code: int
    verdict: str
    seconds: float
    differing: list[str]


def _shown(number: int, out: Path, first: Path) -> Shown:
    began = time.monotonic()
    code = _demonstrate(out)
    seconds = time.monotonic() - began
    verdict = json.loads((out / "report.json").read_text("utf-8"))["verdict"]
    demo = Shown(code, verdict, seconds, differing(first / "demo.h5", out / "demo.h5"))
    print(f"demo {number}: {demo}", flush=True)
    if out != first:
        shutil.rmtree(out)
    return demo


def differing(first: Path, second: Path) -> list[str]:
    """Names of what is not the same in two visits, to the last bit; nothing when they are equal."""
    with h5py.File(first, "r") as one, h5py.File(second, "r") as other:
        contents = [dict(_content(file)) for file in (one, other)]
    names = sorted(contents[0].keys() | contents[1].keys())
    return [name for name in names if contents[0].get(name) != contents[1].get(name)]


def _content(file: h5py.File) -> Iterator[tuple[str, bytes]]:
    found: dict[str, bytes] = {}

    searches = {
        f"{group.name[1:]}/arrays/{number}"
        for group in file["results"].values()
        if (number := _plain(group)["history"].get("$array")) is not None
    }

    def take(name: str, item: object) -> None:
        if isinstance(item, h5py.Dataset) and name != "listing" and name not in searches:
            found[name] = _fixed(name, item)

    file.visititems(take)
    yield from found.items()


def _plain(group: h5py.Group) -> dict[str, Any]:
    """The fields of a result; ``history`` of a search tells when on this computer, beside what was found."""
    plain = json.loads(group["fields"].asstr()[()])
    history = plain.get("history")
    return {**plain, "history": history if isinstance(history, dict) else {}}


def _fixed(name: str, item: h5py.Dataset) -> bytes:
    """What of a dataset must be the same each time."""
    if name.endswith("/fields"):
        plain = json.loads(item.asstr()[()])
        return json.dumps(_without_the_day(plain), sort_keys=True).encode()
    value = item[()]
    return value if isinstance(value, bytes) else np.ascontiguousarray(value).tobytes()


def _without_the_day(value: object) -> object:
    if isinstance(value, dict):
        return {key: _without_the_day(item) for key, item in value.items() if key not in OF_THE_DAY}
    if isinstance(value, list):
        return [_without_the_day(item) for item in value]
    return value


def _demonstrate(out: Path) -> int:
    command = [sys.executable, "-m", "app", "demo", "--out", str(out), "--seed", str(SEED)]
    return subprocess.run(
        command, cwd=REPOSITORY, check=False, stdout=subprocess.DEVNULL, timeout=DEADLINE_S
    ).returncode


@contextmanager
def busy(loops: int) -> Iterator[None]:
    """Endless loops beside this program."""
    started = [subprocess.Popen([sys.executable, "-c", LOOP]) for _ in range(loops)]
    try:
        yield
    finally:
        for loop in started:
            loop.kill()
            loop.wait()


if __name__ == "__main__":
    sys.exit(main())
