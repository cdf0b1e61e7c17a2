"""Hundreds of damaged and crafted visits and journals, each opened, refused or rescued as a sentence.

Every file is read to its end in a process of its own that may crash or hang. What is read must be
what was stored, to the last bit; what is damaged must be said; a damaged visit must not be written;
and a file beside it, to which some of them lead, must be neither read nor changed.
"""

import argparse
import faulthandler
import json
import multiprocessing
import os
import queue
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import h5py
import numpy as np
from _measurement import REPOSITORY, write_measurement

# the crafted visits and the reading to the end are those of the tests
sys.path.insert(0, str(REPOSITORY))

from core.storage.visit import Visit
from tests.core.results_examples import example_result
from tests.core.storage.crafted import ELSEWHERE, MALFORMED
from tests.core.storage.crafted_journals import JOURNALS, journal_in
from tests.core.storage.edited import edited, make_older
from tests.core.storage.judged import Found, content_of, differences, make_visit, read_to_the_end

SEED = 1907
FLIPPED, TORN, UNSEALED, JOURNALS_FLIPPED = 70, 25, 25, 40
"""Visits of the full campaign by kind, besides the crafted ones."""
QUICK_SHARE = 0.06
JUDGES = 4
"""Processes that read at the same time."""
LONGEST_S = 60.0
OF_JOURNAL = {"recording live", "gaps live"}
"""What a visit takes in from the journal beside it; a lost one is said in the visit's ``left_behind``."""
LONG_AGO = (1_000_000_000, 1_000_000_000)
Random = np.random.Generator


@dataclass(frozen=True)
class Case:
    """One file to judge: how it is made in a folder, and whether all in it was stored by the program."""

    kind: str
    name: str
    make: Callable[[Path, Path], None]
    """Changes the visit at a path; the second is the file that no one may touch."""
    is_damage: bool
    """Damage of a good file: what is read must be what was stored."""


@dataclass
class Tally:
    """What was found over all cases."""

    outcomes: Counter[str] = field(default_factory=Counter)
    kinds: Counter[str] = field(default_factory=Counter)
    failures: list[str] = field(default_factory=list)
    slowest_s: float = 0.0


def cases(random: Random, *, share: float = 1.0) -> Iterator[Case]:
    """All cases; of the many a share."""
    damages = (
        ("flipped", FLIPPED, _flip),
        ("torn", TORN, _tear),
        ("flipped without a seal", UNSEALED, _unsealed),
        ("journal flipped", JOURNALS_FLIPPED, _journal),
    )
    for kind, count, damage in damages:
        for number in range(round(count * share)):
            seed = int(random.integers(2**62))
            yield Case(kind, f"{number}, seed {seed}", damage(seed), is_damage=True)
    crafted = (
        ("elsewhere", ELSEWHERE, _crafted),
        ("elsewhere, older", ELSEWHERE, _older),
        ("malformed", MALFORMED, _crafted),
        ("malformed, older", MALFORMED, _older),
    )
    made = [(kind, name, way(craft)) for kind, table, way in crafted for name, craft in table.items()]
    made += [("journal", name, make) for name, make in JOURNALS.items()]
    for kind, name, make in made:
        if random.random() < share:
            yield Case(kind, name, make, is_damage=False)


def _flip(seed: int) -> Callable[[Path, Path], None]:
    def make(path: Path, _canary: Path) -> None:
        random = np.random.default_rng(seed)
        content = bytearray(path.read_bytes())
        for place in random.integers(8 * len(content), size=int(random.integers(1, 4))):
            content[place // 8] ^= 1 << int(place % 8)
        path.write_bytes(content)

    return make


def _unsealed(seed: int) -> Callable[[Path, Path], None]:
    """Damage before HDF5's own end of a file whose seal is gone: HDF5 reads it, in a process of its own."""

    def make(path: Path, canary: Path) -> None:
        with h5py.File(path, "r+") as file:
            file.flush()
        _flip(seed)(path, canary)

    return make


def _tear(seed: int) -> Callable[[Path, Path], None]:
    def make(path: Path, _canary: Path) -> None:
        random = np.random.default_rng(seed)
        content = bytearray(path.read_bytes())
        first, last = sorted(random.integers(len(content), size=2).tolist())
        last = min(last, first + int(random.integers(1, 4096)))
        way = random.integers(4)
        if way == 0:
            del content[first:]
        elif way == 1:
            content[first:last] = bytes(last - first)
        elif way == 2:
            content[first:last] = random.bytes(last - first)
        else:
            del content[first:last]
        path.write_bytes(content)

    return make


def _crafted(craft: Callable[[h5py.File, Path], None]) -> Callable[[Path, Path], None]:
    def make(path: Path, canary: Path) -> None:
        with edited(path) as file:
            craft(file, canary)

    return make


def _older(craft: Callable[[h5py.File, Path], None]) -> Callable[[Path, Path], None]:
    def make(path: Path, canary: Path) -> None:
        make_older(path, 2)
        with h5py.File(path, "r+") as file:
            craft(file, canary)

    return make


def _journal(seed: int) -> Callable[[Path, Path], None]:
    def make(path: Path, canary: Path) -> None:
        part = journal_in(path)
        _flip(seed)(part, canary)

    return make


def serve(connection: Any) -> None:
    """Judge files in a process of its own until it is told to end."""
    faulthandler.enable()
    os.fsync = lambda _descriptor: None  # no power fails here
    while (asked := connection.recv()) is not None:
        try:
            connection.send(("read", read_to_the_end(*asked)))
        except Exception:  # noqa: BLE001  that none escapes is what is measured
            connection.send(("raised", traceback.format_exc(limit=-3)))


class Judge:
    """The process that reads; a new one after a crash or a hang."""

    def __init__(self) -> None:
        self._context = multiprocessing.get_context("spawn")
        self._start()

    def _start(self) -> None:
        self._ours, theirs = self._context.Pipe()
        self._process = self._context.Process(target=serve, args=(theirs,))
        self._process.start()
        theirs.close()

    def read(self, path: Path, scratch: Path) -> tuple[str, Any]:
        """What came of a file: ``read``, ``raised``, ``crashed`` or ``hung``, and what there is to say."""
        self._ours.send((path, scratch))
        try:
            if self._ours.poll(LONGEST_S):
                return self._ours.recv()
            outcome = "hung"
        except EOFError:
            outcome = "crashed"
        self._process.kill()
        self._process.join()
        self._start()
        return outcome, ""

    def close(self) -> None:
        """End the process."""
        self._ours.send(None)
        self._process.join()


def run(tally: Tally, random: Random, *, share: float) -> None:
    """Make and judge all cases."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        base = folder / "base.h5"
        make_visit(base, result=example_result())
        with Visit.open(base) as visit:
            truth = content_of(visit, {})
        content = base.read_bytes()
        with_journal = folder / "with.h5"
        with_journal.write_bytes(content)
        journal_in(with_journal)
        with Visit.open(with_journal) as visit:
            truth |= {place: value for place, value in content_of(visit, {}).items() if place in OF_JOURNAL}
        judges: queue.SimpleQueue[Judge] = queue.SimpleQueue()
        for _ in range(JUDGES):
            judges.put(Judge())

        def one(number: int, case: Case) -> None:
            place = folder / f"{number:04d}"
            place.mkdir()
            judge = judges.get()
            began = time.perf_counter()
            try:
                _judge(tally, case, judge, place, content=content, truth=truth)
            finally:
                judges.put(judge)
            tally.slowest_s = max(tally.slowest_s, time.perf_counter() - began)
            if number % 50 == 49:
                print(f"{number + 1} files, {len(tally.failures)} failures", flush=True)

        with ThreadPoolExecutor(JUDGES) as pool:
            for done in [pool.submit(one, *asked) for asked in enumerate(cases(random, share=share))]:
                done.result()
        for _ in range(JUDGES):
            judges.get().close()


def _judge(
    tally: Tally, case: Case, judge: Judge, place: Path, *, content: bytes, truth: dict[str, Any]
) -> None:
    path, canary = place / "visit.h5", place / "canary.h5"
    path.write_bytes(content)
    with h5py.File(canary, "w") as file:
        file["x"] = np.zeros((50, 3))
    case.make(path, canary)
    is_changed = path.read_bytes() != content or "journal" in case.kind if path.is_file() else True
    os.utime(canary, LONG_AGO)
    before = (canary.stat().st_atime, canary.stat().st_mtime)
    outcome, found = judge.read(path, place / "rescued.h5")
    tally.kinds[case.kind] += 1
    what = f"{case.kind}: {case.name}"
    if (canary.stat().st_atime, canary.stat().st_mtime) != before:
        tally.failures.append(f"{what}: followed")
    if outcome != "read":
        tally.outcomes[outcome] += 1
        tally.failures.append(f"{what}: {outcome} {found}")
        return
    tally.outcomes[_outcome(found)] += 1
    if case.kind.startswith("elsewhere") and found.refused != "leads-elsewhere":
        tally.failures.append(f"{what}: not refused but {found.refused or 'opened'}")
    if case.is_damage:
        believed = differences(found.content, truth)
        believed += differences(found.rescued or {}, truth, is_rescued=True)
        if believed:
            tally.failures.append(f"{what}: believed {believed}")
        if is_changed and not found.is_noticed:
            tally.failures.append(f"{what}: not noticed")
        lost = set(truth) - set(found.content) - set(found.errors) - OF_JOURNAL
        if lost and not found.is_noticed:
            tally.failures.append(f"{what}: lost in silence {sorted(lost)}")


def _outcome(found: Found) -> str:
    if found.refused:
        return "refused, rescued" if found.rescued else "refused"
    if found.damage or found.errors:
        return "opened in part, rescued" if found.rescued else "opened in part"
    return "a journal was not whole, said so" if found.journals else "whole"


def main() -> int:
    """Run the campaign; ``--quick`` takes a few files of each kind."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a few files of each kind")
    parser.add_argument("--seed", type=int, default=SEED)
    asked = parser.parse_args()
    print(f"seed {asked.seed}", flush=True)
    tally, random = Tally(), np.random.default_rng(asked.seed)
    run(tally, random, share=QUICK_SHARE if asked.quick else 1.0)
    numbers: dict[str, object] = {
        "files": sum(tally.kinds.values()),
        "failures": len(tally.failures),
        "slowest_s": round(tally.slowest_s, 2),
        "outcomes": dict(sorted(tally.outcomes.items())),
        "kinds": dict(sorted(tally.kinds.items())),
    }
    print(json.dumps(numbers, indent=2))
    print("\n".join(tally.failures))
    if not asked.quick:
        write_measurement("visits", seed=asked.seed, numbers=numbers)
    return 1 if tally.failures else 0


if __name__ == "__main__":
    sys.exit(main())
