"""How many faults that are made on purpose the daily tests find.

One operator, number or statement of the program is changed at a time, drawn by a seed from all layers; then
the test files that reach the changed line are run, the likeliest first, until one fails. Which files
reach a line is measured by coverage beforehand, in one run of the daily tests that also gives the share
of lines and branches they reach. With ``--before COMMIT`` only places are drawn that both commits have,
and both are judged by their own tests. Lint and type checks are left out: they judge the text, not what
it does.

The figures are stored as ``resources/measurements/mutants.json``. Coverage and results stay in the
folder given with ``--work``: a campaign that was interrupted goes on where it was.
"""

import argparse
import json
import os
import random
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parent))

from _measurement import REPOSITORY, write_measurement
from _mutant_sites import LAYERS, Site, sites_of

SEED = 21
REACH = Path(__file__).resolve().parent / "_reach"
TEXT_CHECKS = "tests/rails/test_lint.py"
LIMIT_S = 300.0
"""For the tests of one change, by what they took before; the likeliest are first."""
TOO_LONG_S = 1800.0
"""A change that makes a loop endless in machine code, which pytest's own limit cannot end."""
NOTHING_COLLECTED = 5
"""pytest's exit code when no test matched."""


@dataclass(frozen=True)
class Ended:
    """What became of a change: the test that failed, or empty where none did."""

    file: str
    line: int
    function: str
    was: str
    becomes: str
    found_by: str
    test_files: int
    reaching_files: int
    seconds: float


class Tree:
    """A commit in a folder of its own, and which test files reach which of its lines."""

    def __init__(self, commit: str, folder: Path) -> None:
        self.folder = folder
        self._reach_file = folder.with_name(f"{folder.name}_reach.json")
        self._is_broken: dict[str, bool] = {}
        if not folder.exists():
            _git("clone", "-q", "--shared", str(REPOSITORY), str(folder))
        _git("-C", str(folder), "checkout", "-q", "--force", commit)
        self.commit = _git("-C", str(folder), "rev-parse", "--short", "HEAD").strip()

    def measure(self, workers: int) -> None:
        """Run the daily tests once under coverage; what they reach is kept."""
        if self._reach_file.exists() and self._kept()["commit"] == self.commit:
            return
        data, durations = self.folder.with_name(f"{self.folder.name}_coverage"), self._reach_file
        durations = durations.with_name(f"{self.folder.name}_durations.json")
        data.mkdir(exist_ok=True)
        settings = data / "settings"
        settings.write_text(
            "[run]\nbranch = true\nparallel = true\nsigterm = true\ncontext = ${TORSION_TEST_FILE-}\n"
            "patch =\n    _exit\n    fork\n"  # tests of pages run in copies that end so
            f"data_file = {data / 'reached'}\nsource =\n    "
            + "\n    ".join(str(self.folder / layer) for layer in LAYERS)
            + "\n",
            encoding="utf-8",
        )
        asked = [
            "-p",
            "reach",
            "-n",
            str(workers),
            "--dist",
            "loadfile",
            "-m",
            "not thorough",
            "-o",
            "timeout=900",
        ]
        begun = time.monotonic()
        self._pytest(
            [*asked, "-q", "--deselect", TEXT_CHECKS],
            extra={
                "PYTHONPATH": os.pathsep.join([str(REACH), str(self.folder)]),
                "COVERAGE_PROCESS_START": str(settings),
                "TORSION_DURATIONS": str(durations),
            },
            shown=True,
        )
        print(f"{self.folder.name}: tests under coverage took {time.monotonic() - begun:.0f} s", flush=True)
        self._keep(data, settings, json.loads(durations.read_text(encoding="utf-8")))

    def _keep(self, data: Path, settings: Path, seconds: Mapping[str, float]) -> None:
        # beside this file is a campaign of the same name
        sys.path[:] = [place for place in sys.path if place != str(REACH.parent)]
        import coverage

        measured = coverage.Coverage(config_file=str(settings))
        measured.combine([str(data)])
        measured.save()
        reached: dict[str, dict[int, list[str]]] = {}
        found = measured.get_data()
        for file in found.measured_files():
            by_line = found.contexts_by_lineno(file)
            name = Path(file).relative_to(self.folder).as_posix()
            reached[name] = {line: sorted({_test_file(c) for c in by} - {""}) for line, by in by_line.items()}
        report = data / "report.json"
        measured.json_report(outfile=str(report))
        totals = json.loads(report.read_text(encoding="utf-8"))["totals"]
        kept = {"commit": self.commit, "totals": totals, "seconds": dict(seconds), "reached": reached}
        self._reach_file.write_text(json.dumps(kept), encoding="utf-8")

    def _kept(self) -> dict[str, object]:
        return dict(json.loads(self._reach_file.read_text(encoding="utf-8")))

    def coverage(self) -> dict[str, float]:
        """Share of lines and of branches that the daily tests reach, %."""
        totals = self._kept()["totals"]
        lines = 100 * totals["covered_lines"] / totals["num_statements"]
        branches = 100 * totals["covered_branches"] / totals["num_branches"]
        return {"lines_percent": round(lines, 2), "branches_percent": round(branches, 2)}

    def try_changes(self, sites: Sequence[Site], kept: Path) -> Iterator[Ended]:
        """Each change, one after the other; those in the file ``kept`` are not tried again."""
        known = self._kept()
        done = {(one["file"], one["line"], one["was"], one["becomes"]): one for one in _lines(kept)}
        for site in sites:
            before = done.get((site.file, site.line, site.was, site.becomes))
            if before is not None:
                yield Ended(**before)
                continue
            end = self._try(site, known["reached"], known["seconds"])
            with kept.open("a", encoding="utf-8") as file:
                file.write(json.dumps(asdict(end)) + "\n")
            yield end

    def _try(
        self, site: Site, reached: Mapping[str, Mapping[str, list[str]]], seconds: Mapping[str, float]
    ) -> Ended:
        reaching = reached.get(site.file, {}).get(str(site.line), [])
        # coverage sees no line of machine code and of Qt's own threads
        if site.is_compiled:
            reaching = _tests_of([site.file, *self._importers(site.file)], reached)
        elif not reaching:
            reaching = _tests_of([site.file], reached)
        likeliest = sorted(reaching, key=lambda test: (-_common(test, site.file), seconds.get(test, 0.0)))
        chosen, left = [], LIMIT_S
        for test in likeliest:
            left -= seconds.get(test, 0.0)
            if chosen and left < 0:
                break
            chosen.append(test)
        path, begun = self.folder / site.file, time.monotonic()
        source = path.read_text(encoding="utf-8")
        path.write_text(site.applied(source), encoding="utf-8")
        try:
            found_by = self._found_by(chosen, path, source, site) if chosen else ""
        finally:
            path.write_text(source, encoding="utf-8")
        return Ended(
            site.file, site.line, site.function, site.was, site.becomes, found_by,
            len(chosen), len(reaching), round(time.monotonic() - begun, 1),
        )  # fmt: skip

    def _importers(self, file: str) -> list[str]:
        """Files of the program that import a file."""
        folder, _, name = file.removesuffix(".py").replace("/", ".").rpartition(".")
        pattern = re.compile(
            rf"from {re.escape(folder)}\.{name} import|from {re.escape(folder)} import [^\n]*\b{name}\b"
        )
        paths = (path for layer in LAYERS for path in sorted((self.folder / layer).rglob("*.py")))
        return [
            path.relative_to(self.folder).as_posix()
            for path in paths
            if pattern.search(path.read_text(encoding="utf-8"))
        ]

    def _found_by(self, chosen: Sequence[str], path: Path, source: str, site: Site) -> str:
        """The first test that fails with the change and not without it."""
        left_out: list[str] = []
        while True:
            deselected = [word for name in left_out for word in ("--deselect", name)]
            ended, text = self._pytest(["-x", "-q", "-m", "not thorough", *deselected, *chosen])
            if ended in (0, NOTHING_COLLECTED):
                return ""
            failed = re.search(r"^(?:FAILED|ERROR) (\S+)", text, re.MULTILINE)
            if failed is None:
                return "the whole run: it broke off or did not end"
            name = failed[1]
            path.write_text(source, encoding="utf-8")
            if name not in self._is_broken:
                self._is_broken[name] = self._pytest(["-x", "-q", name])[0] != 0
            path.write_text(site.applied(source), encoding="utf-8")
            if not self._is_broken[name]:
                return name
            left_out.append(name)

    def _pytest(
        self, arguments: Sequence[str], *, extra: Mapping[str, str] | None = None, shown: bool = False
    ) -> tuple[int, str]:
        environment = {**os.environ, "PYTHONPATH": str(self.folder), "QT_QPA_PLATFORM": "offscreen"}
        environment.setdefault("TORSION_DATA", str(REPOSITORY.parent / "shared" / "data"))
        command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", *arguments]
        with subprocess.Popen(
            command,
            cwd=self.folder,
            env={**environment, **(extra or {})},
            stdout=None if shown else subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,  # so that its children end with it
        ) as run:
            try:
                text, _ = run.communicate(timeout=None if shown else TOO_LONG_S)
            except subprocess.TimeoutExpired:
                os.killpg(run.pid, signal.SIGKILL)
                return -1, ""
        return run.returncode, text or ""


def main() -> int:
    """Run the campaign."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--count", type=int, default=120, help="changes, in equal parts from each layer")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--before", metavar="COMMIT", help="a commit to compare with")
    parser.add_argument(
        "--work", type=Path, default=REPOSITORY / "build" / "mutants", help="coverage and results"
    )
    parser.add_argument("--workers", type=int, default=2, help="processes of the run under coverage")
    given = parser.parse_args()
    given.work.mkdir(parents=True, exist_ok=True)
    trees = {"now": Tree("HEAD", given.work / "now")}
    if given.before:
        trees["before"] = Tree(given.before, given.work / "before")
    for tree in trees.values():
        tree.measure(given.workers)
    drawn = draw([list(sites_of(tree.folder)) for tree in trees.values()], given.count, given.seed)
    numbers: dict[str, object] = {}
    for index, (name, tree) in enumerate(trees.items()):
        kept = given.work / f"{name}_{tree.commit}_{given.seed}.jsonl"
        ends = []
        for end in tree.try_changes([one[index] for one in drawn], kept):
            ends.append(end)
            print(f"{name} {len(ends)}: {end.file}:{end.line} {end.was!r} -> {end.becomes!r}: "
                  f"{end.found_by or 'NOT FOUND'} ({end.seconds} s)", flush=True)  # fmt: skip
        numbers[name] = {"commit": tree.commit, **tree.coverage(), **summary(ends)}
    print(write_measurement("mutants", seed=given.seed, numbers=numbers))
    return 0


def draw(trees: Sequence[Sequence[Site]], count: int, seed: int) -> list[tuple[Site, ...]]:
    """Places that every tree has once, as many from each layer, at most one of a file."""
    by_key = [_single(sites) for sites in trees]
    common = sorted(key for key in by_key[0] if all(key in other for other in by_key[1:]))
    random.Random(seed).shuffle(common)
    drawn: list[tuple[Site, ...]] = []
    wanted, files = Counter(dict.fromkeys(LAYERS, count // len(LAYERS))), set()
    for key in common:
        site = by_key[0][key]
        if wanted[site.layer] and site.file not in files:
            wanted[site.layer] -= 1
            files.add(site.file)
            drawn.append(tuple(sites[key] for sites in by_key))
    return drawn


def summary(ends: Sequence[Ended]) -> dict[str, object]:
    """How many were found, by layer, and where the others are."""
    tried = Counter(end.file.partition("/")[0] for end in ends)
    found = Counter(end.file.partition("/")[0] for end in ends if end.found_by)
    return {
        "tried": len(ends),
        "found": sum(found.values()),
        **{layer: {"tried": tried[layer], "found": found[layer]} for layer in LAYERS},
        "not_found": [
            f"{end.file}:{end.line} {end.was!r} -> {end.becomes!r} "
            f"({end.test_files} of {end.reaching_files} test files that reach it)"
            for end in ends
            if not end.found_by
        ],
    }


def _single(sites: Sequence[Site]) -> dict[tuple[str, ...], Site]:
    count = Counter(site.key for site in sites)
    return {site.key: site for site in sites if count[site.key] == 1}


def _tests_of(files: Sequence[str], reached: Mapping[str, Mapping[str, list[str]]]) -> list[str]:
    """Test files that reach any line of these files."""
    return sorted({test for file in files for tests in reached.get(file, {}).values() for test in tests})


def _common(test: str, file: str) -> int:
    """Words that the two paths share."""
    return len(set(re.findall(r"[a-z]+", test)) & set(re.findall(r"[a-z]+", file)) - {"py", "test", "tests"})


def _test_file(context: str) -> str:
    """The test file in a context of coverage: that of the process, that of the test, or both."""
    return context.rpartition("|")[2] or context.partition("|")[0]


def _lines(path: Path) -> list[dict[str, object]]:
    if not path.exists():
        return []
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def _git(*arguments: str) -> str:
    return subprocess.run(["git", *arguments], capture_output=True, text=True, check=True).stdout


if __name__ == "__main__":
    sys.exit(main())
