"""What a visit file costs: storing the next result, opening, summarising, and a list of 200 visits.

Visits of 10, 100 and 500 results, without recordings and with 100 MB of them. Times are CPU time of this
process, so that a busy computer does not change them; bytes are those handed to the system for writing.
``--before`` takes the numbers of an earlier version, measured by this program there, into the same file.

``python tests/campaigns/visit_file.py [--quick] [--before FILE] [--out FILE]``
"""

import argparse
import json
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from statistics import median

import numpy as np
import numpy.typing as npt

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from _measurement import write_measurement

from app.visit.known_visits import looked_into
from app.visit.tasks import open_visit
from core.catalogue.example import write_example
from core.monitor import NullMonitor
from core.recording import Quantity, Recording
from core.robot.library import load_robot
from core.robot.toml_format import write_toml
from core.storage.outline_reading import outline_of
from core.storage.visit import Visit
from tests.core.results_examples import example_result

SEED, REPEATS = 27, 7
RESULTS, MEGABYTES, LISTED = (10, 100, 500), (0, 100), 200
QUICK_RESULTS, QUICK_MEGABYTES, QUICK_LISTED = (3,), (0, 1), 4
IN_ONE_CHANGE = 5
JOINTS, SHORT_ROWS = 6, 50
COLUMNS = (
    Quantity.MOTOR_POSITION, Quantity.LINK_POSITION, Quantity.MOTOR_VELOCITY, Quantity.VELOCITY,
    Quantity.CURRENT, Quantity.TORQUE,
)  # fmt: skip
QUIET = NullMonitor()


@dataclass(frozen=True, eq=False)
class Bulky:
    """A result with curves, of the size of friction sweeps."""

    curves: tuple[npt.NDArray[np.float64], ...]


def recording(label: str, rows: int, random: np.random.Generator) -> Recording:
    """Samples that cannot be compressed."""
    columns = {quantity: random.normal(size=(rows, JOINTS)) for quantity in COLUMNS}
    return Recording(label, 1e-3 * np.arange(rows), columns)


def make(path: Path, *, results: int, megabytes: int, random: np.random.Generator) -> None:
    """A visit with this many results, stored a few at a time after the recordings."""
    rows = round(megabytes * 1e6 / 8 / JOINTS / len(COLUMNS) / 10)
    with Visit.create(path, robot_toml=write_toml(load_robot("generic-6r"))) as visit:
        if rows:
            with visit.change() as draft:
                for number in range(10):
                    draft.add_recording(recording(f"run {number}", rows, random))
        for first in range(0, results, IN_ONE_CHANGE):
            with visit.change() as draft:
                for number in range(first, min(first + IN_ONE_CHANGE, results)):
                    if number % 2:
                        draft.add_result("identification", example_result())
                    else:
                        curves = tuple(random.normal(size=(12, 1000)))
                        draft.add_result("bulky", Bulky(curves))


def written() -> int:
    """Bytes that this process has handed to the system for writing."""
    lines = Path("/proc/self/io").read_text().splitlines()
    return int(next(line.split()[1] for line in lines if line.startswith("wchar")))


def cpu_ms(work: Callable[[], object], repeats: int = REPEATS) -> float:
    """Median CPU time of a work, ms."""
    found = []
    for _ in range(repeats):
        begun = time.process_time()
        work()
        found.append(1e3 * (time.process_time() - begun))
    return round(median(found), 2)


def stored(path: Path) -> dict[str, float]:
    """Storing the next results, each in an opened visit: CPU time, time and bytes of one."""
    cpu, wall, amount = [], [], []
    result = example_result()
    for _ in range(REPEATS):
        with Visit.open(path) as visit:
            begun, at, before = time.process_time(), time.perf_counter(), written()
            visit.add_result("identification", result)
            cpu.append(1e3 * (time.process_time() - begun))
            wall.append(1e3 * (time.perf_counter() - at))
            amount.append(written() - before)
    return {
        "next result, CPU ms": round(median(cpu), 2),
        "next result, ms": round(median(wall), 2),
        "next result, kB written": round(median(amount) / 1e3, 1),
    }


def opened(path: Path) -> None:
    """Open and close a visit."""
    Visit.open(path).close()


def look(path: Path) -> dict[str, float]:
    """Opening and summarising one visit."""
    with Visit.open(path) as visit:
        key = visit.results("identification")[-1].key
        of_a_result = cpu_ms(lambda: visit.fields_of_result(key))
    return {
        "open, CPU ms": cpu_ms(lambda: opened(path)),
        "open in the window, CPU ms": cpu_ms(lambda: open_visit(QUIET, path=path), 3),
        "summary, CPU ms": cpu_ms(lambda: outline_of(path)),
        "read a result, CPU ms": of_a_result,
    }


def listed(folder: Path, count: int) -> dict[str, float]:
    """A list of visits that were never looked into, and of the same ones again."""
    write_example(folder, arms=count // 2, visits=count, seed=SEED, monitor=QUIET)
    paths, memory = sorted(folder.glob("*.h5")), folder / "memory.json"
    assert len(paths) == count
    first = cpu_ms(lambda: list(looked_into(paths, memory=memory, monitor=QUIET)), 1)
    again = cpu_ms(lambda: list(looked_into(paths, memory=memory, monitor=QUIET)), 3)
    return {
        "visits": count,
        "list of all, CPU ms": first,
        "same list again, CPU ms": again,
        "kB of one": round(median(path.stat().st_size for path in paths) / 1e3, 1),
    }


def short(folder: Path, random: np.random.Generator) -> dict[str, float]:
    """A visit with twenty short recordings."""
    path = folder / "short.h5"
    with Visit.create(path, robot_toml="") as visit:
        empty = path.stat().st_size

        def store() -> None:
            with visit.change() as draft:
                for number in range(20):
                    draft.add_recording(recording(f"run {number}", SHORT_ROWS, random))

        begun = time.process_time()
        store()
        spent = 1e3 * (time.process_time() - begun)
    net = 8 * SHORT_ROWS * (1 + JOINTS * len(COLUMNS))
    return {
        "rows": SHORT_ROWS,
        "kB of one": round((path.stat().st_size - empty) / 20e3, 1),
        "kB of its samples": round(net / 1e3, 1),
        "stored, CPU ms of one": round(spent / 20, 2),
    }


def main() -> int:
    """Make the visits, measure, and store the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="few results; stores nothing")
    parser.add_argument("--before", type=Path, help="numbers of an earlier version")
    parser.add_argument("--out", type=Path, help="where the numbers go instead of the measurements")
    asked = parser.parse_args()
    random = np.random.default_rng(SEED)
    numbers: dict[str, object] = {}
    with tempfile.TemporaryDirectory(prefix="torsion-visit-file-") as name:
        folder = Path(name)
        for megabytes in QUICK_MEGABYTES if asked.quick else MEGABYTES:
            for results in QUICK_RESULTS if asked.quick else RESULTS:
                path = folder / "visit.h5"
                make(path, results=results, megabytes=megabytes, random=random)
                found = {"MB": round(path.stat().st_size / 1e6, 1), **stored(path), **look(path)}
                path.unlink()
                what = f"{results} results, {megabytes} MB of recordings"
                numbers[what] = found
                print(what, json.dumps(found), flush=True)
        numbers["short recordings"] = short(folder, random)
        numbers["list"] = listed(folder / "fleet", QUICK_LISTED if asked.quick else LISTED)
    print(json.dumps({name: numbers[name] for name in ("short recordings", "list")}), flush=True)
    if asked.before:
        numbers["before"] = json.loads(asked.before.read_text())
    if asked.out:
        asked.out.write_text(json.dumps(numbers, indent=2))
    elif not asked.quick:
        write_measurement("visit_file", seed=SEED, numbers=numbers)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
