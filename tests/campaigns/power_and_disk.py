"""A full disk and kill -9 at every write, two programs on one visit, and clocks that jump.

Each command that changes a visit is played again and again in a process of its own; at one of
its writes, another one each time, the disk refuses or the process is killed. Then the visit
must open with every earlier recording and result equal, nothing may lie around but a part that
is taken in, and what the program said must be true. Computing is done once: the processes
are forked from one that has loaded everything, and store what it has found.

The same commands run under real limits: of the process for a file, and, for an administrator,
on a small disk in memory. Needs Linux.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Self

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # a process with threads cannot be forked safely
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from app.errors.text import error_text
from core.storage.visit import Visit
from tests.campaigns._disk_faults import Fault, FaultyDisk
from tests.campaigns._measurement import write_measurement
from tests.campaigns._power_others import clock_jumps, two_programs, window
from tests.campaigns._power_scenes import SEED, VISIT, Scene, quiet_program, scenes
from tests.core.storage.judged import alike, content_of

TOLD = re.compile(r"\((F-004|F-02[0-5]|F-075|F-076|F-079|V-035|D-061)\)$")
REFUSED_FIRST = re.compile(r"\(F-069\)$")
"""Before any work, with the exit code of a wrong command: no file can be made in the folder."""
QUICK_SCENES = ("import", "recording")
QUICK_WRITES = 6
_ALL = 1 << 20
MOST_WRITES = {Fault.FULL: _ALL, Fault.FULL_ONCE: 12, Fault.KILL: _ALL, Fault.QUOTA: 12, Fault.LIMIT: 12}
"""The others go the way of the full disk; ``tests/core/storage/test_full_disk.py`` plays all their writes."""
DISK_KB = (0, 4, 64, 200, 400, 600, 800, 1000, 1200, 1600, 2400, 3200, 5000)
"""Room that is left on the small disk, and steps of the limit for a file."""
PATIENCE_S = 120.0
_MEMORY = Path("/dev/shm")
"""There are many syncs, and how fast they are is not what is looked at."""
ROUNDS = 10


@dataclass
class Played:
    """What one run left: its end, and whatever is wrong with that."""

    code: int
    """Exit code; negative for the signal that ended it."""
    said: str
    struck: str = ""
    """The operation that met the fault."""
    wrong: list[str] = field(default_factory=list)


@dataclass
class Tally:
    """All runs of one scene and fault."""

    runs: int = 0
    struck: int = 0
    refused: int = 0
    unharmed: int = 0
    killed: int = 0
    wrong: list[str] = field(default_factory=list)

    def count(self, played: Played, *, usual: int, where: str) -> None:
        """Add one run."""
        self.runs += 1
        self.struck += bool(played.struck)
        self.killed += played.code < 0
        self.unharmed += played.code == usual
        self.refused += 0 <= played.code != usual
        self.wrong += [f"{where}: {one}" for one in played.wrong]

    def numbers(self) -> Mapping[str, object]:
        """For the file of measurements."""
        counts = {name: getattr(self, name) for name in ("runs", "struck", "refused", "unharmed", "killed")}
        return {**counts, "wrong": len(self.wrong)}


def main() -> int:
    """Run the campaign; ``--quick`` plays a few writes of two scenes."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a few writes of two scenes")
    quick = parser.parse_args().quick
    print(f"seed {SEED}", flush=True)
    began = time.monotonic()
    with (
        tempfile.TemporaryDirectory(dir=_MEMORY if _MEMORY.is_dir() else None) as name,
        quiet_program(Path(name)),
    ):
        numbers, wrong = campaign(Path(name), quick=quick)
    numbers = {**numbers, "seconds": round(time.monotonic() - began)}
    print(json.dumps(numbers, indent=2))
    print("\n".join(wrong))
    if not quick:
        write_measurement("power_and_disk", seed=SEED, numbers=numbers)
    return 1 if wrong else 0


def campaign(folder: Path, *, quick: bool) -> tuple[dict[str, object], list[str]]:
    """Play everything in ``folder``; the numbers, and what was wrong."""
    numbers: dict[str, object] = {}
    wrong: list[str] = []
    with _silenced(folder / "preparing.txt"):
        played = [scene for scene in scenes(folder) if not quick or scene.name in QUICK_SCENES]
        counts = {scene.name: len(writes_of(scene, folder)) for scene in played}
    for scene in played:
        tallies: dict[str, object] = {"writes": counts[scene.name]}
        for fault in (Fault.FULL, Fault.KILL) if quick else Fault:
            writes = _chosen(counts[scene.name], most=QUICK_WRITES if quick else MOST_WRITES[fault])
            tally = at_writes(scene, folder, fault, writes)
            tallies[fault.value] = tally.numbers()
            wrong += tally.wrong
            print(f"{scene.name}, {fault}: {tally.numbers()}", flush=True)
        numbers[scene.name] = tallies
    if not quick:
        for name, limited in (("limit for a file", limited_files), ("small disk", small_disks)):
            tally = limited([scene for scene in played if scene.name != "report"], folder)
            numbers[name] = tally.numbers() if tally is not None else "not possible here"
            wrong += tally.wrong if tally is not None else []
            print(f"{name}: {numbers[name]}", flush=True)
    for name, look in (("two programs", two_programs), ("clock jumps", clock_jumps), ("window", window)):
        if name == "window" and quick:
            continue
        with _silenced(folder / f"{name}.txt"):
            found, amiss = look(played[0].folder, folder, rounds=1 if quick else ROUNDS)
        numbers[name] = found
        wrong += amiss
        print(f"{name}: {found}", flush=True)
    return numbers, wrong


def _chosen(count: int, *, most: int) -> Iterable[int]:
    """Numbers from 1 to ``count``, all or ``most`` of them, evenly spread."""
    if count <= most:
        return range(1, count + 1)
    return sorted({1 + round(place * (count - 1) / (most - 1)) for place in range(most)})


def writes_of(scene: Scene, folder: Path) -> list[str]:
    """The operations of a scene that goes well, in this process, which has loaded everything then."""
    where = fresh(scene, folder)
    with FaultyDisk(where) as disk:
        code = scene.act(where)
    if code != scene.usual:
        raise RuntimeError(f"{scene.name} ended with {code}")
    shutil.rmtree(where)
    return disk.operations


def fresh(scene: Scene, folder: Path) -> Path:
    """A copy of what the scene begins with."""
    where = folder / "played"
    if where.exists():
        shutil.rmtree(where)
    shutil.copytree(scene.folder, where)
    return where


def at_writes(scene: Scene, folder: Path, fault: Fault, writes: Iterable[int]) -> Tally:
    """Let the fault happen at each of these writes, one run each."""
    tally = Tally()
    for at in writes:
        where = fresh(scene, folder)
        played = forked(scene, where, partial(FaultyDisk, where, at=at, fault=fault))
        judge(played, scene, where)
        tally.count(played, usual=scene.usual, where=f"{scene.name}, {fault} at {at} ({played.struck})")
    return tally


def forked(scene: Scene, where: Path, surroundings: Callable[[], FaultyDisk]) -> Played:
    """Play a scene in a child of this process."""
    said, struck = where.parent / "said.txt", where.parent / "struck.txt"
    struck.write_text("")
    sys.stdout.flush()
    sys.stderr.flush()
    child = os.fork()
    if child == 0:
        _be_child(scene, where, surroundings, said=said, struck=struck)
    deadline = time.monotonic() + PATIENCE_S
    while True:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            break
        if time.monotonic() > deadline:
            os.kill(child, 9)
            os.waitpid(child, 0)
            return Played(0, "", wrong=["it hung"])
        time.sleep(0.002)
    return Played(os.waitstatus_to_exitcode(status), said.read_text(), struck.read_text())


def _be_child(
    scene: Scene, where: Path, surroundings: Callable[[], FaultyDisk], *, said: Path, struck: Path
) -> None:
    """Play, say how it ended, and leave without the parent's clean-up."""
    code = 99
    try:
        target = os.open(said, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        os.dup2(target, 2)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        sys.stderr = os.fdopen(2, "w", closefd=False)
        sys.stdout = os.fdopen(1, "w", closefd=False)
        note = os.open(struck, os.O_WRONLY)
        with surroundings() as disk:
            disk.on_strike = lambda name: os.write(note, name.encode())
            try:
                code = scene.act(where)
            except Exception as error:  # noqa: BLE001  a scene that is no command is worded like one
                text = error_text(error)
                sys.stderr.write(f"{text.one_line}\n")
                code = 1 if TOLD.search(text.one_line) else 98
        sys.stderr.flush()
    except BaseException:  # noqa: BLE001
        traceback.print_exc()
    finally:
        os._exit(code)


def judge(played: Played, scene: Scene, where: Path) -> None:
    """Look at what a run left, and note all that is wrong."""
    before, original = scene.folder / VISIT, contents(scene.folder / VISIT)
    wrong = played.wrong
    refused = 0 <= played.code != scene.usual
    if played.code < 0 and played.code != -9:
        wrong.append(f"ended by signal {-played.code}")
    lines = played.said.strip().splitlines()
    words = {1: TOLD, 2: REFUSED_FIRST}.get(played.code)
    if refused and not (words and len(lines) == 1 and words.search(lines[0])):
        wrong.append(f"exit code {played.code}: {played.said.strip()[-300:]}")
    if refused and (where / "new.h5").exists():
        wrong.append("an empty visit is left")
    same = (where / VISIT).read_bytes() == before.read_bytes()
    if refused and scene.name not in {"recording", "results"} and not same:
        wrong.append("refused, and the visit is another")
    if played.code == scene.usual and scene.name not in {"report", "first import"} and same:
        wrong.append("it was well, and nothing was stored")
    beside = {file.name for file in where.iterdir()} - {VISIT, *scene.makes}
    if played.code >= 0 and any(not name.endswith(".part") for name in beside):
        wrong.append(f"left beside the visit: {sorted(beside)}")
    _judge_opened(played, scene, where, original)


def _judge_opened(played: Played, scene: Scene, where: Path, original: Mapping[str, object]) -> None:
    try:
        for path in where.glob("*.h5"):
            with Visit.open(path) as visit:
                if visit.left_behind:
                    played.wrong.append(f"left behind: {visit.left_behind}")
    except Exception as error:  # noqa: BLE001  whatever keeps a visit from opening is a finding
        played.wrong.append(f"{path.name} does not open: {error!r}")
        return
    now = contents(where / VISIT)
    gone = [name for name, content in original.items() if not alike(now.get(name), content)]
    if gone:
        played.wrong.append(f"changed or lost: {gone}")
    played.wrong += scene.check(where / VISIT)
    beside = {file.name for file in where.iterdir()} - {VISIT, *scene.makes}
    unfinished = {name for name in beside if played.code < 0 and name.startswith(".report.pdf.")}
    if "new.h5" in scene.makes and not (where / "new.h5").exists():  # no one opens what was never there
        unfinished |= {name for name in beside if played.code < 0 and name.startswith(".new.h5.")}
    if beside - unfinished:
        played.wrong.append(f"left beside the opened visit: {sorted(beside - unfinished)}")


def contents(path: Path) -> Mapping[str, object]:
    """Everything in a visit, by its place."""
    errors: dict[str, str] = {}
    with Visit.open(path, recover=False) as visit:
        found = content_of(visit, errors)
    return {**found, **errors}


class _Limited(FaultyDisk):
    """No fault of ours: the system itself refuses."""

    def __init__(self, where: Path, limit: int | None = None) -> None:
        super().__init__(where)
        self._limit = limit

    def __enter__(self) -> Self:
        if self._limit is not None:
            import resource

            resource.setrlimit(resource.RLIMIT_FSIZE, (self._limit, self._limit))
        return self


def limited_files(played: Iterable[Scene], folder: Path) -> Tally:
    """Every scene under limits for the size of a file (``ulimit -f``)."""
    tally = Tally()
    for scene in played:
        for kb in DISK_KB:
            where = fresh(scene, folder)
            limit = (scene.folder / VISIT).stat().st_size * (scene.name != "first import") + kb * 1000
            limit = max(limit, 4096)  # room for what the command says
            run = forked(scene, where, partial(_Limited, where, limit))
            judge(run, scene, where)
            tally.count(run, usual=scene.usual, where=f"{scene.name}, files of {limit} bytes at most")
    return tally


def small_disks(played: Iterable[Scene], folder: Path) -> Tally | None:
    """Every scene on a disk in memory with little room; None where none can be mounted."""
    tally = Tally()
    for scene in played:
        size = (scene.folder / VISIT).stat().st_size
        for kb in DISK_KB:
            where = folder / "small"
            where.mkdir(exist_ok=True)
            room = size + 8192 + kb * 1024
            asked = ["mount", "-t", "tmpfs", "-o", f"size={room}", "none", str(where)]
            if subprocess.run(asked, capture_output=True, check=False).returncode:
                return None
            try:
                shutil.copytree(scene.folder, where, dirs_exist_ok=True)
                run = forked(scene, where, partial(_Limited, where))
                _judge_small(run, scene, where)
            finally:
                subprocess.run(["umount", str(where)], check=True)
            tally.count(run, usual=scene.usual, where=f"{scene.name}, {kb} kB left")
    return tally


def _judge_small(played: Played, scene: Scene, where: Path) -> None:
    """Judge on the small disk, then once more where there is room for what could not be taken in."""
    with Visit.open(where / VISIT) as visit:  # a full disk keeps no visit from opening
        waiting = {error.code for error in visit.left_behind}
    if waiting - {"part-without-room"}:
        played.wrong.append(f"left behind: {waiting}")
    roomy = where.parent / "played"
    if roomy.exists():
        shutil.rmtree(roomy)
    shutil.copytree(where, roomy)
    judge(played, scene, roomy)


def _silenced(log: Path) -> "_Silence":
    return _Silence(log)


class _Silence:
    """What commands print while everything is prepared goes into a file."""

    def __init__(self, log: Path) -> None:
        self._log = log

    def __enter__(self) -> None:
        sys.stdout.flush()
        self._kept = (os.dup(1), os.dup(2))
        target = os.open(self._log, os.O_WRONLY | os.O_CREAT)
        os.dup2(target, 1)
        os.dup2(target, 2)
        os.close(target)

    def __exit__(self, *_: object) -> None:
        sys.stdout.flush()
        sys.stderr.flush()
        for number, descriptor in enumerate(self._kept, start=1):
            os.dup2(descriptor, number)
            os.close(descriptor)


if __name__ == "__main__":
    sys.exit(main())
