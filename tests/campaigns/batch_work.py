"""The same work on 200 visits by several engines, also with a killed worker; and scans that are killed.

Every engine fits the models of the same visits anew, each in a copy of the folder: one process, two, a Dask
cluster of two workers, and both of the latter with a worker that is killed on the way. Compared are the
results to the last bit, counted is what was stored twice. Then 20,000 files are scanned into a catalogue by a
program that is killed (SIGKILL) again and again, and by two programs at once.

``python tests/campaigns/batch_work.py [--quick] [--files N]``
"""

import argparse
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from _measurement import write_measurement

from core.batch.engines import Cluster, Engine, Processes
from core.batch.run import Journal, run_batch, same_result, still_stored
from core.catalogue.example import write_example
from core.catalogue.store import Catalogue
from core.identification.result import IDENTIFICATION, IdentificationResult
from core.monitor import NullMonitor
from core.storage.visit import Visit
from tests.core.batch.works import model

ROOT = Path(__file__).resolve().parents[2]
SEED, VISITS, FILES, KILLS = 5, 200, 20_000, 5
QUIET = NullMonitor()
CLUSTER = """
import sys
from distributed import LocalCluster

if __name__ == "__main__":
    cluster = LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None, host="127.0.0.1")
    print(cluster.scheduler_address, flush=True)
    sys.stdin.read()
    cluster.close()
"""
SCANNING = """
import sys
from pathlib import Path
from core.catalogue.scan import scan
from core.catalogue.store import Catalogue
from core.monitor import NullMonitor
with Catalogue(Path(sys.argv[1])) as catalogue:
    scan(catalogue, [Path(sys.argv[2])], monitor=NullMonitor())
"""


@contextmanager
def cluster(folder: Path) -> Iterator[str]:
    """Address of the scheduler of a cluster with two workers."""
    script = folder / "cluster.py"
    script.write_text(CLUSTER)
    process = subprocess.Popen(
        [sys.executable, str(script)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert process.stdin is not None
    assert process.stdout is not None
    address = process.stdout.readline().strip()
    assert re.fullmatch(r"tcp://127\.0\.0\.1:\d+", address), address
    try:
        yield address
    finally:
        process.stdin.close()
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait(20)


def results(path: Path) -> list[IdentificationResult]:
    """The models of a visit, oldest first."""
    with Visit.open(path) as visit:
        return [visit.result(entry.key, IdentificationResult) for entry in visit.results(IDENTIFICATION)]


def batch(fleet: Path, into: Path, engine: Engine, killer: str = "") -> dict[str, object]:
    """Fit all models of a copy of the fleet; what came of it, and the seconds."""
    shutil.copytree(fleet, into)
    paths = sorted(into.glob("*.h5"))
    journal, mark = Journal(into / "batch.jsonl"), into / "killed"
    work = partial(model, killer=killer, mark=str(mark))
    began_s = time.monotonic()
    lines = list(run_batch(work, paths, engine=engine, journal=journal, monitor=QUIET))
    seconds = time.monotonic() - began_s
    return {
        "seconds": seconds,
        "errors": sum(line.error is not None for line in lines),
        "lines twice": len(lines) - len({line.visit for line in lines}),
        "stored twice": sum(len(results(path)) > 1 for path in paths),
        "not stored": sum(not results(path) for path in paths),
        "worker killed": mark.exists(),
        "known by the next run": len(still_stored(paths, journal, QUIET)),
    }


def differing(one: Path, other: Path) -> int:
    """Visits whose models differ in any bit between two copies of the fleet."""
    pairs = ((results(path)[-1], results(other / path.name)[-1]) for path in sorted(one.glob("*.h5")))
    return sum(not same_result(first, second) for first, second in pairs)


def batches(folder: Path, visits: int) -> dict[str, object]:
    """All engines, each compared with the first."""
    fleet = folder / "fleet"
    write_example(fleet, arms=visits, visits=visits, seed=SEED, monitor=QUIET, recordings=visits)
    killer = sorted(path.name for path in fleet.glob("*.h5"))[visits // 2]
    found: dict[str, object] = {}

    def tried(name: str, engine: Engine, killed: str = "") -> None:
        numbers = batch(fleet, folder / name, engine, killed)
        if name != "processes-1":
            numbers["differ from one process"] = differing(folder / "processes-1", folder / name)
        found[name] = numbers
        print(name, json.dumps(numbers), flush=True)

    tried("processes-1", Processes(1))
    tried("processes-2", Processes(2))
    tried("processes-2-killed", Processes(2), killer)
    for name, killed in (("dask-2", ""), ("dask-2-killed", killer)):
        with cluster(folder) as address:
            tried(name, Cluster(address), killed)
    return found


def scanner(catalogue: Path, files: Path) -> "subprocess.Popen[bytes]":
    """A program that scans."""
    return subprocess.Popen(
        [sys.executable, "-c", SCANNING, str(catalogue), str(files)],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )


def contents(catalogue: Path) -> tuple[int, list[tuple[object, ...]]]:
    """How many visits are listed, and all their figures."""
    with Catalogue(catalogue) as opened:
        return opened.count(), sorted(tuple(map(str, row)) for row in opened.figures())


def scans(folder: Path, wanted: int, kills: int) -> dict[str, object]:
    """One scan that is never killed, one that is killed again and again, and two at once."""
    made = folder / "made"
    write_example(made, arms=40, visits=240, seed=SEED, monitor=QUIET)
    files, sources = folder / "files", sorted(made.glob("*.h5"))
    for number in range(wanted):
        place = files / str(number // 500) / f"{number}.h5"
        place.parent.mkdir(parents=True, exist_ok=True)
        os.link(sources[number % len(sources)], place)
    began_s = time.monotonic()
    assert scanner(folder / "whole.sqlite", files).wait() == 0
    whole_s = time.monotonic() - began_s
    expected = contents(folder / "whole.sqlite")
    for turn in range(kills):
        program = scanner(folder / "killed.sqlite", files)
        time.sleep(whole_s * (turn + 1) / (kills + 2))
        program.send_signal(signal.SIGKILL)
        program.wait()
    kept = contents(folder / "killed.sqlite")[0]
    last_s = time.monotonic()
    assert scanner(folder / "killed.sqlite", files).wait() == 0
    last_s = time.monotonic() - last_s
    began_s = time.monotonic()
    both = [scanner(folder / "both.sqlite", files) for _ in range(2)]
    codes = [one.wait() for one in both]
    return {
        "files": wanted,
        "listed": expected[0],
        "one scan, s": whole_s,
        "kills": kills,
        "listed before the last scan": kept,
        "scan after the kills, s": last_s,
        "same after the kills": contents(folder / "killed.sqlite") == expected,
        "two at once, s": time.monotonic() - began_s,
        "two at once ended well": codes == [0, 0],
        "same by two at once": contents(folder / "both.sqlite") == expected,
    }


def is_well(engines: dict[str, object], scanned: dict[str, object]) -> bool:
    """True if nothing differs, nothing is missing, and nothing is there twice."""
    wrong = ("errors", "lines twice", "stored twice", "not stored", "differ from one process")
    counts = [one.get(name, 0) for one in engines.values() if isinstance(one, dict) for name in wrong]
    same = (
        scanned["same after the kills"],
        scanned["same by two at once"],
        scanned["two at once ended well"],
    )
    return not any(counts) and all(same)


def main(given: Sequence[str] | None = None) -> int:
    """Work, scan, compare, and store the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="few visits and files; stores nothing")
    parser.add_argument("--files", type=int, default=FILES, help="files to scan; default: %(default)s")
    chosen = parser.parse_args(given)
    is_quick = chosen.quick
    with tempfile.TemporaryDirectory(prefix="torsion-batch-") as name:
        engines = batches(Path(name) / "batch", 4 if is_quick else VISITS)
        scanned = scans(Path(name) / "scan", 300 if is_quick else chosen.files, 2 if is_quick else KILLS)
    print(json.dumps(scanned, indent=1), flush=True)
    if not is_quick:
        numbers: dict[str, object] = {"visits": VISITS, "batches": engines, "scans": scanned}
        write_measurement("batch_work", seed=SEED, numbers=numbers)
    return 0 if is_well(engines, scanned) else 1


if __name__ == "__main__":
    raise SystemExit(main())
