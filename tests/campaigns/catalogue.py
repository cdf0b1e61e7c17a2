"""Time of a catalogue of 20,000 visits: reading a visit, listing, searching, sorting the arms by their need.

The visits are those of a made-up fleet, entered many times under other serial numbers: what a file says is
read once, and the database holds every visit with its own figures. Times are CPU time of this process, so
that a busy computer does not change them.

``python tests/campaigns/catalogue.py [--quick]``
"""

import argparse
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from statistics import median

from _measurement import write_measurement

from core.catalogue.care import robots_by_care
from core.catalogue.example import write_example
from core.catalogue.scan import visit_files
from core.catalogue.store import Catalogue
from core.catalogue.visit_entry import Entry, entry_of
from core.monitor import NullMonitor

SEED, VISITS, REPEATS, SHOWN = 3, 20_000, 5, 200


def milliseconds(work: Callable[[], object], repeats: int = REPEATS) -> float:
    """Median CPU time of a work, ms."""
    found = []
    for _ in range(repeats):
        begun = time.process_time()
        work()
        found.append(1e3 * (time.process_time() - begun))
    return median(found)


def copied(entry: Entry, number: int) -> Entry:
    """The entry of another arm with the same figures."""
    assert entry.outline is not None
    outline = replace(entry.outline, serial=f"{entry.outline.serial}-{number}")
    return replace(entry, path=f"/share/{number}/{Path(entry.path).name}", outline=outline)


def peak_mb() -> float:
    """Largest memory of this process so far."""
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main() -> int:
    """Fill a catalogue, ask it, and store the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="few visits; stores nothing")
    is_quick = parser.parse_args().quick
    wanted = 200 if is_quick else VISITS
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        arms = 4 if is_quick else 40
        write_example(folder / "fleet", arms=arms, visits=6 * arms, seed=SEED, monitor=NullMonitor())
        files = sorted(visit_files(folder / "fleet"))
        begun = time.process_time()
        entries = [entry_of(path, modified_ns=1, size=1) for path in files]
        rate = len(files) / (time.process_time() - begun)
        with Catalogue(folder / "catalogue.sqlite") as catalogue:
            for number in range(-(-wanted // len(entries))):
                catalogue.put([copied(entry, number) for entry in entries])
            numbers = {
                "visits": catalogue.count(),
                "files read per second": rate,
                "list of all, ms": milliseconds(catalogue.visits),
                "first page, ms": milliseconds(lambda: catalogue.visits(most=SHOWN)),
                "search, ms": milliseconds(lambda: catalogue.visits("ec66 0007", most=SHOWN)),
                "arms sorted, s": 1e-3 * milliseconds(lambda: robots_by_care(catalogue), 1),
                "arms": len(robots_by_care(catalogue)),
            }
    if sys.platform != "win32":
        numbers["peak memory, MB"] = peak_mb()
    print(numbers)
    if not is_quick:
        write_measurement("catalogue", seed=SEED, numbers=numbers)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
