"""Over a thousand bad command lines and files against every command: each must end in good order.

No traceback, no unexpected error, no warning of a library on the screen, no input changed where the
command was refused, no good verdict from data that cannot give one, and none that takes for ever. Command
lines are generated from the parsers, files from sound ones; all run in one process.
"""

import argparse
import contextlib
import faulthandler
import hashlib
import io
import os
import random
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
sys.path.insert(0, str(Path(__file__).resolve().parent))

from _inputs_cases import (
    NOT_GOOD,
    REFUSED,
    Case,
    argument_cases,
    contradiction_cases,
    file_cases,
    make_odd_places,
    recording_cases,
)
from _inputs_material import make_material
from _measurement import write_measurement

from app.__main__ import main as torsion

SEED = 20
LIMIT_S = 20.0
QUICK_LIMIT_S = 10.0
SIGNS_OF_A_FAULT = ("Traceback", "(X-003)", "(X-000)", "(X-002)", "Warning:", "RuntimeWarning")


class TimeIsUp(BaseException):
    """A command took too long; no ``except Exception`` catches it."""


@dataclass(frozen=True)
class Ended:
    """How a case ended, and what is wrong with that; empty for nothing."""

    case: Case
    code: int
    seconds: float
    wrong: str


def main() -> int:
    """Run the campaign; ``--quick`` takes a part of the cases."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a part of the cases")
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--only", default="", help="cases whose name contains this")
    given = parser.parse_args()
    print(f"seed {given.seed}", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        sound = Path(folder) / "sound"
        prepare(sound)
        cases = [case for case in all_cases(sound, given.seed) if given.only in case.name]
        if given.quick:
            cases = quick_part(cases, given.seed)
        ends = list(run_cases(cases, sound, Path(folder) / "tried", limit_s=LIMIT_S))
    report(ends, given.seed, is_whole=not (given.quick or given.only))
    return 1 if any(end.wrong for end in ends) else 0


def prepare(sound: Path) -> None:
    """Make the sound inputs."""
    sound.mkdir(parents=True)
    with contextlib.redirect_stdout(io.StringIO()):
        make_material(sound)


def all_cases(sound: Path, seed: int) -> list[Case]:
    """Every case, the same for the same seed."""
    random_ = random.Random(seed)
    return [
        *argument_cases(random_, most_values=5),
        *file_cases(sound, random_, rounds=2),
        *recording_cases(),
        *contradiction_cases(),
    ]


def quick_part(cases: list[Case], seed: int, *, count: int = 150) -> list[Case]:
    """Some of the cases that end at once."""
    at_once = [case for case in cases if case.expected is REFUSED and case.arguments[0] != "run"]
    return random.Random(seed).sample(at_once, min(count, len(at_once)))


def run_cases(cases: list[Case], sound: Path, folder: Path, *, limit_s: float) -> Iterator[Ended]:
    """Each case in a copy of the sound inputs."""
    shutil.copytree(sound, folder)
    make_odd_places(folder)
    before, home = digests(folder), Path.cwd()
    os.chdir(folder)
    try:
        for case in cases:
            for name, content in case.spoilt.items():
                (folder / name).write_bytes(content)
            given = {**before, **{name: _digest(folder / name) for name in case.spoilt}}
            end = run_case(case, given, folder, limit_s=limit_s)
            if end.wrong:
                print(f"{case.name}: {end.wrong}\n   {' '.join(case.arguments)[:300]!r}", flush=True)
            yield end
            restore(folder, sound, before)
    finally:
        os.chdir(home)


def run_case(case: Case, before: Mapping[str, str], folder: Path, *, limit_s: float) -> Ended:
    """One command line in this process, with what it printed caught."""
    out, err = io.StringIO(), io.StringIO()
    began = time.monotonic()
    code, wrong = -1, ""
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err), limited(limit_s):
        try:
            code = torsion(list(case.arguments))
        except TimeIsUp:
            wrong = f"still running after {limit_s:g} s"
        except BaseException as error:  # noqa: BLE001  whatever leaves the program is a finding
            wrong = f"{type(error).__name__} left the program: {error}"
    seconds = time.monotonic() - began
    wrong = wrong or judged(case, code, out.getvalue(), err.getvalue())
    if not wrong and code == 2 and (changed := differences(before, digests(folder))):
        wrong = f"refused, yet changed {', '.join(changed)}"
    return Ended(case, code, seconds, wrong)


TELL_FIRST = frozenset({"import", "show"})
"""Commands that tell what they understood before they refuse."""


def judged(case: Case, code: int, out: str, err: str) -> str:
    """What is wrong with how a case ended."""
    signs = [sign for sign in SIGNS_OF_A_FAULT if sign in out + err]
    if signs:
        return f"exit {code}: {' '.join(err.split())[-400:]}"
    if case.expected is REFUSED and code != 2:
        return f"exit {code} instead of 2: {err.strip()[-200:]}"
    if case.expected is NOT_GOOD and code == 0:
        return "exit 0 from data that cannot give a result"
    if code not in {0, 1, 2}:
        return f"exit {code}"
    is_told = bool(out) and case.command not in TELL_FIRST
    if code == 2 and (err.count("\n") != 1 or not err.startswith("torsion: ") or is_told):
        return f"refused with more or less than one line: {err[-300:]!r} {out[:100]!r}"
    if "\x1b" in err.replace("\x1b[", "", 0) and code == 2:
        return "control characters on the screen"
    return ""


@contextlib.contextmanager
def limited(seconds: float) -> Iterator[None]:
    """Raise ``TimeIsUp`` in the main thread; one that is stuck in a library ends the whole program."""

    def ring(_signal: int, _frame: FrameType | None) -> None:
        raise TimeIsUp

    earlier = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0.0)
        signal.signal(signal.SIGALRM, earlier)


def digests(folder: Path) -> dict[str, str]:
    """Of every ordinary file; those that are none by their kind alone."""
    return {str(path.relative_to(folder)): _digest(path) for path in sorted(folder.rglob("*"))}


def _digest(path: Path) -> str:
    if path.is_symlink() or not path.is_file():
        return "no ordinary file"
    return hashlib.sha1(path.read_bytes(), usedforsecurity=False).hexdigest()


def differences(before: Mapping[str, str], after: Mapping[str, str]) -> list[str]:
    """Names of files that are new, gone or other."""
    return sorted(name for name in {*before, *after} if before.get(name) != after.get(name))


def restore(folder: Path, sound: Path, before: Mapping[str, str]) -> None:
    """Put back what a case changed."""
    for name in differences(before, digests(folder)):
        path = folder / name
        if (sound / name).is_file():
            shutil.copyfile(sound / name, path)
        elif path.is_dir() and not path.is_symlink():
            shutil.rmtree(path, ignore_errors=True)
        else:
            path.unlink(missing_ok=True)


def report(ends: list[Ended], seed: int, *, is_whole: bool) -> None:
    """Print what came of it, and keep the numbers of a whole campaign."""
    codes: dict[str, Counter[str]] = {}
    for end in ends:
        codes.setdefault(end.case.command, Counter())[f"exit {end.code}"] += 1
    slowest = sorted(ends, key=lambda end: -end.seconds)[:5]
    findings = [f"{end.case.name}: {end.wrong}"[:300] for end in ends if end.wrong]
    for end in slowest:
        print(f"{end.seconds:.1f} s: {end.case.name}")
    print(f"{len(ends)} cases, {len(findings)} findings, {sum(end.seconds for end in ends):.0f} s")
    if is_whole:
        numbers = {
            "cases": len(ends),
            "findings": findings,
            "seconds": round(sum(end.seconds for end in ends), 1),
            "slowest": {end.case.name: round(end.seconds, 2) for end in slowest},
            "by_command": {name: dict(sorted(count.items())) for name, count in sorted(codes.items())},
        }
        write_measurement("inputs", seed=seed, numbers=numbers)


if __name__ == "__main__":
    faulthandler.enable()
    sys.exit(main())
